"""The shortest of a unit's lines, which is the one to show.

The floods say that there is a line, and each stretch of the one they lead along is the cheapest to where the next may
begin; but the nearest port may be a long way from the source. So a line of several legs is searched once more, forwards
from the unit: by spaces, with the least it takes to a source, limits left aside, to show the way (A*).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.legs import Branch, Trace, Way


class _Place(NamedTuple):
    """Where a line is: in which part of its rule, on which of its ways (-1: on none) and after which other one.

    ``used`` is how much of the way's limit it has used, counted from one: 0 before the first step, which may be free.
    """

    part: int
    way: int
    last: int
    bit: int
    used: int = 0


class _Label(NamedTuple):
    """A line being built; the first three tell which of several goes on, the rest is what it is."""

    least: int
    ahead: int
    place: _Place
    order: int
    length: int
    before: _Label | None

    @property
    def way(self) -> tuple[int, int]:
        """The part and way that it is on."""
        return self.place.part, self.place.way


class Shortest:
    """The shortest lines of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def line(self, bit: int) -> list[tuple[int, str]]:
        """The line that :meth:`Trace.line` gives a unit on ``bit``, unless there is a shorter one."""
        first = self.trace.line(bit)
        if sum(len(branch.ways) for branch in self.trace.branches) < 2:
            return first
        heap = [_Label(0, 0, _Place(0, -1, -1, bit), 0, 0, None)]
        used: dict[_Place, int] = {}
        made = 0
        while heap:
            label = heappop(heap)
            place = label.place
            if place.part == len(self.trace.branches):
                return self._steps(label)
            same = place._replace(used=int(place.used > 0))
            if place.used >= used.get(same, place.used + 1):
                continue
            used[same] = place.used
            for length, after in self._next(place, label.length):
                left = self._left[after.part].get(after.bit)
                if left is not None and length + left < len(first) - 1:
                    made += 1
                    heappush(heap, _Label(length + left, -length, after, made, length, label))
        return first

    def _next(self, place: _Place, length: int) -> Iterator[tuple[int, _Place]]:
        """Where a line may be next, and how long it is then; past the last part it is at its end."""
        if not length and self.trace.sources >> place.bit & 1:
            yield 0, self._end(place.bit)
        if place.way < 0:
            for other in range(len(self.trace.branches[place.part].ways)):
                if other != place.last:
                    yield length, place._replace(way=other)
            after = self._after(place)
        else:
            yield from self._along(place, length)
            often = self.trace.branches[place.part].often
            follows = _Place(place.part, -1, place.way, place.bit) if often else self._after(place)
            after = follows if place.used else None
        if after:
            yield length, after

    def _end(self, bit: int) -> _Place:
        return _Place(len(self.trace.branches), -1, -1, bit)

    def _after(self, place: _Place) -> _Place | None:
        """The beginning of the next part, if there is one."""
        next_part = place.part + 1
        more = next_part < len(self.trace.branches)
        return _Place(next_part, -1, -1, place.bit) if more else None

    def _along(self, place: _Place, length: int) -> Iterator[tuple[int, _Place]]:
        """Where the way that a line is on leads to: to a source, or to a space that it may run on from."""
        way = self.trace.branches[place.part].ways[place.way]
        gate = way.gate.carry if length else way.gate.start
        if not place.used and not gate >> place.bit & 1:
            return
        for near, spent in self._onward(way, place.bit, place.used):
            if (self.trace.sources & way.gate.end) >> near & 1:
                yield length + 1, self._end(near)
            if way.gate.carry >> near & 1:
                yield length + 1, place._replace(bit=near, used=spent)

    def _onward(self, way: Way, bit: int, used: int) -> Iterator[tuple[int, int]]:
        """The spaces that a way leads to from one, with what is used of its limit there."""
        limit = way.leg.limit
        for move in way.moves:
            spent = 1 if limit is None else max(used, 1) + move.cost
            if limit is None or spent - 1 <= limit:
                yield from (
                    (near, spent) for near in move.onward.near(bit) if move.into >> near & 1
                )

    @cached_property
    def _left(self) -> list[dict[int, int]]:
        """For each part, and past the last, the least spaces that a line has still to enter, limits left aside."""
        layers = [self.trace.sources]
        found = [_by_space(layers)]
        for branch in reversed(self.trace.branches):
            layers = self._before(branch, layers)
            found.append(_by_space(layers))
        return found[::-1]

    def _before(self, branch: Branch, after: list[int]) -> list[int]:
        """The spaces by how much is left from them, given those that a part has to lead to."""
        layers: list[int] = []
        free, field = self.trace.ground.every, 0
        while field or len(layers) < len(after):
            found = after[len(layers)] if len(layers) < len(after) else 0
            for way in branch.ways:
                through = field & (way.gate.carry | self.trace.sources & way.gate.end)
                for move in way.moves:
                    found |= move.back.image(through & move.into)
            field = found & free
            free &= ~field
            layers.append(field)
        return layers

    def _steps(self, label: _Label) -> list[tuple[int, str]]:
        """The spaces of a finished line, each with the leg that enters it."""
        steps: list[tuple[int, str]] = []
        at = label
        while at.before is not None:
            if at.before.length < at.length:
                part, number = at.before.way
                steps.append((at.place.bit, self.trace.branches[part].ways[number].leg.name))
            at = at.before
        return [(at.place.bit, ""), *steps[::-1]]


def _by_space(layers: list[int]) -> dict[int, int]:
    return {bit: left for left, field in enumerate(layers) for bit in bits_of(field)}
