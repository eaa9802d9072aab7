"""Zones of control: which spaces the enemy's units reach with theirs, and which unit reaches where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from vassal_supply.model import Situation, Unit
from vassal_supply.supply.rulebook import ZocRule
from vassal_supply.supply.ways import ADJACENT, Ways


class Zones:
    """The zones of control in one situation under one rule. A unit's own space is not part of its zone.

    ``step`` is the one by which zones spread; ``graded`` gives the grade that decides whose zone counts, by unit id, where the rule goes by a computed grade.
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
        self._units = [unit for unit in situation.units if self._counts(unit)] if rule.range else []
        closed = rule.not_into
        self._into = self._ground.every & ~self._ground.field_of(
            space.id
            for space in (situation.map.spaces.values() if closed else ())
            if space.terrain in closed or space.features & closed
        )
        self._against: dict[str, int] = {}
        self._reach: dict[str, int] = {}

    def against(self, side: str) -> int:
        """The spaces in the zone of control of any unit hostile to a side."""
        if side not in self._against:
            places = {unit.space for unit in self._units if unit.side and unit.side != side}
            if self.rule.range == 1:
                self._against[side] = self._spread(places)
            else:
                self._against[side] = reduce(or_, map(self.of, places), 0)
        return self._against[side]

    def of(self, space: str) -> int:
        """The zone of control of a unit standing on a space."""
        if space not in self._reach:
            self._reach[space] = self._spread([space]) & ~self._ground.field_of([space])
        return self._reach[space]

    def over(self, space: str, side: str) -> tuple[Unit, ...]:
        """The units hostile to a side whose zone of control covers a space, in the situation's order."""
        bit = self._ground.bit[space]
        return tuple(
            unit
            for unit in self._units
            if unit.side and unit.side != side and self.of(unit.space) >> bit & 1
        )

    def _counts(self, unit: Unit) -> bool:
        if not unit.zoc:
            return False
        if self.rule.status == "any":
            return True
        grade = unit.supply if self._graded is None else self._graded.get(unit.id, "")
        return grade not in self.rule.lost_when

    def _spread(self, places: Iterable[str]) -> int:
        zone, edge = 0, self._ground.field_of(places)
        for _ in range(self.rule.range):
            edge = self.step.image(edge) & self._into & ~zone
            zone |= edge
        return zone
