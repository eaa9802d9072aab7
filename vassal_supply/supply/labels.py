"""The labelled search: the line with the fewest barred spaces, then the fewest pieces that bar them, then the shortest.

A label is a place on a line being built (leg, space, spaces used of the leg's limit) with the barred spaces so far and
the pieces that cause them. One piece may bar several spaces, so the pieces are kept as a set; a label is dropped when
another at its place is nowhere worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply.fields import flood
from vassal_supply.supply.holding import by_place
from vassal_supply.supply.legs import Trace, Way, branches_of, way_of
from vassal_supply.supply.refusal import legs_to
from vassal_supply.supply.rulebook import BarRule, LineRule

if TYPE_CHECKING:
    from vassal_supply.supply.engine import Engine, Goal

_PATIENCE = 200_000
"""Labels after which sets of pieces are no longer told apart, only counted."""


class Barred(NamedTuple):
    """A bar a line runs into: at space ``bit``, on the hexside from ``start`` to it, or closing the ``source`` there."""

    bit: int
    bar: BarRule
    start: int | None = None
    source: Source | None = None


class Found(NamedTuple):
    """The nearest line: (barred spaces, pieces, length), its spaces with the leg that enters each, its bars."""

    cost: tuple[int, int, int]
    line: list[tuple[int, str]]
    bars: list[Barred]


class Place(NamedTuple):
    """Where a line is in its rule: in which part, on which of its legs (-1: on none), and after which other one."""

    part: int
    number: int = -1
    last: int = -1


class Label(NamedTuple):
    """One state of a line being built, with its cost so far; ``order`` decides between labels of equal cost."""

    cost: tuple[int, int, int]
    order: int
    place: Place
    bit: int
    used: int
    met: tuple[Barred, ...]
    pieces: frozenset[str]
    before: Label | None
    done: bool = False


class Stretch(NamedTuple):
    """One leg as the search uses it.

    ``way`` has only the bars that stay, ``barred`` all of them; ``soft`` are those that may be lifted, ``left`` the
    least it takes from a space to where the leg may end.
    """

    way: Way
    barred: Way
    soft: tuple[BarRule, ...]
    left: dict[int, int]


class Search:
    """The search along one line rule to some goals for one unit, with the bars by ``hard`` left standing."""

    def __init__(
        self,
        engine: Engine,
        unit: Unit,
        line: LineRule,
        goals: Sequence[Goal],
        hard: frozenset[str],
    ) -> None:
        self.scene = engine.scene
        self.side = unit.side
        users = engine.scene.users_of(unit)
        legs = legs_to(engine, users, line, goals[0].source, bars=True, limits=True)
        kept = {
            name: leg._replace(bars=tuple(bar for bar in leg.bars if bar.by in hard))
            for name, leg in legs.items()
        }
        self.ends = _ends(engine, goals)
        self.sources = engine.ground.field(self.ends)
        branches = branches_of(self.scene, line, kept, users)
        self.trace = Trace(engine.ground, branches, self.sources)
        self.parts = [
            [
                Stretch(
                    way,
                    way_of(self.scene, legs[way.leg.name], users),
                    tuple(bar for bar in legs[way.leg.name].bars if bar.by not in hard),
                    self._left(way, self.trace.goals[number + (not branch.often)]),
                )
                for way in branch.ways
            ]
            for number, branch in enumerate(branches)
        ]
        self.often = [branch.often for branch in branches]
        self._pieces: dict[Barred, frozenset[str]] = {}

    def nearest(self, start: int) -> Found | None:
        """The line from a unit's space with the least to lift; ``None`` when the limits allow none at all."""
        if not self.trace.begun >> start & 1:
            return None
        heap = [Label((0, 0, 0), 0, Place(0), start, 0, (), frozenset(), None)]
        settled: dict[tuple[Place, int, bool], list[Label]] = {}
        made = 0
        while heap:
            label = heappop(heap)
            if label.done:
                return self._found(label)
            state = settled.setdefault((label.place, label.bit, _is_paid(label)), [])
            if any(_beats(other, label, by_set=made < _PATIENCE) for other in state):
                continue
            state.append(label)
            for found in self._next(label):
                made += 1
                heappush(heap, found._replace(order=made))
        return None

    def _next(self, label: Label) -> Iterator[Label]:
        """The labels one step on: a space further, on to another leg or part, or done."""
        if not label.cost[2] and self.sources >> label.bit & 1:
            yield self._add(label, self.ends[label.bit])._replace(done=True)
        part, number, last = label.place
        if part == len(self.parts):
            return
        if number < 0:
            yield label._replace(place=Place(part + 1), before=label)
            for other in range(len(self.parts[part])):
                if other != last:
                    yield label._replace(place=Place(part, other), used=0, before=label)
            return
        if label.used:
            after = Place(part, -1, number) if self.often[part] else Place(part + 1)
            yield label._replace(place=after, used=0, before=label)
        stretch = self.parts[part][number]
        base = label if label.used else self._begin(label, stretch)
        if base is not None:
            yield from self._onward(base, stretch)

    def _begin(self, label: Label, stretch: Stretch) -> Label | None:
        """A label once it starts its leg, with the bars on its space counted; ``None`` where it may not start."""
        own = not label.cost[2]
        gate = stretch.way.gate
        if not (gate.start if own else gate.carry) >> label.bit & 1:
            return None
        bars = [bar for bar in stretch.soft if not (own and bar.start_exempt)]
        return self._add(label, self._barred(bars, label.bit))

    def _onward(self, base: Label, stretch: Stretch) -> Iterator[Label]:
        """The labels a space further along a leg."""
        gate = stretch.way.gate
        may = gate.carry | gate.end & self.sources
        free = {bit for move in stretch.barred.moves for bit in move.onward.near(base.bit)}
        for move in stretch.way.moves:
            for bit in move.onward.near(base.bit):
                if (may & move.into) >> bit & 1:
                    crossed = () if bit in free else self._hexsides(base, bit, stretch)
                    yield from self._enter(base, bit, move.cost, crossed, stretch)

    def _enter(
        self, base: Label, bit: int, price: int, crossed: tuple[Barred, ...], stretch: Stretch
    ) -> Iterator[Label]:
        """The labels that enter a space: one to end on it if it is a source, one to go on from it."""
        way, left = stretch.way, stretch.left.get(bit)
        limit = way.leg.limit
        # Counted from one, so that a stretch whose first step is free is told from one that has not begun.
        used = 1 if limit is None else max(base.used, 1) + price
        if left is None or (limit is not None and used - 1 + left > limit):
            return
        bars, pieces, length = base.cost
        step = base._replace(cost=(bars, pieces, length + 1), bit=bit, used=used, before=base)
        step = self._add(step, crossed)
        if self.sources >> bit & 1 and way.gate.end >> bit & 1:
            barred = self._barred([bar for bar in stretch.soft if not bar.end_exempt], bit)
            yield self._add(step, barred + self.ends[bit])._replace(done=True)
        if way.gate.carry >> bit & 1:
            yield self._add(step, self._barred(stretch.soft, bit))

    def _add(self, label: Label, barred: tuple[Barred, ...]) -> Label:
        """A label that has met these bars too."""
        fresh = tuple(one for one in barred if one not in label.met)
        if not fresh:
            return label
        met = label.met + fresh
        pieces = label.pieces.union(*(self._causes(one) for one in fresh))
        spaces = {(one.start, one.bit) for one in met}
        cost = (len(spaces), len(pieces), label.cost[2])
        return label._replace(cost=cost, met=met, pieces=pieces)

    def _barred(self, bars: Iterable[BarRule], bit: int) -> tuple[Barred, ...]:
        """Those of some bars that close a space; hexsides are no matter of a space."""
        return tuple(
            Barred(bit, bar)
            for bar in bars
            if bar.by != "hexside" and self.scene.barred(bar, self.side) >> bit & 1
        )

    def _hexsides(self, base: Label, bit: int, stretch: Stretch) -> tuple[Barred, ...]:
        """The bars on the hexside from a label's space to another."""
        ids = self.scene.ground.ids
        pair = sorted((ids[base.bit], ids[bit]))
        kinds = self.scene.situation.map.hexsides.get((pair[0], pair[1]), frozenset())
        return tuple(
            Barred(bit, bar, start=base.bit)
            for bar in stretch.soft
            if bar.by == "hexside" and bar.any & kinds
        )

    def _causes(self, barred: Barred) -> frozenset[str]:
        if barred not in self._pieces:
            space = self.scene.ground.ids[barred.bit]
            pieces = self.scene.causes(barred.bar, self.side, space)
            self._pieces[barred] = frozenset(piece.id for piece in pieces)
        return self._pieces[barred]

    def _left(self, way: Way, target: int) -> dict[int, int]:
        """The least it takes from each space to where a line may leave a leg."""
        carry, every = way.gate.carry, self.scene.ground.every
        entered = target & carry | self.sources & way.gate.end
        found = flood(way.moves, target, entered, carry, every & ~target, way.leg.limit)
        return dict(found.by_space())

    def _found(self, label: Label) -> Found:
        steps: list[tuple[int, str]] = []
        at: Label | None = label
        while at is not None:
            before = at.before
            if before is None:
                steps.append((at.bit, ""))
            elif before.cost[2] < at.cost[2]:
                leg = self.parts[at.place.part][at.place.number].way.leg
                steps.append((at.bit, leg.name))
            at = before
        return Found(label.cost, steps[::-1], list(label.met))


