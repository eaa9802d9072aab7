"""Every case of the Tactics II game, asked through the command line: what each expects stands in its ``cases.toml``."""

from __future__ import annotations

import pytest

from fixtures.build.cells.cases import Case, read_cases
from fixtures.build.cells.game import read_cell_game
from tests.systems.case_table import Asker, Report, parts_of, spread
from vassal_supply.resources import data_folder

FOLDER = data_folder() / "fixtures" / "tactics2"
GAME = read_cell_game(FOLDER)
CASES = read_cases(GAME)


@pytest.fixture
def asker(capfd: pytest.CaptureFixture[str]) -> Asker:
    return Asker(GAME, FOLDER, capfd)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_case_comes_out_as_expected(case: Case, asker: Asker) -> None:
    expect = case.expect
    if "error" in expect:
        assert expect["error"] in asker.refusal(case)
        return
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
    for key, codes in wanted.items():
        assert [one["code"] for one in units[key]["effects"]] == codes, key


def _traces_to(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    units = asker.units(report)
    assert {key: units[key]["source"] for key in wanted} == wanted


def _rolls(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    found = asker.section(report, "rolls")
    if wanted or "seed" not in case.expect:
        assert {key: row["result"] for key, row in found.items()} == wanted
    for row in found.values():
        dead = row["die"] is not None and row["die"] >= 3
        assert (row["result"] == "dead-pile") == dead
        assert row["rule"] == "T2-8"


def _seed(asker: Asker, case: Case, report: Report, wanted: str) -> None:
    assert report["seed"] == wanted
    given = case.turn_file.get("dice", {})
    for key, row in asker.section(report, "rolls").items():
        side, _, name = key.partition(" ")
        assert row["from"] == ("given" if name in given.get(side, {}) else f"seed {wanted}")
        assert row["die"] in range(1, 7)


def _landings(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    found = asker.section(report, "landings")
    assert {key: row["code"] for key, row in found.items()} == wanted
    assert all(row["open"] == (row["code"] == "landing") for row in found.values())


def _questions(asker: Asker, case: Case, report: Report, wanted: list[str]) -> None:
    parts_of(report["questions"], wanted)


def _says(asker: Asker, case: Case, report: Report, wanted: dict[str, str]) -> None:
    for key, part in wanted.items():
        assert part in asker.explain(case, key)


SEEN = {
    "reasons": _reasons,
    "effects": _effects,
    "traces_to": _traces_to,
    "rolls": _rolls,
    "seed": _seed,
    "landings": _landings,
    "questions": _questions,
    "says": _says,
}


def test_every_rule_has_cases() -> None:
    assert {case.rule for case in CASES} == {f"T2-{n}" for n in range(1, 10)}
    assert len({case.name for case in CASES}) == len(CASES)
