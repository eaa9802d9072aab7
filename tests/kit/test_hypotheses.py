"""What a player supposes: pieces elsewhere, gone, or new."""

from __future__ import annotations

import pytest

from tests.kit.world import BOARDS, KIT, at, counter, kit, module
from tests.vassal.saves import save_of
from vassal_supply.errors import RequestError
from vassal_supply.kit import build_map, read_situation
from vassal_supply.kit.hypotheses import Supposed, make_plan

MARKERS = (
    KIT + '[[marker]]\nkind = "dump"\nwhere = { Type = "Dump" }\nsource = "dump"\nside = "{Side}"\n'
)
MAP = '[names]\nSedan = "Fortress"\n"Bar le Duc" = ["Bar", "Twin"]\nParis = "Twin"\n'
PIECES = [
    counter("1", "ge-1", {"Type": "Inf", "Side": "Axis"}, at("0101")),
    counter("2", "ge-2", {"Type": "Inf", "Side": "Axis"}, at("0101")),
    counter("3", "Twins", {"Type": "Inf", "Side": "Axis"}, at("0102")),
    counter("4", "Twins", {"Type": "Inf", "Side": "Axis"}, at("0103")),
    counter("5", "Dump", {"Type": "Dump", "Side": "Axis"}, at("0103")),
    counter("6", "Waiting", {"Type": "Inf", "Side": "Soviet"}, ("Boxes", 10, 10)),
    counter("7", "Secret", {"Type": "Inf", "Side": "Soviet"}, ("Boxes", 10, 10), owner="x"),
]


@pytest.fixture(scope="module")
def suppose(tmp_path_factory):
    game = module(tmp_path_factory.mktemp("game"))
    save, its_kit = save_of(PIECES, [BOARDS]), kit(MARKERS, MAP)
    built = build_map(save.boards, game, its_kit)
    before = read_situation(save, game, its_kit, built=built)

    def call(moves=(), removes=(), adds=()):
        plan = make_plan(Supposed(moves, removes, adds), save, game, built, before)
        return plan, read_situation(save, game, its_kit, plan=plan, built=built)

    return call


def places(situation):
    return {unit.id: unit.space for unit in situation.units}


def test_moves(suppose):
    plan, found = suppose(["ge-1 > B:0101", "Twins@A:0102 > Fortress", "6 > E:Paris", "Dump>Bar"])
    assert places(found) == {
        "1": "B:0101",
        "2": "A:0101",
        "3": "Sedan",
        "4": "A:0103",
        "6": "Paris",
    }
    assert [source.space for source in found.sources] == ["Bar le Duc"]
    assert {unit.map for unit in found.units if unit.id == "3"} == {"East"}
    assert plan.said[:2] == ("ge-1 moves to B:0101", "Twins moves to Sedan")


def test_removals(suppose):
    plan, found = suppose(removes=["2", "Dump"])
    assert places(found).keys() == {"1", "3", "4"}
    assert not found.sources
    assert plan.said == ("ge-2@A:0101 is gone", "Dump@A:0103 is gone")


def test_additions_are_read_by_the_same_selectors(suppose):
    plan, found = suppose(adds=["ge-inf-01 @ Sedan", "11 @ Paris", "Counters/Russians/HQ @ Sedan"])
    new = [unit for unit in found.units if unit.id not in "1234567"]
    assert [(unit.name, unit.side, unit.space) for unit in new] == [
        ("ge-inf-01", "Axis", "Sedan"),
        ("ge-inf-01", "Axis", "Paris"),
    ]
    assert len({unit.id for unit in found.units}) == len(found.units)
    assert plan.said[2] == "HQ comes to Sedan"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"moves": ["ge-1"]}, "--move 'ge-1': expected 'PIECE > SPACE'"),
        ({"moves": ["> Paris"]}, "expected 'PIECE > SPACE'"),
        ({"moves": ["ge-1 > Pari"]}, "no space is called 'Pari'; did you mean Paris"),
        ({"moves": ["ge-1 > Twin"]}, "'Twin' names 2 spaces: Paris, Bar le Duc"),
        ({"moves": ["Twins > Paris"]}, "'Twins' names 2 units: Twins@A:0102 (id 3), Twins@A:0103 (id 4)"),
        ({"moves": ["ge-3 > Paris"]}, "no piece is called 'ge-3'; did you mean ge-"),
        ({"moves": ["Secret > Paris"]}, "no piece is called 'Secret'"),
        ({"removes": ["nobody"]}, "no piece is called 'nobody'"),
        ({"adds": ["ge-inf-01"]}, "--add 'ge-inf-01': expected 'SLOT @ SPACE'"),
        ({"adds": ["ge-inf-02 @ Paris"]}, "no palette slot is called 'ge-inf-02'; did you mean ge-inf-01?"),
        ({"adds": ["HQ @ Paris"]}, "'HQ' names 2 slots: Counters/Germans/HQ (gpid 12), Counters/Russians/HQ"),
    ],
)  # fmt: skip
def test_what_cannot_be_supposed(suppose, words, said):
    with pytest.raises(RequestError) as caught:
        suppose(**words)
    assert said in str(caught.value)
