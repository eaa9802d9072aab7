"""Every case of the fixture game, asked through the command line: what each expects stands in its ``cases.toml``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fixtures.build.area.cases import Case, case_command, read_cases
from fixtures.build.area.game import read_area_game
from vassal_supply.cli import main
from vassal_supply.resources import data_folder

FOLDER = data_folder() / "fixtures" / "axis_and_allies"
CASES = read_cases(read_area_game(FOLDER))
Report = dict[str, Any]


def ask(case: Case, capfd: pytest.CaptureFixture[str], *more: str) -> tuple[int, Report]:
    """The exit status of a case's check, with any verdict against the rules failing, and its JSON."""
    capfd.readouterr()
    words = [*case_command(case, FOLDER), "--format", "json", "--fail-on", "out", *more]
    status = main(words)
    out, err = capfd.readouterr()
    assert status in (0, 1), err
    return status, json.loads(out)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_case_comes_out_as_expected(case: Case, capfd: pytest.CaptureFixture[str]) -> None:
    status, report = ask(case, capfd)
    assert {key: SEEN[key](report, value) for key, value in case.expect.items()} == case.expect
    assert report["warnings"] == []
    assert status == (1 if report["violations"] else 0)


def test_every_rule_has_cases() -> None:
    assert {case.rule for case in CASES} == {f"AA-{n}" for n in range(1, 12)}


def test_every_case_expects_violations_or_none() -> None:
    assert all("violations" in case.expect for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES)


def _by(rows: list[Report], key: str, value: str) -> dict[str, Any]:
    return {row[key]: row[value] for row in rows}


def _same_keys(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    return {key: found.get(key, 0) for key in wanted}


def _violations(report: Report, _: Any) -> list[str]:
    return sorted(f"{row['rule']} {row['code']}" for row in report["violations"])


def _bottlenecks(report: Report, _: Any) -> list[str]:
    return [
        f"{' '.join(row['complexes'])}: {row['units']} units,"
        f" capacity {row['capacity']}, excess {row['excess']}"
        for row in report["bottlenecks"]
    ]


def _column(section: str, key: str, column: str) -> Callable[[Report, Any], dict[str, Any]]:
    return lambda report, wanted: _same_keys(_by(report[section], key, column), wanted)


def _units_room(report: Report) -> dict[str, int]:
    return {row["space"]: row["units"] for row in report["room"] if row["complexes"]}


def _room(report: Report, wanted: dict[str, int]) -> dict[str, int]:
    """Room for units, or for a new complex where a space has no complex to charge units to."""
    sites = {row["space"]: row["units"] for row in report["room"] if not row["complexes"]}
    return _same_keys(sites | _units_room(report), wanted)


def _no_room(report: Report, wanted: list[str]) -> list[str]:
    return [space for space in wanted if space not in _units_room(report)]


def _sites(report: Report, wanted: list[str]) -> list[str]:
    found = [row["space"] for row in report["room"] if row["may"] == ["complex"]]
    return [space for space in wanted if space in found]


def _decks(report: Report, _: Any) -> list[str]:
    return [row["space"] for row in report["room"] if row["may"] == ["ship", "fighter"]]


def _purchases(column: str) -> Callable[[Report, Any], dict[str, int]]:
    return lambda report, _: {
        row["kind"]: row[column] for row in report["purchases"] if row[column]
    }


def _victory(report: Report, _: Any) -> dict[str, list[Any]]:
    return {
        row["side"]: [row["cities"], "unchecked" if row["won"] is None else row["won"]]
        for row in report["victory"]
    }


def _battles(report: Report, _: Any) -> list[str]:
    return [
        f"{row['role']}: {row['units']} {row['kind']} at"
        f" {'none' if row['value'] is None else row['value']}"
        for row in report["battles"]
    ]


def _takers(report: Report, _: Any) -> list[str]:
    return sorted({row["kind"] for row in report["battles"] if row["captures"]})


def _blitzes(report: Report, _: Any) -> list[str]:
    return [
        f"{row['code']}: takes {' '.join(row['takes'])}"
        if row["legal"]
        else f"{row['code']}: in {row['stops']}"
        for row in report["blitzes"]
    ]


def _captured(report: Report, _: Any) -> list[str]:
    return [f"{row['code']}: {row['space']}" for row in report["captures"]]


def _effects(report: Report, _: Any) -> list[str]:
    return sorted({one["code"] for unit in report["units"] for one in unit["effects"]})


def _values(report: Report, _: Any) -> list[str]:
    """What each unit rolls with in the battles it stands in."""
    effects = [one for unit in report["units"] for one in unit["effects"]]
    return sorted(f"{one['code']} {one['value']}" for one in effects if "value" in one)


SEEN: dict[str, Callable[[Report, Any], Any]] = {
    "violations": _violations,
    "bottlenecks": _bottlenecks,
    "out": lambda report, _: sum(unit["grade"] == "out" for unit in report["units"]),
    "out_names": lambda report, _: [u["name"] for u in report["units"] if u["grade"] == "out"],
    "capacity": _column("production", "space", "capacity"),
    "used": _column("production", "space", "used"),
    "right": lambda report, _: [row["kind"] for row in report["placements"] if row["right"]],
    "room": _room,
    "no_room": _no_room,
    "sites": _sites,
    "decks": _decks,
    "income": _column("income", "power", "income"),
    "returned": _purchases("returned"),
    "waiting": _purchases("waiting"),
    "spent": lambda report, _: (
        report["treasury"][0]["spent"]
        or sum(row["bought"] * row["cost"] for row in report["purchases"])
    ),
    "refund": lambda report, _: report["treasury"][0]["refund"],
    "due": lambda report, _: report["treasury"][0]["due"],
    "victory": _victory,
    "battles": _battles,
    "captures": _takers,
    "blitzes": _blitzes,
    "captured": _captured,
    "effects": _effects,
    "values": _values,
    "questions": lambda report, _: len(report["questions"]),
}
