"""The nearest line there would be: a search that may break rules, each at a price, and so finds what stands in the way.

It walks rule 10.2 forwards from the counter, as a player would trace, and is the engine's twin: a line that breaks
nothing exists exactly when the engine finds the counter supplied.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply import Step
from vassal_supply.supply.rulebook import BarRule
from vassal_supply.systems.axis_empires.board import BOX, CONNECTED_STRAIT, JOINT, RAIL, ROAD
from vassal_supply.systems.axis_empires.sentences import (
    BY_SEA,
    FREE,
    IN_BOX,
    RAILWAY,
    STRAIT,
)
from vassal_supply.systems.axis_empires.sentences import ROAD as BY_ROAD
from vassal_supply.systems.axis_empires.state import SEA

if TYPE_CHECKING:
    from vassal_supply.supply import Engine

PIECES = "pieces"
"""Stands for the limit of one Road run or one Connected Strait a line (AE-5b)."""
FREE_LIMIT = "free trace"
"""Stands for the limit of two free hexes, which come first (AE-4)."""

_SYMBOLS = frozenset({"no-rail", "road-and-strait"})
"""The codes of bars that keep the engine's legs to their symbols: here the piece that is not rail sees to that."""
_COUNTRIES = ("neutral", "policy")
"""The codes of bars that a line meets once, where it enters the Country."""
_SEA_CODES = ("fleet", "no-convoy", "policy-convoy", "closed-port")
_PRICES = {"neutral": 13, "policy": 13, "all-sea": 14} | dict.fromkeys(_SEA_CODES, 11)
_PRICE, _MORE, _TOO_FAR = 10, 1, 12
"""What a bar costs, each further one in the same space, and a hex that is not free."""
_LENGTH = 1000
"""Prices are worth so many spaces: a line that breaks less is nearer, however long."""


class Mode(IntEnum):
    """How a line came to where it is: its own space, free hexes, the network, the sea, or an Off-Map Box."""

    OWN = 0
    FREE = 1
    NETWORK = 2
    LANDED = 3
    ZONE = 4
    BOX = 5


class Piece(IntEnum):
    """The one piece that is not rail (AE-5b): still to use, a run of Road hexes under way, or used."""

    LEFT = 0
    RUN = 1
    USED = 2


class Place(NamedTuple):
    """Where a line is: the space, how it came there, its piece that is not rail, the free hexes it used."""

    space: str
    mode: Mode
    piece: Piece
    free: int


class Broken(NamedTuple):
    """A rule that a line breaks as it enters ``space``: a bar, or the limit of that name; ``start`` where it came from."""

    space: str
    start: str
    bar: BarRule | None = None
    limit: str = ""
    source: Source | None = None


class Nearest(NamedTuple):
    """The nearest line: its spaces with their legs, what it breaks in order, and where it ends."""

    line: tuple[Step, ...]
    broken: tuple[Broken, ...]
    source: Source


class _Label(NamedTuple):
    cost: int
    order: int
    place: Place
    leg: str
    broken: tuple[Broken, ...]
    before: _Label | None
    source: Source | None = None


