"""Saying what a supply line costs in movement points, or would cost that is too long."""

from __future__ import annotations

from vassal_supply.model import Source, Unit
from vassal_supply.supply import Engine
from vassal_supply.supply.costs import format_mp
from vassal_supply.supply.determination import Reason
from vassal_supply.supply.holding import by_place, reach_of
from vassal_supply.supply.refusal import lifted, reach_to
from vassal_supply.supply.rulebook import LineRule
from vassal_supply.supply.wording import source_name


def with_costs(engine: Engine, unit: Unit, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons of a unit, where the one that tells of its line also tells its movement points."""
    price = _price(engine, unit)
    if not price:
        return reasons
    return tuple(
        reason._replace(text=f"{reason.text}, for {price}") if reason.code == "line" else reason
        for reason in reasons
    )


def with_distance(engine: Engine, unit: Unit, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons of a unit, where the one that says it is too far also says how far the nearest goals are."""
    if all(reason.code != "too-far" for reason in reasons):
        return reasons
    nearest: dict[str, tuple[int, int, Source]] = {}
    for line in _lines(engine, unit):
        found, leg = _away(engine, unit, line), line.legs[0]
        if found and (leg not in nearest or _first(found) < _first(nearest[leg])):
            nearest[leg] = found
    ranked = sorted(nearest.items(), key=lambda item: _first(item[1]))
    told = "; ".join(_distance(engine, leg, *one) for leg, one in ranked)
    return tuple(
        reason._replace(text=f"{reason.text}: {told}")
        if reason.code == "too-far" and told
        else reason
        for reason in reasons
    )


def _first(found: tuple[int, int, Source]) -> tuple[int, int]:
    return found[:2]


def _distance(engine: Engine, leg: str, points: int, limit: int, source: Source) -> str:
    unit = engine.rulebook.mp_unit
    away = f"{source_name(source)} is {format_mp(points, unit)} movement points away"
    counted = " counted from there" if engine.rulebook.legs[leg].leaving else ""
    return f"{away}{counted}, {format_mp(limit, unit)} are allowed"


def _lines(engine: Engine, unit: Unit) -> list[LineRule]:
    bit = engine.ground.bit[unit.space]
    lines = dict.fromkeys(chance.line for chance in engine.chances(unit.kind))
    return [line for line in lines if engine.serves(line, bit) and len(line.legs) == 1]


def _away(engine: Engine, unit: Unit, line: LineRule) -> tuple[int, int, Source] | None:
    """Along an open line of any length: its movement points, how many are allowed, and what it ends on."""
    leg = engine.rulebook.legs[line.legs[0]]
    goals = [goal.source for goal in engine.goals(unit, line) if not goal.closing]
    groups = [[one] for one in goals] if line.reach else [goals] if goals else []
    bit = engine.ground.bit[unit.space]
    found = []
    for group in groups:
        trace = lifted(engine, unit, line, group, bars=True, limits=False)
        limit = reach_to(engine, line, group[0])
        limit = leg.limit if limit is None else limit
        if leg.mp and limit is not None and trace.begun >> bit & 1:
            points = sum(trace.spent(bit).values())
            end = engine.ground.ids[trace.line(bit)[-1][0]]
            source = min((one for one in group if one.space == end), key=by_place)
            found.append((points, limit, source))
    return min(found, key=_first, default=None)


def _price(engine: Engine, unit: Unit) -> str:
    """The movement points of each leg that pays some; empty for a unit without a line or whose legs are free."""
    held = engine.held(unit.side).get(unit.id)
    if held is None:
        return ""
    book = engine.rulebook
    target = next((one for one in engine.situation.units if one.id == held.sources[0].piece), None)
    parts = []
    for name, spent in held.trace.spent(engine.ground.bit[unit.space]).items():
        leg = book.legs[name]
        limit = reach_of(engine, held.line, target) if target is not None else None
        limit = leg.limit if limit is None else limit
        if leg.mp and limit is not None:
            most = format_mp(limit, book.mp_unit)
            counted = " counted from there" if leg.leaving else ""
            parts.append(f"{format_mp(spent, book.mp_unit)} of {most} movement points{counted}")
    return " and ".join(parts)
