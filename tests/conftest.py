"""What all tests share: where the corpus is, the engine that judges, which tests run without them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.harness import Engine, why_missing
from tests.tally import Tally

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine-full", action="store_true", help="also run the longest sweeps through the engine"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tally(corpus_there=CORPUS.is_dir()), "tally")


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests by the fixtures they use, and leaves the longest out unless they are asked for."""
    for item in items:
        for name in ("engine", "corpus"):
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(name)
    if config.getoption("--engine-full"):
        return
    long = [item for item in items if item.get_closest_marker("engine_full")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real modules and saves; its tests are skipped where it is missing."""
    if not CORPUS.is_dir():
        pytest.skip(
            f"no corpus of real games at {CORPUS.parent.name}/{CORPUS.name} beside the checkout"
        )
    return CORPUS


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The real VASSAL engine; its tests are skipped where it is not set up."""
    missing = why_missing()
    if missing:
        pytest.skip(missing)
    engine = Engine()
    yield engine
    engine.close()
