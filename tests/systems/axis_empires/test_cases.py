"""Every case of the fixture is a save, checked through the command line: the table of ``source/cases.toml``."""

from __future__ import annotations

import json
import re
import shlex
from functools import lru_cache
from typing import Any

import pytest

from fixtures.build.theatre.cases import Case, case_command, read_cases
from fixtures.build.theatre.sources import TheatreGame, read_theatre_game
from tests.conftest import ROOT

FOLDER = ROOT / "fixtures" / "axis_empires"


@lru_cache(maxsize=1)
def game() -> TheatreGame:
    return read_theatre_game(FOLDER)


CASES = read_cases(game())
IDS = [case.name for case in CASES]
Units = dict[str, dict[str, Any]]


_RESULTS: dict[str, dict[str, Any]] = {}


def checked(run, case: Case) -> dict[str, Any]:
    """What the command line says of a case; asked once."""
    if case.name not in _RESULTS:
        ran = run(*case_command(case, FOLDER), "--format", "json")
        assert ran.status == 0, ran.err
        _RESULTS[case.name] = json.loads(ran.out)
    return _RESULTS[case.name]


def by_name(result: dict[str, Any]) -> Units:
    """The units by ``NAME@SPACE``."""
    return {f"{unit['name']}@{unit['space']}": unit for unit in result["units"]}


def named(units: Units, counter: str) -> list[dict[str, Any]]:
    """The units that a case calls so."""
    found = [unit for key, unit in units.items() if key == counter or unit["name"] == counter]
    assert found, f"{counter} is not judged"
    return found


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_save_gets_the_verdicts_of_the_table(run, case: Case) -> None:
    result = checked(run, case)
    units = by_name(result)
    supplied = {unit["id"] for counter in case.supplied for unit in named(units, counter)}
    out = {unit["id"] for counter, _ in case.out for unit in named(units, counter)}
    grades = {unit["id"]: unit["grade"] for unit in result["units"]}
    assert grades == dict.fromkeys(supplied, "full") | dict.fromkeys(out, "out"), units
    for counter, code in case.out:
        for unit in named(units, counter):
            assert [one["code"] for one in unit["reasons"]] == [code], unit["reasons"]
    assert result["warnings"] == []


@pytest.mark.parametrize(
    "case", [one for one in CASES if one.ends or one.along], ids=lambda one: one.name
)
def test_lines_run_where_the_table_says(run, case: Case) -> None:
    units = by_name(checked(run, case))
    for counter, space in case.ends:
        assert [unit["source"] for unit in named(units, counter)] == [space]
    for counter, words in case.along:
        [unit] = named(units, counter)
        spaces = [step["space"] for step in unit["line"]]
        wanted = shlex.split(words)
        assert [space for space in spaces if space in wanted] == wanted, spaces


@pytest.mark.parametrize(
    "case", [one for one in CASES if one.may or one.may_not], ids=lambda one: one.name
)
def test_the_question_is_answered(run, case: Case) -> None:
    units = by_name(checked(run, case))
    for allowed, pairs in ((True, case.may), (False, case.may_not)):
        for counter, code in pairs:
            for unit in named(units, counter):
                effects = {one["code"]: one for one in unit["effects"]}
                assert effects[code]["allowed"] is allowed
                assert re.fullmatch(r"10\.3 AE-2\d[a-h]?", effects[code]["rule"])


@pytest.mark.parametrize("case", [one for one in CASES if one.bars], ids=lambda one: one.name)
def test_explain_names_the_bar(run, case: Case) -> None:
    for counter, rule in case.bars:
        command = case_command(case, FOLDER)
        words = ["explain", command[1], counter, *command[2:]]
        ran = run(*words, "--format", "json")
        assert ran.status == 0, ran.err
        rules = [bar["rule"] for bar in json.loads(ran.out)["bars"]]
        assert rules and all(re.search(rf"{rule}\b", found) for found in rules), (rules, ran.out)


def test_every_row_of_the_rules_has_its_case() -> None:
    rows = "1a 1b 1c 1d 2 3 4 5 5b 6 7 8 9 10a 10b 10c 10d 10e 10f 10g 20 21 22 23 24 24b 25 26"
    rows += " 27a 27b 27c 27d 27e 27f 27g 27h"
    assert {word for case in CASES for word in case.rule.split()} == {
        f"AE-{row}" for row in rows.split()
    }


def test_no_save_is_left_over() -> None:
    saves = {path.name for path in FOLDER.glob("*.vsav")}
    assert saves == {f"{case.name}.vsav" for case in CASES} | {game().table["setup"]["file"]}
