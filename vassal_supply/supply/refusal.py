"""Why a unit is out of supply: the one reason that fits all its lines best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply import wording
from vassal_supply.supply.determination import Reason
from vassal_supply.supply.holding import reach_of
from vassal_supply.supply.legs import Trace, branches_of
from vassal_supply.supply.rulebook import Leg, LineRule
from vassal_supply.supply.scene import Users

if TYPE_CHECKING:
    from vassal_supply.supply.engine import Engine, Goal


_IN_VAIN = ("hq-out", "no-room")


class Case(NamedTuple):
    """One line rule a unit might be supplied by, with all it may trace to, what of that is open and what is in vain."""

    line: LineRule
    goals: tuple[Goal, ...]
    open: tuple[Source, ...]
    in_vain: tuple[Goal, ...]


def why_out(engine: Engine, unit: Unit) -> Reason:
    """What is wrong with all lines of an unsupplied unit."""
    bit = engine.ground.bit[unit.space]
    lines = dict.fromkeys(chance.line for chance in engine.chances(unit.kind))
    cases = [_case(engine, unit, line) for line in lines if engine.serves(line, bit)]
    if not cases:
        return wording.no_rule(unit.kind)
    for case in cases:
        if in_vain := _reached_in_vain(engine, unit, case):
            return in_vain
    open_ = [case for case in cases if case.open]
    if not open_:
        return wording.no_goal(cases[0].line, any(case.goals for case in cases))
    longest = max(open_, key=lambda case: _length(engine, case.line)).line
    limits = wording.within(engine.ground, engine.rulebook, longest)
    if any(_would(engine, unit, case, bars=True, limits=False) for case in open_):
        return wording.too_far(longest, limits)
    if any(_would(engine, unit, case, bars=False, limits=True) for case in open_):
        return wording.cut_off(longest, limits)
    if any(_would(engine, unit, case, bars=False, limits=False) for case in open_):
        return wording.far_and_cut_off(longest, limits)
    if any(_would(engine, unit, case, bars=False, limits=False, shut=True) for case in cases):
        return wording.only_closed(longest)
    return wording.no_way(longest)


def _case(engine: Engine, unit: Unit, line: LineRule) -> Case:
    # All units that trace alike have the same sources; which other units they may trace to is their own affair.
    key = (unit.id if line.to_units else engine.scene.users_of(unit)), line
    if key not in engine.cases:
        goals = engine.goals(unit, line)
        # What is only hungry or full itself counts as open here: that a line reaches it in vain was asked before.
        open_ = [one for one in goals if all(bar.code in _IN_VAIN for bar in one.closing)]
        in_vain = [one for one in open_ if len(one.closing) == 1]
        sources = tuple(goal.source for goal in open_)
        engine.cases[key] = Case(line, goals, sources, tuple(in_vain))
    return engine.cases[key]


def _length(engine: Engine, line: LineRule) -> int:
    return sum(engine.rulebook.legs[name].limit or 0 for name in line.legs)


def _reached_in_vain(engine: Engine, unit: Unit, case: Case) -> Reason | None:
    """The reason when a line reaches what would supply the unit, were it in supply itself or had it room."""
    users, bit = engine.scene.users_of(unit), engine.ground.bit[unit.space]
    for code in _IN_VAIN:
        shut = [one.source for one in case.in_vain if one.closing[0].code == code]
        for source in sorted(shut, key=lambda one: (one.name, one.space)):
            limit = reach_to(engine, case.line, source)
            if engine.trace(users, case.line, [source], limit).begun >> bit & 1:
                return wording.in_vain(case.line, code, source)
    return None


def _would(
    engine: Engine, unit: Unit, case: Case, *, bars: bool, limits: bool, shut: bool = False
) -> bool:
    """Whether a unit would have a line without the bars, or without the limits; with ``shut`` to closed sources too."""
    bit = engine.ground.bit[unit.space]
    sources = tuple(goal.source for goal in case.goals) if shut else case.open
    groups = [(one,) for one in sources] if case.line.reach else [sources] if sources else []
    return any(
        lifted(engine, unit, case.line, group, bars=bars, limits=limits).begun >> bit & 1
        for group in groups
    )


def lifted(
    engine: Engine,
    unit: Unit,
    line: LineRule,
    sources: Sequence[Source],
    *,
    bars: bool,
    limits: bool,
) -> Trace:
    """All lines of a unit's users to some sources, with the bars or the limits taken away."""
    users = engine.scene.users_of(unit)
    legs = legs_to(engine, users, line, sources[0], bars=bars, limits=limits)
    goal = engine.ground.field_of(source.space for source in sources)
    key = users, line, goal, tuple(legs.values())
    if key not in engine.lifted:
        branches = branches_of(engine.scene, line, legs, users)
        engine.lifted[key] = Trace(engine.ground, branches, goal)
    return engine.lifted[key]


def legs_to(
    engine: Engine, users: Users, line: LineRule, source: Source, *, bars: bool, limits: bool
) -> dict[str, Leg]:
    """The legs of a line to a source, which may set their limit, without their bars or limits if so asked."""
    own = reach_to(engine, line, source)
    return {
        leg.name: leg._replace(
            bars=leg.bars if bars else (),
            limit=(leg.limit if own is None else own) if limits else None,
        )
        for leg in (engine.legs(users)[name] for name in line.legs)
    }


def reach_to(engine: Engine, line: LineRule, source: Source) -> int | None:
    """The limit that a unit to trace to sets for lines to it; ``None`` where the leg's own counts."""
    if not line.reach:
        return None
    target = next(unit for unit in engine.situation.units if unit.id == source.piece)
    return reach_of(engine, line, target)
