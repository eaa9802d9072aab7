"""Sentences of the reference that speak of defaults and of neutrals, each with a small case."""

from __future__ import annotations

import pytest

from tests.kit.world import KIT, at, built, counter, kit, module, situation
from vassal_supply.kit import marks_of, standing_status


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return module(tmp_path_factory.mktemp("game"))


def markers(rule):
    """A kit whose dumps have this in their rule too."""
    where = '[[marker]]\nkind = "dump"\nwhere = { Type = "Dump" }\nside = "{Side}"\n'
    return KIT.replace("[[unit]]", f"{where}{rule}\n[[unit]]", 1)


DUMP = counter("1", "Dump", {"Type": "Dump", "Side": "Axis"}, at("0102"))


def test_a_marker_controls_only_where_its_rule_says_so(game):
    assert situation(game, [DUMP], markers("")).control == {}
    assert situation(game, [DUMP], markers("controls = true")).control == {"A:0102": "Axis"}


@pytest.mark.parametrize(
    ("source", "users"),
    [
        ('"dump"', {"Axis"}),
        ('{ kind = "dump" }', {"Axis"}),
        ('{ kind = "dump", users = ["German", "{side}"] }', {"German", "Axis"}),
        ('{ kind = "dump", users = [] }', set()),
    ],
)
def test_a_piece_is_a_source_for_its_side_unless_users_are_named(game, source, users):
    (found,) = situation(game, [DUMP], markers(f"source = {source}")).sources
    assert (found.space, found.kind, found.users) == ("A:0102", "dump", users)


NEUTRAL = KIT.replace(
    "schema = 1", 'schema = 1\nneutral = "neutral"\ncontrol = ["map", "nation"]', 1
).replace(
    'side = "{Side}"',
    'nation = "{Nation}"\nsource = "depot"\n[[marker]]\nkind = "neutral"\n'
    'where = { name = "{nation} neutral" }\nnation = "{nation}"',
)
ITALY = '[nations]\nItalian = "A:0102"\n[control]\nItalian = "A:0103"\n'


def test_what_is_printed_as_a_neutrals_is_nobodys_and_its_units_are_no_sources(game):
    units = [
        counter("1", "it-inf", {"Type": "Inf", "Nation": "Italian"}, at("0101")),
        counter("2", "ge-inf", {"Type": "Inf", "Nation": "German"}, at("0103")),
    ]
    before = situation(game, units, NEUTRAL, ITALY)
    assert before.control == {"A:0102": "Axis", "A:0103": "Axis"}
    assert {one.piece for one in before.sources} == {"1", "2"}
    neutral = counter("3", "Italian neutral", {}, at("0201"))
    after = situation(game, [*units, neutral], NEUTRAL, ITALY)
    assert after.control == {}
    assert {one.piece for one in after.sources} == {"2"}


def test_a_link_of_two_groups_joins_each_two_once(game):
    both = '[[link]]\nkind = "sea"\nfrom = "Paris Sedan"\nto = "Paris Sedan"\n'
    joined = [(one.a, one.b) for one in built(game, map_data=both).data.links if one.kind == "sea"]
    assert joined == [("Paris", "Sedan")]
    one_way = built(game, map_data=f"{both}one_way = true\n").data.links
    joined = [(one.a, one.b) for one in one_way if one.kind == "sea"]
    assert joined == [("Paris", "Sedan"), ("Sedan", "Paris")]


def test_a_box_is_on_the_first_map_unless_it_says_otherwise(game):
    spaces = built(game, map_data='[[box]]\nname = "Urals"\narea = [0, 0, 5, 5]\n').model.spaces
    assert spaces["Urals"].map == "West"


def test_a_mark_for_some_kinds_is_none_of_the_others():
    marks = kit(
        KIT + '[[mark]]\nlayer = "Supply"\nlevels = { full = 1, out = 2 }\nfor = ["unit"]\n'
    ).marks
    shown = {"Supply_Level": "2"}
    assert marks_of(marks, shown, "unit") == list(marks)
    assert standing_status(shown, marks, "unit") == "out"
    assert marks_of(marks, shown, "hq") == []
    assert standing_status(shown, marks, "hq") == ""
