"""Dice for rule systems: those the players rolled, or those that follow from a seed the report prints.

A seeded die hangs on nothing but the seed and what it is rolled for, so that anybody can repeat it, another unit's die
never changes it, and the same check gives the same dice on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vassal_supply.tables import Table

SIDES = 6
_FAIR = 256 - 256 % SIDES
"""Bytes from here on would favour low numbers and are passed over."""


class Rolled(NamedTuple):
    """Some dice and where they come from: ``given`` by the players, or ``seed`` with the seed."""

    dice: tuple[int, ...]
    origin: str

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.dice)


def seeded(seed: str, purpose: str, number: int = 1) -> Rolled:
    """``number`` dice for a purpose, a text that no other roll of the turn has."""
    fall = _fall(f"{seed}\n{purpose}")
    return Rolled(tuple(next(fall) for _ in range(number)), f"seed {seed}")


def read_seed(table: Table, key: str = "seed") -> str:
    """A turn file's seed, a text or whole number; empty when it has none."""
    if key not in table:
        return ""
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        table.fail(key, f"{value!r}; expected a word or a whole number")
    return str(value)


def read_die(table: Table, key: str) -> int:
    """One die a player rolled."""
    die = table.integer(key)
    _check(table, key, die)
    return die


def read_dice(table: Table, key: str, number: int) -> tuple[int, ...]:
    """So many dice a player rolled, as a list of numbers, or as one number where there is one die."""
    value = table.get(key)
    listed = value if isinstance(value, list) else [value]
    if len(listed) != number:
        table.fail(key, f"{value!r}; expected {number} dice like {_example(number)}")
    for die in listed:
        if isinstance(die, bool) or not isinstance(die, int):
            table.fail(key, f"{die!r}; expected {number} dice like {_example(number)}")
        _check(table, key, die)
    return tuple(listed)


def _example(number: int) -> str:
    return "3" if number == 1 else str([3, 5, 1, 6][:number])


def _check(table: Table, key: str, die: int) -> None:
    if not 1 <= die <= SIDES:
        table.fail(key, f"{die}; a die shows 1 to {SIDES}")


def _fall(text: str) -> Iterator[int]:
    """The endless row of dice that follows from a text."""
    from hashlib import sha256

    block = text.encode("utf-8")
    while True:
        block = sha256(block).digest()
        yield from (byte % SIDES + 1 for byte in block if byte < _FAIR)
