"""A map with its boards laid out: from pixels to the engine's place names and back, and all cells there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vassal_supply.errors import FormatError, ReadWarning
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.grids.base import Grid, Lattice, LatticeKind, Point, java_round
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.grids.region import RegionGrid
from vassal_supply.vassal.grids.square import SquareGrid
from vassal_supply.vassal.grids.zoned import Zone, ZonedGrid
from vassal_supply.vassal.maps import Board, ModuleMap

# Stands in for the size of a board whose image is missing: everything beyond its origin is on it.
_BOUNDLESS = 1 << 30
# More cells than any map ever had; a finer grid is a slip or an attack.
_MOST_CELLS = 1_000_000


class Place(NamedTuple):
    """What is known of a pixel of a map: location name, zone, board; each ``None`` where there is none.

    ``location`` is what the engine calls the place; on a grid without names it is ours, like ``c12r05``.
    """

    location: str | None
    zone: str | None
    board: str | None


class Cell(NamedTuple):
    """A hex or square: raw (``column``, ``row``), centre (``x``, ``y``) in map pixels, its name, zone and board.

    Odd columns of hexes sit half a hex lower; columns of sideways hexes count along y (see ``Lattice``).
    """

    column: int
    row: int
    x: int
    y: int
    name: str
    zone: str | None
    board: str


class Region(NamedTuple):
    """A named point of an area map, or a zone that is one box: its name, (``x``, ``y``) in map pixels, zone, board."""

    name: str
    x: int
    y: int
    zone: str | None
    board: str
    is_box: bool = False


class PlacedBoard:
    """A board in its place on the map: its definition, its rectangle in map pixels, whether it is turned round."""

    def __init__(self, board: Board, x: int, y: int, turned: bool) -> None:
        self.board = board
        self.name = board.name
        self.x, self.y = x, y
        self.width, self.height = board.size or (_BOUNDLESS, _BOUNDLESS)
        # A board that is not reversible lies straight whatever the save says.
        self.reversed = turned and board.reversible and board.size is not None
        self._plain = not self.reversed and board.magnification == 1

    def contains(self, x: int, y: int) -> bool:
        """Whether a map pixel lies on the board; its left and top border do."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def to_board(self, x: int, y: int) -> Point:
        """A map pixel in the board's own frame (engine: ``Board.localCoordinates``)."""
        x, y = x - self.x, y - self.y
        if self._plain:
            return x, y
        if self.reversed:
            x, y = self.width - x, self.height - y
        factor = self.board.magnification
        return (x, y) if factor == 1 else (java_round(x / factor), java_round(y / factor))

    def to_map(self, x: int, y: int) -> Point:
        """A pixel of the board's own frame on the map (engine: ``Board.globalCoordinates``)."""
        factor = self.board.magnification
        if factor != 1:
            x, y = java_round(x * factor), java_round(y * factor)
        if self.reversed:
            x, y = self.width - x, self.height - y
        return x + self.x, y + self.y


