"""What a piece's own supply marks show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.kit.kit import OFF, Mark

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece

_WORST_FIRST = ("out", "partial", "full")


def marks_of(marks: tuple[Mark, ...], piece: Piece, kind: str) -> list[Mark]:
    """The kit's marks that a piece of this unit kind carries."""
    return [
        mark
        for mark in marks
        if (not mark.kinds or kind in mark.kinds) and shown_by(piece, mark) is not None
    ]


def shown_by(piece: Piece, mark: Mark) -> str | None:
    """What a mark shows on a piece, in the words of :attr:`Mark.shows`; ``None`` when the piece does not carry it."""
    if mark.trait == "property":
        return piece.properties.get(mark.name)
    level = piece.properties.get(f"{mark.name}_Level")
    return OFF if level is not None and level.startswith("-") else level


def status_shown(piece: Piece, mark: Mark) -> str:
    """The grade one mark shows; a layer that is switched off, or shows what no grade names, shows ``full``."""
    shown = shown_by(piece, mark)
    return next((grade for grade in _WORST_FIRST if mark.shows.get(grade) == shown), "full")


def standing_status(piece: Piece, marks: tuple[Mark, ...], kind: str) -> str:
    """The worst grade that a piece's marks show; empty when it carries none."""
    shown = {status_shown(piece, mark) for mark in marks_of(marks, piece, kind)}
    return next((grade for grade in _WORST_FIRST if grade in shown), "")
