"""How fast the supply engine is, against networkx and against a breadth-first search on lists.

The scene: a hex map of 80 columns and 60 rows (4,800 hexes), 15 % of them impassable, 300 units a side along a front line
that winds down its middle, Red to the west and Blue to the east of it, and 20 sources, ten towns strewn over each side's
half. Every unit has a zone of control over its neighbours. A line may enter neither an impassable hex nor one with an
enemy unit, nor one in an enemy zone of control without a friendly unit; a unit's own hex may hold anything. All is drawn
from one seed.

The question is which hexes hold units out of supply, for both sides. The map is prebuilt for everybody; masks and zones
are rebuilt from the two lists of units each time, which everybody gets in what he counts in: hex numbers, or names for
networkx. The rivals: networkx, ``bfs_layers`` on a ``subgraph`` view of a prebuilt graph; and our own breadth-first search
on lists of ints. ``plain`` is the flood with its masks; ``whole`` the same asked of the engine's front door, from a
situation of 600 counters and a rulebook. Before anything is timed, all must give the same answer.

    python benchmarks/engine.py [--growth]

One line a figure: ``figure NAME VALUE``, best of several rounds in turn. ``--growth`` adds a table up to 1,000,000 hexes.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter

import networkx

from vassal_supply.model import Lattice, Link, MapModel, Situation, Source, Space, Unit
from vassal_supply.supply import Engine, Rulebook, parse_rulebook
from vassal_supply.supply.fields import flood
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.legs import Trace, branches_of
from vassal_supply.supply.lost import Losses
from vassal_supply.supply.scene import Users
from vassal_supply.supply.threats import threats
from vassal_supply.supply.ways import ADJACENT, Ways

SEED = 1941
SCENE = (80, 60, 300)
SMALL = (50, 40, 150)
IMPASSABLE, TOWNS = 0.15, 10
SIDES = ("Red", "Blue")
GROWTH = ((40, 30), (80, 60), (160, 120), (320, 240), (640, 480), (1000, 1000))
BARS = [
    {"by": "terrain", "any": ["impassable"]},
    {"by": "enemy-unit"},
    {"by": "ezoc", "unless": "friendly-unit"},
]
PLAIN = {
    "schema": 1,
    "zoc": {"range": 1},
    "leg": [{"name": "overland", "bars": BARS}],
    "line": [{"legs": "overland"}],
}
FOUR_LEGS = {
    "schema": 1,
    "zoc": {"range": 1},
    "leg": [
        {"name": "free", "limit": 2, "bars": BARS},
        {"name": "rail", "links": ["rail"], "bars": BARS},
        {"name": "road", "links": ["road"], "bars": BARS},
        {"name": "sea", "links": ["sea"], "bars": BARS},
    ],
    "line": [{"legs": ["free", "rail", "road", "rail", "sea", "rail"]}],
}


def name_of(column: int, row: int) -> str:
    """The id of a hex."""
    return f"{column:04d}.{row:04d}"


def hex_map(columns: int, rows: int, rng: Random, impassable: float = IMPASSABLE) -> MapModel:
    """A hex map with impassable hexes strewn over it."""
    model = MapModel(lattices=[Lattice("hex")])
    for column in range(columns):
        for row in range(rows):
            terrain = "impassable" if rng.random() < impassable else "clear"
            name = name_of(column, row)
            model.spaces[name] = Space(name, "map", 0, 0, 0, (column, row), terrain)
    return model


def front_line(columns: int, rows: int, units: int) -> Situation:
    """Two sides along a winding front, each with towns behind it."""
    rng = Random(SEED)
    model = hex_map(columns, rows, rng)
    front = [columns // 2]
    while len(front) < rows:
        front.append(min(max(front[-1] + rng.choice((-1, 0, 1)), 4), columns - 5))
    placed, towns = [], []
    for side, step in (("Red", -1), ("Blue", 1)):
        for number in range(units):
            row = rng.randrange(rows)
            column = front[row] + step * rng.choice((1, 1, 1, 1, 2, 2, 3))
            placed.append(
                Unit(f"{side}{number}", f"{side} {number}", "map", name_of(column, row), side)
            )
        half = [
            name
            for name, space in model.spaces.items()
            if space.terrain == "clear"
            and space.cell
            and (space.cell[0] - front[space.cell[1]]) * step > 4
        ]
        towns += [Source(name, "town", users=frozenset({side})) for name in rng.sample(half, TOWNS)]
    return Situation(model, SIDES, tuple(placed), sources=tuple(towns))


def with_network(situation: Situation) -> Situation:
    """The same with railways, roads and a few sea lanes."""
    rng = Random(SEED)
    columns = 1 + max(space.cell[0] for space in situation.map.spaces.values() if space.cell)
    rows = 1 + max(space.cell[1] for space in situation.map.spaces.values() if space.cell)
    paths = [("rail", [name_of(at, row) for at in range(columns)]) for row in range(2, rows, 5)]
    paths += [("road", [name_of(at, row) for row in range(rows)]) for at in range(2, columns, 9)]
    paths += [("sea", rng.sample(sorted(situation.map.spaces), 8))]
    links = [Link(a, b, kind) for kind, path in paths for a, b in pairwise(path)]
    model = MapModel(situation.map.spaces, situation.map.lattices, links)
    return Situation(model, SIDES, situation.units, sources=situation.sources)


def ask_engine(situation: Situation, rulebook: Rulebook, ways: Ways) -> set[str]:
    """The hexes that hold units out of supply, by the engine's front door."""
    engine = Engine(situation, rulebook, ways=ways)
    found: set[str] = set()
    for side in SIDES:
        supplied = engine.reached(Users(side, frozenset({side})))
        units = engine.scene.unit_field(side, enemy=False)
        found.update(engine.ground.names_of(units & ~supplied))
    return found


