"""The engine's rulebook and the referee's search are two readings of rule 10.2; on boards by chance they agree."""

from __future__ import annotations

from random import Random

import pytest

from tests.systems.axis_empires.boards import full_rulebook, random_situation
from vassal_supply.systems.axis_empires.board import laid_out
from vassal_supply.systems.axis_empires.judge import Judge
from vassal_supply.systems.axis_empires.rulebook import parse_rules
from vassal_supply.systems.axis_empires.state import read_world

SEEDS = range(60)


def judge_of(seed: int) -> Judge:
    rules = parse_rules(full_rulebook())
    situation = random_situation(Random(seed))
    world = read_world(situation, rules, None)
    return Judge(laid_out(situation, rules, world), rules, world)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("overland", [False, True])
def test_a_line_that_breaks_nothing_is_a_line(seed: int, overland: bool) -> None:
    judge = judge_of(seed)
    for unit in judge.situation.units:
        nearest = judge.nearest(unit, overland=overland)
        found = nearest is not None and not nearest.broken
        assert found == (judge.grade_of(unit, overland=overland) != "out"), (unit, nearest)
