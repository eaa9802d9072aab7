"""A player tries a plan: ``--move``, ``--remove``, ``--add``; and looks with somebody's eyes."""

from __future__ import annotations

import json

import pytest

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


def test_an_unknown_viewer(run):
    ran = run("check", *WORDS, "--viewer", "Green")
    assert ran.status == 2
    assert "--viewer Green: no such side; expected referee or one of Blue, Red" in ran.err
