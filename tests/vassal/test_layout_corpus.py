"""Every piece of the corpus stands where the real engine says it does."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from vassal_supply.vassal.module import Module
from vassal_supply.vassal.save import Save

DUMPS = {
    "a3r/1939": "vsav",
    "kassala/default-setup": "vsav",
    "pog/historical": "vsav",
    "ragnarok/start": "vsav",
    "tld/0606-1": "log",
    "tld/0608-2": "log",
    "trc/campaign": "vsav",
    "trc/new": "vsav",
}
OFFBOARD = "offboard"
# Ours where the engine has no name: on a hex grid by an unknown class, on grids without numbers.
OURS = r"[A-Z]+-?\d\d|c-?\d\d+r-?\d\d+"


def engine_pieces(corpus: Path, dump: str) -> list[dict[str, Any]]:
    with gzip.open(corpus / f"{dump}.engine.json.gz", "rt", encoding="utf-8") as file:
        pieces: list[dict[str, Any]] = json.load(file)["pieces"]
    return [piece for piece in pieces if piece["map"]]


@pytest.mark.corpus
@pytest.mark.parametrize("dump", DUMPS)
def test_every_piece_is_where_the_engine_says(corpus: Path, dump: str) -> None:
    save = Save.read(corpus / f"{dump}.{DUMPS[dump]}")
    module = Module.read(corpus / dump.partition("/")[0] / "module.vmod")
    layouts = {
        found.name: module.layout(found.name, save.boards[found.name]) for found in module.maps
    }
    for piece in engine_pieces(corpus, dump):
        layout = layouts[piece["map"]]
        assert layout is not None
        place = layout.place(piece["x"], piece["y"])
        assert ((place.board or ""), (place.zone or "")) == (piece["board"], piece["zone"]), piece
        if piece["location"] != OFFBOARD:
            assert place.location == piece["location"], piece
        elif place.location is not None:
            assert place.board is not None and re.fullmatch(OURS, place.location), piece


@pytest.mark.corpus
@pytest.mark.parametrize("dump", DUMPS)
def test_every_place_leads_back_to_its_pieces(corpus: Path, dump: str) -> None:
    save = Save.read(corpus / f"{dump}.{DUMPS[dump]}")
    module = Module.read(corpus / dump.partition("/")[0] / "module.vmod")
    for found in module.maps:
        layout = module.layout(found.name, save.boards[found.name])
        assert layout is not None
        for piece in engine_pieces(corpus, dump):
            place = layout.place(piece["x"], piece["y"])
            if piece["map"] == found.name and place.location:
                point = layout.point(place.location)
                assert point is not None, piece
                assert layout.place(*point).location == place.location, piece


@pytest.mark.corpus
def test_the_russian_campaign_names_all_but_one(corpus: Path) -> None:
    module = Module.read(corpus / "trc/module.vmod")
    layout = module.layout("TRC Map")
    assert layout is not None
    pieces = [p for p in engine_pieces(corpus, "trc/campaign") if p["map"] == "TRC Map"]
    assert len(pieces) == 93
    nowhere = [p["name"] for p in pieces if layout.place(p["x"], p["y"]).location is None]
    assert nowhere == ["Hitler"]
