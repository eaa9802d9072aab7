"""What check and explain say of the bundled example, in each of their forms, and where it goes."""

from __future__ import annotations

import csv
import io
import json

import pytest

from vassal_supply.resources import example_folder

EXAMPLE = example_folder()
WORDS = (EXAMPLE / "encirclement.vsav", "--kit", EXAMPLE / "kit")

BLUE = """\
Encirclement: Encirclement

Blue: 21 units, 19 in supply, 2 in partial supply
  1503  1st Marines  in partial supply  stands on its source, Varnhaven harbour (1503) [S-5]; a line of this kind gives \
no more than partial supply [S-5]
  1504  2nd Marines  in partial supply  a line of 1 hex reaches Varnhaven harbour (1503) [S-5]; a line of this kind \
gives no more than partial supply [S-5]

Why a unit is out, and what bars its line: vassal-supply explain SAVE NAME@SPACE
"""
TANK = """\
9th Tank (Red) on 0908 is out of supply.
  every line within its limits (overland: 4 hexes) to a source is barred [S-1]
The nearest line there would be, 11 spaces:
                0908
  road or rail  1008 1109 1209 1310 1410 1510 1610 1711 1811 1912 2012
What bars it:
  1008  1008 is held by 2nd Armoured [S-2]
  1008  1008 lies in the zone of control of 12th Motorised (a friendly unit there would lift this) [S-3]
  1109  1109 lies in the zone of control of 2nd Armoured and 12th Motorised (a friendly unit there would lift this) [S-3]
"""
CAVALRY = """\
7th Cavalry (Red) on 2004 is out of supply.
  no line within its limits (overland: 4 hexes) reaches a source [S-1]
  with every bar lifted a line would still need 5 hexes (overland); 4 are allowed
"""
MARINES = """\
1st Marines (Blue) on 1503 is in partial supply.
  stands on its source, Varnhaven harbour (1503) [S-5]
  a line of this kind gives no more than partial supply [S-5]
"""
INFANTRY = """\
1st Infantry (Blue) on 0506 is in supply.
  a line of 4 hexes reaches west edge (0107) [S-1]
Its supply line, 4 spaces:
                0506
  road or rail  0406 0307 0207 0107
"""


def test_a_check_in_words(run):
    assert run("check", *WORDS, "--side", "Blue") == (0, BLUE, "")


def test_the_side_of_a_single_unit(run):
    others = [f"17000000000{number:02}" for number in range(23, 43)]
    removed = [word for id in others for word in ("--remove", id)]
    assert "Blue: 1 unit, 1 in supply\n" in run("check", *WORDS, *removed).out


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("9th Tank", TANK),
        ("7th Cavalry@2004", CAVALRY),
        ("1st Marines", MARINES),
        ("1700000000022", INFANTRY),
    ],
)
def test_an_explanation_in_words(run, unit, said):
    assert run("explain", *WORDS, unit) == (0, said, "")


def test_an_explanation_as_json(run):
    told = json.loads(run("explain", *WORDS, "9th Tank", "--format", "json").out)
    assert list(told) == ["schema", "unit", "would_be", "bars", "limit"]
    assert (told["schema"], told["unit"]["name"], told["limit"]) == (1, "9th Tank", None)
    assert told["would_be"][:2] == [
        {"space": "0908", "leg": ""},
        {"space": "1008", "leg": "road or rail"},
    ]
    assert told["bars"][0] == {
        "space": "1008",
        "by": ["2nd Armoured"],
        "rule": "S-2",
        "text": "1008 is held by 2nd Armoured",
    }
    limit = json.loads(run("explain", *WORDS, "7th Cavalry", "--format", "json").out)
    assert (limit["would_be"], limit["bars"]) == ([], [])
    assert limit["limit"].endswith("would still need 5 hexes (overland); 4 are allowed")


def test_what_would_cut_a_unit_off(run):
    words = ("explain", *WORDS, "2nd Marines", "--threats")
    assert run(*words).out.endswith("What would cut it off: 1503\n")
    assert json.loads(run(*words, "--format", "json").out)["cuts"] == [["1503"]]


