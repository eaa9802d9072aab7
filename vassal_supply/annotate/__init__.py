"""Writes what a determination says back into a copy of the save, with the marks and counters that the kit names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.annotate.changes import Annotation, Change
from vassal_supply.annotate.counters import lay_counters
from vassal_supply.annotate.marks import show
from vassal_supply.report.as_text import grade_words

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.supply import Determination

__all__ = ["Annotation", "Change", "annotate_save", "clear_save"]


def annotate_save(case: Case, determination: Determination) -> Annotation:
    """The marks that show a determination on the units it judged."""
    return _show_all(case, {id: one.grade for id, one in determination.verdicts.items()})


def clear_save(case: Case, side: str | None = None) -> Annotation:
    """Take back every supply mark the kit names, whoever set it, on one side's units or all."""
    units = case.situation.units
    return _show_all(case, {unit.id: "full" for unit in units if side in (None, unit.side)})


def _show_all(case: Case, grades: Mapping[str, str]) -> Annotation:
    annotation = Annotation(case)
    spoken = lay_counters(annotation, grades)
    for unit in case.situation.units:
        grade = grades.get(unit.id)
        if grade is None or show(annotation, unit, grade) or unit.id in spoken or grade == "full":
            continue
        words = grade_words(case.system)[grade]
        text = f"no mark of the kit can show that it is {words}; it looks like one in full supply"
        annotation.warn(f"piece {unit.id} ({unit.name})", text)
    return annotation
