"""Supply lines as a small automaton: its legs, searched backwards from the sources, and lines walked forwards.

A line from a unit runs through its legs in order; each may be empty. Searching from the sources takes the last leg
first: the spaces from which it reaches a source are the goal of the leg before it. A space has two answers: can a
line *run on* from it (the spaces of ``onward``), and can a unit standing there *begin* one (those of ``begun``),
which asks less, since a unit's own space may hold what no line may run through.
"""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.supply.fields import flood
from vassal_supply.supply.ground import Ground, bits_of
from vassal_supply.supply.rulebook import Leg
from vassal_supply.supply.scene import Gate, Scene, Users
from vassal_supply.supply.steps import Step


class Way(NamedTuple):
    """One leg as these users can use it: its steps on and back, and the gate its bars leave."""

    leg: Leg
    onward: Step
    back: Step
    gate: Gate


class Reach(NamedTuple):
    """What one leg adds: ``rounds`` by distance to the goal, which is round 0, and the two answers for a space."""

    way: Way
    rounds: list[int]
    entered: int
    onward: int
    begun: int


def way_of(scene: Scene, leg: Leg, users: Users) -> Way:
    """A leg with its fields and steps for these users."""
    closed = frozenset(word for bar in leg.bars if bar.by == "hexside" for word in bar.any)
    onward, back = scene.ways.steps(leg.links, closed, users.names)
    return Way(leg, onward, back, scene.gate(leg.bars, users))


class Trace:
    """All lines of one kind, from wherever they start, to a set of source spaces.

    ``begun`` is the field of spaces where a unit has such a line.
    """

    def __init__(self, ground: Ground, ways: tuple[Way, ...], sources: int) -> None:
        self.ground = ground
        self.sources = sources
        reaches: list[Reach] = []
        goal = begun = sources
        for way in reversed(ways):
            gate = way.gate
            entered = goal & gate.carry | sources & gate.end
            free = ground.every & ~goal
            rounds = flood(way.back, goal, entered, gate.carry, free, way.leg.limit)
            found = 0
            for one in rounds[1:]:
                found |= one
            goal |= found & gate.carry
            reaches.append(Reach(way, rounds, entered, goal, found & gate.start))
            begun |= found & gate.start
        self.reaches = reaches[::-1]
        self.begun = begun

    def line(self, bit: int) -> list[tuple[int, str]]:
        """The line of a unit that stands on ``bit`` (which is in ``begun``): each space with the leg that enters it.

        The first is the unit's own space, entered by no leg. Among equally short stretches the one through the
        lowest-numbered spaces is taken, so that the same situation always gives the same line.
        """
        steps = [(bit, "")]
        index = self._first_leg(bit)
        while not self.sources >> bit & 1:
            reach = self.reaches[index]
            for distance in range(_distance(reach.rounds, bit), 0, -1):
                bit = self._next(reach, bit, distance)
                steps.append((bit, reach.way.leg.name))
            index += 1
        return steps

    def _first_leg(self, bit: int) -> int:
        """The first leg along which a unit on ``bit`` gets anywhere, or is where the next begins."""
        for index, reach in enumerate(self.reaches):
            goal = self.reaches[index + 1].onward if index + 1 < len(self.reaches) else self.sources
            if (reach.begun | goal) >> bit & 1:
                return index
        return len(self.reaches)

    @staticmethod
    def _next(reach: Reach, bit: int, distance: int) -> int:
        """The space a line enters from ``bit`` when ``distance`` steps are left on the leg."""
        near = reach.way.onward.image(1 << bit) & reach.rounds[distance - 1]
        near &= reach.entered if distance == 1 else reach.way.gate.carry
        return next(bits_of(near))


def _distance(rounds: list[int], bit: int) -> int:
    return next(number for number, field in enumerate(rounds) if field >> bit & 1)
