"""Counters laid on stacks: the exported markers as a module's only way to show supply."""

from __future__ import annotations

import shutil

import pytest

from tests.engine.compare import compare
from tests.engine.jobs import Dump
from vassal_supply.annotate import annotate_save, clear_save
from vassal_supply.case import open_case
from vassal_supply.errors import KitError
from vassal_supply.export import export_extension
from vassal_supply.resources import example_folder
from vassal_supply.vassal.save import Save

MARKS = """
[[marker]]
kind = "oos"
where = { SupplyMarker = "out" }

[[mark]]
marker = "oos"
slot = "Supply/Supply/Out of supply"
grade = "out"
"""


@pytest.fixture
def game(tmp_path):
    """The example with its kit bundled in an extension, which shows supply by counters alone."""
    folder = tmp_path / "game"
    shutil.copytree(example_folder(), folder)
    kit = folder / "kit" / "kit.toml"
    text = kit.read_text(encoding="utf-8")
    start = text.index("[[mark]]")
    # Markers stand before units: the first rule that fits takes a piece.
    kit.write_text(text[:start] + MARKS, encoding="utf-8")
    extensions = folder / "encirclement_ext"
    extensions.mkdir()
    export_extension(folder / "encirclement.vmod", folder / "kit", extensions / "supply.vmdx")
    shutil.rmtree(folder / "kit")
    return folder


def opened(game, name="encirclement.vsav"):
    """A case, its kit found in the extension."""
    return open_case(game / name, module=game / "encirclement.vmod")


def write(game, annotation, name):
    annotation.write(game / name)
    return Save.read(game / name)


def test_one_counter_goes_on_top_of_each_stack_that_is_out(game):
    case = opened(game)
    determination = case.determine()
    short = {id for id, verdict in determination.verdicts.items() if verdict.grade == "out"}
    stacks = {case.save.position(id).stack for id in short}
    assert None not in stacks
    assert len(stacks) < len(short)
    after = write(game, annotate_save(case, determination), "out.vsav")
    laid = [
        piece for piece in after.pieces.values() if piece.properties.get("SupplyMarker") == "out"
    ]
    assert {after.position(piece).stack for piece in laid} == stacks
    assert len(laid) == len(stacks)
    for piece in laid:
        stack = after.stacks[after.position(piece).stack]
        assert stack.members[-1] == piece.id
        assert stack.members[:-1] == case.save.stacks[stack.id].members


def test_twice_changes_nothing_and_clear_gives_the_first_save_back(game):
    case = opened(game)
    write(game, annotate_save(case, case.determine()), "out.vsav")
    marked = opened(game, "out.vsav")
    assert {unit.supply for unit in marked.situation.units} == {"full", "out"}
    again = annotate_save(marked, marked.determine())
    assert again.changes == []
    assert write(game, again, "again.vsav").stream.encode() == marked.save.stream.encode()
    cleared = write(game, clear_save(marked), "cleared.vsav")
    assert cleared.stream.encode() == case.save.stream.encode()


def test_units_that_no_mark_can_show_are_named(game):
    kit = game.parent / "kit"
    shutil.copytree(example_folder() / "kit", kit)
    path = kit / "kit.toml"
    text = path.read_text(encoding="utf-8")
    only_hqs = MARKS.replace('grade = "out"', 'grade = "out"\nfor = ["hq"]')
    path.write_text(text[: text.index("[[mark]]")] + only_hqs, encoding="utf-8")
    case = open_case(game / "encirclement.vsav", module=game / "encirclement.vmod", kit=kit)
    determination = case.determine()
    annotation = annotate_save(case, determination)
    unseen = [
        one
        for one in determination.verdicts.values()
        if one.grade == "out" and one.unit.kind != "hq"
    ]
    told = [
        warning
        for warning in annotation.warnings
        if "no mark of the kit can show that it is" in warning.text
    ]
    partial = [one for one in determination.verdicts.values() if one.grade == "partial"]
    assert len(told) == len(unseen) + len(partial)


def test_a_counter_that_would_not_be_known_again_is_refused(game, tmp_path):
    kit = tmp_path / "kit"
    shutil.copytree(example_folder() / "kit", kit)
    path = kit / "kit.toml"
    text = path.read_text(encoding="utf-8")
    blind = MARKS.replace('SupplyMarker = "out"', 'SupplyMarker = "gone"')
    path.write_text(text[: text.index("[[mark]]")] + blind, encoding="utf-8")
    case = open_case(game / "encirclement.vsav", module=game / "encirclement.vmod", kit=kit)
    with pytest.raises(KitError, match="would not be known again"):
        annotate_save(case, case.determine())


@pytest.mark.engine
def test_the_engine_sees_the_counters_in_their_stacks(game, engine):
    case = opened(game)
    after = write(game, annotate_save(case, case.determine()), "out.vsav")
    laid = {
        piece.id for piece in after.pieces.values() if piece.properties.get("SupplyMarker") == "out"
    }
    module = game / "encirclement.vmod"
    before = engine.ask(module, Dump(game / "encirclement.vsav")).game
    answer = engine.ask(module, Dump(game / "out.vsav"))
    assert (answer.dialogs, answer.complaints) == ((), ())
    changed = compare(before, answer.game)
    assert (set(changed.appeared), changed.vanished, changed.moved) == (laid, (), {})
    for id in laid:
        piece = answer.game.all_pieces[id]
        stack = after.stacks[after.position(id).stack]
        assert (piece.stack, piece.index) == (stack.id, len(stack.members) - 1)
