"""Picking pieces by what they show."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from vassal_supply.kit.selectors import Selector, as_value, fill

PIECE = SimpleNamespace(
    id="17", name="ge-inf-02", gpid="5", properties={"Type": "Unit", "Side": "Axis", "Odd": "a*b"}
)


@pytest.mark.parametrize(
    ("where", "captures"),
    [
        ({"Type": ("Unit",)}, {}),
        ({"Type": ("HQ", "Unit")}, {}),
        ({"Type": ("U*",), "Side": ("A?is",)}, {}),
        ({"name": ("{nation}-{arm}-*",)}, {"nation": "ge", "arm": "inf"}),
        ({"id": ("17",), "gpid": ("5",)}, {}),
        ({"Nowhere": ("",)}, {}),
        ({"Type": ("unit",)}, None),
        ({"Type": ("Unit",), "Side": ("Soviet",)}, None),
        ({"name": ("ge-arm-*",)}, None),
        ({"name": ("e-inf",)}, None),
        ({"Type": ("Un.t",)}, None),
    ],
)
def test_match(where, captures):
    assert Selector(where).match(PIECE) == captures


def test_templates_take_captures_before_properties():
    assert fill("{Side}", PIECE, {}) == "Axis"
    assert fill("{Side}", PIECE, {"Side": "Soviet"}) == "Soviet"
    assert fill("{nation}/{name}/{Nowhere}", PIECE, {"nation": "ge"}) == "ge/ge-inf-02/"
    assert fill("plain", PIECE, {}) == "plain"


@pytest.mark.parametrize(
    ("text", "value"), [("4", 4), ("1.5", 1.5), ("4-6", "4-6"), ("", ""), ("-2", -2)]
)
def test_values(text, value):
    assert as_value(text) == value
