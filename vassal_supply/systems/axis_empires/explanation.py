"""The explanation of one counter's verdict: its line, or the nearest there would be and what it breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply import Effect, Reason, Step, Verdict
from vassal_supply.supply.determination import Account
from vassal_supply.supply.explanation import Bar, Explanation
from vassal_supply.systems.axis_empires.breaches import bars_of
from vassal_supply.systems.axis_empires.refusal import SHORT

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.judge import Judge


def explain(
    judge: Judge, unit: Unit, verdict: Verdict, answers: Iterable[Effect], *, overland: bool
) -> Explanation:
    """Why a counter has its grade, in a referee's words, and the answers to what was asked."""
    told = tuple(Reason(one.rule, one.code, one.text) for one in answers)
    if verdict.grade != "out":
        return _explanation(verdict, (*verdict.reasons, *told), (), ())
    nearest = judge.nearest(unit, overland=overland)
    bars = bars_of(judge, unit, nearest, hints=True) if nearest else ()
    reasons = tuple(_shortened(reason) for reason in verdict.reasons)
    return _explanation(verdict, (*reasons, *told), nearest.line if nearest else (), bars)


def _explanation(
    verdict: Verdict, reasons: tuple[Reason, ...], would_be: tuple[Step, ...], bars: tuple[Bar, ...]
) -> Explanation:
    account = Account(verdict.line, verdict.source, reasons)
    told = Verdict(verdict.unit, verdict.grade, verdict.effects, lambda: account)
    text = (*(reason.text for reason in reasons), *(bar.text for bar in bars))
    return Explanation(
        verdict.unit, told, verdict.line, verdict.source, would_be, bars, None, None, text
    )


def _shortened(reason: Reason) -> Reason:
    """A reason without the bars, which are told one by one."""
    return reason._replace(text=SHORT.get(reason.code, reason.text))
