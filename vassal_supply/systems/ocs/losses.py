"""The game's Attrition Table: steps lost by Action Rating, steps out of supply and two dice (OCS-3)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from vassal_supply.tables import Table

LOWEST, HIGHEST = 2, 12
"""What two dice show."""


class Column(NamedTuple):
    """The losses of stacks whose rating is one of ``ratings``, with so many ``steps``; by dice from 2 to 12."""

    ratings: frozenset[float]
    steps: range | None
    losses: tuple[int, ...]

    def lost(self, roll: int) -> int:
        """The steps lost on a modified roll; beyond the dice the last entry counts."""
        return self.losses[min(max(roll, LOWEST), HIGHEST) - LOWEST]


class Losses(NamedTuple):
    """How attrition is rolled: the modifier of the first turn, and the table, if the game has brought it."""

    rule: str
    first_turn_drm: int
    columns: tuple[Column, ...]

    def column(self, rating: float, steps: int) -> Column | None:
        """The column of a stack; ``None`` when the table has none for it."""
        for one in self.columns:
            if rating in one.ratings and (one.steps is None or steps in one.steps):
                return one
        return None


def parse_losses(table: Table) -> Losses:
    """Read and check the table: 2 to 12 complete, losses never falling as the roll rises, no stack in two columns."""
    columns: list[Column] = []
    for inside in table.tables("table"):
        column = _column(inside)
        for other in columns:
            if column.ratings & other.ratings and _meet(column.steps, other.steps):
                inside.fail(
                    "ratings", "another column of the table has stacks of these ratings and steps"
                )
        columns.append(column)
    found = Losses(table.text("rule", ""), table.integer("first_turn_drm", 0), tuple(columns))
    table.done()
    return found


def _column(table: Table) -> Column:
    ratings = table.get("ratings")
    if not isinstance(ratings, list) or not all(_is_number(one) for one in ratings) or not ratings:
        table.fail("ratings", f"{ratings!r}; expected Action Ratings like [3, 4]")
    steps = None
    if "steps" in table:
        steps = _span(table, "steps", str(table.get("steps")))
        if steps.start < 1:
            table.fail("steps", f"{table.get('steps')!r}; a stack that rolls has a step or more")
    losses = _losses(table)
    table.done()
    return Column(frozenset(ratings), steps, losses)


def _losses(top: Table) -> tuple[int, ...]:
    table = top.table("losses")
    by_roll: dict[int, int] = {}
    for key in table.keys():  # noqa: SIM118
        lost = table.integer(key)
        if lost < 0:
            table.fail(key, f"{lost}; expected steps lost, 0 or more")
        for roll in _span(table, key, key):
            if roll in by_roll:
                table.fail(key, f"the roll {roll} stands there twice")
            by_roll[roll] = lost
    wanted = range(LOWEST, HIGHEST + 1)
    if missing := [str(roll) for roll in wanted if roll not in by_roll]:
        top.fail(
            "losses", f"nothing for the roll {', '.join(missing)}; expected {LOWEST} to {HIGHEST}"
        )
    if odd := [str(roll) for roll in by_roll if roll not in wanted]:
        top.fail("losses", f"two dice never show {', '.join(odd)}")
    found = tuple(by_roll[roll] for roll in wanted)
    for roll, (lower, higher) in enumerate(pairwise(found), LOWEST):
        if higher < lower:
            top.fail("losses", f"the losses fall from {lower} on {roll} to {higher} on {roll + 1}")
    return found


def _span(table: Table, key: str, text: str) -> range:
    """A number, or the numbers from one to another as ``3..5``."""
    first, dots, last = text.partition("..")
    if not dots:
        last = first
    if not (first.strip().isdecimal() and last.strip().isdecimal()) or int(first) > int(last):
        table.fail(key, f"{text!r}; expected a number like 8 or a span like 2..7")
    return range(int(first), int(last) + 1)


def _meet(one: range | None, other: range | None) -> bool:
    return one is None or other is None or bool(set(one) & set(other))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
