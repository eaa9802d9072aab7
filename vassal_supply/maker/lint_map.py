"""Lint of ``map.toml``: roads that jump, hexsides of spaces that do not touch, links one way, words given twice."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from vassal_supply.kit.ranges import Fail
from vassal_supply.kit.spaces import ADJACENT
from vassal_supply.maker.findings import Findings, some

if TYPE_CHECKING:
    from vassal_supply.kit import Kit
    from vassal_supply.kit.maps import BuiltMap
    from vassal_supply.tables import Table


def lint_map(findings: Findings, kit: Kit, built: BuiltMap) -> None:
    """Everything that looks wrong with a kit's map data; unknown spaces were told when the map was built."""
    if kit.map_data is not None:
        _MapLint(findings, kit.map_data, built).run()
    _alone(findings, kit, built)


def _quiet(text: str, word: str) -> None:
    """Unknown spaces were told already."""


class _MapLint:
    """One pass over the tables of ``map.toml``."""

    def __init__(self, findings: Findings, table: Table, built: BuiltMap) -> None:
        self._findings, self._table, self._built = findings, table, built
        self._names = built.data.names
        self._quiet: Fail = _quiet

    def run(self) -> None:
        """Tell all that is wrong."""
        self._jumps()
        self._hexsides()
        self._one_way()
        for key in ("terrain", "nations"):
            self._twice(self._table.table(key))

    @cached_property
    def _touching(self) -> set[tuple[str, str]]:
        """Pairs of spaces that touch: neighbours in a grid, and those that the kit calls adjacent."""
        model = self._built.model
        cells = model.cells()
        pairs = {(one, other) for one in model.spaces for other in model.adjacent(one, cells)}
        for link in model.links:
            if link.kind == ADJACENT:
                pairs |= {(link.a, link.b), (link.b, link.a)}
        return pairs

    def _touch(self, one: str, other: str) -> bool:
        """Whether two spaces touch; an area or box that has no adjacent spaces at all may be anywhere."""
        if (one, other) in self._touching:
            return True
        return not all(
            self._built.model.spaces[space].cell or space in self._joined for space in (one, other)
        )

    @cached_property
    def _joined(self) -> set[str]:
        return {one for one, _ in self._touching}

    def _jumps(self) -> None:
        """Roads and rails whose steps do not touch."""
        lines = self._table.table("lines")
        for kind in lines.keys():  # noqa: SIM118
            for text in lines.texts(kind):
                for path in self._names.paths(text, self._quiet):
                    for one, other in pairwise(path):
                        if not self._touch(one, other):
                            said = f"jumps from {one!r} to {other!r}, which do not touch"
                            self._findings.error(lines, kind, said, one)

    def _hexsides(self) -> None:
        sides = self._table.table("hexsides")
        for kind in sides.keys():  # noqa: SIM118
            for text in sides.texts(kind):
                for one, other in self._names.hexsides(text, self._quiet):
                    if not self._touch(one, other):
                        said = f"{one!r} and {other!r} share no hexside"
                        self._findings.error(sides, kind, said, one)

    def _one_way(self) -> None:
        """Links that run one way only, unless another runs back."""
        links = {(one.a, one.b, one.kind) for one in self._built.model.links}
        back = {(one.b, one.a, one.kind) for one in self._built.model.links if one.both}
        for table in self._table.tables("link"):
            if not table.flag("one_way", False):
                continue
            kind = table.text("kind")
            lonely = [
                f"{one} > {other}"
                for one, other in self._built.data.ends(table)
                if (other, one, kind) not in links | back
            ]
            if lonely:
                said = f"runs one way only: {some(lonely)}; leave it out if both ways were meant"
                self._findings.warning(table, "one_way", said)

    def _twice(self, table: Table) -> None:
        """Spaces that two keys of one table claim; the later counts."""
        given: dict[str, str] = {}
        clashes: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for key in table.keys():  # noqa: SIM118
            for text in table.texts(key):
                for space in self._names.unfold(text, self._quiet):
                    before = given.setdefault(space, key)
                    if before != key:
                        clashes[before, key].append(space)
                        given[space] = key
        for (before, key), spaces in clashes.items():
            said = f"{some(spaces)} stand under {before!r} too; {key!r} counts"
            self._findings.warning(table, key, said, spaces[0])


def _alone(findings: Findings, kit: Kit, built: BuiltMap) -> None:
    """Areas and boxes that nothing joins to any other space."""
    model = built.model
    linked = {end for link in model.links for end in (link.a, link.b)}
    alone = [id for id, space in model.spaces.items() if space.cell is None and id not in linked]
    if alone:
        said = f"nothing joins these to another space: {some(alone)}"
        table = kit.map_data or kit.table
        findings.warning(table, "", f"{said}; see [neighbours] and [[link]]")
