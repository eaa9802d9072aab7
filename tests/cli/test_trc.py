"""The whole way on a real save: grades, lines, explanations and marks of The Russian Campaign's stand-in rule."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tests import trc
from vassal_supply.vassal.save import Save

pytestmark = pytest.mark.corpus


@pytest.fixture
def checked(corpus, run):
    ran = run("check", *trc.words(corpus), "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


@pytest.fixture
def scene(checked):
    places = {unit["id"]: unit["space"] for unit in checked["units"]}
    sides = {unit["id"]: unit["side"] for unit in checked["units"]}
    return places, sides


def test_every_piece_on_a_hex_is_a_unit_where_the_engine_sees_it(corpus, checked):
    engine = {
        id: at for id, at in trc.seen_by_engine(corpus).items() if at["location"] != "offboard"
    }
    assert len(engine) == 92
    assert [
        piece["name"]
        for piece in trc.seen_by_engine(corpus).values()
        if piece["location"] == "offboard"
    ] == ["Hitler"]
    ours = {unit["id"]: (unit["name"], unit["map"], unit["space"]) for unit in checked["units"]}
    assert ours == {id: (at["name"], at["map"], at["location"]) for id, at in engine.items()}


def test_sides_are_those_of_the_names(checked):
    for unit in checked["units"]:
        told = {
            "ge": "Axis",
            "it": "Axis",
            "ro": "Axis",
            "hu": "Axis",
            "fi": "Axis",
            "ru": "Soviet",
        }
        assert unit["side"] == told.get(unit["name"].partition("-")[0], unit["side"]), unit["name"]


def test_grades_and_lengths_are_those_of_a_plain_search(checked, scene):
    lengths = trc.expected(*scene)
    assert {unit["id"]: unit["grade"] for unit in checked["units"]} == {
        id: "out" if length is None else "full" for id, length in lengths.items()
    }
    assert {unit["id"]: len(unit["line"]) - 1 for unit in checked["units"] if unit["line"]} == {
        id: length for id, length in lengths.items() if length is not None
    }


def test_every_line_is_legal_step_by_step(checked, scene):
    for unit in checked["units"]:
        spaces = [step["space"] for step in unit["line"]]
        if unit["grade"] == "out":
            assert (spaces, unit["source"]) == ([], None)
            continue
        assert (spaces[0], spaces[-1]) == (unit["space"], unit["source"])
        assert trc.is_source(spaces[-1], unit["side"])
        bars = trc.barred(*scene, unit["side"])
        for here, there in pairwise(spaces):
            assert there in trc.neighbours(here) - bars, unit["name"]


def test_explain_names_the_limit_that_no_lifting_would_mend(corpus, run):
    ran = run("explain", *trc.words(corpus), "ru-inf-06")
    assert ran.status == 0
    assert "ru-inf-06 (Soviet) on 1925 is out of supply." in ran.out
    assert "24 hexes; 18 are allowed" in ran.out


def test_annotate_sets_the_supply_layer_of_exactly_the_units_out(corpus, run, checked, tmp_path):
    out = tmp_path / "out.vsav"
    assert run("annotate", *trc.words(corpus), "-o", out).status == 0
    levels = {
        id: piece.properties.get("Supply_Level") for id, piece in Save.read(out).pieces.items()
    }
    before = {
        id: piece.properties.get("Supply_Level")
        for id, piece in Save.read(corpus / "trc/campaign.vsav").pieces.items()
    }
    short = {unit["id"] for unit in checked["units"] if unit["grade"] == "out"}
    assert levels == {id: "2" if id in short else level for id, level in before.items()}
    again = tmp_path / "again.vsav"
    words = [str(out), *trc.words(corpus)[1:]]
    assert "0 marks changed" in run("annotate", *words, "-o", again).out
    assert again.read_bytes() == out.read_bytes()
    cleared = tmp_path / "cleared.vsav"
    assert run("annotate", *words, "--clear", "-o", cleared).status == 0
    assert (
        Save.read(cleared).stream.encode()
        == Save.read(corpus / "trc/campaign.vsav").stream.encode()
    )


def test_threats_are_what_happens_when_the_space_is_lost(corpus, run, scene):
    """Each threat held to the plain search with an enemy put there; spaces not listed threaten nobody."""
    places, sides = scene
    ran = run("check", *trc.words(corpus), "--side", "Axis", "--threats", "--format", "json")
    rows = json.loads(ran.out)["threats"]
    assert rows
    before = {id for id, length in trc.expected(places, sides).items() if length is None}
    held = {at for id, at in places.items() if sides[id] == "Axis"}
    told = {
        row["space"]: set(row["ids"])
        for row in rows
        if row["lost"] == "in an enemy zone of control"
    }
    both = {row["space"]: set(row["ids"]) for row in rows if row["lost"] == "taken"}
    for space in sorted(told.keys() | both.keys())[:40]:
        left = {id: at for id, at in places.items() if at != space or sides[id] != "Axis"}
        lost = {
            id: at
            for id, at in trc.expected(left | {"new": space}, sides | {"new": "Soviet"}).items()
            if at is None
        }
        fell = {id for id in lost if id != "new" and sides[id] == "Axis"} - before
        assert told.get(space, both.get(space)) == fell, (space, space in held)


def test_explain_names_the_smallest_cuts(corpus, run):
    ran = run("explain", *trc.words(corpus), "ge-inf-02", "--threats")
    assert ran.status == 0
    assert "What would cut it off: " in ran.out
    ran = run("explain", *trc.words(corpus), "ru-inf-06", "--threats")
    assert (ran.status, ran.out) == (2, "")
    assert "no supply line that could be cut" in ran.err