class Fields:
    """The map as the engine's fields."""

    def __init__(self, situation: Situation) -> None:
        self.ground = Ground(situation.map)
        ways = Ways(self.ground)
        self.moves = ways.moves(frozenset({ADJACENT}), frozenset(), frozenset(), None)
        self.clear = self.ground.showing(frozenset({"clear"}))
        self.units = [[self.ground.bit[name] for name in names] for names in unit_lists(situation)]
        self.towns = [[self.ground.bit[name] for name in names] for names in town_lists(situation)]

    def plain(self) -> set[str]:
        """The hexes that hold units out of supply, from the lists of units."""
        ground, found = self.ground, set[str]()
        held = [ground.field(units) for units in self.units]
        for own, other, towns in ((0, 1, self.towns[0]), (1, 0, self.towns[1])):
            zone = self.moves[0].onward.image(held[other])
            carry = self.clear & ~held[other] & ~(zone & ~held[own])
            goal = ground.field(towns)
            supplied = flood(self.moves, goal, goal & carry, carry, ground.every & ~goal, None)
            found.update(ground.names_of(held[own] & ~goal & ~supplied.found))
        return found


def unit_lists(situation: Situation) -> list[list[str]]:
    """The hexes of each side's units, one for each unit."""
    return [[unit.space for unit in situation.units if unit.side == side] for side in SIDES]


def town_lists(situation: Situation) -> list[list[str]]:
    """The hexes of each side's towns."""
    return [[one.space for one in situation.sources if side in one.users] for side in SIDES]


