"""From the module's maps and ``map.toml`` to the map model."""

from __future__ import annotations

import pytest

from tests.kit.world import KIT, at, built, module, situation
from vassal_supply.errors import KitError
from vassal_supply.model import Link


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return module(tmp_path_factory.mktemp("game"))


def ids(found):
    return set(found.model.spaces)


def links(found, kind=None):
    return {
        (min(one.a, one.b), max(one.a, one.b))
        for one in found.model.links
        if kind in (None, one.kind)
    }


def test_names_that_boards_or_maps_share_get_a_prefix(game):
    found = built(game)
    assert {"A:0101", "B:0101", "E:0101", "Paris", "Bar le Duc", "Baltic Sea", "P05.05"} <= ids(
        found
    )
    assert "0101" not in ids(found)
    assert found.surface.spot("East", 350, 50).space == "E:0101"
    assert found.surface.spot(*at("0101")).space == "A:0101"
    assert found.surface.spot(*at("0101", 1)).space == "B:0101"


def test_the_longer_form_is_always_understood(game):
    found = built(game, KIT, '[names]\n"E:Paris" = "Lutetia"\n')
    assert found.model.spaces["Paris"].names == ("Lutetia",)


def test_one_name_in_two_zones_is_two_places(game):
    found = built(game)
    assert found.surface.spot("East", 50, 50).space == "Paris"
    assert found.surface.spot("East", 150, 350).space == "Track:Paris"
    assert found.surface.spot("East", 150, 350).location == "Paris"
    limited = built(game, KIT.replace('name = "East"', 'name = "East"\nspaces = "zone:Track"'))
    assert limited.surface.spot("East", 50, 50).space == ""
    assert limited.surface.spot("East", 150, 350).space == "Paris"


def test_boards_beside_each_other_are_joined(game):
    found = built(game)
    joints = {pair for pair in links(found, "adjacent") if pair[0][0] != pair[1][0]}
    # The last column of A beside the first of B, half a hex lower.
    assert joints == {
        ("A:0401", "B:0101"),
        ("A:0402", "B:0101"),
        ("A:0402", "B:0102"),
        ("A:0403", "B:0102"),
        ("A:0403", "B:0103"),
        ("A:0404", "B:0103"),
    }
    assert not links(built(game, KIT.replace("joined = true", "")))


def test_limits(game):
    text = KIT.replace(
        'name = "East"', 'name = "East"\nspaces = "P* Paris* !P05.05 zone:\\"Baltic Sea\\""'
    )
    found = built(game, text)
    east = {id for id, space in found.model.spaces.items() if space.map == "East"}
    assert "Baltic Sea" in east
    assert "Sedan" not in east
    assert "P05.05" not in east
    assert {"Paris", "Paris 2", "P06.06"} <= east
    assert found.surface.spot("East", 150, 50).space == ""


def test_map_data(game):
    found = built(
        game,
        KIT,
        """
[terrain]
forest = "A:0101..A:0202 !A:0102"
[features]
city = "Paris Sedan"
[nations]
German = "board:A"
Russian = '"Bar le Duc" Paris'
[names]
Sedan = ["Sedan", "Old Sedan"]
[[feature]]
kind = ["port", "fort"]
spaces = "B:0101"
name = "Port B"
owner = "Italian"
[regions]
North = "feature:city&nation:Russian terrain:forest"
[values]
"region:North" = 3
Sedan = 2
"Bar le Duc" = 5
[control]
Soviet = "map:East"
""",
    )
    spaces = found.model.spaces
    assert spaces["A:0101"].terrain == "forest"
    assert spaces["A:0102"].terrain == ""
    assert spaces["Paris"].features == {"city"}
    assert spaces["Paris"].nation == "Russian"
    assert spaces["A:0403"].nation == "German"
    assert spaces["Sedan"].names == ("Sedan", "Old Sedan")
    assert spaces["B:0101"].features == {"port", "fort"}
    assert spaces["B:0101"].names == ("Port B",)
    north = {id for id, space in spaces.items() if "North" in space.regions}
    assert north == {"Paris", "A:0101", "A:0201", "A:0202"}
    assert (spaces["Paris"].value, spaces["Sedan"].value, spaces["A:0102"].value) == (3, 2, 0)
    assert spaces["Bar le Duc"].value == 5
    assert found.data.control["B:0101"] == "Italian"
    assert found.data.control["Sedan"] == "Soviet"


def test_links(game):
    found = built(
        game,
        KIT,
        """
[neighbours]
Paris = 'Sedan "Bar le Duc"'
Sedan = 'Paris "Bar le Duc"'
[lines]
rail = ["A:0101-A:0201-A:0302", "Paris-Sedan"]
[hexsides]
river = "A:0101/A:0102 A:0201/*"
lake = "A:0102/A:0101"
[[link]]
kind = "strait"
spaces = "Paris-A:0101"
users = ["Axis", "Russian"]
one_way = true
name = "the Channel"
[[link]]
kind = "sea"
from = '"Baltic Sea"'
to = "Paris Sedan"
""",
    )
    model = found.model
    areas = {pair for pair in links(found, "adjacent") if ":" not in pair[0]}
    assert areas == {("Paris", "Sedan"), ("Bar le Duc", "Paris"), ("Bar le Duc", "Sedan")}
    assert len([one for one in model.links if (one.kind, one.a) == ("adjacent", "Paris")]) == 2
    assert links(found, "rail") == {
        ("A:0101", "A:0201"),
        ("A:0201", "A:0302"),
        ("Paris", "Sedan"),
    }
    assert model.hexsides["A:0101", "A:0102"] == {"river", "lake"}
    assert {pair for pair in model.hexsides if "A:0201" in pair} == {
        ("A:0101", "A:0201"),
        ("A:0201", "A:0202"),
        ("A:0201", "A:0301"),
    }
    users = frozenset({"Axis", "Russian"})
    assert Link("Paris", "A:0101", "strait", users, False, "the Channel") in model.links
    assert links(found, "sea") == {("Baltic Sea", "Paris"), ("Baltic Sea", "Sedan")}


