"""Plans tried on real saves: units cut off through ``--move``, by hand, on Paths of Glory and The Russian Campaign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import trc
from tests.supply.legal import problems
from vassal_supply.case import open_case
from vassal_supply.kit.hypotheses import Supposed
from vassal_supply.supply import parse_rulebook

KITS = Path(__file__).resolve().parents[2] / "fixtures" / "kits"
TURKEY = "Turkey Neutral"


@pytest.fixture(scope="module")
def pog(corpus):
    """The words that open the historical start of Paths of Glory."""
    folder = corpus / "pog"
    words = ("--module", folder / "module.vmod", "--kit", KITS / "pog", "--format", "json")
    return (folder / "historical.vsav", *words)


def judged(run, words, moves=(), removes=(), adds=()):
    """The units of a check by NAME@SPACE, with their grades."""
    options = [("--move", one) for one in moves]
    options += [("--remove", one) for one in removes] + [("--add", one) for one in adds]
    ran = run("check", *words, *(word for pair in options for word in pair))
    assert ran.status == 0, ran.err
    return [
        (f"{one['name']}@{one['space']}", one["grade"], one["reasons"][0])
        for one in json.loads(ran.out)["units"]
    ]


def short(units):
    return sorted(f"{name} {grade}" for name, grade, _ in units if grade != "full")


def test_nobody_is_out_when_the_war_begins(run, pog):
    """Rule 4.2.2 keeps neutral nations' units off the map: those the module has placed already take no part."""
    units = judged(run, pog)
    assert short(units) == []
    assert len(units) == 32 + 22
    assert not any(name.startswith(("IT", "RO", "BU", "GR", "TU")) for name, *_ in units)


def test_nor_when_every_neutral_has_joined(run, pog):
    neutrals = [f"{one} Neutral" for one in ("Italy", "Romania", "Bulgaria", "Greece", "Turkey")]
    units = judged(run, pog, removes=neutrals)
    assert short(units) == []
    assert len(units) == 44 + 38


@pytest.mark.parametrize(
    ("moves", "removes", "adds", "out"),
    [
        pytest.param(
            ["GE1 > Ostend", "GE2 > Cambrai", "GE3 > Sedan", "FR5 > Verdun"],
            [],
            [],
            ["BE1@Antwerp out", "BEF@Brussels out", "GE1@Ostend out"],
            id="Flanders: Ostend was the port; the army that took it is alone there",
        ),
        pytest.param(
            ["RU2 > Tannenberg", "RU1 > Konigsberg"],
            [],
            [],
            [],
            id="East Prussia: Memel is a port, so the 8th Army holds out by sea",
        ),
        pytest.param(
            ["RU2 > Tannenberg", "RU1 > Konigsberg", "RUc@Szawli > Memel"],
            [],
            [],
            ["GE8@Insterberg out", "GEc@Insterberg out"],
            id="East Prussia: and without Memel it does not",
        ),
        pytest.param(
            ["SB2 > Mostar", "AHc@Timisvar > Tirana"],
            [],
            [],
            ["AHc@Tirana out", "SB2@Mostar out"],
            id="Bosnia: Serbs need a line as soon as they leave Serbia, Montenegro's corps never",
        ),
        pytest.param(
            [],
            [],
            ["3681 @ Basra"],
            ["BRc@Basra out"],
            id="Mesopotamia: a besieged port supplies nobody",
        ),
        pytest.param(
            ["TUc@Rize > Poti", "TUc@Van > Grozny"],
            [TURKEY],
            [],
            [
                "RUc@Batum out",
                "RUc@Erivan out",
                "RUc@Kars out",
                "TUc@Grozny out",
                "TUc@Poti out",
            ],
            id="Caucasus: both dashed lines to the source are taken",
        ),
        pytest.param(
            ["BRc@Cairo > Aqaba"],
            [TURKEY],
            [],
            ["BRc@Aqaba out", "TUc@Medina partial"],
            id="Arabia: Turks in Medina are safe from attrition only, and the way by Arabia is the ANA's",
        ),
    ],
)
def test_cuts_by_hand(run, pog, moves, removes, adds, out):
    assert short(judged(run, pog, moves, removes, adds)) == out


def test_every_line_of_the_start_is_legal(corpus):
    folder = corpus / "pog"
    neutrals = [f"{one} Neutral" for one in ("Italy", "Romania", "Bulgaria", "Greece", "Turkey")]
    case = open_case(
        folder / "historical.vsav",
        module=folder / "module.vmod",
        kit=KITS / "pog",
        supposed=Supposed(removes=neutrals),
    )
    rulebook = parse_rulebook(case.kit.rulebook)
    verdicts = case.determine().verdicts
    assert len(verdicts) == 82
    for verdict in verdicts.values():
        assert problems(case.situation, rulebook, verdict) == []


TRC_CUTS = {
    "1509": (["ge-arm-03 > 1508", "ge-arm-14 > 1510"], ["ru-inf-22"]),
    "2110": (["ge-arm-24 > 2109", "ge-arm-39 > 2111"], ["ru-inf-21"]),
    "2715": (["ge-inf-54 > 2714", "ge-arm-48 > 2716"], ["Worker-Kharkov"]),
    "1810": (
        ["ge-arm-47 > 1809", "ge-arm-46 > 1811"],
        ["Stalin", "Stavka", "Worker-Moscow", "ru-arm-02c", "ru-inf-19"],
    ),
    "0214": (
        ["ru-inf-23 > 0213", "ru-inf-07 > 0215"],
        ["fi-inf-2", "fi-inf-4", "fi-inf-6", "fi-inf-7"],
    ),
}


@pytest.mark.parametrize("cut", TRC_CUTS)
def test_encirclements_by_hand(run, corpus, cut):
    """Two units on opposite sides close all six hexes around a stack; worked out again by a plain search."""
    moves, encircled = TRC_CUTS[cut]
    words = (*trc.words(corpus), "--format", "json")
    before = json.loads(run("check", *words).out)["units"]
    options = [word for move in moves for word in ("--move", move)]
    after = json.loads(run("check", *words, *options).out)["units"]
    out = {one["name"] for one in after if one["grade"] == "out"}
    fine = {one["name"] for one in before if one["grade"] == "full"}
    closers = {move.partition(" > ")[0] for move in moves}
    assert set(encircled) <= fine
    assert (out & fine) - closers == set(encircled)
    places = {one["id"]: one["space"] for one in after}
    sides = {one["id"]: one["side"] for one in after}
    lengths = trc.expected(places, sides)
    assert {one["id"] for one in after if one["grade"] == "out"} == {
        id for id, length in lengths.items() if length is None
    }
