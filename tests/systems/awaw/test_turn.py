"""Slips in the turn file, and what the facts of a save may say in its place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.systems.awaw.asking import FOLDER
from vassal_supply.cli import main
from vassal_supply.errors import KitError
from vassal_supply.systems.awaw.turn import read_turn
from vassal_supply.tables import Table

REFUSED = {
    'movin = ["Axis"]': ":1: movin: unknown key; the system 'awaw' reads moving, neutral",
    'moving = ["Axsi"]': "moving: nobody in this game is called 'Axsi'; did you mean Axis?",
    '\n[[sea]]\nfrom = "Naples"\nto = "Maltaa"': "sea line Naples - Maltaa: no place is called "
    "'Maltaa'; did you mean Malta",
    '[[sea]]\nfrom = "Naples"': "sea[1]",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nresult = "lost"': ":4: sea[1].result: 'lost'; "
    "expected one of",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nattacks = ["ship"]': ":4: sea[1].attacks: 'ship'; "
    "expected any of air, naval",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nvia = "Malta"': ":4: sea[1].via: unknown key",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\n[[sea.protected]]\ndestroyer = true': "based",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nreached = "Malta"': "'Malta' is none of its islands",
    '[oil]\nGermany = ["petrol"]': ":2: oil.Germany: 'petrol'; expected any of air, naval",
    'peace = ["Russia", "Japan"]': ":1: peace: 'Russia'; expected pairs",
    '[[invasion]]\nfrom = ["Gibraltar"]': "invasion[1]",
    '[[invasion]]\nat = "Licata"\nfrom = ["Malto"]': "no place is called 'Malto'; did you mean Malta",
    'chinese_resistance = "much"': ":1: chinese_resistance",
}

WARNED = {
    'declined = ["Tripolis"]': "declined: no place is called 'Tripolis'; did you mean Tripoli?",
    'ports = ["Tobrukk"]': "ports: no place is called 'Tobrukk'; did you mean Tobruk",
    'not_acting = ["Berlni"]': "not_acting: no place is called 'Berlni'; did you mean Berlin",
    'not_acting = ["Naples"]': "not_acting: Naples is no supply source",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nnation = "Itali"': "sea: nobody in this game is called "
    "'Itali'; did you mean Italy",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nprotected = [{ nation = "Itali", based = "Naples" }]': (
        "protected: nobody in this game is called 'Itali'"
    ),
    'captured = ["Europe:Z99"]': "captured: no place is called 'Europe:Z99'",
    'neutral = ["Span"]': "neutral: nobody in this game is called 'Span'; did you mean Spain",
    'surrendered = ["Frence"]': "surrendered: nobody in this game is called 'Frence'",
    'conquered = { Grece = "Germany" }': "conquered: nobody in this game is called 'Grece'",
    'allies = { Hungary = "Germny" }': "allies: nobody in this game is called 'Germny'",
    'peace = [["Rusia", "Japan"]]': "peace: nobody in this game is called 'Rusia'",
    '[oil]\nGermani = ["air"]': "oil: nobody in this game is called 'Germani'",
    'exploited = ["42nd Panzer"]': "exploited: no unit is called '42nd Panzer'",
    "transports = { Atlantik = 1 }": "transports: no box has transports called 'Atlantik'; did you "
    "mean Atlantic",
    '[[sea]]\nfrom = "Naples"\nto = "Tripoli"\nprotected = [{ units = ["Force Q"], based = "Naples" }]': (
        "protected: no unit is called 'Force Q'"
    ),
    'moving = ["Axis"]\n[[sea]]\nfrom = "Suez"\nto = "Malta"': "sea line Suez - Malta: western "
    "traces it, whose supply is not determined now",
}


def checked(
    turn: str, folder: Path, capfd: pytest.CaptureFixture[str], *more: str
) -> tuple[int, str]:
    """The exit status of a check with a turn file, and what it said to the user."""
    path = folder / "turn.toml"
    path.write_text(turn, encoding="utf-8")
    capfd.readouterr()
    words = ["check", str(FOLDER / "suez.vsav"), "--turn-file", str(path), *more]
    status = main(words)
    return status, capfd.readouterr().err


@pytest.mark.parametrize("turn", REFUSED)
def test_what_cannot_be_read_is_refused(
    turn: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, said = checked(turn, tmp_path, capfd)
    assert status != 0
    assert REFUSED[turn] in said


@pytest.mark.parametrize("turn", WARNED)
def test_names_that_mean_nothing_are_told(
    turn: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, said = checked(turn, tmp_path, capfd)
    assert (status, WARNED[turn] in said) == (0, True), said


def test_an_earlier_result_that_is_none_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken: dict[str, object] = {
        "hexes": [],
        "zones": "all",
        "lines": [3],
        "erosion": {"4": "two"},
        "ics": [1],
    }
    for number, (key, value) in enumerate(broken.items()):
        result = tmp_path / f"{number}.json"
        said_of = {"system": "awaw", "module": "Two Theatres", "units": []}
        memory = {"phase": "initial", key: value}
        result.write_text(json.dumps(said_of | {"memory": memory}), encoding="utf-8")
        more = ["--phase", "post-combat", "--previous", str(result)]
        status, said = checked("", tmp_path, capfd, *more)
        assert status != 0
        assert said.startswith(f"vassal-supply: {result}: the earlier result")
        assert repr(key) in said


def told_later(
    change: dict[str, Any], folder: Path, capfd: pytest.CaptureFixture[str], *more: str
) -> tuple[int, dict[str, Any], str]:
    """Status, report and messages of the ring of 1941 after combat, with its initial result changed."""
    words = ["check", str(FOLDER / "summer-1941-initial.vsav"), "--format", "json"]
    capfd.readouterr()
    assert main([*words, "--side", "Allies", "--phase", "initial"]) == 0
    result = json.loads(capfd.readouterr().out)
    memory = result["memory"] | change.pop("memory", {})
    path = folder / "earlier.json"
    path.write_text(json.dumps(result | {"memory": memory} | change), encoding="utf-8")
    more = more or ("--side", "Allies", "--phase", "post-combat")
    status = main([*words, *more, "--previous", str(path)])
    out, err = capfd.readouterr()
    return status, json.loads(out or "{}"), err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"memory": {"phase": "half-time"}}, "the phase 'half-time'; expected one with --phase"),
        ({"memory": {"phase": None}}, "the phase None; expected one with --phase"),
        ({"units": [{"id": "1", "grade": "wet"}]}, "'grade' 'wet'; expected full, partial, out"),
        ({"memory": {"zones": [{"grade": "full"}]}}, "'best' None; expected full, partial, out"),
        (
            {
                "memory": {
                    "lines": [
                        {
                            "name": "x",
                            "faction": "russia",
                            "from": "Mars",
                            "to": "Suez",
                            "state": "through",
                        }
                    ]
                }
            },
            "earlier result, sea line x: no place is called 'Mars'",
        ),
    ],
)
def test_a_damaged_earlier_result_is_refused(
    change: dict[str, object], said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, _, err = told_later(change, tmp_path, capfd)
    assert (status, said in err) == (2, True), err


def test_an_earlier_result_of_another_time_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    changes: dict[str, dict[str, Any]] = {
        "": {},
        "it is one after combat": {"memory": {"phase": "post-combat"}},
        "it is of Turn 3, this save of Turn 8": {"memory": {"turn": "Turn 3"}},
        "russia, western, whose supply is determined now": {
            "memory": {"hexes": {"japan": {"full": ["x"]}}}
        },
    }
    for said, change in changes.items():
        _, report, _ = told_later(change, tmp_path, capfd)
        assert [said in one["text"] for one in report["warnings"]] == ([True] if said else []), said
    initial = ("--side", "Allies", "--phase", "initial")
    _, report, _ = told_later({}, tmp_path, capfd, *initial)
    assert ["it is an initial one" in one["text"] for one in report["warnings"]] == [True]


def test_an_earlier_result_of_one_side_explains_its_units(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told_later({}, tmp_path, capfd)
    words = ["explain", str(FOLDER / "summer-1941-initial.vsav"), "8th Army", "--phase"]
    assert main([*words, "post-combat", "--previous", str(tmp_path / "earlier.json")]) == 0
    out, err = capfd.readouterr()
    assert "8th Army (Allies) on Europe:F22 is isolated." in out
    assert err == ""


def test_marks_do_not_stand_in_for_what_a_result_leaves_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A result made for the other side says nothing of the army in the ring: it is isolated, and lost only if it was."""
    _, report, _ = told_later({"units": []}, tmp_path, capfd)
    assert {one["name"]: one["grade"] for one in report["units"]} == {
        "8th Army": "out",
        "5th Mech": "full",
    }
    assert report["eliminated"] == []


