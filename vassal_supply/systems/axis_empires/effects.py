"""What supply allows a counter to do (10.3): the answers to the questions of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_supply.model import Unit
from vassal_supply.supply import Effect
from vassal_supply.systems.axis_empires.judge import Judge
from vassal_supply.systems.axis_empires.rulebook import AxisRules, Question

GROUND = "@ground"
"""All kinds of ground unit, in the list of those a question concerns."""


def chosen(questions: Iterable[Question], phase: str, action: str) -> list[Question]:
    """The questions of a phase and an action; all of them when neither is named, none for overland lines."""
    if not phase and not action:
        return list(questions)
    return [one for one in questions if (one.phase or one.ask) in (phase, action)]


def concerns(question: Question, unit: Unit, rules: AxisRules) -> bool:
    """Whether a question may be asked of a counter."""
    kinds = question.kinds
    is_meant = unit.kind in kinds or (GROUND in kinds and rules.is_ground(unit.kind))
    return is_meant and (not question.sides or unit.side in question.sides)


def answer(judge: Judge, question: Question, unit: Unit, *, supplied: bool) -> Effect:
    """Whether a counter may do what is asked, and if not why; ``supplied`` is whether it has a line."""
    missing = _missing(judge, question, unit, supplied=supplied)
    text = f"may not {question.text}: {missing}" if missing else f"may {question.text}"
    return Effect(question.rule, question.code, text, not missing)


def _missing(judge: Judge, question: Question, unit: Unit, *, supplied: bool) -> str:
    """What a counter lacks for it, in words; nothing when it lacks nothing."""
    phasing = judge.world.phasing
    if question.phasing and phasing and unit.side != phasing:
        return f"the {phasing} faction is phasing"
    if question.needs == "nothing":
        return ""
    if question.needs == "overland":
        return "it traces no overland line" if judge.grade_of(unit, overland=True) == "out" else ""
    if not supplied:
        return "it is unsupplied"
    if question.needs == "home" and judge.situation.map.spaces[unit.space].nation != unit.nation:
        return f"it is not in {unit.nation}"
    return ""
