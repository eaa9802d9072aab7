"""Rule 10.2 once more, as a player would check a line that somebody shows him: step by step, by the counters alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from vassal_supply.model import Marker, Situation, Source, Unit
from vassal_supply.supply import Step
from vassal_supply.systems.axis_empires.rulebook import AxisRules
from vassal_supply.systems.axis_empires.state import World

MARKERS = ("airdrop", "detachment", "logistics")
NETWORK = ("rail", "road", "joint")


class Checker:
    """Checks lines in one situation, as the kit reads it."""

    def __init__(self, situation: Situation, rules: AxisRules, world: World) -> None:
        self.situation, self.rules, self.world = situation, rules, world
        self.map = situation.map
        self.cells = self.map.cells()
        self.joined = {
            kinds: self._pairs(kinds)
            for kinds in (NETWORK, ("sea",), ("box",), ("convoys",), ("on-station",))
        }
        self.joined["sea",] |= {
            pair
            for zone, ports in world.open_ports.items()
            for port in ports
            for pair in ((zone, port), (port, zone))
        }
        self.rail, self.road = self._symbols("rail"), self._symbols("road")

    def _pairs(self, kinds: tuple[str, ...]) -> set[tuple[str, str]]:
        links = [link for link in self.map.links if link.kind in kinds]
        return {(link.a, link.b) for link in links} | {(link.b, link.a) for link in links}

    def _symbols(self, kind: str) -> set[str]:
        lines = {end for link in self.map.links if link.kind == kind for end in (link.a, link.b)}
        return lines | {one.id for one in self.map.spaces.values() if kind in one.features}

    def problems(self, unit: Unit, line: Sequence[Step], source: Source | None) -> list[str]:
        """What is wrong with a line."""
        found = [] if line and line[0] == Step(unit.space, "") else ["it does not begin at home"]
        found += self._source(unit, line, source)
        found += self._order(line)
        found += self._pieces(line)
        for one, other in pairwise(line):
            found += self._way(one.space, other)
            found += self._bars(unit, other.space, other.leg)
            if other.leg == "sea":
                found += self._port(one.space)
        return found

    # --- where it may go ---------------------------------------------------------------------------------------------

    def _order(self, line: Sequence[Step]) -> Iterator[str]:
        """AE-4: at most two free hexes, and nothing but a box before them."""
        legs = [step.leg for step in line[1:]]
        if legs.count("free trace") > 2:
            yield "more than two free hexes"
        first = next(
            (n for n, leg in enumerate(legs) if leg not in ("box", "free trace")), len(legs)
        )
        if "free trace" in legs[first:]:
            yield "a free hex after the network"

    def _way(self, start: str, step: Step) -> Iterator[str]:
        pair, hexside = (start, step.space), self._hexside(start, step.space)
        if step.leg in ("free trace", "rail", "road"):
            yield from self._across(pair, hexside)
        if step.leg == "free trace":
            if step.space not in self.map.adjacent(start, self.cells):
                yield f"{pair} do not touch"
        elif step.leg in ("rail", "road"):
            if pair not in self.joined[NETWORK] or "connected-strait" in hexside:
                yield f"{pair} are not connected"
            if step.space not in (self.rail if step.leg == "rail" else self.road):
                yield f"{step.space} has no {step.leg}"
        elif step.leg == "strait":
            if "connected-strait" not in hexside or not {*pair} <= self.rail | self.road:
                yield f"{pair} are not joined by a Connected Strait"
        elif pair not in self.joined[(step.leg,)]:
            yield f"{pair} are not joined by {step.leg}"

    def _across(self, pair: tuple[str, str], hexside: frozenset[str]) -> Iterator[str]:
        """AE-10g."""
        beachheads = {one.space for one in self.situation.markers if one.kind == "beachhead"}
        strait = hexside & {"strait", "connected-strait"}
        if "all-sea" in hexside and not strait and not beachheads & {*pair}:
            yield f"{pair} are parted by the sea"

    def _hexside(self, one: str, other: str) -> frozenset[str]:
        return self.map.hexsides.get((min(one, other), max(one, other)), frozenset())

    def _pieces(self, line: Sequence[Step]) -> Iterator[str]:
        """AE-5b: one run of Road hexes or one Connected Strait."""
        pieces = 0
        at = 0
        for leg, steps in groupby(line[1:], key=lambda step: step.leg):
            start, length = line[at], len(list(steps))
            joins = leg in ("rail", "road", "strait") and start.leg in ("free trace", "sea", "box")
            on_road = start.space not in self.rail
            if leg == "road" or (joins and on_road):
                pieces += 1
            if leg == "strait":
                far = line[at + 1].space not in self.rail
                pieces += length + far
            at += length
        if pieces > 1:
            yield f"{pieces} pieces that are not rail"

    # --- bars --------------------------------------------------------------------------------------------------------

    def _side(self, piece: Unit | Marker) -> str:
        return self.world.side_of(piece)

    def _bars(self, unit: Unit, space: str, leg: str) -> Iterator[str]:
        side = self._side(unit)
        here = [one for one in self.situation.units if one.space == space]
        friends = [one for one in here if self._side(one) == side]
        if any(self._side(one) != side for one in here):
            yield f"{space} holds an enemy"
        if self._in_zone(space, side) and not any(one.kind not in MARKERS for one in friends):
            yield f"{space} lies in a zone of control"
        bases = [
            one
            for one in self._markers("partisan-base", space)
            if self._side(one) not in ("", side)
        ]
        ground = [one for one in friends if one.kind not in (*MARKERS, "air")]
        if bases and not ground:
            yield f"{space} holds partisans"
        yield from self._country(unit, space, side)
        if leg == "sea":
            yield from self._sea(unit, space, side)

    def _in_zone(self, space: str, side: str) -> bool:
        for near in self.map.adjacent(space, self.cells):
            hexside = self.map.hexsides.get((min(space, near), max(space, near)), frozenset())
            if hexside & {"mountain", "all-sea", "strait", "connected-strait"}:
                continue
            for one in self.situation.units:
                is_ground = one.zoc and one.kind not in (*MARKERS, "air")
                enemy = self._side(one) not in ("", side)
                if (
                    one.space == near
                    and is_ground
                    and enemy
                    and one.nation not in self.world.neutral
                ):
                    return True
        return False

    def _country(self, unit: Unit, space: str, side: str) -> Iterator[str]:
        country = self.map.spaces[space].nation
        owner = self.world.of.get(country, "")
        neutral = country in self.world.neutral
        excepted = owner in ("Western", "Soviet") and country in self.world.conquered
        built = self.map.spaces[space].features & {"city", "port"}
        nation = self.situation.nation_control.get(space, "")
        control = self.world.changed.get(nation, self.situation.control.get(space, ""))
        if built and owner and owner != side and not neutral and not excepted and control != side:
            yield f"{space} is an enemy City or Port"
        if neutral:
            yield f"{space} is neutral"
        if country in self.world.policy and self._at_war(unit, side):
            yield f"{space} is under a Policy"

    def _at_war(self, unit: Unit, side: str) -> bool:
        if side not in ("Western", "Soviet") or unit.nation in self.world.policy:
            return False
        posture = self.world.posture.get(unit.nation) or self.world.posture.get(side, "")
        return posture in ("War", "")

    def _sea(self, unit: Unit, space: str, side: str) -> Iterator[str]:
        features = self.map.spaces[space].features
        yield from self._port(space)
        if "naval-zone" not in features:
            return
        convoys = [
            one for one in self._in_boxes("convoys", "convoy", space) if self._side(one) == side
        ]
        if self._at_war(unit, side):
            convoys = [one for one in convoys if one.nation not in self.world.policy]
        if not convoys and not (side == "Western" and "western-convoy" in features):
            yield f"{space} has no convoy"
        if any(self._side(one) != side for one in self._in_boxes("on-station", "fleet", space)):
            yield f"{space} holds an enemy fleet"

    def _port(self, space: str) -> Iterator[str]:
        if space in self.world.closed_ports or self._markers("closed-port", space):
            yield f"{space} is closed"

    def _markers(self, kind: str, space: str) -> list[Marker]:
        return [one for one in self.situation.markers if one.kind == kind and one.space == space]

    def _in_boxes(self, box: str, kind: str, zone: str) -> list[Marker]:
        spaces = {zone} | {other for start, other in self.joined[(box,)] if start == zone}
        return [one for space in spaces for one in self._markers(kind, space)]

    # --- where it ends -----------------------------------------------------------------------------------------------

    def _source(self, unit: Unit, line: Sequence[Step], source: Source | None) -> Iterator[str]:
        end = line[-1].space
        if source is None or source.space != end:
            yield f"{end} is not where it ends"
            return
        side, space = self._side(unit), self.map.spaces[end]
        bases = bool(self._markers("partisan-base", end)) and space.nation not in self.rules.major
        at_home = space.nation == unit.nation and ("city" in space.features or bases)
        held = any(one.space == end and self._side(one) != side for one in self.situation.units)
        boxes = {one.space for one in self.situation.sources if side in one.users}
        in_box = end in boxes or any((box, end) in self.joined["box",] for box in boxes)
        if not in_box and (not at_home or held):
            yield f"{end} is no source"
