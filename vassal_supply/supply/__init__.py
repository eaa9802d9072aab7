"""The supply engine: fields, legs, zones of control, the rulebook's parser, determinations and explanations.

Knows the map model and nothing of VASSAL's files.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from vassal_supply.model import Situation
from vassal_supply.supply.determination import (
    Determination,
    Effect,
    Reason,
    Step,
    Verdict,
)
from vassal_supply.supply.engine import Engine
from vassal_supply.supply.parsing import parse_rulebook
from vassal_supply.supply.rulebook import Grade, Rulebook

if TYPE_CHECKING:
    from vassal_supply.supply.explanation import Explanation

__all__ = [
    "Determination",
    "Effect",
    "Engine",
    "Explanation",
    "Grade",
    "Reason",
    "Rulebook",
    "Step",
    "Verdict",
    "determine",
    "explain",
    "parse_rulebook",
]


def __getattr__(name: str) -> object:
    """Load the explaining part when it is asked for: a check never needs it."""
    if name == "Explanation":
        from vassal_supply.supply.explanation import Explanation

        return Explanation
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def determine(
    situation: Situation, rulebook: Rulebook, *, sides: Collection[str] | None = None
) -> Determination:
    """The supply of all units of a situation, or of those of ``sides``.

    Raises :class:`vassal_supply.errors.RequestError` for a side the situation does not have.
    """
    if rulebook.zoc.status == "computed":
        from vassal_supply.supply.computed import computed

        engine, warnings = computed(situation, rulebook)
    else:
        engine, warnings = Engine(situation, rulebook), []
    found = engine.determine(sides)
    found.warnings += warnings
    if rulebook.zones:
        from vassal_supply.supply.zones import supply_zones

        found.supply_zones = supply_zones(engine)
    return found


def explain(determination: Determination, unit_id: str) -> Explanation:
    """Why a unit has its grade: its line leg by leg, or the nearest line there would be and what bars it.

    Raises :class:`vassal_supply.errors.RequestError` for a piece that is no unit on the map.
    """
    return determination.explain(unit_id)
