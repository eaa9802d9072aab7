"""Floods: from where a goal can be reached, and at what cost, for all spaces of a map at once.

A flood is a frontier growing by shifts until it stops; each round is kept as a field. Where a frontier winds through
narrow corridors for long, as along a railway, whole fields move for a space or two: from there on it is followed space
by space. With movement points the rounds come by cost, cheapest first, in buckets of fields (Dial).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.steps import Move

# Every so many rounds a flood looks back whether its frontier is worth whole fields.
_PACE = 32
# Rounds of fields cost about as much as following this many spaces, and one more for so many bits of a field.
_FEW = 2
_BITS = 6000


class Flood:
    """The spaces from which a goal can be reached along a leg.

    ``rounds`` are the fields found, cheapest first, beginning with the goal, and ``costs`` the cost of each (spaces
    entered, or movement points in the rulebook's unit); ``tail`` holds spaces that were followed one by one, with
    their costs. ``found`` is all of them without the goal.
    """

    __slots__ = ("costs", "entered", "found", "rounds", "tail")

    def __init__(
        self,
        rounds: list[int],
        costs: Sequence[int],
        entered: int,
        found: int,
        tail: dict[int, int] | None = None,
    ) -> None:
        self.rounds = rounds
        self.costs = costs
        self.entered = entered
        self.found = found
        self.tail = tail or {}

    def cost(self, bit: int) -> int:
        """What a line from a space costs up to the goal; the space must have been found."""
        if bit in self.tail:
            return self.tail[bit]
        return self.costs[self._round(bit)]

    def next(self, bit: int, moves: Sequence[Move], carry: int) -> int:
        """The space a cheapest line enters from ``bit``, the lowest-numbered if there are several."""
        if bit in self.tail:
            cost, before = self.tail[bit], len(self.rounds)
        else:
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
        yield from self.tail.items()

    def _round(self, bit: int) -> int:
        return next(at for at in range(1, len(self.rounds)) if self.rounds[at] >> bit & 1)

    def _holds(self, bit: int, cost: int, before: int, carry: int) -> bool:
        """Whether a line may run on over a space found at a cost, in a round earlier than ``before``."""
        if self.tail.get(bit) == cost:
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
    image, rounds, start = move.back.image, [goal], free
    front = goal & entered
    enough = _PACE * (_FEW + free.bit_length() // _BITS)
    look, left = _PACE, free.bit_count()
    while front and (most is None or len(rounds) <= most):
        found = image(front) & free
        if not found:
            break
        rounds.append(found)
        free ^= found
        front = found & carry
        if len(rounds) > look:
            if left - (left := free.bit_count()) < enough:
                tail = _follow(move, front, carry, free, len(rounds) - 1, most)
                found = start & ~free | _field(tail)
                return Flood(rounds, range(len(rounds)), entered, found, tail)
            look += _PACE
    return Flood(rounds, range(len(rounds)), entered, start ^ free)


def _follow(
    move: Move, front: int, carry: int, free: int, cost: int, most: int | None
) -> dict[int, int]:
    """Go on space by space from a frontier found at ``cost``; each further space with its cost."""
    near_of = move.back.near
    width = max(free.bit_length(), carry.bit_length()) + 2 * move.back.width + 2
    open_, through = _flags(free, width), _flags(carry, width)
    queue = list(bits_of(front))
    tail = dict.fromkeys(queue, cost)
    for bit in queue:
        reached = tail[bit] + 1
        if most is not None and reached > most:
            break
        for near in near_of(bit):
            if open_[near]:
                open_[near] = 0
                tail[near] = reached
                if through[near]:
                    queue.append(near)
    for bit in bits_of(front):
        del tail[bit]
    return tail


def _flags(field: int, width: int) -> bytearray:
    """A field as one byte a space, nought or one."""
    return bytearray(bin(field)[:1:-1].encode().translate(_NOUGHT_OR_ONE).ljust(width, b"\0"))


_NOUGHT_OR_ONE = bytes.maketrans(b"01", b"\0\1")


def _field(bits: dict[int, int]) -> int:
    buffer = bytearray(max(bits, default=0) // 8 + 1)
    for bit in bits:
        buffer[bit >> 3] |= 1 << (bit & 7)
    return int.from_bytes(buffer, "little")


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
