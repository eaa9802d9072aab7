"""Paths of Glory's own OOS counters, laid on a real save whose Flanders has been cut off, and taken away again."""

from __future__ import annotations

import pytest

from tests.engine.compare import compare
from tests.engine.jobs import Dump
from tests.trc import KIT
from vassal_supply.annotate import annotate_save, clear_save
from vassal_supply.case import open_case
from vassal_supply.kit.hypotheses import Supposed
from vassal_supply.vassal.save import Save

PLAN = Supposed(("GE1 > Ostend", "GE2 > Cambrai", "GE3 > Sedan", "FR5 > Verdun"), (), ())
LAID = {("Antwerp", "OOS AP"), ("Brussels", "OOS AP")}


@pytest.fixture
def marked(corpus, tmp_path):
    """The historical set-up with the counters that a cut through Flanders would lay on the units it does not move."""
    words = {"module": corpus / "pog/module.vmod", "kit": KIT.parent / "pog"}
    save = corpus / "pog/historical.vsav"
    supposed = open_case(save, supposed=PLAN, **words).determine()
    case = open_case(save, **words)
    moved = {"GE1", "GE2", "GE3", "FR5"}
    for id, verdict in list(supposed.verdicts.items()):
        if verdict.unit.name in moved:
            del supposed.verdicts[id]
    annotation = annotate_save(case, supposed)
    annotation.write(tmp_path / "marked.vsav")
    return case, annotation, open_case(tmp_path / "marked.vsav", **words)


def test_each_side_has_its_own_counter_and_clear_takes_it_away(marked, tmp_path):
    case, annotation, after = marked
    assert {(change.space, change.piece) for change in annotation.changes} == LAID
    out = [unit for unit in after.situation.units if unit.supply == "out"]
    assert {(unit.name, unit.space) for unit in out} == {("BE1", "Antwerp"), ("BEF", "Brussels")}
    cleared = clear_save(after)
    cleared.write(tmp_path / "cleared.vsav")
    assert Save.read(tmp_path / "cleared.vsav").stream.encode() == case.save.stream.encode()


@pytest.mark.engine_full
def test_the_engine_takes_them(marked, engine, corpus):
    case, _, after = marked
    module = corpus / "pog/module.vmod"
    before = engine.ask(module, Dump(case.save.file)).game
    answer = engine.ask(module, Dump(after.save.file))
    changed = compare(before, answer.game)
    assert (changed.vanished, changed.moved) == ((), {})
    assert {(answer.game.all_pieces[id].location) for id in changed.appeared} == {
        "Antwerp",
        "Brussels",
    }
