"""Land supply lines (30.32): where lines from some sources reach, and the way a line takes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from vassal_supply.supply.fields import Flood, flood
from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.steps import Move
from vassal_supply.systems.awaw.board import Board, Zone


class Terms(NamedTuple):
    """What holds for all lines of one search.

    ``nation`` traces, from sources of ``faction``; ``carry`` are the hexes a line may run through, ``into`` those it may
    end on, ``out`` the sources it may leave, ``bounds`` the field that none of it may leave (``None``: any).
    """

    nation: str
    faction: str
    carry: int
    into: int
    out: int
    bounds: int | None = None


class Spread:
    """All land lines of one search, of any length (30.312).

    ``origins`` are its sources, ``field`` is where a unit or hex has a line.
    """

    def __init__(self, board: Board, origins: int, terms: Terms) -> None:
        self.origins = origins
        self.terms = terms
        self._move: Move = board.land_move(terms.nation, terms.faction)
        self._flood: Flood = flood(
            (self._move,), origins, origins & terms.out, terms.carry, terms.into & ~origins, None
        )
        self.found = self._flood.found
        self._first: dict[int, int] = {}
        zones = board.hostile_zones(terms.nation)
        self.field = (self._without_parted(zones) if zones else self.found) | origins

    @cached_property
    def onward(self) -> int:
        """The hexes a line may run through, with the sources it may leave."""
        return self.found & self.terms.carry | self.origins & self.terms.out

    def line(self, bit: int) -> list[int]:
        """The hexes of a line from a hex of :attr:`field` to its source, both ends counted."""
        line = [bit]
        if bit in self._first:
            bit = self._first[bit]
            line.append(bit)
        return line + walk(self._flood, self._move, self.onward, bit)

    def _without_parted(self, zones: Iterable[Zone]) -> int:
        """What is found without the lines from a hex straight into a source beside it, both in one unit's zone (30.321a)."""
        parted: dict[int, int] = {}
        found = self.found
        back = self._move.back
        for zone in zones:
            for source in bits_of(zone.field & self.origins & self.terms.out):
                for bit in bits_of(back.image(1 << source) & zone.field & self.found):
                    parted[bit] = parted.get(bit, 0) | 1 << source
        for bit, sources in parted.items():
            near = self._move.onward.image(1 << bit) & self.onward & ~sources
            if near:
                # A longer way round may be the one that is left.
                self._first[bit] = (near & -near).bit_length() - 1
            else:
                found &= ~(1 << bit)
        return found


def walk(found: Flood, move: Move, through: int, bit: int) -> list[int]:
    """The hexes after one on a shortest line back to a flood's goal, the lowest-numbered of equals each time.

    ``through`` are the hexes that a line may enter, those of the goal among them.
    """
    way = []
    while bit in found.tail:
        bit = found.next(bit, (move,), through)
        way.append(bit)
    at = next(number for number, field in enumerate(found.rounds) if field >> bit & 1)
    for field in reversed(found.rounds[:at]):
        near = move.onward.image(1 << bit) & field & through
        bit = (near & -near).bit_length() - 1
        way.append(bit)
    return way


def parted_from(board: Board, nation: str, bit: int, sources: int) -> list[Zone]:
    """The zones of control that part a hex from a source beside it (30.321a)."""
    return [
        zone
        for zone in board.hostile_zones(nation)
        if zone.field >> bit & 1 and zone.field & sources & board.neighbours(1 << bit)
    ]


def components(board: Board, nation: str, faction: str, within: int) -> list[int]:
    """The parts of a field that hang together by land, each as a field."""
    move = board.land_move(nation, faction)
    parts = []
    while within:
        seed = within & -within
        part = seed | flood((move,), seed, seed, within, within & ~seed, None).found
        parts.append(part)
        within &= ~part
    return parts
