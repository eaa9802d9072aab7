"""What the enemy could cut: the spaces whose loss would leave counters unsupplied, for each class of those who trace alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vassal_supply.errors import RequestError
from vassal_supply.model import Unit
from vassal_supply.supply.threats import Threat, cuts, threats
from vassal_supply.systems.axis_empires.judge import Judge


def threat_rows(judge: Judge, sides: Collection[str]) -> list[dict[str, object]]:
    """One row for each space and way to lose it, the worst losses of each faction first; counters by name."""
    names = {unit.id: unit.name for unit in judge.situation.units}
    rows: list[dict[str, object]] = []
    for side in sides:
        found = sorted(_threats(judge, side), key=lambda one: -len(one.zoned or one.taken))
        rows += [
            {
                "space": one.space,
                "side": side,
                "lost": how,
                "ids": list(ids),
                "units": [names[id] for id in ids],
            }
            for one in found
            for how, ids in _ways_to_lose(one)
        ]
    return rows


def smallest_cuts(judge: Judge, unit_id: str) -> str:
    """In words, the smallest sets of spaces whose loss cuts a counter off; raises :class:`RequestError`."""
    unit = next((one for one in judge.situation.units if one.id == unit_id), None)
    if unit is None:
        raise RequestError(f"no counter {unit_id!r} that traces lines stands on a space of the map")
    return cuts(judge.situation, judge.engine(judge.users_of(unit)).rulebook, unit_id).text


def _threats(judge: Judge, side: str) -> Iterator[Threat]:
    """The threats to a faction's counters, each under the bars that hold for it."""
    classes: dict[object, list[Unit]] = {}
    for unit in judge.situation.units:
        if unit.side == side:
            classes.setdefault(judge.users_of(unit), []).append(unit)
    for units in classes.values():
        ids = {unit.id for unit in units}
        book = judge.engine(judge.users_of(units[0])).rulebook
        for one in threats(judge.situation, book, side):
            taken = tuple(id for id in one.taken if id in ids)
            zoned = tuple(id for id in one.zoned if id in ids)
            if taken or zoned:
                yield Threat(one.space, taken, zoned)


def _ways_to_lose(threat: Threat) -> Iterator[tuple[str, tuple[str, ...]]]:
    """How a space may be lost and the counters that would be out; the enemy's zone only where it does more."""
    if threat.taken:
        yield "taken", threat.taken
    if threat.zoned and threat.zoned != threat.taken:
        yield "in an enemy zone of control", threat.zoned