class Rival:
    """The same map for networkx, and as lists of ints."""

    def __init__(self, situation: Situation) -> None:
        model = situation.map
        self.graph = networkx.Graph(model.graph())
        self.number = {name: number for number, name in enumerate(model.spaces)}
        self.names = list(model.spaces)
        self.near = [[self.number[end] for end in self.graph[name]] for name in model.spaces]
        self.clear = {name for name, one in model.spaces.items() if one.terrain == "clear"}
        self.flags = bytearray(one.terrain == "clear" for one in model.spaces.values())
        self.named_units, self.named_towns = unit_lists(situation), town_lists(situation)
        self.units = [[self.number[name] for name in names] for names in self.named_units]
        self.towns = [[self.number[name] for name in names] for names in self.named_towns]

    def by_networkx(self) -> set[str]:
        """Sets, a subgraph view and its layers."""
        return self.side_by_networkx(0, 1) | self.side_by_networkx(1, 0)

    def side_by_networkx(self, own: int, other: int, lost: str = "") -> set[str]:
        """The hexes of one side's units out of supply, if ``lost`` were held by an enemy with a zone of control."""
        friends = set(self.named_units[own]) - {lost}
        enemies = set(self.named_units[other])
        if lost:
            enemies.add(lost)
        zones = {near for space in enemies for near in self.graph[space]}
        open_ = self.clear - enemies - (zones - friends)
        towns = set(self.named_towns[own]) - {lost}
        view = self.graph.subgraph(open_)
        supplied = set(towns)
        for layer in networkx.bfs_layers(view, towns & open_):
            supplied.update(layer)
        run_on = supplied & open_
        return {
            space
            for space in friends
            if space not in supplied and not any(near in run_on for near in self.graph[space])
        }

    def by_lists(self) -> set[str]:
        """Flags and a queue of ints."""
        return self.side_by_lists(0, 1) | self.side_by_lists(1, 0)

    def side_by_lists(self, own: int, other: int) -> set[str]:
        """The hexes of one side's units out of supply."""
        near, open_ = self.near, bytearray(self.flags)
        friends, enemies = set(self.units[own]), set(self.units[other])
        for space in enemies:
            for end in near[space]:
                if end not in friends:
                    open_[end] = 0
        for space in enemies:
            open_[space] = 0
        done = search_lists(near, self.towns[own], open_)
        return {self.names[space] for space in friends if not done[space]}


def search_lists(near: list[list[int]], goals: list[int], open_: bytearray) -> bytearray:
    """A breadth-first search on lists: every space from which a goal can be reached."""
    done = bytearray(len(near))
    for space in goals:
        done[space] = 1
    queue = [space for space in goals if open_[space]]
    for space in queue:
        for end in near[space]:
            if not done[end]:
                done[end] = 1
                if open_[end]:
                    queue.append(end)
    return done


