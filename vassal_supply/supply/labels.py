"""The labelled search: the line with the fewest barred spaces, then the fewest pieces that bar them, then the shortest.

A label is a place on a line being built (leg, space, spaces used of the leg's limit) with the barred spaces so far and
the pieces that cause them. One piece may bar several spaces, so the pieces are kept as a set; a label is dropped when
another at its place is nowhere worse.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.legs import Trace, way_of
from vassal_supply.supply.rulebook import BarRule, LineRule
from vassal_supply.supply.scene import Users

if TYPE_CHECKING:
    from vassal_supply.supply.engine import Engine

_PATIENCE = 200_000
"""Labels after which sets of pieces are no longer told apart, only counted."""


class Barred(NamedTuple):
    """A bar a line runs into: at space ``bit``, or on the hexside between ``start`` and it."""

    bit: int
    bar: BarRule
    start: int | None = None
    closes_source: bool = False


class Found(NamedTuple):
    """The nearest line: (barred spaces, pieces, length), its spaces with the leg that enters each, its bars."""

    cost: tuple[int, int, int]
    line: list[tuple[int, str]]
    bars: list[Barred]


class Label(NamedTuple):
    """One place on a line being built, with its cost so far; ``order`` decides between labels of equal cost."""

    cost: tuple[int, int, int]
    order: int
    leg: int
    bit: int
    used: int
    met: tuple[Barred, ...]
    pieces: frozenset[str]
    before: Label | None
    done: bool = False


class Search:
    """The search along one line rule for some users, with the bars by ``hard`` left standing."""

    def __init__(self, engine: Engine, users: Users, line: LineRule, hard: frozenset[str]) -> None:
        self.scene = engine.scene
        self.users = users
        legs = [engine.rulebook.legs[name] for name in line.legs]
        self.soft = [tuple(bar for bar in leg.bars if bar.by not in hard) for leg in legs]
        kept = [leg._replace(bars=tuple(bar for bar in leg.bars if bar.by in hard)) for leg in legs]
        self.ways = [way_of(self.scene, leg, users) for leg in kept]
        self.barred_ways = [way_of(self.scene, leg, users) for leg in legs]
        self.closed = _closed_sources(engine, users, line)
        self.sources = engine.ground.field(self.closed)
        self.trace = Trace(engine.ground, tuple(self.ways), self.sources)
        self.left = [_distances(reach.rounds) for reach in self.trace.reaches]
        self._pieces: dict[Barred, frozenset[str]] = {}

    def nearest(self, start: int) -> Found | None:
        """The line from a unit's space with the least to lift; ``None`` when the limits allow none at all."""
        if not self.trace.begun >> start & 1:
            return None
        heap = [Label((0, 0, 0), 0, 0, start, 0, (), frozenset(), None)]
        settled: dict[tuple[int, int, bool], list[Label]] = {}
        made = 0
        while heap:
            label = heappop(heap)
            if label.done:
                return self._found(label)
            place = settled.setdefault((label.leg, label.bit, _is_paid(label)), [])
            if any(_beats(other, label, by_set=made < _PATIENCE) for other in place):
                continue
            place.append(label)
            for found in self._next(label):
                made += 1
                heappush(heap, found._replace(order=made))
        return None

    def _next(self, label: Label) -> list[Label]:
        """The labels one step on: a space further, the next leg, or done."""
        found: list[Label] = []
        if not label.cost[2] and self.sources >> label.bit & 1:
            found.append(self._add(label, self.closed[label.bit])._replace(done=True))
        if label.leg + 1 < len(self.ways):
            found.append(label._replace(leg=label.leg + 1, used=0, before=label))
        way = self.ways[label.leg] if self.ways else None
        if way is None or label.used == way.leg.limit:
            return found
        base = label if label.used else self._begin(label)
        if base is None:
            return found
        near = way.onward.image(1 << label.bit)
        unbarred = self.barred_ways[label.leg].onward.image(1 << label.bit)
        for bit in bits_of(near & (way.gate.carry | way.gate.end & self.sources)):
            crossed = () if unbarred >> bit & 1 else self._hexsides(base, bit)
            found.extend(self._enter(base, bit, crossed))
        return found

    def _begin(self, label: Label) -> Label | None:
        """A label once it starts its leg, with the bars on its space counted; ``None`` where it may not start."""
        own = not label.cost[2]
        gate = self.ways[label.leg].gate
        if not (gate.start if own else gate.carry) >> label.bit & 1:
            return None
        bars = [bar for bar in self.soft[label.leg] if not (own and bar.start_exempt)]
        return self._add(label, self._barred(bars, label.bit))

    def _enter(self, base: Label, bit: int, crossed: tuple[Barred, ...]) -> list[Label]:
        """The labels that enter a space: one to end on it if it is a source, one to go on from it."""
        way = self.ways[base.leg]
        limit = way.leg.limit
        used = 1 if limit is None else base.used + 1
        left = self.left[base.leg].get(bit)
        if left is None or (limit is not None and used + left > limit):
            return []
        bars, pieces, length = base.cost
        step = base._replace(cost=(bars, pieces, length + 1), bit=bit, used=used, before=base)
        step = self._add(step, crossed)
        found = []
        soft = self.soft[base.leg]
        if self.sources >> bit & 1 and way.gate.end >> bit & 1:
            barred = self._barred([bar for bar in soft if not bar.end_exempt], bit)
            found.append(self._add(step, barred + self.closed[bit])._replace(done=True))
        if way.gate.carry >> bit & 1:
            found.append(self._add(step, self._barred(soft, bit)))
        return found

    def _add(self, label: Label, barred: tuple[Barred, ...]) -> Label:
        """A label that has met these bars too."""
        fresh = tuple(one for one in barred if one not in label.met)
        if not fresh:
            return label
        met = label.met + fresh
        pieces = label.pieces.union(*(self._causes(one) for one in fresh))
        spaces = {(one.start, one.bit) for one in met}
        return label._replace(
            cost=(len(spaces), len(pieces), label.cost[2]), met=met, pieces=pieces
        )

    def _barred(self, bars: Iterable[BarRule], bit: int) -> tuple[Barred, ...]:
        """Those of some bars that close a space; hexsides are no matter of a space."""
        side = self.users.side
        return tuple(
            Barred(bit, bar)
            for bar in bars
            if bar.by != "hexside" and self.scene.barred(bar, side) >> bit & 1
        )

    def _hexsides(self, base: Label, bit: int) -> tuple[Barred, ...]:
        """The bars on the hexside from a label's space to another."""
        ids = self.scene.ground.ids
        pair = sorted((ids[base.bit], ids[bit]))
        kinds = self.scene.situation.map.hexsides.get((pair[0], pair[1]), frozenset())
        return tuple(
            Barred(bit, bar, start=base.bit)
            for bar in self.soft[base.leg]
            if bar.by == "hexside" and bar.any & kinds
        )

    def _causes(self, barred: Barred) -> frozenset[str]:
        if barred not in self._pieces:
            space = self.scene.ground.ids[barred.bit]
            pieces = self.scene.causes(barred.bar, self.users.side, space)
            self._pieces[barred] = frozenset(piece.id for piece in pieces)
        return self._pieces[barred]

    def _found(self, label: Label) -> Found:
        steps: list[tuple[int, str]] = []
        at: Label | None = label
        while at is not None:
            before = at.before
            if before is None or before.cost[2] < at.cost[2]:
                steps.append((at.bit, self.ways[at.leg].leg.name if before else ""))
            at = before
        return Found(label.cost, steps[::-1], list(label.met))


def _closed_sources(engine: Engine, users: Users, line: LineRule) -> dict[int, tuple[Barred, ...]]:
    """Every source space a line may end on, with what closes it now: nothing, if one source there is open."""
    found: dict[int, tuple[Barred, ...]] = {}
    for source in engine.sources(users, line, closed=True):
        bit = engine.ground.bit[source.space]
        bars = tuple(Barred(bit, bar, closes_source=True) for bar in engine.closing(source, users))
        if bit not in found or len(bars) < len(found[bit]):
            found[bit] = bars
    return found


def _distances(rounds: list[int]) -> dict[int, int]:
    """How far each space of a flood lies from its goal."""
    return {bit: number for number, field in enumerate(rounds) for bit in bits_of(field)}


def _is_paid(label: Label) -> bool:
    """Whether the bars on the label's own space are counted, so that the next leg may start there for nothing."""
    return any(one.bit == label.bit and one.start is None for one in label.met)


def _beats(other: Label, label: Label, *, by_set: bool) -> bool:
    """Whether an earlier label at the same place makes this one needless."""
    if other.used > label.used or other.cost[0] > label.cost[0]:
        return False
    return other.pieces <= label.pieces if by_set else other.cost[1] <= label.cost[1]
