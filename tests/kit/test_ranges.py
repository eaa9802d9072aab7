"""The compact strings of ``map.toml``."""

from __future__ import annotations

import pytest

from vassal_supply.kit.ranges import PATH, SIDE, SpaceNames, split_names, split_words

GRID = {f"{column:02}{row:02}": (0, column, row) for column in range(1, 5) for row in range(1, 4)}
BOXES = {"Port Said", "Europe:A1", "Alpes-Maritimes"}


@pytest.fixture
def names():
    return SpaceNames(GRID.keys() | BOXES, GRID)


def fail(text):
    raise ValueError(text)


@pytest.mark.parametrize(
    ("text", "spaces"),
    [
        ("0101", ["0101"]),
        ("0101  0303", ["0101", "0303"]),
        ("0101..0202", ["0101", "0102", "0201", "0202"]),
        ("0202..0101", ["0101", "0102", "0201", "0202"]),
        ("0103..0403 0101", ["0103", "0203", "0303", "0403", "0101"]),
        ('"Port Said" 0101', ["Port Said", "0101"]),
        ("Europe:A1", ["Europe:A1"]),
        ("Alpes-Maritimes", ["Alpes-Maritimes"]),
        ("", []),
    ],
)
def test_lists_unfold_in_their_order(names, text, spaces):
    assert names.unfold(text, fail) == spaces


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9999", "no space is called '9999'"),
        ("0101..9999", "no space is called '9999'"),
        ("0101..0202..0303", "is no range"),
        ('0101.."Port Said"', "do not lie in one grid"),
    ],
)
def test_what_is_no_space_is_named(names, text, said):
    with pytest.raises(ValueError, match=said):
        names.unfold(text, fail)


def test_paths_and_hexsides(names):
    assert names.joined("0101-0102-0203", PATH, fail) == ["0101", "0102", "0203"]
    assert names.joined('"Alpes-Maritimes"-"Port Said"', PATH, fail) == [
        "Alpes-Maritimes",
        "Port Said",
    ]
    assert names.joined("0101/0102", SIDE, fail) == ["0101", "0102"]
    with pytest.raises(ValueError, match="names one space"):
        names.joined("0101", PATH, fail)


def test_words_and_names_keep_what_stands_in_quotes():
    assert split_words('a "b c"-d  e') == ["a", '"b c"-d', "e"]
    assert split_names('"b-c"-d', PATH) == ["b-c", "d"]
