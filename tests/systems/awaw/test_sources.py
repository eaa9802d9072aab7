"""Every source that the rule names (30.22, 30.26), each alone in a world of one space: who gets what from it."""

from __future__ import annotations

from typing import Any

import pytest

from vassal_supply.errors import KitError, RulebookError
from vassal_supply.kit import KitFiles
from vassal_supply.kit.rulebooks import read_rulebook
from vassal_supply.model import MapModel, Situation, Space, Unit
from vassal_supply.systems import Request
from vassal_supply.systems.awaw import AwawSystem
from vassal_supply.tables import Table

RULEBOOK = read_rulebook(KitFiles("kit", {}), Table({"rulebook": "awaw"}, error=RulebookError))
SIDES = {
    **dict.fromkeys(("Germany", "Italy", "Hungary", "Rumania", "Japan", "Thailand"), "Axis"),
    **dict.fromkeys(
        ("Britain", "France", "US", "Australia", "Flying Tigers", "Greece", "Turkey"), "Allies"
    ),
    **dict.fromkeys(("Russia", "Nationalist China", "Communist China"), "Allies"),
}
STATE = {"allies": {"Hungary": "Germany", "Thailand": "Japan", "Greece": "Britain"}}

Given = dict[str, str]
"""What nations get from a source by the nation: F(ull), P(artial), - (nothing)."""

AXIS: Given = {"Germany": "F", "Italy": "F", "Hungary": "F", "Japan": "-", "Britain": "-"}
JAPANESE: Given = {"Japan": "F", "Thailand": "F", "Germany": "-", "US": "-"}
WESTERN: Given = {
    **dict.fromkeys(("Britain", "France", "US", "Australia", "Greece", "Flying Tigers"), "F"),
    **{"Nationalist China": "F", "Communist China": "F", "Russia": "-", "Germany": "-"},
}
RUSSIAN: Given = {
    **{"Russia": "F", "Nationalist China": "F", "Communist China": "F"},
    **{"Britain": "-", "US": "-", "Greece": "-", "Japan": "-"},
}
NATIONALIST: Given = {
    **{"Nationalist China": "F", "Flying Tigers": "F", "US": "P", "Britain": "P"},
    **{"Communist China": "-", "Russia": "-", "Japan": "-"},
}
AXIS_LIMITED: Given = {"Germany": "P", "Italy": "P", "Hungary": "P", "Japan": "-", "US": "-"}
WESTERN_LIMITED: Given = {"Britain": "P", "US": "P", "Greece": "P", "Russia": "-", "Italy": "-"}
IN_THEM: Given = {"Russia": "P", "Britain": "-", "Japan": "-"}
BRITISH: Given = {"Britain": "P", "US": "P", "Greece": "P", "Germany": "-", "Russia": "-"}
FRENCH: Given = {"France": "P", "Britain": "P", "US": "P", "Italy": "-", "Russia": "-"}
ITALIAN: Given = {"Italy": "P", "Germany": "P", "Hungary": "P", "Japan": "P", "Britain": "-"}
OF_JAPAN: Given = {"Japan": "P", "Thailand": "P", "Germany": "P", "US": "-", "Russia": "-"}
OF_RUSSIA: Given = {"Russia": "P", "Britain": "-", "US": "-", "Japan": "-"}

TABLE: list[tuple[str, str, Given, str]] = [
    ("30.221", "Germany", AXIS, "Berlin"),
    ("30.221", "Italy", AXIS, "Rome"),
    ("30.222", "Japan", JAPANESE, "Tokyo, Osaka, Kagoshima, Seoul"),
    ("30.223", "Britain", WESTERN, "London, Colombo"),
    ("30.223", "France", WESTERN, "Paris"),
    ("30.223", "US", WESTERN, "Pearl Harbor, Manila, Atlantic US box, Pacific US box"),
    ("30.223", "Britain", WESTERN, "South Africa box, Australia box, India box"),
    ("30.225", "Russia", RUSSIAN, "Urals box"),
    ("30.226", "Nationalist China", NATIONALIST, "Chungking, Canton, Nanking, Peking, Shanghai"),
    ("30.261", "Germany", AXIS_LIMITED, "Breslau, Cologne, Essen, Leipzig"),
    ("30.261", "Italy", AXIS_LIMITED, "Genoa, Milan"),
    ("30.262", "Britain", WESTERN_LIMITED, "Birmingham, Manchester"),
    ("30.262", "France", WESTERN_LIMITED, "Lyon, Marseilles"),
    ("30.263", "Russia", IN_THEM, "Vladivostok, Irkutsk"),
    ("30.265", "Britain", BRITISH, "Al Kuwait, Amman, Baghdad, Cairo, Jerusalem"),
    ("30.265", "Britain", BRITISH, "Rangoon, Kuala Lumpur, Singapore, Kuching"),
    ("30.265", "France", FRENCH, "Algiers, Damascus, Rabat, Tangier, Tunis, Saigon"),
    ("30.265", "Italy", ITALIAN, "Tirane, Tripoli"),
    ("30.265", "Japan", OF_JAPAN, "Harbin, Mukden, Taipei"),
    ("30.265", "Japan", OF_JAPAN, "Batavia, Palembang, Balikpapan"),
    ("30.265", "Russia", OF_RUSSIA, "Ulan Bator, Kyzyl"),
]
"""Rule, the nation that controls them, what nations get, the sources."""

