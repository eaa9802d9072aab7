"""Typed reading of TOML tables: every slip is one clear line."""

from __future__ import annotations

import pytest

from vassal_supply.errors import KitError, RulebookError
from vassal_supply.tables import Table, parse_toml


@pytest.mark.parametrize(
    ("toml", "read", "said"),
    [
        ("name = 3", lambda t: t.text("name"), "kit.toml:1: name: 3; expected a string"),
        ("", lambda t: t.text("name"), "kit.toml: name: missing; expected a string"),
        ("n = true", lambda t: t.integer("n"), "kit.toml:1: n: True; expected a whole number"),
        ("z = 1", lambda t: t.flag("z", True), "kit.toml:1: z: 1; expected true or false"),
        (
            "w = [1]",
            lambda t: t.texts("w"),
            "kit.toml:1: w: [1]; expected a string or a list of strings",
        ),
        (
            "g = 'so'",
            lambda t: t.choice("g", ("full", "out")),
            "kit.toml:1: g: 'so'; expected one of full, out",
        ),
        (
            "map = 1",
            lambda t: t.tables("map"),
            "kit.toml:1: map: 1; expected a list of tables, each under [[map]]",
        ),
        ("map = 1", lambda t: t.table("map"), "kit.toml:1: map: 1; expected a table"),
        (
            "[[leg]]\n[[leg]]\nlimit = 'x'",
            lambda t: t.tables("leg")[1].integer("limit"),
            "kit.toml:3: leg[2].limit: 'x'; expected a whole number",
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_place(toml, read, said):
    with pytest.raises(KitError) as caught:
        read(parse_toml(toml.encode(), file="kit.toml"))
    assert str(caught.value) == said


def test_unknown_keys_are_refused_with_the_nearest_known_one():
    table = parse_toml(b"limits = 18", file="r.toml", error=RulebookError)
    table.get("limit")
    with pytest.raises(
        RulebookError, match=r"r\.toml:1: limits: unknown key; did you mean 'limit'\?"
    ):
        table.done()


def test_keys_that_were_read_are_no_surprise():
    table = Table({"a": 1, "b": [{"c": 2}], "d": {"e": "f"}})
    assert table.integer("a") == 1
    assert [one.integer("c") for one in table.tables("b")] == [2]
    assert list(table.table("d").keys()) == ["e"]
    table.done()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = ", "^kit.toml:1: no valid TOML: Invalid value at the end$"),
        (b"a = '\xff'", "byte 5 is no UTF-8"),
        (b"\na = 1\n[b]\n[b]\n", r"^kit.toml:4: no valid TOML: .* twice at column 3$"),
    ],
)
def test_a_file_that_is_no_toml(data, said):
    with pytest.raises(KitError, match=said):
        parse_toml(data, file="kit.toml")


def test_a_byte_order_mark_is_no_fault():
    assert parse_toml(b"\xef\xbb\xbfa = 1", file="kit.toml").integer("a") == 1
