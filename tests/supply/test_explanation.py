"""Explanations: the line there would be is the nearest one, and says truly what bars it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.supply.legal import Referee
from tests.supply.scenes import drawn, random_rulebook, random_situation
from tests.supply.twin import State
from vassal_supply.errors import RequestError
from vassal_supply.model import Link, Situation, Source, Unit
from vassal_supply.supply import determine, explain, parse_rulebook

PRINTED = {"terrain", "feature", "hexside", "nation"}
PLAIN = {
    "schema": 1,
    "zoc": {"range": 1},
    "leg": [
        {
            "name": "overland",
            "limit": 18,
            "bars": [
                {"by": "enemy-unit", "rule": "P-2"},
                {"by": "ezoc", "rule": "P-3", "unless": "friendly-unit"},
                {"by": "terrain", "any": ["L"], "rule": "P-4"},
                {"by": "hexside", "any": ["river"], "rule": "P-5"},
            ],
        }
    ],
    "line": [{"rule": "P-1", "legs": ["overland"]}],
}


class TooMuchError(Exception):
    """The exhaustive search has too many states to be worth it."""


class Exhaustive:
    """All lines of a unit within the limits, bars lifted or not: the least to lift, found by trying everything."""

    def __init__(self, referee: Referee, grades: dict[str, str], unit: Unit, *, lift_all: bool):
        self.referee, self.grades, self.unit, self.lift_all = referee, grades, unit, lift_all

    def least(self) -> tuple[int, int] | None:
        """(barred spaces, pieces) of the cheapest line; ``None`` when there is none."""
        costs = [
            cost
            for line in self.referee.rulebook.lines
            if self.referee.serves(line, self.unit)
            for goals, legs in self._goals(line)
            for cost in self._line(line, goals, legs)
        ]
        return min(costs, default=None)

    def _line(self, line, goals, legs):
        """The costs of all lines by one rule: states are those of the twin, with the bars met and their pieces."""
        start = State(True, 0, -1, -1, False, self.unit.space, 0), frozenset(), frozenset()
        todo, seen, done = [start], {start}, set()
        while todo:
            for state in self._next(todo.pop(), line, legs, goals, done):
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
            if len(seen) > 20_000:
                raise TooMuchError
        return done

    def _next(self, known, line, legs, goals, done):
        state, met, pieces = known
        if state.own and state.space in goals:
            self._finish(done, met, pieces, state.space, goals[state.space])
        if state.part == len(line.parts):
            return
        part = line.parts[state.part]
        if state.number < 0:
            yield state._replace(part=state.part + 1, last=-1), met, pieces
            for number in range(len(part.legs)):
                if number != state.last:
                    yield state._replace(number=number, last=-1), met, pieces
            return
        if state.begun:
            over = state._replace(number=-1, begun=False, spent=0)
            after = {"last": state.number} if part.often else {"part": state.part + 1}
            yield over._replace(**after), met, pieces
        yield from self._steps(state, met, pieces, legs[part.legs[state.number]], goals, done)

    def _steps(self, state, met, pieces, leg, goals, done):
        if not state.begun:
            begun = self._meet(leg, state.space, met, pieces, "start" if state.own else "")
            if begun is None:
                return
            met, pieces = begun
        for near, crossed, price in self._near(leg, state.space):
            spent = 0 if leg.limit is None else state.spent + price
            if leg.limit is not None and spent > leg.limit:
                continue
            here = met | ({(state.space, near)} if crossed else frozenset())
            for role in ("end", "") if near in goals else ("",):
                entered = self._meet(leg, near, here, pieces, role)
                if entered is not None and role:
                    self._finish(done, *entered, near, goals[near])
                elif entered is not None:
                    yield state._replace(own=False, begun=True, space=near, spent=spent), *entered

    def _near(self, leg, space):
        """Neighbours, whether a barred hexside is crossed, and the price."""
        names = self.referee.names(self.unit)
        open_leg = leg._replace(bars=tuple(bar for bar in leg.bars if bar.by != "hexside"))
        for near in self.referee.ways(space, leg.links, names, frozenset()):
            price = self.referee.price(leg, self.unit, space, near)
            open_price = self.referee.price(open_leg, self.unit, space, near)
            if price is not None:
                yield near, False, price
            elif open_price is not None and self.lift_all:
                yield near, True, open_price

    def _meet(self, leg, space, met, pieces, role):
        """Bars and pieces once a space is used; ``None`` when what bars it may not be lifted."""
        for bar in leg.bars:
            exempt = (role == "start" and bar.start_exempt) or (role == "end" and bar.end_exempt)
            holds = self.referee.holds(bar, self.unit)
            if exempt or not holds or not self.referee.barred(bar, self.unit.side, space):
                continue
            if bar.by in PRINTED and not self.lift_all:
                return None
            met = met | {("", space)}
            pieces = pieces | self.referee.causes(bar, self.unit.side, space)
        return met, pieces

    def _goals(self, line):
        """Spaces a line may end on with the pieces that close each (``None``: open), and the legs that lead there."""
        if line.to_units:
            targets = self.referee.targets(line, self.unit)
            ends = {}
            for one in targets:
                closed = frozenset() if self.grades[one.id] == "out" else None
                if closed is None or one.space not in ends:
                    ends[one.space] = closed
                if line.reach:
                    source = Source(one.space, piece=one.id)
                    yield {one.space: closed}, self.referee.legs_to(line, source)
            if not line.reach and ends:
                yield ends, {name: self.referee.rulebook.legs[name] for name in line.legs}
            return
        found = {}
        for source in self.referee.situation.sources:
            usable = not source.users or source.users & self.referee.names(self.unit)
            if (
                source.space in self.referee.spaces
                and usable
                and (not line.to or source.kind in line.to)
            ):
                pieces = [
                    self.referee.causes(bar, self.unit.side, source.space)
                    for rule in self.referee.rulebook.sources
                    if not rule.kinds or source.kind in rule.kinds
                    for bar in rule.bars
                    if self.referee.holds(bar, self.unit)
                    and self.referee.barred(bar, self.unit.side, source.space)
                ]
                closed = frozenset().union(*pieces) if pieces else None
                if source.space not in found or closed is None:
                    found[source.space] = closed
        yield found, {name: self.referee.rulebook.legs[name] for name in line.legs}

    @staticmethod
    def _finish(done, met, pieces, space, closed):
        if closed is not None:
            met, pieces = met | {("", space)}, pieces | closed
        done.add((len(met), len(pieces)))


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_line_there_would_be_has_the_least_to_lift(seed):
    rng = Random(seed)
    situation = random_situation(rng)
    assume(len(situation.map.spaces) <= 16)
    rulebook = parse_rulebook(random_rulebook(rng))
    found = determine(situation, rulebook)
    referee = Referee(situation, rulebook)
    grades = {name: verdict.grade for name, verdict in found.verdicts.items()}
    for verdict in found.verdicts.values():
        if verdict.grade != "out":
            continue
        try:
            least = (
                Exhaustive(referee, grades, verdict.unit, lift_all=False).least()
                or Exhaustive(referee, grades, verdict.unit, lift_all=True).least()
            )
        except TooMuchError:
            continue
        explained = explain(found, verdict.unit.id)
        if least is None:
            assert explained.would_be == ()
            code = verdict.reasons[0].code
            assert explained.limit or code in ("no-way", "no-source", "no-line-rule")
            assert explained.limit is None or code not in ("no-way", "no-line-rule")
        else:
            assert explained.would_be and explained.limit is None
            assert _cost(explained, situation) == least


def _cost(explained, situation):
    """Barred spaces and hexsides, and pieces, as the explanation lists them."""
    names = {
        name
        for bar in explained.bars
        if not bar.text.endswith("is out of supply itself")
        for name in bar.by
    }
    places = {
        bar.text.partition(" is ")[0] if bar.text.startswith("the hexside") else bar.space
        for bar in explained.bars
    }
    units = {unit.name for unit in situation.units}
    return len(places), len(names & units)


def hexes(picture, units, sources, hexsides=(), links=()):
    """A situation on a drawn map: units as "side-name space", sources as "side space"."""
    model = drawn(picture)
    model.hexsides.update({tuple(pair.split("/")): frozenset({"river"}) for pair in hexsides})
    model.links.extend(links)
    pieces = []
    for number, text in enumerate(units):
        name, space = text.split()
        pieces.append(Unit(f"p{number}", name, "map", space, name.split("-")[0]))
    given_sources = []
    for text in sources:
        side, space = text.split()
        given_sources.append(Source(space, "city", f"{side} base", frozenset({side})))
    return Situation(model, ("Red", "Blue"), tuple(pieces), (), tuple(given_sources))


ROW = ".........."


def test_in_supply_the_line_is_told_leg_by_leg():
    table = {
        "schema": 1,
        "leg": [{"name": "overland", "limit": 2}, {"name": "rail", "links": ["rail"]}],
        "line": [{"legs": ["overland", "rail"], "rule": "R-1"}],
    }
    rail = [Link(f"{n:02d}01", f"{n + 1:02d}01", "rail") for n in range(3, 8)]
    situation = hexes(ROW, ["Red-1 0101"], ["Red 0801"], links=rail)
    explained = explain(determine(situation, parse_rulebook(table)), "p0")
    assert [step.space for step in explained.line] == [f"{n:02d}01" for n in range(1, 9)]
    assert explained.text == (
        "a line of 7 hexes reaches Red base (0801)",
        "overland: 2 hexes, from 0101 to 0301",
        "rail: 5 hexes, from 0301 to Red base (0801)",
    )
    assert (explained.would_be, explained.bars, explained.limit) == ((), (), None)


def test_bars_are_named_with_their_pieces_and_rules():
    situation = hexes(ROW, ["Red-1 0101", "Blue-a 0501"], ["Red 0901"])
    explained = explain(determine(situation, parse_rulebook(PLAIN)), "p0")
    assert [step.space for step in explained.would_be] == [f"{n:02d}01" for n in range(1, 10)]
    assert [(bar.space, bar.by, bar.rule) for bar in explained.bars] == [
        ("0401", ("Blue-a",), "P-3"),
        ("0501", ("Blue-a",), "P-2"),
        ("0601", ("Blue-a",), "P-3"),
    ]
    assert [bar.text for bar in explained.bars] == [
        "0401 lies in the zone of control of Blue-a (a friendly unit there would lift this)",
        "0501 is held by Blue-a",
        "0601 lies in the zone of control of Blue-a (a friendly unit there would lift this)",
    ]
    assert (
        explained.verdict.reasons[0].text == "every line of 18 hexes or fewer to a source is barred"
    )


def test_one_piece_that_bars_twice_is_better_than_two_that_bar_once():
    picture = "....\n.LL.\n...."
    table = {**PLAIN, "zoc": {"range": 0}}
    north = ["Blue-a 0201", "Blue-b 0301"]
    situation = hexes(picture, ["Red-1 0102", *north, "Blue-c 0203", "Blue-c2 0203"], ["Red 0402"])
    bars = explain(determine(situation, parse_rulebook(table)), "p0").bars
    assert [bar.by for bar in bars] == [("Blue-c", "Blue-c2")]


def test_terrain_is_lifted_only_when_nothing_else_helps():
    open_way = hexes(".L.\n...", ["Red-1 0101", "Blue-a 0202"], ["Red 0301"])
    bars = explain(determine(open_way, parse_rulebook({**PLAIN, "zoc": {"range": 0}})), "p0").bars
    assert [bar.by for bar in bars] == [("Blue-a",)]
    lake = hexes(".L.", ["Red-1 0101"], ["Red 0301"])
    bars = explain(determine(lake, parse_rulebook(PLAIN)), "p0").bars
    assert [(bar.space, bar.by, bar.rule, bar.text) for bar in bars] == [
        ("0201", (), "P-4", "0201 is L")
    ]


def test_a_barred_hexside_is_named():
    situation = hexes("...", ["Red-1 0101"], ["Red 0301"], hexsides=["0101/0201"])
    bars = explain(determine(situation, parse_rulebook(PLAIN)), "p0").bars
    assert [(bar.space, bar.text) for bar in bars] == [
        ("0201", "the hexside between 0101 and 0201 is river")
    ]


def test_the_limit_is_named_when_no_lifting_of_bars_helps():
    situation = hexes("." * 30, ["Red-1 0101", "Blue-a 0501"], ["Red 2501"])
    explained = explain(determine(situation, parse_rulebook(PLAIN)), "p0")
    assert (explained.would_be, explained.bars) == ((), ())
    assert explained.missed[:4] == ("P-1", "overland", 18, 24)
    assert (
        explained.limit == "with every bar lifted a line would still need 24 hexes; 18 are allowed"
    )


def test_of_several_legs_the_one_that_is_too_short_is_named():
    table = {
        "schema": 1,
        "leg": [{"name": "overland", "limit": 2}, {"name": "rail", "links": ["rail"], "limit": 9}],
        "line": [{"legs": ["overland", "rail"], "rule": "R-1"}],
    }
    rail = [Link(f"{n:02d}01", f"{n + 1:02d}01", "rail") for n in range(5, 8)]
    situation = hexes(ROW, ["Red-1 0101"], ["Red 0801"], links=rail)
    explained = explain(determine(situation, parse_rulebook(table)), "p0")
    assert explained.missed[:4] == ("R-1", "overland", 2, 4)
    assert "4 hexes (overland)" in explained.limit


def test_a_closed_source_is_a_bar():
    table = {**PLAIN, "source": [{"closed": [{"by": "enemy-unit", "rule": "S-1"}]}]}
    situation = hexes("...", ["Red-1 0201", "Blue-a 0201"], ["Red 0201"])
    explained = explain(determine(situation, parse_rulebook(table)), "p0")
    assert [step.space for step in explained.would_be] == ["0201"]
    assert [bar.text for bar in explained.bars] == [
        "the source at 0201 is closed: 0201 is held by Blue-a"
    ]
    assert explained.verdict.reasons[0].code == "no-source"


def test_no_source_at_all():
    explained = explain(determine(hexes("..", ["Red-1 0101"], []), parse_rulebook(PLAIN)), "p0")
    assert explained.text == ("there is no source it may trace to",)
    assert (explained.limit, explained.missed, explained.would_be) == (None, None, ())


def test_nothing_that_leads_to_a_source():
    situation = hexes(".. ..", ["Red-1 0101"], ["Red 0501"])
    explained = explain(determine(situation, parse_rulebook(PLAIN)), "p0")
    assert explained.text == ("nothing on the map joins its space to a source",)
    assert (explained.limit, explained.missed, explained.would_be) == (None, None, ())


def test_an_open_source_out_of_the_way_beside_a_closed_one_in_reach():
    table = {**PLAIN, "source": [{"closed": [{"by": "enemy-unit", "rule": "S-1"}]}]}
    situation = hexes(".. ..", ["Red-1 0101", "Blue-a 0201"], ["Red 0201", "Red 0501"])
    explained = explain(determine(situation, parse_rulebook(table)), "p0")
    reason = explained.verdict.reasons[0]
    assert reason[1:] == ("no-source", "every source that it could reach is closed")
    assert [step.space for step in explained.would_be] == ["0101", "0201"]


def test_what_is_no_unit_on_the_map_is_refused():
    found = determine(hexes("..", ["Red-1 0101", "Red-2 9999"], []), parse_rulebook(PLAIN))
    for name in ("p1", "nobody"):
        with pytest.raises(RequestError, match="no unit"):
            explain(found, name)
    assert [warning.where for warning in found.warnings] == ["Red-2"]
    assert "p1" not in found.verdicts
