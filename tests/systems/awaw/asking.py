"""Asks the cases of the fixture game through the command line, and sums up what the answers say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fixtures.build.atlas.cases import Case, case_command, read_cases, result_name
from fixtures.build.atlas.sources import read_atlas_game
from vassal_supply.cli import main
from vassal_supply.resources import data_folder

FOLDER = data_folder() / "fixtures" / "awaw"
CASES = {case.name: case for case in read_cases(read_atlas_game(FOLDER))}
Report = dict[str, Any]


class Asker:
    """Runs the checks of cases, each once; a case's result lies in a folder for those that follow it."""

    def __init__(self, results: Path) -> None:
        self._results = results
        self._reports: dict[str, Report] = {}

    def ask(self, case: Case, capfd: pytest.CaptureFixture[str]) -> Report:
        """The JSON of a case's check."""
        if case.name not in self._reports:
            if case.previous:
                self.ask(CASES[case.previous], capfd)
            capfd.readouterr()
            words = [*case_command(case, FOLDER, self._results), "--format", "json"]
            status = main(words)
            out, err = capfd.readouterr()
            assert status == 0, err
            (self._results / result_name(case.name)).write_text(out, encoding="utf-8")
            self._reports[case.name] = json.loads(out)
        return self._reports[case.name]


def seen(report: Report, expect: dict[str, Any]) -> dict[str, Any]:
    """What a report says of everything that a case expects something of."""
    return {key: _SEEN[key](report, wanted) for key, wanted in expect.items()}


def _unit(report: Report, name: str) -> Report:
    found = [unit for unit in report["units"] if unit["name"] == name]
    assert len(found) == 1, f"{len(found)} units called {name}"
    return found[0]


def _grades(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    return {name: _unit(report, name)["grade"] for name in wanted}


def _among(found: list[str], wanted: list[str]) -> list[str]:
    """The wanted items that are among what was found, and what was found where one is missing."""
    return [one if one in found else f"missing {one} in {found}" for one in wanted]


def _why(report: Report, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: _among([f"{r['rule']} {r['code']}" for r in _unit(report, name)["reasons"]], codes)
        for name, codes in wanted.items()
    }


def _effect(effect: Report) -> str:
    words = [effect["code"]]
    if "value" in effect:
        words.append(f"{effect['value']:g}")
    if "allowed" in effect:
        words.append("yes" if effect["allowed"] else "no")
    return " ".join(words)


def _effects(report: Report, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: _among([_effect(one) for one in _unit(report, name)["effects"]], effects)
        for name, effects in wanted.items()
    }


def _rules(report: Report, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: _among([f"{e['rule']} {e['code']}" for e in _unit(report, name)["effects"]], codes)
        for name, codes in wanted.items()
    }


def _not_effects(report: Report, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: [
            code
            for code in codes
            if code not in [effect["code"] for effect in _unit(report, name)["effects"]]
        ]
        for name, codes in wanted.items()
    }


def _sources(report: Report, wanted: dict[str, str]) -> dict[str, str | None]:
    return {name: _unit(report, name)["source"] for name in wanted}


def _legs(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    """The legs of a unit's line in order, each once."""
    return {
        name: " ".join(dict.fromkeys(s["leg"] for s in _unit(report, name)["line"] if s["leg"]))
        for name in wanted
    }


def _lines(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    rows = {row["name"]: row for row in report["sea_lines"]}
    return {
        name: " ".join(rows[name][key] for key in ("state", "grade", "code", "rule"))
        if name in rows
        else "no such line"
        for name in wanted
    }


def _zones(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    rows = {row["name"]: row["grade"] for row in report["supply_zones"]}
    return {name: rows.get(name, "no such zone") for name in wanted}


def _boxes(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    """The grade of the zone that a box belongs to."""
    found = {box: row["grade"] for row in report["supply_zones"] for box in row["boxes"]}
    return {name: found.get(name, "in no zone") for name in wanted}


def _hexes(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    found = {
        space: "yes" if row["allowed"] else "no"
        for row in report["hexes"]
        for space in row["spaces"]
    }
    return {space: found.get(space, "not told") for space in wanted}


def _hex_rules(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    found = {space: row["rule"] for row in report["hexes"] for space in row["spaces"]}
    return {space: found.get(space, "not told") for space in wanted}


def _oil(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    """The oil effects that the reasons of units tell of."""
    return {
        name: " ".join(
            reason["text"].removeprefix("it is subject to ").removesuffix(" oil effects")
            for reason in _unit(report, name)["reasons"]
            if reason["code"] == "oil"
        )
        for name in wanted
    }


def _parts(key: str, text: Any) -> Any:
    def among(report: Report, wanted: list[str]) -> list[str]:
        texts = [text(one) for one in report[key]]
        return [
            part if any(part in one for one in texts) else f"missing {part} in {texts}"
            for part in wanted
        ]

    return among


def _protection(report: Report, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    details = report["sea_line_details"]
    return {
        name: [
            part
            if any(part in text for text in details[name]["protection"])
            else f"missing {part} in {details[name]['protection']}"
            for part in parts
        ]
        for name, parts in wanted.items()
    }


def _way(report: Report, wanted: dict[str, str]) -> dict[str, str]:
    details = report["sea_line_details"]
    return {name: ", ".join(details[name]["hexes"]) for name in wanted}


_SEEN = {
    "grade": _grades,
    "why": _why,
    "effects": _effects,
    "rules": _rules,
    "not_effects": _not_effects,
    "source": _sources,
    "legs": _legs,
    "lines": _lines,
    "zones": _zones,
    "boxes": _boxes,
    "hexes": _hexes,
    "hex_rules": _hex_rules,
    "oil": _oil,
    "no_effects": lambda report, wanted: [
        name for name in wanted if not _unit(report, name)["effects"]
    ],
    "eliminated": lambda report, _: sorted(row["name"] for row in report["eliminated"]),
    "questions": _parts("questions", str),
    "warnings": _parts("warnings", lambda one: one["text"]),
    "protection": _protection,
    "way": _way,
}
