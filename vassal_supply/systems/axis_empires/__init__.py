"""Axis Empires (Totaler Krieg! and Dai Senso!), rule 10: supply lines of two free hexes, rail, one road or strait, and sea.

What a counter may trace over is data: ``templates/rulebooks/axis_empires.toml``. Here is what is none: the state of the
world that decides which Countries bar whom (:mod:`.state`), what follows from symbols, boxes and markers
(:mod:`.board`), the questions of 10.3 (:mod:`.effects`), and why a line is broken (:mod:`.referee`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Determination, Verdict
from vassal_supply.supply.engine import check_sides
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.systems.axis_empires.board import laid_out
from vassal_supply.systems.axis_empires.codes import ACTIONS, CODES, PHASES
from vassal_supply.systems.axis_empires.effects import answer, chosen, concerns
from vassal_supply.systems.axis_empires.judge import Judge
from vassal_supply.systems.axis_empires.rulebook import (
    OVERLAND,
    AxisRules,
    Question,
    parse_rules,
)
from vassal_supply.systems.axis_empires.state import ALLIED, TURN_KEYS, read_world
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation
    from vassal_supply.supply.threats import Cuts, Threat


class AxisEmpires:
    """The system ``axis_empires``; see the page ``axis_empires.md`` beside its rulebook."""

    name = "axis_empires"
    phases: Mapping[str, str] = PHASES
    actions: Mapping[str, str] = ACTIONS
    turn_keys: Mapping[str, str] = TURN_KEYS
    codes: Mapping[str, str] = CODES
    grade_words: Mapping[str, str] = {
        "full": "supplied",
        "partial": "in partial supply",
        "out": "unsupplied",
    }

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of all counters that trace, and what it allows them; see :class:`vassal_supply.systems.System`.

        With a phase or an action only the counters it concerns are judged; with ``overland`` all, by their overland
        lines.
        """
        judge = _judge(situation, rulebook, request.turn)
        check_sides(situation, request.sides)
        asked = _Asked(
            _overland(request),
            bool(request.phase or request.action),
            chosen(judge.rules.questions, request.phase, request.action),
        )
        verdicts = {
            unit.id: _verdict(judge, unit, asked)
            for unit in judge.situation.units
            if (request.sides is None or unit.side in request.sides)
            and unit.space in situation.map.spaces
            and asked.concerns(unit, judge.rules)
        }
        return Determination(
            self.name,
            verdicts,
            list(_warnings(judge)),
            explain=partial(_explain, judge, asked),
            questions=tuple(_questions(judge, asked)),
            sections={"answers": _answers(verdicts.values())} if asked.answers else None,
        )

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a counter has its grade; raises :class:`RequestError` for a piece that is none on the map."""
        return determination.explain(unit_id)

    def threats(
        self, situation: Situation, rulebook: Table, side: str, request: Request = NOTHING_MORE
    ) -> Sequence[Threat]:
        """See :class:`vassal_supply.systems.Threatened`."""
        from vassal_supply.systems.axis_empires.threats import threats_to

        return list(
            threats_to(_judge(situation, rulebook, request.turn), side, overland=_overland(request))
        )

    def cuts(
        self, situation: Situation, rulebook: Table, unit_id: str, request: Request = NOTHING_MORE
    ) -> Cuts:
        """See :class:`vassal_supply.systems.Threatened`."""
        from vassal_supply.systems.axis_empires.threats import smallest_cuts

        return smallest_cuts(
            _judge(situation, rulebook, request.turn), unit_id, overland=_overland(request)
        )


def _overland(request: Request) -> bool:
    """Whether overland lines are asked for (AE-8)."""
    return request.action == OVERLAND


def _judge(situation: Situation, rulebook: Table, turn: Table | None) -> Judge:
    rules = parse_rules(rulebook)
    for side in rules.of.values():
        if side not in situation.sides:
            known = ", ".join(situation.sides)
            rules.table.fail("countries", f"of: {side!r}; expected one of {known}", side)
    world = read_world(situation, rules, turn)
    return Judge(laid_out(situation, rules, world), rules, world)


class _Asked(NamedTuple):
    """What a check is asked: overland lines, one or several questions of 10.3 by name, or just supply."""

    overland: bool
    by_name: bool
    questions: list[Question]

    @property
    def answers(self) -> bool:
        """Whether the check answers questions that were asked by name."""
        return self.by_name and not self.overland

    def concerns(self, unit: Unit, rules: AxisRules) -> bool:
        """Whether a counter is judged: for a question by name only those that it concerns are."""
        return not self.answers or any(concerns(one, unit, rules) for one in self.questions)


def _verdict(judge: Judge, unit: Unit, asked: _Asked) -> Verdict:
    grade = judge.grade_of(unit, overland=asked.overland)
    effects = tuple(
        answer(judge, question, unit, supplied=grade != "out")
        for question in asked.questions
        if concerns(question, unit, judge.rules)
    )
    return Verdict(unit, grade, effects, partial(judge.account_of, unit, overland=asked.overland))


def _answers(verdicts: Iterable[Verdict]) -> list[dict[str, object]]:
    """The section ``answers``: who may and who may not do what was asked."""
    return [
        {
            "id": verdict.unit.id,
            "name": verdict.unit.name,
            "space": verdict.unit.space,
            "may": effect.allowed,
            "code": effect.code,
            "rule": effect.rule,
            "text": effect.text,
        }
        for verdict in verdicts
        for effect in verdict.effects
    ]


def _explain(judge: Judge, asked: _Asked, unit_id: str) -> Explanation:
    from vassal_supply.systems.axis_empires.explanation import explain

    for unit in judge.situation.units:
        if unit.id == unit_id and unit.space in judge.situation.map.spaces:
            verdict = _verdict(judge, unit, asked)
            answers = verdict.effects if asked.answers else ()
            return explain(judge, unit, verdict, answers, overland=asked.overland)
    raise RequestError(f"no counter {unit_id!r} that traces lines stands on a space of the map")


def _warnings(judge: Judge) -> Iterator[ReadWarning]:
    for unit in judge.situation.units:
        if unit.space not in judge.situation.map.spaces:
            yield ReadWarning(
                unit.name,
                f"stands on {unit.space}, which is no space of the map; it was not judged",
            )


def _questions(judge: Judge, asked: _Asked) -> Iterator[str]:
    """What only the players can say: who is phasing, and Postures where they matter."""
    world = judge.world
    if asked.answers and not world.phasing and any(one.phasing for one in asked.questions):
        yield "Which faction is phasing? Only its units move (10.3 AE-25): say phasing in the turn file."
    for side in ALLIED:
        if world.policy and side in judge.situation.sides and not world.posture_of(side, ""):
            yield (
                f"What is the Posture of the {side} faction? It counts as War here, and no line of its counters "
                "enters a Policy Affected Country (10.2 AE-10f): say posture in the turn file."
            )
