"""Supply zones (30.341): the parts of a faction's hexes that hang together by land, and island groups (30.343)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vassal_supply.supply.ground import bits_of
from vassal_supply.systems.awaw.board import Board
from vassal_supply.systems.awaw.lines import components
from vassal_supply.systems.awaw.places import first, union


@dataclass(frozen=True, slots=True)
class SupplyZone:
    """One supply zone.

    ``body`` are the hexes that carry lines (a box that feeds it by land among them), ``rim`` the controlled hexes beside
    it that a line may only end on, ``ends`` where a sea line to it may end (30.331b). ``group`` names the island group
    it is.
    """

    name: str
    body: int
    rim: int
    ends: int
    group: str = ""

    @property
    def field(self) -> int:
        """All its hexes."""
        return self.body | self.rim


class Zones:
    """The supply zones of a faction, whose hexes ``nation`` stands for."""

    def __init__(self, board: Board, nation: str, faction: str, named: int, taken: int = 0) -> None:
        """``named`` are the spaces after which zones are best called; ``taken`` islands captured this turn."""
        self.board = board
        self.nation = nation
        self.faction = faction
        self._named = named
        self._taken = taken
        self.ends = self._ends()
        self.all = [*self._groups(), *self._by_land()]

    def at(self, bit: int) -> SupplyZone | None:
        """The zone of a hex: the one whose body has it, else one on whose rim it lies."""
        on_rim = None
        for zone in self.all:
            if zone.body >> bit & 1:
                return zone
            if on_rim is None and zone.rim >> bit & 1:
                on_rim = zone
        return on_rim

    def covered(self, zone: SupplyZone, bit: int) -> int:
        """What a sea line that ends on a hex of a zone supplies: all of it, or in an enemy zone just that hex."""
        if zone.group or zone.body >> bit & 1:
            return zone.field
        return 1 << bit

    def _ends(self) -> int:
        """Where sea lines may end (30.331b): ports, bridgeheads, one-hex islands, the beaches of three islands."""
        board = self.board
        bridgeheads = board.ground.field_of(
            one.space
            for one in board.placed("bridgehead")
            if not one.nation or board.who.is_friendly(self.nation, one.nation)
        )
        places = board.ports | board.one_hex_islands | board.beaches | bridgeheads
        return places & board.friendly(self.nation) & board.land

    def _groups(self) -> Iterator[SupplyZone]:
        """Each island group is one zone; islands captured this turn are zones of their own (30.343)."""
        ours = self.board.friendly(self.nation) & self.board.land
        for group in self.board.book.words["regions"]["island_groups"]:
            mine = self.board.region((group,)) & ours
            if old := mine & ~self._taken:
                yield SupplyZone(group, old, 0, old, group)
            for part in components(self.board, self.nation, self.faction, mine & self._taken):
                yield self._zone(part, 0)

    def _by_land(self) -> Iterator[SupplyZone]:
        board = self.board
        ours = board.friendly(self.nation) & board.land
        grouped = board.regions("island_groups")
        carrying = board.clean(self.nation) & ~board.new_guinea & ~grouped
        parts = components(board, self.nation, self.faction, carrying | self._boxes())
        beside = ours & ~carrying & ~grouped
        rims = [board.neighbours(part) & beside for part in parts]
        for part, rim in zip(parts, rims, strict=True):
            yield self._zone(part, rim)
        for bit in bits_of(self.ends & beside & ~union(rims)):
            yield self._zone(0, 1 << bit)

    def _boxes(self) -> int:
        """The boxes that feed zones by land and belong to them."""
        board = self.board
        boxes = (board.places(box.name) for box in board.book.boxes.values() if box.by_land)
        return union(boxes) & self._named

    def _zone(self, body: int, rim: int) -> SupplyZone:
        field = body | rim
        return SupplyZone(self._called(field), body, rim, field & self.ends)

    def _called(self, field: int) -> str:
        """A zone is called after a source or a port of the faction in it, else after its first hex."""
        own = field & self.board.own(self.faction)
        for choice in (own & self._named, own & self.ends, field & self._named, own):
            if choice:
                return self.board.name(first(choice))
        return self.board.name(first(field))
