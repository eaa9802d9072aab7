"""The situation as rule 10 sees it: what follows from the printed map and the counters, laid over the kit's situation.

Symbols come from the lines that are drawn, steps onto and off a Road from the symbols, sources from Cities, Partisan
Bases and Off-Map Boxes; convoys and fleets count for the Naval Zone whose boxes they stand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vassal_supply.model import Link, MapModel, Marker, Situation, Source, Space, Unit
from vassal_supply.systems.axis_empires.rulebook import AxisRules
from vassal_supply.systems.axis_empires.state import NAVAL_ZONE, SEA, World

RAIL, ROAD, JOINT = "rail", "road", "joint"
"""Kinds of line: a printed railway, a printed road, a printed connection from a Rail to a Road symbol."""
NETWORK = (RAIL, ROAD, JOINT)
ONTO_ROAD, OFF_ROAD = "onto-road", "off-road"
"""Kinds of step made here: into a hex with a Road symbol; from a hex without a Rail symbol into one with it."""
STRAIT, CONNECTED_STRAIT, ALL_SEA = "strait", "connected-strait", "all-sea"
OPEN_SEA = "open-sea"
"""The kind of hexside made here: all sea, no strait, and no side of a hex with a Beachhead marker (AE-10g)."""
BOX = "box"
"""The kind of link between Off-Map Boxes, and to a hex that is part of one."""
CONVOYS, ON_STATION = "convoys", "on-station"
"""Kinds of link: between a Naval Zone and its Convoys Box or On Station Box."""
CITY = "city"
INHERENT_CONVOY = "western-convoy"
"""The feature of a Naval Zone with an inherent Western Supply Convoy marker."""
CONVOY, POLICY_CONVOY, FLEET = "convoy", "policy convoy", "fleet"
PARTISAN_BASE, BEACHHEAD, CLOSED_PORT = "partisan-base", "beachhead", "closed-port"
HOME_CITY, PARTISANS = "home city", "partisan base"
"""Kinds of source made here (AE-1a, AE-1b); Off-Map Boxes come from the kit."""
WESTERN = "Western"


def laid_out(situation: Situation, rules: AxisRules, world: World) -> Situation:
    """The situation with all that rule 10 derives from it."""
    model = _map(situation, world)
    return situation.replaced(
        map=model,
        units=tuple(_unit(one, rules, world) for one in situation.units),
        markers=(*_markers(situation, world), *_made_markers(situation, world)),
        sources=(*situation.sources, *_sources(situation, rules, model)),
        control=_control(situation, world),
    )


def symbols(model: MapModel) -> dict[str, frozenset[str]]:
    """The Rail and Road symbols of each hex that has any: where such a line runs, and where the kit prints one alone."""
    found: dict[str, set[str]] = {}
    for link in model.links:
        if link.kind in (RAIL, ROAD):
            found.setdefault(link.a, set()).add(link.kind)
            found.setdefault(link.b, set()).add(link.kind)
    for space in model.spaces.values():
        if printed := space.features & {RAIL, ROAD}:
            found.setdefault(space.id, set()).update(printed)
    return {space: frozenset(signs) for space, signs in found.items()}


def _control(situation: Situation, world: World) -> dict[str, str]:
    """Who controls what, with the Countries that changed their faction on their new one."""
    nations = situation.nation_control
    return {
        space: world.changed.get(nations.get(space, ""), side)
        for space, side in situation.control.items()
    }


def _unit(unit: Unit, rules: AxisRules, world: World) -> Unit:
    """A unit on the faction it fights for; only ground units have a zone of control, and none that are Neutral."""
    zoc = unit.zoc and rules.is_ground(unit.kind) and unit.nation not in world.neutral
    return unit._replace(side=world.side_of(unit), zoc=zoc)


# --- the map ----------------------------------------------------------------------------------------------------------


def _map(situation: Situation, world: World) -> MapModel:
    model, hexsides = situation.map, _hexsides(situation)
    signs = symbols(model)
    spaces = dict(model.spaces)
    for name, printed in signs.items():
        if name in spaces:
            spaces[name] = spaces[name]._replace(features=spaces[name].features | printed)
    links = [link for link in model.links if not _is_parted(link, hexsides)]
    links += [*_road_steps(links, signs), *_straits(hexsides, signs)]
    links += [Link(port, zone, SEA) for zone, ports in world.open_ports.items() for port in ports]
    return MapModel(spaces, model.lattices, links, hexsides)


def _is_parted(link: Link, hexsides: Mapping[tuple[str, str], frozenset[str]]) -> bool:
    """Whether a line is drawn across all sea, which bars it too (AE-10g), or a Connected Strait, which is one (AE-5b)."""
    kinds = hexsides.get((min(link.a, link.b), max(link.a, link.b)), frozenset())
    return link.kind in NETWORK and bool(kinds & {OPEN_SEA, CONNECTED_STRAIT})


def _road_steps(links: Iterable[Link], signs: Mapping[str, frozenset[str]]) -> Iterator[Link]:
    """Steps along printed connections, both ways, by the symbols at their ends (AE-5, AE-5b)."""
    for link in links:
        if link.kind not in NETWORK:
            continue
        for start, end in ((link.a, link.b), (link.b, link.a)):
            if ROAD in signs.get(end, ()):
                yield Link(start, end, ONTO_ROAD, link.users, both=False)
            if RAIL in signs.get(end, ()) and RAIL not in signs.get(start, ()):
                yield Link(start, end, OFF_ROAD, link.users, both=False)


def _straits(
    hexsides: Mapping[tuple[str, str], frozenset[str]], signs: Mapping[str, frozenset[str]]
) -> Iterator[Link]:
    """A Connected Strait joins two hexes where both have a symbol beside it (AE-5)."""
    for (a, b), kinds in hexsides.items():
        if CONNECTED_STRAIT in kinds and a in signs and b in signs:
            yield Link(a, b, CONNECTED_STRAIT)


def _hexsides(situation: Situation) -> dict[tuple[str, str], frozenset[str]]:
    """The hexsides, those that no line crosses told apart (AE-10g)."""
    landed = {one.space for one in situation.markers if one.kind == BEACHHEAD}
    found = dict(situation.map.hexsides)
    for side, kinds in found.items():
        if ALL_SEA in kinds and not kinds & {STRAIT, CONNECTED_STRAIT} and not landed & {*side}:
            found[side] = kinds | {OPEN_SEA}
    return found


# --- the counters -----------------------------------------------------------------------------------------------------


def _markers(situation: Situation, world: World) -> Iterator[Marker]:
    """The markers, convoys and fleets moved from the boxes of a Naval Zone to the zone (AE-6)."""
    zone_of = {kind: _zones(situation.map, kind) for kind in (CONVOYS, ON_STATION)}
    for marker in situation.markers:
        side, space, kind = world.side_of(marker), marker.space, marker.kind
        if kind == CONVOY:
            space = zone_of[CONVOYS].get(space, space)
            kind = POLICY_CONVOY if marker.nation in world.policy else CONVOY
        elif kind == FLEET:
            space = zone_of[ON_STATION].get(space, space)
        yield marker._replace(side=side, space=space, kind=kind)


def _zones(model: MapModel, kind: str) -> dict[str, str]:
    """The Naval Zone of each box that a kind of link joins to it."""
    found = {}
    for link in model.links:
        if link.kind == kind:
            zone, box = (link.a, link.b) if _is_zone(model, link.a) else (link.b, link.a)
            found[box] = zone
    return found


def _is_zone(model: MapModel, space: str) -> bool:
    return NAVAL_ZONE in model.spaces[space].features


def _made_markers(situation: Situation, world: World) -> Iterator[Marker]:
    """Inherent Supply Convoy markers, and markers for the ports that the turn file closes."""
    for space in situation.map.spaces.values():
        if INHERENT_CONVOY in space.features:
            name = "inherent Western Supply Convoy"
            yield Marker(f"inherent {space.id}", name, space.map, space.id, CONVOY, WESTERN)
    for port in world.closed_ports:
        on_map = situation.map.spaces[port].map
        yield Marker(f"closed {port}", "the turn file", on_map, port, CLOSED_PORT)


# --- the sources ------------------------------------------------------------------------------------------------------


def _sources(situation: Situation, rules: AxisRules, model: MapModel) -> Iterator[Source]:
    for space in model.spaces.values():
        if CITY in space.features and space.nation:
            name = space.names[0] if space.names else space.id
            yield Source(space.id, HOME_CITY, name, frozenset({space.nation}))
    for marker in situation.markers:
        country = model.spaces[marker.space].nation
        if marker.kind == PARTISAN_BASE and country and country not in rules.major:
            yield Source(
                marker.space, PARTISANS, marker.name, frozenset({country}), piece=marker.id
            )
    yield from _edge_sources(situation)


def _edge_sources(situation: Situation) -> Iterator[Source]:
    """The hexes that are part of an Off-Map Box which is a source are sources too (AE-9)."""
    cells: Mapping[str, Space] = situation.map.spaces
    for source in situation.sources:
        for link in situation.map.links:
            if link.kind != BOX or source.space not in (link.a, link.b):
                continue
            hex_ = link.b if link.a == source.space else link.a
            if cells[hex_].lattice is not None:
                yield source._replace(space=hex_)
