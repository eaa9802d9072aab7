"""Zones of control that hang on supply: what settles agrees with itself, what goes in circles is named."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.supply.legal import Referee, problems
from tests.supply.scenes import random_rulebook, random_situation
from tests.supply.test_explanation import hexes
from tests.supply.test_rules import LOOP
from tests.supply.twin import grade_of
from vassal_supply.supply import determine, explain, parse_rulebook


def test_what_goes_in_circles_keeps_its_standing_grade_and_is_named():
    """Each unit's zone covers the other's source: were both in supply both would be out, were both out both would be in."""
    situation = hexes(".....\n.....", ["Red-1 0101", "Blue-x 0502"], ["Red 0501", "Blue 0102"])
    rulebook = parse_rulebook(LOOP)
    found = determine(situation, rulebook)
    assert {verdict.grade for verdict in found.verdicts.values()} == {"full"}
    assert [warning.where for warning in found.warnings] == ["Red-1@0101", "Blue-x@0502"]
    reason = found.verdicts["p0"].reasons[0]
    assert (reason.rule, reason.code) == ("Z-1", "unsettled")
    assert explain(found, "p0").text == (reason.text,)
    marked = situation.units[0]._replace(supply="out")
    situation.units = (marked, *situation.units[1:])
    found = determine(situation, rulebook)
    assert [verdict.grade for verdict in found.verdicts.values()] == ["out", "full"]


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_settled_determination_agrees_with_the_zones_it_gives(seed):
    rng = Random(seed)
    situation, table = random_situation(rng), random_rulebook(rng)
    table["zoc"] = {"range": 1, "status": "computed", "lost_when": ["out", "partial"]}
    rulebook = parse_rulebook(table)
    found = determine(situation, rulebook)
    grades = {name: verdict.grade for name, verdict in found.verdicts.items()}
    referee = Referee(situation, rulebook, grades)
    named = {warning.where for warning in found.warnings}
    for verdict in found.verdicts.values():
        if f"{verdict.unit.name}@{verdict.unit.space}" not in named:
            assert problems(situation, rulebook, verdict, grades) == []
            assert verdict.grade == grade_of(referee, verdict.unit, grades)
