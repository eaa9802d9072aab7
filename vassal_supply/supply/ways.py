"""The ways of a map: which spaces a step joins, by kind of link, for whom, across which hexsides, at what price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import BarRule, Costs
from vassal_supply.supply.steps import Move, Narrow, Step

ADJACENT = "adjacent"


class Ways:
    """The steps of a map: compiled once for each set of link kinds, barred hexsides and users, then shared.

    ``printed`` keeps what the map's own print bars, for all situations on it.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.printed: dict[BarRule, int] = {}
        self._steps: dict[tuple[object, ...], tuple[Step, Step]] = {}
        self._moves: dict[tuple[object, ...], tuple[Move, ...]] = {}
        self.mentioned = frozenset(name for link in ground.model.links for name in link.users)

    def steps(
        self, kinds: frozenset[str], closed: frozenset[str], names: frozenset[str]
    ) -> tuple[Step, Step]:
        """The step along these kinds of link, and the one that goes them backwards.

        ``closed`` are the kinds of hexside that bar adjacency; ``names`` the side and nation of the users.
        """
        key = (kinds, closed, names & self.mentioned)
        if key not in self._steps:
            self._steps[key] = self._compile(kinds, closed, names)
        return self._steps[key]

    def moves(
        self,
        kinds: frozenset[str],
        closed: frozenset[str],
        names: frozenset[str],
        costs: Costs | None,
    ) -> tuple[Move, ...]:
        """The same with prices: one move for each price there is, or a single one at 1 a space without ``costs``."""
        key = kinds, closed, names & self.mentioned, costs
        if key not in self._moves:
            if costs is None:
                onward, back = self.steps(kinds, closed, names)
                self._moves[key] = (Move(1, onward, back, self.ground.every),)
            else:
                self._moves[key] = tuple(self._priced(kinds, closed, names, costs))
        return self._moves[key]

    def _priced(
        self, kinds: frozenset[str], closed: frozenset[str], names: frozenset[str], costs: Costs
    ) -> Iterator[Move]:
        """The moves of a leg that pays movement points, by what the space costs that it enters, or leaves."""
        flat = {kind: price for kind, price in costs.links if price is not None}
        extra = {kind: price for kind, price in costs.hexsides if kind not in closed}
        shut = closed | {kind for kind, price in extra.items() if price is None}
        by_terrain = kinds - {kind for kind, _ in costs.links}
        plain = self.steps(by_terrain, shut | frozenset(extra), names)
        across = list(self._across(by_terrain, shut, names, extra))
        priced = self._priced_at(costs)
        for more, (onward, back) in [(0, plain), *across]:
            for price, field in priced:
                if costs.leaving:
                    yield self._leaving(more + price, onward, back, field)
                else:
                    yield Move(more + price, onward, back, field)
        for price in sorted({flat[kind] for kind in kinds if kind in flat}):
            same = frozenset(kind for kind in kinds if flat.get(kind) == price)
            yield Move(price, *self.steps(same, shut, names), self.ground.every)

    def _leaving(self, cost: int, onward: Step, back: Step, field: int) -> Move:
        """A move that costs so much for leaving a space of ``field``."""
        ground, every = self.ground, self.ground.every
        onward, back = Narrow(ground, onward, field, every), Narrow(ground, back, every, field)
        return Move(cost, onward, back, every)

    def _priced_at(self, costs: Costs) -> list[tuple[int, int]]:
        """The fields of spaces by what one costs."""
        terrain, features = dict(costs.terrain), dict(costs.features)
        by_price: dict[int, list[int]] = {}
        for space in self.ground.model.spaces.values():
            price = terrain.get(space.terrain, costs.default)
            special = [features[word] for word in space.features if word in features]
            if special:
                open_ = [one for one in special if one is not None]
                price = min(open_) if open_ else None
            if price is not None:
                by_price.setdefault(price, []).append(self.ground.bit[space.id])
        return [(price, self.ground.field(bits)) for price, bits in sorted(by_price.items())]

    def _across(
        self,
        kinds: frozenset[str],
        shut: frozenset[str],
        names: frozenset[str],
        extra: dict[str, int | None],
    ) -> Iterator[tuple[int, tuple[Step, Step]]]:
        """The steps across hexsides that cost more, by how much more."""
        if ADJACENT not in kinds or not extra:
            return
        bit = self.ground.bit
        open_ = self.steps(frozenset({ADJACENT}), shut, names)[0]
        by_price: dict[int, list[tuple[int, int]]] = {}
        for (a, b), sides in self.ground.model.hexsides.items():
            more = sum(extra[side] or 0 for side in sides if side in extra)
            if a not in bit or b not in bit or not any(side in extra for side in sides):
                continue
            for start, end in ((bit[a], bit[b]), (bit[b], bit[a])):
                if end in open_.near(start):
                    by_price.setdefault(more, []).append((start, end))
        for more, pairs in sorted(by_price.items()):
            back = [(end, start) for start, end in pairs]
            yield (
                more,
                (
                    Step(self.ground, pairs, lattice=False),
                    Step(self.ground, back, lattice=False),
                ),
            )

    def _compile(
        self, kinds: frozenset[str], closed: frozenset[str], names: frozenset[str]
    ) -> tuple[Step, Step]:
        barred = self._barred_pairs(closed) if closed and ADJACENT in kinds else frozenset()
        there = list(self._edges(kinds, barred, names))
        onward = self._step(there, barred, lattice=ADJACENT in kinds)
        if all(link.both for link in self.ground.model.links if link.kind in kinds):
            return onward, onward
        back = [(end, start) for start, end in there]
        return onward, self._step(back, barred, lattice=ADJACENT in kinds)

    def _step(
        self,
        edges: list[tuple[int, int]],
        barred: frozenset[tuple[int, int]],
        *,
        lattice: bool,
    ) -> Step:
        step = Step(self.ground, edges, lattice=lattice)
        if barred and self.ground.mesh:
            step.bar(self.ground, barred)
        return step

    def _edges(
        self, kinds: frozenset[str], barred: frozenset[tuple[int, int]], names: frozenset[str]
    ) -> Iterable[tuple[int, int]]:
        bit = self.ground.bit
        if ADJACENT in kinds:
            yield from (pair for pair in self.ground.loose if pair not in barred)
        for link in self.ground.model.links:
            if link.kind not in kinds or (link.users and not link.users & names):
                continue
            if link.a not in bit or link.b not in bit:
                continue
            pair = bit[link.a], bit[link.b]
            if link.kind == ADJACENT and pair in barred:
                continue
            yield pair
            if link.both:
                yield pair[::-1]

    def _barred_pairs(self, closed: frozenset[str]) -> frozenset[tuple[int, int]]:
        bit = self.ground.bit
        pairs = [
            (bit[a], bit[b])
            for (a, b), kinds in self.ground.model.hexsides.items()
            if kinds & closed and a in bit and b in bit
        ]
        return frozenset(pairs + [(b, a) for a, b in pairs])
