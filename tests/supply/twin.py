"""The engine's slow twin: the same question put to networkx, from the unit's side and one unit at a time.

Each place a line can be in (leg, space, spaces used of the leg's limit) is a node; a unit is supplied when its own
node has a path to the end. Bars and links come from the referee of ``legal.py``.
"""

from __future__ import annotations

import networkx

from tests.supply.legal import Referee
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Rulebook
from vassal_supply.supply.rulebook import Leg, LineRule

END = "end"


def grades(situation: Situation, rulebook: Rulebook) -> dict[str, str]:
    """The grade of every unit on the map, by id."""
    referee = Referee(situation, rulebook)
    return {
        unit.id: grade_of(referee, unit)
        for unit in situation.units
        if unit.space in situation.map.spaces
    }


def grade_of(referee: Referee, unit: Unit) -> str:
    """The best grade any line gives a unit."""
    if unit.kind in referee.rulebook.need_none:
        return "full"
    found = {"out"}
    for line in referee.rulebook.lines:
        if line.units and unit.kind not in line.units:
            continue
        for grade in ("full", "partial"):
            goals = {source.space for source in referee.open_sources(line, unit, grade)}
            if goals and networkx.has_path(
                graph(referee, line, unit, goals), ("own", 0, unit.space), END
            ):
                found.add("partial" if "partial" in (grade, line.grade) else "full")
    return min(found, key=("full", "partial", "out").index)


def graph(referee: Referee, line: LineRule, unit: Unit, goals: set[str]) -> networkx.DiGraph:
    """All places a line of this rule can be in, for a unit, and how it goes on."""
    found: networkx.DiGraph = networkx.DiGraph()
    own = unit.space
    found.add_nodes_from([("own", 0, own), END])
    if own in goals:
        found.add_edge(("own", 0, own), END)
    for number, name in enumerate(line.legs):
        leg = referee.rulebook.legs[name]
        found.add_edge(("own", number, own), ("own", number + 1, own))
        _go(found, referee, leg, unit, goals, ("own", number, own), number, 0)
        for space in referee.spaces:
            most = len(referee.spaces) if leg.limit is None else leg.limit
            for used in range(min(most, len(referee.spaces)) + 1):
                node = (number, space, used)
                found.add_edge(node, (number + 1, space, 0))
                if used < most:
                    _go(found, referee, leg, unit, goals, node, number, used)
    return found


def _go(found, referee: Referee, leg: Leg, unit: Unit, goals, node, number: int, used: int) -> None:
    """The edges out of one place along its leg."""
    space = node[-1] if node[0] == "own" else node[1]
    if leg.limit == 0:
        return
    role = "start" if node[0] == "own" else ""
    if used == 0 and not referee.passable(leg, unit.side, space, role):
        return
    shut = frozenset(word for bar in leg.bars if bar.by == "hexside" for word in bar.any)
    for near in referee.ways(space, leg.links, referee.names(unit), shut):
        if near in goals and referee.passable(leg, unit.side, near, "end"):
            found.add_edge(node, END)
        if referee.passable(leg, unit.side, near, ""):
            found.add_edge(node, (number, near, used + 1))
