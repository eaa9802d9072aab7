"""Pieces written here are read back by the project's own reader, and by the engine in ``test_extension``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.export.definitions import (
    Layer,
    Trait,
    add_piece,
    basic_piece,
    expanded,
    layer,
    mark,
    number_property,
    prototype,
    report,
)
from vassal_supply.vassal.pieces import parse_piece
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.traits import DynamicPropertyTrait, LayerTrait, MarkTrait, make_trait

# The format itself loses a backslash at the end of an item.
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(
    lambda text: not text.endswith("\\")
)


def read(trait: Trait) -> object:
    return make_trait(trait.type.encode(), trait.state.encode(), 0)


@given(st.dictionaries(WORDS, WORDS, min_size=1), WORDS, WORDS)
def test_marks_and_names_come_back(marks: dict[str, str], image: str, name: str) -> None:
    leaf = add_piece("17", [mark(marks), basic_piece(image, name)])
    piece_id, types, states = parse_piece(leaf.encode())
    assert piece_id == "17"
    trait = make_trait(types[0], states[0], 0)
    assert isinstance(trait, MarkTrait)
    assert trait.marks == marks
    assert split(types[1].decode(), ";")[1:] == ["", "", image, name]


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=12))
def test_levels_nest_and_come_apart(levels: list[tuple[str, str]]) -> None:
    traits = [Trait("mark;" + one, other) for one, other in levels] + [basic_piece("i", "n")]
    _, types, states = parse_piece(add_piece("null", traits).encode())
    assert [one.decode() for one in types] == [trait.type for trait in traits]
    assert [one.decode() for one in states] == [trait.state for trait in traits]


def test_a_layer_shows_its_level() -> None:
    made = layer(Layer("Supply", ["", "a.png", "b,c.png"], ["", "+ (low)", "+ (out)"], level=3))
    trait = read(made)
    assert isinstance(trait, LayerTrait)
    assert (trait.name, trait.images) == ("Supply", ["", "a.png", "b,c.png"])
    assert trait.level_now(lambda _: None) == 3
    assert trait.rename("14th", lambda _: None) == "14th (out)"


@pytest.mark.parametrize(("steps", "level"), [("1", 1), ("2", 2), ("9", 2)])
def test_a_layer_follows_a_property(steps: str, level: int) -> None:
    made = layer(Layer("Strength", ["weak.png", ""], follows="Steps", level=2))
    trait = read(made)
    assert isinstance(trait, LayerTrait)
    assert trait.level_now({"Steps": steps}.get) == level


def test_a_number_property_keeps_its_value_and_limits() -> None:
    made = number_property("Steps", 2, 1, 3, [("Lose; a step", "LoseStep", -1)])
    trait = read(made)
    assert isinstance(trait, DynamicPropertyTrait)
    assert (trait.name, made.state) == ("Steps", "2")
    _, constraints, commands, _ = split(made.type.removeprefix("PROP;"), ";")
    assert constraints == "true,1,3,false"
    text, key, changer = split(split(commands, ",")[0], ":")
    assert (text, key, changer) == ("Lose; a step", "57344,0,LoseStep", "I,-1")


def test_report_keys_are_a_list_of_keystrokes() -> None:
    keys = split(report(["One", "Two"], "text").type.removeprefix("report;"), ";")[0]
    assert split(keys, ",") == ["57344,0,One", "57344,0,Two"]


def test_prototypes_are_put_in_place_without_their_basic_piece() -> None:
    prototypes = {
        "Outer": [mark({"A": "1"}), prototype("Inner"), basic_piece("", "")],
        "Inner": [mark({"B": "2"}), basic_piece("", "")],
    }
    piece = [prototype("Outer"), mark({"C": "3"}), basic_piece("u.png", "unit")]
    types = [trait.type for trait in expanded(piece, prototypes)]
    assert types == ["mark;A", "mark;B", "mark;C", "piece;;;u.png;unit"]


def test_a_missing_prototype_is_an_error() -> None:
    with pytest.raises(KeyError):
        expanded([prototype("None"), basic_piece("", "")], {})
