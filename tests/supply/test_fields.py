"""Floods: corridors that are followed space by space give what whole fields give."""

from __future__ import annotations

from random import Random

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.supply import twin
from tests.supply.legal import problems
from tests.supply.scenes import drawn, random_rulebook, random_situation
from vassal_supply.model import Lattice, MapModel, Situation, Source, Space, Unit
from vassal_supply.supply import determine, fields, parse_rulebook
from vassal_supply.supply.ground import Ground, bits_of
from vassal_supply.supply.ways import ADJACENT, Ways


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_space_by_space_is_as_good_as_by_fields(seed):
    rng = Random(seed)
    situation, rulebook = random_situation(rng), parse_rulebook(random_rulebook(rng))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fields, "_PACE", 1)
        patch.setattr(fields, "_FEW", 10**6)
        found = determine(situation, rulebook)
        grades = {name: verdict.grade for name, verdict in found.verdicts.items()}
        assert grades == twin.grades(situation, rulebook)
        for verdict in found.verdicts.values():
            assert problems(situation, rulebook, verdict) == []


def serpentine(columns, rows):
    """A corridor that winds up and down through a hex map."""
    path = [
        (column, row)
        for column in range(0, columns, 2)
        for row in (range(rows) if column % 4 == 0 else range(rows - 1, -1, -1))
    ]
    turns = [
        (column + 1, rows - 1 if column % 4 == 0 else 0) for column in range(0, columns - 2, 2)
    ]
    model = MapModel(lattices=[Lattice("hex")])
    for column, row in path + turns:
        name = f"{column:02d}{row:02d}"
        model.spaces[name] = Space(name, "map", 0, 0, 0, (column, row))
    return model, f"{path[0][0]:02d}{path[0][1]:02d}", f"{path[-1][0]:02d}{path[-1][1]:02d}"


def test_a_long_corridor_is_walked_to_its_end():
    model, first, last = serpentine(21, 20)
    table = {"schema": 1, "leg": [{"name": "track"}], "line": [{"legs": "track"}]}
    unit = Unit("u", "Red-1", "map", last, "Red")
    situation = Situation(model, ("Red",), (unit,), (), (Source(first),))
    rulebook = parse_rulebook(table)
    verdict = determine(situation, rulebook).verdicts["u"]
    length = networkx.shortest_path_length(model.graph(), last, first)
    assert length > 150
    assert len(verdict.line) == length + 1
    assert problems(situation, rulebook, verdict) == []
    for limit, grade in ((length, "full"), (length - 1, "out")):
        table["leg"][0]["limit"] = limit
        assert determine(situation, parse_rulebook(table)).verdicts["u"].grade == grade


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_step_goes_to_the_neighbours_and_nowhere_else(kind):
    model = drawn("\n".join(["....."] * 4))
    model.lattices = [Lattice(kind)]
    box = model.spaces["0101"]._replace(id="box", lattice=None, cell=None)
    model.spaces["box"] = box
    ground = Ground(model)
    move = Ways(ground).moves(frozenset({ADJACENT}), frozenset(), frozenset(), None)[0]
    cells = model.cells()
    for name, bit in ground.bit.items():
        near = set(model.adjacent(name, cells))
        assert set(ground.names_of(move.onward.image(1 << bit) & ground.every)) == near
        assert {ground.ids[at] for at in move.onward.near(bit) if ground.every >> at & 1} == near


@given(st.sets(st.integers(0, 40_000)))
def test_the_bits_of_a_field(bits):
    field = sum(1 << bit for bit in bits)
    assert list(bits_of(field)) == sorted(bits)


def test_a_thin_lattice_is_joined_by_links():
    """Two hexes a thousand columns apart would otherwise make a field of mostly nothing."""
    model = MapModel(lattices=[Lattice("hex")])
    for column, row in ((0, 0), (0, 1), (9000, 9000)):
        name = f"{column}.{row}"
        model.spaces[name] = Space(name, "map", 0, 0, 0, (column, row))
    ground = Ground(model)
    assert ground.size < 10
    step = Ways(ground).steps(frozenset({ADJACENT}), frozenset(), frozenset())[0]
    assert ground.names_of(step.image(ground.field_of(["0.0"])) & ground.every) == ["0.1"]


def test_two_spaces_in_one_cell_are_told_of():
    model = drawn("..")
    model.spaces["other"] = model.spaces["0101"]._replace(id="other")
    table = {"schema": 1, "leg": [{"name": "track"}], "line": [{"legs": "track"}]}
    found = determine(Situation(model, ("Red",)), parse_rulebook(table))
    assert [one.where for one in found.warnings] == ["other"]
    assert "lies in the same cell" in found.warnings[0].text
