"""The sentences of a referee: a counter's line stretch by stretch, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from vassal_supply.model import MapModel, Situation, Source, Unit
from vassal_supply.supply import Reason, Step
from vassal_supply.systems.axis_empires.board import (
    CONVOY,
    HOME_CITY,
    PARTISANS,
    POLICY_CONVOY,
)
from vassal_supply.systems.axis_empires.state import NAVAL_ZONE

FREE, RAILWAY, ROAD, OFF, STRAIT, BY_SEA, IN_BOX = (
    "free trace",
    "rail",
    "road",
    "off the road",
    "strait",
    "sea",
    "box",
)
"""The names of the legs of the rulebook."""

_NAMED = 3
"""So many places on the way are named."""


def place(model: MapModel, space: str) -> str:
    """A space as a player calls it: name and hex, a hex alone, or a box or Naval Zone with its article."""
    found = model.spaces[space]
    if found.lattice is None:
        return f"the {space}"
    return f"{found.names[0]} ({space})" if found.names else space


def shown(line: Sequence[Step]) -> tuple[Step, ...]:
    """A line as it is reported: the step off a road is a step by rail."""
    return tuple(step._replace(leg=RAILWAY) if step.leg == OFF else step for step in line)


def supplied(
    situation: Situation, unit: Unit, line: Sequence[Step], source: Source
) -> tuple[Reason, ...]:
    """Why a counter is supplied: each stretch of its line, and its source last."""
    if len(line) == 1:
        return (_on_source(situation.map, unit, source),)
    teller = _Teller(situation, unit.side)
    return (*teller.stretches(line), _source(situation.map, source))


def _on_source(model: MapModel, unit: Unit, source: Source) -> Reason:
    where = place(model, unit.space)
    text = f"it stands on {where}, {_what(source)}; no line is needed"
    return Reason(f"10.2 AE-3, {_source_rule(source)}", "on-source", text)


def _source(model: MapModel, source: Source) -> Reason:
    text = f"{place(model, source.space)} is {_what(source)}"
    return Reason(_source_rule(source), "source", text)


def _what(source: Source) -> str:
    users = " or ".join(sorted(source.users))
    if source.kind == HOME_CITY:
        return f"a Home Country City of {users}"
    if source.kind == PARTISANS:
        return f"the hex of a Partisan Base in {users}"
    part = "" if source.name == source.space else f"part of the {source.name}, "
    return f"{part}a supply source of the {users} faction"


def _source_rule(source: Source) -> str:
    if source.kind == HOME_CITY:
        return "10.1 AE-1a"
    if source.kind == PARTISANS:
        return "10.1 AE-1b"
    return "10.1 AE-1c" if source.users == {"Western"} else "10.1 AE-1d"


class _Teller:
    """Tells the stretches of one line."""

    def __init__(self, situation: Situation, side: str) -> None:
        self._model = situation.map
        self._situation = situation
        self._side = side

    def stretches(self, line: Sequence[Step]) -> Iterator[Reason]:
        """One reason for each stretch, and one for a run that is no more than the Road hex where it joins."""
        at = 0
        for leg, steps in groupby(shown(line)[1:], key=lambda step: step.leg):
            spaces = [line[at].space, *(step.space for step in steps)]
            if line[at + 1].leg == OFF and line[at].leg not in ("", ROAD):
                yield Reason(
                    "10.2 AE-5b", "road", f"it joins the network on {self._a_road(spaces[0])}"
                )
            yield from self._stretch(leg, spaces)
            at += len(spaces) - 1

    def _stretch(self, leg: str, spaces: list[str]) -> Iterator[Reason]:
        if leg == FREE:
            count = "one free hex" if len(spaces) == 2 else "two free hexes"
            listed = " and ".join(self._place(space) for space in spaces[1:])
            yield Reason("10.2 AE-4", "free-trace", f"{count}: {listed}")
        elif leg == RAILWAY:
            yield Reason("10.2 AE-5", "rail", f"by rail {self._through(spaces)}")
        elif leg == ROAD:
            text = f"along Road hexes {self._through(spaces)}, the one run it may have"
            yield Reason("10.2 AE-5b", "road", text)
        elif leg == STRAIT:
            ends = f"from {self._place(spaces[0])} to {self._place(spaces[-1])}"
            text = f"across the Connected Strait {ends}, the only one it may cross"
            yield Reason("10.2 AE-5b", "strait", text)
        elif leg == BY_SEA:
            yield from self._by_sea(spaces)
        else:
            yield from self._boxes(spaces)

    def _a_road(self, space: str) -> str:
        return f"{self._place(space)}, a Road hex: that is the one run it may have"

    def _boxes(self, spaces: list[str]) -> Iterator[Reason]:
        ends = f"from {self._place(spaces[0])} to {self._place(spaces[-1])}"
        yield Reason("10.2 AE-7, AE-9", "box", f"by Off-Map Box {ends}")

    def _by_sea(self, spaces: list[str]) -> Iterator[Reason]:
        start = spaces[0]
        for at, space in enumerate(spaces):
            if NAVAL_ZONE not in self._model.spaces[space].features:
                continue
            ports = f"from {self._place(start)} to {self._place(spaces[at + 1])}"
            text = f"across the {space} {ports}, with the {self._convoy(space)}"
            yield Reason("10.2 AE-6", "sea", text)
            start = spaces[at + 1]

    def _convoy(self, zone: str) -> str:
        """The friendly convoy of a zone."""
        return next(
            one.name
            for one in self._situation.markers
            if one.space == zone and one.side == self._side and one.kind in (CONVOY, POLICY_CONVOY)
        )

    def _through(self, spaces: list[str]) -> str:
        passed = [one for one in spaces[1:-1] if self._model.spaces[one].names]
        named = [self._model.spaces[one].names[0] for one in passed]
        if len(named) > _NAMED:
            step = (len(named) - 1) / (_NAMED - 1)
            named = [named[round(n * step)] for n in range(_NAMED)]
        way = f" through {', '.join(named)}" if named else ""
        return f"from {self._place(spaces[0])}{way} to {self._place(spaces[-1])}"

    def _place(self, space: str) -> str:
        return place(self._model, space)
