"""Runs the command line inside the test's own process, as the tests of the command line do."""

from __future__ import annotations

from tests.cli.conftest import run

__all__ = ["run"]
