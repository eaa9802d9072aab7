"""From pieces to units, markers, sources, control, chains of command."""

from __future__ import annotations

import pytest

from tests.kit.world import KIT, at, counter, kit, module, situation
from vassal_supply.vassal.pieces import REFEREE, Viewer

RULES = """
control = {control}
[[map]]
name = "West"
short = "W"
joined = true
[[map]]
name = "East"
short = "E"
spaces = "* !zone:Track"
[sides]
Axis = ["German", "Italian"]
Soviet = ["Russian"]
[tables.nations]
ge = "German"
it = "Italian"
ru = "Russian"
[tables.moves]
"*-arm-*" = 6
"*" = 3
[command]
"ge-hq-02" = ["ge-inf-*", "nobody"]
[[ignore]]
where = {{ Type = "Inf", name = "*-dummy" }}
[[marker]]
kind = "control"
where = {{ Type = "Flag" }}
nation = "{{Nation|nations}}"
controls = true
[[marker]]
kind = "dump"
where = {{ Type = "Dump" }}
side = "{{Side}}"
source = "dump"
values = {{ points = "{{Points}}" }}
[[marker]]
kind = "oos"
where = {{ Type = "OOS" }}
[[unit]]
kind = "hq"
where = {{ Type = "HQ", name = "{{code}}-*" }}
nation = "{{code|nations}}"
zoc = false
source = {{ kind = "hq", users = ["{{nation}}"], grade = "partial" }}
[[unit]]
kind = "{{Type|kinds}}"
where = {{ Type = ["Inf", "Arm"], name = "{{code}}-*" }}
unless = {{ space = "Sedan" }}
nation = "{{code|nations}}"
name = "{{code}} {{Type}} ({{nation}})"
zoc = "{{Zoc}}"
hq = "{{HQ}}"
values = {{ mp = "{{name|moves}}", elite = true, half = 0.5, label = "{{Type}}" }}
[tables.kinds]
Inf = "infantry"
"*" = "armour"
[[mark]]
marker = "oos"
grade = "out"
for = "infantry"
"""


def rules(control='["marker", "map"]'):
    return "schema = 1\nrulebook = 'r.toml'" + RULES.format(control=control)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return module(tmp_path_factory.mktemp("game"))


def by_id(items):
    return {one.id: one for one in items}


def test_units(game):
    pieces = [
        counter("1", "ge-inf-01", {"Type": "Inf", "Zoc": "yes", "HQ": "ge-hq-01"}, at("0101")),
        counter("2", "it-arm-01", {"Type": "Arm"}, at("0102")),
        counter("3", "ru-inf-01", {"Type": "Inf"}, ("East", 150, 50)),
        counter("4", "ru-dummy", {"Type": "Inf"}, at("0102")),
        counter("5", "ge-hq-01", {"Type": "HQ"}, at("0201")),
        counter("6", "ge-hq-02", {"Type": "HQ"}, at("0201")),
        counter("7", "tank", {"Type": "Truck"}, at("0201")),
    ]
    text = rules().replace('name = "{code} {Type} ({nation})"\n', "")
    found = situation(game, pieces, text)
    units = by_id(found.units)
    assert set(units) == {"1", "2", "5", "6"}
    one, two, hq = units["1"], units["2"], units["5"]
    assert (one.kind, one.side, one.nation, one.space, one.map) == (
        "infantry",
        "Axis",
        "German",
        "A:0101",
        "West",
    )
    assert (one.zoc, two.zoc, hq.zoc) == (True, False, False)
    assert one.values == {"mp": 3, "elite": True, "half": 0.5, "label": "Inf"}
    assert (two.kind, two.nation, two.values["mp"]) == ("armour", "Italian", 6)
    assert one.superiors == ("5", "6")
    assert two.superiors == hq.superiors == ()
    assert [one[:5] for one in found.sources] == [
        ("A:0201", "hq", "ge-hq-01", {"German"}, "partial"),
        ("A:0201", "hq", "ge-hq-02", {"German"}, "partial"),
    ]
    assert [one.piece for one in found.sources] == ["5", "6"]
    assert not found.warnings


def test_a_name_by_template(game):
    [unit] = situation(
        game, [counter("1", "it-arm-07", {"Type": "Arm"}, at("0101"))], rules()
    ).units
    assert unit.name == "it Arm (Italian)"


