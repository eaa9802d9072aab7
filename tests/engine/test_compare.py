"""Comparing two games needs no engine, only two dumps."""

from __future__ import annotations

from typing import Any

from tests.engine.compare import compare, levels
from tests.engine.jobs import Game, Layer


def piece(
    id_: str, *, x: int = 0, supply: int = 1, shown: bool = True, **properties: str
) -> dict[str, Any]:
    return {
        "id": id_, "name": f"unit {id_}", "map": "Main", "x": x, "y": 0, "location": f"{x:02}", "board": "B",
        "zone": "", "stack": None, "index": None, "deck": None, "gpid": "1", "prototypes": [],
        "layers": [{"name": "Supply", "level": supply, "active": shown}, {"name": "Supply", "level": 7, "active": True}],
        "properties": {"Supply_Level": str(supply), **properties},
    }  # fmt: skip


def game(*pieces: dict[str, Any], off_map: tuple[dict[str, Any], ...] = ()) -> Game:
    return Game({"pieces": list(pieces), "off_map": list(off_map)})


def test_each_difference_has_its_place() -> None:
    before = game(
        piece("same"), piece("gone"), piece("moved"), piece("marked"), piece("told", Side="Red")
    )
    after = game(
        piece("same"),
        piece("moved", x=3),
        piece("marked", supply=2),
        piece("told", Side="Blue"),
        piece("new"),
    )
    found = compare(before, after)
    assert (found.appeared, found.vanished) == (("new",), ("gone",))
    assert found.moved == {"moved": {"x": (0, 3), "location": ("00", "03")}}
    assert found.relevelled == {"marked": {"Supply": (Layer(1, True), Layer(2, True))}}
    assert found.altered == {"told": {"Side": ("Red", "Blue")}}


def test_a_piece_off_all_maps_is_not_gone() -> None:
    found = compare(game(piece("a")), game(off_map=(piece("a"),)))
    assert (found.appeared, found.vanished) == ((), ())


def test_levels_are_of_the_outermost_layer_and_only_if_shown() -> None:
    shown = game(piece("in"), piece("out", supply=2), piece("hidden", supply=2, shown=False))
    assert levels(shown, "Supply") == {"in": 1, "out": 2, "hidden": 0}
    assert levels(shown, "Fuel") == {}
