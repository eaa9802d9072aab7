"""Values of counters and facts of the save that are not what they should be, with what is counted instead."""

from __future__ import annotations

from collections.abc import Container, Iterator

from vassal_supply.errors import ReadWarning
from vassal_supply.model import Situation
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.turnfile import Orders


def slips(situation: Situation, book: Book, sides: Container[str]) -> Iterator[ReadWarning]:
    """A warning for each such value of the units of some sides and of the dumps; a missing one only for steps."""
    words = book.words
    for unit in situation.units:
        if unit.side not in sides:
            continue
        combat = unit.kind in book.kinds.combat
        wanted = {words.rating: "none", words.steps: "1", words.re: "1"} if combat else {}
        if unit.kind in book.kinds.transport:
            wanted = {words.points: "1"}
        for key, instead in wanted.items():
            value = unit.values.get(key)
            if isinstance(value, str) and (value or key == words.steps):
                yield _slip(f"{unit.name} ({unit.space})", key, value, instead)
    for source in situation.sources:
        value = source.values.get(words.supply_points)
        if source.kind in book.eating.dumps and isinstance(value, str) and value != "unlimited":
            yield _slip(f"{source.name} ({source.space})", words.supply_points, value, "none")


def _slip(where: str, key: str, value: str, instead: str) -> ReadWarning:
    return ReadWarning(where, f"{key}: {value!r} is no number; {instead} is counted")


def wrong_facts(situation: Situation, orders: Orders) -> Iterator[ReadWarning]:
    """A warning for each of the kit's facts that tells nothing and that the turn file does not tell either."""
    player, turn = orders.player, situation.facts.get("turn", "")
    if player and player not in situation.sides:
        known = ", ".join(situation.sides)
        text = f"{player!r} is no side; expected one of {known}; every side is checked"
        yield ReadWarning("the kit's fact player", text)
    if turn and isinstance(turn, str) and orders.turn is None:
        text = f"{turn!r} is no number; no turn of return is counted"
        yield ReadWarning("the kit's fact turn", text)
