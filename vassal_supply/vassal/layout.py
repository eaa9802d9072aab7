"""A map with its boards laid out: from pixels to the engine's place names and back, and all cells there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from vassal_supply.errors import ReadWarning
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.cells import (
    Cell,
    Effort,
    LatticeView,
    Region,
    ground_of,
    lattices_of,
    regions_of,
)
from vassal_supply.vassal.grids.base import Lattice, Point, java_round
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.grids.region import RegionGrid
from vassal_supply.vassal.grids.square import SquareGrid
from vassal_supply.vassal.grids.zoned import Zone, ZonedGrid
from vassal_supply.vassal.maps import Board, ModuleMap

__all__ = ["NOWHERE", "Cell", "LatticeView", "MapLayout", "Place", "PlacedBoard", "Region"]

# Stands in for the size of a board whose image is missing: everything beyond its origin is on it.
_BOUNDLESS = 1 << 30
# More than any game lays out; each costs a look at all others.
_MOST_BOARDS = 1_000
# What naming a place costs in any case, counted in looks at a zone.
_NAMING = 20
# Of many boards that the module does not have so many are named, each by so many characters.
_EXAMPLES = 5
_LONGEST = 80


class Place(NamedTuple):
    """What is known of a pixel of a map: location name, zone, board; each ``None`` where there is none.

    ``location`` is what the engine calls the place; on a grid without names it is ours, like ``c12r05``.
    """

    location: str | None
    zone: str | None
    board: str | None


NOWHERE = Place(None, None, None)
"""Off all maps."""


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

    @cached_property
    def looks(self) -> int:
        """What naming one place may cost: looks at a zone, a corner of its outline or a region."""
        grid = self.board.grid
        if isinstance(grid, ZonedGrid):
            return _NAMING + grid.looks
        return _NAMING + (len(grid.regions) if isinstance(grid, RegionGrid) else 0)

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


class MapLayout:
    """A module's map with the boards a save (or the module's default) lays out on it."""

    def __init__(
        self,
        module_map: ModuleMap,
        placements: Sequence[BoardPlacement],
        effort: Effort | None = None,
    ) -> None:
        self.map = module_map
        self._effort = effort or Effort()
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
        missing = sorted({p.name for p in placements} - {board.name for _, board in known})
        for name in missing[:_EXAMPLES]:
            self._warn(f"board {name[:_LONGEST]!r} is not in the module and is left out")
        if len(missing) > _EXAMPLES:
            self._warn(f"{len(missing) - _EXAMPLES:,} more boards are not in the module")
        if len(known) > _MOST_BOARDS:
            self._warn(f"{len(known):,} boards are laid out; only {_MOST_BOARDS} are read")
        sizes = {(p.column, p.row): board.size or (0, 0) for p, board in known[:_MOST_BOARDS]}
        for placement, board in known[:_MOST_BOARDS]:
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
            if deck.name:
                names.setdefault((origin[0] + deck.x, origin[1] + deck.y), deck.name)
        return names

    def board_at(self, x: int, y: int) -> PlacedBoard | None:
        """The first board that contains a map pixel."""
        for placed in self.boards:
            if placed.contains(x, y):
                return placed
        return None

    def place(self, x: int, y: int) -> Place:
        """What the engine calls the place of a piece at a map pixel (``Map.locationName``).

        :raises FormatError: when the map's zones and regions are so many that looking up all the places asked for so
            far would take minutes.
        """
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
        self._effort.look(placed)
        x, y = placed.to_board(x, y)
        zone = grid.zone_at(x, y) if isinstance(grid, ZonedGrid) else None
        location = deck if deck is not None else self._location(placed, zone, x, y)
        return Place(location, zone.name if zone else None, placed.name)

    def _location(self, placed: PlacedBoard, zone: Zone | None, x: int, y: int) -> str | None:
        if zone and not zone.names_cells:
            return zone.format("")
        grid = zone.grid if zone else ground_of(placed.board.grid)
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
        return self._points.get(name) if name else None

    def lattices(self) -> list[LatticeView]:
        """Every hex or square grid in play with its cells, board by board, zones' own grids after the board's.

        A zone whose format does not name cells apart is one box: see :meth:`regions`.

        :raises FormatError: for more than a million cells.
        """
        if self._lattices is None:
            self._lattices = list(self._views())
        return self._lattices

    def _views(self) -> Iterator[LatticeView]:
        for placed in self.boards:
            yield from lattices_of(placed, partial(self._on_map, placed), self._effort)

    def _on_map(self, placed: PlacedBoard, centre: Point) -> Point | None:
        """Where a piece on a cell's centre stands, ``None`` when that is off the board."""
        if placed.contains(*centre):
            return centre
        if self.board_at(*centre) is not None:
            return None
        pulled = _pull_in(placed, *centre)
        return pulled if placed.contains(*pulled) else None

    def regions(self) -> list[Region]:
        """Every named point of region grids in play, and every zone that is one box (its middle)."""
        if self._regions is None:
            self._regions = [
                region for placed in self.boards for region in regions_of(placed, self._effort)
            ]
        return self._regions


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
