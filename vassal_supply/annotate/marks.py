"""Setting the layers and properties by which a module shows supply.

Only the state of the marked trait changes; everything else in the save stays byte for byte. A piece that already
shows its grade is left alone, so annotating twice changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.errors import ReadWarning
from vassal_supply.kit import Mark, marks_of, status_shown
from vassal_supply.kit.seen import OFF

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.model import Unit
    from vassal_supply.supply import Determination
    from vassal_supply.vassal.pieces import Piece


@dataclass(frozen=True, slots=True)
class Change:
    """One mark that will be set: what it showed before and what it shows after, as grades."""

    unit: Unit
    mark: str
    before: str
    after: str


@dataclass
class Annotation:
    """The changes to one save, not yet written."""

    case: Case
    changes: list[Change] = field(default_factory=list)
    warnings: list[ReadWarning] = field(default_factory=list)
    _edited: dict[str, Piece] = field(default_factory=dict)

    def write(self, target: Path | str) -> None:
        """Write the annotated save; never over the save itself. Raises :class:`WriteError`."""
        editor = self.case.save.edit()
        for piece in self._edited.values():
            editor.replace(piece)
        editor.write(target)

    def show(self, unit: Unit, grade: str) -> None:
        """Let every mark of a unit's piece show a grade."""
        piece = self._edited.get(unit.id) or self.case.save.pieces[unit.id]
        properties = piece.properties_for(self.case.viewer)
        marks = marks_of(self.case.kit.marks, properties, unit.kind)
        if not marks and grade != "full":
            self._warn(
                unit, "carries none of the kit's marks; nothing shows that it is not in full supply"
            )
        for mark in marks:
            piece = self._set(unit, piece, mark, grade)

    def _set(self, unit: Unit, piece: Piece, mark: Mark, grade: str) -> Piece:
        before = status_shown(piece.properties_for(self.case.viewer), mark)
        if before == grade:
            return piece
        if grade not in mark.shows:
            self._warn(
                unit, f"the mark {mark.name!r} has nothing that shows {grade}; it is left as it was"
            )
            return piece
        edited = _with_mark(piece, mark, mark.shows[grade])
        self._edited[unit.id] = edited
        self.changes.append(Change(unit, mark.name, before, grade))
        return edited

    def _warn(self, unit: Unit, text: str) -> None:
        self.warnings.append(
            ReadWarning(f"{self.case.save.file}: piece {unit.id} ({unit.name})", text)
        )


def annotate(case: Case, determination: Determination) -> Annotation:
    """The marks that show a determination on the units it judged."""
    annotation = Annotation(case)
    for verdict in determination.verdicts.values():
        annotation.show(verdict.unit, verdict.grade)
    return annotation


def clear(case: Case, side: str | None = None) -> Annotation:
    """Take back every supply mark the kit names, whoever set it, on one side's units or all."""
    annotation = Annotation(case)
    for unit in case.situation.units:
        if side in (None, unit.side):
            annotation.show(unit, "full")
    return annotation


def _with_mark(piece: Piece, mark: Mark, shown: str) -> Piece:
    if mark.trait == "property":
        return piece.with_property(mark.name, shown)
    if shown == OFF:
        return piece.with_layer(mark.name, active=False)
    return piece.with_layer(mark.name, level=int(shown), active=True)
