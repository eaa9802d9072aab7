"""The rulebook's grammar: what is accepted, and how clearly the rest is refused."""

from __future__ import annotations

import tomllib

import pytest

from vassal_supply.errors import RulebookError
from vassal_supply.supply import parse_rulebook
from vassal_supply.tables import Table

WHOLE = """
schema = 1
name = "The 18-hex rule"

[zoc]
range = 1
stopped_by_hexsides = ["lake"]
not_into = ["city"]
status = "standing"

[[leg]]
name = "overland"
links = ["adjacent"]
limit = 18
bars = [
  { by = "enemy-unit", rule = "P-3" },
  { by = "ezoc", rule = "P-4", unless = "friendly-unit", end_exempt = true },
  { by = "control", not = "friendly", code = "foreign" },
]

[[line]]
for = ["unit"]
legs = ["overland"]
to = ["source"]
rule = "P-1"

[[source]]
kinds = ["city"]
closed = [{ by = "enemy-unit" }]

[needs]
none = ["depot"]
rule = "P-8"

[[effect]]
grade = "out"
rule = "P-9"
code = "attack"
allowed = false
text = "may not attack"
"""


def test_a_whole_rulebook():
    rulebook = parse_rulebook(tomllib.loads(WHOLE))
    assert (rulebook.name, rulebook.system) == ("The 18-hex rule", "generic")
    leg = rulebook.legs["overland"]
    assert (leg.links, leg.limit) == ({"adjacent"}, 18)
    enemy, ezoc, control = leg.bars
    assert (enemy.by, enemy.code, enemy.rule, enemy.start_exempt, enemy.end_exempt) == (
        "enemy-unit",
        "enemy-unit",
        "P-3",
        True,
        False,
    )
    assert (ezoc.unless, ezoc.end_exempt) == ({"friendly-unit"}, True)
    assert (control.none, control.any, control.code) == ({"friendly"}, frozenset(), "foreign")
    assert rulebook.lines[0].units == {"unit"}
    assert rulebook.zoc.status == "standing"
    assert rulebook.zoc.lost_when == {"out"}
    assert rulebook.need_none == {"depot"}
    effect = rulebook.effects[0]
    assert (effect.allowed, effect.value, effect.units) == (False, None, frozenset())


def test_an_empty_list_of_grades_that_lose_the_zone_stays_empty():
    data = tomllib.loads(WHOLE.replace("range = 1", "range = 1\nlost_when = []"))
    rulebook = parse_rulebook(Table(data, file="r.toml", error=RulebookError))
    assert rulebook.zoc.lost_when == frozenset()


