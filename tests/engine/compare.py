"""Compares two dumps of the engine: which pieces came, went, moved, or show another layer level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tests.engine.jobs import PLACE, Game, Layer, Piece

Change = tuple[object, object]
"""Before and after."""


class Comparison(NamedTuple):
    """Ids of pieces new and gone; by id and name of the thing changed, its before and after.

    ``moved`` names the fields of a place (``PLACE``: map, x, y, location, board, zone, stack, index, deck),
    ``relevelled`` the layers, ``altered`` the other properties and the name.
    """

    appeared: tuple[str, ...]
    vanished: tuple[str, ...]
    moved: Mapping[str, Mapping[str, Change]]
    relevelled: Mapping[str, Mapping[str, Change]]
    altered: Mapping[str, Mapping[str, Change]]


def compare(before: Game, after: Game) -> Comparison:
    """What differs between two games, piece by piece."""
    old, new = before.all_pieces, after.all_pieces
    both = [(old[id_], new[id_]) for id_ in old if id_ in new]
    return Comparison(
        appeared=tuple(id_ for id_ in new if id_ not in old),
        vanished=tuple(id_ for id_ in old if id_ not in new),
        moved=_kept((a.id, _differences(_place(a), _place(b))) for a, b in both),
        relevelled=_kept((a.id, _differences(a.layers, b.layers)) for a, b in both),
        altered=_kept((a.id, _differences(_rest(a), _rest(b))) for a, b in both),
    )


def levels(game: Game, layer: str) -> dict[str, int]:
    """The level each piece's layer of that name shows: 0 when not active. Pieces without it are left out."""
    shown = {id_: piece.layers.get(layer) for id_, piece in game.all_pieces.items()}
    return {id_: _shown(level) for id_, level in shown.items() if level is not None}


def _shown(level: Layer) -> int:
    return level.level if level.active else 0


def _place(piece: Piece) -> dict[str, object]:
    return {name: getattr(piece, name) for name in PLACE}


def _rest(piece: Piece) -> dict[str, object]:
    """Name and properties, less those that only repeat the layers."""
    ends = ("_Level", "_Active", "_Name", "_Image")
    layered = {layer + end for layer in piece.layers for end in ends}
    kept = {name: value for name, value in piece.properties.items() if name not in layered}
    return {"name": piece.name, **kept}


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, Change]:
    names = dict.fromkeys((*old, *new))
    return {
        name: (old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)
    }


def _kept(changes: Iterable[tuple[str, dict[str, Change]]]) -> dict[str, Mapping[str, Change]]:
    return {id_: change for id_, change in changes if change}
