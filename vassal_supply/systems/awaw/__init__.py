"""A World at War, rule 30 (Supply), as a rule system.

Its files are the rule's sections: ``sources`` (30.2), ``lines`` and ``reach`` (30.32), ``zones`` (30.341), ``sea``,
``sea_rules``, ``presumed`` and ``fate`` (30.33 to 30.38), ``supply``, ``judge`` and ``memory`` (30.4), ``unit_effects`` and
``elimination`` (30.5), ``hex_effects`` (30.6), ``oil``. Names of places and nations come from the rulebook (``book``),
what only players know from the turn file (``turn``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.supply import Determination
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.systems.awaw.codes import CODES
from vassal_supply.systems.awaw.hex_effects import QUESTIONS
from vassal_supply.systems.awaw.turn import KEYS

if TYPE_CHECKING:
    from vassal_supply.model import Situation
    from vassal_supply.supply import Explanation
    from vassal_supply.tables import Table


class AwawSystem:
    """Rule 30 of A World at War; see :class:`vassal_supply.systems.System`."""

    name = "awaw"
    grade_words: Mapping[str, str] = {
        "full": "fully supplied",
        "partial": "partially supplied",
        "out": "isolated",
        "effects": "What follows",
    }
    phases: Mapping[str, str] = {
        "initial": "the determination in the movement phase, before ground units move (30.42)",
        "post-combat": "the determination in the post-combat adjustment phase (30.43)",
        "between": "any other time: nothing is traced, supply is what it was (30.47, 30.55)",
    }
    actions: Mapping[str, str] = {
        name: f"{question.text} ({question.rule})" for name, question in QUESTIONS.items()
    }
    turn_keys: Mapping[str, str] = KEYS
    codes: Mapping[str, str] = CODES

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of a situation under rule 30."""
        from vassal_supply.systems.awaw.determination import determine

        return determine(situation, rulebook, request)

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit has its grade."""
        return determination.explain(unit_id)
