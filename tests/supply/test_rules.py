"""Rules one by one, on small drawn maps: movement points, headquarters, limited sources, branching lines, zones."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.supply.legal import problems
from tests.supply.test_explanation import ROW, hexes
from vassal_supply.errors import RequestError, RulebookError
from vassal_supply.model import Link, Marker, Source, Unit
from vassal_supply.supply import Engine, determine, explain, parse_rulebook
from vassal_supply.supply.costs import format_mp, in_units
from vassal_supply.supply.sharing import share_out


def judged(situation, table):
    """The grades by unit name; every line is checked by the referee."""
    rulebook = parse_rulebook(table)
    found = determine(situation, rulebook)
    grades = {name: verdict.grade for name, verdict in found.verdicts.items()}
    for verdict in found.verdicts.values():
        assert problems(situation, rulebook, verdict, grades) == []
    return {verdict.unit.name: verdict.grade for verdict in found.verdicts.values()}


def reason_of(situation, table, name="p0"):
    """The first reason of a unit, as (code, text)."""
    reason = determine(situation, parse_rulebook(table)).verdicts[name].reasons[0]
    return reason.code, reason.text


def with_units(situation, *units):
    situation.units += units
    return situation


TRUCK = {
    "schema": 1,
    "mp_unit": "1/2",
    "costs": [
        {
            "mp": "truck",
            "terrain": {"clear": 1, "F": 2, "M": "no"},
            "links": {"road": "1/2"},
            "hexsides": {"river": 1},
        },
        {"mp": "mule", "default": 1},
    ],
    "leg": [{"name": "track", "links": ["adjacent", "road"], "mp": "truck", "budget": 5}],
    "line": [{"legs": "track", "rule": "M-1"}],
}


@pytest.mark.parametrize(
    ("picture", "hexsides", "road", "grade"),
    [
        ("......", [], False, "full"),
        (".......", [], False, "out"),
        (".......", [], True, "full"),
        ("..F..", [], False, "full"),
        ("..FF..", [], False, "out"),
        ("..F...", ["0101/0201"], False, "out"),
        (".....", ["0101/0201"], False, "full"),
        (".....", ["0101/0201", "0201/0301"], False, "out"),
        (".....", ["0101/0201", "0201/0301"], True, "full"),
        ("..M..", [], False, "out"),
    ],
)
def test_movement_points_are_paid_for_what_is_entered(picture, hexsides, road, grade):
    length = len(picture)
    links = [Link(f"{n:02d}01", f"{n + 1:02d}01", "road") for n in range(1, length)]
    situation = hexes(
        picture,
        ["Red-1 0101"],
        [f"Red {length:02d}01"],
        hexsides=hexsides,
        links=links if road else (),
    )
    assert judged(situation, TRUCK) == {"Red-1": grade}


def test_the_space_left_is_free_and_the_one_entered_is_paid():
    situation = hexes("F.....", ["Red-1 0101", "Red-2 0601"], ["Red 0601"])
    assert judged(situation, TRUCK) == {"Red-1": "full", "Red-2": "full"}
    there = hexes("F.....", ["Red-1 0601"], ["Red 0101"])
    assert judged(there, TRUCK) == {"Red-1": "out"}


@pytest.mark.parametrize(
    ("picture", "hexsides", "road", "unit", "source", "grade"),
    [
        ("F.....", [], False, "0101", "0601", "out"),
        ("F.....", [], False, "0601", "0101", "full"),
        ("M.....", [], False, "0101", "0601", "out"),
        (".....M", [], False, "0101", "0601", "full"),
        ("M.......", [], True, "0101", "0801", "full"),
        (".....", ["0101/0201"], False, "0101", "0501", "full"),
        ("......", ["0101/0201"], False, "0101", "0601", "out"),
        ("F.....", ["0101/0201"], False, "0601", "0101", "out"),
        ("F....", ["0101/0201"], False, "0501", "0101", "full"),
    ],
)
def test_a_line_counted_from_its_end_pays_for_what_it_leaves(
    picture, hexsides, road, unit, source, grade
):
    table = {**TRUCK, "leg": [{**TRUCK["leg"][0], "pays": "leaving"}]}
    links = [Link(f"{n:02d}01", f"{n + 1:02d}01", "road") for n in range(1, len(picture))]
    situation = hexes(
        picture,
        [f"Red-1 {unit}"],
        [f"Red {source}"],
        hexsides=hexsides,
        links=links if road else (),
    )
    assert judged(situation, table) == {"Red-1": grade}


def test_the_movement_type_may_be_the_units_own():
    table = {**TRUCK, "leg": [{"name": "track", "mp": "$movement", "budget": 2}]}
    situation = hexes("..M", [], ["Red 0301"])
    for number, movement in enumerate(("truck", "mule", "boat")):
        unit = Unit(f"u{number}", movement, "map", "0101", "Red", values={"movement": movement})
        with_units(situation, unit)
    assert judged(situation, table) == {"truck": "out", "mule": "full", "boat": "out"}


def test_a_budget_speaks_of_movement_points():
    situation = hexes("..FF..", ["Red-1 0101"], ["Red 0601"])
    code, text = reason_of(situation, TRUCK)
    assert (code, text) == ("too-far", "no line of 5 movement points or fewer reaches a source")
    explained = explain(determine(situation, parse_rulebook(TRUCK)), "p0")
    assert explained.missed[1:4] == ("track", 10, 14)
    assert explained.limit == (
        "with every bar lifted a line would still need 7 movement points; 5 are allowed"
    )


@pytest.mark.parametrize(
    ("value", "unit", "units"),
    [
        (2, (1, 2), 4),
        ("1/2", (1, 2), 1),
        (1.5, (1, 2), 3),
        ("1/3", (1, 2), None),
        ("x", (1, 1), None),
    ],
)
def test_movement_points_in_units(value, unit, units):
    assert in_units(value, unit) == units


@pytest.mark.parametrize(
    ("value", "units"),
    [
        (0.1, 1),
        (0.3, 3),
        ("2.5", 25),
        (".5", 5),
        ("5.", 50),
        (" 1 / 2 ", 5),
        ("1.5/3", 5),
        (0.05, None),
        (1e-9, None),
        (float("inf"), None),
        (float("nan"), None),
        (-0.5, None),
        ("1/", None),
        ("1/0", None),
        ("1.2.3", None),
        ("9" * 5000, None),
    ],
)
def test_decimals_are_what_they_are_written(value, units):
    assert in_units(value, (1, 10)) == units


@pytest.mark.parametrize(
    ("price", "said"),
    [
        (0.05, "1/20 movement points are no whole number of mp_unit 1/10"),
        (float("inf"), 'inf; expected movement points like 2 or "1/2"'),
        (float("nan"), 'nan; expected movement points like 2 or "1/2"'),
    ],
)
def test_a_price_that_is_none_is_named(price, said):
    table = {
        **{"schema": 1, "mp_unit": 0.1, "costs": [{"mp": "truck", "default": price}]},
        **{"leg": [{"name": "l"}], "line": [{"legs": "l"}]},
    }
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(table)
    assert (caught.value.place, caught.value.text) == ("costs[1].default", said)


@pytest.mark.parametrize(
    ("units", "unit", "text"),
    [(4, (1, 2), "2"), (5, (1, 2), "2 1/2"), (2, (1, 6), "1/3"), (0, (1, 2), "0")],
)
def test_movement_points_in_words(units, unit, text):
    assert format_mp(units, unit) == text


CHAIN = {
    "schema": 1,
    "leg": [{"name": "track", "limit": 2, "bars": [{"by": "enemy-unit"}]}],
    "line": [
        {"legs": "track", "for": ["division"], "to_units": ["corps"], "own": True, "rule": "C-1"},
        {"legs": "track", "for": ["corps"], "to_units": ["army"], "own": True, "rule": "C-2"},
        {"legs": "track", "for": ["army"], "rule": "C-3"},
    ],
}


def chain_of(*spaces, enemy=""):
    """A division, its corps and its army on a row, the source at its right end."""
    situation = hexes(ROW, [f"Blue-x {enemy}"] if enemy else [], ["Red 1001"])
    kinds = ("division", "corps", "army")
    superiors = {"division": ("u1",), "corps": ("u2",), "army": ()}
    units = [
        Unit(f"u{n}", kind, "map", space, "Red", "", kind, superiors=superiors[kind])
        for n, (kind, space) in enumerate(zip(kinds, spaces, strict=True))
    ]
    return with_units(situation, *units)


def test_a_chain_of_headquarters_holds():
    situation = chain_of("0401", "0601", "0801")
    assert set(judged(situation, CHAIN).values()) == {"full"}
    assert reason_of(situation, CHAIN, "u0") == ("line", "a line of 2 hexes reaches corps (0601)")


def test_a_break_takes_everybody_below_along():
    situation = chain_of("0401", "0501", "0801")
    assert judged(situation, CHAIN) == {"division": "out", "corps": "out", "army": "full"}
    assert reason_of(situation, CHAIN, "u0") == (
        "hq-out",
        "its line reaches corps (0501), which is out of supply itself",
    )
    assert (
        reason_of(situation, CHAIN, "u1")[1]
        == "no line of 2 hexes or fewer reaches its headquarters"
    )
    bars = explain(determine(situation, parse_rulebook(CHAIN)), "u0").bars
    assert [(bar.space, bar.by, bar.text) for bar in bars] == [
        ("0501", ("corps",), "corps (0501) is out of supply itself")
    ]


def test_a_headquarters_that_is_not_on_the_map_is_no_help():
    situation = chain_of("0401", "0601", "0801")
    situation.units = situation.units[:1]
    assert reason_of(situation, CHAIN, "u0") == ("no-source", "it has no headquarters on the map")


def test_two_units_cannot_feed_each_other():
    table = {
        "schema": 1,
        "leg": [{"name": "track", "limit": 2}],
        "line": [{"legs": "track", "to_units": ["unit"]}, {"legs": "track"}],
    }
    assert judged(hexes(ROW, ["Red-1 0101", "Red-2 0201"], ["Red 1001"]), table) == {
        "Red-1": "out",
        "Red-2": "out",
    }
    stack = hexes(ROW, ["Red-1 0401", "Red-2 0601", "Red-3 0801"], ["Red 1001"])
    assert set(judged(stack, table).values()) == {"full"}


def test_the_reach_may_be_that_of_the_headquarters():
    table = {
        "schema": 1,
        "needs": {"none": ["hq"]},
        "leg": [{"name": "track", "limit": 1}],
        "line": [{"legs": "track", "to_units": ["hq"], "reach": "throw"}],
    }
    situation = hexes(ROW, ["Red-1 0101"], [])
    hq = Unit("h", "HQ", "map", "0501", "Red", "", "hq", values={"throw": 4})
    assert judged(with_units(situation, hq), table)["Red-1"] == "full"
    situation.units = (situation.units[0], hq._replace(values={"throw": 3}))
    assert judged(situation, table)["Red-1"] == "out"
    assert explain(determine(situation, parse_rulebook(table)), "p0").missed[2:4] == (3, 4)


STRAITS = {
    "schema": 1,
    "leg": [
        {"name": "free", "limit": 1},
        {"name": "rail", "links": ["rail"]},
        {"name": "sea", "links": ["sea"]},
        {"name": "strait", "links": ["strait"], "limit": 1},
        {"name": "road", "links": ["road"]},
    ],
    "line": [{"legs": ["free", ["rail", "sea"], {"one": ["strait", "road"]}, ["rail", "sea"]]}],
}


@pytest.mark.parametrize(
    ("way", "grade"),
    [
        ("rail rail rail", "full"),
        ("rail sea rail sea", "full"),
        ("strait rail", "full"),
        ("rail strait sea", "full"),
        ("rail strait rail strait", "out"),
        ("rail strait strait", "out"),
        ("road road sea", "full"),
        ("road rail road", "out"),
        ("rail road strait", "out"),
    ],
)
def test_one_strait_or_one_road_run(way, grade):
    """The first step of each way is free, too."""
    links = [Link(f"{n:02d}01", f"{n + 1:02d}01", kind) for n, kind in enumerate(way.split(), 2)]
    picture = "." * (len(links) + 2)
    situation = hexes(picture, ["Red-1 0101"], [f"Red {len(links) + 2:02d}01"], links=links)
    assert judged(situation, STRAITS) == {"Red-1": grade}


def test_a_leg_may_not_follow_itself_to_double_its_limit():
    table = {
        "schema": 1,
        "leg": [{"name": "a", "limit": 2}, {"name": "b", "links": ["sea"]}],
        "line": [{"legs": [["a", "b"]]}],
    }
    assert judged(hexes(ROW, ["Red-1 0101"], ["Red 0501"]), table) == {"Red-1": "out"}
    bridged = hexes(ROW, ["Red-1 0101"], ["Red 0601"], links=[Link("0301", "0401", "sea")])
    assert judged(bridged, table) == {"Red-1": "full"}


def limited(capacity, *spaces):
    situation = hexes(ROW, [f"Red-{n} {space}" for n, space in enumerate(spaces)], [])
    situation.sources = (Source("0101", "depot", "the dump", values={"capacity": capacity}),)
    return situation


PLAIN = {
    "schema": 1,
    "leg": [{"name": "free", "limit": 3}],
    "line": [{"legs": "free", "rule": "S-1"}],
}


def test_a_source_supplies_as_many_units_as_it_can():
    situation = limited(2, "0401", "0201", "0901", "0301")
    assert judged(situation, PLAIN) == {
        "Red-0": "full",
        "Red-1": "full",
        "Red-2": "out",
        "Red-3": "out",
    }
    assert reason_of(situation, PLAIN, "p3") == (
        "no-room",
        "its line reaches the dump (0101), which supplies 2 units already and no more",
    )
    assert reason_of(situation, PLAIN, "p2")[0] == "too-far"
    bars = explain(determine(situation, parse_rulebook(PLAIN)), "p3").bars
    assert [bar.text for bar in bars] == [
        "the line ends at the dump (0101), which supplies 2 units already and no more"
    ]


def test_sources_without_a_limit_are_used_before_limited_ones():
    situation = limited(1, "0201", "0301")
    situation.sources += (Source("0501", "city"),)
    assert judged(situation, PLAIN) == {"Red-0": "full", "Red-1": "full"}


@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=2), st.lists(st.integers(0, 4), max_size=4)
    ),
    st.dictionaries(st.integers(0, 4), st.integers(0, 3), min_size=5, max_size=5),
)
def test_limited_sources_serve_as_many_as_can_be(wishes, room):
    served = share_out(wishes, room)
    graph = networkx.DiGraph()
    graph.add_nodes_from(["all", "none"])
    for giver, places in room.items():
        graph.add_edge(giver, "none", capacity=places)
    for taker, givers in wishes.items():
        graph.add_edge("all", taker, capacity=1)
        graph.add_edges_from(((taker, giver) for giver in givers), capacity=1)
        assert taker not in served or served[taker] in givers
    assert len(served) == networkx.maximum_flow_value(graph, "all", "none")
    for giver, places in room.items():
        assert list(served.values()).count(giver) <= places


def test_space_and_unit_are_two_questions():
    table = {
        **PLAIN,
        "zoc": {"range": 1},
        "leg": [{"name": "free", "limit": 9, "bars": [{"by": "ezoc"}]}],
    }
    engine = Engine(hexes(ROW, ["Blue-x 0501"], ["Red 0101"]), parse_rulebook(table))
    assert [engine.space_grade(space, "Red") for space in ("0301", "0401", "0601")] == [
        "full",
        "full",
        "out",
    ]
    assert engine.space_grade("0101", "Blue") == "out"
    with pytest.raises(RequestError, match="no space '9999' on the map"):
        engine.space_grade("9999", "Red")


def test_supply_zones_are_what_hangs_together():
    table = {
        **PLAIN,
        "zones": {"leg": "free"},
        "leg": [{"name": "free", "limit": 2, "bars": [{"by": "enemy-unit"}]}],
    }
    situation = hexes(ROW, ["Red-1 0101", "Red-2 0901", "Blue-x 0501"], ["Red 0801"])
    zones = determine(situation, parse_rulebook(table)).supply_zones
    assert [
        (zone["side"], len(zone["spaces"]), zone["sources"], zone["units"]) for zone in zones
    ] == [
        ("Red", 5, ["Red base"], ["p1"]),
        ("Red", 4, [], ["p0"]),
        ("Blue", 7, [], ["p2"]),
    ]


def test_sea_zones_need_a_convoy_and_ports_no_blockade():
    table = {
        "schema": 1,
        "leg": [
            {"name": "land", "limit": 2, "bars": [{"by": "enemy-unit"}]},
            {
                "name": "sea",
                "links": ["sea"],
                "bars": [
                    {"by": "marker", "none": ["convoy"], "whose": "friendly", "on": ["sea"]},
                    {"by": "enemy-unit", "kinds": ["fleet"]},
                ],
            },
        ],
        "line": [{"legs": ["land", "sea"]}],
    }
    links = [Link("0301", "zone", "sea"), Link("zone", "1001", "sea")]
    situation = hexes(ROW, ["Red-1 0101"], ["Red 1001"], links=links)
    box = situation.map.spaces["0101"]._replace(id="zone", lattice=None, cell=None, terrain="sea")
    situation.map.spaces["zone"] = box
    assert judged(situation, table) == {"Red-1": "out"}
    situation.markers = (Marker("c", "convoy", "map", "zone", "convoy", "Red"),)
    assert judged(situation, table) == {"Red-1": "full"}
    with_units(situation, Unit("f", "fleet", "map", "zone", "Blue", kind="fleet"))
    assert judged(situation, table)["Red-1"] == "out"


LOOP = {
    "schema": 1,
    "zoc": {"range": 1, "status": "computed", "rule": "Z-1"},
    "leg": [{"name": "free", "bars": [{"by": "enemy-unit"}, {"by": "ezoc"}]}],
    "line": [{"legs": "free"}],
}


def test_a_unit_that_the_outcome_puts_out_has_no_zone():
    """Blue has no source: were its zone to count, Red could not pass."""
    situation = hexes("...\n...\n...", ["Red-1 0101", "Blue-x 0203"], ["Red 0301"])
    assert judged(situation, {**LOOP, "zoc": {"range": 1}})["Red-1"] == "full"
    narrow = hexes(".....\n  .", ["Red-1 0101", "Blue-x 0302"], ["Red 0501"])
    assert judged(narrow, {**LOOP, "zoc": {"range": 1}})["Red-1"] == "out"
    assert judged(narrow, LOOP)["Red-1"] == "full"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("depot", "a depot needs no supply"),
        ("airfield", "an airfield needs no supply"),
        ("hq", "an HQ needs no supply"),
        ("tf", "a TF needs no supply"),
    ],
)
def test_units_that_need_nothing_are_called_by_their_kind(kind, said):
    table = {
        "schema": 1,
        "needs": {"none": [kind]},
        "leg": [{"name": "l"}],
        "line": [{"legs": "l"}],
    }
    situation = with_units(hexes("..", [], []), Unit("u", "x", "map", "0101", "Red", "", kind))
    assert reason_of(situation, table, "u") == ("needs-none", said)
