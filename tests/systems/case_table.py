"""What the cases of the games on squares and hexes have in common: asking a check through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fixtures.build.cells.cases import Case, case_command
from fixtures.build.cells.game import CellGame
from fixtures.build.cells.save import piece_id
from vassal_supply.cli import main

Report = dict[str, Any]


class Asker:
    """Asks the command line about the cases of one game."""

    def __init__(self, game: CellGame, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.game = game
        self.folder = folder
        self.keys = {piece_id(game, key): key for key in game.by_key}
        self._capfd = capfd

    def run(self, *words: str) -> tuple[int, str, str]:
        """Exit status, output and messages of a call."""
        self._capfd.readouterr()
        status = main(list(words))
        out, err = self._capfd.readouterr()
        return status, out, err

    def check(self, case: Case, *more: str) -> Report:
        """The JSON of a case's check, which must succeed."""
        status, out, err = self.run(*case_command(case, self.folder), "--format", "json", *more)
        assert status == 0, err
        report: Report = json.loads(out)
        return report

    def refusal(self, case: Case) -> str:
        """The message of a check that must be refused."""
        status, out, err = self.run(*case_command(case, self.folder))
        assert (status, out) == (2, "")
        return err

    def explain(self, case: Case, key: str) -> str:
        """What ``explain`` says of a counter."""
        words = case_command(case, self.folder, "explain")
        status, out, err = self.run(words[0], words[1], self.id_of(key), *words[2:])
        assert status == 0, err
        return out

    def id_of(self, key: str) -> str:
        """The id of the counter that cases call so."""
        return piece_id(self.game, key)

    def units(self, report: Report) -> dict[str, Report]:
        """A report's units by what cases call them."""
        return {self.keys[row["id"]]: row for row in report["units"]}

    def section(self, report: Report, name: str) -> dict[str, Report]:
        """The rows of a section that is about units."""
        return {self.keys[row["id"]]: row for row in report[name]}


def spread(names: list[str], units: dict[str, Report]) -> set[str]:
    """Names with ``Blue *`` put in for all units of a side."""
    return {
        key
        for name in names
        for key in (
            [one for one in units if one.startswith(name[:-1])] if name.endswith(" *") else [name]
        )
    }


def parts_of(found: list[str], wanted: list[str]) -> None:
    """Each sentence holds the part that is wanted at its place, and there are no more."""
    assert len(found) == len(wanted), found
    for sentence, part in zip(found, wanted, strict=True):
        assert part in sentence
