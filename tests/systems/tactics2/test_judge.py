"""What the cases do not show: slips in turn files and rulebooks, the memory of an earlier check, odd kits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systems.case_table import Asker
from tests.systems.tactics2.test_cases import CASES, FOLDER, GAME
from vassal_supply.case import Case, open_case
from vassal_supply.cli import main
from vassal_supply.errors import KitError, RulebookError
from vassal_supply.model import Link, Marker
from vassal_supply.supply import Determination
from vassal_supply.systems import Previous, Request
from vassal_supply.systems.tactics2 import Tactics2System
from vassal_supply.tables import Table, parse_toml

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture
def asker(capfd: pytest.CaptureFixture[str]) -> Asker:
    return Asker(GAME, FOLDER, capfd)


def opened(name: str) -> Case:
    return open_case(FOLDER / f"{name}.vsav")


def judged(case: Case, turn: str = "", rulebook: str = "", **request: object) -> Determination:
    """A determination with a turn file and, in place of the kit's, some tables of the rulebook."""
    table = case.kit.rulebook
    if rulebook:
        own = parse_toml(rulebook.encode("utf-8"), file="r.toml", error=RulebookError)
        data = {key: table.get(key) for key in table.keys()}  # noqa: SIM118
        data |= {key: own.get(key) for key in own.keys()}  # noqa: SIM118
        table = Table(data, file="r.toml", error=RulebookError)
    turned = parse_toml(turn.encode("utf-8"), file="turn.toml") if turn else None
    return Tactics2System().determine(case.situation, table, Request(turn=turned, **request))


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ('[hq.Green]\n"x" = "y"', "no side is called 'Green'; expected one of Blue, Red"),
        ('[over]\nGreen = ["x"]', "no side is called 'Green'"),
        ('[hq.Blue]\n"1st Airborn" = "I Corps HQ"', "did you mean 1st Airborne"),
        ('[landing.Blue]\n"1st Amphibious" = "9999"', "no square is called '9999'"),
        ('[landing.Blue]\n"1st Amphibious" = { squares = "1702" }', "square: missing"),
        ('[landing.Blue]\n"1st Amphibious" = 1702', 'expected a square like "0101" in quotes'),
        ('[dice.Blue]\n"1st Infantry" = 7', "7; a die shows 1 to 6"),
        ("turn = 1.5", "expected a whole number"),
        ("seed = []", "expected a word or a whole number"),
    ],
)
def test_a_slip_in_the_turn_file_is_told(turn: str, words: str) -> None:
    case = open_case(FOLDER / "tactics2.vsav")
    with pytest.raises(KitError, match=words) as raised:
        judged(case, turn)
    assert str(raised.value).startswith("turn.toml:")


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [
        ("[supply_phase]\nstays = [7]", "expected the numbers of a die that leave a unit there"),
        ("[supply_phase]\nstays = 2", "expected the numbers of a die that leave a unit there"),
        ("[supply_phase]\nstays = [1]\nstay = 2", "unknown key"),
        ('[[declare]]\nkinds = ["x"]\nchoice = "any"', "expected one of command, superiors"),
        ('[[landing]]\nkinds = ["x"]', "on: missing"),
        ('[first_turn]\nkinds = ["x"]', "bivouac: missing"),
        ('[chain]\nrules = "x"', "unknown key"),
    ],
)
def test_a_slip_in_the_rulebook_is_told(rulebook: str, words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        judged(opened("everybody-in-supply"), rulebook=rulebook)


def test_a_lost_beach_stays_lost_by_the_json_of_an_earlier_check(
    asker: Asker, tmp_path: Path
) -> None:
    before = tmp_path / "before.json"
    lost = BY_NAME["beach-taken"]
    turn = FOLDER / "beach-taken-turn.toml"
    words = ["check", str(FOLDER / f"{lost.name}.vsav"), "--turn-file", str(turn), "-q"]
    assert main([*words, "--format", "json", "-o", str(before)]) == 0
    words = ["check", str(FOLDER / "beach.vsav"), "--turn-file", str(turn), "--format", "json"]
    status, out, _ = asker.run(*words, "--previous", str(before))
    assert status == 0
    assert "does not come back" in out
    assert '"code": "landing-over"' in out
    status, out, _ = asker.run(*words)
    assert '"code": "landing-over"' not in out


@pytest.mark.parametrize("rows", [3, ["x"], [{"id": None}]])
def test_strange_rows_of_an_earlier_check_are_no_landings(rows: object) -> None:
    previous = Previous(result={"landings": rows})
    found = judged(opened("beach"), '[landing.Blue]\n"1st Amphibious" = "1702"', previous=previous)
    assert [row["open"] for row in found.sections["landings"]] == [True]


def test_a_beach_under_enemy_control_is_taken() -> None:
    case = opened("beach")
    case.situation.control["1702"] = "Red"
    sign = Marker("m", "Red", "Continent", "1702", "control", "Red")
    case = case._replace(situation=case.situation.replaced(markers=(sign,)))
    found = judged(case, '[landing.Blue]\n"1st Amphibious" = "1702"')
    (row,) = found.sections["landings"]
    assert (row["open"], row["text"]) == (False, "its landing square 1702 was taken by Red")


def test_a_beach_that_was_the_enemys_by_print_is_no_taken_one() -> None:
    case = opened("beach")
    case.situation.control["1702"] = "Red"
    found = judged(case, '[landing.Blue]\n"1st Amphibious" = "1702"')
    assert [row["open"] for row in found.sections["landings"]] == [True]


def test_only_the_side_that_is_asked_is_judged() -> None:
    found = opened("both-players-check").determine("Red")
    assert {verdict.unit.side for verdict in found.verdicts.values()} == {"Red"}
    assert [row["side"] for row in found.sections["rolls"]] == ["Red"]
    found = opened("specialists-to-their-army").determine("Red")
    assert found.questions == ()


def test_the_other_sides_units_are_explained_too() -> None:
    case = opened("both-players-check")
    found = case.determine("Red")
    unit = case.find_unit("12th Infantry", "Blue")
    assert case.explain(found, unit).verdict.grade == "out"


def test_a_unit_without_a_line_says_so() -> None:
    case = opened("everybody-in-supply")
    units = tuple(
        one._replace(kind="militia") if one.name == "1st Infantry" else one
        for one in case.situation.units
    )
    found = judged(case._replace(situation=case.situation.replaced(units=units)))
    codes = {one.reasons[0].code for one in found.verdicts.values() if one.grade == "out"}
    assert codes == {"no-line-rule"}


def test_a_unit_that_the_order_of_battle_forgot_says_so() -> None:
    case = opened("everybody-in-supply")
    units = tuple(
        one._replace(name="Militia", superiors=()) if one.name == "1st Infantry" else one
        for one in case.situation.units
    )
    found = judged(case._replace(situation=case.situation.replaced(units=units)))
    texts = {one.reasons[0].text for one in found.verdicts.values() if one.grade == "out"}
    assert texts == {"the kit's order of battle, [command], names no headquarters for it"}


def test_the_player_whose_combats_come_last_is_data() -> None:
    case = opened("player-a-has-moved")
    book = '[supply_phase]\nafter = "A"\nstays = [1, 2, 3]\nroll_rule = "T2-8"'
    found = judged(case, '[dice.Blue]\n"12th Infantry" = 3', book)
    assert [row["result"] for row in found.sections["rolls"]] == ["stays"]


TO_III_CORPS = '[hq.Blue]\n"2nd Mountain" = "III Corps HQ"'


@pytest.mark.parametrize(
    ("name", "unit", "grade"),
    [
        ("infantry-in-the-hollow", "8th Infantry", "out"),
        ("mountain-in-the-hollow", "2nd Mountain", "full"),
    ],
)
def test_a_road_over_a_mountain_carries_mountain_divisions_only(
    name: str, unit: str, grade: str
) -> None:
    case = opened(name)
    case.situation.map.links += [Link("1011", "1111", "road"), Link("1111", "1211", "road")]
    found = judged(case, TO_III_CORPS if "Mountain" in unit else "")
    (verdict,) = [
        one for one in found.verdicts.values() if (one.unit.side, one.unit.name) == ("Blue", unit)
    ]
    assert verdict.grade == grade


def test_a_save_that_does_not_tell_the_player_is_in_the_supply_phase() -> None:
    case = opened("player-a-has-moved")
    del case.situation.facts["player"]
    assert judged(case, 'seed = "x"').sections["rolls"]


def test_the_turn_of_the_turn_file_counts_before_the_trackers() -> None:
    case = opened("v-corps-first-turn")
    order = '[hq.Blue]\n"V Corps HQ" = "2nd Army HQ"\n'
    effects = [
        [one.code for one in verdict.effects]
        for turn in ("", "turn = 2\n")
        for verdict in judged(case, turn + order).verdicts.values()
        if verdict.unit.name == "V Corps HQ"
    ]
    assert effects == [["stacking"], []]


def test_units_of_one_name_are_told_apart_by_square() -> None:
    case = opened("everybody-in-supply")
    twin = next(one for one in case.situation.units if one.name == "1st Infantry")
    units = (*case.situation.units, twin._replace(id="twin", space="0216"))
    case = case._replace(situation=case.situation.replaced(units=units))
    with pytest.raises(KitError, match="names 2 units: 1st Infantry@1104"):
        judged(case, '[dice.Blue]\n"1st Infantry" = 1')
    found = judged(case, '[dice.Blue]\n"1st Infantry@0216" = 1')
    assert [(row["id"], row["die"]) for row in found.sections["rolls"]] == [("twin", 1)]
