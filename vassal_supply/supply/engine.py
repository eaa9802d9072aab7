"""The engine: a situation and a rulebook make a determination.

Lines are searched from the sources, once for each class of users, line rule and source grade; a unit is then a
single bit to look up, and its line is walked only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply import wording
from vassal_supply.supply.determination import (
    Account,
    Determination,
    Effect,
    Reason,
    Step,
    Verdict,
)
from vassal_supply.supply.legs import Trace, Way, way_of
from vassal_supply.supply.rulebook import GRADES, BarRule, Grade, Leg, LineRule, Rulebook, worst
from vassal_supply.supply.scene import Scene, Users
from vassal_supply.supply.steps import Ways

if TYPE_CHECKING:
    from vassal_supply.supply.explanation import Explanation


class Chance(NamedTuple):
    """One way a unit may be in supply: a line rule, and the grade it gives with sources of ``source_grade``."""

    grade: Grade
    line: LineRule
    source_grade: Grade


class Engine:
    """One situation under one rulebook. ``ways`` may come from an earlier engine on the same map."""

    def __init__(
        self, situation: Situation, rulebook: Rulebook, *, ways: Ways | None = None
    ) -> None:
        self.situation = situation
        self.rulebook = rulebook
        self.scene = Scene(situation, rulebook.zoc, ways)
        self.ground = self.scene.ground
        self._traces: dict[tuple[Users, LineRule, Grade], Trace] = {}
        self._chances: dict[str, tuple[Chance, ...]] = {}
        self._effects: dict[tuple[str, Grade], tuple[Effect, ...]] = {}
        self._lifted: dict[object, int] = {}

    def determine(self, sides: Collection[str] | None = None) -> Determination:
        """The verdicts on all units, or on those of ``sides``; see :func:`determine`."""
        for side in sides or ():
            if side not in self.situation.sides:
                known = ", ".join(self.situation.sides)
                raise RequestError(f"no side {side!r} in this game; its sides are {known}")
        warnings = [
            ReadWarning(
                name, "another space lies in the same cell of the grid; links alone reach it"
            )
            for name in self.ground.doubled
        ]
        verdicts: dict[str, Verdict] = {}
        for unit in self.situation.units:
            if sides is not None and unit.side not in sides:
                continue
            if unit.space in self.ground.bit:
                verdicts[unit.id] = self.judge(unit)
            else:
                warnings.append(ReadWarning(unit.name, wording.no_such_space(unit)))
        return Determination(self.rulebook.system, verdicts, warnings, explain=self.explain)

    def explain(self, unit_id: str) -> Explanation:
        """Why a unit has its grade; raises :class:`RequestError` for a piece that is no unit on the map."""
        from vassal_supply.supply.explanation import explain_unit

        for unit in self.situation.units:
            if unit.id == unit_id and unit.space in self.ground.bit:
                return explain_unit(self, unit)
        raise RequestError(f"no unit {unit_id!r} stands on a space of the map")

    def judge(self, unit: Unit) -> Verdict:
        """The verdict on one unit, which stands on a space of the map."""
        if unit.kind in self.rulebook.need_none:
            account = Account((), None, (wording.needs_none(unit, self.rulebook),))
            return Verdict(unit, "full", self.effects(unit, "full"), lambda: account)
        users = self.scene.users_of(unit)
        bit = self.ground.bit[unit.space]
        for chance in self.chances(unit.kind):
            trace = self.trace(users, chance.line, chance.source_grade)
            if trace.begun >> bit & 1:
                tell = partial(self._account, users, chance, trace, bit)
                return Verdict(unit, chance.grade, self.effects(unit, chance.grade), tell)
        return Verdict(
            unit, "out", self.effects(unit, "out"), partial(self._out, unit.kind, users, bit)
        )

    def chances(self, kind: str) -> tuple[Chance, ...]:
        """The ways a unit of a kind may be in supply: best grade first, then in the rulebook's order."""
        if kind not in self._chances:
            lines = [line for line in self.rulebook.lines if not line.units or kind in line.units]
            found = [
                Chance(worst(line.grade, grade), line, grade)
                for line in lines
                for grade in GRADES[:2]
            ]
            found.sort(key=lambda chance: GRADES.index(chance.grade))
            self._chances[kind] = tuple(found)
        return self._chances[kind]

    def trace(self, users: Users, line: LineRule, grade: Grade) -> Trace:
        """All lines of these users by one line rule to the open sources of one grade."""
        key = users, line, grade
        if key not in self._traces:
            goal = self.ground.field_of(one.space for one in self.sources(users, line, grade))
            self._traces[key] = Trace(self.ground, self.ways(users, line) if goal else (), goal)
        return self._traces[key]

    def ways(self, users: Users, line: LineRule) -> tuple[Way, ...]:
        """The legs of a line rule as these users can use them."""
        return tuple(way_of(self.scene, self.rulebook.legs[name], users) for name in line.legs)

    def sources(
        self, users: Users, line: LineRule, grade: Grade | None = None, *, closed: bool = False
    ) -> list[Source]:
        """The sources that a line rule may end on for these users, of one grade or any.

        With ``closed`` those that a ``[[source]]`` rule closes are listed too.
        """
        return [
            source
            for source in self.situation.sources
            if (not line.to or source.kind in line.to)
            and (not source.users or source.users & users.names)
            and (grade is None or source.grade == grade)
            and source.space in self.ground.bit
            and (closed or not self.closing(source, users))
        ]

    def closing(self, source: Source, users: Users) -> list[BarRule]:
        """The bars of ``[[source]]`` rules that close a source to these users now."""
        bit = self.ground.bit[source.space]
        return [
            bar
            for rule in self.rulebook.sources
            if not rule.kinds or source.kind in rule.kinds
            for bar in rule.bars
            if self.scene.barred(bar, users.side) >> bit & 1
        ]

    def effects(self, unit: Unit, grade: Grade) -> tuple[Effect, ...]:
        """What a grade does to a unit under the rulebook."""
        key = unit.kind, grade
        if key not in self._effects:
            self._effects[key] = tuple(
                Effect(rule.rule, rule.code, rule.text, rule.allowed, rule.value)
                for rule in self.rulebook.effects
                if rule.grade == grade and (not rule.units or unit.kind in rule.units)
            )
        return self._effects[key]

    def _account(self, users: Users, chance: Chance, trace: Trace, bit: int) -> Account:
        line = tuple(Step(self.ground.ids[at], leg) for at, leg in trace.line(bit))
        source = min(
            (
                one
                for one in self.sources(users, chance.line, chance.source_grade)
                if one.space == line[-1].space
            ),
            key=lambda one: (one.name, one.kind, one.piece, sorted(one.users)),
        )
        reasons = [wording.has_line(self.ground, chance.line, line, source)]
        if chance.grade == "partial":
            reasons.append(wording.only_partial(chance.line, source))
        return Account(line, source, tuple(reasons))

    def _out(self, kind: str, users: Users, bit: int) -> Account:
        return Account((), None, (self._why_out(kind, users, bit),))

    def _why_out(self, kind: str, users: Users, bit: int) -> Reason:
        """The reason that fits an unsupplied unit best: what is wrong with all its lines."""
        lines = [chance.line for chance in self.chances(kind) if chance.source_grade == "full"]
        if not lines:
            return wording.no_rule(kind)
        if not any(self.sources(users, line) for line in lines):
            shut = any(self.sources(users, line, closed=True) for line in lines)
            return wording.no_source(lines[0].rule, shut)
        if any(self._would(users, line, bit, limits=False) for line in lines):
            return wording.too_far(self.ground, self._longest(lines))
        if any(self._would(users, line, bit, bars=False) for line in lines):
            return wording.cut_off(self.ground, self._longest(lines))
        if any(self._would(users, line, bit, bars=False, limits=False) for line in lines):
            return wording.far_and_cut_off(self.ground, self._longest(lines))
        return wording.no_way(lines[0].rule)

    def _would(
        self, users: Users, line: LineRule, bit: int, *, bars: bool = True, limits: bool = True
    ) -> bool:
        """Whether a unit would have a line without the bars, or without the limits."""
        key = "would", users, line, bars, limits
        if key not in self._lifted:
            goal = self.ground.field_of(one.space for one in self.sources(users, line))
            ways = tuple(self._without(way, users, bars, limits) for way in self.ways(users, line))
            self._lifted[key] = Trace(self.ground, ways, goal).begun
        return bool(self._lifted[key] >> bit & 1)

    def _without(self, way: Way, users: Users, bars: bool, limits: bool) -> Way:
        leg = way.leg if limits else way.leg._replace(limit=None)
        if bars:
            return way._replace(leg=leg)
        return way_of(self.scene, leg._replace(bars=()), users)

    def _longest(self, lines: list[LineRule]) -> tuple[LineRule, list[Leg]]:
        """The line rule that allows the longest line, with its legs: what a refusal speaks of."""
        return max(
            ((line, [self.rulebook.legs[name] for name in line.legs]) for line in lines),
            key=lambda pair: sum(leg.limit or 0 for leg in pair[1]),
        )
