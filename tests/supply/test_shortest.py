"""The line that is shown is the shortest there is, and otherwise the one the floods lead along."""

from __future__ import annotations

from random import Random

import networkx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.supply import twin
from tests.supply.legal import Referee
from tests.supply.scenes import random_rulebook, random_situation
from vassal_supply.model import Link, MapModel, Situation, Source, Space, Unit
from vassal_supply.supply import determine, parse_rulebook
from vassal_supply.supply.engine import Engine


def length_of(referee, held, unit):
    """How many spaces the shortest line enters, by networkx over all states a line can be in."""
    legs = {name: referee.rulebook.legs[name] for name in held.line.legs}
    goals = {source.space for source in held.sources}
    states, first = twin.graph(referee, held.line, legs, unit, goals)

    def price(state, after, _):
        if after == twin.END:
            return 0 if state.own and state.space in goals else 1
        return int(state.space != after.space)

    return networkx.dijkstra_path_length(states, first, twin.END, weight=price)


def is_priced(rulebook, line):
    """Whether one leg alone pays movement points: the line shown is then the cheapest, by however many spaces."""
    return len(line.legs) == 1 and bool(rulebook.legs[line.legs[0]].mp)


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_is_shorter(seed):
    rng = Random(seed)
    situation, rulebook = random_situation(rng), parse_rulebook(random_rulebook(rng))
    engine, referee = Engine(situation, rulebook), Referee(situation, rulebook)
    verdicts = engine.determine().verdicts
    for unit in situation.units:
        held = engine.held(unit.side).get(unit.id)
        if held is not None and not held.line.reach and not is_priced(rulebook, held.line):
            assert len(verdicts[unit.id].line) - 1 == length_of(referee, held, unit)


COAST = ["Cairo", "Bordeaux", "Caen", "London", "Alexandria", "Malta"]
RULES = {
    "schema": 1,
    "leg": [
        {"name": "overland", "limit": 2},
        {"name": "by sea", "links": ["sea"], "limit": 1},
    ],
    "line": [{"legs": ["overland", "by sea", "overland"]}],
}


def shown(*links):
    """The line of a corps at Cairo to London over these links."""
    model = MapModel(
        {name: Space(name, "Map", number, 0) for number, name in enumerate(COAST)},
        (),
        [Link(*one.split("-"), kind) for kind, one in links],
    )
    corps = Unit("1", "Corps", "Map", "Cairo", "Allies")
    situation = Situation(model, ("Allies",), (corps,), (), (Source("London", "source"),))
    line = determine(situation, parse_rulebook(RULES)).verdicts["1"].line
    return [step.space for step in line]


BY_SEA = [("adjacent", "Cairo-Alexandria"), ("sea", "Alexandria-Bordeaux")]
HOME = [("adjacent", "Bordeaux-Caen"), ("adjacent", "Caen-London")]


def test_the_sea_leads_to_the_source_itself_and_not_to_any_port_from_where_one_could_march():
    assert shown(*BY_SEA, *HOME) == ["Cairo", "Alexandria", "Bordeaux", "Caen", "London"]
    line = shown(*BY_SEA, *HOME, ("sea", "Alexandria-London"))
    assert line == ["Cairo", "Alexandria", "London"]


def test_a_shorter_line_keeps_the_limits_of_its_legs():
    """Two sea legs would be shorter than sea and march, but only one is allowed."""
    line = shown(*BY_SEA, *HOME, ("sea", "Alexandria-Malta"), ("sea", "Malta-London"))
    assert line == ["Cairo", "Alexandria", "Bordeaux", "Caen", "London"]
