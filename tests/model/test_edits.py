"""Hypotheses: a situation edited is another situation, and the first stays as it was."""

from __future__ import annotations

import pytest

from tests.supply.test_explanation import PLAIN, ROW, hexes
from vassal_supply.errors import RequestError
from vassal_supply.model import Marker, Source, Unit
from vassal_supply.model.edits import add_piece, move_piece, remove_piece
from vassal_supply.supply import determine, parse_rulebook


def grades(situation):
    found = determine(situation, parse_rulebook(PLAIN)).verdicts
    return {verdict.unit.name: verdict.grade for verdict in found.values()}


def a_pocket():
    return hexes(ROW, ["Red-1 0101", "Blue-x 0501"], ["Red 0901"])


def test_a_plan_can_be_tried_and_the_situation_stays():
    before = a_pocket()
    assert grades(before)["Red-1"] == "out"
    assert grades(remove_piece(before, "p1")) == {"Red-1": "full"}
    assert grades(move_piece(before, "p1", "1001"))["Red-1"] == "out"
    assert grades(move_piece(before, "p0", "0701"))["Red-1"] == "full"
    relief = Unit("new", "Red-2", "map", "0701", "Red")
    assert grades(add_piece(before, relief)) == {"Red-1": "out", "Blue-x": "out", "Red-2": "full"}
    assert grades(before) == {"Red-1": "out", "Blue-x": "out"}


def test_a_source_that_is_a_piece_goes_where_the_piece_goes():
    dump = Marker("d", "dump", "map", "0201", "dump", "Red")
    situation = add_piece(a_pocket(), dump, [Source("0201", "dump", "dump", piece="d")])
    assert grades(situation)["Red-1"] == "full"
    assert grades(move_piece(situation, "d", "0601"))["Red-1"] == "out"
    assert grades(remove_piece(situation, "d"))["Red-1"] == "out"
    assert remove_piece(situation, "d").markers == ()


def test_a_piece_takes_the_map_of_the_space_it_moves_to():
    situation = a_pocket()
    space = situation.map.spaces["0101"]._replace(id="box", map="other", lattice=None, cell=None)
    situation.map.spaces["box"] = space
    assert move_piece(situation, "p0", "box").units[0].map == "other"


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: move_piece(s, "p9", "0101"), "no unit or marker has the id 'p9'"),
        (lambda s: move_piece(s, "p0", "9999"), "no space '9999' on the map"),
        (lambda s: remove_piece(s, "p9"), "no unit or marker has the id 'p9'"),
        (lambda s: add_piece(s, s.units[0]), "there is a piece with the id 'p0' already"),
        (lambda s: add_piece(s, s.units[0]._replace(space="9999")), "no space '9999' on the map"),
    ],
)
def test_what_cannot_be_is_refused(edit, said):
    with pytest.raises(RequestError, match=said):
        edit(a_pocket())
