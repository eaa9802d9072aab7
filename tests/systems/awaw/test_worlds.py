"""Rules that no counter of the fixture game can show, in worlds of a few spaces in a row."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.systems.awaw.test_sources import RULEBOOK, SIDES
from vassal_supply.model import Link, MapModel, Marker, Situation, Space, Unit
from vassal_supply.supply import Determination
from vassal_supply.supply.determination import Effect
from vassal_supply.systems import Request
from vassal_supply.systems.awaw import AwawSystem, unit_effects
from vassal_supply.systems.awaw.judge import Judged
from vassal_supply.systems.awaw.supply import Supply
from vassal_supply.systems.awaw.unit_effects import effects


def row_of(*units: Unit, holder: str = "Germany", markers: tuple[Marker, ...] = ()) -> Situation:
    """Berlin and the hexes A, B and C behind it, all under one nation's control."""
    ids = ["Berlin", "A", "B", "C"]
    spaces = {id: Space(id, "World", 0, 0, names=(id,)) for id in ids}
    links = [Link(one, other, "adjacent") for one, other in pairwise(ids)]
    return Situation(
        MapModel(spaces, links=links),
        ("Axis", "Allies"),
        units,
        control=dict.fromkeys(ids, SIDES[holder]),
        nation_control=dict.fromkeys(ids, holder),
        markers=markers,
    )


def unit(id: str, space: str, nation: str = "Germany", kind: str = "infantry", **more: Any) -> Unit:
    return Unit(id, id, "World", space, SIDES[nation], nation, kind=kind, **more)


def determined(situation: Situation, phase: str = "initial") -> Determination:
    return AwawSystem().determine(situation, RULEBOOK, Request(phase=phase))


def grade(situation: Situation, id: str, phase: str = "initial") -> str:
    return determined(situation, phase).verdicts[id].grade


def test_friendly_partisans_let_through_what_was_controlled_before() -> None:
    """30.323, for a kit whose partisans know who held their hex."""
    behind = unit("behind", "C")
    for before, wanted in (("Germany", "full"), ("Axis", "full"), ("Britain", "out"), ("", "full")):
        partisans = unit("partisans", "B", kind="partisan", values={"before": before})
        assert grade(row_of(behind, partisans), "behind") == wanted, before


def test_effects_are_built_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(supply: Supply, unit: Unit, judged: Judged) -> tuple[Effect, ...]:
        asked.append(unit.id)
        return effects(supply, unit, judged)

    monkeypatch.setattr(unit_effects, "effects", counted)
    armor = unit("armor", "A", "Britain", "armor", zoc=True)
    found = determined(row_of(unit("army", "C"), armor))
    assert asked == []
    assert "move" in {one.code for one in found.verdicts["army"].effects}
    assert found.verdicts["army"].effects
    assert asked == ["army"]


def test_isolation_after_combat_alone_eliminates_nobody() -> None:
    """30.541: a unit of which no initial determination is known."""
    army, armor = unit("army", "C"), unit("armor", "A", "Britain", "armor", zoc=True)
    situation = row_of(army, armor)
    found = determined(situation, "post-combat")
    assert found.verdicts["army"].grade == "out"
    assert found.sections["eliminated"] == []
    assert "eliminated" not in {effect.code for effect in found.verdicts["army"].effects}


def test_a_marker_designates_the_communist_source() -> None:
    """30.227: the designated source in eastern China, for a kit that lays a counter there."""
    army = unit("army", "C", "Communist China")
    marker = Marker("source", "source", "World", "B", kind="communist-source")
    for markers, wanted in (((), "out"), ((marker,), "full")):
        assert grade(row_of(army, holder="Communist China", markers=markers), "army") == wanted


@pytest.mark.parametrize(
    ("box", "nation", "wanted"),
    [
        ("Atlantic US box", "US", "out"),
        ("South Africa box", "Britain", "out"),
        ("Australia box", "Britain", "full"),
        ("India box", "Britain", "full"),
        ("Urals box", "Russia", "full"),
    ],
)
def test_boxes_that_supply_by_land(box: str, nation: str, wanted: str) -> None:
    """30.311: no others, whatever edges a kit draws."""
    spaces = {id: Space(id, "World", 0, 0, names=(id,)) for id in (box, "coast")}
    situation = Situation(
        MapModel(spaces, links=[Link(box, "coast", "edge")]),
        ("Axis", "Allies"),
        (unit("army", "coast", nation),),
        control={"coast": "Allies"},
        nation_control={"coast": nation},
    )
    assert grade(situation, "army") == wanted
