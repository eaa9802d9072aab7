"""Setting layers and properties on the example: exactly what the kit says, and nothing else."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from vassal_supply.annotate import annotate_save, clear_save
from vassal_supply.case import open_case
from vassal_supply.errors import WriteError
from vassal_supply.resources import example_folder
from vassal_supply.vassal.save import Save


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "game"
    shutil.copytree(example_folder(), folder)
    return folder


def opened(game, name="encirclement.vsav"):
    return open_case(game / name, module=game / "encirclement.vmod", kit=game / "kit")


def test_levels_follow_the_grades_and_all_else_stays(game):
    case = opened(game)
    determination = case.determine()
    annotate_save(case, determination).write(game / "out.vsav")
    after = Save.read(game / "out.vsav")
    level = {"full": "1", "partial": "2", "out": "3"}
    for id, verdict in determination.verdicts.items():
        assert after.pieces[id].properties["Supply_Level"] == level[verdict.grade]
    changed = [id for id in case.save.pieces if case.save.pieces[id].leaf != after.pieces[id].leaf]
    assert set(changed) == {id for id, one in determination.verdicts.items() if one.grade != "full"}
    for id in changed:
        before, now = case.save.pieces[id].traits, after.pieces[id].traits
        assert [a.body for a in before] == [b.body for b in now]
        assert sum(a.state != b.state for a, b in zip(before, now, strict=True)) == 1


def test_the_same_run_gives_the_same_file_and_the_second_none(game):
    case = opened(game)
    for name in ("one.vsav", "two.vsav"):
        annotate_save(case, case.determine()).write(game / name)
    assert (game / "one.vsav").read_bytes() == (game / "two.vsav").read_bytes()
    again = opened(game, "one.vsav")
    assert annotate_save(again, again.determine()).changes == []
    cleared = clear_save(again)
    cleared.write(game / "cleared.vsav")
    assert Save.read(game / "cleared.vsav").stream.encode() == case.save.stream.encode()


def test_one_side_only(game):
    case = opened(game)
    annotation = annotate_save(case, case.determine("Blue"))
    assert {change.piece for change in annotation.changes} == {"1st Marines", "2nd Marines"}


def test_clearing_one_side_only(game):
    case = opened(game)
    annotate_save(case, case.determine()).write(game / "out.vsav")
    cleared = clear_save(opened(game, "out.vsav"), "Blue")
    assert {change.piece for change in cleared.changes} == {"1st Marines", "2nd Marines"}


def test_a_layer_that_was_off_is_switched_on(game):
    path = game / "kit" / "kit.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("full = 1", 'full = "off"'), encoding="utf-8")
    case = opened(game)
    annotate_save(case, case.determine()).write(game / "marked.vsav")
    clear_save(opened(game, "marked.vsav")).write(game / "off.vsav")
    off = opened(game, "off.vsav")
    annotate_save(off, off.determine()).write(game / "on.vsav")

    def levels(name):
        return Counter(
            one.properties["Supply_Level"] for one in Save.read(game / name).pieces.values()
        )

    assert levels("off.vsav") == {"-3": 8, "-2": 2, "1": 32}
    assert levels("on.vsav") == levels("marked.vsav") == {"3": 8, "2": 2, "1": 32}


def test_the_input_is_never_overwritten(game):
    case = opened(game)
    before = (game / "encirclement.vsav").read_bytes()
    with pytest.raises(WriteError, match=r"encirclement\.vsav"):
        annotate_save(case, case.determine()).write(game / "encirclement.vsav")
    assert (game / "encirclement.vsav").read_bytes() == before


@pytest.mark.parametrize(
    ("mark", "shown"),
    [
        ('[[mark]]\nlayer = "Supply"\nlevels = { full = "off", partial = 2, out = 3 }', "-3"),
        ('[[mark]]\nproperty = "Steps"\nvalues = { full = "2", out = "1" }', "1"),
    ],
)
def test_layers_that_are_off_and_properties(game, mark, shown):
    """A layer that shows supply by being switched off; a dynamic property instead of a layer."""
    path = game / "kit" / "kit.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[[mark]]")] + mark, encoding="utf-8")
    case = opened(game)
    annotate_save(case, case.determine()).write(game / "out.vsav")
    key = "Supply_Level" if "layer" in mark else "Steps"
    marked = next(unit for unit in case.situation.units if unit.name == "14th Rifle")
    value = Save.read(game / "out.vsav").pieces[marked.id].properties[key]
    assert value == shown.lstrip("-")
    if key == "Supply_Level":
        again = opened(game, "out.vsav")
        clear_save(again).write(game / "cleared.vsav")
        assert Save.read(game / "cleared.vsav").pieces[marked.id].properties[key] == shown
