"""Reading the pages for makers and players: their chapters, tables, examples."""

from __future__ import annotations

import json
import re
from typing import Any


class Page:
    """One page of ``templates/rulebooks``."""

    def __init__(self, text: str) -> None:
        self.text = text

    def chapter(self, title: str) -> str:
        """What stands under a heading, up to the next one of its level or above."""
        level = len(title.split()[0])
        found = re.search(
            rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{level}}} |\Z)", self.text, re.M | re.S
        )
        assert found, title
        return found[1]

    def rows(self, title: str) -> list[list[str]]:
        """The rows of the first table under a heading without its head, code signs taken off."""
        return rows_of(self.chapter(title))

    def rules(self) -> list[str]:
        """The numbers of the rules in the page's first table."""
        return [row[0] for row in rows_of(self.text.split("\n## ")[0])]

    def sections(self) -> list[str]:
        """The sections of a report that have a chapter."""
        return re.findall(r"^### (\w+)$", self.chapter("## What a check reports"), re.M)

    def example(self, section: str) -> tuple[Any, str]:
        """The example of a section, ``None`` without one, and the case it is from."""
        text = self.chapter(f"### {section}")
        case = re.search(r"Case\s+`([\w-]+)`", text)
        assert case, section
        shown = re.search(r"```json\n(.*?)```", text, re.S)
        return json.loads(shown[1]) if shown else None, case[1]

    def toml(self, title: str) -> str:
        """The TOML under a heading."""
        shown = re.search(r"```toml\n(.*?)```", self.chapter(title), re.S)
        assert shown, title
        return shown[1]


def rows_of(text: str) -> list[list[str]]:
    """The rows of the first table in a text without its head, code signs taken off."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [
        [cell.strip().strip("`") for cell in line.strip("| ").split(" | ")] for line in lines[1:]
    ]


def codes_in(value: Any) -> set[str]:
    """All codes in a report."""
    if isinstance(value, dict):
        code = value.get("code", [])
        own = set(code) if isinstance(code, list) else {code}
        return own.union(*(codes_in(one) for one in value.values()))
    return set().union(*(codes_in(one) for one in value)) if isinstance(value, list) else set()


def example_rows(section: Any) -> list[Any]:
    """The rows of a section, by side or not, as a page shows them: without ids of single units."""
    if isinstance(section, dict):
        return [row for rows in section.values() for row in example_rows(rows)]
    return [
        row | ({"id": "..."} if isinstance(row.get("id"), str) else {}) for row in section or ()
    ]
