"""The page for makers and players says what the code does: keys, codes, sections, each with an example that is real."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fixtures.build.area.cases import Case, case_command, read_cases
from fixtures.build.area.game import read_area_game
from vassal_supply.cli import main
from vassal_supply.resources import data_folder, template
from vassal_supply.systems.axis_and_allies import AxisAndAlliesSystem
from vassal_supply.systems.axis_and_allies.codes import EFFECTS, REASONS
from vassal_supply.tables import parse_toml

PAGE = template("rulebooks/axis_and_allies.md").read_text(encoding="utf-8")
FOLDER = data_folder() / "fixtures" / "axis_and_allies"
CASES: dict[str, Case] = {case.name: case for case in read_cases(read_area_game(FOLDER))}
SYSTEM = AxisAndAlliesSystem


def chapter(title: str) -> str:
    """What stands under a heading, up to the next one of its level."""
    level = title.split()[0]
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^{level} |\Z)", PAGE, re.M | re.S)
    assert found, title
    return found[1]


def table(text: str) -> list[list[str]]:
    """The rows of a table without its head, code signs taken off."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip().strip("`") for cell in row] for row in rows[1:]]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The JSON of a case's check, made once."""
    made: dict[str, Any] = {}
    out = tmp_path_factory.mktemp("reports") / "report.json"

    def report(name: str) -> Any:
        if name not in made:
            words = [*case_command(CASES[name], FOLDER), "--format", "json", "-o", str(out)]
            assert main(words) == 0
            made[name] = json.loads(out.read_text(encoding="utf-8"))
        return made[name]

    return report


def codes_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["code"]} if "code" in value else set()
        return own.union(*(codes_in(one) for one in value.values()))
    return set().union(*(codes_in(one) for one in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("title", "codes"), [("## Reason codes", REASONS), ("## Effect codes", EFFECTS)]
)
def test_the_tables_of_codes_are_the_codes(title: str, codes: dict[str, str]) -> None:
    assert {row[0]: row[1] for row in table(chapter(title))} == codes


@pytest.mark.parametrize(
    ("code", "case"),
    [
        (row[0], row[2])
        for title in ("## Reason codes", "## Effect codes")
        for row in table(chapter(title))
    ],
)
def test_the_case_of_a_code_shows_it(code: str, case: str, reports: Any) -> None:
    assert code in codes_in(reports(case))


def test_no_case_reports_a_code_that_is_not_listed(reports: Any) -> None:
    assert set().union(*(codes_in(reports(name)) for name in CASES)) == set(SYSTEM.codes)


def test_the_turn_files_keys_are_the_keys() -> None:
    assert dict(table(chapter("## The turn file"))) == dict(SYSTEM.turn_keys)


def test_the_turn_file_that_is_shown_is_read(tmp_path: Path) -> None:
    shown = re.search(r"```toml\n(.*?)```", chapter("## The turn file"), re.S)
    assert shown
    assert set(parse_toml(shown[1].encode("utf-8"), file="t").keys()) == set(SYSTEM.turn_keys)
    turn = tmp_path / "turn.toml"
    turn.write_text(shown[1], encoding="utf-8")
    assert (
        main(["check", str(FOLDER / "axis_and_allies.vsav"), "--turn-file", str(turn), "-q"]) == 0
    )


SECTIONS = re.findall(r"^### (\w+)$", chapter("## What a check reports"), re.M)


def test_every_section_has_its_chapter(reports: Any) -> None:
    usual = {"schema", "tool", "system", "module", "save", "side", "phase", "units"}
    usual |= {"supply_zones", "questions", "warnings"}
    seen = set().union(*(reports(name).keys() for name in CASES)) - usual
    assert seen == set(SECTIONS)


@pytest.mark.parametrize("section", [one for one in SECTIONS if one != "state"])
def test_the_example_of_a_section_is_a_row_of_its_case(section: str, reports: Any) -> None:
    text = chapter(f"### {section}")
    example, case = (
        re.search(r"```json\n(.*?)```", text, re.S),
        re.search(r"Case\s+`([\w-]+)`", text),
    )
    assert example
    assert case
    hidden = {"id": "..."}
    rows = [row | (hidden if "id" in row else {}) for row in reports(case[1])[section]]
    assert json.loads(example[1]) in rows


def test_the_phases_and_actions_are_named() -> None:
    players = chapter("## For players")
    assert all(f"`{word}`" in players for word in (*SYSTEM.phases, *SYSTEM.actions))


def test_every_rule_is_on_the_page() -> None:
    assert [row[0] for row in table(PAGE.split("## For players")[0])] == [
        f"AA-{n}" for n in range(1, 12)
    ]
