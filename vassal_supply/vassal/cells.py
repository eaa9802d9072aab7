"""All places there are on a board: the cells of its lattices, the points of its region grids, its boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import FormatError
from vassal_supply.vassal.grids.base import Grid, Lattice, LatticeKind, Point, java_round
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.grids.region import RegionGrid
from vassal_supply.vassal.grids.square import SquareGrid
from vassal_supply.vassal.grids.zoned import Zone, ZonedGrid

if TYPE_CHECKING:
    from vassal_supply.vassal.layout import PlacedBoard

# More cells than any map ever had: a finer grid is a slip or an attack.
MOST_CELLS = 1_000_000
# Looks at a zone, a corner of its outline or a region: some seconds' worth, a thousand times what real maps ask for.
_MOST_LOOKS = 100_000_000


class Effort:
    """How much work the places of a map, or of several, may make before they are taken for an attack."""

    def __init__(self, cells: int = MOST_CELLS, looks: int = _MOST_LOOKS) -> None:
        self._cells = cells
        self._looks = looks

    def enumerate(self, placed: PlacedBoard, cells: float) -> None:
        """Count the cells of a grid that are about to be gone through. Raises FormatError when they are too many."""
        self._cells -= int(cells)
        if self._cells < 0:
            raise _too_much(placed, f"the map's grids have more than {MOST_CELLS:,} cells")
        self.look(placed, int(cells))

    def look(self, placed: PlacedBoard, times: int = 1) -> None:
        """Count places about to be looked up on a board. Raises FormatError when they make too much work."""
        self._looks -= times * placed.looks
        if self._looks < 0:
            raise _too_much(
                placed, "its zones and regions are too many for all the places asked for"
            )


def _too_much(placed: PlacedBoard, text: str) -> FormatError:
    return FormatError(text, file=placed.board.file, place=f"board {placed.name}")


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


class LatticeView:
    """One regular grid in play, with the cells that lie on its board or in its zone.

    ``kind`` and ``sideways`` say how its cells neighbour each other, ``zone`` names the zone whose own grid it is
    (``None`` for the board's). Iterating gives the cells column by column.
    """

    def __init__(
        self, grid: Lattice, placed: PlacedBoard, zone: str | None, cells: Iterable[Cell]
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


# Where a piece on a cell's centre (in map pixels) stands, ``None`` when it cannot stand there.
OnMap = Callable[[Point], Point | None]


def lattices_of(placed: PlacedBoard, on_map: OnMap, effort: Effort) -> Iterator[LatticeView]:
    """The lattices of a board that have cells in play: the board's own, then those of its zones.

    :raises FormatError: when the cells are more than the ``effort`` that is left.
    """
    grid = placed.board.grid
    owners: list[tuple[Grid | None, Zone | None]] = [(ground_of(grid), None)]
    for zone in grid.zones if isinstance(grid, ZonedGrid) else ():
        if zone.names_cells and not zone.parent_grid:
            owners.append((zone.grid, zone))
    for lattice, owner in owners:
        if isinstance(lattice, HexGrid | SquareGrid):
            bounds = _bounds(placed, owner)
            room = max(bounds[2] - bounds[0], 0) * max(bounds[3] - bounds[1], 0)
            effort.enumerate(placed, room / (lattice.dx * lattice.dy))
            cells = _cells(lattice, placed, owner, bounds, on_map)
            view = LatticeView(lattice, placed, owner.name if owner else None, cells)
            if len(view):
                yield view


def _cells(
    grid: HexGrid | SquareGrid,
    placed: PlacedBoard,
    owner: Zone | None,
    bounds: tuple[int, int, int, int],
    on_map: OnMap,
) -> Iterator[Cell]:
    """The cells of one lattice whose centre is ground of its own: of ``owner``, or of the board outside such zones."""
    zoned = placed.board.grid if isinstance(placed.board.grid, ZonedGrid) else None
    for column, row, x, y in grid.cells(*bounds):
        centre = placed.to_map(x, y)
        spot = on_map(centre)
        if spot is None:
            continue
        zone = None
        if zoned:
            zone = zoned.zone_at(*((x, y) if spot == centre else placed.to_board(*spot)))
            if zone is not owner and (owner or not zone or not _lends_cells(zone)):
                continue
        name = grid.cell_name(column, row)
        if zone:
            name = zone.format(name)
        yield Cell(column, row, *spot, name, zone.name if zone else None, placed.name)


def _lends_cells(zone: Zone) -> bool:
    """Whether the board's own cells keep names of their own in a zone."""
    return zone.parent_grid and zone.names_cells


def _bounds(placed: PlacedBoard, owner: Zone | None) -> tuple[int, int, int, int]:
    """The board pixels that centres may have: left, top, right, bottom, all included."""
    width, height = placed.board.size or (0, 0)
    if placed.board.magnification != 1:
        width = java_round(width / placed.board.magnification)
        height = java_round(height / placed.board.magnification)
    # One pixel more on each side: the engine pulls those centres onto the map.
    left, top, right, bottom = -1, -1, width, height
    if owner:
        left, top = max(left, owner.bounds[0] - 1), max(top, owner.bounds[1] - 1)
        right, bottom = min(right, owner.bounds[2] + 1), min(bottom, owner.bounds[3] + 1)
    return left, top, right, bottom


def ground_of(grid: Grid | None) -> Grid | None:
    """The grid outside all zones."""
    return grid.background if isinstance(grid, ZonedGrid) else grid


def regions_of(placed: PlacedBoard, effort: Effort) -> Iterator[Region]:
    """The named points of a board's region grids, and its zones that are one box (at their middle).

    :raises FormatError: when they are more than the ``effort`` that is left.
    """
    grid = placed.board.grid
    zones = grid.zones if isinstance(grid, ZonedGrid) else ()
    for zone in zones:
        if zone.names_cells and isinstance(zone.grid, RegionGrid):
            for name, x, y in zone.grid.regions:
                yield Region(zone.format(name), *placed.to_map(x, y), zone.name, placed.name)
        elif not zone.names_cells and zone.polygon:
            middle = placed.to_map(*zone.middle)
            yield Region(zone.format(""), *middle, zone.name, placed.name, is_box=True)
    ground = ground_of(grid)
    if isinstance(ground, RegionGrid):
        effort.look(placed, len(ground.regions) if zones else 0)
        for name, x, y in ground.regions:
            if not any(zone.contains(x, y) for zone in zones):
                yield Region(name, *placed.to_map(x, y), None, placed.name)
