"""Hex grids against 24,000 answers of the engine's own methods, and their geometry."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.vassal.grids import HexGrid

VECTORS = Path(__file__).parent / "data" / "hexgrid_vectors.txt.gz"


def vectors() -> Iterator[tuple[str, list[list[int]]]]:
    """Each grid's line with its points: x y, hex centre, snapped point, raw column and row."""
    grids: list[tuple[str, list[list[int]]]] = []
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        for line in lines:
            key, _, rest = line.partition(" ")
            if key == "G":
                grids.append((rest.strip(), []))
            else:
                grids[-1][1].append([int(number) for number in rest.split()])
    return iter(grids)


def parse_grid(line: str) -> HexGrid:
    dx, dy, x0, y0, *flags = line.split()
    sideways, edges, corners = (flag == "true" for flag in flags)
    return HexGrid(
        float(dx), float(dy), int(x0), int(y0), sideways=sideways, edges=edges, corners=corners
    )


def test_all_engine_vectors() -> None:
    count = 0
    for line, points in vectors():
        grid = parse_grid(line)
        for x, y, *expected in points:
            found = [*grid.centre(*grid.cell(x, y)), *grid.snap(x, y), *grid.raw(x, y)]
            assert found == expected, (line, x, y)
            count += 1
    assert count == 24_000


cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
grids = st.builds(
    HexGrid,
    st.floats(10, 200),
    st.floats(10, 200),
    st.integers(-100, 100),
    st.integers(-100, 100),
    sideways=st.booleans(),
)


@given(grids, cells)
def test_a_centre_lies_in_its_own_hex(grid: HexGrid, cell: tuple[int, int]) -> None:
    x, y = grid.centre(*cell)
    assert grid.cell(x, y) == cell
    assert grid.raw(x, y) == cell
    assert grid.snap(x, y) == (x, y)


@given(grids, cells, cells)
def test_distance_is_a_count_of_steps(
    grid: HexGrid, one: tuple[int, int], other: tuple[int, int]
) -> None:
    away = grid.distance(one, other)
    assert away == grid.distance(other, one)
    assert (away == 0) == (one == other)
    steps = [grid.distance(near, other) for near in grid.neighbours(*one)]
    assert all(grid.distance(one, near) == 1 for near in grid.neighbours(*one))
    if away:
        assert min(steps) == away - 1


@pytest.mark.parametrize("sideways", [False, True])
def test_neighbours_lie_one_hex_away(sideways: bool) -> None:
    grid = HexGrid(69.28, 80.0, 30, 40, sideways=sideways)
    for cell in ((4, 4), (5, 4), (-3, 2), (-2, -7)):
        x, y = grid.centre(*cell)
        for near in grid.neighbours(*cell):
            nx, ny = grid.centre(*near)
            assert 78 <= ((x - nx) ** 2 + (y - ny) ** 2) ** 0.5 <= 82


def test_cells_are_those_whose_centre_is_inside() -> None:
    for sideways in (False, True):
        grid = HexGrid(69.28, 80.0, -20, 17, sideways=sideways)
        found = {(column, row): (x, y) for column, row, x, y in grid.cells(0, 0, 700, 500)}
        expected = {
            (column, row): (x, y)
            for column in range(-3, 15)
            for row in range(-3, 15)
            for x, y in [grid.centre(column, row)]
            if 0 <= x <= 700 and 0 <= y <= 500
        }
        assert found == expected


def test_a_grid_that_does_not_snap_leaves_points_alone() -> None:
    assert HexGrid(60, 70, snaps=False).snap(13, 19) == (13, 19)
