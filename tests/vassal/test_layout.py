"""Boards side by side, turned round and magnified; zones; places and cells agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.vassal.grid_cases import CASES, Case, zone
from tests.vassal.modules import B, G, N, board, element, game_map
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.buildfile import Reading
from vassal_supply.vassal.grids import HexGrid, Zone, ZonedGrid
from vassal_supply.vassal.grids.base import inside
from vassal_supply.vassal.layout import MapLayout, PlacedBoard
from vassal_supply.vassal.maps import Board, ModuleMap

NUMBERS = element(N + "HexGridNumbering", {"stagger": False})
HEXES = element(G + "HexGrid", {"dy": 100, "x0": 50, "y0": 50}, NUMBERS)
BARE_HEXES = element(G + "HexGrid", {"dy": 100, "x0": 50, "y0": 50})


def lay_out(xml: str, *placements: BoardPlacement) -> MapLayout:
    found = ModuleMap(etree.fromstring(xml), 0, lambda name: None, Reading())
    return MapLayout(found, placements)


def one_board(*grid: str) -> MapLayout:
    xml = game_map("M", [board("B", (600, 400), *grid)])
    return lay_out(xml, BoardPlacement("B", False, 0, 0))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_cell_s_centre_is_its_place(case: Case) -> None:
    layout = lay_out(case.xml, *case.placements)
    for view in layout.lattices():
        for cell in view:
            place = layout.place(cell.x, cell.y)
            assert place == (cell.name, cell.zone, cell.board)
            assert view.cell(cell.column, cell.row) == cell
            assert view.cell_at(cell.x, cell.y) == cell
            assert layout.point(cell.name) is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_neighbours_know_each_other(case: Case) -> None:
    for view in lay_out(case.xml, *case.placements).lattices():
        for cell in view:
            for near in view.neighbours(cell):
                assert cell in view.neighbours(near)
                assert view.distance(cell, near) == 1


def test_boards_begin_where_those_before_them_end() -> None:
    sizes = {"A": (100, 50), "B": (70, 60), "C": (10, 10)}
    xml = game_map("M", [board(name, size) for name, size in sizes.items()], edge=(5, 6))
    layout = lay_out(
        xml,
        BoardPlacement("A", False, 0, 0),
        BoardPlacement("B", False, 1, 0),
        BoardPlacement("C", False, 0, 1),
        BoardPlacement("B", False, 3, 0),  # an empty cell before it takes no room
    )
    assert [(placed.x, placed.y) for placed in layout.boards] == [
        (5, 6),
        (105, 6),
        (5, 56),
        (175, 6),
    ]
    assert layout.place(104, 55).board == "A"
    assert layout.place(105, 55).board == "B"
    assert layout.place(104, 56).board is None


def test_a_turned_board_is_the_same_board_upside_down() -> None:
    xml = game_map("M", [board("B", (600, 400), HEXES, reversible=True)])
    straight = lay_out(xml, BoardPlacement("B", False, 0, 0))
    turned = lay_out(xml, BoardPlacement("B", True, 0, 0))
    [view] = turned.lattices()
    assert len(view) > 20
    for cell in view:
        # A point on the far border is the border of the next board, so some cells differ.
        if 0 < cell.x < 600 and 0 < cell.y < 400:
            assert straight.place(600 - cell.x, 400 - cell.y).location == cell.name


def test_only_a_reversible_board_turns() -> None:
    xml = game_map("M", [board("B", (600, 400), HEXES)])
    assert not lay_out(xml, BoardPlacement("B", True, 0, 0)).boards[0].reversed


@given(
    st.floats(0.25, 4),
    st.booleans(),
    st.integers(0, 999),
    st.integers(0, 999),
)
def test_magnified_pixels_come_back(factor: float, turned: bool, x: int, y: int) -> None:
    xml = board("B", (1_000, 1_000), reversible=True)
    placed = PlacedBoard(
        Board(etree.fromstring(xml), lambda name: None, Reading(), magnification=factor),
        30,
        40,
        turned,
    )
    there = placed.to_map(*placed.to_board(x, y))
    # Half a pixel of the smaller picture is lost.
    assert abs(there[0] - x) <= factor / 2 + 1
    assert abs(there[1] - y) <= factor / 2 + 1


def test_a_magnified_board_has_the_same_cells_further_apart() -> None:
    xml = element(B + "Board", {"name": "B", "image": "b.png"}, HEXES)
    cells = {}
    for factor in (1.0, 2.0):
        magnified = Board(
            etree.fromstring(xml), lambda name: (600, 400), Reading(), magnification=factor
        )
        assert magnified.size == (600 * factor, 400 * factor)
        layout = one_board()
        layout.boards = (PlacedBoard(magnified, 0, 0, turned=False),)
        [view] = layout.lattices()
        cells[factor] = {cell.name: (cell.x, cell.y) for cell in view}
    assert cells[1.0].keys() == cells[2.0].keys()
    inner = {name: (x, y) for name, (x, y) in cells[1.0].items() if x < 599 and y < 399}
    assert {name: (2 * x, 2 * y) for name, (x, y) in inner.items()}.items() <= cells[2.0].items()


def test_a_grid_without_names_gets_ours_and_one_warning() -> None:
    layout = one_board(BARE_HEXES)
    assert layout.place(50, 50).location == "c00r00"
    assert layout.place(140, 90).location == "c01r00"
    assert layout.point("c01r00") == (136, 100)
    assert [warning.text for warning in layout.warnings] == [
        "board 'B' has a grid without names; names like c12r05 are ours"
    ]


def test_sideways_names_of_ours_count_across_first() -> None:
    layout = one_board(element(G + "HexGrid", {"dy": 100, "x0": 50, "y0": 50, "sideways": True}))
    [view] = layout.lattices()
    cell = view.cell_at(350, 50)
    assert cell is not None
    assert (cell.column, cell.row, cell.name) == (0, 3, "c03r00")


def test_zones_of_nameless_cells_name_the_cells_apart() -> None:
    form = "$name$ $gridLocation$"
    sea = zone("Sea", "0,0;600,0;600,400;0,400", form=form, parent=True)
    layout = one_board(element(G + "ZonedGrid", {}, sea, BARE_HEXES))
    assert layout.place(50, 50) == ("Sea c00r00", "Sea", "B")


def test_a_zone_with_one_name_is_one_box() -> None:
    sea = zone("Sea", "0,0;300,0;300,400;0,400", parent=True)
    layout = one_board(element(G + "ZonedGrid", {}, sea, HEXES))
    assert {layout.place(x, 90).location for x in range(0, 300, 20)} == {"Sea"}
    assert [tuple(region) for region in layout.regions()] == [("Sea", 150, 200, "Sea", "B", True)]
    [view] = layout.lattices()
    assert {cell.zone for cell in view} == {None}
    assert min(cell.x for cell in view) >= 300


def test_centres_just_off_the_board_are_pulled_in() -> None:
    xml = game_map("M", [board("A", (309, 100), HEXES), board("B", (309, 100), HEXES)])
    layout = lay_out(xml, BoardPlacement("A", False, 0, 0), BoardPlacement("B", False, 1, 0))
    # The third column's centre lies on the border: of board A's, that is board B's ground.
    assert HexGrid(100 * 3**0.5 / 2, 100, 50, 50).centre(3, -1) == (309, 0)
    assert not [cell for view in layout.lattices() for cell in view if cell.x == 309]
    alone = lay_out(
        game_map("M", [board("A", (309, 100), HEXES)]), BoardPlacement("A", False, 0, 0)
    )
    assert [(cell.x, cell.y) for cell in alone.lattices()[0] if cell.column == 3] == [
        (308, 0),
        (308, 99),
    ]
    assert alone.snap(305, 3) == (308, 0)


def test_two_boards_with_the_same_numbers_keep_the_first() -> None:
    xml = game_map("M", [board("A", (600, 400), HEXES), board("B", (600, 400), HEXES)])
    layout = lay_out(xml, BoardPlacement("A", False, 0, 0), BoardPlacement("B", False, 1, 0))
    assert layout.point("0101") == (50, 50)
    assert layout.place(650, 50) == ("0101", None, "B")


@pytest.mark.parametrize(
    ("form", "name", "inner"),
    [
        (("", "name", "-", "gridLocation", ""), "Sea-0101", "0101"),
        (("", "gridLocation", " of ", "name", ""), "0101 of Sea", "0101"),
        (("", "gridLocation", "/", "gridLocation", ""), "0101/0101", "0101"),
    ],
)
def test_names_in_zones_lead_back(form: tuple[str, ...], name: str, inner: str) -> None:
    grid = HexGrid(86.6, 100, 50, 50, numbering=None)
    zone_ = Zone("Sea", ((0, 0), (500, 0), (500, 500), (0, 500)), form, grid)
    assert zone_.format(inner) == name
    assert zone_._grid_location(name) == (inner if form.count("gridLocation") == 1 else None)
    assert zone_._grid_location("Lake-0101") is None


def test_zones_lie_over_each_other_in_order() -> None:
    first = Zone("A", ((0, 0), (9, 0), (9, 9), (0, 9)))
    second = Zone("B", ((0, 0), (20, 0), (20, 20), (0, 20)))
    grid = ZonedGrid((first, second))
    assert [grid.name(x, 5) for x in (0, 8, 9, 19, 20)] == ["A", "A", "B", "B", None]
    assert grid.point("B") == (10, 10)
    assert grid.point("C") is None


points = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@given(st.lists(points, min_size=3, max_size=8), st.integers(-60, 60), st.integers(-60, 60))
def test_a_polygon_and_its_mirror_in_y_hold_as_many_points(
    corners: list[tuple[int, int]], x: int, y: int
) -> None:
    """Half a pixel off the borders the rule for borders does not matter."""
    mirrored = [(a, -b) for a, b in corners]
    assert inside(corners, x + 0.25, y + 0.5) == inside(mirrored, x + 0.25, -y - 0.5)


def test_an_empty_polygon_holds_nothing() -> None:
    assert not inside((), 0, 0)
    assert not Zone("Z", ()).contains(0, 0)


def test_regions_in_zones_have_the_names_that_their_zones_give() -> None:
    inner = element(
        G + "RegionGrid",
        {},
        element(G + "Region", {"name": "Malta", "originx": 30, "originy": 40}),
    )
    ground = element(
        G + "RegionGrid",
        {},
        element(G + "Region", {"name": "Covered", "originx": 60, "originy": 60}),
        element(G + "Region", {"name": "Tunis", "originx": 250, "originy": 40}),
    )
    attributes = {
        "name": "Med",
        "locationFormat": "$name$/$gridLocation$",
        "path": "0,0;200,0;200,200;0,200",
        "useParentGrid": False,
    }
    grid = element(G + "ZonedGrid", {}, element(N + "Zone", attributes, inner), ground)
    layout = lay_out(
        game_map("M", [board("B", (300, 200), grid)]), BoardPlacement("B", False, 0, 0)
    )
    assert [tuple(region) for region in layout.regions()] == [
        ("Med/Malta", 30, 40, "Med", "B", False),
        ("Tunis", 250, 40, None, "B", False),
    ]
    assert (layout.point("Med/Malta"), layout.point("Covered")) == ((30, 40), None)