class Referee:
    """The search for counters that trace alike: ``unit`` is one of them, ``engine`` judges them."""

    def __init__(self, engine: Engine, unit: Unit, *, by_sea: bool) -> None:
        self._engine = engine
        self._scene = engine.scene
        self._legs = engine.rulebook.legs
        self._unit = unit
        self._model = engine.situation.map
        self._cells = self._model.cells()
        self._by_sea = by_sea
        self._links: dict[str, dict[str, list[str]]] = {}
        self._barred: dict[tuple[str, str], tuple[BarRule, ...]] = {}
        self._read_links()
        self._goals = self._find_goals()
        self._found: dict[str, Nearest | None] = {}

    def nearest(self, space: str) -> Nearest | None:
        """The line from a space to a source that breaks the least; ``None`` when nothing joins them."""
        if space not in self._found:
            self._found[space] = self._search(Place(space, Mode.OWN, Piece.LEFT, 0))
        return self._found[space]

    def _search(self, start: Place) -> Nearest | None:
        heap, settled, made = [_Label(0, 0, start, "", (), None)], set[Place](), 0
        while heap:
            label = heappop(heap)
            if label.source is not None:
                return _found(label, label.source)
            if label.place in settled:
                continue
            settled.add(label.place)
            for found in self._next(label):
                if found.source is not None or found.place not in settled:
                    made += 1
                    heappush(heap, found._replace(order=made))
        return None

    # --- what the map joins ---------------------------------------------------------------------------------------

    def _read_links(self) -> None:
        names = {self._unit.side, self._unit.nation, self._unit.id}
        kinds = {RAIL: RAIL, ROAD: RAIL, JOINT: RAIL, CONNECTED_STRAIT: STRAIT, BOX: BOX}
        kinds |= {SEA: SEA} if self._by_sea else {}
        for link in self._model.links:
            sort = kinds.get(link.kind)
            if sort is None or (link.users and not link.users & names):
                continue
            joined = self._links.setdefault(sort, {})
            joined.setdefault(link.a, []).append(link.b)
            if link.both:
                joined.setdefault(link.b, []).append(link.a)

    def _joined(self, sort: str, space: str) -> list[str]:
        return self._links.get(sort, {}).get(space, [])

    def _shows(self, space: str, sign: str) -> bool:
        return sign in self._model.spaces[space].features

    def _find_goals(self) -> dict[str, tuple[Source, tuple[BarRule, ...]]]:
        """The sources by space with what closes them; the one with least where there are several."""
        found: dict[str, tuple[Source, tuple[BarRule, ...]]] = {}
        for line in self._engine.rulebook.lines:
            for goal in self._engine.goals(self._unit, line):
                known = found.get(goal.source.space)
                if known is None or len(goal.closing) < len(known[1]):
                    found[goal.source.space] = goal.source, goal.closing
        return found

    # --- one step on ----------------------------------------------------------------------------------------------

    def _next(self, label: _Label) -> Iterator[_Label]:
        place = label.place
        if place.space in self._goals:
            source, closing = self._goals[place.space]
            broken = tuple(Broken(place.space, "", bar, source=source) for bar in closing)
            yield self._worse(label, broken)._replace(source=source)
        if place.mode == Mode.ZONE:
            yield from self._ashore(label)
            return
        yield from self._boxes(label)
        yield from self._afloat(label)
        if self._model.spaces[place.space].lattice is not None:
            yield from self._free(label)
            yield from self._network(label)
            yield from self._strait(label)

    def _free(self, label: _Label) -> Iterator[_Label]:
        """A hex of free trace (AE-4); after the second, or after the network, it breaks the rule."""
        place, leg = label.place, self._legs[FREE]
        limit = leg.limit if leg.limit is not None else 0
        used = place.free + 1 if place.mode in (Mode.OWN, Mode.FREE) else limit + 1
        for space in self._model.adjacent(place.space, self._cells):
            broken = self._bars(FREE, space, place) + self._hexside(place.space, space)
            if used > limit:
                broken += (Broken(space, place.space, limit=FREE_LIMIT),)
            after = Place(space, Mode.FREE, _ended(place.piece), min(used, limit + 1))
            yield self._step(label, after, FREE, broken)

    def _network(self, label: _Label) -> Iterator[_Label]:
        """A printed connection to the next symbol (AE-5), which may start or part a run (AE-5b)."""
        place = label.place
        for space in self._joined(RAIL, place.space):
            piece, broken = self._left(place, space)
            if self._shows(space, RAIL):
                after = Place(space, Mode.NETWORK, _ended(piece), 0)
                yield self._step(label, after, RAILWAY, broken + self._bars(RAILWAY, space, place))
            if self._shows(space, ROAD):
                if piece == Piece.USED:
                    broken += (Broken(space, place.space, limit=PIECES),)
                after = Place(space, Mode.NETWORK, Piece.RUN, 0)
                yield self._step(label, after, BY_ROAD, broken + self._bars(BY_ROAD, space, place))

    def _strait(self, label: _Label) -> Iterator[_Label]:
        """A Connected Strait (AE-5b)."""
        place = label.place
        for space in self._joined(STRAIT, place.space):
            piece, broken = self._left(place, space)
            if piece != Piece.LEFT:
                broken += (Broken(space, place.space, limit=PIECES),)
            onto_road = not self._shows(space, RAIL)
            if onto_road:
                broken += (Broken(space, space, limit=PIECES),)
            after = Place(space, Mode.NETWORK, Piece.RUN if onto_road else Piece.USED, 0)
            yield self._step(label, after, STRAIT, broken + self._bars(STRAIT, space, place))

    def _left(self, place: Place, space: str) -> tuple[Piece, tuple[Broken, ...]]:
        """The piece once the network is joined: joining it on a Road hex starts a run, but not on one's own (AE-5b)."""
        if place.mode in (Mode.OWN, Mode.NETWORK) or self._shows(place.space, RAIL):
            return place.piece, ()
        if place.piece == Piece.LEFT:
            return Piece.RUN, ()
        return Piece.RUN, (Broken(place.space, place.space, limit=PIECES),)

    def _afloat(self, label: _Label) -> Iterator[_Label]:
        """From a port or box into a Naval Zone (AE-6)."""
        place = label.place
        shut = tuple(
            Broken(place.space, "", bar)
            for bar in self._barring(BY_SEA, place.space)
            if not bar.start_exempt
        )
        for zone in self._joined(SEA, place.space):
            after = Place(zone, Mode.ZONE, _ended(place.piece), 0)
            yield self._step(label, after, BY_SEA, shut + self._bars(BY_SEA, zone, place))

    def _ashore(self, label: _Label) -> Iterator[_Label]:
        """From a Naval Zone to another port or a box (AE-6)."""
        for space in self._joined(SEA, label.place.space):
            is_hex = self._model.spaces[space].lattice is not None
            mode = Mode.LANDED if is_hex else Mode.BOX
            after = Place(space, mode, label.place.piece, 0)
            yield self._step(label, after, BY_SEA, self._bars(BY_SEA, space, label.place))

    def _boxes(self, label: _Label) -> Iterator[_Label]:
        """Between Off-Map Boxes and the hexes that are part of them (AE-7, AE-9)."""
        place = label.place
        in_own = place.mode == Mode.OWN or (place.mode == Mode.FREE and place.free == 0)
        for space in self._joined(BOX, place.space):
            is_hex = self._model.spaces[space].lattice is not None
            mode = Mode.FREE if in_own else Mode.LANDED if is_hex else Mode.BOX
            after = Place(space, mode, _ended(place.piece), 0)
            yield self._step(label, after, IN_BOX, self._bars(IN_BOX, space, place))

    # --- what a step breaks ---------------------------------------------------------------------------------------

    def _bars(self, leg: str, space: str, came: Place) -> tuple[Broken, ...]:
        """What bars a leg from entering a space; a Country that the line is in already bars it no further."""
        bars = self._barring(leg, space)
        is_inside = came.mode != Mode.OWN and self._nation(space) == self._nation(came.space)
        return tuple(
            Broken(space, came.space, bar)
            for bar in bars
            if not (is_inside and bar.code in _COUNTRIES)
        )

    def _barring(self, leg: str, space: str) -> tuple[BarRule, ...]:
        key = leg, space
        if key not in self._barred:
            bit, side = self._engine.ground.bit[space], self._unit.side
            bars = [
                bar
                for bar in self._legs[leg].bars
                if bar.by != "hexside"
                and bar.code not in _SYMBOLS
                and self._scene.barred(bar, side) >> bit & 1
            ]
            if any(bar.code == "no-convoy" for bar in bars):
                bars = [bar for bar in bars if bar.code != "policy-convoy"]
            self._barred[key] = tuple(bars)
        return self._barred[key]

    def _nation(self, space: str) -> str:
        return self._model.spaces[space].nation

    def _hexside(self, start: str, space: str) -> tuple[Broken, ...]:
        kinds = self._model.hexsides.get((min(start, space), max(start, space)), frozenset())
        bars = (bar for bar in self._legs[FREE].bars if bar.by == "hexside" and bar.any & kinds)
        return tuple(Broken(space, start, bar) for bar in bars)

    def _step(self, label: _Label, place: Place, leg: str, broken: tuple[Broken, ...]) -> _Label:
        return self._worse(_Label(label.cost + 1, 0, place, leg, label.broken, label), broken)

    def _worse(self, label: _Label, broken: tuple[Broken, ...]) -> _Label:
        """A label that breaks more."""
        if not broken:
            return label
        price = sum(_price(one) for one in broken if one.bar is None)
        if bars := [_price(one) for one in broken if one.bar is not None]:
            price += max(bars) + _MORE * (len(bars) - 1)
        return label._replace(cost=label.cost + price * _LENGTH, broken=label.broken + broken)


def _ended(piece: Piece) -> Piece:
    """A run that the line leaves is used up."""
    return Piece.USED if piece == Piece.RUN else piece


def _price(broken: Broken) -> int:
    if broken.bar is None:
        return _TOO_FAR if broken.limit == FREE_LIMIT else _PRICE
    return _PRICES.get(broken.bar.code, _PRICE)


def _found(label: _Label, source: Source) -> Nearest:
    steps = []
    at: _Label | None = label
    while at is not None:
        steps.append(Step(at.place.space, at.leg))
        at = at.before
    return Nearest(tuple(steps[::-1]), label.broken, source)