def test_markers_and_what_they_feed(game):
    pieces = [
        counter("1", "Dump", {"Type": "Dump", "Side": "Soviet", "Points": "4"}, at("0103", 1)),
        counter("2", "OOS", {"Type": "OOS"}, at("0102")),
        counter("3", "ge-inf", {"Type": "Inf"}, at("0102")),
        counter("4", "it-arm", {"Type": "Arm"}, at("0102")),
    ]
    found = situation(game, pieces, rules())
    markers, units = by_id(found.markers), by_id(found.units)
    assert markers["1"][3:] == ("B:0103", "dump", "Soviet", {"points": 4}, "")
    assert found.sources[0][:3] == ("B:0103", "dump", "Dump")
    assert found.sources[0].users == {"Soviet"}
    assert found.sources[0].values == {"points": 4}
    assert (units["3"].supply, units["4"].supply) == ("out", "full")


PRINTED = """
[nations]
Russian = "board:B Sedan"
German = "Paris"
[control]
Axis = "B:0101 Sedan"
Italian = "B:0202"
"""
PIECES = [
    ("1", "ge-inf", {"Type": "Inf"}, at("0101", 1)),
    ("2", "ru-inf", {"Type": "Inf"}, at("0102", 1)),
    ("3", "it-arm", {"Type": "Arm"}, at("0102", 1)),
    ("4", "Flag", {"Type": "Flag", "Nation": "ru"}, at("0101", 1)),
    ("5", "Flag", {"Type": "Flag", "Nation": "ge"}, at("0201", 1)),
    ("6", "ge-inf", {"Type": "Inf"}, at("0301", 1)),
    ("7", "it-arm", {"Type": "Arm"}, at("0301", 1)),
]


@pytest.mark.parametrize(
    ("control", "held", "nations"),
    [
        (
            '["marker", "map"]',
            {"B:0101": "Soviet", "B:0201": "Axis", "B:0202": "Axis", "Sedan": "Axis"},
            {"B:0101": "Russian", "B:0201": "German", "B:0202": "Italian"},
        ),
        (
            '"occupier"',
            {
                "B:0101": "Axis",
                "B:0201": "Axis",
                "B:0202": "Axis",
                "B:0301": "Axis",
                "Sedan": "Axis",
            },
            {"B:0101": "German", "B:0201": "German", "B:0202": "Italian"},
        ),
        (
            '["occupier", "marker", "nation"]',
            {
                "B:0101": "Axis",
                "B:0102": "Soviet",
                "B:0201": "Axis",
                "B:0403": "Soviet",
                "Paris": "Axis",
            },
            {"B:0102": "Russian", "B:0201": "German", "Paris": "German"},
        ),
        ("[]", {}, {}),
    ],
)
def test_control(game, control, held, nations):
    found = situation(game, [counter(*one) for one in PIECES], rules(control), PRINTED)
    assert held.items() <= found.control.items()
    assert nations.items() <= found.nation_control.items()
    if "nation" not in control:
        assert found.control.keys() == held.keys()
        assert found.nation_control.keys() == nations.keys()
    if "occupier" in control:
        assert "B:0301" not in found.nation_control


def test_units_that_do_not_occupy(game):
    text = rules('"occupier"').replace("hq = ", "controls = false\nhq = ")
    assert "B:0301" not in situation(game, [counter(*one) for one in PIECES], text).control


def test_neutrals_take_no_part_and_hold_nothing(game):
    text = rules('["occupier", "marker", "map", "nation"]').replace(
        "[[marker]]",
        '[[marker]]\nkind = "neutral"\nwhere = { name = "{code} neutral" }\nnation = "{code|nations}"\n[[marker]]',
        1,
    )
    text = text.replace("schema = 1", 'schema = 1\nneutral = "neutral"')
    neutral = counter("8", "it neutral", {}, ("East", 150, 350))
    pieces = [counter(*one) for one in PIECES]
    before = situation(game, pieces, text, PRINTED)
    after = situation(game, [*pieces, neutral], text, PRINTED)
    assert {one.id for one in before.units} - {one.id for one in after.units} == {"3", "7"}
    assert after.control["B:0301"] == "Axis"
    assert after.nation_control["B:0301"] == "German"
    assert (before.control["B:0202"], before.nation_control["B:0202"]) == ("Axis", "Italian")
    assert after.control["B:0202"] == "Soviet"
    assert after.control["B:0101"] == "Axis"
    assert after.warnings == []


