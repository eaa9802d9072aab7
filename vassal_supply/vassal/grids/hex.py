"""Hex grids, upright and sideways (engine classes ``HexGrid`` and ``tools.hex``).

A grid of sideways hexes is an upright one lying down: x and y are swapped on the way in and out, and ``dx``, ``dy``,
``x0``, ``y0`` belong to the swapped frame. So columns of sideways hexes run across the board.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.vassal.grids.base import (
    LatticeKind,
    Point,
    constructed_name,
    inside,
    java_round,
)

if TYPE_CHECKING:
    from vassal_supply.vassal.grids.numbering import Numbering

# Where the engine looks, in its order, when a point lies in a hex's rectangle but not in the hex.
_CORNERS_LEVEL = ((-1, -1), (-1, 0), (1, -1), (1, 0))
_CORNERS_LOWERED = ((-1, 0), (-1, 1), (1, 0), (1, 1))
# Clockwise from the top.
_AROUND_LEVEL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_AROUND_LOWERED = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def _float32(value: float) -> float:
    """The nearest single-precision number: the engine shapes its hexes in Java floats."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


class HexGrid:
    """Hexes ``dx`` apart between columns and ``dy`` between rows; (``x0``, ``y0``) is the centre of hex (0, 0)."""

    kind: LatticeKind = "hex"

    def __init__(
        self,
        dx: float,
        dy: float,
        x0: int = 0,
        y0: int = 32,
        *,
        sideways: bool = False,
        edges: bool = False,
        corners: bool = False,
        snaps: bool = True,
        numbering: Numbering | None = None,
    ) -> None:
        self.dx, self.dy, self.x0, self.y0 = dx, dy, x0, y0
        self.sideways = sideways
        self.edges = edges
        self.corners = corners
        self.snaps = snaps
        self.numbering = numbering
        self.named = numbering is not None
        side = _float32(2 * _float32(dx) / 3)
        self._shape = (side, side / 2, _float32(dy) / 2)

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped at (x, y) lands: the centre of its hex, or an edge or corner where those are legal."""
        if not self.snaps:
            return x, y
        if self.sideways:
            x, y = y, x
        column, row = self._cell(x, y)
        centre = self._centre(column, row)
        cx, cy = self._finer(x, y, centre) if self.edges or self.corners else centre
        return (cy, cx) if self.sideways else (cx, cy)

    def _finer(self, x: int, y: int, centre: Point) -> Point:
        """The legal edge or corner nearest to (x, y), or the centre where it is as good as there."""
        found = self._edge(x, y) if self.edges else self._corner(x, y)
        if self.edges and self.corners:
            corner = self._corner(x, y)
            if _squared(found, (x, y)) >= _squared(corner, (x, y)):
                found = corner
        return centre if _squared(found, centre) <= 2 else found

    def _edge(self, x: int, y: int) -> Point:
        dx, dy, x0, y0 = self.dx, self.dy, self.x0, self.y0
        k = math.floor((x - x0 + dx / 4) * 2 / dx)
        if k % 2 == 0:
            down = dy / 2 * math.floor((y - y0 + dy / 4) * 2 / dy)
        else:
            down = dy / 2 * math.floor((y - y0) * 2 / dy) + int(dy / 4)
        return int(dx / 2 * k + x0), int(down + y0)

    def _corner(self, x: int, y: int) -> Point:
        dx, dy, x0, y0 = self.dx, self.dy, self.x0, self.y0
        m = math.floor((y - y0 + dy / 4) * 2 / dy)
        if m % 2 == 0:
            across = 2 * dx / 3 * int(math.floor(x - x0 + dx / 3) * 3 / (2 * dx))
        else:
            step = int(math.floor(x - x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
            across = 2 * dx / 3 * step - int(dx / 3)
        return int(across + x0), int(dy / 2 * m + y0)

    def cell(self, x: int, y: int) -> Point:
        """Raw (column, row) of the hex that contains (x, y)."""
        return self._cell(y, x) if self.sideways else self._cell(x, y)

    def _cell(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        column = math.floor((x - self.x0 + dx / 2) / dx)
        row = math.floor((y - self.y0 + (0 if column % 2 else dy / 2)) / dy)
        if (x, y) == self._centre(column, row) or self._contains(column, row, x, y):
            return column, row
        for right, down in _CORNERS_LOWERED if column % 2 else _CORNERS_LEVEL:
            if self._contains(column + right, row + down, x, y):
                return column + right, row + down
        return column, row

    def _contains(self, column: int, row: int, x: int, y: int) -> bool:
        """Whether the hex as the engine draws it, with corners on whole pixels, contains (x, y)."""
        cx, cy = self._centre(column, row)
        side, half, rise = self._shape
        left, near_left = java_round(_float32(cx - side)), java_round(_float32(cx - half))
        right, near_right = java_round(_float32(cx + side)) + 1, java_round(_float32(cx + half)) + 1
        top, bottom = java_round(_float32(cy - rise)), java_round(_float32(cy + rise)) + 1
        shape = (
            (left, cy),
            (near_left, top),
            (near_right, top),
            (right, cy),
            (near_right, bottom),
            (near_left, bottom),
        )
        return inside(shape, x, y)

    def centre(self, column: int, row: int) -> Point:
        """The pixel centre of the hex at raw (column, row)."""
        x, y = self._centre(column, row)
        return (y, x) if self.sideways else (x, y)

    def _centre(self, column: int, row: int) -> Point:
        lowered = int(self.dy / 2) if column % 2 else 0
        return int(self.dx * column + self.x0), int(self.dy * row + lowered + self.y0)

    def raw(self, x: int, y: int) -> Point:
        """Raw (column, row) of a snapped point, rounded the way the engine rounds for names (``getRawColumn/Row``)."""
        if self.sideways:
            x, y = y, x
        across = (x - self.x0) / self.dx
        lowered = self.dy / 2 if java_round(across) % 2 else 0
        return math.floor(across + 0.5), java_round((y - self.y0 - lowered) / self.dy)

    def name(self, x: int, y: int) -> str | None:
        """The engine's name for a place, ``None`` without numbering.

        Its names round by rectangles: true for every place a piece can snap to, but near the corner of a hex they are
        a neighbour's. There the place is snapped first.
        """
        if self.numbering is None:
            return None
        cell = self.raw(x, y)
        if cell != self.cell(x, y):
            cell = self.raw(*self.snap(x, y))
        return self.numbering.name(*cell)

    def cell_name(self, column: int, row: int) -> str:
        """The engine's name of a hex, or a constructed one like ``c12r05``."""
        if self.numbering:
            return self.numbering.name(column, row)
        return constructed_name(column, row, self.sideways)

    def point(self, name: str) -> Point | None:
        """The centre of the hex that bears ``name``."""
        found = self.numbering.find(name) if self.numbering else None
        return self.centre(*found) if found else None

    def cells(
        self, left: int, top: int, right: int, bottom: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """All (column, row, x, y) whose centre lies in the rectangle, bounds included, column by column."""
        if self.sideways:
            left, top, right, bottom = top, left, bottom, right
        dx, dy, x0, y0 = self.dx, self.dy, self.x0, self.y0
        rows = range(math.floor((top - y0) / dy) - 1, math.ceil((bottom - y0) / dy) + 1)
        for column in range(math.floor((left - x0) / dx), math.ceil((right - x0) / dx) + 1):
            x = int(dx * column + x0)
            if not left <= x <= right:
                continue
            offset = y0 + (int(dy / 2) if column % 2 else 0)
            for row in rows:
                y = int(dy * row + offset)
                if top <= y <= bottom:
                    yield (column, row, y, x) if self.sideways else (column, row, x, y)

    def neighbours(self, column: int, row: int) -> Iterator[Point]:
        """Raw (column, row) of the six hexes around a hex, clockwise."""
        steps = _AROUND_LOWERED if column % 2 else _AROUND_LEVEL
        return ((column + right, row + down) for right, down in steps)

    def distance(self, one: Point, other: Point) -> int:
        """Hexes entered on the shortest way between two raw (column, row) (engine: ``HexGrid.range``).

        Counted in the board's own frame; the engine forgets to leave out the edge buffer and can be one off.
        """
        (q1, r1), (q2, r2) = _axial(one), _axial(other)
        dq, dr = q1 - q2, r1 - r2
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def _axial(cell: Point) -> Point:
    column, row = cell
    return column, row - (column - column % 2) // 2


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
