"""Zones of control: which spaces the enemy's units reach with theirs, and which unit reaches where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from vassal_supply.model import Situation, Unit
from vassal_supply.supply.ground import SET, Sketch
from vassal_supply.supply.rulebook import ZocRule
from vassal_supply.supply.ways import ADJACENT, Ways


class Zones:
    """Where the units stand, and the zones of control of those that have one. A unit's own space is not in its zone.

    ``step`` is the one by which zones spread. ``graded`` gives the grade that decides whose zone counts, by unit id, where
    the rule goes by a computed grade.
    """

    def __init__(
        self,
        situation: Situation,
        rule: ZocRule,
        ways: Ways,
        graded: Mapping[str, str] | None = None,
    ) -> None:
        self.rule = rule
        self._ground = ways.ground
        self.step = ways.steps(frozenset({ADJACENT}), rule.stopped_by_hexsides, frozenset())[0]
        self._graded = graded
        self._units = situation.units
        closed = self._ground.showing(rule.not_into) if rule.not_into else 0
        self._into = self._ground.every & ~closed
        self._zoned, self._others = self._places()
        self._standing: dict[tuple[str, bool], int] = {}
        self._against: dict[str, int] = {}
        self._reach: dict[str, int] = {}

    def standing(self, side: str, *, enemy: bool) -> int:
        """The spaces that hold a unit of a side, or one hostile to it."""
        if (side, enemy) not in self._standing:
            field = 0
            for places in (self._zoned, self._others):
                for owner, spaces in places.items():
                    if (owner and owner != side) if enemy else owner == side:
                        field |= spaces
            self._standing[side, enemy] = field
        return self._standing[side, enemy]

    def against(self, side: str) -> int:
        """The spaces in the zone of control of any unit hostile to a side."""
        if side not in self._against:
            field = 0
            for owner, spaces in self._zoned.items():
                if owner and owner != side:
                    field |= spaces
            if self.rule.range > 1:
                names = self._ground.names_of(field)
                self._against[side] = reduce(or_, map(self.of, names), 0)
            else:
                self._against[side] = self._spread(field)
        return self._against[side]

    def of(self, space: str) -> int:
        """The zone of control of a unit standing on a space."""
        if space not in self._reach:
            here = self._ground.field_of([space])
            self._reach[space] = self._spread(here) & ~here
        return self._reach[space]

    def over(self, space: str, side: str) -> tuple[Unit, ...]:
        """The units hostile to a side whose zone of control covers a space, in the situation's order."""
        bit = self._ground.bit[space]
        return tuple(
            unit
            for unit in self._units
            if unit.side not in ("", side) and self._counts(unit) and self.of(unit.space) >> bit & 1
        )

    def _counts(self, unit: Unit) -> bool:
        if not unit.zoc:
            return False
        if self.rule.status == "any":
            return True
        grade = unit.supply if self._graded is None else self._graded.get(unit.id, "")
        return grade not in self.rule.lost_when

    def _spread(self, edge: int) -> int:
        zone = 0
        for _ in range(self.rule.range):
            edge = self.step.image(edge) & self._into & ~zone
            zone |= edge
        return zone

    def _places(self) -> tuple[dict[str, int], dict[str, int]]:
        """By side the spaces of units whose zone counts, and those of the others."""
        zoned: dict[str, Sketch] = {}
        others: dict[str, Sketch] = {}
        anybody, bit_of, blank = self.rule.status == "any", self._ground.bit.get, self._ground.blank
        for unit in self._units:
            bit = bit_of(unit.space)
            if bit is not None:
                places = zoned if (unit.zoc if anybody else self._counts(unit)) else others
                if unit.side not in places:
                    places[unit.side] = blank()
                places[unit.side][~bit] = SET
        return (
            {side: int(sketch, 2) for side, sketch in zoned.items()},
            {side: int(sketch, 2) for side, sketch in others.items()},
        )
