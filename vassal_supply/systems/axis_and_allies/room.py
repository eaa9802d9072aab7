"""What may still be placed where: the table a player wants before mobilising, and what could be mobilised at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.systems.axis_and_allies.complexes import Complex
from vassal_supply.systems.axis_and_allies.flow import charge
from vassal_supply.systems.axis_and_allies.placement import (
    Placements,
    has_deck,
    open_capacity,
    site_fault,
    usable,
)
from vassal_supply.systems.axis_and_allies.scene import Scene

_ANYWHERE, _BY_SEA, _NOWHERE = "any", "coast", "none"
_MORE = ""
"""The group of what might still come, named as no space is."""


class Room(NamedTuple):
    """A space, the classes of units that may be mobilised there, and how many more of them at most."""

    space: str
    may: tuple[str, ...]
    units: int
    complexes: tuple[str, ...]
    rules: tuple[str, ...]


def find_room(scene: Scene, placements: Placements) -> tuple[Room, ...]:
    """All spaces where something may still be mobilised, those of units first, then sites for new complexes.

    Room in two spaces may hang on one complex: filling one of them lessens the other.
    """
    rows = [
        _room(scene, placements, space)
        for space in scene.situation.map.spaces
        if usable(scene, placements.complexes, space)
    ]
    sites = [
        Room(space.id, ("complex",), 1, (), ("AA-7",))
        for space in scene.territories
        if site_fault(scene, space.id) is None
    ]
    return (*(row for row in rows if row.units), *sites)


def _room(scene: Scene, placements: Placements, space: str) -> Room:
    complexes = usable(scene, placements.complexes, space)
    more = _more(placements, complexes)
    if not scene.is_sea(space):
        return Room(space, ("land", "bomber", "fighter"), more, complexes, ("AA-4", "AA-6"))
    if has_deck(scene, space):
        return Room(space, ("ship", "fighter"), more, complexes, ("AA-5", "AA-6"))
    return Room(space, ("ship",), more, complexes, ("AA-5",))


def _more(placements: Placements, complexes: tuple[str, ...]) -> int:
    """How many more units the complexes mobilise while all those placed stay charged."""
    capacity = placements.open()
    groups = {**placements.groups, _MORE: (sum(capacity.values()), complexes)}
    return charge(capacity, groups).total - placements.charge.total


def most_mobilised(
    scene: Scene, complexes: Mapping[str, Complex], bought: Mapping[str, int]
) -> int:
    """How many of the bought units the complexes could mobilise if each went to the best place (AA-8)."""
    capacity = open_capacity(complexes)
    coast = tuple(one for one in capacity if scene.seas_of(one))
    wanted: Counter[str] = Counter()
    for kind, count in bought.items():
        group = scene.facts.group(kind)
        where = _BY_SEA if group == "ship" else _NOWHERE if group in ("", "complex") else _ANYWHERE
        wanted[where] += count
    groups = {_ANYWHERE: (wanted[_ANYWHERE], tuple(capacity)), _BY_SEA: (wanted[_BY_SEA], coast)}
    fitting = charge(capacity, groups).total
    sites = sum(1 for space in scene.territories if site_fault(scene, space.id) is None)
    built = sum(1 for one in scene.placed if scene.facts.group(one.kind) == "complex")
    new = sum(count for kind, count in bought.items() if scene.facts.group(kind) == "complex")
    return fitting + min(new, sites + built)
