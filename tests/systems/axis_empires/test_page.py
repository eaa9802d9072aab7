"""The page for makers and players says what the code does: rules, keys, codes and examples that are real."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from tests.systems.axis_empires.test_cases import CASES, FOLDER, checked
from vassal_supply.resources import template
from vassal_supply.systems.axis_empires import AxisEmpires
from vassal_supply.systems.axis_empires.codes import EFFECTS, REASONS
from vassal_supply.tables import parse_toml

PAGE = template("rulebooks/axis_empires.md").read_text(encoding="utf-8")
BOOK = tomllib.loads(template("rulebooks/axis_empires.toml").read_text(encoding="utf-8"))
BY_NAME = {case.name: case for case in CASES}
CODES = ("## Reason codes", "## Effect codes")


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


def codes_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["code"]} if "code" in value else set()
        return own.union(*(codes_in(one) for one in value.values()))
    return set().union(*map(codes_in, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(("title", "codes"), [(CODES[0], REASONS), (CODES[1], EFFECTS)])
def test_the_tables_of_codes_are_the_codes(title: str, codes: dict[str, str]) -> None:
    assert {row[0]: row[1] for row in table(chapter(title))} == codes


@pytest.mark.parametrize(
    ("code", "case"), [(row[0], row[2]) for title in CODES for row in table(chapter(title))]
)
def test_the_case_of_a_code_shows_it(run, code: str, case: str) -> None:
    assert code in codes_in(checked(run, BY_NAME[case]))


def test_no_case_reports_a_code_that_is_not_listed(run) -> None:
    seen = set().union(*(codes_in(checked(run, case)) for case in CASES))
    assert seen == set(AxisEmpires.codes)


def test_the_rulebook_has_just_the_effects_that_are_listed() -> None:
    assert [one["code"] for one in BOOK["effect"]] == list(EFFECTS)
    asked = {one["ask"] for one in BOOK["effect"] if "ask" in one}
    assert asked | {"overland"} == set(AxisEmpires.actions)
    assert {one["phase"] for one in BOOK["effect"] if "phase" in one} == set(AxisEmpires.phases)


def test_every_rule_is_on_the_page() -> None:
    rows = [row[0] for row in table(PAGE.split("## For players")[0])]
    assert set(rows) == {word for case in CASES for word in case.rule.split()}
    assert len(rows) == len(set(rows))


def test_every_rule_is_cited_where_it_is_applied() -> None:
    text = template("rulebooks/axis_empires.toml").read_text(encoding="utf-8")
    cited = set(re.findall(r"AE-\d+[a-h]?", text))
    for path in (FOLDER.parents[1] / "vassal_supply" / "systems" / "axis_empires").glob("*.py"):
        cited |= set(re.findall(r"AE-\d+[a-h]?", path.read_text(encoding="utf-8")))
    assert {word for case in CASES for word in case.rule.split()} <= cited


def test_the_phases_and_actions_are_named() -> None:
    players = chapter("## For players")
    for word in (*AxisEmpires.phases, *AxisEmpires.actions):
        assert f"`{word}`" in players


def test_the_turn_files_keys_are_the_keys() -> None:
    assert dict(table(chapter("## The turn file"))) == dict(AxisEmpires.turn_keys)


def test_the_turn_file_that_is_shown_is_read(run, tmp_path) -> None:
    shown = re.search(r"```toml\n(.*?)```", chapter("## The turn file"), re.S)
    assert shown
    keys = set(parse_toml(shown[1].encode("utf-8"), file="t").keys())
    assert keys == set(AxisEmpires.turn_keys)
    turn = tmp_path / "turn.toml"
    turn.write_text(shown[1], encoding="utf-8")
    assert run("check", FOLDER / "sollum.vsav", "--turn-file", turn).status == 0


def test_the_example_of_the_answers_is_a_row_of_its_case(run) -> None:
    text = chapter("### answers")
    example, case = re.search(r"```json\n(.*?)```", text, re.S), re.search(r"Case `(\S+)`", text)
    assert example
    assert case
    rows = [row | {"id": "..."} for row in checked(run, BY_NAME[case[1]])["answers"]]
    assert json.loads(example[1]) in rows


@pytest.mark.parametrize(
    ("case", "counter"), [("sollum", "5th US Army"), ("ankara-by-road", "12th Army")]
)
def test_the_explanations_shown_are_what_explain_says(run, case: str, counter: str) -> None:
    ran = run("explain", FOLDER / f"{case}.vsav", counter)
    assert ran.status == 0
    shown = re.search(rf"case `{case}`\):\n\n```text\n(.*?)```", PAGE, re.S)
    assert shown
    assert shown[1] == ran.out


def test_the_markers_named_are_those_the_system_knows() -> None:
    kinds = {word for row in table(_markers()) for word in row[0].replace("`", "").split(", ")}
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (FOLDER.parents[1] / "vassal_supply" / "systems" / "axis_empires").glob("*.py")
    )
    assert len(kinds) == 10
    assert all(f'"{kind}"' in source for kind in kinds)


def _markers() -> str:
    found = re.search(r"of these kinds:\n(.*?)\n  Where", PAGE, re.S)
    assert found
    return found[1]
