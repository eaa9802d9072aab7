"""Slips in the turn file, and what the facts of a save may say in its place."""

from __future__ import annotations

import json
from pathlib import Path

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
        assert "earlier result" in said
        assert repr(key) in said


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
