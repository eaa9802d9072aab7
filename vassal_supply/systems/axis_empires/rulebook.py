"""The rulebook of Axis Empires: what its own tables say, and the engine's rulebook for one class of counters.

The file is the engine's grammar with words that depend on who traces: ``@ground`` stands for all kinds of ground unit,
``@enemy countries`` for the Countries that are enemy to the counter's faction at the moment, and so on. Bars under
``[[bar]]`` hold on every leg.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from vassal_supply.supply import Rulebook, parse_rulebook
from vassal_supply.tables import Table

Needs = Literal["line", "overland", "home", "nothing"]
NEEDS: tuple[Needs, ...] = ("line", "overland", "home", "nothing")

WORD = "@"
"""What begins a word that stands for others, depending on who traces."""

OVERLAND = "overland"
"""The word after ``--for`` that judges every counter by its overland line (AE-8)."""


class Question(NamedTuple):
    """One effect of supply as a player asks for it (10.3).

    ``phase`` or ``ask`` is the word after ``--phase`` or ``--for``; ``kinds`` are the counters it concerns, ``sides``
    the factions (empty: all). ``needs`` says what must hold; with ``phasing`` the faction must be phasing too.
    """

    code: str
    text: str
    rule: str
    kinds: tuple[str, ...]
    needs: Needs
    phase: str = ""
    ask: str = ""
    sides: frozenset[str] = frozenset()
    phasing: bool = False


class AxisRules(NamedTuple):
    """A rulebook of this system.

    ``air`` and ``markers`` are the kinds of counter that are no ground units, ``major`` the Major Countries, ``of``
    the faction each Country begins in, ``questions`` the effects, ``by_sea`` the legs an overland line lacks and
    ``overland_rule`` the rule that says so. ``engine`` is the rest, as the engine's parser takes it, and ``bars`` the
    bars that hold on every leg.
    """

    air: frozenset[str]
    markers: frozenset[str]
    major: frozenset[str]
    of: Mapping[str, str]
    questions: tuple[Question, ...]
    by_sea: frozenset[str]
    overland_rule: str
    engine: Mapping[str, object]
    bars: tuple[Mapping[str, object], ...]
    table: Table

    def is_ground(self, kind: str) -> bool:
        """Whether counters of a kind are ground units."""
        return kind not in self.air and kind not in self.markers

    def book(self, words: Mapping[str, Iterable[str]], *, overland: bool = False) -> Rulebook:
        """The engine's rulebook with ``words`` for what begins with ``@``; overland it has no leg by sea (AE-8)."""
        legs = [self._filled_leg(leg, words) for leg in _tables(self.engine, "leg")]
        lines = [
            self._without_sea(line) if overland else line for line in _tables(self.engine, "line")
        ]
        data = {**self.engine, "leg": legs, "line": lines}
        return parse_rulebook(
            Table(data, file=self.table.file, error=self.table.error, source=self.table.source)
        )

    def _without_sea(self, line: Mapping[str, object]) -> dict[str, object]:
        parts = line.get("legs")
        kept: list[object] = []
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, list):
                kept.append([name for name in part if name not in self.by_sea])
            elif part not in self.by_sea:
                kept.append(part)
        return {**line, "legs": [part for part in kept if part], "rule": self.overland_rule}

    def _filled_leg(
        self, leg: Mapping[str, object], words: Mapping[str, Iterable[str]]
    ) -> dict[str, object]:
        bars = (self._filled(bar, words) for bar in (*self.bars, *_tables(leg, "bars")))
        return {**leg, "bars": [bar for bar in bars if bar is not None]}

    def _filled(
        self, bar: Mapping[str, object], words: Mapping[str, Iterable[str]]
    ) -> dict[str, object] | None:
        """A bar with its words put in; nothing where no word is left that could bar."""
        found: dict[str, object] = {}
        for key, value in bar.items():
            if isinstance(value, list):
                value = [word for one in value for word in self._word(str(one), words)]
                if key in ("any", "none") and not value:
                    return None
            found[key] = value
        return found

    def _word(self, word: str, words: Mapping[str, Iterable[str]]) -> Iterable[str]:
        if not word.startswith(WORD):
            return (word,)
        if word[1:] not in words:
            known = ", ".join(WORD + name for name in words)
            self.table.fail("bar", f"{word!r}; expected one of {known}", word)
        return words[word[1:]]


def parse_rules(table: Table) -> AxisRules:
    """Read a rulebook of this system; raises its table's error for a slip in the tables that are this system's own."""
    kinds, countries, overland = (
        table.table("kinds"),
        table.table("countries"),
        table.table(OVERLAND),
    )
    own = {"kinds", "countries", OVERLAND, "bar", "effect"}
    rules = AxisRules(
        air=frozenset(kinds.texts("air", ())),
        markers=frozenset(kinds.texts("marker", ())),
        major=frozenset(countries.texts("major", ())),
        of=_factions(countries.table("of")),
        questions=tuple(_question(one) for one in table.tables("effect")),
        by_sea=frozenset(overland.texts("without", ())),
        overland_rule=overland.text("rule", ""),
        engine={key: table.get(key) for key in table.keys() if key not in own},  # noqa: SIM118
        bars=_tables({"bar": table.get("bar") or []}, "bar"),
        table=table,
    )
    for inside in (kinds, countries, overland):
        inside.done()
    return rules


def _factions(table: Table) -> dict[str, str]:
    return {country: side for side in table.keys() for country in table.texts(side)}  # noqa: SIM118


def _question(table: Table) -> Question:
    needs = table.choice("needs", NEEDS)
    found = Question(
        code=table.text("code"),
        text=table.text("text"),
        rule=table.text("rule", ""),
        kinds=table.texts("for"),
        needs=next(word for word in NEEDS if word == needs),
        phase=table.text("phase", ""),
        ask=table.text("ask", ""),
        sides=frozenset(table.texts("sides", ())),
        phasing=table.flag("phasing", False),
    )
    if bool(found.phase) == bool(found.ask):
        table.fail(
            "ask", "expected either ask (the word after --for) or phase (that after --phase)"
        )
    table.done()
    return found


def _tables(data: Mapping[str, object], key: str) -> tuple[Mapping[str, object], ...]:
    found = data.get(key)
    return (
        tuple(one for one in found if isinstance(one, Mapping)) if isinstance(found, list) else ()
    )
