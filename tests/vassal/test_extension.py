"""Extensions put pieces, prototypes and maps where they belong."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from tests.vassal.modules import B, G, board, element, game_map, write_module, write_save
from vassal_supply.errors import ArchiveError
from vassal_supply.vassal.archive import write_zip
from vassal_supply.vassal.extension import Extension, find_target
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import parse_piece

M = "VASSAL.build.module."
W = "VASSAL.build.widget."
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000280000001e0806000000")
UNIT = "+/null/prototype;Army\tpiece;;;u.png;Guards/\tnull;0;0;;0"
ARMY = "+/null/mark;Type\tpiece;;;;/Army\tnull;0;0;;0"


def extension_file(path: Path, *parts: str, **attributes: object) -> Path:
    """An extension of the game ``Own`` with these components."""
    known = {
        "module": "Own",
        "moduleVersion": "1.0",
        "version": "0.3",
        "vassalVersion": "3.5.8",
        "extensionId": "abc",
        "anyModule": False,
        "nextPieceSlotId": 9,
    }
    root = element(M + "ModuleExtension", {**known, **attributes}, *parts)
    about = b'<data version="1"><version>0.3</version><VassalVersion>3.5.8</VassalVersion></data>'
    files = {"extensiondata": about, "buildFile.xml": root.encode("utf-8"), "images/x.png": PNG}
    write_zip(path, files)
    return path


def into(target: str, part: str) -> str:
    return element(M + "ExtensionElement", {"target": target}, part)


PARTS = (
    game_map("Added", [element(B + "Board", {"name": "X", "image": "x.png"})]),
    into(
        f"{M}PieceWindow:Counters/{W}TabWidget:Units/{W}ListWidget:Red",
        element(W + "PieceSlot", {"entryName": "Guards", "gpid": "abc:4"}, UNIT),
    ),
    into(M + "PrototypesContainer", element(M + "PrototypeDefinition", {"name": "Army"}, ARMY)),
    into(f"{M}Map:Europe/{M}map.BoardPicker", board("Extra", (30, 20), element(G + "HexGrid"))),
)


@pytest.fixture
def module_file(tmp_path: Path) -> Path:
    lists = element(
        W + "TabWidget", {"entryName": "Units"}, element(W + "ListWidget", {"entryName": "Red"})
    )
    return write_module(
        tmp_path / "own.vmod",
        element(M + "PrototypesContainer"),
        game_map("Europe", [board("Main", (60, 40))]),
        element(M + "PieceWindow", {"name": "Counters"}, lists),
        element(M + "ChartWindow", {"name": "Charts"}),
        game_map("Last", [board("Main", (60, 40))]),
        name="Own",
    )


def test_what_an_extension_says(tmp_path: Path) -> None:
    extension = Extension.read(extension_file(tmp_path / "Red army.vmdx", *PARTS))
    assert (extension.name, extension.version, extension.module_name) == ("Red army", "0.3", "Own")
    assert extension.extension_id == "abc"
    assert extension.belongs_to("Own") and not extension.belongs_to("Other")
    [slot] = extension.slots
    assert slot[:3] == ("abc:4", "Guards", ("Counters", "Units", "Red"))
    assert list(extension.prototypes) == ["Army"]
    assert [found.name for found in extension.maps] == ["Added"]


def test_its_parts_go_where_they_belong(module_file: Path, tmp_path: Path) -> None:
    added = extension_file(tmp_path / "red.vmdx", *PARTS)
    module = Module.read(module_file, extensions=[added])
    assert [found.name for found in module.maps] == ["Europe", "Last", "Added"]
    europe, _, new = module.maps
    assert [one.name for one in europe.boards] == ["Main", "Extra"]
    assert new.boards[0].size == (40, 30)  # the image lies in the extension
    slot = module.slot("abc:4")
    assert slot is not None
    assert slot.path == ("Counters", "Units", "Red")
    assert parse_piece(module.expanded(slot))[1][0] == b"mark;Type"
    assert [extension.name for extension in module.extensions] == ["red"]
    assert module.warnings == []


@pytest.mark.engine
def test_the_engine_counts_added_maps_last(
    engine: Engine, module_file: Path, tmp_path: Path
) -> None:
    chart = element(
        W + "MapWidget",
        {"entryName": "Tab"},
        element(
            W + "WidgetMap",
            {"mapName": "Inside"},
            element(M + "map.BoardPicker", {}, board("I", (9, 9))),
        ),
    )
    parts = (*PARTS, into(M + "ChartWindow:Charts", chart))
    added = extension_file(tmp_path / "red.vmdx", *parts)
    ours = Module.read(module_file, extensions=[added]).maps
    assert [found.name for found in ours] == ["Europe", "Last", "Added", "Inside"]
    pieces = [f"+/{number}/piece;;;;x/Map{number};5;5;;0" for number in range(4)]
    save = write_save(tmp_path / "numbers.vsav", *pieces)
    [answer] = engine.run(module_file, [Dump(save)], extensions=[added])
    assert answer.ok, answer.error
    theirs = {id: piece.map for id, piece in answer.game.all_pieces.items()}
    assert theirs == {found.id.removeprefix("Map"): found.name for found in ours}


def test_a_place_that_is_not_there_is_a_warning(module_file: Path, tmp_path: Path) -> None:
    lost = into(M + "PieceWindow:Nowhere/x.Y", element(W + "PieceSlot", {"gpid": "abc:1"}))
    empty = element(M + "ExtensionElement", {"target": ""})
    added = extension_file(tmp_path / "red.vmdx", lost, empty, *PARTS)
    module = Module.read(module_file, extensions=[added])
    assert module.slot("abc:1") is None
    assert module.slot("abc:4") is not None
    assert [warning.where.partition(": ")[0] for warning in module.warnings] == [str(added)] * 2


def test_odd_numbers_in_an_extension_are_noted_in_its_file(
    module_file: Path, tmp_path: Path
) -> None:
    odd = element(M + "Map", {"mapName": "Odd", "edgeWidth": "x"}, element(M + "map.BoardPicker"))
    module = Module.read(module_file, extensions=[extension_file(tmp_path / "odd.vmdx", odd)])
    assert module.maps[-1].edge == (0, 0)
    assert module.warnings[0].where.startswith(str(tmp_path / "odd.vmdx"))


def test_an_extension_of_another_module_stays_out(module_file: Path, tmp_path: Path) -> None:
    foreign = extension_file(tmp_path / "foreign.vmdx", *PARTS, module="Other")
    module = Module.read(module_file, extensions=[foreign])
    assert module.extensions == ()
    assert len(module.maps) == 2
    assert "'Other'" in module.warnings[0].text
    for_all = extension_file(tmp_path / "all.vmdx", *PARTS, module="Other", anyModule=True)
    assert len(Module.read(module_file, extensions=[for_all]).maps) == 3


def test_a_module_is_no_extension(module_file: Path) -> None:
    with pytest.raises(ArchiveError, match="is a module; expected an extension"):
        Extension.read(module_file)
    with pytest.raises(ArchiveError, match="expected an extension"):
        Module.read(module_file, extensions=[module_file])


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("", "root"),
        ("a.A:one", "1"),
        ("a.A:two", "2"),
        ("a.A:none", "1"),  # the last step: any of its class will do
        ("a.A:two/b.B", "4"),
        ("a.A:none/b.C:deep", "5"),  # on the way: the first that leads on
        ("a.A:one/b.B", None),
        ("x.X", None),
    ],
)
def test_component_paths(target: str, found: str | None) -> None:
    root = etree.fromstring(
        "<r id='root'><a.A name='one' id='1'/><a.A entryName='two' id='2'>"
        "<b.B id='4'/><b.C mapName='deep' id='5'/></a.A></r>"
    )
    element = find_target(root, target)
    assert (element.get("id") if element is not None else None) == found
