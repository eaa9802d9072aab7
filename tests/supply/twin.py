"""The engine's slow twin: the same question put to networkx, from the unit's side and one unit at a time.

Each state a line can be in (part of the rule, leg, space, what the leg has cost) is a node; a unit is supplied when its
own node has a path to the end. Bars, links and prices come from the referee of ``legal.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import networkx

from tests.supply.legal import Referee
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Rulebook
from vassal_supply.supply.rulebook import Leg, LineRule

END = "end"
BEST = ("full", "partial", "out")


class State(NamedTuple):
    """Where a line is: in which part, on which of its legs (-1: none) and after which, begun on it, where, spent."""

    own: bool
    part: int
    number: int
    last: int
    begun: bool
    space: str
    spent: int


def grades(situation: Situation, rulebook: Rulebook) -> dict[str, str]:
    """The grade of every unit on the map, by id; in rounds, as units may trace to supplied units."""
    referee = Referee(situation, rulebook)
    units = [unit for unit in situation.units if unit.space in situation.map.spaces]
    found = {unit.id: "out" for unit in units}
    while True:
        better = {unit.id: grade_of(referee, unit, found) for unit in units}
        if better == found:
            return found
        found = better


def grade_of(referee: Referee, unit: Unit, known: dict[str, str]) -> str:
    """The best grade any line gives a unit; ``known`` are the grades of units it may trace to."""
    if unit.kind in referee.rulebook.need_none:
        return "full"
    found = {"out"}
    for line in referee.rulebook.lines:
        if not referee.serves(line, unit):
            continue
        for grade in ("full", "partial"):
            for goals, legs in ends(referee, line, unit, grade, known):
                if goals and networkx.has_path(*graph(referee, line, legs, unit, goals), END):
                    found.add("partial" if "partial" in (grade, line.grade) else "full")
    return min(found, key=BEST.index)


def ends(
    referee: Referee, line: LineRule, unit: Unit, grade: str, known: dict[str, str]
) -> Iterator[tuple[set[str], dict[str, Leg]]]:
    """The spaces a line may end on at a grade, with the legs that lead there."""
    legs = {name: referee.rulebook.legs[name] for name in line.legs}
    if not line.to_units:
        yield {source.space for source in referee.open_sources(line, unit, grade)}, legs
        return
    targets = [one for one in referee.targets(line, unit) if known[one.id] == grade]
    if not line.reach:
        yield {one.space for one in targets}, legs
        return
    for one in targets:
        ((name, leg),) = legs.items()
        unit_mp = referee.rulebook.mp_unit[1] / referee.rulebook.mp_unit[0] if leg.mp else 1
        limit = int(float(one.values.get(line.reach, 0)) * unit_mp)
        yield {one.space}, {name: leg._replace(limit=limit)}


def graph(
    referee: Referee, line: LineRule, legs: dict[str, Leg], unit: Unit, goals: set[str]
) -> tuple[networkx.DiGraph, State]:
    """All states a line of this rule can be in, for a unit, and how it goes on; with the first of them."""
    found: networkx.DiGraph = networkx.DiGraph()
    first = State(True, 0, -1, -1, False, unit.space, 0)
    found.add_nodes_from([first, END])
    todo, seen = [first], {first}
    while todo:
        state = todo.pop()
        for after in nexts(referee, line, legs, unit, goals, state):
            found.add_edge(state, after)
            if after != END and after not in seen:
                seen.add(after)
                todo.append(after)
    return found, first


def nexts(referee, line, legs, unit, goals, state) -> Iterator[State | str]:
    """The states after a state."""
    if state.own and state.space in goals:
        yield END
    if state.part == len(line.parts):
        return
    part = line.parts[state.part]
    if state.number < 0:
        yield state._replace(part=state.part + 1, last=-1)
        for number in range(len(part.legs)):
            if number != state.last:
                yield state._replace(number=number, last=-1)
        return
    if state.begun:
        over = state._replace(number=-1, begun=False, spent=0)
        if part.often:
            yield over._replace(last=state.number)
        else:
            yield over._replace(part=state.part + 1)
    yield from _steps(referee, legs[part.legs[state.number]], unit, goals, state)


def _steps(referee, leg, unit, goals, state) -> Iterator[State | str]:
    role = "start" if state.own else ""
    if not state.begun and not referee.passable(leg, unit, state.space, role):
        return
    for near in referee.ways(state.space, leg.links, referee.names(unit), frozenset()):
        price = referee.price(leg, unit, state.space, near)
        if price is None or (leg.limit is not None and state.spent + price > leg.limit):
            continue
        if near in goals and referee.passable(leg, unit, near, "end"):
            yield END
        if referee.passable(leg, unit, near, ""):
            spent = 0 if leg.limit is None else state.spent + price
            yield state._replace(own=False, begun=True, space=near, spent=spent)
