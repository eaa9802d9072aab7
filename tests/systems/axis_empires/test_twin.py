"""Three readings of rule 10.2 agree on boards by chance: the rulebook's legs, the referee's search, the checker."""

from __future__ import annotations

from random import Random

import pytest

from fixtures.build.theatre.cases import Case, turn_name
from tests.systems.axis_empires.boards import full_rulebook, random_situation
from tests.systems.axis_empires.legal import Checker
from tests.systems.axis_empires.test_cases import CASES, FOLDER, IDS
from vassal_supply.case import open_case
from vassal_supply.systems.axis_empires.board import laid_out
from vassal_supply.systems.axis_empires.judge import Judge
from vassal_supply.systems.axis_empires.rulebook import parse_rules
from vassal_supply.systems.axis_empires.state import read_world

RULES = parse_rules(full_rulebook())


@pytest.mark.parametrize("overland", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_the_three_agree(seed: int, overland: bool) -> None:
    situation = random_situation(Random(seed))
    world = read_world(situation, RULES, None)
    judge = Judge(laid_out(situation, RULES, world), RULES, world)
    checker = Checker(situation, RULES, world)
    for unit in judge.situation.units:
        nearest = judge.nearest(unit, overland=overland)
        found = nearest is not None and not nearest.broken
        account = judge.account_of(unit, overland=overland)
        assert found == bool(account.line), (unit, nearest)
        if found:
            assert nearest is not None
            assert checker.problems(unit, account.line, account.source) == [], (unit, account)
            assert checker.problems(unit, nearest.line, nearest.source) == [], (unit, nearest)
            assert not overland or not any(step.leg == "sea" for step in account.line)


@pytest.mark.parametrize("seed", range(12))
def test_the_checker_finds_what_the_nearest_line_breaks(seed: int) -> None:
    situation = random_situation(Random(seed))
    world = read_world(situation, RULES, None)
    judge = Judge(laid_out(situation, RULES, world), RULES, world)
    checker = Checker(situation, RULES, world)
    for unit in judge.situation.units:
        nearest = judge.nearest(unit)
        if nearest is not None and nearest.broken:
            assert checker.problems(unit, nearest.line, nearest.source), (unit, nearest)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_line_of_the_cases_is_legal(case: Case) -> None:
    opened = open_case(FOLDER / f"{case.name}.vsav")
    turn = FOLDER / turn_name(case) if case.turn else None
    determination = opened.determine(turn_file=turn)
    rules = parse_rules(opened.kit.rulebook)
    from vassal_supply.tables import parse_toml

    table = parse_toml(turn.read_bytes(), file="turn") if turn else None
    world = read_world(opened.situation, rules, table)
    checker = Checker(opened.situation, rules, world)
    for verdict in determination.verdicts.values():
        if verdict.grade != "out":
            assert checker.problems(verdict.unit, verdict.line, verdict.source) == []
