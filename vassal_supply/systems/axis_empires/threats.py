"""What the enemy could cut: the spaces whose loss would leave counters unsupplied, for each class of those who trace alike."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_supply.errors import RequestError
from vassal_supply.model import Unit
from vassal_supply.supply.threats import Cuts, Threat, cuts, threats
from vassal_supply.systems.axis_empires.judge import Judge, Users


def threats_to(judge: Judge, side: str, *, overland: bool) -> Iterator[Threat]:
    """The threats to the lines, or the overland lines, of a faction's counters, each under the bars that hold for it."""
    classes: dict[Users, list[Unit]] = {}
    for unit in judge.situation.units:
        if unit.side == side:
            classes.setdefault(judge.users_of(unit, overland=overland), []).append(unit)
    for users, units in classes.items():
        ids = {unit.id for unit in units}
        book = judge.engine(users).rulebook
        for one in threats(judge.situation, book, side):
            taken = tuple(id for id in one.taken if id in ids)
            zoned = tuple(id for id in one.zoned if id in ids)
            if taken or zoned:
                yield Threat(one.space, taken, zoned)


def smallest_cuts(judge: Judge, unit_id: str, *, overland: bool) -> Cuts:
    """The smallest sets of spaces whose loss cuts a counter off; raises :class:`RequestError`."""
    unit = next((one for one in judge.situation.units if one.id == unit_id), None)
    if unit is None:
        raise RequestError(f"no counter {unit_id!r} that traces lines stands on a space of the map")
    users = judge.users_of(unit, overland=overland)
    return cuts(judge.situation, judge.engine(users).rulebook, unit_id)
