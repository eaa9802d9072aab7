"""One step along links, for a whole field at once.

Lattice neighbours are shifts. Where a column is staggered, its sideways neighbours lie in its own row and the one
before or after; cells are first spread to those rows and then shifted sideways, so that six neighbours cost four
shifts. Where hexsides bar the way, and for roads and rails along neighbours, each of the eight possible shifts has
its own mask. All other links (straits, sea lanes, boxes, areas) are a short table.
"""

from collections.abc import Iterable
from typing import NamedTuple

from vassal_supply.supply.ground import Ground, bits_of


class Step:
    """A set of ways from space to space; :meth:`image` follows all of them from a field at once.

    ``around`` has what :meth:`near` has found so far, by bit.
    """

    __slots__ = (
        "_masks",
        "above",
        "around",
        "below",
        "down",
        "left",
        "linked",
        "mesh",
        "right",
        "size",
        "sparse",
        "up",
        "whole",
        "width",
    )

    def __init__(self, ground: Ground, edges: Iterable[tuple[int, int]], *, lattice: bool) -> None:
        """``edges`` are pairs of bits, from and to; ``lattice`` adds all lattice neighbours."""
        self.width = ground.width
        self.size = ground.size
        self.mesh = ground.mesh if lattice else 0
        self.whole = ground.every
        self.up, self.above = ground.up, ground.up >> ground.width
        self.down, self.below = ground.down, ground.down << ground.width
        by_shift: dict[int, list[int]] = {}
        sparse: dict[int, list[int]] = {}
        near = shifts(ground) if ground.mesh else frozenset[int]()
        for start, end in edges:
            if end - start in near:
                by_shift.setdefault(end - start, []).append(start)
            else:
                sparse.setdefault(start, []).append(end)
        masks = sorted((shift, ground.field(bits)) for shift, bits in by_shift.items())
        self.left = tuple((shift, mask) for shift, mask in masks if shift > 0)
        self.right = tuple((-shift, mask) for shift, mask in masks if shift < 0)
        self.sparse = {start: ground.field(ends) for start, ends in sparse.items()}
        self.linked = ground.field(sparse)
        self.around: list[tuple[int, ...] | None] = [None] * ground.size
        self._masks: list[tuple[int, bytes]] | None = None

    def bar(self, ground: Ground, barred: Iterable[tuple[int, int]]) -> None:
        """Close these ways between lattice neighbours, for a step that so far follows all of them."""
        closed: dict[int, list[int]] = {}
        for start, end in barred:
            closed.setdefault(end - start, []).append(start)
        width, mesh = self.width, ground.mesh
        masks = {width: mesh, -width: mesh, 1: mesh, -1: mesh}
        masks |= {1 - width: self.up, -1 - width: self.up}
        masks |= {1 + width: self.down, -1 + width: self.down}
        kept = {shift: mask & ~ground.field(closed.get(shift, ())) for shift, mask in masks.items()}
        self.left += tuple((shift, mask) for shift, mask in sorted(kept.items()) if shift > 0)
        self.right += tuple((-shift, mask) for shift, mask in sorted(kept.items()) if shift < 0)
        self.mesh = 0

    def image(self, field: int) -> int:
        """All spaces one step on from a field.

        May hold padding bits: the caller masks them away with the field of the spaces he cares for.
        """
        out = 0
        if self.mesh:
            # Both rows beside, then, from them and the own row, the columns beside.
            width, here = self.width, field & self.mesh
            above, below = here >> width, here << width
            wide = here | above & self.above | below & self.below
            out = above | below | wide << 1 | wide >> 1
        for shift, mask in self.left:
            out |= (field & mask) << shift
        for shift, mask in self.right:
            out |= (field & mask) >> shift
        hot = field & self.linked
        if hot:
            for bit in bits_of(hot):
                out |= self.sparse[bit]
        return out

    def spread(
        self, front: int, free: int, carry: int, rounds: list[int], pace: int
    ) -> tuple[int, int]:
        """Let a frontier grow for some rounds; the frontier and the free spaces that are left.

        Each round goes one step on into ``free``, is added to ``rounds``, and runs on through ``carry``.
        """
        if self.left or self.right or self.linked or self.mesh != self.whole:
            for _ in range(pace):
                found = self.image(front) & free
                if not found:
                    return 0, free
                rounds.append(found)
                free ^= found
                front = found & carry
            return front, free
        # The same without a call for each round, for a step along all neighbours of a map that is all lattice.
        width, upper, lower = self.width, self.above, self.below
        for _ in range(pace):
            above, below = front >> width, front << width
            wide = front | above & upper | below & lower
            found = (above | below | wide << 1 | wide >> 1) & free
            if not found:
                return 0, free
            rounds.append(found)
            free ^= found
            front = found & carry
        return front, free

    def near(self, bit: int) -> tuple[int, ...]:
        """The spaces one step on from a single one, padding among them as in :meth:`image`."""
        found = self.around[bit]
        if found is None:
            byte, at = bit >> 3, 1 << (bit & 7)
            shifted = [bit + shift for shift, mask in self._shifts() if mask[byte] & at]
            if bit in self.sparse:
                shifted.extend(bits_of(self.sparse[bit]))
            found = self.around[bit] = tuple(shifted)
        return found

    def _shifts(self) -> list[tuple[int, bytes]]:
        """Every shift with the spaces it starts from, as bytes: a single bit of a long number is slow to reach."""
        if self._masks is None:
            masks = [*self.left, *((-shift, mask) for shift, mask in self.right)]
            if self.mesh:
                width = self.width
                masks += [(shift, self.mesh) for shift in (-width, width, -1, 1)]
                masks += [(shift, self.mesh & self.up) for shift in (-width - 1, -width + 1)]
                masks += [(shift, self.mesh & self.down) for shift in (width - 1, width + 1)]
            long = self.size // 8 + 1
            self._masks = [(shift, mask.to_bytes(long, "little")) for shift, mask in masks]
        return self._masks


class Narrow(Step):
    """A step that begins only on some spaces and ends only on some."""

    __slots__ = ("ends", "starts", "step")

    def __init__(self, ground: Ground, step: Step, starts: int, ends: int) -> None:
        super().__init__(ground, (), lattice=False)
        self.step = step
        self.starts = starts
        self.ends = ends

    def image(self, field: int) -> int:
        """All spaces of its ends one step on from what a field has of its starts."""
        return self.step.image(field & self.starts) & self.ends

    def near(self, bit: int) -> tuple[int, ...]:
        """The spaces of its ends one step on from a single one."""
        if not self.starts >> bit & 1:
            return ()
        return tuple(near for near in self.step.near(bit) if self.ends >> near & 1)


class Move(NamedTuple):
    """A step at one price: ``cost`` to enter any space of ``into``, forwards by ``onward``, backwards by ``back``."""

    cost: int
    onward: Step
    back: Step
    into: int


def shifts(ground: Ground) -> frozenset[int]:
    """The differences in bit number that a step between lattice neighbours can make."""
    width = ground.width
    return frozenset(across + along for across in (-width, 0, width) for along in (-1, 0, 1)) - {0}
