"""Runs the command line inside the test's own process."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from vassal_supply.cli import main


class Ran(NamedTuple):
    """What a call of the command line gave."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capfd):
    """Call ``vassal-supply`` with these words."""

    def call(*words: object) -> Ran:
        capfd.readouterr()
        status = main([str(word) for word in words])
        out, err = capfd.readouterr()
        return Ran(status, out, err)

    return call
