"""Counts the tests that need the engine or the corpus, says so at the end, and is strict in CI."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import pytest

STRICT = "VASSAL_SUPPLY_CI"
"""Set to 1, this variable makes the run fail when an engine test was skipped, or a corpus test although its files are there."""


class Tally:
    """A pytest plugin; one per run."""

    def __init__(self, *, corpus_there: bool) -> None:
        self.corpus_there = corpus_there
        self.ran: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        for kind in self._kinds(item):
            if report.skipped and not hasattr(report, "wasxfail"):
                self.skipped[kind] += 1
            elif report.when == "call":
                self.ran[kind] += 1
        return report

    def _kinds(self, item: pytest.Item) -> list[str]:
        kinds = [kind for kind in ("engine", "corpus") if item.get_closest_marker(kind)]
        if "corpus" in kinds and not self.corpus_there:
            return ["corpus"]  # what is missing is not the engine
        return kinds

    def faults(self) -> list[str]:
        """Why a strict run must fail."""
        if os.environ.get(STRICT) != "1":
            return []
        faults = []
        if self.skipped["engine"]:
            faults.append(f"{self.skipped['engine']} engine tests were skipped")
        if self.skipped["corpus"] and self.corpus_there:
            faults.append(f"{self.skipped['corpus']} corpus tests were skipped though it is there")
        return faults

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.faults() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        counts = [
            f"{kind}: {self.ran[kind]} ran, {self.skipped[kind]} skipped"
            for kind in ("engine", "corpus")
        ]
        terminalreporter.write_line("; ".join(counts))
        for fault in self.faults():
            terminalreporter.write_line(f"{STRICT}=1: {fault}", red=True)
