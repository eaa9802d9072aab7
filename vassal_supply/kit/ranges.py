"""The compact strings of ``map.toml``: lists of spaces with ranges and groups, paths and hexsides.

``0101 0305`` are two spaces; ``0101..0305`` is every space of the rectangle between two corners, counted in the columns
and rows that the names show; ``zone:Atlantic`` is every space of a group, ``Box*`` every space whose name fits; ``!0203``
takes spaces away from what stands before it, ``feature:city&nation:Italy`` are the spaces that are both.
``0101-0102-0203`` is a path of a road or rail; ``0101/0102`` is the hexside between two, ``0101/0102,0201`` are two
hexsides of one space and ``0101/*`` all of them.
A name with a blank or one of these signs in it is written in double quotes: ``"Port Said"``; a double quote within is
written twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping

Fail = Callable[[str, str], object]
"""Told what is wrong and the word that is; it may raise or collect."""

Groups = Callable[[str, str], "Collection[str] | None"]
"""The spaces of a group by its sort (zone, feature...) and name; ``None`` when there is no such group."""

Neighbours = Callable[[str], "Collection[str]"]
"""The neighbours of a space."""

RANGE, PATH, SIDE = "..", "-", "/"
AWAY, BOTH, AND_ALSO, EVERY = "!", "&", ",", "*"

_WORD = r'(?:"[^"]*"|[^\s"])+'
_QUOTED = r'"((?:[^"]|"")*)"'


def split_words(text: str) -> list[str]:
    """The blank-separated words of a compact string; what stands in double quotes stays whole."""
    return re.findall(_WORD, text) if '"' in text else text.split()


def split_names(word: str, sign: str) -> list[str]:
    """The names that ``sign`` joins in a word, their quotes taken off."""
    return [_bare(part) for part in _parts(word, sign)]


def quoted(name: str) -> str:
    """A space's name as a compact string has to write it."""
    plain = re.fullmatch(r"[^\s\"!&,*?/-]+", name) and RANGE not in name
    return name if plain else '"' + name.replace('"', '""') + '"'


