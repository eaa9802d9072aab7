"""What a module says about itself: maps in their nesting, boards, properties, sides, setups."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest

from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from tests.vassal.modules import B, G, board, element, game_map, write_module, write_save
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.maps import board_placements
from vassal_supply.vassal.module import Module

M = "VASSAL.build.module."
W = "VASSAL.build.widget."


def nested_map(name: str) -> str:
    """A map inside a chart window."""
    picker = element(M + "map.BoardPicker", {}, board("Chart", (60, 50)))
    inner = element(W + "WidgetMap", {"mapName": name, "edgeWidth": 3, "edgeHeight": 4}, picker)
    return element(W + "MapWidget", {"entryName": f"{name} tab"}, inner)


@pytest.fixture(scope="module")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    properties = element(
        M + "properties.GlobalProperties",
        {},
        element(
            M + "properties.GlobalProperty",
            {"name": "Weather", "initialValue": "Dry", "description": "of the turn"},
        ),
    )
    zone = element(G + "mapgrid.Zone", {"name": "North", "path": "0,0;9,0;9,9;0,9"}, properties)
    layers = element(
        M + "map.LayeredPieceCollection", {"property": "Layer", "layerOrder": "Land,Air\\,high"}
    )
    pile = {"name": "Draw", "x": 5, "y": 6, "owningBoard": "Two"}
    setup = element("setup", {}, "EuropeBoardPicker\tTwo/rev\t1\t0\tOne\t0\tx\tGone\t3\t3")
    picker = element(
        M + "map.BoardPicker",
        {},
        board("One", (100, 80), element(G + "ZonedGrid", {}, zone)),
        board("Two", (200, 90), reversible=True),
        setup,
    )
    europe = element(
        M + "Map",
        {"mapName": "Europe", "edge": "7,8"},
        picker,
        layers,
        element(M + "folder.DeckSubFolder", {"name": "Decks"}, element(M + "map.DrawPile", pile)),
        element(
            M + "map.SetupStack",
            {"name": "At start", "x": 1, "y": 2, "useGridLocation": True, "location": "North"},
        ),
        element(M + "map.StackMetrics", {"disabled": True}),
        properties,
    )
    tabs = element(W + "TabWidget", {"entryName": "Tracks"}, nested_map("Turns"))
    roster = element(M + "PlayerRoster", {}, "<entry> Axis </entry><entry>Allies</entry>")
    menu = element(
        M + "PredefinedSetup",
        {"name": "Scenarios", "isMenu": True},
        element(M + "PredefinedSetup", {"name": "1941", "file": "1941.vsav", "useFile": True}),
        element(M + "PredefinedSetup", {"name": "Free", "file": "", "useFile": False}),
    )
    return write_module(
        tmp_path_factory.mktemp("module") / "own.vmod",
        roster,
        properties,
        element(M + "folder.ModuleSubFolder", {"name": "Maps"}, europe),
        element(M + "ChartWindow", {"name": "Charts"}, tabs),
        element(M + "PlayerHand", {"mapName": "Hand"}, element(M + "map.BoardPicker")),
        element("my.own.Picker", {"name": "x"}),
        menu,
        name="Own game",
    )


def test_what_the_module_is(module_file: Path) -> None:
    module = Module.read(module_file)
    assert (module.name, module.version, module.vassal_version) == ("Own game", "1.0", "3.5.8")
    assert module.sides == ("Axis", "Allies")
    assert module.custom_classes == ("my.own.Picker",)
    assert [setup[:2] for setup in module.setups] == [("1941", "1941.vsav"), ("Free", "")]
    assert module.warnings == []


def test_maps_in_their_nesting(module_file: Path) -> None:
    module = Module.read(module_file)
    assert [(found.id, found.name, found.kind, found.path) for found in module.maps] == [
        ("Map0", "Europe", "Map", ()),  # an editor folder is no window
        ("Map1", "Turns", "WidgetMap", ("Charts", "Tracks", "Turns tab")),
        ("Map2", "Hand", "PlayerHand", ()),
    ]
    assert [found.edge for found in module.maps] == [(7, 8), (3, 4), (0, 0)]
    turns = module.map("Map1")
    assert turns is not None and turns is module.map("Turns")
    assert module.map("Nowhere") is None
    assert module.layout("Nowhere") is None


@pytest.mark.engine
def test_the_engine_counts_the_maps_alike(
    engine: Engine, module_file: Path, tmp_path: Path
) -> None:
    # A piece may name its map by the engine's number.
    pieces = [f"+/{number}/piece;;;;x/Map{number};9;9;;0" for number in range(3)]
    save = write_save(tmp_path / "numbers.vsav", *pieces)
    found = engine.ask(module_file, Dump(save)).game.pieces
    ours = {one.id.removeprefix("Map"): one.name for one in Module.read(module_file).maps}
    assert {id: piece.map for id, piece in found.items()} == ours


def test_a_map_s_parts(module_file: Path) -> None:
    europe = Module.read(module_file).map("Europe")
    assert europe is not None
    assert [(one.name, one.size, one.reversible) for one in europe.boards] == [
        ("One", (100, 80), False),
        ("Two", (200, 90), True),
    ]
    assert europe.layers == ("Layer", ("Land", "Air,high"))
    assert not europe.stacks_pieces
    assert [stack[:6] for stack in europe.start_stacks] == [
        ("Draw", True, "Two", 5, 6, ""),
        ("At start", False, "", 1, 2, "North"),
    ]
    assert [deck.name for deck in europe.decks] == ["Draw"]


def test_the_default_layout_leaves_out_boards_that_are_gone(module_file: Path) -> None:
    europe = Module.read(module_file).layout("Europe")
    assert europe is not None
    assert europe.warnings == []
    placed = [(one.name, one.x, one.y, one.reversed) for one in europe.boards]
    assert placed == [("Two", 107, 8, True), ("One", 7, 8, False)]
    assert europe.place(112, 14).location == "Draw"
    assert europe.point("Draw") == (112, 14)
    assert europe.place(9, 9) == ("North", "North", "One")


def test_boards_a_save_has_and_the_module_has_not(module_file: Path) -> None:
    layout = Module.read(module_file).layout("Europe", (BoardPlacement("Gone", False, 0, 0),))
    assert layout is not None
    assert layout.boards == ()
    assert [warning.text for warning in layout.warnings] == [
        "board 'Gone' is not in the module and is left out"
    ]
    # A pile whose board is not there counts from the corner of the map.
    assert layout.place(12, 14) == ("Draw", None, None)


def test_global_properties_and_what_holds_them(module_file: Path) -> None:
    found = Module.read(module_file).global_properties
    assert [(one.name, one.container, one.value) for one in found] == [
        ("Weather", "Module", "Dry"),
        ("Weather", "Europe:North", "Dry"),
        ("Weather", "Europe", "Dry"),
    ]


def test_an_image_that_is_missing_makes_a_board_without_end(tmp_path: Path) -> None:
    gone = element(B + "Board", {"name": "Gone", "image": "gone.png"}, element(G + "HexGrid"))
    module = Module.read(write_module(tmp_path / "m.vmod", game_map("M", [gone])))
    layout = module.layout("M")
    assert layout is not None
    assert layout.place(90_000, 5).board == "Gone"
    assert layout.lattices() == []
    assert "gone.png" in module.warnings[0].text


@pytest.mark.parametrize(
    ("command", "placements"),
    [
        ("MapBoardPicker", ()),
        ("MapBoardPicker\tA\t1\t2", (BoardPlacement("A", False, 1, 2),)),
        ("MapBoardPicker\tA\\/b/rev\t0\tx", (BoardPlacement("A/b", True, 0, 0),)),
        ("MapBoardPicker\tA\t1\t2\tB", (BoardPlacement("A", False, 1, 2),)),
    ],
)
def test_board_pickers(command: str, placements: tuple[BoardPlacement, ...]) -> None:
    assert board_placements(command) == placements


def test_a_forgotten_module_closes_its_file(module_file: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        module = Module.read(module_file)
        assert module.maps
        del module
        gc.collect()


@pytest.mark.corpus
def test_maps_inside_charts_of_a_real_module(corpus: Path) -> None:
    maps = Module.read(corpus / "tld/module.vmod").maps
    assert [found.id for found in maps] == [f"Map{number}" for number in range(10)]
    assert maps[0].path == ()
    assert {found.path[0] for found in maps[1:]} == {"Charts"}


def test_more_boards_than_any_game_lays_out(module_file: Path) -> None:
    placements = tuple(BoardPlacement("One", False, column, 0) for column in range(5_000))
    layout = Module.read(module_file).layout("Europe", placements)
    assert layout is not None
    assert len(layout.boards) == 1_000
    assert "5,000 boards" in layout.warnings[0].text
