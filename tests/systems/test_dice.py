"""Dice from a seed are fair, repeatable and independent; given ones are checked."""

from __future__ import annotations

from collections import Counter

import pytest

from vassal_supply.errors import KitError
from vassal_supply.systems.dice import read_dice, read_die, read_seed, seeded
from vassal_supply.tables import Table


def test_a_seed_gives_the_same_dice_everywhere() -> None:
    assert seeded("orm 2", "out of supply 1700000000018") == ((2,), "seed orm 2")
    assert seeded("1941", "attrition Commonwealth 39.21", 2).dice == (3, 4)
    assert seeded("1941", "attrition Commonwealth 39.21", 4).dice[:2] == (3, 4)


def test_the_sum_of_dice() -> None:
    assert seeded("1941", "attrition Commonwealth 39.21", 2).total == 7


def test_another_purpose_or_seed_gives_other_dice() -> None:
    rows = {seeded(seed, f"{n}", 8).dice for seed in ("a", "b") for n in range(50)}
    assert len(rows) == 100


def test_dice_are_fair() -> None:
    count = Counter(die for n in range(1200) for die in seeded("fair", str(n), 10).dice)
    assert count.keys() == {1, 2, 3, 4, 5, 6}
    assert all(abs(number - 2000) < 200 for number in count.values())


def test_many_dice_go_beyond_one_block() -> None:
    assert len(seeded("long", "row", 200).dice) == 200


def test_given_dice_are_read() -> None:
    table = Table({"a": 3, "b": [1, 6], "c": [2]}, file="t.toml")
    assert (read_die(table, "a"), read_dice(table, "b", 2)) == (3, (1, 6))
    assert read_dice(table, "c", 1) == read_dice(Table({"c": 2}), "c", 1) == (2,)


@pytest.mark.parametrize(
    ("value", "number", "words"),
    [
        (7, 1, "7; a die shows 1 to 6"),
        (0, 1, "0; a die shows 1 to 6"),
        ([1, 7], 2, "7; a die shows 1 to 6"),
        ([1], 2, r"expected 2 dice like \[3, 5\]"),
        (True, 1, "expected 1 dice like 3"),
        (["1", 2], 2, r"expected 2 dice like \[3, 5\]"),
    ],
)
def test_what_is_no_die_is_refused(value: object, number: int, words: str) -> None:
    with pytest.raises(KitError, match=rf"^t\.toml: x: .*{words}"):
        read_dice(Table({"x": value}, file="t.toml"), "x", number)


@pytest.mark.parametrize(("value", "seed"), [("a word", "a word"), (7, "7")])
def test_a_seed_is_a_word_or_a_number(value: object, seed: str) -> None:
    assert read_seed(Table({"seed": value})) == seed


@pytest.mark.parametrize("value", [1.5, True, "", []])
def test_anything_else_is_no_seed(value: object) -> None:
    with pytest.raises(KitError, match="expected a word or a whole number"):
        read_seed(Table({"seed": value}))


def test_without_a_seed_there_is_none() -> None:
    assert read_seed(Table({})) == ""
