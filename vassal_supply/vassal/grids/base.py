"""What all grids can do, and the arithmetic they share with the Java engine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from vassal_supply.vassal.grids.numbering import Numbering

Point = tuple[int, int]
LatticeKind = Literal["hex", "square"]


def java_round(value: float) -> int:
    """Java's ``Math.round``: halves go up."""
    return math.floor(value + 0.5)


def inside(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether the closed polygon contains (x, y) by Java's even-odd rule: left and top borders belong to it."""
    crossings = 0
    ax, ay = polygon[-1] if polygon else (0, 0)
    for bx, by in polygon:
        (ux, uy), (lx, ly) = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
        # Only edges that pass the point's height on its right count.
        if uy <= y < ly and x - ux < (y - uy) / (ly - uy) * (lx - ux):
            crossings += 1
        ax, ay = bx, by
    return crossings % 2 == 1


class Grid(Protocol):
    """What a board or a zone may be covered with."""

    def snap(self, x: int, y: int) -> Point:
        """Where the engine (3.8) would put a piece dropped at (x, y)."""

    def name(self, x: int, y: int) -> str | None:
        """The engine's location name for (x, y), ``None`` when the grid has no names."""

    def point(self, name: str) -> Point | None:
        """The place that bears ``name``, ``None`` when no place does."""


class Lattice(Grid, Protocol):
    """A grid of like cells, counted by raw column and row.

    Odd columns of hexes sit half a hex lower. On a grid of sideways hexes columns count along y and rows along x.
    """

    kind: LatticeKind
    sideways: bool
    named: bool
    numbering: Numbering | None

    def raw(self, x: int, y: int) -> Point:
        """Raw (column, row) of a point, rounded as the engine rounds for names: exact where pieces snap to."""

    def cell(self, x: int, y: int) -> Point:
        """Raw (column, row) of the cell whose shape contains (x, y)."""

    def centre(self, column: int, row: int) -> Point:
        """The pixel centre of a cell."""

    def cells(
        self, left: int, top: int, right: int, bottom: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """All (column, row, x, y) whose centre lies in the rectangle, bounds included, column by column."""

    def cell_name(self, column: int, row: int) -> str:
        """The name of a cell: the engine's, or a constructed one like ``c12r05`` on a grid without names."""

    def neighbours(self, column: int, row: int) -> Iterator[Point]:
        """Raw (column, row) of the cells around a cell."""

    def distance(self, one: Point, other: Point) -> int:
        """Cells entered on the shortest way between two raw (column, row)."""


def constructed_name(column: int, row: int, sideways: bool) -> str:
    """Our own name for a cell VASSAL has no name for: columns counted across the board, rows down it, from 0."""
    if sideways:
        column, row = row, column
    return f"c{column:02d}r{row:02d}"