def test_what_is_odd_is_said_once(game):
    pieces = [
        counter("1", "xx-inf", {"Type": "Inf"}, at("0101")),
        counter("2", "xx-inf", {"Type": "Inf"}, at("0102")),
        counter("3", "ru-inf", {"Type": "Inf"}, ("East", 150, 350)),
    ]
    said = [one.text for one in situation(game, pieces, rules()).warnings]
    assert said == [
        "2 pieces, first piece 1 (xx-inf): the kit's table 'nations' has no entry for 'xx'",
        "2 pieces, first piece 1 (xx-inf): side '' is none that the kit knows; left out",
        "piece 3 (ru-inf): place 'Paris' is no space of the kit; left out",
    ]


def test_places_beside_the_map_are_told_together(game):
    text = rules().replace("* !zone:Track", "Paris")
    places = [("East", 150, 50), ("East", 150, 50), ("East", 250, 50)]
    pieces = [counter(str(n), "ru-inf", {"Type": "Inf"}, at) for n, at in enumerate(places)]
    [said] = situation(game, pieces, text).warnings
    assert said.text == (
        "3 pieces, first piece 0 (ru-inf): 2 places are no space of the kit ('Sedan', 'Bar le Duc'); left out"
    )


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (None, {"1"}),
        (REFEREE, {"1", "2", "3"}),
        (Viewer(frozenset({"Axis", "secret"})), {"1", "2"}),
        (Viewer(frozenset({"Soviet"})), {"1", "3"}),
    ],
)
def test_masked_pieces_are_for_those_who_see_them(game, viewer, seen):
    pieces = [
        counter("1", "a", {"Type": "Inf", "Side": "Axis"}, at("0101")),
        counter("2", "b", {"Type": "Inf", "Side": "Axis"}, at("0102"), owner="secret"),
        counter("3", "c", {"Type": "Inf", "Side": "Soviet"}, at("0103"), owner="Soviet"),
    ]
    options = {} if viewer is None else {"viewer": viewer}
    found = situation(game, pieces, KIT, **options)
    assert {unit.id for unit in found.units} == seen
    said = [one.text for one in found.warnings]
    missing = 3 - len(seen)
    assert said == ([f"{missing} masked or invisible pieces take no part"] if missing else [])
    assert not any("secret" in text for text in said)


def test_facts_of_the_game(game):
    text = KIT.replace(
        "[sides]",
        '[facts]\nwar = "{AtWar}"\nyear = "{West/Year}"\nnone = "{Nothing}"\n[sides]',
    ).replace("schema = 1", 'schema = 1\nturn = "Year {West/Year}"')
    others = (
        "GlobalProperty\t;AtWar;true;Module",
        "GlobalProperty\t;Year;1941;West",
    )
    found = situation(game, [], text, others=others)
    assert found.facts == {"war": "true", "year": 1941, "none": ""}
    assert found.turn == "Year 1941"


def test_rulebooks_that_change_another():
    text = KIT.replace('"r.toml"', '"own.toml"')
    own = 'base = "mid.toml"\nname = "ours"\n[zoc]\nrange = 2\n'
    mid = 'base = "r.toml"\n[zoc]\nrange = 1\nrule = "1"\n'
    found = kit(text, **{"own.toml": own, "mid.toml": mid}).rulebook
    assert found.text("name") == "ours"
    assert found.table("zoc").integer("range") == 2
    assert found.table("zoc").text("rule") == "1"
    assert found.tables("line")[0].texts("to") == ("city",)
    assert "base" not in found


def test_what_the_palette_says_of_a_piece(game):
    text = KIT.replace(
        'where = { Type = "Inf" }',
        'where = { palette = "Counters/{side}s", prototype = "Infantry", slot = "ge-*" }',
    )
    from vassal_supply.export.definitions import add_piece, basic_piece, mark

    def of_slot(id, gpid):
        place = ("West", "26", "30", gpid, "0")
        return add_piece(id, [mark({"Side": "Axis"}), basic_piece("x", "x", place)])

    pieces = [of_slot("1", "11"), of_slot("2", "12"), of_slot("3", "99")]
    assert [unit.id for unit in situation(game, pieces, text).units] == ["1"]