def test_a_check_as_json(run):
    told = json.loads(run("check", *WORDS, "--side", "Red", "--format", "json").out)
    assert list(told) == [
        *("schema", "tool", "system", "module", "save", "side", "phase", "units"),
        *("supply_zones", "questions", "warnings"),
    ]
    assert (told["schema"], told["system"], told["side"]) == (1, "generic", "Red")
    assert (told["module"], told["save"], told["phase"]) == ("Encirclement", str(WORDS[0]), None)
    assert len(told["units"]) == 21
    (tank,) = [unit for unit in told["units"] if unit["name"] == "9th Tank"]
    assert tank == {
        "id": "1700000000007",
        "name": "9th Tank",
        "map": "Battlefield",
        "space": "0908",
        "side": "Red",
        "nation": "Vostra",
        "grade": "out",
        "source": None,
        "line": [],
        "reasons": [
            {
                "rule": "S-1",
                "code": "cut-off",
                "text": "every line within its limits (overland: 4 hexes) to a source is barred",
            }
        ],
        "effects": [
            {"rule": "S-6", "code": "attack", "allowed": False, "text": "may not attack"},
            {
                "rule": "S-6",
                "code": "half-move",
                "allowed": True,
                "text": "moves at half its movement allowance",
            },
        ],
    }


def test_a_check_as_csv(run):
    rows = list(csv.DictReader(io.StringIO(run("check", *WORDS, "--format", "csv").out)))
    assert len(rows) == 42
    assert {row["name"]: (row["grade"], row["source"], row["length"]) for row in rows[:1]} == {
        "14th Rifle": ("out", "", "")
    }
    (first,) = [row for row in rows if row["name"] == "1st Infantry"]
    assert first == {
        "id": "1700000000022",
        "name": "1st Infantry",
        "map": "Battlefield",
        "space": "0506",
        "side": "Blue",
        "nation": "Norland",
        "grade": "full",
        "source": "0107",
        "length": "4",
        "reason": "a line of 4 hexes reaches west edge (0107)",
    }


@pytest.mark.parametrize(
    ("side", "grade", "status"),
    [("Red", "out", 1), ("Red", "partial", 1), ("Blue", "out", 0), ("Blue", "partial", 1)],
)
def test_a_script_can_stop_at_a_grade(run, side, grade, status):
    ran = run("check", *WORDS, "--side", side, "--fail-on", grade)
    assert ran.status == status
    assert ran.out.startswith("Encirclement: ")
    assert run("check", *WORDS, "--side", side).status == 0


@pytest.mark.parametrize("verb", [("check",), ("explain", "9th Tank")])
def test_a_result_goes_whole_into_a_file(run, tmp_path, verb):
    words = (verb[0], *WORDS, *verb[1:])
    out = tmp_path / "result.txt"
    assert run(*words, "-o", out) == (0, "", "")
    assert out.read_text(encoding="utf-8") == run(*words).out == run(*words, "-o", "-").out
    assert list(tmp_path.iterdir()) == [out]


def test_warnings_go_to_the_error_stream_unless_told_not_to(run, tmp_path):
    broken = tmp_path / "encirclement_ext" / "broken.vmdx"
    broken.parent.mkdir()
    broken.write_bytes(b"hello")
    module = tmp_path / "encirclement.vmod"
    module.write_bytes((EXAMPLE / "encirclement.vmod").read_bytes())
    words = ("check", *WORDS, "--module", module)
    assert run(*words, "--side", "Blue").out == BLUE
    assert run(*words).err == (
        f"vassal-supply: warning: {broken}: left out: is no zip, or a damaged one; "
        "expected a VASSAL module, extension, save or log\n"
    )
    assert run(*words, "-q").err == ""
    as_json = run(*words, "--format", "json")
    assert as_json.err == ""
    assert [one["where"] for one in json.loads(as_json.out)["warnings"]] == [str(broken)]
