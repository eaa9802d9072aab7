"""Building words out of what a piece shows."""

from __future__ import annotations

import pytest

from tests.kit.pieces import seen
from vassal_supply.errors import KitError
from vassal_supply.kit.templates import (
    Template,
    Translation,
    as_value,
    is_yes,
    parse_translations,
)
from vassal_supply.tables import Table, parse_toml

PIECE = seen("ge-inf-02", {"Side": "Axis", "Size": "XX"})
TABLES = {
    "nations": Translation("nations", {"ge": "Germany", "it": "Italy"}),
    "moves": Translation("moves", {"ge-inf-*": 3, "*-arm-*": 6, "ge-inf-01": 4, "*": 1}),
    "sides": Translation("sides", {"Germany": "Axis"}),
}


@pytest.mark.parametrize(
    ("text", "words", "filled"),
    [
        ("plain", {}, "plain"),
        ("{Side}", {}, "Axis"),
        ("{Side}", {"Side": "Soviet"}, "Soviet"),
        ("{nation}/{name}/{Nowhere}", {"nation": "ge"}, "ge/ge-inf-02/"),
        ("{nation|nations}", {"nation": "ge"}, "Germany"),
        ("{ nation | nations | sides } HQ", {"nation": "ge"}, "Axis HQ"),
        ("{name|moves}", {}, "3"),
        ("{map}:{space}", {}, "Main:0101"),
    ],
)
def test_fill(text, words, filled):
    assert Template(text, TABLES).fill(PIECE, words) == filled


def test_exact_entries_come_before_patterns_and_a_star_takes_the_rest():
    moves = TABLES["moves"]
    assert [moves.look_up(word) for word in ("ge-inf-01", "it-arm-3", "x")] == ["4", "6", "1"]


def test_a_word_that_a_table_lacks_is_told():
    missed = []
    template = Template("{nation|nations}!", TABLES)
    assert template.fill(PIECE, {"nation": "fr"}, lambda *words: missed.append(words)) == "!"
    assert missed == [("nations", "fr")]


def test_an_unknown_table_is_told():
    said = []
    Template("{nation|nation}", TABLES, said.append)
    assert said == ["no table is called 'nation'; the kit has nations, moves, sides"]


def test_the_tables_of_a_kit():
    table = parse_toml(b"[tables.arms]\ninf = 'Infantry'\nfast = true\nnumber = 4", file="kit.toml")
    arms = parse_translations(table.table("tables"))["arms"]
    assert [arms.look_up(word) for word in ("inf", "fast", "number")] == ["Infantry", "true", "4"]
    with pytest.raises(KitError, match=r"tables\.arms\.inf"):
        parse_translations(Table({"tables": {"arms": {"inf": []}}}).table("tables"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("4", 4), ("1.5", 1.5), ("4-6", "4-6"), ("", ""), ("-2", -2), ("inf", "inf"), ("1_0", "1_0")],
)
def test_values(text, value):
    assert as_value(text) == value
    assert type(as_value(text)) is type(value)


def test_yes_and_no():
    assert all(map(is_yes, ("true", "1", "Unit", "yes")))
    assert not any(map(is_yes, ("", "0", "false", "False", "no", "none", "off")))
