"""Supply lines as a small automaton: its legs, searched backwards from the sources, and lines walked forwards.

A line from a unit runs through the parts of its rule in order; each may be empty. Searching from the sources takes the
last part first: the spaces from which it reaches a source are the goal of the part before it. In a part whose legs may
come in any order each leg in turn has for its goal what the others have reached, until nothing more is found.

A space has two answers: can a line *run on* from it (the spaces of ``onward``), and can a unit standing there *begin*
one (those of ``begun``), which asks less, since a unit's own space may hold what no line may run through.
"""

from collections.abc import Iterable
from typing import NamedTuple

from vassal_supply.supply.fields import Flood, flood
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import Costs, Leg, LineRule
from vassal_supply.supply.scene import Gate, Scene, Users
from vassal_supply.supply.steps import Move


class Way(NamedTuple):
    """One leg as these users can use it: its moves, and the gate its bars leave."""

    leg: Leg
    moves: tuple[Move, ...]
    gate: Gate


class Branch(NamedTuple):
    """One part of a line: a stretch along one of its ways, or with ``often`` any number of them."""

    ways: tuple[Way, ...]
    often: bool


class Reach(NamedTuple):
    """What one way of a part adds to a goal: its flood, and the two answers for a space."""

    number: int
    way: Way
    flood: Flood
    onward: int
    begun: int


def way_of(scene: Scene, leg: Leg, users: Users) -> Way:
    """A leg with its moves and gate for these users."""
    closed = frozenset(word for bar in leg.bars if bar.by == "hexside" for word in bar.any)
    costs = _costs(scene, leg, users) if leg.mp else None
    moves = scene.ways.moves(leg.links, closed, users.names, costs)
    return Way(leg, moves, scene.gate(leg.bars, users))


def branches_of(
    scene: Scene, line: LineRule, legs: dict[str, Leg], users: Users
) -> tuple[Branch, ...]:
    """A line rule as these users can use it; ``legs`` are those of its names, whole or with something lifted."""
    return tuple(
        Branch(tuple(way_of(scene, legs[name], users) for name in part.legs), part.often)
        for part in line.parts
    )


def _costs(scene: Scene, leg: Leg, users: Users) -> Costs:
    """What the movement type of a leg pays, or of its users; nothing may be entered by an unknown one."""
    name = str(dict(users.values).get(leg.mp[1:], "")) if leg.mp[0] == "$" else leg.mp
    known = {costs.name: costs for costs in scene.rulebook.costs}
    return known.get(name, Costs(name))._replace(leaving=leg.leaving)


class Trace:
    """All lines of one kind, from wherever they start, to a set of source spaces.

    ``begun`` is the field of spaces where a unit has such a line, ``parts`` what was reached along each part, in the
    order in which it was found; ``goals`` are the spaces from which the parts from that number on reach a source.
    """

    def __init__(self, ground: Ground, branches: tuple[Branch, ...], sources: int) -> None:
        self.ground = ground
        self.branches = branches
        self.sources = sources
        self.parts: list[list[Reach]] = [[] for _ in branches]
        self.goals = [sources] * (len(branches) + 1)
        self.begun = sources
        for number in range(len(branches) - 1, -1, -1):
            self._search(number, branches[number])

    def line(self, bit: int) -> list[tuple[int, str]]:
        """The line of a unit that stands on ``bit`` (which is in ``begun``): each space with the leg that enters it.

        The first is the unit's own space, entered by no leg. Among equally cheap stretches the one through the
        lowest-numbered spaces is taken, so that the same situation always gives the same line.
        """
        steps = [(bit, "")]
        part, reach = 0, None
        while not self.sources >> bit & 1:
            part, reach = self._onward(bit, part, reach) if reach else self._start(bit)
            walked = self._walk(bit, reach)
            steps += [(at, reach.way.leg.name) for at in walked]
            bit = walked[-1]
        return steps

    def spent(self, bit: int) -> dict[str, int]:
        """The most the line from a space costs on a stretch of each leg: spaces entered, or movement points."""
        found: dict[str, int] = {}
        part, reach = 0, None
        while not self.sources >> bit & 1:
            part, reach = self._onward(bit, part, reach) if reach else self._start(bit)
            name = reach.way.leg.name
            found[name] = max(found.get(name, 0), reach.flood.cost(bit))
            bit = self._walk(bit, reach)[-1]
        return found

    def _search(self, number: int, branch: Branch) -> None:
        """Find from where a part leads to the goal of what follows it."""
        goal = self.goals[number + 1]
        gained = [0] * len(branch.ways)
        searched = [-1] * len(branch.ways)
        searching = True
        while searching:
            searching = False
            for at, way in enumerate(branch.ways):
                # A leg that may follow the others may not follow itself: that would double its limit.
                target = goal | _union(gained[:at] + gained[at + 1 :] if branch.often else ())
                if target == searched[at]:
                    continue
                searched[at] = target
                reach = self._reach(at, way, target, goal)
                if reach.begun or reach.onward:
                    self.parts[number].append(reach)
                self.begun |= reach.begun
                searching |= branch.often and bool(reach.onward & ~gained[at])
                gained[at] |= reach.onward
        self.goals[number] = goal | _union(gained)

    def _reach(self, number: int, way: Way, target: int, goal: int) -> Reach:
        """From where one way leads to ``target``, the goal and what other ways have added to it.

        What they have added is worth reaching this way too: a line may come to it along one of them.
        """
        gate = way.gate
        entered = target & gate.carry | self.sources & gate.end
        free = self.ground.every & ~goal
        found = flood(way.moves, target, entered, gate.carry, free, way.leg.limit)
        return Reach(number, way, found, found.found & gate.carry, found.found & gate.start)

    @staticmethod
    def _walk(bit: int, reach: Reach) -> list[int]:
        """The spaces a line enters from a space up to the goal of a reach."""
        steps = [reach.flood.next(bit, reach.way.moves, reach.way.gate.carry)]
        while not reach.flood.rounds[0] >> steps[-1] & 1:
            steps.append(reach.flood.next(steps[-1], reach.way.moves, reach.way.gate.carry))
        return steps

    def _start(self, bit: int) -> tuple[int, Reach]:
        """The part and the reach along which a unit's line begins; parts it can do without are left out."""
        return next(
            (part, reach)
            for part, reaches in enumerate(self.parts)
            if not self.goals[part + 1] >> bit & 1
            for reach in reaches
            if reach.begun >> bit & 1
        )

    def _onward(self, bit: int, part: int, last: Reach) -> tuple[int, Reach]:
        """The part and the reach along which a line goes on from the goal that ``last`` led it to."""
        until: Reach | None = last
        while self.goals[part + 1] >> bit & 1:
            part, until = part + 1, None
        for reach in self.parts[part]:
            if reach is until:
                break
            if reach.onward >> bit & 1 and (until is None or reach.number != last.number):
                return part, reach
        raise LookupError(f"space {self.ground.ids[bit]} was reached by no leg")


def _union(fields: Iterable[int]) -> int:
    whole = 0
    for field in fields:
        whole |= field
    return whole
