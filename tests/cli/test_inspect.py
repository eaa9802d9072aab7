"""``inspect`` on real files and on the example: what it says, and that every piece is where the engine sees it."""

from __future__ import annotations

import gzip
import json

import pytest

from vassal_supply.resources import example_folder

SAVES = ["trc/campaign", "trc/new", "a3r/1939", "kassala/default-setup", "ragnarok/start"]


@pytest.mark.parametrize("name", SAVES)
def test_every_piece_is_where_the_engine_sees_it(corpus, run, name):
    save, module = corpus / f"{name}.vsav", corpus / name.partition("/")[0] / "module.vmod"
    ran = run("inspect", save, "--module", module, "--pieces", "--format", "json")
    assert ran.status == 0
    ours = {piece["id"]: piece for piece in json.loads(ran.out)["pieces"]}
    dump = json.loads(gzip.decompress((corpus / f"{name}.engine.json.gz").read_bytes()))
    assert dump["pieces"]
    for theirs in dump["pieces"]:
        piece = ours[theirs["id"]]
        assert [piece[key] for key in ("name", "x", "y", "stack")] == [
            theirs[key] for key in ("name", "x", "y", "stack")
        ]
        assert piece["map"] == theirs["map"]
        if theirs["location"] != "offboard":
            assert piece["location"] == theirs["location"]


def test_a_save_in_words(corpus, run):
    ran = run("inspect", corpus / "trc/campaign.vsav", "--module", corpus / "trc/module.vmod")
    assert ran.status == 0
    assert ran.out.startswith(
        "Save of TRC4 1.3b06, saved by VASSAL 3.2.17\nTurn: 1941 Mar/Apr Axis 1st Impulse"
    )
    assert "layer Supply: level 1 (205)" in ran.out


def test_a_log_at_its_ends(corpus, run):
    words = (
        "inspect",
        corpus / "tld/0606-1.log",
        "--module",
        corpus / "tld/module.vmod",
        "--pieces",
        "--format",
        "json",
    )
    start, end = (json.loads(run(*words, "--at", at).out) for at in ("start", "end"))
    assert (start["kind"], start["steps"]) == ("log", 1091)
    assert start["pieces"] != end["pieces"]
    ran = run(*words, "--at", "1092")
    assert (ran.status, ran.out) == (2, "")
    assert "1092" in ran.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("trc", "1,260 hexes"),
        ("a3r", "A3R European Front"),
        ("kassala", "without names"),
        ("ragnarok", "zone"),
        ("pog", "Classic Map"),
        ("tld", "Normandy"),
    ],
)
def test_modules_in_words_and_json(corpus, run, name, said):
    path = corpus / name / "module.vmod"
    ran = run("inspect", path)
    assert ran.status == 0
    assert ran.out.startswith("Module ")
    assert said in ran.out
    data = json.loads(run("inspect", path, "--format", "json").out)
    assert (data["kind"], data["schema"]) == ("module", 1)
    assert data["maps"]


def test_a_save_without_its_module_has_no_names_and_says_so(run, tmp_path):
    save = tmp_path / "alone.zip"
    save.write_bytes((example_folder() / "encirclement.vsav").read_bytes())
    ran = run("inspect", save, "--pieces", "--format", "json")
    assert ran.status == 0
    data = json.loads(ran.out)
    assert {piece["location"] for piece in data["pieces"]} == {None}
    assert "name it with --module" in data["warnings"][-1]["text"]


def test_the_example_beside_its_module(run):
    ran = run("inspect", example_folder() / "encirclement.vsav", "--pieces")
    assert ran.status == 0
    assert "0807" in ran.out
    assert "Needs" not in ran.out


def test_what_is_no_vassal_file(run, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("hello", encoding="utf-8")
    ran = run("inspect", path)
    assert (ran.status, ran.out) == (2, "")
    assert "notes.txt" in ran.err
