"""The real engine and this package name the same places on maps the corpus does not have."""

from __future__ import annotations

import io
import itertools
import random
from pathlib import Path

import pytest
from PIL import Image

from tests.engine.harness import Engine
from tests.engine.jobs import Grid, GridPoint, LaidBoard
from tests.vassal.grid_cases import CASES, Case, hex_grid, region_grid, square_grid
from tests.vassal.modules import B, element, game_map, write_module
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.module import Module

WITHOUT_HEXES = [case for case in CASES if "HexGrid" not in case.xml]
# 3.6 measures distances by geometry: exact where hexes are regular. 3.8 counts, as we do.
REGULAR = [case for case in CASES if case.name.startswith("square") or "regular" in case.name]
LATTICES = [case for case in CASES if case.name.startswith(("hex", "square"))]
POINTS = 2_000
OFFBOARD = "offboard"


@pytest.fixture(scope="module")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(
        tmp_path_factory.mktemp("grids") / "grids.vmod", *(case.xml for case in CASES)
    )


def ask(engine: Engine, file: Path, case: Case, points: list[tuple[int, int]]) -> list[GridPoint]:
    boards = [LaidBoard(*placement) for placement in case.placements]
    return list(engine.ask(file, Grid(case.name, points, boards=boards)).points)


def layout_of(file: Path, case: Case) -> MapLayout:
    layout = Module.read(file).layout(case.name, case.placements)
    assert layout is not None
    return layout


def random_points(case: Case) -> list[tuple[int, int]]:
    rng = random.Random(case.name)
    return [
        (rng.randint(-9, case.width + 9), rng.randint(-9, case.height + 9)) for _ in range(POINTS)
    ]


def named(asked: GridPoint) -> str | None:
    return None if asked.location == OFFBOARD else asked.location


def places_to_stand(layout: MapLayout, case: Case) -> list[tuple[int, int]]:
    """Where pieces dropped at 2,000 random points come to rest.

    Between hex centres 3.6 snaps by another rule than 3.8, so random points themselves say
    nothing; and where a grid hands a piece over to one that would snap it on, the engine names a
    place no grid has.
    """
    dropped = [layout.snap(x, y) for x, y in random_points(case)]
    return [point for point in dropped if layout.snap(*point) == point]


@pytest.mark.engine
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_places_bear_the_engine_s_names(engine: Engine, module_file: Path, case: Case) -> None:
    layout = layout_of(module_file, case)
    points = places_to_stand(layout, case)
    assert len(points) > POINTS * 0.8
    turned = any(placed.reversed for placed in layout.boards)
    for asked in ask(engine, module_file, case, points):
        place = layout.place(asked.x, asked.y)
        assert (place.board or "") == (asked.board or ""), asked
        assert place.location == named(asked), asked
        # On a board turned round the engine itself looks for the zone in the wrong corner.
        if not turned:
            assert (place.zone or "") == (asked.zone or ""), asked
        assert layout.snap(asked.x, asked.y) == (asked.snap_x, asked.snap_y)


@pytest.mark.engine
@pytest.mark.parametrize("case", WITHOUT_HEXES, ids=lambda case: case.name)
def test_any_point_snaps_as_in_the_engine(engine: Engine, module_file: Path, case: Case) -> None:
    layout = layout_of(module_file, case)
    for asked in ask(engine, module_file, case, random_points(case)):
        assert layout.snap(asked.x, asked.y) == (asked.snap_x, asked.snap_y)
        assert layout.place(asked.x, asked.y).location == named(asked), asked


@pytest.mark.engine
@pytest.mark.parametrize("case", REGULAR, ids=lambda case: case.name)
def test_distances_are_the_engine_s(engine: Engine, module_file: Path, case: Case) -> None:
    [view] = layout_of(module_file, case).lattices()
    cells = list(view)
    random.Random(case.name).shuffle(cells)
    answers = ask(engine, module_file, case, [(cell.x, cell.y) for cell in cells[:POINTS]])
    for (last, cell), asked in zip(itertools.pairwise(cells), answers[1:], strict=False):
        assert view.distance(last, cell) == asked.range, (last, cell)


@pytest.mark.engine
@pytest.mark.parametrize("case", LATTICES, ids=lambda case: case.name)
def test_names_lead_back_to_the_engine_s_cell(
    engine: Engine, module_file: Path, case: Case
) -> None:
    layout = layout_of(module_file, case)
    [view] = layout.lattices()
    [placed] = layout.boards
    cells = {(cell.x, cell.y): cell for cell in view}
    for asked in ask(engine, module_file, case, list(cells)[:POINTS]):
        cell = cells[asked.x, asked.y]
        found = layout.point(cell.name)
        assert found is not None
        assert layout.place(*found).location == cell.name
        back = placed.to_map(*asked.back) if asked.back else None
        # The engine's way back fails on some descending columns and reads run-together numbers
        # one way only.
        if back and layout.place(*back).location == cell.name:
            assert view.cell_at(*back) == view.cell_at(*found)


FACTORS = {"Hexes": 1.5, "Squares": 0.75, "Regions": 2.0}
"""How far each of three boards is magnified: two with a picture, one plain, whose border does not grow."""


def magnified_layout(file: Path, placements: list[BoardPlacement]) -> MapLayout:
    """The layout of boards that no attribute magnifies: only code of a module's own can."""
    module = Module.read(file)
    found = module.map("M")
    assert found is not None
    for name, factor in FACTORS.items():
        magnified = found.board(name)
        assert magnified is not None
        magnified.magnification = factor
    layout = module.layout("M", placements)
    assert layout is not None
    return layout


@pytest.mark.engine
def test_magnified_boards_name_places_as_the_engine_does(engine: Engine, tmp_path: Path) -> None:
    rng = random.Random("magnified")
    size = {"width": 480, "height": 360, "reversible": True}
    grids = {
        "Hexes": hex_grid(rng, False),
        "Squares": square_grid(rng),
        "Regions": region_grid(rng),
    }
    boards = [
        element(
            B + "Board",
            {"name": name, **size, **({} if name == "Regions" else {"image": "board.png"})},
            grid,
        )
        for name, grid in grids.items()
    ]
    picture = io.BytesIO()
    Image.new("RGB", (480, 360)).save(picture, "PNG")
    entries = {"images/board.png": picture.getvalue()}
    file = write_module(tmp_path / "m.vmod", game_map("M", boards), entries=entries)
    turned = {"Hexes": True, "Squares": False, "Regions": True}
    placements = [BoardPlacement(name, turned[name], at, 0) for at, name in enumerate(FACTORS)]
    layout = magnified_layout(file, placements)
    case = Case("magnified", "", tuple(placements), 1_600, 540)
    points = places_to_stand(layout, case)
    laid = [LaidBoard(*placement, FACTORS[placement.name]) for placement in placements]
    answers = engine.ask(file, Grid("M", points, boards=laid)).points
    assert {asked.board for asked in answers} == {*FACTORS, None}
    for asked in answers:
        place = layout.place(asked.x, asked.y)
        assert (place.board, place.location) == (asked.board, named(asked)), asked
        assert layout.snap(asked.x, asked.y) == (asked.snap_x, asked.snap_y)
