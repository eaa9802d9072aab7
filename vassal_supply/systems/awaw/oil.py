"""Oil effects (30.24, 30.46, 30.61): which are in force in a zone, and how sea lines and invasions carry them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.systems.awaw.places import first

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.sea import SeaLines
    from vassal_supply.systems.awaw.supply import Supply
    from vassal_supply.systems.awaw.turn import Invasion
    from vassal_supply.systems.awaw.zones import SupplyZone

NONE: frozenset[str] = frozenset()
US_BOXES = ("Atlantic US box", "Pacific US box")


def oil_of(supply: Supply, nation: str, bit: int) -> frozenset[str]:
    """The oil effects in force in a hex for a nation; a minor's own capital gives it oil (30.23)."""
    if not supply.told.oil:
        return NONE
    faction = supply.who.faction(nation)
    lines = supply.sea(faction) if faction in supply.moving else None
    if lines is None:
        return NONE
    force = lines.in_force(nation)
    if supply.from_own_capital(nation) >> bit & 1:
        return NONE
    zone = lines.zones.at(bit)
    if not force or zone is None:
        return force
    return force & zone_oil(lines, zone) - _offset_before(lines, zone)


def zone_oil(lines: SeaLines, zone: SupplyZone) -> frozenset[str]:
    """The oil effects in force in a zone."""
    return _zone_oil(lines, zone, 0)


def _zone_oil(lines: SeaLines, zone: SupplyZone, depth: int) -> frozenset[str]:
    own = lines.oil - lines.offset_in(zone.field)
    for invasion in lines.board.told.invasions:
        if zone.field >> lines.board.place(invasion.at, "invasion") & 1:
            own &= _launched(lines, invasion, depth)
    fed = [run for run in lines.runs if run.zone is zone and run.supplies]
    if fed and depth < len(lines.runs) + 1 and not _has_source(lines, zone):
        sent = lines.oil
        for run in fed:
            sent &= _at(lines, run.start, depth + 1)
        own &= sent
    return own


def _launched(lines: SeaLines, invasion: Invasion, depth: int) -> frozenset[str]:
    """30.24: what is offset in any zone of launch is offset in the bridgehead's; from a US box everything is."""
    left = lines.oil
    for name in invasion.launched:
        if any(lines.board.places(box) & lines.board.places(name) for box in US_BOXES):
            return NONE
        left &= _at(lines, lines.board.place(name, "invasion"), depth + 1)
    return left


def oil_sent(lines: SeaLines, bit: int) -> frozenset[str]:
    """The oil effects that a sea line from a port or box hands on."""
    return _at(lines, bit, 0)


def _at(lines: SeaLines, bit: int, depth: int) -> frozenset[str]:
    zone = lines.zones.at(bit)
    if zone is not None and depth <= len(lines.runs) + 1:
        return _zone_oil(lines, zone, depth)
    return lines.oil - lines.offset_in(1 << bit)


def _has_source(lines: SeaLines, zone: SupplyZone) -> bool:
    return any(zone.field >> one.bit & 1 and one.passage is None for one in lines.origins)


def _offset_before(lines: SeaLines, zone: SupplyZone) -> frozenset[str]:
    """What was offset at the initial determination stays offset (30.47)."""
    memory = lines.memory
    ids = lines.board.ground.ids
    if not memory.knows_zones or not zone.ends:
        return NONE
    old = memory.old_zone(ids[first(zone.ends)], lines.faction)
    return lines.oil - old.oil if old else NONE
