"""The rulebooks that come with the package: each reads, and says what its head says."""

from __future__ import annotations

import tomllib

import pytest

from tests.supply.legal import problems
from tests.supply.test_explanation import hexes
from vassal_supply.model import Link, MapModel, Marker, Situation, Source, Space, Unit
from vassal_supply.resources import built_in_rulebook
from vassal_supply.supply import Rulebook, determine, explain, parse_rulebook


def rulebook_of(name: str) -> Rulebook:
    data = built_in_rulebook(name)
    assert data is not None
    return parse_rulebook(tomllib.loads(data.decode("utf-8")), file=name)


def judged(situation, rulebook):
    """The grades by unit name; every line is checked by the referee."""
    found = determine(situation, rulebook)
    for verdict in found.verdicts.values():
        assert problems(situation, rulebook, verdict) == []
    return {verdict.unit.name: verdict.grade for verdict in found.verdicts.values()}


def rules_of(situation, rulebook, unit="p0"):
    """The rules of the bars on the line there would be."""
    return [bar.rule for bar in explain(determine(situation, rulebook), unit).bars]


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("hex-range", "H-1 H-2 H-3 H-4 H-5 H-6"),
        ("rail-and-range", "R-1 R-2 R-3 R-4 R-5 R-6 R-7"),
        ("area-to-area", "A-1 A-2 A-3 A-4 A-5 A-6"),
        ("hq-chain", "C-1 C-2 C-3 C-4 C-5 C-6"),
    ],
)
def test_the_head_states_every_rule_that_is_cited_and_no_other(name, rules):
    data = built_in_rulebook(name)
    assert data is not None
    text = data.decode("utf-8")
    head, _, body = text.partition("schema = 1")
    stated = [word for word in rules.split() if f"#   {word}  " in head]
    assert stated == rules.split()
    cited = {part.split('"')[0] for part in body.split('rule = "')[1:]}
    assert cited <= set(rules.split())


@pytest.mark.parametrize(
    ("picture", "units", "grade", "rules"),
    [
        ("........", ["Red-1 0101"], "full", []),
        (".........", ["Red-1 0101"], "out", []),
        ("........", ["Red-1 0101", "Blue-x 0401"], "out", ["H-3", "H-2", "H-3"]),
        ("........", ["Red-1 0101", "Red-2 0401", "Blue-x 0402"], "full", []),
        ("........", ["Red-1 0101", "Blue-x 0801"], "out", ["H-3", "H-2", "H-5"]),
    ],
)
def test_hex_range(picture, units, grade, rules):
    picture = picture + ("\n   ." if any("0402" in unit for unit in units) else "")
    situation = hexes(picture, units, [f"Red {len(picture.splitlines()[0]):02d}01"])
    rulebook = rulebook_of("hex-range")
    assert judged(situation, rulebook)["Red-1"] == grade
    assert rules_of(situation, rulebook) == rules


def test_hex_range_and_lakes():
    rulebook = rulebook_of("hex-range")
    lake = hexes("...", ["Red-1 0101"], ["Red 0301"])
    lake.map.spaces["0201"] = lake.map.spaces["0201"]._replace(terrain="lake")
    assert judged(lake, rulebook) == {"Red-1": "out"}
    assert rules_of(lake, rulebook) == ["H-4"]
    effects = determine(lake, rulebook).verdicts["p0"].effects
    assert [(one.rule, one.code, one.value) for one in effects] == [
        ("H-6", "attack", 0.5),
        ("H-6", "move", 0.5),
    ]


def railway(units, markers=(), control=True):
    """A row of 20 hexes, a railway from the sixth to a source at its right end, a port at its left end."""
    rail = [Link(f"{n:02d}01", f"{n + 1:02d}01", "rail") for n in range(6, 20)]
    situation = hexes("." * 20, units, [], links=rail)
    situation.sources = (
        Source("2001", "source", "the base", frozenset({"Red"})),
        Source("0101", "port", "the port", frozenset({"Red"})),
    )
    situation.markers = tuple(
        Marker(f"m{n}", kind, "map", space, kind) for n, (kind, space) in enumerate(markers)
    )
    if control:
        situation.control = dict.fromkeys(situation.map.spaces, "Red")
    return situation


@pytest.mark.parametrize(
    ("situation", "grade"),
    [
        (railway(["Red-1 0301"]), "full"),
        (railway(["Red-1 0301"], control=False), "partial"),
        (railway(["Red-1 0301"], [("rail-cut", "1001")]), "partial"),
        (railway(["Red-1 0301", "Blue-x 1001"]), "partial"),
        (railway(["Red-1 0901", "Blue-x 1301"]), "out"),
        (railway(["Red-1 0901", "Red-2 1201", "Red-3 1401", "Blue-x 1301"]), "out"),
        (railway(["Red-1 1501"], control=False), "full"),
    ],
)
def test_rail_and_range(situation, grade):
    assert judged(situation, rulebook_of("rail-and-range"))["Red-1"] == grade


def test_rail_and_range_says_what_bars_the_railway():
    rulebook = rulebook_of("rail-and-range")
    cut = railway(["Red-1 0901"], [("rail-cut", "1501")])
    assert rules_of(cut, rulebook) == ["R-5"]
    effects = determine(cut, rulebook).verdicts["p0"].effects
    assert [one.code for one in effects] == ["attack", "rail-move"]
    found = determine(railway(["Red-1 0301"], control=False), rulebook).verdicts["p0"]
    assert [reason.rule for reason in found.reasons] == ["R-6", "R-6"]


