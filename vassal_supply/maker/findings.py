"""What lint has to say: findings, each with its file and line."""

from __future__ import annotations

from typing import Literal, NamedTuple

from vassal_supply.errors import SupplyError
from vassal_supply.tables import Table

Level = Literal["error", "warning"]


class Finding(NamedTuple):
    """One thing that is wrong (``error``) or looks wrong (``warning``); ``line`` is 0 where there is none to name."""

    level: Level
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.level}: {self.text}"


class Findings(list[Finding]):
    """The findings of one run, each once."""

    def __init__(self) -> None:
        super().__init__()
        self._told: set[Finding] = set()

    def error(self, table: Table, key: str, text: str, word: str = "") -> None:
        """Something is wrong at a key of a file, on the line of ``word`` within its value."""
        self._add("error", table, key, text, word)

    def warning(self, table: Table, key: str, text: str, word: str = "") -> None:
        """Something looks wrong at a key of a file."""
        self._add("warning", table, key, text, word)

    def raised(self, error: SupplyError) -> None:
        """An error that stopped the reading of a file."""
        text = ": ".join(part for part in (error.place, error.text) if part)
        self.append(Finding("error", error.file, error.line, text))

    def _add(self, level: Level, table: Table, key: str, text: str, word: str) -> None:
        place = table.at(key)
        said = f"{place}: {text}" if place else text
        found = Finding(level, table.file, table.line(key, word), said)
        if found not in self._told:
            self._told.add(found)
            self.append(found)

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return sum(one.level == "error" for one in self)

    def in_order(self) -> list[Finding]:
        """The findings file by file and line by line."""
        return sorted(self, key=lambda one: (one.file, one.line))


def some(names: list[str], most: int = 6) -> str:
    """A few names, and how many more there are."""
    shown = ", ".join(repr(name) for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown
