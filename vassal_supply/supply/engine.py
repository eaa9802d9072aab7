"""The engine: a situation and a rulebook make a determination.

Lines are searched from the sources, once for each class of users, line rule and source grade; a unit is then a
single bit to look up, and its line is walked only when somebody asks for it.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply import wording
from vassal_supply.supply.determination import (
    Account,
    Determination,
    Effect,
    Step,
    Verdict,
)
from vassal_supply.supply.holding import Held, as_source, by_place, capacity_of, settle
from vassal_supply.supply.legs import Trace, branches_of
from vassal_supply.supply.rulebook import GRADES, BarRule, Grade, Leg, LineRule, Rulebook, worst
from vassal_supply.supply.scene import Scene, Users
from vassal_supply.supply.ways import Ways

if TYPE_CHECKING:
    from vassal_supply.supply.explanation import Explanation
    from vassal_supply.supply.refusal import Case
    from vassal_supply.supply.shortest import Shortest

UNSUPPLIED = BarRule(by="unsupplied", code="hq-out")
"""What closes a unit that others trace to while it is out of supply itself."""
NO_ROOM = BarRule(by="capacity", code="no-room")
"""What closes a source that already supplies as many units as it can."""
_UNSUPPLIED: dict[Grade, tuple[BarRule, ...]] = {"full": (), "partial": (), "out": (UNSUPPLIED,)}


class Chance(NamedTuple):
    """One way a unit may be in supply: a line rule, and the grade it gives with sources of ``source_grade``."""

    grade: Grade
    line: LineRule
    source_grade: Grade


class Goal(NamedTuple):
    """A source that a unit may trace to, and the bars that close it now."""

    source: Source
    closing: tuple[BarRule, ...]


class Engine:
    """One situation under one rulebook.

    ``scene`` may be one made from the same situation and rulebook with something changed; ``pinned`` are grades that
    stand whatever a search finds, by unit id.
    """

    def __init__(
        self,
        situation: Situation,
        rulebook: Rulebook,
        *,
        ways: Ways | None = None,
        scene: Scene | None = None,
        graded: Mapping[str, str] | None = None,
        pinned: Mapping[str, Grade] | None = None,
    ) -> None:
        self.situation = situation
        self.rulebook = rulebook
        self.scene = scene or Scene(situation, rulebook, ways, graded)
        self.ground = self.scene.ground
        self.pinned = pinned or {}
        self._held: dict[str, dict[str, Held]] = {}
        self._traces: dict[tuple[Users, LineRule, int, int | None], Trace] = {}
        self._sources: dict[tuple[Users, LineRule], tuple[Goal, ...]] = {}
        self._open: dict[
            tuple[Users, LineRule, Grade | None], tuple[Trace, tuple[Source, ...]]
        ] = {}
        self._chances: dict[str, tuple[Chance, ...]] = {}
        self._effects: dict[tuple[str, Grade], tuple[Effect, ...]] = {}
        self._legs: dict[Users, dict[str, Leg]] = {}
        self._shortest: dict[Trace, Shortest] = {}
        self.lifted: dict[object, Trace] = {}
        self.cases: dict[object, Case] = {}

    def determine(self, sides: Collection[str] | None = None) -> Determination:
        """The verdicts on all units, or on those of ``sides``; see :func:`vassal_supply.supply.determine`."""
        check_sides(self.situation, sides)
        warnings = [ReadWarning(name, wording.DOUBLED) for name in self.ground.doubled]
        verdicts: dict[str, Verdict] = {}
        for unit in self.situation.units:
            if sides is not None and unit.side not in sides:
                continue
            if unit.space in self.ground.bit:
                verdicts[unit.id] = self.judge(unit)
            else:
                warnings.append(ReadWarning(unit.name, wording.no_such_space(unit)))
        return Determination(self.rulebook.system, verdicts, warnings, explain=self.explain)

    def explain(self, unit_id: str) -> "Explanation":
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
        if unit.id in self.pinned:
            grade = self.pinned[unit.id]
            pinned = Account((), None, (wording.unsettled(self.rulebook, grade),))
            return Verdict(unit, grade, self.effects(unit, grade), lambda: pinned)
        held = self.held(unit.side).get(unit.id)
        if held is None:
            return Verdict(unit, "out", self.effects(unit, "out"), partial(self._out, unit))
        tell = partial(self._account, held, self.ground.bit[unit.space])
        return Verdict(unit, held.grade, self.effects(unit, held.grade), tell)

    def held(self, side: str) -> dict[str, Held]:
        """What holds each supplied unit of a side in supply, by unit id."""
        if side not in self._held:
            self._held[side] = settle(self, side)
        return self._held[side]

    def grade_of(self, unit: Unit) -> Grade:
        """The grade of a unit on the map, without the rest of its verdict."""
        if unit.kind in self.rulebook.need_none:
            return "full"
        if unit.id in self.pinned:
            return self.pinned[unit.id]
        held = self.held(unit.side).get(unit.id)
        return held.grade if held else "out"

    def space_grade(self, space: str, side: str, nation: str = "", kind: str = "unit") -> Grade:
        """The grade of a *space* for a side, which is another question than that of the units in it.

        It is what a unit of the kind would have that came there now and is in no headquarters' care; bars that exempt a
        unit's own space exempt this one. Raises :class:`RequestError` for an unknown space.
        """
        if space not in self.ground.bit:
            raise RequestError(f"no space {space!r} on the map")
        unit = Unit("", "", "", space, side, nation, kind)
        users, bit = self.scene.users_of(unit), self.ground.bit[space]
        for chance in self.chances(kind):
            if not chance.line.to_units and self.serves(chance.line, bit):
                trace, _ = self.open_lines(users, chance.line, chance.source_grade)
                if trace.begun >> bit & 1:
                    return chance.grade
        return "out"

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

    def serves(self, line: LineRule, bit: int) -> bool:
        """Whether a line rule is for units on a space at all."""
        return not line.on or bool(self.scene.showing(line.on) >> bit & 1)

    def trace(
        self, users: Users, line: LineRule, sources: Sequence[Source], limit: int | None = None
    ) -> Trace:
        """All lines of these users by one line rule to some sources; ``limit`` replaces the one of its leg."""
        goal = self.ground.field_of(source.space for source in sources)
        key = users, line, goal, limit
        if key not in self._traces:
            legs = self.legs(users)
            if limit is not None:
                legs = {name: legs[name]._replace(limit=limit) for name in line.legs}
            branches = branches_of(self.scene, line, legs, users) if goal else ()
            self._traces[key] = Trace(self.ground, branches, goal)
        return self._traces[key]

    def open_lines(
        self, users: Users, line: LineRule, grade: Grade | None
    ) -> tuple[Trace, tuple[Source, ...]]:
        """All lines of these users by one line rule to open sources of a grade, or any, and those sources."""
        key = users, line, grade
        if key not in self._open:
            sources = tuple(self.open_sources(users, line, grade))
            self._open[key] = self.trace(users, line, sources), sources
        return self._open[key]

    def legs(self, users: Users) -> dict[str, Leg]:
        """The rulebook's legs, without the bars that spare these users."""
        if users not in self._legs:
            self._legs[users] = {
                name: leg._replace(
                    bars=tuple(bar for bar in leg.bars if not bar.spares & users.names)
                )
                for name, leg in self.rulebook.legs.items()
            }
        return self._legs[users]

    def goals(self, unit: Unit, line: LineRule) -> tuple[Goal, ...]:
        """All that a line rule lets a unit trace to, what is closed included."""
        if line.to_units:
            found = [(one, self.grade_of(one)) for one in self.targets(unit, line)]
            return tuple(
                Goal(as_source(one, "full" if grade == "out" else grade), _UNSUPPLIED[grade])
                for one, grade in found
            )
        return tuple(
            Goal(source, (*closing, NO_ROOM)) if self._is_full(source, unit.side) else goal
            for goal in self._source_goals(self.scene.users_of(unit), line)
            for source, closing in (goal,)
        )

    def _is_full(self, source: Source, side: str) -> bool:
        capacity = capacity_of(source)
        if capacity is None:
            return False
        fed = sum(one.sources == (source,) for one in self.held(side).values())
        return fed >= capacity * self.scene.sources.count(source)

    def open_sources(
        self, users: Users, line: LineRule, grade: Grade | None, *, limited: bool = False
    ) -> list[Source]:
        """The open sources of a grade, or any, that a line rule may end on.

        Without ``limited`` those that supply any number of units, with it the others.
        """
        return [
            source
            for source, closing in self._source_goals(users, line)
            if not closing
            and grade in (None, source.grade)
            and (bool(source.values) and capacity_of(source) is not None) == limited
        ]

    def reached(self, users: Users, kind: str = "unit") -> int:
        """The spaces where a unit of a kind would be in supply at all, by lines to sources without a limit."""
        field = 0
        for line in dict.fromkeys(chance.line for chance in self.chances(kind)):
            if not line.to_units:
                begun = self.open_lines(users, line, None)[0].begun
                field |= begun & self.scene.showing(line.on) if line.on else begun
        return field

    def targets(self, unit: Unit, line: LineRule) -> list[Unit]:
        """The friendly units on the map that a unit may trace to by a line rule, in supply or not."""
        return [
            one
            for one in self.scene.units
            if one.side == unit.side
            and one.kind in line.to_units
            and one.id != unit.id
            and one.space in self.ground.bit
            and (not line.own or one.id in unit.superiors)
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

    def _source_goals(self, users: Users, line: LineRule) -> tuple[Goal, ...]:
        key = users, line
        if key not in self._sources:
            bit = self.ground.bit
            self._sources[key] = tuple(
                Goal(source, self._closing(source, users) if self.rulebook.sources else ())
                for source in self.scene.sources
                if (not line.to or source.kind in line.to)
                and (not source.users or source.users & users.names)
                and source.space in bit
            )
        return self._sources[key]

    def _closing(self, source: Source, users: Users) -> tuple[BarRule, ...]:
        """The bars of ``[[source]]`` rules that close a source to these users now."""
        bit = self.ground.bit[source.space]
        return tuple(
            bar
            for rule in self.rulebook.sources
            if not rule.kinds or source.kind in rule.kinds
            for bar in rule.bars
            if not bar.spares & users.names and self.scene.barred(bar, users.side) >> bit & 1
        )

    def _account(self, held: Held, bit: int) -> Account:
        line = tuple(Step(self.ground.ids[at], leg) for at, leg in self._shown(held.trace, bit))
        source = min(
            (one for one in held.sources if one.space == line[-1].space),
            key=by_place,
        )
        reasons = [wording.has_line(self.ground, held.line, line, source)]
        if held.grade == "partial":
            reasons.append(wording.only_partial(held.line, source))
        return Account(line, source, tuple(reasons))

    def _shown(self, trace: Trace, bit: int) -> list[tuple[int, str]]:
        """The shortest line of a trace from a space."""
        if trace not in self._shortest:
            from vassal_supply.supply.shortest import Shortest

            self._shortest[trace] = Shortest(trace)
        return self._shortest[trace].line(bit)

    def _out(self, unit: Unit) -> Account:
        from vassal_supply.supply.refusal import why_out

        return Account((), None, (why_out(self, unit),))


def check_sides(situation: Situation, sides: Collection[str] | None) -> None:
    """Raise :class:`RequestError` for a side the situation does not have."""
    for side in sides or ():
        if side not in situation.sides:
            known = ", ".join(situation.sides)
            raise RequestError(f"no side {side!r} in this game; its sides are {known}")