class SpaceNames:
    """The names of a kit's spaces, and ranges and groups of them.

    ``numbers`` gives, for spaces of a regular grid, (lattice, column, row) as their names count them. ``aliases`` are
    other names of spaces.
    """

    def __init__(
        self,
        known: Collection[str],
        numbers: Mapping[str, tuple[int, int, int]],
        *,
        aliases: Mapping[str, str] | None = None,
        groups: Groups = lambda sort, name: None,
        neighbours: Neighbours = lambda space: (),
    ) -> None:
        self._known = known
        self._numbers = numbers
        self._by_number = {number: name for name, number in numbers.items()}
        self._aliases = aliases or {}
        self._groups = groups
        self._neighbours = neighbours

    def unfold(self, text: str, fail: Fail) -> list[str]:
        """All spaces that a compact list names, in its order; ``fail`` is told of what is no space."""
        found: list[str] = []
        for word in split_words(text):
            if word.startswith(AWAY):
                gone = set(self._both(word[1:], fail))
                found = [space for space in found if space not in gone]
            else:
                found += self._both(word, fail)
        return found

    def paths(self, text: str, fail: Fail) -> Iterator[list[str]]:
        """The paths in a compact list, each the spaces that a road or rail runs through."""
        for word in split_words(text):
            path = self._joined(word, split_names(word, PATH), PATH, fail)
            if path:
                yield path

    def hexsides(self, text: str, fail: Fail) -> Iterator[tuple[str, str]]:
        """The hexsides in a compact list, each as the two spaces it parts."""
        for word in split_words(text):
            sides = _parts(word, SIDE)
            if len(sides) != 2:
                fail(f"{word!r} is no hexside; expected two neighbours, like 0101/0102", word)
                continue
            first = self.known([_bare(sides[0])], fail)
            for space in first:
                others = (
                    list(self._neighbours(space))
                    if sides[1] == EVERY
                    else self.known(split_names(sides[1], AND_ALSO), fail)
                )
                yield from ((space, other) for other in others)

    def known(self, names: list[str], fail: Fail) -> list[str]:
        """The spaces that have these names; ``fail`` is told of names that none has."""
        found = []
        for name in names:
            space = self.space(name)
            if space is None:
                meant = self.meant(name)
                hint = f"; did you mean {meant!r}?" if meant else ""
                fail(f"no space is called {name!r}{hint}", name)
            else:
                found.append(space)
        return found

    def space(self, name: str) -> str | None:
        """The space of this name, ``None`` when there is none."""
        return name if name in self._known else self._aliases.get(name)

    def meant(self, name: str) -> str | None:
        """The space of this name, else of the number that lost the zeros at its front to a spreadsheet."""
        longer = (name.zfill(length) for length in range(len(name), 7)) if name.isdigit() else ()
        return next((space for one in (name, *longer) if (space := self.space(one))), None)

    def _joined(self, word: str, names: list[str], sign: str, fail: Fail) -> list[str]:
        if len(names) < 2:
            fail(f"{word!r} names one space; expected at least two joined by {sign!r}", word)
            return []
        found = self.known(names, fail)
        return found if len(found) == len(names) else []

    def _both(self, word: str, fail: Fail) -> list[str]:
        """The spaces that are in all parts of a word like ``feature:city&nation:Italy``."""
        if self.space(word) is not None:
            return self.known([word], fail)
        first, *others = _parts(word, BOTH)
        found = self._term(first, fail)
        for part in others:
            wanted = set(self._term(part, fail))
            found = [space for space in found if space in wanted]
        return found

    def _term(self, word: str, fail: Fail) -> list[str]:
        corners = split_names(word, RANGE)
        if len(corners) == 2:
            return self._rectangle(word, corners[0], corners[1], fail)
        if len(corners) > 2:
            fail(f"{word!r} is no range; expected two corners, like 0101{RANGE}0305", word)
            return []
        name = corners[0]
        if self.space(name) is None:
            sort, colon, group = name.partition(":")
            found = self._groups(sort, group) if colon else None
            if found is not None:
                return list(found)
            if '"' not in word and any(sign in word for sign in "*?"):
                return self._fitting(word, fail)
        return self.known([name], fail)

    def _fitting(self, word: str, fail: Fail) -> list[str]:
        from fnmatch import fnmatchcase

        wanted = word.replace("[", "[[]")
        found = [space for space in self._known if fnmatchcase(space, wanted)]
        if not found:
            fail(f"no space's name fits {word!r}", word)
        return found

    def _rectangle(self, word: str, first: str, last: str, fail: Fail) -> list[str]:
        ends = self.known([first, last], fail)
        if len(ends) < 2:
            return []
        one, two = self._numbers.get(ends[0]), self._numbers.get(ends[1])
        if one is None or two is None or one[0] != two[0]:
            fail(
                f"{first!r} and {last!r} do not lie in one grid; a range needs two corners of one",
                word,
            )
            return []
        columns = range(min(one[1], two[1]), max(one[1], two[1]) + 1)
        rows = range(min(one[2], two[2]), max(one[2], two[2]) + 1)
        numbers = ((one[0], column, row) for column in columns for row in rows)
        return [self._by_number[number] for number in numbers if number in self._by_number]


def _parts(word: str, sign: str) -> list[str]:
    """A word cut at a sign that stands outside quotes; the parts keep theirs."""
    if '"' not in word:
        return word.split(sign)
    parts, is_quoted = [""], False
    for piece in re.split(f'("|{re.escape(sign)})', word):
        if piece == '"':
            is_quoted = not is_quoted
        if piece == sign and not is_quoted:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _bare(word: str) -> str:
    """A name without its quotes."""
    if '"' not in word:
        return word
    return re.sub(_QUOTED, lambda hit: str(hit[1]).replace('""', '"'), word)
