"""Saying what a supply line costs in movement points, beside how long it is."""

from __future__ import annotations

from vassal_supply.model import Unit
from vassal_supply.supply import Engine
from vassal_supply.supply.costs import format_mp
from vassal_supply.supply.determination import Reason
from vassal_supply.supply.holding import reach_of


def with_costs(engine: Engine, unit: Unit, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons of a unit, where the one that tells of its line also tells its movement points."""
    price = _price(engine, unit)
    if not price:
        return reasons
    return tuple(
        reason._replace(text=f"{reason.text}, for {price}") if reason.code == "line" else reason
        for reason in reasons
    )


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
            parts.append(f"{format_mp(spent, book.mp_unit)} of {most} movement points")
    return " and ".join(parts)
