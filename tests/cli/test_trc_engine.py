"""The annotated save of The Russian Campaign, as the real engine sees it."""

from __future__ import annotations

import json

import pytest

from tests import trc
from tests.engine.compare import compare, levels
from tests.engine.jobs import Dump

pytestmark = [pytest.mark.corpus, pytest.mark.engine]


def test_the_engine_sees_exactly_the_units_out_marked(corpus, engine, run, tmp_path):
    module, save, out = (
        corpus / "trc/module.vmod",
        corpus / "trc/campaign.vsav",
        tmp_path / "out.vsav",
    )
    report = json.loads(run("check", *trc.words(corpus), "--format", "json").out)
    short = {unit["id"] for unit in report["units"] if unit["grade"] == "out"}
    assert run("annotate", *trc.words(corpus), "-o", out).status == 0
    before, answer = engine.ask(module, Dump(save)).game, engine.ask(module, Dump(out))
    assert (answer.dialogs, answer.complaints, answer.metadata_valid) == ((), (), True)
    changed = compare(before, answer.game)
    assert (changed.appeared, changed.vanished, changed.moved) == ((), (), {})
    assert changed.altered == {
        id: {"name": (before.all_pieces[id].name, before.all_pieces[id].name + " (OOS)")}
        for id in short
    }
    assert set(changed.relevelled) == short
    assert {id for id, level in levels(answer.game, "Supply").items() if level == 2} == short
