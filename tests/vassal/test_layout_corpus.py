"""Every piece of the corpus stands where the real engine says it does."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.module import Module

DUMPS = (
    "a3r/1939",
    "kassala/default-setup",
    "pog/historical",
    "ragnarok/start",
    "tld/0606-1",
    "tld/0608-2",
    "trc/campaign",
    "trc/new",
)
# What the saves lay out where the module has no default of its own.
BOARDS = {
    ("pog", "Map"): (BoardPlacement("Classic Map", False, 0, 0),),
    ("pog", "Expansion Cards"): (BoardPlacement("Expansion Decks", False, 0, 0),),
    ("a3r", "Scenario Card"): (
        BoardPlacement("A3R Germany Campaign", False, 0, 0),
        BoardPlacement("A3R Italy Campaign", False, 1, 0),
    ),
}
OFFBOARD = "offboard"


def engine_pieces(corpus: Path, dump: str) -> list[dict[str, Any]]:
    with gzip.open(corpus / f"{dump}.engine.json.gz", "rt", encoding="utf-8") as file:
        pieces: list[dict[str, Any]] = json.load(file)["pieces"]
    return [piece for piece in pieces if piece["map"]]


@pytest.mark.corpus
@pytest.mark.parametrize("dump", DUMPS)
def test_every_piece_is_where_the_engine_says(corpus: Path, dump: str) -> None:
    game = dump.partition("/")[0]
    module = Module.read(corpus / game / "module.vmod")
    layouts = {
        found.name: module.layout(found.name, BOARDS.get((game, found.name)))
        for found in module.maps
    }
    for piece in engine_pieces(corpus, dump):
        layout = layouts[piece["map"]]
        assert layout is not None
        place = layout.place(piece["x"], piece["y"])
        assert ((place.board or ""), (place.zone or "")) == (piece["board"], piece["zone"]), piece
        if piece["location"] != OFFBOARD:
            assert place.location == piece["location"], piece
        elif place.board is None:
            assert place.location is None, piece


@pytest.mark.corpus
def test_the_russian_campaign_names_all_but_one(corpus: Path) -> None:
    module = Module.read(corpus / "trc/module.vmod")
    layout = module.layout("TRC Map")
    assert layout is not None
    pieces = [p for p in engine_pieces(corpus, "trc/campaign") if p["map"] == "TRC Map"]
    assert len(pieces) == 93
    nowhere = [p["name"] for p in pieces if layout.place(p["x"], p["y"]).location is None]
    assert nowhere == ["Hitler"]
