"""The page of the Tactics II variant says what the code does: rules, keys, codes, sections with real examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fixtures.build.cells.cases import case_command, read_cases
from fixtures.build.cells.game import read_cell_game
from tests.systems.page import Page, codes_in, example_rows
from vassal_supply.cli import main
from vassal_supply.resources import data_folder, template
from vassal_supply.systems.tactics2 import Tactics2System
from vassal_supply.systems.tactics2.codes import EFFECTS, REASONS
from vassal_supply.tables import parse_toml

PAGE = Page(template("rulebooks/tactics2.md").read_text(encoding="utf-8"))
FOLDER = data_folder() / "fixtures" / "tactics2"
CASES = {
    case.name: case for case in read_cases(read_cell_game(FOLDER)) if "error" not in case.expect
}
TABLES = [("## Reason codes", REASONS), ("## Effect codes", EFFECTS)]
BY_KIT = {"no-line-rule"}
"""Codes that only a kit with kinds of its own can bring about; test_judge.py has them."""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Any:
    made: dict[str, Any] = {}
    out = tmp_path_factory.mktemp("reports") / "report.json"

    def report(name: str) -> Any:
        if name not in made:
            words = [*case_command(CASES[name], FOLDER), "--format", "json", "-o", str(out)]
            assert main(words) == 0
            made[name] = parse_json(out)
        return made[name]

    return report


def parse_json(path: Path) -> Any:
    import json

    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("title", "codes"), TABLES)
def test_the_tables_of_codes_are_the_codes(title: str, codes: dict[str, str]) -> None:
    assert {row[0]: row[1] for row in PAGE.rows(title)} == codes


@pytest.mark.parametrize(
    ("code", "case"), [(row[0], row[2]) for title, _ in TABLES for row in PAGE.rows(title)]
)
def test_the_case_of_a_code_shows_it(code: str, case: str, reports: Any) -> None:
    if case == "–":
        assert code in BY_KIT
    else:
        assert code in codes_in(reports(case))


def test_no_case_reports_a_code_that_is_not_listed(reports: Any) -> None:
    seen = set().union(*(codes_in(reports(name)) for name in CASES))
    assert seen == set(Tactics2System.codes) - BY_KIT


def test_the_turn_files_keys_are_the_keys() -> None:
    assert dict(PAGE.rows("## The turn file")) == dict(Tactics2System.turn_keys)


def test_the_turn_file_that_is_shown_is_read(tmp_path: Path) -> None:
    shown = PAGE.toml("## The turn file")
    keys = set(parse_toml(shown.encode("utf-8"), file="t").keys())
    assert keys == set(Tactics2System.turn_keys)
    turn = tmp_path / "turn.toml"
    turn.write_text(shown, encoding="utf-8")
    assert main(["check", str(FOLDER / "tactics2.vsav"), "--turn-file", str(turn), "-q"]) == 0


def test_every_section_has_its_chapter_and_a_real_example(reports: Any) -> None:
    usual = {"schema", "tool", "system", "module", "save", "side", "phase", "units"}
    usual |= {"supply_zones", "questions", "warnings"}
    assert reports("dice-given").keys() - usual == set(PAGE.sections())
    for section in PAGE.sections():
        example, case = PAGE.example(section)
        found = reports(case)[section]
        assert example in example_rows(found) if example is not None else found


def test_the_phases_are_named() -> None:
    players = PAGE.chapter("## For players")
    assert all(word in players for word in Tactics2System.phases)


def test_every_rule_is_on_the_page() -> None:
    assert PAGE.rules() == [f"T2-{n}" for n in range(1, 10)]


def test_the_rulebook_for_makers_is_read(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    for name in ("kit.toml", "map.toml"):
        text = (FOLDER / "kit" / name).read_text(encoding="utf-8")
        (kit / name).write_text(
            text.replace('rulebook = "tactics2"', 'rulebook = "rulebook.toml"'), encoding="utf-8"
        )
    (kit / "rulebook.toml").write_text(PAGE.toml("## For makers"), encoding="utf-8")
    save = FOLDER / "everybody-in-supply.vsav"
    assert main(["check", str(save), "--kit", str(kit), "-q", "--fail-on", "out"]) == 0
