"""Who was out of supply before: by the JSON of a check, an earlier save, or the marker (OCS-2, OCS-3, OCS-5c)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systems.case_table import Asker
from tests.systems.ocs.test_cases import CASES, FOLDER, GAME
from tests.systems.ocs.test_judge import judged, moved, opened
from vassal_supply.cli import main
from vassal_supply.errors import RequestError
from vassal_supply.systems import Previous

BY_NAME = {case.name: case for case in CASES}


@pytest.fixture
def asker(capfd: pytest.CaptureFixture[str]) -> Asker:
    return Asker(GAME, FOLDER, capfd)


def test_a_line_cut_in_the_enemys_turn_is_no_memory_of_being_out(
    asker: Asker, tmp_path: Path
) -> None:
    """OCS-1: only one's own Supply Phase puts a unit out, so the check after the enemy's turn finds its first turn."""
    before = tmp_path / "before.json"
    turn = FOLDER / "another-sides-supply-phase-turn.toml"
    for words in (["-t", str(turn)], ["--phase", "movement"]):
        check = ["check", str(FOLDER / "another-sides-supply-phase.vsav"), *words, "-q"]
        assert main([*check, "--format", "json", "-o", str(before)]) == 0
        report = asker.check(BY_NAME["gorge-roll-8"], "--previous", str(before))
        assert [row["first_turn"] for row in report["attrition"]] == [True]


def test_an_earlier_save_is_judged_like_any_other() -> None:
    """In Strategic mode the battalion could not eat what lay beside it: it was out."""
    save = "strategic-mode-does-not-eat"
    found = opened(save).determine(previous=FOLDER / f"{save}.vsav")
    assert [row["first_turn"] for row in found.sections["attrition"]] == [False]


@pytest.mark.parametrize(("now", "first"), [("out", False), ("", True)])
def test_a_marked_unit_with_a_line_in_the_earlier_save_goes_by_its_marker_now(
    now: str, first: bool
) -> None:
    """OCS-2: the earlier save may be of the Supply Phase that lifted the marker, or of a time that did not."""
    case, place = opened("gorge-roll-8"), "36.18"
    unit = case.find_unit("Frontier Battalion")
    earlier = case._replace(situation=moved(case.situation, unit.id, space=place, supply="out"))
    later = moved(case.situation, unit.id, supply=now)
    previous = Previous(earlier.situation)
    found = judged(case._replace(situation=later), previous=previous)
    assert [row["first_turn"] for row in found.sections["attrition"]] == [first]


def test_the_json_of_a_check_is_a_memory(asker: Asker, tmp_path: Path) -> None:
    """The battalion was out a turn ago, and trucks that carry no marker are remembered too."""
    save, before = FOLDER / "gorge-roll-8.vsav", tmp_path / "before.json"
    trucks = FOLDER / "trucks-in-the-first-turn.vsav"
    for earlier, file in ((save, before), (trucks, tmp_path / "trucks.json")):
        assert main(["check", str(earlier), "--format", "json", "-o", str(file), "-q"]) == 0
    report = asker.check(BY_NAME["gorge-roll-8"], "--previous", str(before))
    assert [(row["first_turn"], row["drm"]) for row in report["attrition"]] == [(False, 0)]
    case = BY_NAME["trucks-in-the-first-turn"]
    report = asker.check(case, "--previous", str(tmp_path / "trucks.json"))
    row = asker.section(report, "breakouts")["Commonwealth 2 Truck Points"]
    assert (row["eligible"], row["code"]) == (False, ["transport-late"])


def test_a_unit_that_ate_a_turn_ago_was_not_out(asker: Asker, tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    save = FOLDER / "eats-a-token.vsav"
    assert main(["check", str(save), "--format", "json", "-o", str(before), "-q"]) == 0
    report = asker.check(BY_NAME["gorge-roll-8"], "--previous", str(before))
    assert [row["first_turn"] for row in report["attrition"]] == [True]


def test_trucks_cut_off_in_the_earlier_save_are_remembered() -> None:
    case = opened("trucks-in-the-first-turn")
    found = case.determine(previous=FOLDER / "trucks-in-the-first-turn.vsav")
    rows = found.sections["breakouts"]
    assert [(row["name"], row["eligible"]) for row in rows] == [("2 Truck Points", False)]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"units": "x"}, "earlier.json: units: 'x'; expected a list of tables"),
        ({"units": [{}]}, r"earlier.json: units\[1\]\.id: missing"),
        ({"cut_off": 3}, "earlier.json: cut_off: 3; expected a table"),
        ({"cut_off": {"Vichy": [3]}}, r"earlier.json: cut_off\.Vichy\[1\]: 3; expected a table"),
    ],
)
def test_a_broken_earlier_result_is_refused(result: dict[str, object], words: str) -> None:
    with pytest.raises(RequestError, match=words):
        judged(opened("gorge-roll-8"), previous=Previous(result=result, file="earlier.json"))
