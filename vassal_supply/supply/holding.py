"""What holds each unit of a side in supply: sources, sources that feed only so many, and supplied headquarters.

Sources come first. Then those with a capacity are shared out among the units that have nothing as good. Then units
trace to supplied units, in rounds until nothing improves: so two units that could only feed each other stay hungry, and a
break in a chain of headquarters takes everybody under it along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply.costs import in_units
from vassal_supply.supply.legs import Trace
from vassal_supply.supply.rulebook import GRADES, Grade, LineRule

if TYPE_CHECKING:
    from vassal_supply.supply.engine import Chance, Engine


class Held(NamedTuple):
    """What holds a unit in supply: its grade, the line rule, all such lines, and the sources they may end on."""

    grade: Grade
    line: LineRule
    trace: Trace
    sources: tuple[Source, ...]


def settle(engine: Engine, side: str) -> dict[str, Held]:
    """What holds each supplied unit of a side, by unit id; units that need nothing or are out are not listed."""
    spared = engine.rulebook.need_none
    units = [
        unit
        for unit in engine.scene.units
        if unit.side == side and unit.space in engine.ground.bit and unit.kind not in spared
    ]
    held: dict[str, Held] = {}
    for unit in units:
        if found := _direct(engine, unit):
            held[unit.id] = found
    if any(capacity_of(source) is not None for source in engine.scene.sources):
        _share(engine, units, held)
    if any(line.to_units for line in engine.rulebook.lines):
        _chain(engine, units, held)
    return held


def _direct(engine: Engine, unit: Unit) -> Held | None:
    """The best a unit gets from sources without a limit."""
    users, bit = engine.scene.users_of(unit), engine.ground.bit[unit.space]
    for chance in engine.chances(unit.kind):
        if chance.line.to_units or not engine.serves(chance.line, bit):
            continue
        trace, sources = engine.open_lines(users, chance.line, chance.source_grade)
        if trace.begun >> bit & 1:
            return Held(chance.grade, chance.line, trace, sources)
    return None


def _share(engine: Engine, units: list[Unit], held: dict[str, Held]) -> None:
    """Give out what the sources with a capacity have, the better grade first; as many units as can be are fed."""
    room: dict[Source, int] = {}
    for source in engine.scene.sources:
        capacity = capacity_of(source)
        if capacity is not None:
            room[source] = room.get(source, 0) + capacity
    if not room:
        return
    from vassal_supply.supply.sharing import share_out

    for grade in GRADES[:2]:
        wanting = [unit for unit in units if _lacks(held, unit, grade)]
        offers = {unit.id: _offers(engine, unit, grade, room) for unit in wanting}
        wishes = {name: sorted(offers[name], key=by_place) for name in sorted(offers)}
        for name, source in share_out(wishes, room).items():
            held[name] = offers[name][source]
            room[source] -= 1


def _offers(
    engine: Engine, unit: Unit, grade: Grade, room: Mapping[Source, int]
) -> dict[Source, Held]:
    """The sources with room that a unit reaches at a grade."""
    users, bit = engine.scene.users_of(unit), engine.ground.bit[unit.space]
    found: dict[Source, Held] = {}
    for chance in engine.chances(unit.kind):
        if chance.grade != grade or chance.line.to_units or not engine.serves(chance.line, bit):
            continue
        for source in engine.open_sources(users, chance.line, chance.source_grade, limited=True):
            trace = engine.trace(users, chance.line, [source])
            if source not in found and trace.begun >> bit & 1 and room[source] > 0:
                found[source] = Held(grade, chance.line, trace, (source,))
    return found


def _chain(engine: Engine, units: list[Unit], held: dict[str, Held]) -> None:
    """Let units trace to supplied units, in rounds, until nothing improves any more."""
    grades: dict[str, Grade] = {unit.id: "full" for unit in _spared(engine)}
    grades |= {name: one.grade for name, one in held.items()} | dict(engine.pinned)
    improving = True
    while improving:
        found = {
            unit.id: better
            for unit in units
            if unit.id not in engine.pinned
            and (better := _through_others(engine, unit, grades, held.get(unit.id)))
        }
        held |= found
        grades |= {name: one.grade for name, one in found.items()}
        improving = bool(found)


def _through_others(
    engine: Engine, unit: Unit, grades: Mapping[str, Grade], now: Held | None
) -> Held | None:
    """Something better than a unit has now, by way of units that are in supply."""
    bit = engine.ground.bit[unit.space]
    for chance in engine.chances(unit.kind):
        if now and GRADES.index(chance.grade) >= GRADES.index(now.grade):
            return None
        if not chance.line.to_units or not engine.serves(chance.line, bit):
            continue
        if found := _to_units(engine, unit, chance, grades):
            return found
    return None


def _to_units(
    engine: Engine, unit: Unit, chance: Chance, grades: Mapping[str, Grade]
) -> Held | None:
    line = chance.line
    targets = [
        one
        for one in sorted(engine.targets(unit, line), key=lambda one: one.id)
        if grades.get(one.id) == chance.source_grade
    ]
    groups = [[one] for one in targets] if line.reach else [targets] if targets else []
    users, bit = engine.scene.users_of(unit), engine.ground.bit[unit.space]
    for group in groups:
        sources = [as_source(one, chance.source_grade) for one in group]
        trace = engine.trace(users, line, sources, reach_of(engine, line, group[0]))
        if trace.begun >> bit & 1:
            return Held(chance.grade, line, trace, tuple(sources))
    return None


def reach_of(engine: Engine, line: LineRule, target: Unit) -> int | None:
    """The limit that a unit's own value sets for lines to it, in spaces or the rulebook's movement unit."""
    if not line.reach:
        return None
    value = target.values.get(line.reach, 0)
    unit = engine.rulebook.mp_unit if engine.rulebook.legs[line.legs[0]].mp else (1, 1)
    return in_units(value, unit) or 0


def as_source(unit: Unit, grade: Grade) -> Source:
    """A unit that others trace to, as the source it is to them."""
    return Source(unit.space, unit.kind, unit.name, frozenset(), grade, unit.id)


def capacity_of(source: Source) -> int | None:
    """The number of units a source can supply at once, its value ``capacity``; ``None`` for any number."""
    capacity = source.values.get("capacity")
    return None if capacity is None else int(capacity)


def by_place(source: Source) -> tuple[str, str, str, str, list[str]]:
    """A key that puts sources in the same order however they are listed."""
    return source.space, source.name, source.kind, source.piece, sorted(source.users)


def _spared(engine: Engine) -> list[Unit]:
    return [unit for unit in engine.scene.units if unit.kind in engine.rulebook.need_none]


def _lacks(held: Mapping[str, Held], unit: Unit, grade: Grade) -> bool:
    now = held.get(unit.id)
    return now is None or GRADES.index(now.grade) > GRADES.index(grade)
