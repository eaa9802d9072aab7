"""Every row of the rule's table (30.1 to 30.61) is told on the page, named by a case of the fixture game, cited by the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.systems.awaw.asking import CASES
from vassal_supply.resources import data_folder, template
from vassal_supply.systems import awaw

_ROWS = """
30.1
30.21 30.221 30.222 30.223 30.225 30.226 30.227 30.228 30.229 30.23 30.24 30.25
30.261 30.262 30.263 30.264 30.265 30.266 30.27 30.271 30.28 30.29
30.311 30.312 30.321 30.321a 30.322 30.323 30.324 30.325 30.326
30.331 30.331b 30.332 30.333 30.334 30.335 30.341 30.342 30.343 30.35 30.36 30.37 30.38
30.41 30.42 30.43 30.44 30.45 30.46 30.47 30.48
30.51 30.522 30.523 30.524 30.53 30.541 30.542 30.55 30.56 30.57 30.58 30.6 30.61
"""
ROWS = _ROWS.split()
"""The rows of the table, by which the page lists them."""

_PARTS = """
30.225b 30.343e 30.352 30.361b 30.381 30.381a 30.522a 30.531 30.542a 30.542b 30.542c 30.542d
"""
PARTS = _PARTS.split()
"""Numbers within a row that the rule prints for a case of its own."""


def cited() -> set[str]:
    """The numbers in the system's files and rulebooks."""
    files = [*Path(awaw.__file__).parent.glob("*.py")]
    files += (data_folder() / "templates" / "rulebooks").glob("awaw*.toml")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return set(re.findall(r"\b30\.\d+[a-e]?", text))


def test_the_page_lists_the_rows() -> None:
    page = template("rulebooks/awaw.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (30\.\S+) \|", page, re.MULTILINE) == ROWS


@pytest.mark.parametrize("row", [*ROWS, *PARTS])
def test_a_case_is_named_by_the_row(row: str) -> None:
    assert [case.name for case in CASES.values() if row in case.rule.split()]


def test_cases_name_no_other_rows() -> None:
    assert {row for case in CASES.values() for row in case.rule.split()} == {*ROWS, *PARTS}


def test_the_code_cites_every_row() -> None:
    assert {*ROWS, *PARTS} - cited() == set()
