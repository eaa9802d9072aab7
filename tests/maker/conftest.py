"""The command line, called in the tests' own process."""

from tests.cli.conftest import run

__all__ = ["run"]
