"""The turn file of the Tactics II variant: what only the players know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.model import Situation, Unit
from vassal_supply.systems.called import by_side, unit_called
from vassal_supply.systems.dice import read_die, read_seed
from vassal_supply.tables import Table

TURN_KEYS: Mapping[str, str] = {
    "turn": "the number of the turn; else the kit's fact of that name",
    "hq": "by side: to which headquarters units declare to trace this turn",
    "landing": "by side: the squares to which landed divisions choose to trace",
    "over": "by side: landed divisions that gave their square up, or lost it, in an earlier turn",
    "dice": "by side: the die that was rolled for a unit out of supply",
    "seed": "rolls every die that is not given; agree on it before the check",
}


class Landed(NamedTuple):
    """A division that chose the square it landed on; ``landed`` and ``chosen`` are turns, 0 when not told."""

    square: str
    landed: int = 0
    chosen: int = 0


class Declared(NamedTuple):
    """A headquarters that a unit declares, with the table and key that say so."""

    target: str
    table: Table
    key: str


class Orders(NamedTuple):
    """A whole turn file, by unit id."""

    turn: int | None = None
    hq: Mapping[str, Declared] = {}
    landing: Mapping[str, Landed] = {}
    over: frozenset[str] = frozenset()
    dice: Mapping[str, int] = {}
    seed: str = ""


def parse_orders(table: Table | None, situation: Situation) -> Orders:
    """Read a turn file; raises its table's error for a side, unit or square that there is none of."""
    if table is None:
        return Orders(_turn(situation.facts.get("turn")))
    turn = table.integer("turn") if "turn" in table else _turn(situation.facts.get("turn"))
    return Orders(
        turn,
        {
            unit.id: Declared(inside.text(key), inside, key)
            for unit, inside, key in _units(table, "hq", situation)
        },
        {
            unit.id: _landed(inside, key, situation)
            for unit, inside, key in _units(table, "landing", situation)
        },
        _listed(table.table("over"), situation),
        {unit.id: read_die(inside, key) for unit, inside, key in _units(table, "dice", situation)},
        read_seed(table),
    )


def _turn(fact: object) -> int | None:
    return fact if isinstance(fact, int) else None


def _units(table: Table, name: str, situation: Situation) -> list[tuple[Unit, Table, str]]:
    """The units that the keys of ``[name.SIDE]`` mean, with that table and key."""
    return [
        (unit_called(_of(situation, side), key, inside, key), inside, key)
        for side, inside in by_side(table.table(name), situation.sides)
        for key in inside.keys()  # noqa: SIM118
    ]


def _of(situation: Situation, side: str) -> list[Unit]:
    return [unit for unit in situation.units if unit.side == side]


def _landed(table: Table, key: str, situation: Situation) -> Landed:
    value = table.get(key)
    if not isinstance(value, str | dict):
        table.fail(key, f'{value!r}; expected a square like "0101" in quotes, or a table with one')
    if isinstance(value, str):
        landed = Landed(value)
    else:
        inside = table.table(key)
        landed = Landed(
            inside.text("square"), inside.integer("landed", 0), inside.integer("chosen", 0)
        )
        inside.done()
    if landed.square not in situation.map.spaces:
        table.fail(key, f"no square is called {landed.square!r}", landed.square)
    return landed


def _listed(table: Table, situation: Situation) -> frozenset[str]:
    for side in table.keys():  # noqa: SIM118
        if side not in situation.sides:
            known = ", ".join(situation.sides)
            table.fail(side, f"no side is called {side!r}; expected one of {known}")
    return frozenset(
        unit_called(_of(situation, side), name, table, side).id
        for side in table.keys()  # noqa: SIM118
        for name in table.texts(side)
    )
