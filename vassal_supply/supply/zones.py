"""Supply zones: what hangs together along one leg, side by side."""

from __future__ import annotations

from typing import TypedDict

from vassal_supply.supply.engine import Engine
from vassal_supply.supply.legs import way_of
from vassal_supply.supply.rulebook import Leg
from vassal_supply.supply.scene import Users


class SupplyZone(TypedDict):
    """The spaces of a side that one leg joins, with the sources and the units in them.

    ``sources`` are the names of sources that the side may use (their space where they have none), ``units`` the ids of
    the side's units.
    """

    side: str
    spaces: list[str]
    sources: list[str]
    units: list[str]


def supply_zones(engine: Engine) -> tuple[SupplyZone, ...]:
    """The supply zones of every side that the rulebook's ``[zones]`` asks for, the largest first.

    A zone is a connected set of spaces that a line may run through on the leg, its limit left aside; zones without any
    unit or source of the side are not listed.
    """
    if engine.rulebook.zones is None:
        return ()
    return tuple(
        zone
        for side in engine.situation.sides
        for zone in _of_side(engine, Users(side, frozenset({side})), engine.rulebook.zones.leg)
    )


def _of_side(engine: Engine, users: Users, leg: str) -> list[SupplyZone]:
    units: dict[str, list[str]] = {}
    for unit in engine.situation.units:
        if unit.side == users.side:
            units.setdefault(unit.space, []).append(unit.id)
    sources: dict[str, list[str]] = {}
    for source in engine.scene.sources:
        if not source.users or users.side in source.users:
            sources.setdefault(source.space, []).append(source.name or source.space)
    held = engine.ground.field_of([*units, *sources])
    found = []
    for field in _connected(engine, users, engine.legs(users)[leg]):
        if field & held:
            spaces = engine.ground.names_of(field)
            found.append(
                SupplyZone(
                    side=users.side,
                    spaces=spaces,
                    sources=[name for space in spaces for name in sources.get(space, ())],
                    units=[name for space in spaces for name in units.get(space, ())],
                )
            )
    return sorted(found, key=lambda zone: -len(zone["spaces"]))


def _connected(engine: Engine, users: Users, leg: Leg) -> list[int]:
    """The connected parts of what a line may run through on a leg, as fields."""
    way = way_of(engine.scene, leg, users)
    left, found = way.gate.carry, []
    while left:
        whole = front = left & -left
        while front:
            near = 0
            for move in way.moves:
                near |= move.onward.image(front & way.gate.carry) & move.into
                near |= move.back.image(front & move.into)
            front = near & left & ~whole
            whole |= front
        found.append(whole)
        left &= ~whole
    return found