GRADES = {"full": "F", "partial": "P", "out": "-"}


def verdict(source: str, holder: str, nation: str, **turn: Any) -> tuple[str, str]:
    """The grade and source rule of a nation's unit that stands on a source in a world of one space."""
    space = Space(source, "World", 0, 0, names=(source,))
    unit = Unit("1", "unit", "World", source, SIDES[nation], nation, kind="infantry")
    situation = Situation(
        MapModel({source: space}),
        ("Axis", "Allies"),
        (unit,),
        control={source: SIDES[holder]},
        nation_control={source: holder},
    )
    request = Request(phase="initial", turn=Table({**STATE, **turn}, error=KitError))
    found = AwawSystem().determine(situation, RULEBOOK, request).verdicts["1"]
    return GRADES[found.grade], found.reasons[0].rule


@pytest.mark.parametrize(
    ("source", "rule", "holder", "given"),
    [
        pytest.param(name, rule, holder, given, id=name)
        for rule, holder, given, names in TABLE
        for name in names.split(", ")
    ],
)
def test_what_a_source_gives(source: str, rule: str, holder: str, given: Given) -> None:
    found = {nation: verdict(source, holder, nation) for nation in given}
    assert {nation: grade for nation, (grade, _) in found.items()} == given
    others = {("Communist China", "30.29"), ("US", "30.29")}
    for nation, (grade, by) in found.items():
        if grade != "-":
            assert by == rule or (nation, by) in others, nation


def test_every_source_of_the_rulebook_is_in_the_table_but_kiev() -> None:
    named = {name for *_, names in TABLE for name in names.split(", ")}
    assert set(RULEBOOK.table("sources").keys()) - named == {"Kiev"}


def test_kiev_is_a_source_only_with_the_ukraine_on_the_german_side() -> None:
    allies = {**STATE["allies"], "Ukraine": "Germany"}
    assert verdict("Kiev", "Germany", "Germany", allies=allies)[0] == "P"
    assert verdict("Kiev", "Germany", "Germany")[0] == "-"
    assert verdict("Kiev", "Russia", "Russia")[0] == "-"


@pytest.mark.parametrize(
    ("capital", "major"),
    [("Berlin", "Germany"), ("Rome", "Italy"), ("Paris", "France"), ("London", "Britain")],
)
def test_a_capital_after_surrender_is_limited_for_whoever_controls_it(
    capital: str, major: str
) -> None:
    captor = "US" if SIDES[major] == "Axis" else "Germany"
    for holder in (major, captor):
        assert verdict(capital, holder, holder, surrendered=[major]) == ("P", "30.229")
    assert verdict(capital, major, captor, surrendered=[major])[0] == "-"


@pytest.mark.parametrize(
    ("capital", "captor"),
    [("Berlin", "US"), ("Rome", "Britain"), ("Paris", "Germany"), ("London", "Germany")],
)
def test_an_enemy_held_capital_supplies_neither_side_before_surrender(
    capital: str, captor: str
) -> None:
    assert verdict(capital, captor, captor)[0] == "-"
    owner = "Germany" if captor in ("US", "Britain") else "Britain"
    assert verdict(capital, captor, owner)[0] == "-"


@pytest.mark.parametrize("land", ["Australia", "India"])
def test_the_boxes_of_australia_and_india_end_with_their_surrender(land: str) -> None:
    assert verdict(f"{land} box", "Britain", "US", surrendered=[land])[0] == "-"


def test_a_captured_russian_source_becomes_an_axis_one() -> None:
    """30.29: a minor's capital that Russia controls, once it is under Axis control."""
    assert verdict("Riga", "Germany", "Germany", conquered={"Latvia": "Germany"}) == ("P", "30.264")
    assert verdict("Ulan Bator", "Japan", "Japan", conquered={"Outer Mongolia": "Japan"})[0] == "P"


def test_a_conquered_minor_has_no_capital_of_its_own() -> None:
    """30.23: full for its own units only while it is unconquered."""
    assert verdict("Budapest", "Germany", "Hungary") == ("F", "30.23")
    conquered = {"Hungary": "Germany"}
    assert verdict("Budapest", "Germany", "Hungary", conquered=conquered) == ("P", "30.264")


@pytest.mark.parametrize(
    ("capital", "owner", "other", "major"),
    [
        ("Athens", "Greece", "Turkey", "Britain"),
        ("Ankara", "Turkey", "Greece", "Britain"),
        ("Budapest", "Hungary", "Rumania", "Germany"),
        ("Bucharest", "Rumania", "Hungary", "Germany"),
    ],
)
def test_minors_that_do_not_cooperate(capital: str, owner: str, other: str, major: str) -> None:
    """30.264: their capitals supply their major, not each other."""
    allies = {**STATE["allies"], owner: major, other: major}
    assert verdict(capital, owner, major, allies=allies) == ("P", "30.264")
    assert verdict(capital, owner, other, allies=allies)[0] == "-"


def test_sources_that_rest() -> None:
    for source in ("Berlin", "Tripoli"):
        holder = "Germany" if source == "Berlin" else "Italy"
        assert verdict(source, holder, "Germany", not_acting=[source])[0] == "-"
        assert verdict(source, holder, "Germany", not_acting=[source], captured=[source])[0] != "-"
