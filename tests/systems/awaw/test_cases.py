"""Every case of the fixture game, asked through the command line: what each expects stands in its ``cases.toml``."""

from __future__ import annotations

import pytest

from fixtures.build.atlas.cases import Case
from tests.systems.awaw.asking import CASES, Asker, seen


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_the_case_comes_out_as_expected(
    case: Case, asker: Asker, capfd: pytest.CaptureFixture[str]
) -> None:
    report = asker.ask(case, capfd)
    assert seen(report, case.expect) == case.expect
    if "warnings" not in case.expect:
        assert report["warnings"] == []
