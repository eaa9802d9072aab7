"""Setting the layers and properties by which a module shows supply on the units themselves.

Only the state of the marked trait changes; everything else in the save stays byte for byte. A piece that already
shows its grade is left alone, so annotating twice changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.annotate.changes import Annotation, Change
from vassal_supply.kit import Mark, marks_of, status_shown
from vassal_supply.kit.seen import OFF
from vassal_supply.report.as_text import GRADE_WORDS
from vassal_supply.vassal.traits import DynamicPropertyTrait

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.vassal.pieces import Piece


def show(annotation: Annotation, unit: Unit, grade: str) -> bool:
    """Let every mark of a unit's own piece show a grade; whether it carries any."""
    case, piece = annotation.case, annotation.piece(unit.id)
    marks = marks_of(case.kit.marks, piece.properties_for(case.viewer), unit.kind)
    marks = [mark for mark in marks if mark.trait == "layer" or _is_dynamic(piece, mark.name)]
    for mark in marks:
        _set(annotation, unit, mark, grade)
    return bool(marks)


def _set(annotation: Annotation, unit: Unit, mark: Mark, grade: str) -> None:
    piece = annotation.piece(unit.id)
    before = status_shown(piece.properties_for(annotation.case.viewer), mark)
    if before == grade:
        return
    if grade not in mark.shows:
        text = f"the mark {mark.name!r} has nothing that shows {grade}; it is left as it was"
        annotation.warn(f"piece {unit.id} ({unit.name})", text)
        return
    words = f"was {GRADE_WORDS[before]}, now {GRADE_WORDS[grade]}"
    annotation.replace(
        _with_mark(piece, mark, mark.shows[grade]), Change(unit.space, unit.name, words)
    )


def _is_dynamic(piece: Piece, name: str) -> bool:
    """Whether a property can change at all; a constant mark of the same name cannot."""
    return any(isinstance(one, DynamicPropertyTrait) and one.name == name for one in piece.traits)


def _with_mark(piece: Piece, mark: Mark, shown: str) -> Piece:
    if mark.trait == "property":
        return piece.with_property(mark.name, shown)
    if shown == OFF:
        return piece.with_layer(mark.name, active=False)
    return piece.with_layer(mark.name, level=int(shown), active=True)
