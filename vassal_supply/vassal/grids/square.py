"""Square and rectangular grids (engine class ``SquareGrid``)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.vassal.grids.base import LatticeKind, Point, constructed_name, java_round

if TYPE_CHECKING:
    from vassal_supply.vassal.grids.numbering import Numbering

_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class SquareGrid:
    """Rectangles ``dx`` wide and ``dy`` high; (``x0``, ``y0``) is the centre of square (0, 0).

    ``manhattan`` says that distance is counted along the sides only.
    """

    kind: LatticeKind = "square"
    sideways = False

    def __init__(
        self,
        dx: float = 48.0,
        dy: float = 48.0,
        x0: int = 24,
        y0: int = 24,
        *,
        edges: bool = False,
        corners: bool = False,
        snaps: bool = True,
        manhattan: bool = False,
        numbering: Numbering | None = None,
    ) -> None:
        self.dx, self.dy, self.x0, self.y0 = dx, dy, x0, y0
        self.edges = edges
        self.corners = corners
        self.snaps = snaps
        self.manhattan = manhattan
        self.numbering = numbering
        self.named = numbering is not None

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped at (x, y) lands: the centre of its square, or an edge or corner where legal."""
        if not self.snaps:
            return x, y
        if not (self.edges or self.corners):
            return self.centre(
                java_round((x - self.x0) / self.dx), java_round((y - self.y0) / self.dy)
            )
        nx, ny = self._half_steps(x - self.x0, y - self.y0)
        return self.x0 + java_round(nx * self.dx / 2), self.y0 + java_round(ny * self.dy / 2)

    def _half_steps(self, right: int, down: int) -> Point:
        """The legal place nearest to an offset from the origin, counted in half squares, if edges or corners are legal."""
        dx, dy = self.dx, self.dy
        nx, ny = java_round(right / (0.5 * dx)), java_round(down / (0.5 * dy))
        if self.edges and self.corners:
            return nx, ny
        column = 2 * java_round(right / dx)
        if self.corners:
            return (1 + 2 * java_round(right / dx - 0.5) if ny % 2 else column), ny
        # An odd step along the middle of a row is a legal upright edge.
        return (nx if ny % 2 == 0 and nx % 2 else column), ny

    def cell(self, x: int, y: int) -> Point:
        """Raw (column, row) of the square that contains (x, y)."""
        return (
            math.floor((x - self.x0) / self.dx + 0.5),
            math.floor((y - self.y0) / self.dy + 0.5),
        )

    def raw(self, x: int, y: int) -> Point:
        """Raw (column, row) as the engine rounds for names: down for columns, towards zero for rows."""
        return (
            math.floor((x - self.x0) / self.dx + 0.5),
            int((y - self.y0) / self.dy + 0.5),
        )

    def centre(self, column: int, row: int) -> Point:
        """The pixel a piece in the square at raw (column, row) snaps to."""
        return self.x0 + java_round(column * self.dx), self.y0 + java_round(row * self.dy)

    def name(self, x: int, y: int) -> str | None:
        """The engine's name for a point, ``None`` without numbering."""
        return self.numbering.name(*self.raw(x, y)) if self.numbering else None

    def cell_name(self, column: int, row: int) -> str:
        """The engine's name of a square, or a constructed one like ``c12r05``."""
        if self.numbering:
            # The engine's rounding towards zero shifts the rows above row 0 by one.
            return self.numbering.name(column, row + 1 if row < 0 else row)
        return constructed_name(column, row, sideways=False)

    def point(self, name: str) -> Point | None:
        """The centre of the square that bears ``name``."""
        found = self.numbering.find(name) if self.numbering else None
        return self.centre(*found) if found else None

    def cells(
        self, left: int, top: int, right: int, bottom: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """All (column, row, x, y) whose centre lies in the rectangle, bounds included, column by column."""
        first, last = self.cell(left, top), self.cell(right, bottom)
        for column in range(first[0], last[0] + 1):
            for row in range(first[1], last[1] + 1):
                x, y = self.centre(column, row)
                if left <= x <= right and top <= y <= bottom:
                    yield column, row, x, y

    def neighbours(self, column: int, row: int) -> Iterator[Point]:
        """Raw (column, row) of the eight squares around a square, or of the four at its sides under ``manhattan``."""
        steps = _AROUND[::2] if self.manhattan else _AROUND
        return ((column + right, row + down) for right, down in steps)

    def distance(self, one: Point, other: Point) -> int:
        """Squares entered between two raw (column, row), diagonal steps allowed unless ``manhattan``."""
        right, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        return right + down if self.manhattan else max(right, down)
