"""Runs the command line inside the test's own process."""

from __future__ import annotations

from tests.cli.conftest import run

__all__ = ["run"]
