"""How far a nation's supply reaches by land: full and limited, with the exceptions for China and New Guinea.

A :class:`Reach` is made from all origins that a nation may use; a unit or hex is then a bit to look up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from vassal_supply.supply.fields import flood
from vassal_supply.supply.rulebook import Grade
from vassal_supply.supply.steps import Move
from vassal_supply.systems.awaw.board import Board
from vassal_supply.systems.awaw.lines import Spread, Terms
from vassal_supply.systems.awaw.places import first, union
from vassal_supply.systems.awaw.sources import INDIA, Origin
from vassal_supply.systems.awaw.who import WESTERN

LAND, SEA, ROAD = "land", "sea", "Burma road"

Steps = tuple[tuple[int, str], ...]
"""Spaces of a line with the leg that enters each."""


class Passage(NamedTuple):
    """How supply came to a place that is no source: ``steps`` lead from it to where ``sender`` or ``reach`` takes over.

    ``name`` is what brought it: a sea line, the Burma road, a zone that was supplied before.
    """

    name: str
    steps: Steps
    sender: Origin | None = None
    reach: Reach | None = None


class Sent(NamedTuple):
    """The whole way of a line: its steps after the first space, the source it ends on, what carried it on the way."""

    steps: Steps
    source: Origin
    by: tuple[str, ...] = ()


class Sender(NamedTuple):
    """What a place can send on by sea: the grade, and the field beyond which that may not go."""

    grade: Grade
    bounds: int | None


class _Terms(NamedTuple):
    """What origins share that one search can serve."""

    faction: str
    into_china: bool
    bounds: int | None


class Reach:
    """Where a nation's units and hexes are supplied, and by what."""

    def __init__(self, board: Board, nation: str, origins: Iterable[Origin]) -> None:
        self.board = board
        self.nation = nation
        self._origin_at: dict[tuple[Grade, int], Origin] = {}
        self.origins = [*origins]
        self.origins += self._by_burma_road()
        self.spreads: dict[Grade, list[Spread]] = {}
        for grade in ("full", "partial"):
            self.spreads[grade] = self._spreads(grade)

    @cached_property
    def full(self) -> int:
        """Where full supply reaches."""
        return union(spread.field for spread in self.spreads["full"])

    @cached_property
    def partial(self) -> int:
        """Where only limited supply reaches."""
        return union(spread.field for spread in self.spreads["partial"]) & ~self.full

    @cached_property
    def onward(self) -> dict[Grade, int]:
        """The hexes from which supply of a grade may run on, by land or out of a port."""
        return {
            grade: union(spread.onward for spread in spreads)
            for grade, spreads in self.spreads.items()
        }

    def grade(self, bit: int) -> Grade:
        """The grade of a hex by lines alone."""
        if self.full >> bit & 1:
            return "full"
        return "partial" if self.partial >> bit & 1 else "out"

    def sends(self, bit: int, to: int) -> Sender | None:
        """The best that a sea line from a place to another would carry; ``None`` when nothing supplies the place."""
        for grade, spreads in self.spreads.items():
            for spread in spreads:
                bounds = spread.terms.bounds
                if spread.onward >> bit & 1 and (bounds is None or bounds >> to & 1):
                    return Sender(grade, bounds)
        return None

    def in_hex(self, bit: int) -> Origin | None:
        """A source that serves only what stands in its hex (30.263, 30.27)."""
        return next((one for one in self.origins if one.in_hex and one.bit == bit), None)

    def way(self, bit: int, wanted: Grade = "full") -> Sent | None:
        """The line of a hex to its source, through sea lines too; ``None`` without one."""
        for grade in ("full", "partial") if wanted == "full" else ("partial",):
            ways = [
                self._sent(spread, bit, grade)
                for spread in self.spreads[grade]
                if spread.field >> bit & 1
            ]
            if ways:
                # A source is told before a zone that was supplied before, a short way before a long one.
                return min(ways, key=lambda sent: (sent.source.rule == "30.45", len(sent.steps)))
        return None

    def _sent(self, spread: Spread, bit: int, grade: Grade) -> Sent:
        line = spread.line(bit)
        steps = tuple((at, LAND) for at in line[1:])
        return self._onward_from(self._origin_at[grade, line[-1]], steps, grade)

    def _onward_from(self, origin: Origin, steps: Steps, grade: Grade) -> Sent:
        passage = origin.passage
        if passage is None:
            return Sent(steps, origin)
        steps += passage.steps
        if passage.sender is not None:
            return Sent(steps, passage.sender, (passage.name,))
        if passage.reach is None:
            return Sent(steps, origin, (passage.name,))
        start = passage.steps[-1][0] if passage.steps else origin.bit
        sent = passage.reach.way(start, grade) or passage.reach.way(start)
        if sent is None:
            return Sent(steps, origin, (passage.name,))
        return Sent(steps + sent.steps, sent.source, (passage.name, *sent.by))

    # ---------------------------------------------------------------- the searches

    def _spreads(self, grade: Grade) -> list[Spread]:
        """The searches of a grade, one for all origins on the same terms; limited ones carry on what is full too."""
        groups: dict[_Terms, list[Origin]] = {}
        for one in self.origins:
            if not one.in_hex and (one.grade == grade or grade == "partial"):
                terms = _Terms(self._edges_of(one), self.may_enter_china(one), one.bounds)
                groups.setdefault(terms, []).append(one)
                self._origin_at.setdefault((grade, one.bit), one)
        all_full = all(one.grade == "full" for one in self.origins)
        if grade == "partial" and all_full and not self.board.new_guinea:
            return []
        return [self._spread(grade, terms, members) for terms, members in groups.items()]

    def _spread(self, grade: Grade, terms: _Terms, members: list[Origin]) -> Spread:
        board = self.board
        origins = board.ground.field(one.bit for one in members)
        out = board.ground.field(one.bit for one in members if one.leave)
        jungle = board.new_guinea
        carry, into = board.clean(self.nation) & ~jungle, board.land
        if grade == "full":
            out, into = out & ~jungle, into & ~jungle
            # What comes by sea into other jungle than that of the two ports is no more than limited (30.325).
            origins &= ~jungle | self._jungle_ports
        else:
            out &= ~jungle | self._jungle_ports
        if not terms.into_china:
            china = board.regions("china")
            carry, into = carry & ~china, into & ~china
        if terms.bounds is not None:
            carry, into = carry & terms.bounds, into & terms.bounds
        all_terms = Terms(self.nation, terms.faction, carry, into, out, terms.bounds)
        return Spread(board, origins, all_terms)

    @property
    def _jungle_ports(self) -> int:
        names = self.board.book.words["exceptions"]["new_guinea_ports"]
        return union(self.board.places(name) for name in names)

    def _edges_of(self, origin: Origin) -> str:
        """The faction whose sources open special ways off the board (30.311), if any such way is on the map."""
        special = {edge.sources for edge in self.board.book.off_board.values()}
        return origin.owner if origin.owner in special else ""

    def may_enter_china(self, origin: Origin) -> bool:
        """30.324: what is Western comes into China by land along the Burma road alone, or from a port there."""
        if origin.owner != WESTERN:
            return True
        doors = self.board.regions("china") | union(
            self.board.places(name) for name in self.board.book.words["exceptions"]["china_by_sea"]
        )
        return bool(doors >> origin.bit & 1)

    # ---------------------------------------------------------------- the Burma road

    def _by_burma_road(self) -> list[Origin]:
        """Kunming as an origin, while the road is open and the India box reaches Mandalay (30.324)."""
        board = self.board
        ends = [board.places(name) for name in board.book.words["exceptions"]["burma_road"]]
        india = board.places(INDIA)
        sources = [one for one in self.origins if india >> one.bit & 1 and one.owner == WESTERN]
        if not board.told.burma_road or not sources or not all(ends):
            return []
        clean = board.clean(self.nation)
        terms = _Terms("", False, None)
        spread = self._spread("full", terms, sources)
        self._origin_at["full", sources[0].bit] = sources[0]
        mandalay, kunming = ends[0] & spread.onward, first(ends[1])
        road = self._road(mandalay, kunming, clean)
        if not road:
            return []
        steps: Steps = tuple((bit, ROAD) for bit in road)
        steps += tuple((bit, LAND) for bit in spread.line(road[-1])[1:])
        passage = Passage("the Burma road", steps, sender=sources[0])
        name = board.name(kunming)
        leave = bool(clean >> kunming & 1)
        come = sources[0]._replace(
            bit=kunming, rule="30.324", name=name, leave=leave, passage=passage
        )
        return [come]

    def _road(self, mandalay: int, kunming: int, clean: int) -> list[int]:
        """The road's hexes after Kunming, up to Mandalay; empty where it is barred."""
        if not mandalay or not self.board.friendly(self.nation) >> kunming & 1:
            return []
        onward, back = self.board.ways.steps(frozenset({"burma-road"}), frozenset(), frozenset())
        move = Move(1, onward, back, self.board.ground.every)
        free = (clean | 1 << kunming) & ~mandalay
        found = flood((move,), mandalay, mandalay, clean, free, None)
        if not found.found >> kunming & 1:
            return []
        road, bit = [], kunming
        while not mandalay >> bit & 1:
            bit = found.next(bit, (move,), clean)
            road.append(bit)
        return road