def goal_groups(engine: Engine, unit: Unit, line: LineRule) -> list[tuple[Goal, ...]]:
    """What a unit may trace to by a line rule, in groups that share their limits; closed goals are included."""
    goals = engine.goals(unit, line)
    return [(goal,) for goal in goals] if line.reach else [goals] if goals else []


def _ends(engine: Engine, goals: Sequence[Goal]) -> dict[int, tuple[Barred, ...]]:
    """Every space a line may end on, with what closes it now: nothing, if one of its goals is open."""
    found: dict[int, tuple[Barred, ...]] = {}
    for goal in sorted(goals, key=lambda one: (len(one.closing), by_place(one.source))):
        bit = engine.ground.bit[goal.source.space]
        closing = tuple(Barred(bit, bar, source=goal.source) for bar in goal.closing)
        found.setdefault(bit, closing)
    return found


def _is_paid(label: Label) -> bool:
    """Whether the bars on the label's own space are counted, so that the next leg may start there for nothing."""
    return any(one.bit == label.bit and one.start is None for one in label.met)


def _beats(other: Label, label: Label, *, by_set: bool) -> bool:
    """Whether an earlier label in the same state makes this one needless."""
    if other.used > label.used or other.cost[0] > label.cost[0]:
        return False
    return other.pieces <= label.pieces if by_set else other.cost[1] <= label.cost[1]
