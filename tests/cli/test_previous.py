"""What ``--previous`` may name: a save of the same module, or what a check of it said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vassal_supply.cli import main
from vassal_supply.resources import data_folder

FIXTURES = data_folder() / "fixtures"
INCOME = FIXTURES / "axis_and_allies" / "income.vsav"
BEACH = FIXTURES / "tactics2" / "beach.vsav"


def refused(capfd: pytest.CaptureFixture[str], save: Path, previous: Path) -> str:
    assert main(["check", str(save), "--previous", str(previous)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert str(previous) in err
    return err


@pytest.mark.parametrize(
    ("save", "other", "said"),
    [
        (INCOME, BEACH, "was saved with the module 'Tactics II supply variant'"),
        (BEACH, INCOME, "was saved with the module 'World in Arms'"),
    ],
)
def test_a_save_of_another_game_is_refused(
    capfd: pytest.CaptureFixture[str], save: Path, other: Path, said: str
) -> None:
    assert said in refused(capfd, save, other)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            {"system": "ocs"},
            "system: 'ocs'; expected what check --format json wrote for 'tactics2'",
        ),
        ({"system": "tactics2", "module": "Other"}, "module: 'Other'; expected"),
        ({}, "system: None; expected"),
    ],
)
def test_the_result_of_another_game_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, said: dict[str, str], expected: str
) -> None:
    result = tmp_path / "before.json"
    result.write_text(json.dumps(said), encoding="utf-8")
    assert expected in refused(capfd, BEACH, result)
