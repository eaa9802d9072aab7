"""What all tests share: where the corpus is, and which tests run without it."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real modules and saves; its tests are skipped where it is missing."""
    if not CORPUS.is_dir():
        pytest.skip(
            f"no corpus of real games at {CORPUS.parent.name}/{CORPUS.name} beside the checkout"
        )
    return CORPUS
