"""The turn file of the Operational Combat Series: what only the players know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Situation, Unit
from vassal_supply.systems.called import by_side, unit_called
from vassal_supply.systems.dice import read_dice, read_seed
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.systems.ocs.book import Book

TURN_KEYS: Mapping[str, str] = {
    "turn": "the number of the turn, from which the turn of return is counted; else the kit's fact of that name",
    "player": "whose turn it is: only this side checks supply; else the kit's fact of that name",
    "first_turn": "by side: units in their first turn out of supply, whatever their markers say",
    "later_turn": "by side: units that were out of supply before, like Transport Points, which carry no marker",
    "eat": "by side: the units that eat supply points, those named first first; else all that can",
    "starve": "by side: units that do not eat though they could",
    "breakout": "by side: units that try to break out, with the die, and the second one if it succeeds",
    "attrition": "by side: the two dice of each stack that checks attrition, by its space",
    "seed": "rolls every die that is not given; agree on it before the check",
}


class Attempt(NamedTuple):
    """A unit that tries to break out, once for each of its points; ``dice`` are those given, point by point."""

    dice: tuple[tuple[int, ...], ...]


class Orders(NamedTuple):
    """A whole turn file, by unit id; ``attrition`` goes by side and space, ``eat`` is ``None`` for a side not told."""

    turn: int | None = None
    player: str = ""
    first_turn: frozenset[str] = frozenset()
    later_turn: frozenset[str] = frozenset()
    eat: Mapping[str, tuple[str, ...]] = {}
    starve: frozenset[str] = frozenset()
    breakout: Mapping[str, Attempt] = {}
    attrition: Mapping[tuple[str, str], tuple[int, ...]] = {}
    seed: str = ""


def parse_orders(table: Table | None, situation: Situation, book: Book) -> Orders:
    """Read a turn file; raises its table's error for what is not there, said both ways, or tried too often."""
    facts = situation.facts
    turn = facts.get("turn")
    plain = Orders(turn if isinstance(turn, int) else None, str(facts.get("player", "")))
    if table is None:
        return plain
    lists = {key: _lists(table.table(key), situation) for key in _LISTS}
    for one, other in (("first_turn", "later_turn"), ("eat", "starve")):
        _refuse_both(table, one, other, lists, situation)
    return Orders(
        table.integer("turn") if "turn" in table else plain.turn,
        table.choice("player", situation.sides) if "player" in table else plain.player,
        _all(lists["first_turn"]),
        _all(lists["later_turn"]),
        lists["eat"],
        _all(lists["starve"]),
        _attempts(table.table("breakout"), situation, book),
        _stacks(table.table("attrition"), situation),
        read_seed(table),
    )


_LISTS = ("first_turn", "later_turn", "eat", "starve")


def _all(lists: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    return frozenset(name for names in lists.values() for name in names)


def _lists(table: Table, situation: Situation) -> dict[str, tuple[str, ...]]:
    for side in table.keys():  # noqa: SIM118
        if side not in situation.sides:
            known = ", ".join(situation.sides)
            table.fail(side, f"no side is called {side!r}; expected one of {known}")
    return {
        side: tuple(
            unit_called(_of(situation, side), name, table, side).id for name in table.texts(side)
        )
        for side in table.keys()  # noqa: SIM118
    }


def _refuse_both(
    table: Table,
    one: str,
    other: str,
    lists: Mapping[str, Mapping[str, tuple[str, ...]]],
    situation: Situation,
) -> None:
    """Fail for a unit that stands in two lists of which only one can be true."""
    both = _all(lists[one]) & _all(lists[other])
    for unit in situation.units:
        if unit.id in both:
            text = f"{unit.name} ({unit.space}) stands here and under {one}; expected one of them"
            table.table(other).fail(unit.side, text)


def _of(situation: Situation, side: str) -> list[Unit]:
    return [unit for unit in situation.units if unit.side == side]


def _attempts(table: Table, situation: Situation, book: Book) -> dict[str, Attempt]:
    found = {}
    for side, inside in by_side(table, situation.sides):
        for key in inside.keys():  # noqa: SIM118
            unit = unit_called(_of(situation, side), key, inside, key)
            found[unit.id] = _attempt(inside, key)
            tries, most = len(found[unit.id].dice), book.points_of(unit)
            if tries > most:
                inside.fail(key, f"dice for {tries} attempts; it may make {most}")
    return found


def _attempt(table: Table, key: str) -> Attempt:
    """``true``, the dice of one try, or a list with those of each point."""
    value = table.get(key)
    if value is True:
        return Attempt(())
    tries = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    dice = []
    for one in tries:
        number = len(one) if isinstance(one, list) else 1
        if number not in (1, 2):
            table.fail(key, f"{one!r}; expected the die, and the one for the turns if it succeeds")
        dice.append(
            read_dice(
                Table(
                    {key: one},
                    file=table.file,
                    place=table.place,
                    error=table.error,
                    source=table.source,
                ),
                key,
                number,
            )
        )
    return Attempt(tuple(dice))


def _stacks(table: Table, situation: Situation) -> dict[tuple[str, str], tuple[int, ...]]:
    found = {}
    for side, inside in by_side(table, situation.sides):
        for space in inside.keys():  # noqa: SIM118
            if space not in situation.map.spaces:
                inside.fail(space, f"no space is called {space!r}")
            found[side, space] = read_dice(inside, space, 2)
    return found
