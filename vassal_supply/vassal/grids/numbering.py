"""How the cells of hex and square grids are named (engine classes ``…GridNumbering``).

Numbering turns a raw (column, row) into a displayed one (descending, staggered, slanted) and that into a name. Both
ways are exact here; the engine's own way back ignores the slant of oblique grids and fails on some descending columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from vassal_supply.vassal.formats import fill
from vassal_supply.vassal.grids.base import LatticeKind, Point

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# No cell of a real map has a longer name; numbers of thousands of digits are not worth parsing.
_LONGEST_NAME = 200


# What oblique numbering adds to the row of a displayed column.
Slant = Callable[[int], int]


def slant_right(column: int) -> int:
    """Engine 3.8, ``ObliqueHexGridNumbering`` with its box ticked: rows climb along the columns."""
    # Java's division truncates towards zero, here and below.
    return int(column / 2)


def slant_left(column: int) -> int:
    """Engine 3.8, ``ObliqueHexGridNumbering`` with its box empty: rows fall along the columns."""
    return 1 - int(column / 2)


def slant_third_reich(column: int) -> int:
    """The class that the Third Reich family of modules brought along, for sideways hexes only."""
    return -int((column - 1) / 2)


class Axis(NamedTuple):
    """How one of the two numbers is written and counted (attributes ``hType``, ``hLeading``, ``hOff``, ``hDescend``)."""

    letters: bool = False
    leading: int = 1
    offset: int = 1
    descending: bool = False

    def text(self, number: int) -> str:
        """The number, its offset already added, as the map shows it: ``05``, ``-3``, ``BB``."""
        sign, number = ("-", -number) if number < 0 else ("", number)
        if self.letters:
            # More letters than a name may have are of no use to anybody.
            return sign + _ALPHABET[number % 26] * min(number // 26 + 1, _LONGEST_NAME)
        return sign + str(number).zfill(self.leading + 1)

    def pattern(self) -> str:
        """A regular expression for what :meth:`text` can give."""
        if self.letters:
            return "-?(?:" + "|".join(letter + "+" for letter in _ALPHABET) + ")"
        return f"-?[0-9]{{{self.leading + 1},}}"

    def number(self, text: str) -> int:
        """The number behind a text that matches :meth:`pattern`."""
        if not self.letters:
            return int(text)
        letters = text.lstrip("-")
        number = 26 * (len(letters) - 1) + _ALPHABET.index(letters[0])
        return -number if text.startswith("-") else number


class Numbering:
    """The names of one grid's cells.

    ``columns`` and ``rows`` are the counts the engine subtracts from when an axis is descending: its ``getMaxColumns``
    and ``getMaxRows``; ``slant`` makes the numbering oblique. ``location_format`` holds alternating literal and property
    tokens of the attribute of that name.
    """

    def __init__(
        self,
        kind: LatticeKind = "hex",
        *,
        sideways: bool = False,
        h: Axis = Axis(),  # noqa: B008
        v: Axis = Axis(),  # noqa: B008
        h_first: bool = True,
        separator: str = "",
        stagger: bool = True,
        slant: Slant | None = None,
        columns: int = 0,
        rows: int = 0,
        location_format: tuple[str, ...] = ("", "gridLocation", ""),
    ) -> None:
        self.hexes = kind == "hex"
        self.sideways = sideways
        self.h, self.v = h, v
        self.h_first = h_first
        self.separator = separator
        self.stagger = stagger
        self.slant = slant
        self.columns, self.rows = columns, rows
        self.location_format = location_format
        self._plain = location_format == ("", "gridLocation", "")
        # Whether columns and whether rows are counted backwards; sideways grids swap the axes.
        turned = (v.descending, h.descending) if sideways else (h.descending, v.descending)
        self._turned = turned
        # What a raw column shows as, with the shift of its rows; what a displayed row shows as.
        self._h_texts: dict[int, tuple[str, int]] = {}
        self._v_texts: dict[int, str] = {}
        self._matcher: re.Pattern[str] | None = None

    def displayed(self, column: int, row: int) -> Point:
        """The (column, row) that the map shows for a raw one, before offsets."""
        return self._displayed_column(column), self._signed(row) + self._row_shift(column)

    def raw(self, column: int, row: int) -> Point:
        """The raw (column, row) that the map shows as (column, row): the inverse of :meth:`displayed`."""
        # Turning a column round is its own inverse, and so is turning a row's sign.
        column = self._displayed_column(column)
        return column, self._signed(row - self._row_shift(column))

    def _displayed_column(self, column: int) -> int:
        if not self._turned[0]:
            return column
        return (self.rows if self.sideways else self.columns) - column

    def _signed(self, row: int) -> int:
        return -row if self._turned[1] else row

    def _row_shift(self, column: int) -> int:
        """What is added to the signed raw row in a raw column: the count of rows, the stagger, the slant."""
        turned = self._turned[1]
        shift = (self.columns if self.sideways else self.rows) if turned else 0
        if self.hexes and self.stagger and column % 2:
            shift += -1 if turned else 1
        if self.slant:
            shift += self.slant(self._displayed_column(column))
        return shift

    def name(self, column: int, row: int) -> str:
        """The location name of the cell at raw (column, row)."""
        known = self._h_texts.get(column)
        if known is None:
            text = self.h.text(self._displayed_column(column) + self.h.offset)
            known = self._h_texts[column] = (text, self._row_shift(column))
        across, shift = known
        row = self._signed(row) + shift
        down = self._v_texts.get(row)
        if down is None:
            down = self._v_texts[row] = self.v.text(row + self.v.offset)
        joined = across + self.separator + down if self.h_first else down + self.separator + across
        if self._plain:
            return joined
        values = {"column": across, "row": down, "gridLocation": joined}
        return fill(self.location_format, values)

    def find(self, name: str) -> Point | None:
        """Raw (column, row) of the cell that bears ``name``, ``None`` when no cell can."""
        return next(self.candidates(name), None)

    def candidates(self, name: str) -> Iterator[Point]:
        """Every raw (column, row) that bears ``name``, the one the engine would read first.

        Several only where two numbers stand side by side without separator or fixed width (``111``).
        """
        if len(name) > _LONGEST_NAME:
            return
        if self._matcher is None:
            self._matcher = re.compile(self._regex())
        match = self._matcher.fullmatch(name)
        groups = match.groupdict() if match else {}
        if "h" not in groups or "v" not in groups:
            return
        for across, down in self._readings(groups["h"], groups["v"]):
            cell = self.raw(
                self.h.number(across) - self.h.offset, self.v.number(down) - self.v.offset
            )
            # Superfluous leading zeros parse, but no cell bears them.
            if self.name(*cell) == name:
                yield cell

    def _readings(self, across: str, down: str) -> Iterator[tuple[str, str]]:
        """The ways to cut the two numbers apart, the regular expression's own cut first."""
        yield across, down
        if self.separator or self.h.letters or self.v.letters:
            return
        patterns = self.h.pattern(), self.v.pattern()
        order = 1 if self.h_first else -1
        first, second = (across, down)[::order]
        for cut in range(len(first) - 1, 0, -1):
            parts = (first[:cut], first[cut:] + second)[::order]
            if all(re.fullmatch(*pair) for pair in zip(patterns, parts, strict=True)):
                yield parts[0], parts[1]

    def _regex(self) -> str:
        numbers = {"h": f"(?P<h>{self.h.pattern()})", "v": f"(?P<v>{self.v.pattern()})"}
        keys = {
            "gridLocation": "hv" if self.h_first else "vh",
            "column": "h",
            "row": "v",
        }
        last = len(self.location_format) - 1
        parts: list[str] = []
        for odd, token in enumerate(self.location_format):
            if odd % 2 and odd < last and token in keys:
                # A number is read once; where the format repeats it, the caller's comparison of names decides.
                part = re.escape(self.separator).join(numbers.pop(k, ".*") for k in keys[token])
            else:
                part = re.escape(token)
            parts.append(part)
        return "".join(parts)
