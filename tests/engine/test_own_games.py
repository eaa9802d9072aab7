"""The judge on games made here: boards laid reversed, extensions taken and refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.engine.harness import Engine
from tests.engine.jobs import Grid, Info, LaidBoard

pytestmark = pytest.mark.engine

GRID = """<VASSAL.build.module.map.boardPicker.board.SquareGrid dx="100" dy="100" x0="50" y0="50" snapTo="true">
<VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first="H" sep="-" hType="N" vType="N"
 hOff="1" vOff="1" hLeading="0" vLeading="0"/>
</VASSAL.build.module.map.boardPicker.board.SquareGrid>"""
MODULE = f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Squares" version="1.0" VassalVersion="3.5.0" nextPieceSlotId="0" description="">
<VASSAL.build.module.Map mapName="Field" allowMultiple="false" markMoved="Never" edgeHeight="0" edgeWidth="0">
<VASSAL.build.module.map.BoardPicker maxColumns="2">
<VASSAL.build.module.map.boardPicker.Board name="Plain" image="" width="400" height="300" color="255,255,255" reversible="true">
{GRID}
</VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.StackMetrics/>
</VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""
EXTENSION = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.module.ModuleExtension anyModule="false" description="" extensionId="abc" module="{module}"
 moduleVersion="1.0" nextPieceSlotId="0" vassalVersion="3.5.0" version="1.2"/>"""
METADATA = """<?xml version="1.0" encoding="UTF-8"?>
<data version="1"><version>1.0</version><VassalVersion>3.5.0</VassalVersion><name>Squares</name></data>"""


def pack(path: Path, **entries: str) -> Path:
    """A zip with the build file, and each other entry named by its keyword."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            archive.writestr("buildFile.xml" if name == "build" else name, text)
    return path


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    return pack(tmp_path / "squares.vmod", moduledata=METADATA, build=MODULE)


def test_a_reversed_board(engine: Engine, squares: Path) -> None:
    plain, turned = [LaidBoard("Plain")], [LaidBoard("Plain", reversed=True)]
    points = [(60, 40), (390, 290)]
    answers = [engine.ask(squares, Grid("Field", points, boards=b)) for b in (plain, turned, plain)]
    names = [[point.location for point in answer.points] for answer in answers]
    assert names == [["1-1", "4-3"], ["4-3", "1-1"], ["1-1", "4-3"]]


def test_extensions_beside_the_module_load(engine: Engine, squares: Path) -> None:
    beside = squares.parent / "squares_ext"
    beside.mkdir()
    fits, foreign = beside / "fits.vmdx", beside / "foreign.vmdx"
    for path, module in ((fits, "Squares"), (foreign, "Circles")):
        pack(
            path, extensiondata=METADATA, moduledata=METADATA, build=EXTENSION.format(module=module)
        )
    answer = engine.ask(squares, Info())
    assert answer.extensions == {"fits": "1.2"}
    assert any("foreign" in line and "Circles" in line for line in answer.opening.chat)
    assert foreign.is_file()  # the engine puts a refused extension away, but it only had a copy
    alone = engine.ask(squares, Info(), extensions=[])
    assert (alone.extensions, alone.opening.dialogs) == ({}, ())
