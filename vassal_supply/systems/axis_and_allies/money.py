"""Purchases, refunds and income (AA-8, AA-9): what was bought and became of it, what each power collects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.complexes import Complex
from vassal_supply.systems.axis_and_allies.room import most_mobilised
from vassal_supply.systems.axis_and_allies.scene import LATE, Scene, counted


class Purchase(NamedTuple):
    """One kind of unit that was bought: what became of it; ``cost`` is for one, ``None`` when nobody says."""

    kind: str
    bought: int
    placed: int
    waiting: int
    returned: int
    cost: int | None


class Income(NamedTuple):
    """What a power collects: nothing when the enemy has its capital (AA-9).

    ``production`` is the sum of its territories, ``chart`` what its marker on the chart shows, if there is one.
    ``capital_holder`` is who holds its capital, empty for nobody.
    """

    power: str
    production: int
    chart: int | None
    capital: str
    capital_holder: str
    income: int
    reason: Reason


class Treasury(NamedTuple):
    """The money of the power whose turn it is, step by step; ``None`` for what the saves do not show."""

    before: int | None
    spent: int
    refund: int
    income: int
    due: int | None
    now: int | None


def find_purchases(scene: Scene) -> tuple[Purchase, ...]:
    """Everything bought this turn, by kind, in the rulebook's order."""
    placed = Counter(one.kind for one in scene.placed)
    waiting = Counter(one.kind for one in scene.waiting)
    returned = scene.returned
    rows = (
        Purchase(
            kind,
            placed[kind] + waiting[kind] + returned[kind] - scene.unpaid[kind],
            placed[kind],
            waiting[kind],
            returned[kind],
            scene.facts.cost(kind),
        )
        for kind in scene.facts.units
    )
    return tuple(one for one in rows if one.bought or one.placed)


def unpaid_fault(scene: Scene) -> Reason | None:
    """What is wrong when more units entered play than were bought (AA-1)."""
    if not scene.unpaid:
        return None
    names = ", ".join(counted(count, kind) for kind, count in scene.unpaid.items())
    return Reason("AA-1", "not-bought", f"{names} more entered play than {scene.power} bought")


def refund_fault(
    scene: Scene, complexes: Mapping[str, Complex], purchases: tuple[Purchase, ...]
) -> Reason | None:
    """What is wrong when units went back to the box although there was room for them (AA-8)."""
    bought = {one.kind: one.bought for one in purchases}
    total, most = sum(bought.values()), most_mobilised(scene, complexes, bought)
    returned = sum(one.returned for one in purchases)
    wrong = returned - (total - most)
    if not returned or wrong <= 0:
        return None
    text = (
        f"{returned} of {total} bought units went back to the box, but {most} can be mobilised;"
        f" {wrong} of them may not be turned back into money"
    )
    return Reason("AA-8", "refund-with-room", text)


def waiting_fault(scene: Scene) -> Reason | None:
    """What is wrong when units still wait after mobilisation is over (AA-8)."""
    if not scene.waiting or scene.phase not in LATE:
        return None
    kinds = Counter(one.kind for one in scene.waiting)
    names = ", ".join(counted(count, kind) for kind, count in kinds.items())
    text = f"mobilisation is over, and {names} neither entered play nor went back to the box"
    return Reason("AA-8", "not-mobilised", text)


def find_incomes(scene: Scene) -> tuple[Income, ...]:
    """The income of every power as the map stands."""
    return tuple(_income(scene, power) for power in scene.powers)


def _income(scene: Scene, power: str) -> Income:
    production = sum(space.value for space in scene.territories if scene.holder(space.id) == power)
    capital = next(
        (
            space.id
            for space in scene.territories
            if space.nation == power and scene.has(space.id, "capital")
        ),
        "",
    )
    holder = scene.holder(capital) if capital else ""
    side = scene.sides.get(holder, scene.sides[power])
    if side != scene.sides[power]:
        text = f"{holder} holds {capital}, {power}'s capital: no income"
        reason = Reason("AA-9", "capital-lost", text)
        return Income(power, production, _chart(scene, power), capital, holder, 0, reason)
    reason = Reason("AA-9", "income", f"the territories of {power} yield {production}")
    return Income(power, production, _chart(scene, power), capital, holder, production, reason)


def _chart(scene: Scene, power: str) -> int | None:
    """The number of the chart's box on which the power's marker stands."""
    word = scene.facts.words["chart"]
    for marker in scene.situation.markers:
        if marker.kind == word and marker.nation == power:
            return scene.space(marker.space).value
    return None


def chart_fault(scene: Scene, income: Income) -> Reason | None:
    """What is wrong with a power's marker on the national production chart (AA-9)."""
    if income.chart is None or income.chart == income.production:
        return None
    text = (
        f"{income.power}'s marker on the national production chart stands on {income.chart};"
        f" its territories yield {income.production}"
    )
    return Reason("AA-9", "chart-differs", text)


def find_treasury(
    scene: Scene, purchases: tuple[Purchase, ...], incomes: tuple[Income, ...]
) -> Treasury:
    """The power's money now and what it should be, refunds and, once collected, income included (AA-8, AA-9)."""
    income = next(one.income for one in incomes if one.power == scene.power)
    before = scene.earlier.money.get(scene.power) if scene.earlier else None
    spent = 0 if scene.after_purchase else _cost(purchases, "bought")
    refund = _cost(purchases, "returned")
    due = None
    if before is not None and all(one.cost is not None for one in purchases):
        due = before - spent + refund + (income if scene.phase in LATE else 0)
    return Treasury(before, spent, refund, income, due, scene.money().get(scene.power))


def _cost(purchases: tuple[Purchase, ...], column: str) -> int:
    return sum((one.cost or 0) * int(getattr(one, column)) for one in purchases)


def treasury_fault(scene: Scene, treasury: Treasury) -> Reason | None:
    """What is wrong with the power's money once it has collected its income (AA-9)."""
    due, now = treasury.due, treasury.now
    if scene.phase not in LATE or due is None or now is None or due == now or _plunder(scene):
        return None
    sums = f"{treasury.before}"
    sums += f" - {treasury.spent} spent" if treasury.spent else ""
    sums += f" + {treasury.refund} refunded" if treasury.refund else ""
    text = f"{scene.power} should have {sums} + {treasury.income} income = {due} IPC; it has {now}"
    return Reason("AA-9", "treasury", text)


def gift_faults(scene: Scene) -> tuple[Reason, ...]:
    """Other powers' money that changed during the turn: no gift or loan between powers (AA-9)."""
    if scene.earlier is None:
        return ()
    now, plundered = scene.money(), _plunder(scene)
    return tuple(
        Reason(
            "AA-9",
            "gift",
            f"{power}'s treasury went from {money} to {now[power]} IPC in {scene.power}'s turn;"
            " no power may lend or give money to another",
        )
        for power, money in scene.earlier.money.items()
        if power in now and power not in (scene.power, *plundered) and now[power] != money
    )


def _plunder(scene: Scene) -> tuple[str, ...]:
    """Enemy powers whose capital was taken this turn: the text here does not say what becomes of their money."""
    return tuple(
        space.nation
        for space in scene.territories
        if space.id in scene.captured
        and scene.has(space.id, "capital")
        and scene.is_enemy(space.nation)
    )
