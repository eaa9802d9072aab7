"""Turn trackers say what the engine's say."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from tests.vassal.modules import board, element, game_map, write_module
from vassal_supply.vassal.archive import write_zip
from vassal_supply.vassal.buildfile import Reading
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.turns import TurnTracker

T = "VASSAL.build.module.turn."


def counter(name: str, *levels: str, **attributes: object) -> str:
    return element(T + "CounterTurnLevel", {"name": name, **attributes}, *levels)


def choice(name: str, entries: str, *levels: str, **attributes: object) -> str:
    return element(T + "ListTurnLevel", {"name": name, "list": entries, **attributes}, *levels)


CAMPAIGN = element(
    T + "TurnTracker",
    {
        "name": "Campaign",
        "turnFormat": "<html>$level1$: $level2$\\n$year$ ($level4$) &amp; $level3$</html>",
    },
    counter(
        "Year",
        choice("Season", "Mud\\,thaw,Dry", choice("Side", "Axis,Allies"), turnFormat="in $value$"),
        choice("Month", "Jan,Feb"),
        property="year",
        start=1941,
    ),
    choice("Epilogue", "Peace"),
)
# State of a tracker -> what the tracker shows.
STATES = {
    "0|1942;0;false;-1;1\\;0\\;0\\;true,true\\;1\\\\;0\\\\;0\\\\;true,true;0\\;0\\;0\\;true,true": (
        "1942: in Dry 1942 () & Allies"
    ),
    "0|1943;1;false;-1;0\\;0\\;0\\;true,true\\;0\\\\;0\\\\;0\\\\;true,true;1\\;0\\;0\\;true,true": (
        "1943: Feb 1943 () &"
    ),
    "1|1943;1;false;-1;0\\;0\\;0\\;true,true\\;0\\\\;0\\\\;0\\\\;true,true;1\\;0\\;0\\;true,true|"
    "0;0;0;true": "Peace: 1943 () &",
}


def tracker(text: str = CAMPAIGN) -> TurnTracker:
    return TurnTracker(etree.fromstring(text), 0, Reading())


def test_before_a_game_it_is_the_first_turn() -> None:
    turn = tracker().turn()
    assert turn.text == "1941: in Mud,thaw 1941 () & Axis"
    assert turn.values == {"year": "1941", "Season": "Mud,thaw", "Side": "Axis"}


@pytest.mark.parametrize("state", STATES)
def test_states_in_words(state: str) -> None:
    assert tracker().turn(state).text == STATES[state]


@pytest.mark.parametrize("state", ["", "x", "7|8;9", "0|;;;", "-1|1", "0|1942;5;;;9\\;x", "|||;;;"])
def test_odd_states_still_are_some_turn(state: str) -> None:
    assert tracker().turn(state).text


def test_other_properties_may_be_named() -> None:
    named = element(T + "TurnTracker", {"turnFormat": "$level1$ $Weather$"}, counter("Turn"))
    assert tracker(named).turn("0|4;0;false;-1", {"Weather": "Snow"}).text == "4 Snow"


@pytest.mark.engine
def test_the_engine_shows_the_same(engine: Engine, tmp_path: Path) -> None:
    module = write_module(
        tmp_path / "turns.vmod", game_map("Field", [board("Field", (50, 50))]), CAMPAIGN
    )
    for number, (state, text) in enumerate(STATES.items()):
        save = tmp_path / f"{number}.vsav"
        # A piece that tells what the tracker shows.
        teller = "+/1/label;;;10;;;t;0;c;0;b;c;$label$\tpiece;;;;x/$Campaign_value$\tField;9;9;;0"
        boards = "FieldBoardPicker\tField\t0\t0"
        # The end of the loading clears the property, so the turn is set after it.
        game = f"begin_save\x1b\x1b{teller}\x1b{boards}\x1bend_save\x1bTURNTurnTracker0\t{state}"
        write_zip(save, {"savedGame": obfuscate(game.encode("utf-8"), 3)})
        [piece] = engine.ask(module, Dump(save)).game.pieces.values()
        shown = piece.name
        plain = shown.replace("<html>", "").replace("</html>", "").replace("\\n", " ")
        assert " ".join(plain.replace("&amp;", "&").split()) == text


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("trc/campaign", "1941 Mar/Apr Axis 1st Impulse 1st Impulse"),
        ("kassala/default-setup", "1"),
        ("ragnarok/start", "1"),
    ],
)
def test_turns_of_real_saves(corpus: Path, name: str, text: str) -> None:
    save = Save.read(corpus / f"{name}.vsav")
    [found] = Module.read(corpus / name.split("/")[0] / "module.vmod").turn_trackers
    assert found.turn(save.turns[found.id]).text == text


def test_levels_that_repeat_one_another_end() -> None:
    inner = ""
    for _ in range(60):
        inner = counter("L", inner, turnFormat="$level1$$level2$$level3$$value$" * 3)
    tracker = element(T + "TurnTracker", {"turnFormat": "$level9$" * 100_000}, inner)
    assert len(TurnTracker(etree.fromstring(tracker), 0, Reading()).turn().text) <= 1_000
