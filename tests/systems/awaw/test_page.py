"""The page for makers and players says what the code does: keys, codes, sections, each with an example that is real."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fixtures.build.atlas.cases import Case
from tests.systems.awaw.asking import CASES, FOLDER, Asker, Report
from tests.systems.page import Page, codes_in, example_rows
from vassal_supply.cli import main
from vassal_supply.errors import RulebookError
from vassal_supply.kit import KitFiles, parse_kit
from vassal_supply.resources import template
from vassal_supply.systems.awaw import AwawSystem
from vassal_supply.systems.awaw.book import read_book
from vassal_supply.systems.awaw.codes import EFFECTS, LINES, REASONS
from vassal_supply.systems.awaw.turn import read_turn
from vassal_supply.tables import Table, parse_toml

PAGE = Page(template("rulebooks/awaw.md").read_text(encoding="utf-8"))
TABLES = (
    ("## Reason codes", REASONS),
    ("## Codes of sea lines", LINES),
    ("## Effect codes", EFFECTS),
)
USUAL = {"schema", "tool", "system", "module", "save", "side", "phase", "units"}
USUAL |= {"supply_zones", "questions", "warnings"}


@pytest.fixture
def report(asker: Asker, capfd: pytest.CaptureFixture[str]) -> Any:
    def of(name: str) -> Report:
        return asker.ask(CASES[name], capfd)

    return of


@pytest.mark.parametrize(("title", "codes"), TABLES)
def test_the_tables_of_codes_are_the_codes(title: str, codes: dict[str, str]) -> None:
    assert {row[0]: row[1] for row in PAGE.rows(title)} == codes


@pytest.mark.parametrize(
    ("code", "case"), [(row[0], row[2]) for title, _ in TABLES for row in PAGE.rows(title)]
)
def test_the_case_of_a_code_shows_it(code: str, case: str, report: Any) -> None:
    assert code in codes_in(report(case))


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_no_case_reports_a_code_that_is_not_listed(case: Case, report: Any) -> None:
    assert codes_in(report(case.name)) <= set(AwawSystem.codes)


def test_the_turn_files_keys_are_the_keys() -> None:
    assert {row[0]: row[1] for row in PAGE.rows("## The turn file")} == AwawSystem.turn_keys


def test_the_turn_file_that_is_shown_is_read(tmp_path: Path) -> None:
    shown = PAGE.toml("## The turn file")
    table = parse_toml(shown.encode("utf-8"), file="turn.toml")
    assert set(table.keys()) == set(AwawSystem.turn_keys)
    told = read_turn(table, {}, Table({}))
    assert told.lines[0].protected[0].based == "Naples"
    turn = tmp_path / "turn.toml"
    turn.write_text(shown, encoding="utf-8")
    assert main(["check", str(FOLDER / "awaw.vsav"), "--turn-file", str(turn), "-q"]) == 0


def test_the_rulebook_that_is_shown_is_read() -> None:
    files = KitFiles.from_folder(FOLDER / "kit")
    shown = PAGE.toml("## For makers").encode("utf-8")
    kit = parse_kit(KitFiles(files.label, files.files | {"rulebook.toml": shown}))
    book = read_book(kit.rulebook)
    assert book.ranges == {"Italy": 4}
    assert kit.rulebook.error is RulebookError


def test_every_section_has_its_chapter(report: Any) -> None:
    seen = set().union(
        *(report(name).keys() for name in ("suez", "rabaul-post-combat", "hex-enter"))
    )
    assert seen - USUAL == set(PAGE.sections())


@pytest.mark.parametrize("section", PAGE.sections())
def test_the_example_of_a_section_is_of_its_case(section: str, report: Any) -> None:
    example, case = PAGE.example(section)
    found = report(case)[section]
    if section == "memory":
        assert all(f"`{key}`" in PAGE.chapter("### memory") for key in found)
    elif section == "sea_line_details":
        assert example.items() <= found.items()
    else:
        assert example in example_rows(found)


def test_the_zone_that_is_shown_is_one(report: Any) -> None:
    import json
    import re

    shown = re.search(r"```json\n(.*?)```", PAGE.chapter("## What a check reports"), re.S)
    assert shown
    assert json.loads(shown[1]) in report("suez")["supply_zones"]


def test_the_phases_and_actions_are_named() -> None:
    assert {row[0]: row[1] for row in PAGE.rows("### Phases")} == AwawSystem.phases
    actions = {row[0]: row[1] for row in PAGE.rows("### What may be done where")}
    assert actions == AwawSystem.actions


def test_every_rule_has_a_case() -> None:
    cited = {rule for case in CASES.values() for rule in case.rule.split()}
    assert len(PAGE.rules()) == 66
    for rule in PAGE.rules():
        assert any(one.startswith(rule) for one in cited), rule
