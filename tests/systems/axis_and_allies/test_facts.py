"""The rulebook: the numbers the rule text prints, and what a maker's slip is told."""

from __future__ import annotations

import pytest

from vassal_supply.errors import RulebookError
from vassal_supply.resources import built_in_rulebook
from vassal_supply.systems.axis_and_allies.facts import Facts, parse_facts
from vassal_supply.tables import parse_toml

DATA = built_in_rulebook("axis_and_allies") or b""


def parsed(more: str = "", old: str = "", new: str = "") -> Facts:
    text = DATA.decode("utf-8")
    assert old in text
    text = text.replace(old, new, 1) + more
    return parse_facts(parse_toml(text.encode("utf-8"), file="r.toml", error=RulebookError))


@pytest.mark.parametrize(
    ("kind", "cost", "attack", "defence", "move"),
    [("artillery", 4, 2, 2, 1), ("tank", 5, 3, 3, 2), ("aa-gun", 6, None, 1, None)],
)
def test_the_ratings_of_the_rule_text(
    kind: str, cost: int, attack: int | None, defence: int, move: int | None
) -> None:
    unit = parsed().units[kind]
    assert (unit.cost, unit.attack, unit.defence, unit.move) == (cost, attack, defence, move)


def test_infantry_with_and_without_artillery() -> None:
    infantry = parsed().units["infantry"]
    assert (infantry.attack, infantry.supported) == (1, 2)


@pytest.mark.parametrize(
    ("fact", "kinds"),
    [
        ("captures", {"infantry", "artillery", "tank"}),
        ("blitzes", {"tank"}),
        ("supports", {"artillery"}),
        ("carrier", {"carrier"}),
    ],
)
def test_who_has_a_faculty(fact: str, kinds: set[str]) -> None:
    assert {kind for kind, unit in parsed().units.items() if getattr(unit, fact)} == kinds


def test_complexes_neither_move_nor_ride_nor_attack() -> None:
    unit = parsed().units["complex"]
    assert (unit.move, unit.transported, unit.attack) == (0, False, None)
    others = [one for kind, one in parsed().units.items() if kind != "complex"]
    assert all(one.transported and one.move != 0 for one in others)


def test_victory_is_nine_or_twelve_after_the_united_states() -> None:
    victory = parsed().victory
    assert victory.after == "United States"
    assert dict(victory.conditions) == {"normal": 9, "total": 12}


def test_no_price_that_the_rule_text_does_not_print() -> None:
    assert {kind for kind, unit in parsed().units.items() if unit.cost is not None} == {
        "artillery",
        "tank",
        "aa-gun",
    }


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('class = "fighter"', 'class = "glider"', "unit.fighter.class"),
        ("cost = 4", 'cost = "four"', "unit.artillery.cost"),
        ("supports = true", "suports = true", "unit.artillery.suports"),
        ("normal = 9", "normal = 9.5", "victory.conditions.normal"),
        ('sea = "sea"', 'sae = "sea"', "words.sea"),
    ],
)
def test_a_slip_is_named_with_its_place(old: str, new: str, place: str) -> None:
    with pytest.raises(RulebookError, match=rf"r\.toml:\d+: {place}: "):
        parsed(old=old, new=new)
