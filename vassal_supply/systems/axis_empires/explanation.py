"""The explanation of one counter's verdict: its line, or the nearest there would be and what it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply import Reason, Verdict
from vassal_supply.supply.determination import Account
from vassal_supply.supply.explanation import Explanation
from vassal_supply.systems.axis_empires.breaches import bars_of
from vassal_supply.systems.axis_empires.refusal import SHORT

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.judge import Judge


def explain(judge: Judge, unit: Unit, verdict: Verdict, *, overland: bool) -> Explanation:
    """Why a counter has its grade, in a referee's words."""
    said = tuple(reason.text for reason in verdict.reasons)
    if verdict.grade != "out":
        return Explanation(unit, verdict, verdict.line, verdict.source, (), (), None, None, said)
    nearest = judge.nearest(unit, overland=overland)
    if nearest is None:
        return Explanation(unit, verdict, (), None, (), (), None, None, said)
    bars = bars_of(judge, unit, nearest, hints=True)
    reasons = tuple(_shortened(reason) for reason in verdict.reasons)
    account = Account((), None, reasons)
    verdict = Verdict(unit, verdict.grade, verdict.effects, lambda: account)
    text = (*(reason.text for reason in reasons), *(bar.text for bar in bars))
    return Explanation(unit, verdict, (), None, nearest.line, bars, None, None, text)


def _shortened(reason: Reason) -> Reason:
    """A reason without the bars, which are told one by one."""
    return reason._replace(text=SHORT.get(reason.code, reason.text))
