"""Threats are exact: losing every space in turn, in the situation itself, says the same."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.supply.scenes import random_rulebook, random_situation
from tests.supply.test_explanation import PLAIN, ROW, hexes
from tests.supply.test_rules import CHAIN, chain_of, limited
from tests.supply.test_rules import PLAIN as SHORT
from vassal_supply.errors import RequestError
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import determine, parse_rulebook
from vassal_supply.supply.threats import cuts, threats

KINDS = ("unit", "hq", "depot")


def lost(situation: Situation, side: str, spaces, *, zoc: bool) -> Situation:
    """The situation with spaces in enemy hands: his units there, of every kind a bar may ask for, and no others."""
    enemy = next(one for one in situation.sides if one != side)
    units = [unit for unit in situation.units if unit.side != side or unit.space not in spaces]
    units += [
        Unit(f"new {space} {kind}", "", "", space, enemy, kind=kind, zoc=zoc)
        for space in spaces
        for kind in KINDS
    ]
    return Situation(
        situation.map,
        situation.sides,
        tuple(units),
        situation.markers,
        tuple(source for source in situation.sources if source.space not in spaces),
        situation.control | dict.fromkeys(spaces, enemy),
    )


def supplied(situation, rulebook, side):
    found = determine(situation, rulebook, sides=[side]).verdicts
    return {name for name, verdict in found.items() if verdict.grade != "out"}


def out_by(situation, rulebook, side, spaces, *, zoc):
    """The units that are in supply now, stand elsewhere, and would be out."""
    after = supplied(lost(situation, side, spaces, zoc=zoc), rulebook, side)
    there = {unit.id for unit in situation.units if unit.space in spaces}
    return supplied(situation, rulebook, side) - after - there


def random_case(seed):
    rng = Random(seed)
    situation, table = random_situation(rng), random_rulebook(rng)
    assume(len(situation.map.spaces) <= 16)
    table["needs"] = {"none": []}
    return situation, parse_rulebook(table)


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_threats_are_what_losing_each_space_in_turn_says(seed):
    situation, rulebook = random_case(seed)
    for side in situation.sides:
        found = {threat.space: threat for threat in threats(situation, rulebook, side)}
        for space in situation.map.spaces:
            taken = out_by(situation, rulebook, side, {space}, zoc=False)
            zoned = out_by(situation, rulebook, side, {space}, zoc=True)
            if taken or zoned:
                assert set(found[space].taken) == taken
                assert set(found[space].zoned) == zoned
            else:
                assert space not in found


@given(st.integers(min_value=0, max_value=2**32), st.booleans())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_cuts_are_the_smallest_sets_there_are(seed, zoc):
    situation, rulebook = random_case(seed)
    side = situation.sides[0]
    for name in sorted(supplied(situation, rulebook, side))[:3]:
        unit = next(one for one in situation.units if one.id == name)
        spaces = sorted(set(situation.map.spaces) - {unit.space})
        found = cuts(situation, rulebook, name, zoc=zoc, most=2)
        expected = set()
        for size in range(1, found.most + 1):
            expected = {
                frozenset(some)
                for some in combinations(spaces, size)
                if name in out_by(situation, rulebook, side, set(some), zoc=zoc)
            }
            if expected:
                break
        assert {frozenset(some) for some in found.sets} == expected


def test_a_corridor_can_be_cut_anywhere():
    situation = hexes("....\n .. ", ["Red-1 0101"], ["Red 0401"])
    rulebook = parse_rulebook({**PLAIN, "zoc": {"range": 0}})
    assert [(one.space, one.taken) for one in threats(situation, rulebook, "Red")] == [
        ("0201", ("p0",)),
        ("0401", ("p0",)),
    ]
    assert cuts(situation, rulebook, "p0").sets == (("0201",), ("0401",))
    assert cuts(situation, rulebook, "p0").text == "0201; 0401"


def test_cuts_of_two_and_of_more_than_three():
    picture = "\n".join(["." * 5] * 5)
    rulebook = parse_rulebook({**PLAIN, "zoc": {"range": 0}})
    corner = hexes(picture, ["Red-1 0101"], ["Red 0405", "Red 0503"])
    found = cuts(corner, rulebook, "p0")
    assert found.sets == (("0201", "0102"), ("0503", "0405"))
    assert found.text == "0201 + 0102; 0503 + 0405"
    middle = hexes(picture, ["Red-1 0303"], [f"Red {n:02d}05" for n in range(1, 6)])
    assert cuts(middle, rulebook, "p0").sets == ()
    assert cuts(middle, rulebook, "p0").text == "none of 3 or fewer"
    zoned = parse_rulebook(PLAIN)
    assert [len(some) for some in cuts(middle, zoned, "p0", zoc=True).sets][:1] == [2]


def test_a_headquarters_lost_takes_its_units_along():
    situation = chain_of("0401", "0601", "0801")
    found = {one.space: one.taken for one in threats(situation, parse_rulebook(CHAIN), "Red")}
    assert found["0501"] == ("u0",)
    assert found["0601"] == ("u0",)
    assert found["0701"] == ("u0", "u1")
    assert found["1001"] == ("u0", "u1", "u2")


def test_with_limited_sources_single_spaces_are_looked_for():
    situation = limited(2, "0201", "0301")
    found = cuts(situation, parse_rulebook(SHORT), "p1")
    assert (found.sets, found.most) == ((("0101",),), 1)


@pytest.mark.parametrize(
    ("unit", "said"), [("p9", "no unit 'p9'"), ("p1", "Red-2 has no supply line")]
)
def test_only_a_supplied_unit_can_be_cut_off(unit, said):
    situation = hexes(ROW, ["Red-1 0101", "Red-2 0901", "Blue-x 0701"], ["Red 0201"])
    with pytest.raises(RequestError, match=said):
        cuts(situation, parse_rulebook(PLAIN), unit)
