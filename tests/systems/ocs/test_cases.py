"""Every case of the Yarmuk game, asked through the command line: what each expects stands in its ``cases.toml``."""

from __future__ import annotations

from typing import Any

import pytest

from fixtures.build.cells.cases import Case, read_cases
from fixtures.build.cells.game import read_cell_game
from tests.systems.case_table import Asker, Report, parts_of, spread
from vassal_supply.resources import data_folder

FOLDER = data_folder() / "fixtures" / "ocs"
GAME = read_cell_game(FOLDER)
CASES = read_cases(GAME)


@pytest.fixture
def asker(capfd: pytest.CaptureFixture[str]) -> Asker:
    return Asker(GAME, FOLDER, capfd)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_case_comes_out_as_expected(case: Case, asker: Asker) -> None:
    expect = case.expect
    report = asker.check(case)
    units = asker.units(report)
    out = {key for key, row in units.items() if row["grade"] == "out"}
    assert out == spread(expect["out"], units)
    parts_of([one["text"] for one in report["warnings"]], expect.get("warnings", []))
    for key in expect.keys() - {"out", "warnings"}:
        SEEN[key](asker, case, report, expect[key])


def _reasons(asker: Asker, case: Case, report: Report, wanted: dict[str, list[str]]) -> None:
    units = asker.units(report)
    for key, first in wanted.items():
        found = [f"{one['rule']} {one['code']}" for one in units[key]["reasons"]]
        assert found[: len(first)] == first, key


def _effects(asker: Asker, case: Case, report: Report, wanted: dict[str, list[str]]) -> None:
    units = asker.units(report)
    for key, effects in wanted.items():
        assert [_effect(one) for one in units[key]["effects"]] == effects, key
        assert {one["rule"] for one in units[key]["effects"]} <= {"OCS-4"}


def _effect(row: Report) -> str:
    allowed = {True: "yes", False: "no", None: ""}[row.get("allowed")]
    value = f"{row['value']:g}" if "value" in row else ""
    return " ".join(part for part in (row["code"], allowed, value) if part)


def _traces_to(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    units = asker.units(report)
    assert {key: units[key]["source"] for key in wanted} == wanted


def _rows(found: dict[str, Report], wanted: dict[str, Report], rule: str) -> None:
    """The rows that are wanted and no others, each with the values that are wanted."""
    assert found.keys() == wanted.keys()
    for key, values in wanted.items():
        shown = {name: found[key][name] for name in values}
        assert shown == {name: _value(value) for name, value in values.items()}, key
        assert found[key]["rule"] == rule


def _value(value: Any) -> Any:
    return None if value == "<none>" else value


def _attrition(asker: Asker, case: Case, report: Report, wanted: dict[str, Report]) -> None:
    _rows({row["space"]: row for row in report["attrition"]}, wanted, "OCS-3")


def _eating(asker: Asker, case: Case, report: Report, wanted: dict[str, Report]) -> None:
    _rows({row["space"]: row for row in report["eating"]}, wanted, "OCS-1")


def _breakouts(asker: Asker, case: Case, report: Report, wanted: dict[str, Report]) -> None:
    _rows(asker.section(report, "breakouts"), wanted, "OCS-5")


def _attempts(asker: Asker, case: Case, report: Report, wanted: dict[str, list[str]]) -> None:
    found: dict[str, list[str]] = {}
    for row in report["attempts"]:
        found.setdefault(asker.keys[row["id"]], []).append(row["code"])
        assert row["rule"] == ("OCS-5" if row["code"] == "refused" else "OCS-6")
        assert row["success"] == {"succeeds": True, "dead-pile": False}.get(row["code"])
    assert found == wanted


def _returns(asker: Asker, case: Case, report: Report, wanted: dict[str, int]) -> None:
    assert {key: row["returns"] for key, row in asker.section(report, "attempts").items()} == wanted


def _gone(asker: Asker, case: Case, report: Report, wanted: list[str]) -> None:
    tried = {asker.keys[row["id"]] for row in report["attempts"]}
    assert tried - asker.units(report).keys() == set(wanted)


def _railheads(asker: Asker, case: Case, report: Report, wanted: dict[str, bool]) -> None:
    found = {row["space"]: row["open"] for row in report["railheads"]["Commonwealth"]}
    assert {space: found[space] for space in wanted} == wanted


def _seed(asker: Asker, case: Case, report: Report, wanted: str) -> None:
    assert report["seed"] == wanted
    rows = [*report["attrition"], *report["attempts"]]
    assert rows
    assert {row["from"] for row in rows} == {f"seed {wanted}"}
    assert all(1 <= die <= 6 for row in rows for die in row["dice"])


def _questions(asker: Asker, case: Case, report: Report, wanted: list[str]) -> None:
    parts_of(report["questions"], wanted)


def _says(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    for key, part in wanted.items():
        assert part in asker.explain(case, key)


SEEN = {
    "reasons": _reasons,
    "effects": _effects,
    "traces_to": _traces_to,
    "attrition": _attrition,
    "eating": _eating,
    "breakouts": _breakouts,
    "attempts": _attempts,
    "returns": _returns,
    "gone": _gone,
    "railheads": _railheads,
    "seed": _seed,
    "questions": _questions,
    "says": _says,
}


def test_every_rule_has_cases() -> None:
    assert {case.rule for case in CASES} == {f"OCS-{n}" for n in range(1, 8)}
    assert len({case.name for case in CASES}) == len(CASES)
