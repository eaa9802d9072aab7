"""The kit for the real module of this game's family, on its 1939 set-up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vassal_supply.case import Case, open_case
from vassal_supply.resources import data_folder

KIT = data_folder() / "fixtures" / "kits" / "a3r"
pytestmark = pytest.mark.corpus

# Places whose hexes the rules print, or where the set-up's stack can only stand in one place.
PLACES = {
    "L31": "Berlin",
    "Y22": "Rome",
    "H47": "Moscow",
    "D41": "Helsinki",
    "H22": "Dublin",
    "V08": "Lisbon",
    "C35": "Oslo",
    "E38": "Stockholm",
    "I32": "Copenhagen",
    "S31": "Budapest",
    "Y30": "Sofia",
    "GG19": "Malta",
    "AA07": "Gibraltar",
}


def words(corpus: Path) -> list[str]:
    return [
        str(corpus / "a3r/1939.vsav"),
        "--module",
        str(corpus / "a3r/module.vmod"),
        "--kit",
        str(KIT),
    ]


@pytest.fixture(scope="module")
def case(corpus: Path) -> Case:
    return open_case(corpus / "a3r/1939.vsav", module=corpus / "a3r/module.vmod", kit=KIT)


@pytest.fixture
def check(corpus: Path, run: Any) -> Any:
    def call(*more: str) -> dict[str, Any]:
        ran = run("check", *words(corpus), "--format", "json", *more)
        assert ran.status == 0, ran.err
        found: dict[str, Any] = json.loads(ran.out)
        return found

    return call


def grades(report: dict[str, Any], space: str) -> list[tuple[str, str]]:
    return [(one["name"], one["grade"]) for one in report["units"] if one["space"] == space]


def test_every_piece_on_the_map_is_placed(case: Case) -> None:
    on_map = [one for one in case.save.positions() if one.map == "Map Window"]
    assert len(on_map) == 243
    counters = [*case.situation.units, *case.situation.markers]
    assert len(counters) == 240  # all but the year, the season and the oil rig
    assert {one.space for one in counters} <= case.situation.map.spaces.keys()
    assert case.situation.warnings == []


def test_known_places_have_their_names(case: Case) -> None:
    spaces = case.situation.map.spaces
    assert {name: spaces[name].names[0] for name in PLACES} == PLACES


def test_units_stand_in_their_own_country_or_where_it_rules(case: Case) -> None:
    spaces, holders = case.situation.map.spaces, case.situation.nation_control
    abroad = [
        (unit.name, unit.space)
        for unit in case.situation.units
        if unit.nation not in (spaces[unit.space].nation, holders.get(unit.space))
        and not unit.space.endswith("Box")
    ]
    # The Iraqi stack lies beside the map's edge, the Americans in their box.
    assert {space for _, space in abroad} <= {"GG51"}


def test_the_eastern_edge_is_the_one_of_the_rule(case: Case) -> None:
    edges = [link.b for link in case.situation.map.links if link.name == "Urals-Europe"]
    assert (edges[0], edges[-1], len(edges)) == ("A62", "Z53", 26)


def test_nothing_is_isolated_at_the_start(check: Any) -> None:
    report = check()
    assert report["system"] == "awaw"
    assert len(report["units"]) == 225
    assert [one["name"] for one in report["units"] if one["grade"] != "full"] == []


def armor(report: dict[str, Any]) -> list[str]:
    found = [one["id"] for one in report["units"] if one["name"] == "GE Arm 4-6"]
    assert len(found) == 4
    return found


def test_two_panzer_corps_cut_off_the_polish_centre(check: Any) -> None:
    first, second, *_ = armor(check())
    report = check("--move", f"{first} > M34", "--move", f"{second} > O33")
    assert grades(report, "N33") == [("Pol Inf 2-3", "out")] * 3
    out = [one for one in report["units"] if one["grade"] == "out"]
    assert {one["space"] for one in out if one["nation"] == "Poland"} == {"N33"}
    # Warsaw lies in the same zone of control as the airfield beside it, but a way leads round it.
    assert {grade for _, grade in grades(report, "N34")} == {"full"}


def test_infantry_alone_cuts_nobody_off(check: Any, corpus: Path, run: Any) -> None:
    infantry = [one["id"] for one in check()["units"] if one["name"] == "GE Inf 3-3"]
    report = check("--move", f"{infantry[0]} > M34", "--move", f"{infantry[1]} > O33")
    assert grades(report, "N33") == [("Pol Inf 2-3", "full")] * 3


def test_the_cut_is_explained(corpus: Path, run: Any, check: Any) -> None:
    first, second, *_ = armor(check())
    pole = next(one["id"] for one in check()["units"] if one["space"] == "N33")
    moves = ["--move", f"{first} > M34", "--move", f"{second} > O33"]
    ran = run("explain", *words(corpus), pole, *moves)
    assert ran.status == 0
    assert "Pol Inf 2-3 (Allies) on N33 is isolated." in ran.out
    assert (
        "N34 lies in the zone of control of GE Arm 4-6 on M34 and GE Arm 4-6 on O33 [30.321]"
        in ran.out
    )


def test_the_middle_east_lives_on_its_sea_lines(check: Any, tmp_path: Path) -> None:
    turn = tmp_path / "turn.toml"
    turn.write_text('declined = ["Alexandria", "Malta"]\n', encoding="utf-8")
    report = check("--side", "Allies", "--turn-file", str(turn))
    by_space = {one["space"]: one["grade"] for one in report["units"]}
    assert (by_space["LL28"], by_space["GG19"], by_space["AA07"]) == ("partial", "out", "full")


def test_a_stack_of_equal_names_needs_an_id(corpus: Path, run: Any) -> None:
    ran = run("explain", *words(corpus), "GE Inf 3-3@M29")
    assert ran.status == 2
    assert "'GE Inf 3-3@M29' names 8 units" in ran.err


def test_partial_supply_that_no_counter_shows_is_told(
    corpus: Path, run: Any, tmp_path: Path
) -> None:
    """The module has a counter for isolation only."""
    turn, save = tmp_path / "turn.toml", tmp_path / "marked.vsav"
    turn.write_text('declined = ["Alexandria", "Malta"]\n', encoding="utf-8")
    more = ["--side", "Allies", "--phase", "initial", "--turn-file", str(turn)]
    ran = run("annotate", *words(corpus), *more, "-o", str(save))
    assert ran.status == 0
    assert "GG19  Isolated  laid on UK Air, UK Inf 1-3, UK Submarine" in ran.out
    assert ran.err.count("no mark of the kit can show that it is partially supplied") == 8
    later = ["--side", "Allies", "--phase", "post-combat"]
    ran = run("check", str(save), *words(corpus)[1:], *later)
    assert "those without any count as fully supplied" in ran.err