AREAS = {"Ost": "", "Mitte": "", "Hafen": "port", "Golf": "sea", "Kap": "port", "West": ""}
ROADS = (("Ost", "Mitte"), ("Mitte", "Hafen"), ("Kap", "West"))
SEA = (("Hafen", "Golf"), ("Golf", "Kap"))


def areas(*pieces, foreign=()):
    """Six areas in a row, the Gulf between two ports, the source in the west; all Red but those named."""
    spaces = {
        name: Space(
            name,
            "map",
            0,
            0,
            terrain="sea" if kind == "sea" else "land",
            features=frozenset({kind}),
        )
        for name, kind in AREAS.items()
    }
    links = [Link(a, b, "connection") for a, b in ROADS] + [Link(a, b, "sea") for a, b in SEA]
    units = [
        Unit(f"u{n}", name, "map", space, side, "", kind)
        for n, (name, kind, side, space) in enumerate(piece.split() for piece in pieces)
    ]
    control = {name: "Blue" if name in foreign else "Red" for name in spaces if name != "Golf"}
    source = Source("West", "source", "the homeland", frozenset({"Red"}))
    return Situation(
        MapModel(spaces, [], links), ("Red", "Blue"), tuple(units), (), (source,), control
    )


@pytest.mark.parametrize(
    ("situation", "grade"),
    [
        (areas("army unit Red Ost"), "full"),
        (areas("army unit Red Ost", foreign=["Ost"]), "full"),
        (areas("army unit Red Ost", foreign=["Mitte"]), "out"),
        (areas("army unit Red Ost", foreign=["Kap"]), "out"),
        (areas("army unit Red Ost", "raid unit Blue Mitte"), "out"),
        (areas("army unit Red Ost", "raid unit Blue Mitte", "guard unit Red Mitte"), "full"),
        (areas("army unit Red Ost", "squadron fleet Blue Golf"), "out"),
        (areas("army unit Red Ost", "landing unit Blue Golf"), "full"),
        (areas("army unit Red West", "raid unit Blue West"), "out"),
    ],
)
def test_area_to_area(situation, grade):
    assert judged(situation, rulebook_of("area-to-area"))["army"] == grade


def test_area_to_area_speaks_of_areas():
    rulebook = rulebook_of("area-to-area")
    verdict = determine(areas("army unit Red Ost"), rulebook).verdicts["u0"]
    assert verdict.reasons[0].text == "a line of 5 areas reaches the homeland (West)"
    blockade = areas("army unit Red Ost", "squadron fleet Blue Golf")
    bars = explain(determine(blockade, rulebook), "u0").bars
    assert [(bar.space, bar.by, bar.rule) for bar in bars] == [("Golf", ("squadron",), "A-4")]


def army(*places, blue=(), hexsides=(), terrain=None):
    """A unit, its corps and its army headquarters on a row of 16 hexes, the source at its right end."""
    situation = hexes("." * 16, list(blue), ["Red 1601"], hexsides=hexsides)
    for space in situation.map.spaces.values():
        kind = (terrain or {}).get(space.id, "clear")
        situation.map.spaces[space.id] = space._replace(terrain=kind)
    superiors = (("corps", "army"), ("army",), ())
    kinds = ("unit", "corps-hq", "army-hq")
    situation.units += tuple(
        Unit(name, name, "map", space, "Red", "", kind, superiors=above)
        for name, space, kind, above in zip(
            ("division", "corps", "army"), places, kinds, superiors, strict=True
        )
    )
    return situation


@pytest.mark.parametrize(
    ("situation", "out"),
    [
        (army("0201", "0701", "1201"), set()),
        (army("0101", "0701", "1201"), {"division"}),
        (army("0201", "0601", "1201"), {"division", "corps"}),
        (army("0601", "0501", "1101"), {"corps"}),
        (army("0201", "0701", "1001"), {"division", "corps", "army"}),
        (army("0201", "0701", "1201", hexsides=["0301/0401"]), {"division"}),
        (army("0201", "0701", "1201", terrain={"0401": "forest"}), {"division"}),
        (army("0301", "0701", "1201", terrain={"0401": "forest"}), set()),
        (army("0201", "0701", "1201", terrain={"0401": "mountain"}), {"division"}),
        (army("0201", "0701", "1201", blue=["Blue-x 0401"]), {"division"}),
    ],
)
def test_hq_chain(situation, out):
    grades = judged(situation, rulebook_of("hq-chain"))
    assert {name for name, grade in grades.items() if grade == "out"} - {"Blue-x"} == out


def test_hq_chain_by_road_and_past_hungry_enemies():
    rulebook = rulebook_of("hq-chain")
    by_road = army("0101", "1001", "1201")
    assert judged(by_road, rulebook)["division"] == "out"
    by_road.map.links += [Link(f"{n:02d}01", f"{n + 1:02d}01", "road") for n in range(1, 10)]
    assert judged(by_road, rulebook)["division"] == "full"
    hungry = army("0201", "0701", "1201")
    hungry.map.spaces["0402"] = hungry.map.spaces["0401"]._replace(id="0402", cell=(3, 1))
    enemy = Unit("x", "Blue-x", "map", "0402", "Blue", supply="full")
    assert judged(hungry, rulebook)["division"] == "full"
    hungry.units += (enemy,)
    assert judged(hungry, rulebook)["division"] == "out"
    hungry.units = (*hungry.units[:-1], enemy._replace(supply="out"))
    assert judged(hungry, rulebook)["division"] == "full"