def test_facts_of_the_save_stand_behind_the_turn_file_and_before_the_rulebook() -> None:
    facts = {
        "neutral": "Spain; Turkey",
        "allies": "Hungary = Germany; Finland = Germany",
        "peace": "Russia/Japan",
        "persian_route": "yes",
        "burma_road": "no",
        "chinese_resistance": 2,
    }
    state = Table({"neutral": ["Sweden"], "surrendered": ["France"]}, error=KitError)
    told = read_turn(None, facts, state)
    assert told.neutral == {"Spain", "Turkey"}
    assert told.surrendered == {"France"}
    assert told.allies == {"Hungary": "Germany", "Finland": "Germany"}
    assert told.peace == {frozenset({"Russia", "Japan"})}
    assert (told.persian_route, told.burma_road, told.chinese_resistance) == (True, False, 2)
    turn = Table({"neutral": [], "chinese_resistance": 1}, error=KitError)
    told = read_turn(turn, facts, state)
    assert (told.neutral, told.chinese_resistance) == (frozenset(), 1)


POCKET = {"8th Army": "out", "5th Mech": "full", "1st Panzer": "full", "2nd Panzer": "full"}


def judged(words: list[str], capfd: pytest.CaptureFixture[str]) -> Any:
    """The JSON of a check."""
    capfd.readouterr()
    assert main(["check", *words, "--format", "json"]) == 0
    return json.loads(capfd.readouterr().out)


