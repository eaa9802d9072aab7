"""The CSV of a check: one row a unit."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_supply.supply import Determination

COLUMNS = ("id", "name", "map", "space", "side", "nation", "grade", "source", "length", "reason")


def check_csv(determination: Determination) -> str:
    """One row a unit under :data:`COLUMNS`; ``length`` counts the spaces of the line after the unit's own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for verdict in determination.verdicts.values():
        unit, line = verdict.unit, verdict.line
        own = [unit.id, unit.name, unit.map, unit.space, unit.side, unit.nation, verdict.grade]
        source = verdict.source.space if verdict.source else ""
        writer.writerow(
            [
                *own,
                source,
                len(line) - 1 if line else "",
                "; ".join(one.text for one in verdict.reasons),
            ]
        )
    return out.getvalue()