def test_sources(game):
    found = built(
        game,
        KIT,
        """
[nations]
German = "Paris"
Russian = "Sedan"
[names]
Paris = "City of Light"
[[source]]
kind = "city"
spaces = "Paris Sedan"
users = "{nation}"
name = "{name}"
grade = "partial"
values = { capacity = 4, until = "surrender" }
[[source]]
side = "Soviet"
nation = "Italian"
spaces = "A:0101"
""",
    )
    paris, sedan, third = found.data.sources
    assert paris[:5] == ("Paris", "city", "City of Light", {"German"}, "partial")
    assert paris.values == {"capacity": 4, "until": "surrender"}
    assert sedan[:4] == ("Sedan", "city", "Sedan", {"Russian"})
    assert third[:4] == ("A:0101", "source", "", {"Soviet", "Italian"})


def test_boxes_and_locations_that_are_one_space(game):
    text = KIT + '[[map]]\nname = "Boxes"\nshort = "X"\n'
    found = built(
        game,
        text,
        """
[[box]]
name = "Reserve"
map = "East"
zone = "Pool"
[[box]]
name = "Urals"
map = "Boxes"
area = [0, 0, 100, 300]
[[box]]
name = "Rest"
map = "Boxes"
[same]
Paris = '"Paris 2"'
"A:0101" = "B:0403"
""",
    )
    assert not {id for id in ids(found) if id.startswith("P0.")}
    spot = found.surface.spot
    assert spot("East", 230, 230).space == spot("East", 380, 380).space == "Reserve"
    assert spot("Boxes", 50, 250).space == "Urals"
    assert spot("Boxes", 150, 250).space == "Rest"
    assert spot("East", 62, 50).space == "Paris"
    assert spot(*at("0403", 1)).space == "A:0101"
    joints = {pair for pair in links(found, "adjacent") if "A:0101" in pair}
    assert {other for pair in joints for other in pair} == {
        "A:0101",
        "B:0302",
        "B:0303",
        "B:0402",
        "B:0404",
    }
    assert (found.model.spaces["Urals"].x, found.model.spaces["Urals"].y) == (50, 150)
    assert found.model.spaces["Reserve"].lattice is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            '[terrain]\nwood = """\nParis\nLutetia"""',
            "map.toml:5: terrain.wood: no space is called 'Lutetia'",
        ),
        (
            "[nations]\nGerman = 'zone:Nowhere'",
            "map.toml:3: nations.German: no space is called 'zone:No",
        ),
        ("[lines]\nrail = ['Paris-Sedan', 'Paris']", "lines.rail: 'Paris' names one space"),
        ("[hexsides]\nriver = 'Paris'", "hexsides.river: 'Paris' is no hexside"),
        ("[[link]]\nkind = 'sea'", "map.toml:2: link[1].spaces: missing"),
        (
            "[[link]]\nkind = 'sea'\nspaces = 'Paris-Sedan'\nusers = 'French'",
            "map.toml:5: link[1].users: 'French' is no side or nation of the kit; expected one of Axis, German",
        ),
        (
            "[[source]]\nspaces = 'Paris'\nusers = '{nation}'",
            "source[1].spaces: 'Paris' belongs to no nation",
        ),
        ("[[source]]\nspaces = 'Paris'\ncolour = 1", "map.toml:4: source[1].colour: unknown key"),
        ("[control]\nFrance = 'Paris'", "control.France: 'France' is no side or nation"),
        ("[values]\nParis = 'x'", "values.Paris: 'x'; expected a whole number"),
        (
            "[[box]]\nname = 'x'\nmap = 'Far'",
            "box[1].map: 'Far' is no map of the kit; it has West, East",
        ),
        (
            "[[box]]\nname = 'x'\narea = [1, 2]",
            "box[1].area: [1, 2]; expected [left, top, width, height]",
        ),
        ("[same]\nParis = 'Troyes'", "same.Paris: no space is called 'Troyes'"),
    ],
)
def test_slips_are_named_with_their_line(game, data, said):
    with pytest.raises(KitError) as caught:
        built(game, KIT, data)
    assert said in str(caught.value)


def test_a_map_the_module_lacks(game):
    with pytest.raises(
        KitError, match=r"kit/kit.toml:9: map.name: the module has no map 'Est'; it has West, East"
    ):
        built(game, KIT.replace('"East"', '"Est"'))


def test_a_limit_that_names_nothing(game):
    with pytest.raises(KitError, match=r"kit.toml:7: map\[1\].spaces: no space is called '9999'"):
        built(game, KIT.replace('short = "W"', 'short = "W"\nspaces = "A:0101 9999"'))


def test_a_map_called_by_its_number_in_an_old_save(game):
    from tests.kit.world import counter

    one = counter("1", "a", {"Type": "Inf", "Side": "Axis"}, ("Map1", 150, 50))
    assert [unit.space for unit in situation(game, [one]).units] == ["Sedan"]
