"""Why a counter is unsupplied: what its nearest line breaks, in one sentence for a check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply import Reason
from vassal_supply.supply.explanation import Bar
from vassal_supply.systems.axis_empires.breaches import bars_of
from vassal_supply.systems.axis_empires.referee import FREE_LIMIT, PIECES, Broken

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.judge import Judge

_BY_SEA = frozenset({"fleet", "no-convoy", "policy-convoy", "closed-port"})
_TOLD = 2
"""So many bars a check tells; the rest are for explain."""
SHORT = {
    "cut-off": "every line to a source is barred",
    "no-crossing": "only Naval Zones that it may not cross lead to a source",
    "two-pieces": "its line would need a second piece that is not rail",
    "too-far": "two free hexes reach no source, nor a network that leads to one",
}
"""The reasons in short, by code, where the bars are told beside them."""


def why_out(judge: Judge, unit: Unit, *, overland: bool) -> Reason:
    """The reason that an unsupplied counter gets in a check."""
    if overland and judge.grade_of(unit) != "out":
        return Reason("10.2 AE-8", "sea-only", "its only line crosses a Naval Zone")
    if not any(source.users & {unit.side, unit.nation} for source in judge.situation.sources):
        text = f"no source serves counters of {unit.nation or unit.side}"
        return Reason("10.1 AE-1", "no-source", text)
    nearest = judge.nearest(unit, overland=overland)
    if nearest is None:
        return Reason("10.2 AE-3", "no-way", "nothing joins its place to a source")
    bars = bars_of(judge, unit, nearest)
    return Reason(_rules(bars), _code(nearest.broken), _told(bars))


def _code(broken: Iterable[Broken]) -> str:
    """What kind of rule the nearest line breaks: one sort alone has a code of its own."""
    sorts = {_sort(one) for one in broken}
    return sorts.pop() if len(sorts) == 1 else "cut-off"


def _sort(broken: Broken) -> str:
    if broken.bar is not None:
        return "no-crossing" if broken.bar.code in _BY_SEA else "cut-off"
    return {PIECES: "two-pieces", FREE_LIMIT: "too-far"}[broken.limit]


def _rules(bars: tuple[Bar, ...]) -> str:
    return ", ".join(dict.fromkeys(bar.rule for bar in bars[:_TOLD]))


def _told(bars: tuple[Bar, ...]) -> str:
    texts = [bar.text for bar in bars]
    text = "; ".join(texts[:_TOLD])
    more = len(bars) - _TOLD
    return text if more <= 0 else f"{text}; and {more} more"
