"""The summary line counts what ran, and a strict run fails on what was skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tally import STRICT

ROOT = Path(__file__).resolve().parent.parent
CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from tests.tally import Tally

def pytest_configure(config):
    for name in ("engine", "corpus"):
        config.addinivalue_line("markers", name)
    config.pluginmanager.register(Tally(corpus_there={there}), "tally")
"""
TESTS = """
import pytest

@pytest.mark.engine
def test_runs():
    assert True

@pytest.mark.engine
@pytest.mark.corpus
def test_is_skipped_{what}():
    pytest.skip("not here")

@pytest.fixture
def gone():
    pytest.skip("gone")

@pytest.mark.{what}
def test_is_skipped_by_its_fixture(gone):
    assert True
"""


@pytest.mark.parametrize(
    ("strict", "there", "what", "status", "line"),
    [
        ("", True, "engine", 0, "engine: 1 ran, 2 skipped; corpus: 0 ran, 1 skipped"),
        ("1", True, "corpus", 1, "2 corpus tests were skipped though it is there"),
        ("1", False, "corpus", 0, "engine: 1 ran, 0 skipped; corpus: 0 ran, 2 skipped"),
        ("1", False, "engine", 1, "1 engine tests were skipped"),
    ],
)
def test_skips(tmp_path: Path, strict: str, there: bool, what: str, status: int, line: str) -> None:
    (tmp_path / "conftest.py").write_text(
        CONFTEST.format(root=str(ROOT), there=there), encoding="utf-8"
    )
    (tmp_path / "test_some.py").write_text(TESTS.format(what=what), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)]
    env = {**os.environ, STRICT: strict, "PYTEST_ADDOPTS": ""}
    run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    output = run.stdout.decode("utf-8", "replace")
    assert line in output
    assert run.returncode == status, output
