"""One step along links, for a whole field at once.

Lattice neighbours are shifts. Where a column is staggered, its sideways neighbours lie in its own row and the one
before or after; cells are first spread to those rows and then shifted sideways, so that six neighbours cost four
shifts. Where hexsides bar the way, and for roads and rails along neighbours, each of the eight possible shifts has
its own mask. All other links (straits, sea lanes, boxes, areas) are a short table.
"""

from __future__ import annotations

from collections.abc import Iterable

from vassal_supply.supply.ground import Ground, bits_of

ADJACENT = "adjacent"


class Step:
    """A set of ways from space to space; :meth:`image` follows all of them from a field at once."""

    __slots__ = ("down", "left", "linked", "mesh", "right", "sparse", "up", "width")

    def __init__(self, ground: Ground, edges: Iterable[tuple[int, int]], *, lattice: bool) -> None:
        """``edges`` are pairs of bits, from and to; ``lattice`` adds all lattice neighbours."""
        self.width = ground.width
        self.mesh = ground.mesh if lattice else 0
        self.up = ground.up
        self.down = ground.down
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
            here = field & self.mesh
            width = self.width
            wide = here | (here & self.up) >> width | (here & self.down) << width
            out = here << width | here >> width | wide << 1 | wide >> 1
        for shift, mask in self.left:
            out |= (field & mask) << shift
        for shift, mask in self.right:
            out |= (field & mask) >> shift
        hot = field & self.linked
        if hot:
            for bit in bits_of(hot):
                out |= self.sparse[bit]
        return out


class Ways:
    """The steps of a map: compiled once for each set of link kinds, barred hexsides and users, then shared."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._steps: dict[tuple[object, ...], tuple[Step, Step]] = {}
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

    def _compile(
        self, kinds: frozenset[str], closed: frozenset[str], names: frozenset[str]
    ) -> tuple[Step, Step]:
        barred = self._barred_pairs(closed) if closed and ADJACENT in kinds else frozenset()
        there = list(self._edges(kinds, barred, names))
        back = [(end, start) for start, end in there]
        ground = self.ground
        onward = Step(ground, there, lattice=ADJACENT in kinds)
        backward = Step(ground, back, lattice=ADJACENT in kinds)
        if barred and ground.mesh:
            onward.bar(ground, barred)
            backward.bar(ground, barred)
        return onward, backward

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


def shifts(ground: Ground) -> frozenset[int]:
    """The differences in bit number that a step between lattice neighbours can make."""
    width = ground.width
    return frozenset(across + along for across in (-width, 0, width) for along in (-1, 0, 1)) - {0}