class LatticeView:
    """One regular grid in play, with the cells that lie on its board or in its zone.

    ``kind`` and ``sideways`` say how its cells neighbour each other, ``zone`` names the zone whose own grid it is
    (``None`` for the board's). Iterating gives the cells column by column.
    """

    def __init__(
        self, grid: Lattice, placed: PlacedBoard, zone: str | None, cells: list[Cell]
    ) -> None:
        self.grid = grid
        self.kind: LatticeKind = grid.kind
        self.sideways = grid.sideways
        self.board = placed.name
        self.zone = zone
        self._placed = placed
        self._cells = {(cell.column, cell.row): cell for cell in cells}

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells.values())

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, column: int, row: int) -> Cell | None:
        """The cell at raw (column, row), ``None`` when it is not in play."""
        return self._cells.get((column, row))

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell whose shape contains a map pixel."""
        if not self._placed.contains(x, y):
            return None
        return self._cells.get(self.grid.cell(*self._placed.to_board(x, y)))

    def displayed(self, cell: Cell) -> Point:
        """The (column, row) by which a cell's name counts, offsets left out; the raw one on a grid without names."""
        numbering = self.grid.numbering
        return numbering.displayed(cell.column, cell.row) if numbering else (cell.column, cell.row)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells in play around a cell."""
        around = self.grid.neighbours(cell.column, cell.row)
        return [self._cells[key] for key in around if key in self._cells]

    def distance(self, one: Cell, other: Cell) -> int:
        """Cells entered on the shortest way from one cell to another, whether or not all of them are in play."""
        return self.grid.distance((one.column, one.row), (other.column, other.row))


class MapLayout:
    """A module's map with the boards a save (or the module's default) lays out on it."""

    def __init__(self, module_map: ModuleMap, placements: Sequence[BoardPlacement]) -> None:
        self.map = module_map
        self.warnings: list[ReadWarning] = []
        self.boards = tuple(self._lay_out(placements))
        self._decks = self._deck_names()
        self._places: dict[Point, Place] = {}
        self._lattices: list[LatticeView] | None = None
        self._regions: list[Region] | None = None
        self._points: dict[str, Point] | None = None
        self._unnamed: set[str] = set()

    def _warn(self, text: str) -> None:
        self.warnings.append(ReadWarning(f"map {self.map.name}", text))

    def _lay_out(self, placements: Sequence[BoardPlacement]) -> Iterator[PlacedBoard]:
        """The boards with their origins: each starts where those before it in its row and column end."""
        known = [(p, board) for p in placements if (board := self.map.board(p.name))]
        for missing in {p.name for p in placements} - {board.name for _, board in known}:
            self._warn(f"board {missing!r} is not in the module and is left out")
        sizes = {(p.column, p.row): board.size or (0, 0) for p, board in known}
        for placement, board in known:
            column, row = placement.column, placement.row
            left = sum(size[0] for (c, r), size in sizes.items() if r == row and c < column)
            above = sum(size[1] for (c, r), size in sizes.items() if c == column and r < row)
            edge = self.map.edge
            yield PlacedBoard(board, edge[0] + left, edge[1] + above, placement.reversed)

    def _deck_names(self) -> dict[Point, str]:
        """The names of draw piles by their place on the map."""
        names: dict[Point, str] = {}
        for deck in self.map.decks:
            # A pile whose board is not in play counts from the corner of the first board.
            origin = next(((b.x, b.y) for b in self.boards if b.name == deck.board), self.map.edge)
            names.setdefault((origin[0] + deck.x, origin[1] + deck.y), deck.name)
        return names

    def board_at(self, x: int, y: int) -> PlacedBoard | None:
        """The first board that contains a map pixel."""
        return next((placed for placed in self.boards if placed.contains(x, y)), None)

    def place(self, x: int, y: int) -> Place:
        """What the engine calls the place of a piece at a map pixel (``Map.locationName``)."""
        found = self._places.get((x, y))
        if found is None:
            found = self._places[x, y] = self._place(x, y)
        return found

    def _place(self, x: int, y: int) -> Place:
        deck = self._decks.get((x, y))
        placed = self.board_at(x, y)
        if placed is None:
            return Place(deck, None, None)
        grid = placed.board.grid
        x, y = placed.to_board(x, y)
        zone = grid.zone_at(x, y) if isinstance(grid, ZonedGrid) else None
        location = deck if deck is not None else self._location(placed, zone, x, y)
        return Place(location, zone.name if zone else None, placed.name)

    def _location(self, placed: PlacedBoard, zone: Zone | None, x: int, y: int) -> str | None:
        if zone and not zone.names_cells:
            return zone.format("")
        grid = zone.grid if zone else _ground(placed.board.grid)
        if grid is None:
            return None
        if isinstance(grid, HexGrid | SquareGrid) and not grid.named:
            name: str | None = self._own_name(grid, placed, *grid.cell(*grid.snap(x, y)))
        else:
            name = grid.name(x, y)
        return zone.format(name or "") if zone else name

    def _own_name(self, grid: Lattice, placed: PlacedBoard, column: int, row: int) -> str:
        if placed.name not in self._unnamed:
            self._unnamed.add(placed.name)
            self._warn(
                f"board {placed.name!r} has a grid without names; names like c12r05 are ours"
            )
        return grid.cell_name(column, row)

    def snap(self, x: int, y: int) -> Point:
        """Where the engine puts a piece dropped at a map pixel (``Map.snapTo``, 3.8)."""
        placed = self.board_at(x, y)
        if placed is None:
            return x, y
        x, y = _snap_on(placed, x, y)
        landed = self.board_at(x, y)
        if landed is not None and landed is not placed:
            x, y = _snap_on(landed, x, y)
        if self.board_at(x, y) is None:
            return _pull_in(placed, x, y)
        return x, y

    def point(self, name: str) -> Point | None:
        """The map pixel of the place called ``name``: a draw pile, cell, region or box; ``None`` when there is none."""
        if self._points is None:
            points = {deck: place for place, deck in reversed(self._decks.items())}
            for region in self.regions():
                points.setdefault(region.name, (region.x, region.y))
            for view in self.lattices():
                # Of two squares with one name, the one above row 0 is not the one that the engine finds.
                for cell in sorted(view, key=lambda cell: cell.row < 0):
                    points.setdefault(cell.name, (cell.x, cell.y))
            self._points = points
        return self._points.get(name)

    def lattices(self) -> list[LatticeView]:
        """Every hex or square grid in play with its cells, board by board, zones' own grids after the board's.

        A zone whose format does not name cells apart is one box: see :meth:`regions`.

        :raises FormatError: for a grid of more than a million cells.
        """
        if self._lattices is None:
            self._lattices = [view for placed in self.boards for view in self._views(placed)]
        return self._lattices

    def _views(self, placed: PlacedBoard) -> Iterator[LatticeView]:
        grid = placed.board.grid
        ground = _ground(grid)
        if isinstance(ground, HexGrid | SquareGrid):
            yield self._view(ground, placed, None)
        for zone in grid.zones if isinstance(grid, ZonedGrid) else ():
            own = zone.grid if zone.names_cells and not zone.parent_grid else None
            if isinstance(own, HexGrid | SquareGrid):
                yield self._view(own, placed, zone)

    def _view(
        self, grid: HexGrid | SquareGrid, placed: PlacedBoard, owner: Zone | None
    ) -> LatticeView:
        zoned = placed.board.grid if isinstance(placed.board.grid, ZonedGrid) else None
        width, height = placed.board.size or (0, 0)
        if placed.board.magnification != 1:
            width = java_round(width / placed.board.magnification)
            height = java_round(height / placed.board.magnification)
        # One pixel more on each side: the engine pulls those centres onto the map.
        bounds = (-1, -1, width, height)
        if owner:
            left, top, right, bottom = owner.bounds
            bounds = (max(left, -1), max(top, -1), min(right, width), min(bottom, height))
        if (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) > _MOST_CELLS * grid.dx * grid.dy:
            raise FormatError(
                f"board {placed.name!r}: its grid has more than {_MOST_CELLS:,} cells",
                file=self.map.name,
            )
        cells = []
        for column, row, x, y in grid.cells(*bounds):
            zone = zoned.zone_at(x, y) if zoned else None
            if zone is not owner and (
                owner or not zone or not zone.parent_grid or not zone.names_cells
            ):
                continue
            spot = self._on_map(placed, x, y)
            if spot:
                name = grid.cell_name(column, row)
                if zone:
                    name = zone.format(name)
                cells.append(
                    Cell(column, row, *spot, name, zone.name if zone else None, placed.name)
                )
        return LatticeView(grid, placed, owner.name if owner else None, cells)

    def _on_map(self, placed: PlacedBoard, x: int, y: int) -> Point | None:
        """The map pixel of a cell's centre if pieces can stand there, ``None`` when that is off the board."""
        x, y = placed.to_map(x, y)
        if placed.contains(x, y):
            return x, y
        if self.board_at(x, y) is not None:
            return None
        x, y = _pull_in(placed, x, y)
        return (x, y) if placed.contains(x, y) else None

    def regions(self) -> list[Region]:
        """Every named point of region grids in play, and every zone that is one box (its middle)."""
        if self._regions is None:
            self._regions = [region for placed in self.boards for region in _regions(placed)]
        return self._regions


