"""What if: a situation with a piece moved, taken away or added, as a new situation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from vassal_supply.errors import RequestError
from vassal_supply.model.maps import Source
from vassal_supply.model.situation import Marker, Situation, Unit

Piece = TypeVar("Piece", Unit, Marker)


def move_piece(situation: Situation, piece: str, space: str) -> Situation:
    """The situation with a unit or marker, named by its id, on another space; sources that it is go with it.

    Raises :class:`RequestError` for an id nobody has and a space the map does not have.
    """
    _check_piece(situation, piece)
    _check_space(situation, space)
    return situation.replaced(
        units=_moved(situation, situation.units, piece, space),
        markers=_moved(situation, situation.markers, piece, space),
        sources=tuple(
            source._replace(space=space) if source.piece == piece else source
            for source in situation.sources
        ),
    )


def remove_piece(situation: Situation, piece: str) -> Situation:
    """The situation without a unit or marker, named by its id, and without the sources that it is.

    Raises :class:`RequestError` for an id nobody has.
    """
    _check_piece(situation, piece)
    return situation.replaced(
        units=tuple(unit for unit in situation.units if unit.id != piece),
        markers=tuple(marker for marker in situation.markers if marker.id != piece),
        sources=tuple(source for source in situation.sources if source.piece != piece),
    )


def add_piece(
    situation: Situation, piece: Unit | Marker, sources: Iterable[Source] = ()
) -> Situation:
    """The situation with one more unit or marker, and the sources that it is.

    Raises :class:`RequestError` for an id somebody has and a space the map does not have.
    """
    _check_space(situation, piece.space)
    if piece.id in _ids(situation):
        raise RequestError(f"there is a piece with the id {piece.id!r} already")
    units, markers = situation.units, situation.markers
    if isinstance(piece, Unit):
        units += (piece,)
    else:
        markers += (piece,)
    return situation.replaced(units=units, markers=markers, sources=(*situation.sources, *sources))


def _moved(
    situation: Situation, pieces: tuple[Piece, ...], piece: str, space: str
) -> tuple[Piece, ...]:
    on = situation.map.spaces[space].map
    return tuple(one._replace(space=space, map=on) if one.id == piece else one for one in pieces)


def _ids(situation: Situation) -> set[str]:
    return {unit.id for unit in situation.units} | {marker.id for marker in situation.markers}


def _check_piece(situation: Situation, piece: str) -> None:
    if piece not in _ids(situation):
        raise RequestError(f"no unit or marker has the id {piece!r}")


def _check_space(situation: Situation, space: str) -> None:
    if space not in situation.map.spaces:
        raise RequestError(f"no space {space!r} on the map")
