"""A module in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vassal.grid_cases import zone
from tests.vassal.modules import G, N, board, element, game_map, write_module
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import piece_leaf
from vassal_supply.vassal.summary import summarize

M = "VASSAL.build.module."
W = "VASSAL.build.widget."
LAYER = b"emb2;;2;;;2;;;0;;;;1;false;0;0;,oos.png;,Out of supply;true;Supply;;;false;;1"


def slot(name: str, gpid: int, side: bytes) -> str:
    types = [b"mark;Side", LAYER, f"piece;;;u.png;{name}".encode()]
    definition = piece_leaf("null", types, [side, b"1", b"null;0;0;;0"]).decode("utf-8")
    return element(W + "PieceSlot", {"entryName": name, "gpid": gpid}, definition)


def test_a_module_in_words(tmp_path: Path) -> None:
    numbering = element(N + "HexGridNumbering", {"stagger": False})
    hexes = element(G + "HexGrid", {"dy": 100, "x0": 50, "y0": 50}, numbering)
    zoned = element(
        G + "ZonedGrid",
        {},
        zone("Sea", "500,0;600,0;600,100;500,100"),
        zone(
            "Track",
            "500,200;600,200;600,400;500,400",
            element(
                G + "RegionGrid",
                {},
                *(
                    element(G + "Region", {"name": f"T{n}", "originx": 510, "originy": 200 + n})
                    for n in range(9)
                ),
            ),
            form="$gridLocation$",
        ),
        hexes,
    )
    pieces = element(
        M + "PieceWindow",
        {"name": "Counters"},
        element(W + "ListWidget", {"entryName": "Red"}, slot("a", 1, b"Red"), slot("b", 2, b"Red")),
        element(W + "ListWidget", {"entryName": "Blue"}, slot("c", 3, b"Blue")),
    )
    at_start = element(M + "map.SetupStack", {"name": "Start"}, slot("d", 4, b""))
    path = write_module(
        tmp_path / "words.vmod",
        element(M + "PlayerRoster", {}, "<entry>Red</entry><entry>Blue</entry>"),
        game_map("Field", [board("B", (600, 400), zoned), board("Plain", (9, 9))], at_start),
        pieces,
        name="Words",
    )
    assert list(summarize(Module.read(path)).lines()) == [
        "Module Words 1.0, saved by VASSAL 3.5.8",
        "Sides: Red, Blue",
        "Map Field: 1 stack at start",
        "  board B, 600 x 400 pixels",
        "    28 hexes in columns, 100 pixels across, named 0200 to 0604",
        "    zone Track: 9 areas: T0, T1, T2, T3, T4, T5 and 3 more",
        "    1 box: Sea",
        "  board Plain, 9 x 9 pixels, no grid",
        "Pieces: 4 in 3 palettes",
        "  Field > at start and in decks: 1",
        "  Counters > Red: 2",
        "  Counters > Blue: 1",
        "  mark Side: (empty) 1, Red 2, Blue 1",
        "  layer Supply: (unnamed), Out of supply (on 4)",
    ]


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "trc",
            [
                "Module TRC4 1.3b06, saved by VASSAL 3.2.17",
                "    1,260 hexes in columns, 90.3 pixels across, named 0201 to 4032",
                "  mark Side: Axis 98, Soviet 102",
                "  layer Supply: transparent.gif, + (OOS) (on 200)",
            ],
        ),
        ("a3r", ["    2,329 hexes in rows, 72 pixels across, named obliquely -B21 to OO53"]),
        ("ragnarok", ["    zone endurance: 20 squares, named Endurance 020 to Endurance 001"]),
        ("kassala", ["Sides: Moslem, Christian", "Map Main Map: 21 stacks at start"]),
        ("pog", ["Map Map: 10 decks, 534 stacks at start", "    1 area: AP *Hand*"]),
        ("tld", ["    2 boxes: Cherbourg Alarm Units, 711 Infanterie Division"]),
    ],
)
def test_real_modules_in_words(corpus: Path, game: str, lines: list[str]) -> None:
    said = list(summarize(Module.read(corpus / game / "module.vmod")).lines())
    assert [line for line in lines if line not in said] == []
    assert len(said) < 150
