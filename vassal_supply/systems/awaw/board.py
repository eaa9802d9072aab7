"""A situation as fields: who controls what, where zones of control reach, which steps a line may take.

Everything is worked out once and kept; what depends on who traces is asked for by nation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from vassal_supply.model import Link, MapModel, Marker, Situation, Unit
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.steps import Move, Step
from vassal_supply.supply.ways import ADJACENT, Ways
from vassal_supply.systems.awaw.book import Book, Box, Edge
from vassal_supply.systems.awaw.places import Places, union
from vassal_supply.systems.awaw.turn import Told
from vassal_supply.systems.awaw.who import SIDE, Who

OFF_BOARD = "off-board"
"""The kind of link that leaves the board."""

SW_BOXES = ATLANTIC, PACIFIC, INDIAN = ("Atlantic SW box", "Pacific SW box", "Indian Ocean SW box")
"""The strategic warfare boxes, from which naval units protect sea lines (30.36)."""

_SHUT = {
    "persian_route": "the Persian route is not open",
    "communist_ally": "Communist China is no ally of Russia",
}
"""Why an edge is shut, by the condition under which it opens."""

CLOSED = "closed"

GROUND = ("armor", "mechanised", "infantry", "airborne", "partisan", "chindit")
AIR, NAVAL = ("air", "bomber"), ("naval", "submarine")


class Zone(NamedTuple):
    """The zone of control of one unit: the hexes it reaches."""

    unit: Unit
    field: int


class Board(Places):
    """One situation's map. ``standing`` is the supply of units as it stands before the determination, by unit id."""

    def __init__(
        self,
        situation: Situation,
        book: Book,
        who: Who,
        told: Told,
        standing: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(situation, book)
        self.who = who
        self.told = told
        self.standing = standing or {}
        self._kind_of = {
            word: kind for kind, words in book.words["kinds"].items() for word in words
        }
        self._controller = self._controllers()
        self.ground = Ground(self._relabelled(situation.map))
        self.ways = Ways(self.ground)

    def kind(self, unit: Unit) -> str:
        """What sort of unit it is, in the rule's own words (the keys of ``[kinds]``)."""
        return self._kind_of.get(unit.kind, "infantry")

    def is_ground(self, unit: Unit) -> bool:
        """Whether it is a ground unit."""
        return self.kind(unit) in GROUND

    # ---------------------------------------------------------------- control

    def controller(self, bit: int) -> str:
        """The nation that controls a space, ``side NAME`` if only its side is known, empty for nobody."""
        return self._controller.get(self.ground.ids[bit], "")

    @property
    def holders(self) -> list[str]:
        """All that control a space: nations, and sides as ``side NAME``."""
        return list(self._control_fields)

    def controlled_by(self, wanted: Collection[str]) -> int:
        """The spaces that these nations control."""
        return union(field for name, field in self._control_fields.items() if name in wanted)

    def friendly(self, nation: str) -> int:
        """The spaces a nation may trace over (30.322), those its side's ground units stand on included.

        Not those with a hostile ground unit in them.
        """
        key = "friendly", nation
        if key not in self._fields:
            who = self.who
            field = union(
                field
                for name, field in self._control_fields.items()
                if name and who.is_friendly(nation, name)
            )
            field |= self._standing_units(nation, hostile=False)
            self._fields[key] = field & ~self._standing_units(nation, hostile=True)
        return self._fields[key]

    def own(self, faction: str) -> int:
        """The spaces that nations of a faction control, or its units stand on."""
        key = "own", faction
        if key not in self._fields:
            who = self.who
            side = SIDE + self.book.sides.get(faction, "")
            field = union(
                field
                for name, field in self._control_fields.items()
                if name == side or who.faction(name) == faction
            )
            self._fields[key] = field | self.occupied(faction)
        return self._fields[key]

    def occupied(self, faction: str) -> int:
        """The spaces that a faction's units of any kind stand on."""
        units, of = self.situation.units, self.who.faction
        key = "occupied", faction
        return self.field(key, (one.space for one in units if of(one.nation) == faction))

    def partisans(self, nation: str) -> int:
        """The spaces that partisans close to a nation's lines (30.323).

        Hostile ones do; friendly ones do where the hex was not controlled before they came.
        """
        key = "partisans", nation
        if key not in self._fields:
            closed = []
            for one in self._partisans:
                before = str(one.values.get("before", ""))
                if self.who.is_hostile(nation, one.nation) or (
                    before and not self._is_ours(nation, before)
                ):
                    closed.append(one.space)
            self._fields[key] = self.ground.field_of(closed)
        return self._fields[key]

    def clean(self, nation: str) -> int:
        """The land hexes a nation's lines may run through (30.321): controlled, free of enemy zones and partisans."""
        key = "clean", nation
        if key not in self._fields:
            self._fields[key] = self.land & self.friendly(nation) & ~self.barred(nation)
        return self._fields[key]

    @cached_property
    def sw_boxes(self) -> int:
        """The strategic warfare boxes that are on a map."""
        return union(self.places(name) for name in SW_BOXES)

    def open_sea(self, nation: str) -> int:
        """What a nation's sea lines run over: no strait in hostile hands."""
        key = "open sea", nation
        if key not in self._fields:
            held = (
                f for name, f in self._control_fields.items() if self.who.is_hostile(nation, name)
            )
            self._fields[key] = self.sea & ~(self.land & union(held))
        return self._fields[key]

    def barred(self, nation: str) -> int:
        """The hexes that no line of a nation runs through, though it may end there: enemy zones, partisans."""
        return self.enemy_zone(nation) | self.partisans(nation)

    def before_the_war(self, box: Box) -> bool:
        """Whether a box is the Atlantic US box while the US is not at war with the Axis (30.223)."""
        return box.transport == "Atlantic" and not self.who.us_fights_the_axis

    def ways_on(self, box: Box) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The places a box's lines pass to further fronts, which they do not before the US is at war."""
        return () if self.before_the_war(box) else box.through

    def bounds_of(self, box: Box) -> int | None:
        """The field that supply from a box may not leave, also along further lines (30.332)."""
        words = self.book.words["regions"]
        if box.only:
            return self.region([word for key in box.only for word in words[key]])
        if box.never:
            barred = self.region([word for key in box.never for word in words[key]])
            return self.ground.every & ~barred
        return None

    # ---------------------------------------------------------------- zones of control

    def enemy_zone(self, nation: str) -> int:
        """The hexes in the zone of control of units at war with a nation (30.321)."""
        key = "ezoc", nation
        if key not in self._fields:
            self._fields[key] = union(zone.field for zone in self.hostile_zones(nation))
        return self._fields[key]

    def hostile_zones(self, nation: str) -> list[Zone]:
        """The zones of control of units at war with a nation."""
        return [zone for zone in self._zones if self.who.is_hostile(nation, zone.unit.nation)]

    def over(self, nation: str, bit: int) -> list[Unit]:
        """The units at war with a nation whose zone of control covers a hex."""
        return [zone.unit for zone in self.hostile_zones(nation) if zone.field >> bit & 1]

    def has_zone(self, unit: Unit) -> bool:
        """Whether a unit has a zone of control, which what acts as infantry for want of supply has not (30.522)."""
        if not unit.zoc or unit.space not in self.ground.bit:
            return False
        supply = self.standing.get(unit.id, unit.supply)
        return supply not in ("partial", "out") or not self.loses_armor(unit)

    def loses_armor(self, unit: Unit) -> bool:
        """Whether a unit is one that acts as infantry without full supply (30.522)."""
        kind = self.kind(unit)
        if kind == "armor":
            return True
        western = self.who.major(unit.nation) in ("Britain", "US")
        return kind == "mechanised" and western and not self.in_pacific(unit.space)

    def in_pacific(self, space: str) -> bool:
        """Whether a space lies in the Pacific theatre."""
        bit = self.ground.bit.get(space)
        return bit is not None and bool(self.pacific >> bit & 1)

    @cached_property
    def _zones(self) -> list[Zone]:
        stopped = self.book.word("zoc", "stopped_by_hexsides")
        step = self.ways.steps(frozenset({ADJACENT}), stopped, frozenset())[0]
        into = self.land & ~self.forts  # they touch no line over the sea (30.335)
        return [
            Zone(unit, step.image(1 << self.ground.bit[unit.space]) & into)
            for unit in self.situation.units
            if self.has_zone(unit)
        ]

    # ---------------------------------------------------------------- steps

    def land_move(self, nation: str, sources: str) -> Move:
        """A step of a nation's land lines to sources of a faction; open edges and off-board ways among them."""
        kinds = {ADJACENT, *self.book.words["land"]["links"], self.book.edge_links}
        for edges, kind in (
            (self.book.edges, self.book.edge_links),
            (self.book.off_board, OFF_BOARD),
        ):
            kinds |= {f"{kind} {name}" for name, edge in edges.items() if self._open(edge, sources)}
        closed = self.book.word("land", "closed")
        onward, back = self.ways.steps(frozenset(kinds), closed, self._users(nation))
        return Move(1, onward, back, self.ground.every)

    def sea_move(self, nation: str) -> Move:
        """A step of a nation's sea lines."""
        kinds = frozenset({ADJACENT, *self.book.words["sea"]["lanes"]})
        closed = self.book.word("sea", "closed")
        onward, back = self.ways.steps(kinds, closed, self._users(nation))
        return Move(1, onward, back, self.ground.every)

    def neighbours(self, field: int) -> int:
        """The land neighbours of a field."""
        return self._plain.image(field) & self.ground.every

    @cached_property
    def _plain(self) -> Step:
        closed = self.book.word("land", "closed")
        return self.ways.steps(frozenset({ADJACENT}), closed, frozenset())[0]

    def _users(self, nation: str) -> frozenset[str]:
        return frozenset({nation, self.who.faction(nation), self.who.side(nation)})

    def _open(self, edge: Edge, sources: str) -> bool:
        if edge.sources and edge.sources != sources:
            return False
        if edge.when == "persian_route":
            return self.told.persian_route
        if edge.when == "communist_ally":
            return self.told.allies.get("Communist China") == "Russia"
        return True

    def shut_edges(self) -> Iterator[tuple[Link, str, str]]:
        """The ways from a box onto its edge hexes that are shut now, with the rule and the reason."""
        for link in self.situation.map.links:
            edge = self.book.edges.get(link.name)
            if edge is None or link.kind != self.book.edge_links:
                continue
            if not self._open(edge, ""):
                yield link, edge.rule, _SHUT[edge.when]
            elif self._relabel(link).kind == CLOSED:
                yield link, edge.rule, "its edge hexes there are not Russian-controlled"

    def _relabelled(self, model: MapModel) -> MapModel:
        """The map with each named edge and off-board way as a kind of its own, so that one can be closed alone."""
        links = [self._relabel(link) for link in model.links]
        return MapModel(model.spaces, model.lattices, links, model.hexsides)

    def _relabel(self, link: Link) -> Link:
        named = self.book.edges if link.kind == self.book.edge_links else self.book.off_board
        if link.kind not in (self.book.edge_links, OFF_BOARD) or link.name not in named:
            return link
        wanted = named[link.name].controlled
        holders = {self._controller.get(end, "") for end in (link.a, link.b)}
        if wanted and not any(self.who.faction(one) == wanted for one in holders if one):
            return Link(link.a, link.b, CLOSED)
        kind = f"{link.kind} {link.name}"
        return Link(link.a, link.b, kind, link.users, link.both, link.name)

    def _controllers(self) -> dict[str, str]:
        """The controller of each space that has one: the nation that holds it, or the country it is printed in."""
        situation, known = self.situation, {}
        answers: dict[tuple[str, str, str], str] = {}
        for id, space in situation.map.spaces.items():
            key = situation.nation_control.get(id, ""), situation.control.get(id, ""), space.nation
            if key not in answers:
                answers[key] = self._holder(*key)
            if answers[key]:
                known[id] = answers[key]
        return known

    def _holder(self, nation: str, side: str, home: str) -> str:
        if nation and nation != home:
            return nation
        if home in self.told.conquered:
            return self.told.conquered[home]
        if not nation and side and side in self.book.sides.values():
            return home if home and self.who.side(home) == side else SIDE + side
        return nation or home

    @cached_property
    def _control_fields(self) -> dict[str, int]:
        by_holder: dict[str, list[str]] = defaultdict(list)
        for id, holder in self._controller.items():
            by_holder[holder].append(id)
        return {holder: self.ground.field_of(ids) for holder, ids in by_holder.items()}

    @cached_property
    def _ground_units(self) -> dict[str, int]:
        """Where the ground units of each nation stand, partisans left out."""
        by_nation: dict[str, list[str]] = defaultdict(list)
        for unit in self.situation.units:
            kind = self.kind(unit)
            if kind in GROUND and kind != "partisan":
                by_nation[unit.nation].append(unit.space)
        return {nation: self.ground.field_of(at) for nation, at in by_nation.items()}

    @cached_property
    def _partisans(self) -> list[Unit | Marker]:
        units = [unit for unit in self.situation.units if self.kind(unit) == "partisan"]
        return [*units, *self.placed("partisan")]

    def _standing_units(self, nation: str, *, hostile: bool) -> int:
        wanted = self.who.is_hostile if hostile else self.who.is_friendly
        return union(field for name, field in self._ground_units.items() if wanted(nation, name))

    def _is_ours(self, nation: str, holder: str) -> bool:
        """Whether a holder by side or nation is friendly to a nation."""
        if holder in self.book.sides.values():
            holder = SIDE + holder
        return self.who.is_friendly(nation, holder)