def timed(*calls: Callable[[], object], rounds: int = 7, block: float = 0.05) -> list[float]:
    """The shortest time in seconds of each call: blocks of it, in turn with the others' so that all meet all weather."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for number, call in enumerate(calls):
            begun = perf_counter()
            while perf_counter() - begun < block:
                begin = perf_counter()
                call()
                best[number] = min(best[number], perf_counter() - begin)
    return best


def plain() -> Iterator[tuple[str, float]]:
    """The scene by all of them, and the four legs on it."""
    situation, rulebook = front_line(*SCENE), parse_rulebook(PLAIN)
    rival, fields, ways = Rival(situation), Fields(situation), Ways(Ground(situation.map))
    answer = fields.plain()
    assert answer == rival.by_networkx() == rival.by_lists(), "the rivals disagree"
    assert answer == ask_engine(situation, rulebook, ways), "the front door disagrees"
    ours, lists, theirs, whole = timed(
        fields.plain,
        rival.by_lists,
        rival.by_networkx,
        lambda: ask_engine(situation, rulebook, ways),
    )
    yield "plain_ms", ours * 1000
    yield "plain_vs_networkx", theirs / ours
    yield "plain_vs_list_bfs", lists / ours
    yield "whole_ms", whole * 1000
    yield "whole_vs_networkx", theirs / whole


def four_legs() -> Iterator[tuple[str, float]]:
    """Two free hexes, rail, one road run, rail, sea, rail, against the single leg: the search alone, masks aside."""
    situation = with_network(front_line(*SCENE))
    ways, searches = Ways(Ground(situation.map)), []
    for table in (PLAIN, FOUR_LEGS):
        rulebook = parse_rulebook(table)
        engine, line = Engine(situation, rulebook, ways=ways), rulebook.lines[0]
        for side in SIDES:
            users = Users(side, frozenset({side}))
            goal = ways.ground.field_of(one.space for one in engine.open_sources(users, line, None))
            branches = branches_of(engine.scene, line, rulebook.legs, users)
            searches.append(partial(Trace, ways.ground, branches, goal))
    assert all(search().begun.bit_count() > 500 for search in searches)
    red, blue, red_legs, blue_legs = timed(*searches)
    yield "four_leg_over_plain", (red_legs + blue_legs) / (red + blue)


def what_ifs(count: int = 3000, rivals: int = 50) -> Iterator[tuple[str, float]]:
    """An enemy with a zone of control on one hex after the other: which Red hexes would be out of supply."""
    situation, rulebook = front_line(*SMALL), parse_rulebook(PLAIN)
    rival, losses = Rival(situation), Losses(situation, rulebook, "Red")
    rng = Random(SEED)
    spaces = [rng.choice(rival.names) for _ in range(count)]
    ours: list[int] = []
    theirs: list[set[str]] = []
    mine: list[float] = []
    each: list[float] = []
    for number in range(rivals):
        begin = perf_counter()
        theirs.append(rival.side_by_networkx(0, 1, spaces[number]))
        each.append(perf_counter() - begin)
        begin = perf_counter()
        for space in spaces[number::rivals]:
            ours.append(losses.spaces_out([losses.ground.bit[space]], zoc=True))
        mine.append((perf_counter() - begin) * rivals / count)
    ours = ours[:: count // rivals]
    assert [set(losses.ground.names_of(one)) for one in ours] == theirs
    yield "whatif_us", median(mine) * 1e6
    yield "whatif_vs_networkx", median(each) / median(mine)


def corridor() -> Iterator[tuple[str, float]]:
    """One corridor a hex wide that winds through the whole map, from end to end."""
    columns, rows, _ = SCENE
    path = [
        (column, row)
        for column in range(0, columns, 2)
        for row in (range(rows) if column % 4 == 0 else range(rows - 1, -1, -1))
    ]
    turns = [
        (column + 1, rows - 1 if column % 4 == 0 else 0) for column in range(0, columns - 2, 2)
    ]
    model = hex_map(columns, rows, Random(SEED), 0)
    ground = Ground(model)
    ways = Ways(ground)
    moves = ways.moves(frozenset({ADJACENT}), frozenset(), frozenset(), None)
    carry = ground.field_of(name_of(*cell) for cell in path + turns)
    goal = 1 << ground.bit[name_of(*path[0])]
    rival = Rival(Situation(model, SIDES))
    open_ = bytearray(len(rival.near))
    for cell in path + turns:
        open_[rival.number[name_of(*cell)]] = 1
    goals = [rival.number[name_of(*path[0])]]
    ours = flood(moves, goal, goal, carry, ground.every & ~goal, None)
    theirs = search_lists(rival.near, goals, open_)
    assert ours.found.bit_count() + 1 == sum(theirs)
    mine, lists = timed(
        lambda: flood(moves, goal, goal, carry, ground.every & ~goal, None),
        lambda: search_lists(rival.near, goals, open_),
    )
    yield "corridor_over_list_bfs", mine / lists


def all_threats() -> Iterator[tuple[str, float]]:
    """Every space whose loss would put a Red unit out of supply."""
    situation, rulebook = front_line(*SCENE), parse_rulebook(PLAIN)
    (spent,) = timed(lambda: threats(situation, rulebook, "Red"), rounds=3)
    yield "threats_ms", spent * 1000


def growth() -> None:
    """The same scene on ever larger maps: time and memory of one determination, and of numbering the map once."""
    rulebook = parse_rulebook(PLAIN)
    print(f"{'hexes':>9} {'map once, ms':>13} {'each, ms':>10} {'lists, ms':>10} {'peak, MB':>9}")
    for columns, rows in GROWTH:
        situation = front_line(columns, rows, columns * rows // 16)
        begin = perf_counter()
        ways = Ways(Ground(situation.map))
        once = perf_counter() - begin
        ask_engine(situation, rulebook, ways)
        (each,) = timed(lambda: ask_engine(situation, rulebook, ways), rounds=2)  # noqa: B023
        lists = float("nan")
        if columns * rows <= 100_000:
            (lists,) = timed(Rival(situation).by_lists, rounds=2)
        tracemalloc.start()
        ask_engine(situation, rulebook, ways)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(
            f"{columns * rows:9,} {once * 1000:13.1f} {each * 1000:10.2f} {lists * 1000:10.1f} {peak / 1e6:9.1f}"
        )


def main() -> int:
    """Print the figures, and with ``--growth`` the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--growth", action="store_true", help="add the table of growth")
    options = parser.parse_args()
    for figures in (plain, four_legs, what_ifs, corridor, all_threats):
        for name, value in figures():
            print(f"figure engine.{name} {value:.3g}", flush=True)
    if options.growth:
        growth()
    return 0


if __name__ == "__main__":
    sys.exit(main())
