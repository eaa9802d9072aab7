"""Picking pieces by what they show."""

from __future__ import annotations

import pytest

from tests.kit.pieces import seen
from vassal_supply.kit.selectors import Selector
from vassal_supply.tables import Table

PIECE = seen("ge-inf-02", {"Type": "Unit", "Side": "Axis", "Odd": "a*b", "Steps": "2"}, gpid="5")


@pytest.mark.parametrize(
    ("where", "captures"),
    [
        ({"Type": ("Unit",)}, {}),
        ({"Type": ("HQ", "Unit")}, {}),
        ({"Type": ("U*",), "Side": ("A?is",)}, {}),
        ({"name": ("{nation}-{arm}-*",)}, {"nation": "ge", "arm": "inf"}),
        ({"id": ("17",), "gpid": ("5",)}, {}),
        ({"Nowhere": ("",)}, {}),
        ({"property:Type": ("Unit",)}, {}),
        ({"layer:Supply": ("2",), "layer:Dug in": ("off",), "layer:None": ("",)}, {}),
        ({"Supply_Level": ("2",), "Dug in_Level": ("-1",)}, {}),
        ({"image": ("oos.png",)}, {}),
        ({"image": ("{arm}.png",)}, {"arm": "ge-inf"}),
        ({"image": ("trench.png",)}, None),
        ({"Steps": (">= 2",)}, {}),
        ({"Steps": ("<3",)}, {}),
        ({"Steps": (">2",)}, None),
        ({"Type": (">2",)}, None),
        ({"map": ("Main",), "zone": ("Sea",), "space": ("0101",), "location": ("1.1",)}, {}),
        ({"Type": ("unit",)}, None),
        ({"Type": ("Unit",), "Side": ("Soviet",)}, None),
        ({"name": ("ge-arm-*",)}, None),
        ({"name": ("e-inf",)}, None),
        ({"Type": ("Un.t",)}, None),
    ],
)
def test_match(where, captures):
    assert Selector(where).match(PIECE) == captures


def test_one_of_several_tables_is_enough():
    selector = Selector({"Type": ("HQ",)}, {"Side": ("{side}",)})
    assert selector.match(PIECE) == {"side": "Axis"}
    assert Selector({"Type": ("HQ",)}, {"Side": ("Soviet",)}).match(PIECE) is None


def test_numbers_and_yes_and_no_stand_for_what_the_engine_writes():
    table = Table({"where": {"Steps": 2, "Moved": True}})
    assert Selector.parse(table, "where").match(seen("x", {"Steps": "2", "Moved": "true"})) == {}
    assert Selector.parse(table, "where").match(seen("x", {"Steps": "2", "Moved": "false"})) is None


@pytest.mark.parametrize("data", [{}, {"where": {}}, {"where": []}, {"where": [{}]}])
def test_an_empty_selector_is_refused(data):
    with pytest.raises(Exception, match="expected what the pieces show"):
        Selector.parse(Table(data), "where")