def test_a_table_keeps_its_own_file_name():
    table = Table({"schema": 2}, file="kit/rulebook.toml", error=RulebookError)
    with pytest.raises(RulebookError, match=r"^kit/rulebook\.toml: schema: 2; this version reads"):
        parse_rulebook(table)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("schema = 1", "", "r.toml: schema: missing; expected a whole number"),
        ("schema = 1", "schema = 7", "r.toml: schema: 7; this version reads schema 1"),
        ("range = 1", "rang = 1", "r.toml: zoc.rang: unknown key; did you mean 'range'?"),
        ("range = 1", "range = -1", "r.toml: zoc.range: -1; expected 0 or more"),
        (
            'links = ["adjacent"]',
            "links = []",
            "r.toml: leg[1].links: []; expected kinds of links; leave it out for adjacent spaces",
        ),
        ("limit = 18", "limit = 'far'", "r.toml: leg[1].limit: 'far'; expected a whole number"),
        (
            '"standing"',
            '"maybe"',
            "r.toml: zoc.status: 'maybe'; expected one of any, standing, computed",
        ),
        (
            'closed = [{ by = "enemy-unit" }]',
            'closed = [{ by = "enemy-unit", end_exempt = true }]',
            "r.toml: source[1].closed[1].end_exempt: what closes a source holds on its space",
        ),
        (
            'by = "enemy-unit", rule',
            'by = "enemy", rule',
            "r.toml: leg[1].bars[1].by: 'enemy'; expected one of enemy-unit, friendly-unit, ezoc, marker, control,"
            " terrain, feature, nation, hexside",
        ),
        (
            'unless = "friendly-unit"',
            'unless = "luck"',
            "r.toml: leg[1].bars[2].unless: 'luck'; expected one of friendly-unit, friendly-control",
        ),
        (
            ', not = "friendly"',
            "",
            "r.toml: leg[1].bars[3].is: a bar by control needs either is or not, with at least one word",
        ),
        (
            '"control", not = "friendly"',
            '"terrain"',
            "r.toml: leg[1].bars[3].any: a bar by terrain needs either any or none, with at least one word",
        ),
        (
            '"control", not = "friendly"',
            '"hexside"',
            "r.toml: leg[1].bars[3].any: a bar by hexside needs any, with at least one word",
        ),
        (
            '"control", not = "friendly"',
            '"hexside", any = ["river"], unless = "friendly-unit"',
            "r.toml: leg[1].bars[3].unless: a bar by hexside holds on every side of its kinds",
        ),
        (
            'legs = ["overland"]',
            'legs = [{ any = ["overland"] }]',
            "r.toml: line[1].legs: {'any': ['overland']}; expected the name of a leg, a list of names or {one = [...]}",
        ),
        ("limit = 18", "budget = 18", "r.toml: leg[1].budget: a leg without mp has a limit"),
        (
            "limit = 18",
            "limit = 18\npays = 'leaving'",
            "r.toml: leg[1].pays: only a leg with mp pays",
        ),
        (
            "limit = 18",
            "limit = 18\nmp = 'truck'",
            "r.toml: leg[1].mp: 'truck'; expected the mp of a [[costs]]",
        ),
        (
            "[zoc]",
            "[[costs]]\nmp = 'truck'\nterrain = { clear = 0.5 }\n[zoc]",
            "r.toml: costs[1].terrain.clear: 1/2 movement points are no whole number of mp_unit 1",
        ),
        (
            "[zoc]",
            "mp_unit = 'half'\n[zoc]",
            "r.toml: mp_unit: 'half'; expected movement points like 2 or \"1/2\"",
        ),
        (
            'to = ["source"]',
            "to = 'city'\nto_units = 'hq'",
            "r.toml: line[1].to_units: a line ends on sources",
        ),
        ('to = ["source"]', "own = true", "r.toml: line[1].own: only a line that ends on units"),
        (
            "[needs]",
            "[zones]\nleg = 'rail'\n[needs]",
            "r.toml: zones.leg: 'rail'; expected one of overland",
        ),
        (
            'legs = ["overland"]',
            'legs = ["rail"]',
            "r.toml: line[1].legs: 'rail'; expected one of overland",
        ),
        (
            'legs = ["overland"]',
            'legs = [["overland", ["rail"]]]',
            "r.toml: line[1].legs: ['rail']; expected one of overland",
        ),
        (
            'legs = ["overland"]',
            "legs = [{ one = [{ x = 1 }] }]",
            "r.toml: line[1].legs: {'x': 1}; expected one of overland",
        ),
        (
            'to = ["source"]',
            "to = 3",
            "r.toml: line[1].to: 3; expected a string or a list of strings",
        ),
        (
            'to = ["source"]',
            "grade = 'out'",
            "r.toml: line[1].grade: 'out'; expected full or partial",
        ),
        ("[[line]]", "[[lane]]", "r.toml: line: missing; expected at least one [[line]]"),
        (
            "[[source]]",
            "[[leg]]\nname = 'overland'\n[[source]]",
            "r.toml: leg[2].name: 'overland'; there is a leg",
        ),
        (
            'closed = [{ by = "enemy-unit" }]',
            'closed = [{ by = "hexside", any = ["river"] }]',
            "r.toml: source[1].closed: a hexside cannot close a source",
        ),
        ('grade = "out"\n', "", "r.toml: effect[1].grade: missing; expected"),
        (
            "allowed = false",
            "allowed = 'no'",
            "r.toml: effect[1].allowed: 'no'; expected true or false",
        ),
        ("allowed = false", "value = 'no'", "r.toml: effect[1].value: 'no'; expected a number"),
        ("[needs]", "colour = 'red'\n[needs]", "r.toml: source[1].colour: unknown key"),
        ("none = [", "nine = [", "r.toml: needs.nine: unknown key; did you mean 'none'?"),
    ],
)
def test_a_slip_is_one_clear_line(old, new, said):
    assert old in WHOLE
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(tomllib.loads(WHOLE.replace(old, new, 1)), file="r.toml")
    assert str(caught.value).startswith(said)
