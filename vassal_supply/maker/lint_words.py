"""Lint of a generic rulebook's words: kinds of link, source, unit and marker, terrain, features that nothing has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from vassal_supply.errors import SupplyError
from vassal_supply.kit.spaces import ADJACENT
from vassal_supply.maker.findings import Findings

if TYPE_CHECKING:
    from vassal_supply.kit import Kit
    from vassal_supply.kit.maps import BuiltMap
    from vassal_supply.tables import Table

GENERIC = "generic"


def lint_words(findings: Findings, kit: Kit, built: BuiltMap) -> None:
    """Tell words of the rulebook that nothing in the kit is called, and the kit's that the rulebook does not know."""
    if kit.system != GENERIC or findings.errors:
        return
    try:
        _WordLint(findings, kit, built).run()
    except SupplyError as error:
        findings.raised(error)


class _WordLint:
    """One pass over a rulebook."""

    def __init__(self, findings: Findings, kit: Kit, built: BuiltMap) -> None:
        self._findings, self._kit = findings, kit
        model = built.model
        spaces = model.spaces.values()
        units = [rule for rule in kit.pieces if rule.role == "unit"]
        markers = [rule for rule in kit.pieces if rule.role == "marker"]
        of_pieces = {rule.source.kind for rule in kit.pieces if rule.source}
        self._known: dict[str, set[str]] = {
            "link": {link.kind for link in model.links} | {ADJACENT},
            "source": {source.kind for source in built.data.sources} | of_pieces,
            "unit": {rule.kind.text for rule in units},
            "marker": {rule.kind.text for rule in markers},
            "terrain": {space.terrain for space in spaces} | {""},
            "feature": {feature for space in spaces for feature in space.features},
            "nation": {space.nation for space in spaces},
            "hexside": {kind for kinds in model.hexsides.values() for kind in kinds},
        }
        self._known["user"] = {name for side in kit.sides.items() for name in (side[0], *side[1])}
        self._known["ground"] = self._known["terrain"] | self._known["feature"]
        # A kind by template may be anything.
        self._open = {
            sort
            for sort, rules in (("unit", units), ("marker", markers))
            if any(rule.kind.words for rule in rules)
        }

    def run(self) -> None:
        """Tell all words that are not known."""
        rulebook = self._kit.rulebook
        used: dict[str, set[str]] = {"link": {ADJACENT}, "source": set()}
        for table, key, sort in _words(rulebook):
            inside = table.get(key)
            words = list(inside) if isinstance(inside, Mapping) else table.texts(key, ())
            for word in words:
                used.setdefault(sort, set()).add(word)
                if word not in self._known[sort] and sort not in self._open:
                    said = f"no {_CALLED[sort]} of the kit is called {word!r}"
                    self._findings.warning(table, key, said, word)
        self._unused(used, "link", "no leg of the rulebook follows")
        if all("to" in one or "to_units" in one for one in rulebook.tables("line")):
            self._unused(used, "source", "no line of the rulebook may end on")
        self._zones_of_control(rulebook)

    def _zones_of_control(self, rulebook: Table) -> None:
        """Bars by zones of control are idle while the rulebook gives nobody one."""
        if "zoc" in rulebook and rulebook.table("zoc").get("range") != 0:
            return
        for bar in _bars(rulebook):
            if bar.get("by") == "ezoc":
                self._findings.warning(bar, "by", "no unit has a zone of control; expected [zoc]")

    def _unused(self, used: dict[str, set[str]], sort: str, said: str) -> None:
        for word in sorted(self._known[sort] - used[sort]):
            table, key = self._where(sort, word)
            self._findings.warning(table, key, f"{said} a {_CALLED[sort]} of the kind {word!r}")

    def _where(self, sort: str, word: str) -> tuple[Table, str]:
        """Where the kit makes links or sources of a kind."""
        data = self._kit.map_data
        if data is not None:
            if sort == "link" and word in (lines := data.table("lines")):
                return lines, word
            for one in data.tables(sort):
                if one.get("kind") == word:
                    return one, "kind"
        return self._kit.table, ""


_CALLED = {
    "link": "link",
    "source": "source",
    "unit": "unit kind",
    "marker": "marker",
    "terrain": "terrain",
    "feature": "feature",
    "nation": "nation's space",
    "hexside": "hexside",
    "ground": "terrain or feature",
    "user": "side or nation",
}


def _words(rulebook: Table) -> Iterator[tuple[Table, str, str]]:
    """Each list of words in a rulebook: its table, its key and what sort of words they are."""
    for leg in rulebook.tables("leg"):
        yield leg, "links", "link"
    for bar in _bars(rulebook):
        yield from _bar_words(bar)
    for line in rulebook.tables("line"):
        yield line, "to", "source"
        yield line, "to_units", "unit"
        yield line, "for", "unit"
        yield line, "on", "ground"
    for source in rulebook.tables("source"):
        yield source, "kinds", "source"
    zoc = rulebook.table("zoc")
    yield zoc, "stopped_by_hexsides", "hexside"
    yield zoc, "not_into", "ground"
    yield rulebook.table("needs"), "none", "unit"
    for costs in rulebook.tables("costs"):
        for key, sort in (("terrain", "terrain"), ("features", "feature"), ("hexsides", "hexside")):
            yield costs, key, sort
    for effect in rulebook.tables("effect"):
        yield effect, "for", "unit"


def _bars(rulebook: Table) -> Iterator[Table]:
    """All bars of a rulebook, of legs and of sources."""
    for table, key in (("leg", "bars"), ("source", "closed")):
        for one in rulebook.tables(table):
            yield from one.tables(key)


def _bar_words(bar: Table) -> Iterator[tuple[Table, str, str]]:
    by = bar.text("by", "")
    if by in ("terrain", "feature", "nation", "hexside", "marker"):
        yield bar, "any", by
        yield bar, "none", by
    if by in ("enemy-unit", "friendly-unit"):
        yield bar, "kinds", "unit"
    yield bar, "unless_kinds", "unit"
    yield bar, "spares", "user"
    yield bar, "on", "ground"
