"""A player tries a plan: ``--move``, ``--remove``, ``--add``; and looks with somebody's eyes."""

from __future__ import annotations

import json

import pytest

from tests.kit.world import BOARDS, KIT, RULEBOOK, at, counter, module
from tests.vassal.saves import file_of, text_of
from vassal_supply.resources import example_folder

FOLDER = example_folder()
WORDS = (FOLDER / "encirclement.vsav", "--kit", FOLDER / "kit")


def grades(ran):
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    return {unit["name"]: unit["grade"] for unit in found["units"]}, found


def test_taking_a_unit_away_changes_the_check(run):
    before, plain = grades(run("check", *WORDS, "--format", "json"))
    after, found = grades(run("check", *WORDS, "--format", "json", "--remove", "12th Motorised"))
    assert before["2nd Armoured"] == "full"
    assert after["2nd Armoured"] == "out"
    assert before.keys() - after.keys() == {"12th Motorised"}
    assert "supposed" not in plain
    assert found["supposed"] == ["12th Motorised@1009 is gone"]


def test_moving_and_adding(run):
    after, found = grades(
        run(
            *("check", *WORDS, "--format", "json"),
            *("--move", "14th Rifle > 2010", "--add", "12th Motorised @ 2011"),
        )
    )
    assert after["14th Rifle"] == "full"
    assert [unit["space"] for unit in found["units"] if unit["name"] == "12th Motorised"] == [
        "1009",
        "2011",
    ]


def test_text_and_explanation_say_what_is_supposed(run):
    ran = run("check", *WORDS, "--remove", "12th Motorised")
    assert "Supposing that 12th Motorised@1009 is gone." in ran.out.splitlines()
    ran = run("explain", *WORDS, "2nd Armoured", "--remove", "12th Motorised")
    assert "out of supply" in ran.out.splitlines()[0]


def test_annotate_refuses_a_hypothesis(run, tmp_path):
    ran = run("annotate", *WORDS, "-o", tmp_path / "out.vsav", "--remove", "12th Motorised")
    assert ran.status == 2
    assert "annotate marks what the save holds" in ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("viewer", ["Red", "Blue", "referee"])
def test_nothing_is_masked_in_the_example(run, viewer):
    everybody, _ = grades(run("check", *WORDS, "--format", "json"))
    assert grades(run("check", *WORDS, "--format", "json", "--viewer", viewer))[0] == everybody


PLAYERS = "PLAYER\tsecret\tSomebody\tGerman player", "PLAYER\thidden\tAnother\tReferee"


@pytest.mark.parametrize(
    ("viewer", "seen", "unseen"),
    [
        (None, ["a"], 2),
        ("Axis", ["a", "b"], 1),
        ("Soviet", ["a", "c"], 1),
        ("referee", ["a", "b", "c"], 0),
    ],
)
def test_a_side_sees_what_its_player_has_masked(run, tmp_path, viewer, seen, unseen):
    """The player's password marks who masked a piece; the kit says which player takes which side."""
    module(tmp_path)
    pieces = [
        counter("1", "a", {"Type": "Inf", "Side": "Axis"}, at("0101")),
        counter("2", "b", {"Type": "Inf", "Side": "Axis"}, at("0102"), owner="secret"),
        counter("3", "c", {"Type": "Inf", "Side": "Soviet"}, at("0103"), owner="Soviet"),
    ]
    (tmp_path / "game.vsav").write_bytes(file_of(text_of(pieces, [BOARDS, *PLAYERS])))
    (tmp_path / "kit").mkdir()
    text = KIT.replace("[sides]", '[players]\nAxis = "German player"\n[sides]')
    rulebook = RULEBOOK.replace("[[line]]", '[[line]]\nlegs = "land"')
    for name, content in (("kit.toml", text), ("r.toml", rulebook)):
        (tmp_path / "kit" / name).write_text(content, encoding="utf-8")
    options = () if viewer is None else ("--viewer", viewer)
    words = (tmp_path / "game.vsav", "-m", tmp_path / "game.vmod", "-k", tmp_path / "kit")
    ran = run("check", *words, "--format", "json", *options)
    _, found = grades(ran)
    assert [unit["name"] for unit in found["units"]] == seen
    said = [one["text"] for one in found["warnings"] if "masked" in one["text"]]
    assert said == ([f"{unseen} masked or invisible pieces take no part"] if unseen else [])
    assert "secret" not in ran.out + ran.err
    assert "Somebody" not in ran.out + ran.err


def test_an_unknown_viewer(run):
    ran = run("check", *WORDS, "--viewer", "Green")
    assert ran.status == 2
    assert "--viewer Green: no such side; expected referee or one of Blue, Red" in ran.err
