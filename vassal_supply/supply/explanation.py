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
from vassal_supply.supply.labels import Barred, Found, Search, goal_groups
from vassal_supply.supply.legs import Trace, branches_of
from vassal_supply.supply.refusal import legs_to, lifted
from vassal_supply.supply.rulebook import Leg, LineRule

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

    Where the leg pays movement points, both are in the rulebook's unit of them.
    """

    rule: str
    leg: str
    allowed: int
    needed: int
    text: str


class Explanation(NamedTuple):
    """Why a unit has its grade.

    In supply, ``line`` is its line and ``source`` where that ends. Out of supply, ``would_be`` is the nearest line
    there would be and ``bars`` what bars it, in the order the line meets them; or ``limit`` says which limit no lifting
    of bars would mend, and ``missed`` the same in numbers. Without any way to a source the verdict's reason says all
    there is to say. ``text`` says all this in a few sentences.
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
    found = _nearest(engine, unit)
    if found is None:
        missed = _limit(engine, unit)
        limit = missed.text if missed else None
        text = (*reasons, limit) if limit else reasons
        return Explanation(unit, verdict, (), None, (), (), limit, missed, text)
    ids = engine.ground.ids
    line = tuple(Step(ids[at], leg) for at, leg in found.line)
    bars = tuple(_bar(engine, unit, barred) for barred in found.bars)
    would_be = wording.would_be(engine.ground, line, found.cost[0])
    text = (*reasons, would_be, *(bar.text for bar in bars))
    return Explanation(unit, verdict, (), None, line, bars, None, None, text)


def _lines(engine: Engine, unit: Unit) -> list[LineRule]:
    bit = engine.ground.bit[unit.space]
    lines = dict.fromkeys(chance.line for chance in engine.chances(unit.kind))
    return [line for line in lines if engine.serves(line, bit)]


def _nearest(engine: Engine, unit: Unit) -> Found | None:
    """The line to a source with the least to lift, by any line rule that serves the unit."""
    bit = engine.ground.bit[unit.space]
    for hard in (PRINTED, frozenset[str]()):
        found = [
            Search(engine, unit, line, group, hard).nearest(bit)
            for line in _lines(engine, unit)
            for group in goal_groups(engine, unit, line)
        ]
        best = min((one for one in found if one), key=lambda one: one.cost, default=None)
        if best:
            return best
    return None


def _bar(engine: Engine, unit: Unit, barred: Barred) -> Bar:
    space = engine.ground.ids[barred.bit]
    pieces = engine.scene.causes(barred.bar, unit.side, space)
    start = engine.ground.ids[barred.start] if barred.start is not None else ""
    text = wording.bar(barred.bar, space, start, pieces, barred.source)
    by = tuple(piece.name for piece in pieces)
    if barred.source and barred.source.piece and not by:
        by = (barred.source.name,)
    return Bar(space, by, barred.bar.rule, text)


def _limit(engine: Engine, unit: Unit) -> Limit | None:
    """The limit that keeps a unit from all sources even with every bar lifted: the one it misses by least."""
    missed = [
        limit
        for line in _lines(engine, unit)
        for group in goal_groups(engine, unit, line)
        for limit in _missed(engine, unit, line, [goal.source for goal in group])
    ]
    return min(missed, key=lambda one: one.needed - one.allowed, default=None)


def _missed(engine: Engine, unit: Unit, line: LineRule, sources: list[Source]) -> list[Limit]:
    """For each leg whose limit alone stands in the way, how far it would have to go; else for all together."""
    users, bit = engine.scene.users_of(unit), engine.ground.bit[unit.space]
    goal = engine.ground.field_of(one.space for one in sources)
    legs = legs_to(engine, users, line, sources[0], bars=False, limits=True)

    def reaches(name: str, limit: int | None) -> bool:
        changed = legs | {name: legs[name]._replace(limit=limit)}
        branches = branches_of(engine.scene, line, changed, users)
        return bool(Trace(engine.ground, branches, goal).begun >> bit & 1)

    found = []
    for name, leg in legs.items():
        if leg.limit is not None and reaches(name, None):
            low, high = leg.limit, leg.limit + 1
            while not reaches(name, high):
                low, high = high, 2 * high
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if reaches(name, middle) else (middle, high)
            found.append(_limit_of(engine, line, leg, high))
    return found or _all_missed(engine, unit, line, sources, legs)


def _all_missed(
    engine: Engine, unit: Unit, line: LineRule, sources: list[Source], legs: dict[str, Leg]
) -> list[Limit]:
    """The first leg that is too long on the line there would be without any limit."""
    bit = engine.ground.bit[unit.space]
    trace = lifted(engine, unit, line, sources, bars=False, limits=False)
    if not trace.begun >> bit & 1:
        return []
    spent = trace.spent(bit)
    for name, leg in legs.items():
        if leg.limit is not None and spent.get(name, 0) > leg.limit:
            return [_limit_of(engine, line, leg, spent[name])]
    return []


def _limit_of(engine: Engine, line: LineRule, leg: Leg, needed: int) -> Limit:
    rule = leg.rule or line.rule
    several = len(line.legs) > 1
    text = wording.limit(engine.ground, engine.rulebook, leg, needed, several=several)
    return Limit(rule, leg.name, leg.limit or 0, needed, text)
