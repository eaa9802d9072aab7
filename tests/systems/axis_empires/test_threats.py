"""Threats, held to what happens when an enemy counter really stands there."""

from __future__ import annotations

import json

import pytest

from tests.systems.axis_empires.test_cases import FOLDER

SAVE = FOLDER / "sollum.vsav"


@pytest.fixture(scope="module")
def lost() -> dict[tuple[str, str], set[str]]:
    """The spaces whose loss cuts the Western army off, by the way they are lost."""
    from vassal_supply.case import open_case

    rows = open_case(SAVE).threats("Western")
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        assert row["units"] == ["5th US Army"]
        found.setdefault((str(row["side"]), str(row["lost"])), set()).add(str(row["space"]))
    return found


def supplied(run, *supposed: str) -> bool:
    words = [word for one in supposed for word in ("--add", one)]
    ran = run("check", SAVE, "--side", "Western", "--format", "json", *words)
    assert ran.status == 0, ran.err
    return {unit["name"]: unit["grade"] for unit in json.loads(ran.out)["units"]}[
        "5th US Army"
    ] == "full"


@pytest.mark.parametrize("space", ["e1207", "e1307", "e1311", "e1310", "e1412", "e1306"])
def test_a_space_taken(run, lost, space: str) -> None:
    cut = space in lost["Western", "taken"]
    assert supplied(run, f"German Detachment @ {space}") is not cut


@pytest.mark.parametrize("space", ["e1209", "e1412", "e1414", "e1306", "e1205"])
def test_a_zone_of_control(run, lost, space: str) -> None:
    cut = space in lost["Western", "in an enemy zone of control"] | lost["Western", "taken"]
    assert supplied(run, f"12th Army @ {space}") is not cut


def test_the_smallest_cut(run) -> None:
    ran = run("explain", SAVE, "5th US Army", "--threats")
    assert ran.status == 0
    assert "What would cut it off: " in ran.out
    assert "e1307" in ran.out.split("What would cut it off: ")[1]


def test_the_turn_file_counts(run, tmp_path) -> None:
    """Taranto is closed: the lines from Tobruk that are left all land at Durazzo."""
    save, turn = FOLDER / "tobruk.vsav", tmp_path / "turn.toml"
    turn.write_text('closed_ports = ["e2402"]', encoding="utf-8")
    held = ("--add", "Axis Control @ e2404")
    free = run("explain", save, "Afrika Korps", "--threats", *held)
    closed = run("explain", save, "Afrika Korps", "--threats", *held, "--turn-file", turn)
    assert free.status == closed.status == 0, closed.err
    told = [ran.out.split("What would cut it off: ")[1] for ran in (free, closed)]
    assert ["e2404" in text.strip().split("; ") for text in told] == [False, True]
    ran = run("check", save, "--side", "Axis", "--threats", "--format", "json", *held, "-t", turn)
    rows = json.loads(ran.out)["threats"]
    assert "e2404" in {row["space"] for row in rows if "Afrika Korps" in row["units"]}


def test_threats_to_overland_lines(run) -> None:
    """The sea has no part in an overland line: its loss cuts none."""
    save = FOLDER / "ankara.vsav"
    words = ("--side", "Axis", "--threats", "--for", "overland", "--format", "json")
    ran = run("check", save, *words)
    assert ran.status == 0, ran.err
    spaces = {row["space"] for row in json.loads(ran.out)["threats"]}
    assert {"e2510", "e2411"} <= spaces
    tobruk = run("check", FOLDER / "tobruk.vsav", *words)
    assert json.loads(tobruk.out)["threats"] == []


def test_a_counter_that_is_none(run) -> None:
    assert run("explain", SAVE, "Closed Port", "--threats").status == 2
