"""Why a unit is in supply or not: its line leg by leg, or the nearest line there would be and what bars it.

The search for that nearest line lifts bars one space at a time: it finds the line within the limits with the fewest
barred spaces, and among those the one whose bars the fewest enemy pieces cause. What play cannot lift (terrain,
features, hexsides, nations) is only lifted when no line exists otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply import wording
from vassal_supply.supply.determination import Step, Verdict
from vassal_supply.supply.engine import Engine
from vassal_supply.supply.labels import Barred, Found, Search
from vassal_supply.supply.legs import Trace, way_of
from vassal_supply.supply.rulebook import Leg, LineRule
from vassal_supply.supply.scene import Users

PRINTED = frozenset({"terrain", "feature", "hexside", "nation"})
"""What bars by the map's own print, and no play lifts."""


class Bar(NamedTuple):
    """One bar on a line: the space it closes, the names of the pieces that cause it, its rule, and a sentence."""

    space: str
    by: tuple[str, ...]
    rule: str
    text: str


class Limit(NamedTuple):
    """The limit no lifting of bars would mend: on leg ``leg`` ``allowed`` spaces, where ``needed`` would do.

    Without any way to a source at all, ``leg`` is empty and both numbers are ``None``.
    """

    rule: str
    leg: str
    allowed: int | None
    needed: int | None
    text: str


class Explanation(NamedTuple):
    """Why a unit has its grade.

    In supply, ``line`` is its line and ``source`` where that ends. Out of supply, ``would_be`` is the nearest line
    there would be and ``bars`` what bars it, in the order the line meets them; or ``limit`` says which limit no lifting
    of bars would mend, and ``missed`` the same in numbers. ``text`` says all this in a few sentences.
    """

    unit: Unit
    verdict: Verdict
    line: tuple[Step, ...]
    source: Source | None
    would_be: tuple[Step, ...]
    bars: tuple[Bar, ...]
    limit: str | None
    missed: Limit | None
    text: tuple[str, ...]


def explain_unit(engine: Engine, unit: Unit) -> Explanation:
    """The explanation of one unit's verdict; the unit must stand on a space of the map."""
    verdict = engine.judge(unit)
    reasons = tuple(reason.text for reason in verdict.reasons)
    if verdict.grade != "out":
        stretches = wording.stretches(engine.ground, verdict.line, verdict.source)
        text = reasons + stretches
        return Explanation(unit, verdict, verdict.line, verdict.source, (), (), None, None, text)
    users = engine.scene.users_of(unit)
    lines = tuple(dict.fromkeys(chance.line for chance in engine.chances(unit.kind)))
    found = _nearest(engine, users, lines, engine.ground.bit[unit.space])
    if found is None:
        limit = _limit(engine, users, lines, engine.ground.bit[unit.space])
        text = (*reasons, limit.text)
        return Explanation(unit, verdict, (), None, (), (), limit.text, limit, text)
    ids = engine.ground.ids
    line = tuple(Step(ids[at], leg) for at, leg in found.line)
    bars = tuple(_bar(engine, users, barred) for barred in found.bars)
    text = (
        *reasons,
        wording.would_be(engine.ground, line, found.cost[0]),
        *(bar.text for bar in bars),
    )
    return Explanation(unit, verdict, (), None, line, bars, None, None, text)


def _nearest(engine: Engine, users: Users, lines: tuple[LineRule, ...], bit: int) -> Found | None:
    """The line to a source with the least to lift, by any of these line rules."""
    for hard in (PRINTED, frozenset[str]()):
        found = [Search(engine, users, line, hard).nearest(bit) for line in lines]
        best = min((one for one in found if one), key=lambda one: one.cost, default=None)
        if best:
            return best
    return None


def _bar(engine: Engine, users: Users, barred: Barred) -> Bar:
    space = engine.ground.ids[barred.bit]
    pieces = engine.scene.causes(barred.bar, users.side, space)
    start = engine.ground.ids[barred.start] if barred.start is not None else ""
    text = wording.bar(barred.bar, space, start, pieces, barred.closes_source)
    return Bar(space, tuple(piece.name for piece in pieces), barred.bar.rule, text)


def _limit(engine: Engine, users: Users, lines: tuple[LineRule, ...], bit: int) -> Limit:
    """The limit that keeps a unit from all sources even with every bar lifted: the one it misses by least."""
    missed = [
        limit for line in lines for limit in _missed(engine, users, line, bit) if limit.needed
    ]
    if missed:
        return min(missed, key=lambda one: (one.needed or 0) - (one.allowed or 0))
    rule = lines[0].rule if lines else ""
    return Limit(rule, "", None, None, wording.no_way(rule).text)


def _missed(engine: Engine, users: Users, line: LineRule, bit: int) -> list[Limit]:
    """For each leg whose limit alone stands in the way, how far it would have to go; else for all together."""
    legs = [engine.rulebook.legs[name]._replace(bars=()) for name in line.legs]
    goal = engine.ground.field_of(one.space for one in engine.sources(users, line, closed=True))

    def reaches(number: int, limit: int | None) -> bool:
        changed = [*legs[:number], legs[number]._replace(limit=limit), *legs[number + 1 :]]
        ways = tuple(way_of(engine.scene, leg, users) for leg in changed)
        return bool(Trace(engine.ground, ways, goal).begun >> bit & 1)

    found = []
    for number, leg in enumerate(legs):
        if leg.limit is None or not reaches(number, None):
            continue
        low, high = leg.limit, engine.ground.size
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if reaches(number, middle) else (middle, high)
        found.append(_limit_of(engine, line, leg, high))
    return found or _all_missed(engine, users, line, legs, goal, bit)


def _all_missed(
    engine: Engine, users: Users, line: LineRule, legs: list[Leg], goal: int, bit: int
) -> list[Limit]:
    """The first leg that is too long on the line there would be without any limit."""
    ways = tuple(way_of(engine.scene, leg._replace(limit=None), users) for leg in legs)
    trace = Trace(engine.ground, ways, goal)
    if not trace.begun >> bit & 1:
        return []
    entered = [name for _, name in trace.line(bit)]
    for leg in legs:
        needed = entered.count(leg.name)
        if leg.limit is not None and needed > leg.limit:
            return [_limit_of(engine, line, leg, needed)]
    return []


def _limit_of(engine: Engine, line: LineRule, leg: Leg, needed: int) -> Limit:
    rule = leg.rule or line.rule
    several = len(line.legs) > 1
    text = wording.limit(engine.ground, leg, needed, several=several)
    return Limit(rule, leg.name, leg.limit, needed, text)