def test_the_turn_tracker_says_whose_turn_it_is(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A pocket through both determinations, without a word of whose turn it is (30.41)."""
    first = tmp_path / "first.json"
    pocket = [str(FOLDER / "summer-1941-initial.vsav"), "--phase", "initial"]
    assert main(["check", *pocket, "--format", "json", "-o", str(first)]) == 0
    told = judged(
        [str(FOLDER / "summer-1941-lost.vsav"), "--phase", "post-combat", "--previous", str(first)],
        capfd,
    )
    assert {unit["name"]: unit["grade"] for unit in told["units"]} == POCKET
    assert [row["name"] for row in told["eliminated"]] == ["8th Army"]


@pytest.mark.parametrize(
    ("fact", "asks", "warned"),
    [
        ("", True, False),
        ('moving = "Allies"', False, False),
        ('moving = "Nobody"', True, True),
    ],
)
def test_without_a_word_of_whose_turn_it_is_the_check_asks(
    fact: str, asks: bool, warned: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(FOLDER / "kit", kit)
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    changed = text.replace('moving = "{Player}"', fact)
    assert changed != text
    (kit / "kit.toml").write_text(changed, encoding="utf-8")
    words = [str(FOLDER / "summer-1941-initial.vsav"), "--kit", str(kit)]
    for more in ([], ["--side", "Allies"]):
        told = judged([*words, *more], capfd)
        asked = any("whose player turn is it?" in one for one in told["questions"])
        assert asked == (asks and not more)
        assert any("'Nobody'" in one["text"] for one in told["warnings"]) == warned
