"""Floods: from where a goal can be reached, and at what cost, for all spaces of a map at once.

A flood is a frontier growing by shifts until it stops; each round is kept as a field. Where a frontier winds through
narrow corridors for long, as along a railway, whole fields move for a space or two: from there on it is followed space
by space. With movement points the rounds come by cost, cheapest first, in buckets of fields (Dial).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.steps import Move, Step

# Every so many rounds a flood looks back whether its frontier is worth whole fields.
_PACE = 32
# Rounds of fields cost about as much as following this many spaces, and one more for so many bits of a field.
_FEW = 2
_BITS = 6000


class Flood:
    """The spaces from which a goal can be reached along a leg.

    ``rounds`` are the fields found, cheapest first, beginning with the goal, and ``costs`` the cost of each (spaces
    entered, or movement points in the rulebook's unit); ``tail`` has the costs of spaces that were followed one by one,
    by bit (0: another space), or is empty. ``found`` is all of them without the goal.
    """

    __slots__ = ("costs", "entered", "found", "rounds", "tail")

    def __init__(
        self,
        rounds: list[int],
        costs: Sequence[int],
        entered: int,
        found: int,
        tail: Sequence[int] = (),
    ) -> None:
        self.rounds = rounds
        self.costs = costs
        self.entered = entered
        self.found = found
        self.tail = tail

    def cost(self, bit: int) -> int:
        """What a line from a space costs up to the goal; the space must have been found."""
        return self._followed(bit) or self.costs[self._round(bit)]

    def next(self, bit: int, moves: Sequence[Move], carry: int) -> int:
        """The space a cheapest line enters from ``bit``, the lowest-numbered if there are several."""
        cost, before = self._followed(bit), len(self.rounds)
        if not cost:
            before = self._round(bit)
            cost = self.costs[before]
        return min(
            near
            for move in moves
            for near in move.onward.near(bit)
            if move.into >> near & 1 and self._holds(near, cost - move.cost, before, carry)
        )

    def by_space(self) -> Iterator[tuple[int, int]]:
        """Every space of the flood and its goal with what it costs."""
        for cost, field in zip(self.costs, self.rounds, strict=True):
            for bit in bits_of(field):
                yield bit, cost
        yield from ((bit, cost) for bit, cost in enumerate(self.tail) if cost)

    def _followed(self, bit: int) -> int:
        """The cost of a space that was followed on its own; 0 for any other."""
        return self.tail[bit] if self.tail else 0

    def _round(self, bit: int) -> int:
        return next(at for at in range(1, len(self.rounds)) if self.rounds[at] >> bit & 1)

    def _holds(self, bit: int, cost: int, before: int, carry: int) -> bool:
        """Whether a line may run on over a space found at a cost, in a round earlier than ``before``."""
        if cost and self._followed(bit) == cost:
            return bool(carry >> bit & 1)
        at = bisect_left(self.costs, cost)
        while at < before and self.costs[at] == cost:
            if self.rounds[at] >> bit & 1:
                return bool((carry if at else self.entered) >> bit & 1)
            at += 1
        return False


def flood(
    moves: Sequence[Move], goal: int, entered: int, carry: int, free: int, most: int | None
) -> Flood:
    """The spaces from which ``goal`` can be reached.

    ``entered`` are the goal spaces that a line may enter, ``carry`` the spaces it may run through, ``free`` the spaces
    worth reaching, ``most`` the highest cost (``None``: any).
    """
    if len(moves) == 1 and moves[0].cost == 1 and not (free | goal) & ~moves[0].into:
        return _flood_even(moves[0], goal, entered, carry, free, most)
    return _flood_priced(moves, goal, entered, carry, free, most)


def _flood_even(
    move: Move, goal: int, entered: int, carry: int, free: int, most: int | None
) -> Flood:
    """A flood where every step costs one."""
    back, rounds, start = move.back, [goal], free
    front = goal & entered
    enough = _PACE * (_FEW + free.bit_length() // _BITS)
    left = free.bit_count()
    while front and (most is None or len(rounds) <= most):
        pace = _PACE if most is None else min(_PACE, most - len(rounds) + 1)
        front, free = back.spread(front, free, carry, rounds, pace)
        if front and left - (left := free.bit_count()) < enough:
            tail, free = _follow(move.back, front, carry, free, len(rounds) - 1, most)
            return Flood(rounds, range(len(rounds)), entered, start ^ free, tail)
    return Flood(rounds, range(len(rounds)), entered, start ^ free)


def _follow(
    back: Step, front: int, carry: int, free: int, cost: int, most: int | None
) -> tuple[list[int], int]:
    """Go on space by space from a frontier found at ``cost``: the cost of each further space, and what stays free."""
    around, near_of = back.around, back.near
    size = len(around) + back.width + 2
    open_, through = _flags(free, size), _flags(carry, size)
    costs, limit = [0] * size, size if most is None else most
    first = list(bits_of(front))
    for bit in first:
        costs[bit] = cost
    queue = first[:]
    for bit in queue:
        reached = costs[bit] + 1
        if reached > limit:
            break
        for near in around[bit] or near_of(bit):
            if open_[near]:
                open_[near] = 0
                costs[near] = reached
                if through[near]:
                    queue.append(near)
    for bit in first:
        costs[bit] = 0
    return costs, int(open_[::-1].translate(_DIGITS), 2)


def _flags(field: int, size: int) -> bytearray:
    """A field as one byte a space, nought or one."""
    return bytearray(bin(field)[:1:-1].encode().translate(_FLAGS).ljust(size, b"\0"))


_FLAGS = bytes.maketrans(b"01", b"\0\1")
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def _flood_priced(
    moves: Sequence[Move], goal: int, entered: int, carry: int, free: int, most: int | None
) -> Flood:
    """A flood by movement points: buckets of fields by cost, the cheapest settled first."""
    rounds, costs, start = [goal], [0], free
    buckets: dict[int, int] = {}
    front, cost = goal & entered, 0
    while True:
        for move in moves:
            dearer = cost + move.cost
            paying = front & move.into
            if paying and (most is None or dearer <= most):
                buckets[dearer] = buckets.get(dearer, 0) | move.back.image(paying)
        while buckets:
            cost = min(buckets)
            if found := buckets.pop(cost) & free:
                break
        else:
            return Flood(rounds, costs, entered, start ^ free)
        rounds.append(found)
        costs.append(cost)
        free ^= found
        front = found & carry
