"""The JSON schemas for editors say what the readers of the files say."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import fastjsonschema
import pytest

from tests.kit.world import KIT, built, kit, module
from vassal_supply.errors import SupplyError
from vassal_supply.resources import template
from vassal_supply.supply import parse_rulebook

ROOT = Path(__file__).resolve().parents[2]
FILES = ("kit", "map", "rulebook")
SCHEMAS = {
    name: json.loads((template("schema") / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in FILES
}
CHECKS = {name: fastjsonschema.compile(schema) for name, schema in SCHEMAS.items()}


def valid(name, text):
    try:
        CHECKS[name](tomllib.loads(text))
    except fastjsonschema.JsonSchemaException:
        return False
    return True


def everything_of(name):
    return [
        path
        for path in sorted((ROOT / "fixtures").rglob(f"{name}.toml"))
        if (path.parent / "kit.toml").exists()
    ]


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in FILES for path in everything_of(name)], ids=str
)
def test_every_kit_of_the_project_fits(name, path):
    CHECKS[name](tomllib.loads(path.read_text(encoding="utf-8")))


def test_there_are_kits_to_check():
    assert all(len(everything_of(name)) > 1 for name in FILES)


RULEBOOK = 'schema = 1\n[[leg]]\nname = "a"\n[[line]]\nlegs = ["a"]\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kit", KIT.replace("schema = 1", "schema = 2")),
        ("kit", KIT.replace("[sides]", "[side]")),
        ("kit", KIT.replace("joined = true", 'joined = "yes"')),
        ("kit", KIT.replace('side = "{Side}"', 'sides = "{Side}"')),
        ("kit", KIT.replace('{ Type = "Inf" }', "{ Type = 1.5 }")),
        ("kit", KIT + "[[mark]]\nlayer = 'Supply'\nlevels = { full = 0, out = 1 }\n"),
        ("kit", KIT + "[[mark]]\nlayer = 'Supply'\nlevels = { out = 1 }\n"),
        ("kit", KIT.replace("schema = 1", "schema = 1\ncontrol = 'who'")),
        ("map", "[terrain]\nwood = 'A'"),
        ("map", "schema = 1\n[terrain]\nwood = 3"),
        ("map", "schema = 1\n[terain]\nwood = 'A'"),
        ("map", "schema = 1\n[[link]]\nkind = 'rail'"),
        ("map", "schema = 1\n[[source]]\nspaces = 'A'\ngrade = 'out'"),
        ("map", "schema = 1\n[[box]]\nname = 'A'\narea = [1, 2, 3]"),
        ("rulebook", RULEBOOK.replace("[[line]]", "[[lines]]")),
        ("rulebook", RULEBOOK.replace("legs", "leg")),
        ("rulebook", RULEBOOK.replace('name = "a"', 'name = "a"\nlimit = "5"')),
        ("rulebook", RULEBOOK.replace('name = "a"', 'name = "a"\nbars = [{ by = "wind" }]')),
        ("rulebook", RULEBOOK.replace('name = "a"', 'name = "a"\nbars = [{ by = "terrain" }]')),
        (
            "rulebook",
            RULEBOOK.replace('name = "a"', 'name = "a"\nbars = [{ by = "terrain", any = [] }]'),
        ),
        (
            "rulebook",
            RULEBOOK.replace(
                'name = "a"', 'name = "a"\nbars = [{ by = "marker", any = "x", none = "y" }]'
            ),
        ),
        (
            "rulebook",
            RULEBOOK.replace('name = "a"', 'name = "a"\nbars = [{ by = "control", any = "x" }]'),
        ),
        (
            "rulebook",
            RULEBOOK.replace('name = "a"', 'name = "a"\nbars = [{ by = "hexside", none = "x" }]'),
        ),
        ("rulebook", RULEBOOK + "[[costs]]\nmp = 'x'\ndefault = -1\n"),
        ("rulebook", RULEBOOK + "[[costs]]\nmp = 'x'\nterrain = { wood = '1/0' }\n"),
        ("rulebook", RULEBOOK + "[[costs]]\nmp = 'x'\nterrain = { wood = 'two' }\n"),
        ("rulebook", RULEBOOK.replace("schema = 1", "schema = 1\nmp_unit = 'no'")),
    ],
)
def test_a_slip_does_not_fit(name, text):
    assert not valid(name, text)


def test_what_is_right_fits():
    assert valid("kit", KIT)
    assert valid("rulebook", RULEBOOK)
    assert valid("rulebook", "system = 'awaw'\nanything = 1")
    costs = "[[costs]]\nmp = 'x'\ndefault = 'no'\nterrain = { a = 1, b = 0.5, c = '1/2', d = ' 2.5 / 04', e = '.5' }\n"
    priced = RULEBOOK.replace("schema = 1", "schema = 1\nmp_unit = 0.125") + costs
    assert valid("rulebook", priced)
    assert parse_rulebook(tomllib.loads(priced)).mp_unit == (1, 8)
    bars = "bars = [{ by = 'control', not = 'friendly' }, { by = 'nation', none = 'x' }, { by = 'ezoc' }]"
    assert valid("rulebook", RULEBOOK.replace('name = "a"', f'name = "a"\n{bars}'))


# Each table of the files, by the text that makes one, and where the schema describes it.
TABLES = [
    ("kit", "", ""),
    ("kit", "[module]", "module"),
    ("kit", '[[map]]\nname = "West"', "map[]"),
    ("kit", '[[ignore]]\nwhere = { a = "b" }', "ignore[]"),
    ("kit", '[[marker]]\nwhere = { a = "b" }', "marker[]"),
    ("kit", '[[unit]]\nwhere = { a = "b" }', "unit[]"),
    ("kit", '[[unit]]\nwhere = { a = "b" }\n[unit.source]\nkind = "x"', "source"),
    ("kit", '[[mark]]\nlayer = "x"\nlevels = { full = 1, out = 2 }', "mark[]0"),
    ("kit", '[[mark]]\nproperty = "x"\nvalues = { full = "1", out = "2" }', "mark[]1"),
    ("kit", '[[mark]]\nmarker = "x"', "mark[]2"),
    ("map", "", ""),
    ("map", '[[feature]]\nkind = "x"\nspaces = "Paris"', "feature[]"),
    ("map", '[[link]]\nkind = "x"\nfrom = "Paris"\nto = "Sedan"', "link[]"),
    ("map", '[[source]]\nspaces = "Paris"', "source[]"),
    ("map", '[[box]]\nname = "x"', "box[]"),
    ("rulebook", "", ""),
    ("rulebook", "[zoc]", "zoc"),
    ("rulebook", "[needs]", "needs"),
    ("rulebook", '[zones]\nleg = "a"', "zones"),
    ("rulebook", '[[leg]]\nname = "b"', "leg[]"),
    ("rulebook", '[[leg]]\nname = "b"\n[[leg.bars]]\nby = "control"\nis = "enemy"', "bar"),
    ("rulebook", '[[leg]]\nname = "b"\n[[leg.bars]]\nby = "marker"\nany = "x"', "bar"),
    ("rulebook", '[[leg]]\nname = "b"\n[[leg.bars]]\nby = "enemy-unit"', "bar"),
    ("rulebook", '[[costs]]\nmp = "b"', "costs[]"),
    ("rulebook", '[[line]]\nlegs = "a"', "line[]"),
    ("rulebook", "[[source]]", "source[]"),
    ("rulebook", '[[effect]]\ngrade = "out"\ncode = "x"\ntext = "x"', "effect[]"),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return module(tmp_path_factory.mktemp("game"))


def known_to_reader(name, table, game):
    """The keys that the reader of a file says it expects when it meets one that it does not know."""
    own = table + "\nzzzz = 1\n"
    first = "schema = 1\n" if table else "zzzz = 1\nschema = 1\n"
    own = own if table else ""
    with pytest.raises(SupplyError) as caught:
        if name == "kit":
            kit(KIT.replace("schema = 1\n", first, 1) + own)
        elif name == "map":
            built(game, KIT, first.replace("schema = 1\n", "") + own)
        else:
            parse_rulebook(tomllib.loads(RULEBOOK.replace("schema = 1\n", first, 1) + own))
    return set(caught.value.text.partition("expected one of ")[2].split(", "))


def in_schema(name, where):
    schema = SCHEMAS[name]
    if name == "rulebook":
        schema = schema["then"] | {"definitions": schema["definitions"]}
    definition = schema.get("definitions", {}).get(where)
    if definition is not None:
        found = definition
    elif where:
        key, is_list, choice = where.partition("[]")
        found = schema["properties"][key]
        found = found["items"] if is_list else found
        found = found["oneOf"][int(choice)] if choice else found
    else:
        found = schema
    if "properties" not in found:
        found = next(one for one in found["oneOf"] if "properties" in one)
    return set(found["properties"])


@pytest.mark.parametrize(("name", "table", "where"), TABLES)
def test_schema_and_reader_know_the_same_keys(name, table, where, game):
    known, described = known_to_reader(name, table, game), in_schema(name, where)
    if where == "bar":
        # A bar of one sort has some of the keys of all.
        assert known <= described
    else:
        # Keys that give way to others are asked for only when they are there.
        assert known == described - optional(known)


def optional(known):
    return {
        "unless",
        "source",
        "budget",
        "limit",
        "area",
        "from",
        "to",
        "base",
        "allowed",
        "default",
        "own",
        "pays",
        "zoc",
        "zones",
        "mp_unit",
    } - known
