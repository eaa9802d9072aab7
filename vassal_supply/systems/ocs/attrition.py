"""Attrition of stacks out of supply: the column, the steps and the modifier, the dice, and what they cost (OCS-3)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from vassal_supply.model import Unit
from vassal_supply.systems.dice import Rolled, seeded
from vassal_supply.systems.ocs import sentences
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.losses import HIGHEST, LOWEST, Column
from vassal_supply.systems.ocs.memory import Memory
from vassal_supply.systems.ocs.turnfile import Orders

Row = dict[str, object]


class Stack(NamedTuple):
    """The combat units of a side in one space: those out of supply, and all of them."""

    side: str
    space: str
    out: tuple[Unit, ...]
    present: tuple[Unit, ...]


class Checked(NamedTuple):
    """The rows of all stacks, and what the players should settle."""

    rows: list[Row]
    questions: list[str]


def stacks_of(out: Iterable[Unit], combat: Iterable[Unit]) -> list[Stack]:
    """The stacks with a unit out of supply, space by space."""
    present: dict[tuple[str, str], list[Unit]] = {}
    for unit in combat:
        present.setdefault((unit.side, unit.space), []).append(unit)
    starving: dict[tuple[str, str], list[Unit]] = {}
    for unit in out:
        starving.setdefault((unit.side, unit.space), []).append(unit)
    return [
        Stack(*place, tuple(units), tuple(present[place]))
        for place, units in sorted(starving.items())
    ]


def check(
    stacks: Sequence[Stack], book: Book, orders: Orders, memory: Memory, sides: Container[str]
) -> Checked:
    """Check attrition of each stack; tells of dice the turn file has for no stack of the ``sides`` that check."""
    rows = [_row(stack, book, orders, memory) for stack in stacks]
    questions = [
        question
        for row, stack in zip(rows, stacks, strict=True)
        for question in _asked(row, stack, book)
    ]
    known = {(stack.side, stack.space) for stack in stacks}
    questions += [
        sentences.no_stack(side, space, book.losses.rule)
        for side, space in orders.attrition
        if side in sides and (side, space) not in known
    ]
    return Checked(rows, questions)


def rating_of(unit: Unit, book: Book) -> float | None:
    """A unit's Action Rating for attrition: as printed, but for Strategic mode; ``None`` if the kit tells none."""
    rating = unit.values.get(book.words.rating)
    if rating is None or isinstance(rating, str):
        return None
    return book.strategic_rating if book.is_strategic(unit) else rating


def steps_of(unit: Unit, book: Book) -> int:
    """A unit's steps; one where the kit does not say."""
    steps = unit.values.get(book.words.steps, 1)
    return int(steps) if not isinstance(steps, str) else 1


def _row(stack: Stack, book: Book, orders: Orders, memory: Memory) -> Row:
    ratings = [found for unit in stack.present if (found := rating_of(unit, book)) is not None]
    rating = max(ratings, default=None)
    steps = sum(steps_of(unit, book) for unit in stack.out)
    first = not any(memory.was_out(unit) for unit in stack.out)
    drm = book.losses.first_turn_drm if first else 0
    column = None if rating is None else book.losses.column(rating, steps)
    row: Row = {
        "side": stack.side,
        "space": stack.space,
        "id": [unit.id for unit in stack.out],
        "units": [unit.name for unit in stack.out],
        "column": rating,
        "steps": steps,
        "first_turn": first,
        "drm": drm,
        "safe_to": None if column is None else _safe_to(column, drm),
    }
    return row | _outcome(column, _dice(stack, orders), drm, steps) | {"rule": book.losses.rule}


def _safe_to(column: Column, drm: int) -> int:
    """The highest throw that costs nothing; 1 when every throw costs something."""
    return max(
        (roll for roll in range(LOWEST, HIGHEST + 1) if not column.lost(roll + drm)), default=1
    )


def _dice(stack: Stack, orders: Orders) -> Rolled | None:
    given = orders.attrition.get((stack.side, stack.space))
    if given is not None:
        return Rolled(given, "given")
    if not orders.seed:
        return None
    return seeded(orders.seed, f"attrition {stack.side} {stack.space}", 2)


def _outcome(column: Column | None, rolled: Rolled | None, drm: int, steps: int) -> Row:
    row: Row = {"dice": None, "from": None, "roll": None, "losses": None, "eliminated": None}
    if rolled is None:
        return row
    row |= {"dice": list(rolled.dice), "from": rolled.origin, "roll": rolled.total + drm}
    if column is None:
        return row
    lost = min(column.lost(rolled.total + drm), steps)
    return row | {"losses": lost, "eliminated": lost == steps}


def _asked(row: Row, stack: Stack, book: Book) -> list[str]:
    """What a stack leaves to the players: its rating, a table, its dice, how to share out its losses."""
    found = []
    where = f"{stack.space} ({stack.side})"
    if row["column"] is None:
        found.append(sentences.no_rating(where, book.losses.rule))
    elif row["safe_to"] is None:
        found.append(sentences.no_column(where, row, bool(book.losses.columns), book.losses.rule))
    if row["dice"] is None:
        found.append(sentences.roll_attrition(where, row, book.losses.rule))
    if row["losses"] and not row["eliminated"] and len(stack.out) > 1:
        found.append(sentences.share_losses(where, row, stack.out, book.losses.rule))
    return found
