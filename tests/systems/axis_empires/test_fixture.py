"""The schematic Europe: built from its sources, true to the hex numbers of the rules, taken by the real engine."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image, ImageChops, ImageStat

from fixtures.build.theatre.build import images, theatre_files
from fixtures.build.theatre.cases import read_cases
from fixtures.build.theatre.geometry import neighbours
from fixtures.build.theatre.sources import Theatre, TheatreGame, read_theatre_game
from tests.conftest import ROOT
from tests.engine.harness import Engine
from tests.engine.jobs import Dump, Grid
from vassal_supply.case import open_case

FOLDER = ROOT / "fixtures" / "axis_empires"
MODULE = FOLDER / "axis_empires.vmod"
TOLERANCE = 2.0
"""Mean difference of a picture's channels, of 255: another Pillow may round a pixel differently."""


@lru_cache(maxsize=1)
def game() -> TheatreGame:
    return read_theatre_game(FOLDER)


def board() -> Theatre:
    return game().map


def entries(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def differ(one: bytes, other: bytes) -> float:
    """How far two pictures are apart; 255 when they differ in size or mode."""
    first, second = Image.open(BytesIO(one)), Image.open(BytesIO(other))
    if (first.size, first.mode) != (second.size, second.mode):
        return 255.0
    return float(max(ImageStat.Stat(ImageChops.difference(first, second)).mean))


# --- the sources --------------------------------------------------------------------------------------------------------


def test_rows_are_staggered_as_the_rules_say() -> None:
    assert set(neighbours("e1406")) == {"e1305", "e1306", "e1405", "e1407", "e1505", "e1506"}


def test_neighbours_share_a_hexside_on_the_board() -> None:
    for name in ("e1406", "e1307", "e3104"):
        for near in neighbours(name):
            start, end = board().grid.hexside(name, near)
            assert 30 < ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5 < 40


def test_the_rules_own_hexes_are_where_they_belong() -> None:
    names = {place.hex: place.name for place in board().places}
    wanted = {
        "e1406": "Tobruk",
        "e1307": "Sollum",
        "e1615": "Haifa",
        "e1515": "Jerusalem",
        "e1716": "Damascus",
    }
    assert {hex_: names[hex_] for hex_ in wanted} == wanted
    assert {"e2019", "e1307", "e1515"} <= board().symbols("road")
    assert "e2119" in board().symbols("rail")
    assert board().edge()[0] == "e2828" and board().edge()[-1] == "e5127"
    assert {hex_[3:] for hex_ in board().edge()} == {"27", "28"}


def test_lines_and_hexsides_join_neighbours_on_land() -> None:
    for kind in ("rail", "road", "joint"):
        for path in board().paths(kind):
            assert not any(board().is_sea(hex_) for hex_ in path), path
            for one, other in pairwise(path):
                assert other in neighbours(one), (kind, one, other)
    for kind in ("all-sea", "strait", "connected-strait", "mountain"):
        for one, other in board().sides(kind):
            assert other in neighbours(one), (kind, one, other)


def test_joints_join_a_rail_symbol_to_a_road_symbol() -> None:
    rail, road = board().symbols("rail"), board().symbols("road")
    for one, other in board().paths("joint"):
        assert (one in rail and other in road) or (one in road and other in rail)


def test_ports_lie_on_the_coast() -> None:
    for zone in board().zones:
        for port in zone.ports:
            off_board = [near for near in neighbours(port) if near not in board().signs]
            assert off_board or any(board().is_sea(near) for near in neighbours(port)), port


def test_no_counter_of_a_case_stands_at_sea_without_need() -> None:
    at_sea = {
        (case.name, one.space)
        for case in read_cases(game())
        for one in case.standing
        if one.space in board().signs and board().is_sea(one.space)
    }
    assert at_sea == {
        ("ae10g-all-sea", "e1409"),
        ("ae10g-beachhead", "e1409"),
        ("turn-open-port", "e1703"),
    }


# --- what is built ------------------------------------------------------------------------------------------------------


def test_the_committed_files_are_what_the_sources_build() -> None:
    with ZipFile(MODULE) as archive:
        pictures = {
            name.removeprefix("images/"): archive.read(name)
            for name in archive.namelist()
            if name.startswith("images/")
        }
    for name, data in theatre_files(game(), pictures).items():
        committed = (FOLDER / name).read_bytes()
        if name.endswith((".vmod", ".vsav")):
            assert entries(data) == entries(committed), name
        else:
            assert data == committed, name


def test_the_pictures_are_what_the_sources_draw() -> None:
    drawn = images(game())
    with ZipFile(MODULE) as archive:
        committed = {name for name in archive.namelist() if name.startswith("images/")}
        assert committed == {f"images/{name}" for name in drawn}
        for name, data in drawn.items():
            assert differ(data, archive.read(f"images/{name}")) < TOLERANCE, name
        text = archive.read("buildFile.xml").decode("utf-8")
    assert set(drawn) == set(re.findall(r"[\w.-]+\.(?:png|jpg)", text))


def test_the_kit_reads_the_map_the_board_shows() -> None:
    case = open_case(FOLDER / "sollum.vsav", module=MODULE)
    spaces = case.situation.map.spaces
    assert set(spaces) == {*board().grid.names(), *board().areas()}
    cells = case.situation.map.cells()
    for name in board().grid.names():
        shown = {near for near in neighbours(name) if near in spaces}
        assert set(case.situation.map.adjacent(name, cells)) == shown, name
        assert spaces[name].nation == board().country(name)
        assert (spaces[name].x, spaces[name].y) == board().grid.centre(name)
    sea = {side for side, kinds in case.situation.map.hexsides.items() if "all-sea" in kinds}
    listed = {(min(pair), max(pair)) for pair in (*board().coast(), *board().sides("all-sea"))}
    assert sea == listed


# --- the real engine ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["setup", "ankara", "ae09-out-of-the-box", "ae10f-policy-convoy"])
def test_the_engine_takes_it_without_a_question(engine: Engine, name: str) -> None:
    save = FOLDER / f"{name}.vsav"
    answer = engine.ask(MODULE, Dump(save))
    assert (answer.opening.dialogs, answer.dialogs, answer.complaints) == ((), (), ())
    assert answer.metadata_valid
    case = next(one for one in read_cases(game()) if one.name == (name, "sollum")[name == "setup"])
    places = sorted((piece.name, piece.location) for piece in answer.game.pieces.values())
    assert places == sorted(case.standing)


def test_the_engine_names_every_hex_as_the_board_does(engine: Engine) -> None:
    points = {board().grid.centre(name): name for name in board().grid.names()}
    answer = engine.ask(MODULE, Grid("Europe", list(points)))
    assert {(one.x, one.y): one.location for one in answer.points} == points
    assert all((one.x, one.y) == (one.snap_x, one.snap_y) for one in answer.points)


def test_the_engine_takes_an_annotated_case(engine: Engine, run, tmp_path: Path) -> None:
    marked = tmp_path / "marked.vsav"
    ran = run("annotate", FOLDER / "ae10a-ezoc.vsav", "-m", MODULE, "-o", marked)
    assert ran.status == 0, ran.err
    answer = engine.ask(MODULE, Dump(marked))
    assert (answer.dialogs, answer.complaints) == ((), ())
    [panzer] = answer.game.named("1st Panzer Army (unsupplied)")
    assert panzer.layers["Supply"].level == 3
