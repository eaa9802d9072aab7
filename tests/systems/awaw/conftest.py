"""What the tests of the system share: the command line in their own process, and the answers to the cases."""

from __future__ import annotations

import pytest

from tests.cli.conftest import run
from tests.systems.awaw.asking import Asker

__all__ = ["asker", "run"]


@pytest.fixture(scope="session")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    """Asks each case once for all tests."""
    return Asker(tmp_path_factory.mktemp("results"))
