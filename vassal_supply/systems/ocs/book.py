"""A rulebook of the series: its own tables, and the engine's rulebooks for trace, eating and breakout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.model import Unit
from vassal_supply.supply import Rulebook, parse_rulebook
from vassal_supply.supply.rulebook import LineRule, Part
from vassal_supply.systems.dice import SIDES
from vassal_supply.systems.ocs.losses import Losses, parse_losses
from vassal_supply.tables import Table

STATION, NEEDS = "station", "needs"
"""Kinds of the units that the system adds: stations where trains unload, and what asks for a unit's own needs."""

TRACING = "tracing"
"""The kind of source that stands for a unit that can trace, when paths for a breakout are sought."""


class Kinds(NamedTuple):
    """The kit's kinds of counter: combat units, those of them that throw, Transport Points, extenders; no others count."""

    combat: frozenset[str]
    hq: frozenset[str]
    transport: frozenset[str]
    extender: frozenset[str]


class Words(NamedTuple):
    """The names of the values that the kit reads off its counters."""

    rating: str
    steps: str
    re: str
    mode: str
    movement: str
    supply_points: str
    points: str


class Eating(NamedTuple):
    """Living off supply points: which sources are dumps, what a point feeds, and what it does to the marker."""

    rule: str
    dumps: frozenset[str]
    tokens: int
    feeds: int
    lifts_marker: bool
    strategic: bool
    book: Rulebook


class Breakout(NamedTuple):
    """Who may try to break out and how it goes. ``truck`` are the movement types that shun zones of control."""

    rule: str
    roll_rule: str
    range: int
    succeeds: frozenset[int]
    first_turn_bonus: int
    truck: frozenset[str]
    default: str
    by_truck: Rulebook
    otherwise: Rulebook


class Book(NamedTuple):
    """A whole rulebook of this system."""

    engine: Rulebook
    kinds: Kinds
    words: Words
    stations: frozenset[str]
    trace_rule: str
    rule: str
    marker_rule: str
    eating: Eating
    strategic: frozenset[str]
    strategic_rating: float
    losses: Losses
    breakout: Breakout

    def is_strategic(self, unit: Unit) -> bool:
        """Whether a unit is in Strategic mode."""
        return unit.values.get(self.words.mode) in self.strategic

    def points_of(self, unit: Unit) -> int:
        """How many Transport Points a counter stands for; a combat unit is one."""
        if unit.kind not in self.kinds.transport:
            return 1
        points = unit.values.get(self.words.points, 1)
        return max(1, int(points)) if not isinstance(points, str) else 1


_HIGH = [list(range(lowest, SIDES + 1)) for lowest in range(1, SIDES + 1)]
"""What may succeed: the first turn's bonus is added to the die, so the high numbers are the good ones."""
_OWN = ("kinds", "words", "rail", "supply_phase", "eating", "modes", "attrition", "breakout")


def parse_book(table: Table) -> Book:
    """Read a rulebook of this system; raises its table's error for a slip."""
    kinds = _kinds(table.table("kinds"))
    words = _words(table.table("words"))
    lists = {
        "@combat": kinds.combat,
        "@extender": kinds.extender,
        "@needs": frozenset({NEEDS}),
    }
    top = {key: table.get(key) for key in table.keys() if key not in _OWN}  # noqa: SIM118
    filled = {key: _filled(value, lists) for key, value in top.items()}
    engine = _book(table, filled)
    rail, phase, modes = table.table("rail"), table.table("supply_phase"), table.table("modes")
    book = Book(
        engine,
        kinds,
        words,
        frozenset(rail.texts("stations", ())),
        rail.text("rule", ""),
        phase.text("rule", ""),
        phase.text("marker_rule", ""),
        _eating(table, filled, lists),
        frozenset(modes.texts("strategic", ())),
        _number(modes, "strategic_rating"),
        parse_losses(table.table("attrition")),
        _breakout(table.table("breakout"), engine),
    )
    for inside in (rail, phase, modes):
        inside.done()
    return book


def _book(table: Table, data: Mapping[str, object]) -> Rulebook:
    return parse_rulebook(Table(data, file=table.file, error=table.error, source=table.source))


def _filled(value: object, lists: Mapping[str, frozenset[str]]) -> object:
    """A value with the words that stand for lists put in."""
    if isinstance(value, Mapping):
        return {key: _filled(one, lists) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    found: list[object] = []
    for one in value:
        if isinstance(one, str) and one in lists:
            found += sorted(lists[one])
        else:
            found.append(_filled(one, lists))
    return found


def _kinds(table: Table) -> Kinds:
    found = Kinds(*(frozenset(table.texts(key, ())) for key in Kinds._fields))
    if not found.combat:
        table.fail("combat", "missing; expected the kinds of combat unit")
    if stray := sorted(found.hq - found.combat):
        table.fail("hq", f"{stray[0]!r} is not under combat; a headquarters is a combat unit")
    table.done()
    return found


def _words(table: Table) -> Words:
    found = Words(*(table.text(key, key) for key in Words._fields))
    table.done()
    return found


def _eating(
    top: Table, filled: Mapping[str, object], lists: Mapping[str, frozenset[str]]
) -> Eating:
    table = top.table("eating")
    lines = _filled(table.get("line"), lists)
    found = Eating(
        rule=table.text("rule", ""),
        dumps=frozenset(table.texts("dumps", ())),
        tokens=table.integer("tokens"),
        feeds=table.integer("feeds"),
        lifts_marker=table.flag("lifts_marker", False),
        strategic=table.flag("strategic", False),
        book=_book(top, {**filled, "line": lines}),
    )
    for key, number in (("tokens", found.tokens), ("feeds", found.feeds)):
        if number < 1:
            table.fail(key, f"{number}; expected 1 or more")
    table.done()
    return found


def _breakout(table: Table, engine: Rulebook) -> Breakout:
    succeeds = table.get("succeeds")
    if not isinstance(succeeds, list) or sorted(succeeds, key=str) not in _HIGH:
        table.fail("succeeds", f"{succeeds!r}; expected the highest numbers of a die, like [5, 6]")
    rule = table.text("rule", "")
    found = Breakout(
        rule=rule,
        roll_rule=table.text("roll_rule", ""),
        range=table.integer("range"),
        succeeds=frozenset(succeeds),
        first_turn_bonus=table.integer("first_turn_bonus", 0),
        truck=frozenset(table.texts("truck", ())),
        default=table.text("default", ""),
        by_truck=_path(table, "truck_leg", engine, rule),
        otherwise=_path(table, "leg", engine, rule),
    )
    if found.range < 0:
        table.fail("range", f"{found.range}; expected hexes, 0 or more")
    table.done()
    return found


def _path(table: Table, key: str, engine: Rulebook, rule: str) -> Rulebook:
    """The engine's rulebook whose only line is one leg to a unit that can trace."""
    leg = table.choice(key, tuple(engine.legs))
    line = LineRule((Part((leg,)),), to=frozenset({TRACING}), rule=rule)
    return engine._replace(lines=(line,), sources=(), need_none=frozenset(), effects=())


def _number(table: Table, key: str) -> float:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        table.fail(key, f"{value!r}; expected a number")
    return value