def _ground(grid: Grid | None) -> Grid | None:
    """The grid outside all zones."""
    return grid.background if isinstance(grid, ZonedGrid) else grid


def _snap_on(placed: PlacedBoard, x: int, y: int) -> Point:
    grid = placed.board.grid
    if grid is None:
        return x, y
    return placed.to_map(*grid.snap(*placed.to_board(x, y)))


def _pull_in(placed: PlacedBoard, x: int, y: int) -> Point:
    """A point one pixel off the board, moved onto its border."""
    if x in (placed.x - 1, placed.x + placed.width):
        x += 1 if x < placed.x else -1
    if y in (placed.y - 1, placed.y + placed.height):
        y += 1 if y < placed.y else -1
    return x, y


def _regions(placed: PlacedBoard) -> Iterator[Region]:
    grid = placed.board.grid
    ground = _ground(grid)
    zones = grid.zones if isinstance(grid, ZonedGrid) else ()
    for zone in zones:
        if zone.names_cells and isinstance(zone.grid, RegionGrid):
            for name, x, y in zone.grid.regions:
                yield Region(zone.format(name), *placed.to_map(x, y), zone.name, placed.name)
        elif not zone.names_cells and zone.polygon:
            yield Region(
                zone.format(""), *placed.to_map(*zone.middle), zone.name, placed.name, True
            )
    if isinstance(ground, RegionGrid):
        for name, x, y in ground.regions:
            if not any(zone.contains(x, y) for zone in zones):
                yield Region(name, *placed.to_map(x, y), None, placed.name)
