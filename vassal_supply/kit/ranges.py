"""The compact strings of ``map.toml``: lists of spaces with ranges, paths and pairs.

``0101 0305`` are two spaces; ``0101..0305`` is every space of the rectangle between two corners, counted in the columns
and rows that the names show; ``0101-0102-0203`` is a path of a road or rail; ``0101/0102`` is the hexside between two.
A name with a blank or one of these signs in it is written in double quotes: ``"Port Said"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping

Fail = Callable[[str], object]
"""Told what is wrong with a word; it may raise or collect."""

RANGE, PATH, SIDE = "..", "-", "/"

_WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')


def split_words(text: str) -> list[str]:
    """The blank-separated words of a compact string; what stands in double quotes stays whole."""
    return _WORD.findall(text)


def split_names(word: str, sign: str) -> list[str]:
    """The names that ``sign`` joins in a word, their quotes taken off."""
    names, quoted = [""], False
    for part in re.split(f'("|{re.escape(sign)})', word):
        if part == '"':
            quoted = not quoted
        elif part == sign and not quoted:
            names.append("")
        else:
            names[-1] += part
    return names


class SpaceNames:
    """The names of a kit's spaces, and ranges of them.

    ``numbers`` gives, for spaces of a regular grid, (lattice, column, row) as their names count them.
    """

    def __init__(self, known: Container[str], numbers: Mapping[str, tuple[int, int, int]]) -> None:
        self._known = known
        self._numbers = numbers
        self._by_number = {number: name for name, number in numbers.items()}

    def unfold(self, text: str, fail: Fail) -> list[str]:
        """All spaces that a compact list names, in its order; ``fail`` is told of what is no space."""
        found: list[str] = []
        for word in split_words(text):
            corners = split_names(word, RANGE)
            if len(corners) == 1:
                found += self.known(corners, fail)
            elif len(corners) == 2:
                found += self._rectangle(corners[0], corners[1], fail)
            else:
                fail(f"{word!r} is no range; expected two corners, like 0101{RANGE}0305")
        return found

    def joined(self, word: str, sign: str, fail: Fail) -> list[str]:
        """The spaces that a word joins with ``sign``; empty when one of them is unknown or stands alone."""
        names = split_names(word, sign)
        if len(names) < 2:
            fail(f"{word!r} names one space; expected at least two joined by {sign!r}")
            return []
        return names if len(self.known(names, fail)) == len(names) else []

    def known(self, names: list[str], fail: Fail) -> list[str]:
        """The names that are spaces; ``fail`` is told of the others."""
        for name in names:
            if name not in self._known:
                fail(f"no space is called {name!r}")
        return [name for name in names if name in self._known]

    def _rectangle(self, first: str, last: str, fail: Fail) -> list[str]:
        if len(self.known([first, last], fail)) < 2:
            return []
        one, two = self._numbers.get(first), self._numbers.get(last)
        if one is None or two is None or one[0] != two[0]:
            fail(f"{first!r} and {last!r} do not lie in one grid; a range needs two corners of one")
            return []
        columns = range(min(one[1], two[1]), max(one[1], two[1]) + 1)
        rows = range(min(one[2], two[2]), max(one[2], two[2]) + 1)
        numbers = ((one[0], column, row) for column in columns for row in rows)
        return [self._by_number[number] for number in numbers if number in self._by_number]
