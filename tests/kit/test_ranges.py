"""The compact strings of ``map.toml``."""

from __future__ import annotations

import pytest

from vassal_supply.kit.ranges import PATH, SpaceNames, quoted, split_names, split_words

GRID = {f"{column:02}{row:02}": (0, column, row) for column in range(1, 5) for row in range(1, 4)}
BOXES = ["Port Said", "Europe:A1", "Alpes-Maritimes", "Box A", "Box B", "A & B", 'Fort "X" y', '"']
GROUPS = {
    ("zone", "Atlantic"): ["0101", "0102", "0103"],
    ("zone", "Baltic Sea"): ["0201"],
    ("feature", "city"): ["0102", "0201", "0303"],
}


@pytest.fixture
def names():
    return SpaceNames(
        [*GRID, *BOXES],
        GRID,
        aliases={"Said": "Port Said", "Asia:0101": "0101"},
        groups=lambda sort, name: GROUPS.get((sort, name)),
        neighbours=lambda space: ["0102", "0201"] if space == "0101" else [],
    )


def fail(text, word):
    raise ValueError(f"{text} <{word}>")


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
        ("Said Asia:0101", ["Port Said", "0101"]),
        ("zone:Atlantic 0303", ["0101", "0102", "0103", "0303"]),
        ('zone:"Baltic Sea" "zone:Baltic Sea"', ["0201", "0201"]),
        ("0101..0202 !0102 !zone:Atlantic 0102", ["0201", "0202", "0102"]),
        ("zone:Atlantic&feature:city", ["0102"]),
        ("0101..0202&feature:city", ["0102", "0201"]),
        ('"A & B"', ["A & B"]),
        ("Box* !*B", ["Box A"]),
        ('"Fort ""X"" y" """" 0101', ['Fort "X" y', '"', "0101"]),
        ("03*&zone:Atlantic 0?03", ["0103", "0203", "0303", "0403"]),
    ],
)
def test_lists_unfold_in_their_order(names, text, spaces):
    assert names.unfold(text, fail) == spaces


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9999", "no space is called '9999' <9999>"),
        ("zone:Pacific", "no space is called 'zone:Pacific'"),
        ("9*", "no space's name fits '9\\*'"),
        ('"0*"', "no space is called '0\\*'"),
        ("!9999", "no space is called '9999'"),
        ("0101..9999", "no space is called '9999'"),
        ("0101..0202..0303", "is no range"),
        ('0101.."Port Said"', "do not lie in one grid"),
    ],
)
def test_what_is_no_space_is_named(names, text, said):
    with pytest.raises(ValueError, match=said):
        names.unfold(text, fail)


def test_paths(names):
    assert list(names.paths("0101-0102-0203 0301-0302", fail)) == [
        ["0101", "0102", "0203"],
        ["0301", "0302"],
    ]
    assert list(names.paths('"Alpes-Maritimes"-Said', fail)) == [["Alpes-Maritimes", "Port Said"]]
    with pytest.raises(ValueError, match="names one space"):
        list(names.paths("0101", fail))


def test_hexsides(names):
    assert list(names.hexsides("0101/0102 0301/0302,0401", fail)) == [
        ("0101", "0102"),
        ("0301", "0302"),
        ("0301", "0401"),
    ]
    assert list(names.hexsides("0101/*", fail)) == [("0101", "0102"), ("0101", "0201")]
    for word in ("0101", "0101/0102/0103"):
        with pytest.raises(ValueError, match="is no hexside"):
            list(names.hexsides(word, fail))


def test_slips_may_be_collected_instead(names):
    said = []
    collect = lambda text, word: said.append(word)  # noqa: E731
    assert names.unfold("0101 9999 0102..8888", collect) == ["0101"]
    assert list(names.paths("0101-7777 0101-0102", collect)) == [["0101", "0102"]]
    assert said == ["9999", "8888", "7777"]


@pytest.mark.parametrize(
    "name",
    [
        "Port Said",
        "a-b",
        "a/b",
        "0101",
        "A..B",
        "x!",
        "Łódź",
        "a&b",
        "*",
        '"',
        'Fort "X" y',
        '""a""',
    ],
)
def test_quoted_names_are_read_back(name):
    names = SpaceNames([name], {})
    assert names.unfold(quoted(name), fail) == [name]
    path = f"{quoted(name)}-{quoted(name)}"
    assert list(names.paths(path, fail)) == [[name, name]]


def test_a_number_without_its_zeros_is_asked_about(names):
    with pytest.raises(ValueError, match=r"no space is called '101'; did you mean '0101'\? <101>"):
        names.unfold("101", fail)
    assert names.meant("101") == "0101"
    assert names.meant("Said") == "Port Said"
    assert names.meant("9") is None


def test_words_and_names_keep_what_stands_in_quotes():
    assert split_words('a "b c"-d  e') == ["a", '"b c"-d', "e"]
    assert split_names('"b-c"-d', PATH) == ["b-c", "d"]
