"""Explanations read like a good referee: what is wrong, by which rule, and what would be right."""

from __future__ import annotations

import json

import pytest

from vassal_supply.cli import main
from vassal_supply.resources import data_folder

FOLDER = data_folder() / "fixtures" / "axis_and_allies"

EXPLAINED = {
    ("american-fighter-british-carrier", "American fighter@Western Atlantic"): """\
American fighter (Allies) on Western Atlantic is against the rules.
  the carrier in Western Atlantic is United Kingdom's; new fighters never land on an ally's carrier [AA-6]
  it could go to Eastern United States (12), Western United States (10) [AA-6]
""",
    ("fighter-on-a-new-carrier", "German fighter"): """\
German fighter (Axis) on Baltic Sea is in order.
  mobilised by the industrial complex in Germany, onto German carrier [AA-6]
  Germany mobilises up to 10 units: income 10; 2 charged to it this turn, room for 8 more [AA-2]
How it enters play, 1 space:
                Baltic Sea
  mobilisation  Germany
""",
    ("ship-at-allied-complex", "American destroyer"): """\
American destroyer (Allies) on Western Approaches is against the rules.
  the industrial complex in United Kingdom belongs to United Kingdom, an ally; nobody mobilises through an ally's [AA-3]
  it could go to Gulf of Alaska (10), Grand Banks (12), East Pacific (10), Western Atlantic (12), Gulf of Mexico (12) [AA-5]
""",
    ("gift", "Japanese infantry"): """\
Japanese infantry (Axis) on Japan is in order.
  it was in play before this turn's mobilisation
""",
}


def explain(case: str, piece: str, *more: str) -> list[str]:
    save, before = FOLDER / f"{case}.vsav", FOLDER / f"{case}-before.vsav"
    return ["explain", str(save), piece, "--previous", str(before), *more]


@pytest.mark.parametrize(("case", "piece"), EXPLAINED)
def test_the_explanation(case: str, piece: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(explain(case, piece)) == 0
    assert capfd.readouterr().out == EXPLAINED[case, piece]


def unit_out(case: str, capfd: pytest.CaptureFixture[str]) -> str:
    """The id of the unit that a case leaves without a complex."""
    words = [
        "check",
        str(FOLDER / f"{case}.vsav"),
        "--previous",
        str(FOLDER / f"{case}-before.vsav"),
    ]
    assert main([*words, "--format", "json"]) == 0
    units = json.loads(capfd.readouterr().out)["units"]
    return str(next(unit["id"] for unit in units if unit["grade"] == "out"))


def test_at_a_bottleneck_each_complex_says_what_it_mobilises(
    capfd: pytest.CaptureFixture[str],
) -> None:
    tank = unit_out("shared-sea-zone-excess", capfd)
    assert main(explain("shared-sea-zone-excess", tank)) == 0
    assert (
        capfd.readouterr().out
        == """\
German tank (Axis) on Ukraine is against the rules.
  the industrial complexes in Balkans (2) and Ukraine (3) together would have to mobilise 6 units in Black Sea, Ukraine, \
1 too many; which go back to the box is the player's choice [AA-2]
  it could go to Germany (10), Southern Europe (6) [AA-4]
What bars it:
  Balkans  Balkans mobilises up to 2 units: income 2; charged to it: 2 destroyers [AA-2]
  Ukraine  Ukraine mobilises up to 3 units: income 3; charged to it: 2 submarines, 1 tank [AA-2]
"""
    )


def test_beside_closed_complexes_the_others_are_named_too(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The one that the verdict names is not told twice."""
    case = "ship-beside-closed-complexes"
    assert main(explain(case, "German destroyer", "--format", "json")) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["unit"]["reasons"][0]["text"].startswith("Germany took Ukraine this turn")
    [bar] = told["bars"]
    assert (bar["space"], bar["rule"]) == ("Caucasus", "AA-1")
    assert bar["text"] == "Germany does not control Caucasus; Soviet Union does"


def test_asked_for_an_attack_a_unit_tells_its_value(capfd: pytest.CaptureFixture[str]) -> None:
    save = FOLDER / "attack-on-the-map.vsav"
    assert main(["explain", str(save), "Soviet artillery", "--for", "attack"]) == 0
    assert (
        capfd.readouterr().out
        == """\
Soviet artillery (Allies) on Belorussia is in order.
  attacks at 2 [AA-11]
  may capture a territory [AA-11]
"""
    )


def test_the_text_of_a_check_has_the_tables(capfd: pytest.CaptureFixture[str]) -> None:
    case = "american-fighter-british-carrier"
    words = [
        "check",
        str(FOLDER / f"{case}.vsav"),
        "--previous",
        str(FOLDER / f"{case}-before.vsav"),
    ]
    assert main([*words, "--fail-on", "out"]) == 1
    text = capfd.readouterr().out
    assert "Allies: 10 units, 9 in order, 1 against the rules" in text
    assert "\nViolations:" not in text  # the unit that is out says it already
    for heading in (
        "Placements",
        "Production",
        "Room",
        "Purchases",
        "Income",
        "Victory",
        "Questions",
    ):
        assert f"\n{heading}:\n" in text
    assert "capital holder" in text


def test_what_no_unit_did_is_in_the_table_of_violations(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["check", str(FOLDER / "gift.vsav"), "--previous", str(FOLDER / "gift-before.vsav")]
    assert main(words) == 0
    text = capfd.readouterr().out
    assert "Violations:\n" in text
    assert "Japan's treasury went from 10 to 15 IPC in Germany's turn" in text
    assert main([*words, "--fail-on", "out"]) == 1


def test_of_a_log_its_start_is_the_earlier_state(capfd: pytest.CaptureFixture[str]) -> None:
    log = FOLDER / "axis_and_allies.vlog"
    for at, placed in (("start", 0), ("1", 1), ("end", 7)):
        assert main(["check", str(log), "--at", at, "--format", "json"]) == 0
        report = json.loads(capfd.readouterr().out)
        assert len(report["placements"]) == placed
        assert report["violations"] == []
