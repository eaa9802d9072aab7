"""Who goes to the dead pile: a die for every unit that is out of supply (T2-8)."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_supply.model import Unit
from vassal_supply.systems.dice import Rolled, seeded
from vassal_supply.systems.tactics2.book import SupplyPhase
from vassal_supply.systems.tactics2.turnfile import Orders

Row = dict[str, object]


def roll_for(units: Iterable[Unit], phase: SupplyPhase, orders: Orders) -> list[Row]:
    """A row for each unit that is out, with its die if there is one and what it does."""
    return [_row(unit, _die(unit, orders), phase) for unit in units]


def without_die(rows: Iterable[Row]) -> list[str]:
    """The names of the units whose die is still to be rolled."""
    return [f"{row['name']} ({row['side']})" for row in rows if row["die"] is None]


def _die(unit: Unit, orders: Orders) -> Rolled | None:
    if unit.id in orders.dice:
        return Rolled((orders.dice[unit.id],), "given")
    return seeded(orders.seed, f"out of supply {unit.id}") if orders.seed else None


def _row(unit: Unit, rolled: Rolled | None, phase: SupplyPhase) -> Row:
    row: Row = {"id": unit.id, "name": unit.name, "side": unit.side, "space": unit.space}
    if rolled is None:
        return row | {"die": None, "from": None, "result": "open", "rule": phase.roll_rule}
    result = "stays" if rolled.total in phase.stays else "dead-pile"
    return row | {
        "die": rolled.total,
        "from": rolled.origin,
        "result": result,
        "rule": phase.roll_rule,
    }
