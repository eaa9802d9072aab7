"""Axis & Allies (the 1942 family): what may be mobilised where and whether a turn placed it rightly, income, victory.

The map is areas and sea zones; supply here is the production capacity of industrial complexes. Rule numbers AA-1 to AA-11
are those of ``templates/rulebooks/axis_and_allies.md``, which also lists the turn file's keys, every code and every
section of the report.

``facts`` reads the rulebook, ``turnfile`` the turn file, ``scene`` compares the saves; ``complexes``, ``flow``,
``placement`` and ``room`` are mobilisation, ``money`` and ``victory`` what their names say, ``combat`` the questions of
``--for``; ``verdicts`` and ``sections`` say it all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.model import Situation
from vassal_supply.supply import Determination
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.systems.axis_and_allies.codes import CODES
from vassal_supply.systems.axis_and_allies.turnfile import TURN_KEYS
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation


class AxisAndAlliesSystem:
    """Mobilisation, income and victory of Axis & Allies."""

    name = "axis_and_allies"
    compares = True
    """Of a log its start is the earlier state, when no other is named."""
    phases: Mapping[str, str] = {
        "purchase": "units are being bought",
        "mobilisation": "bought units are being placed (the default)",
        "income": "mobilisation is over and the power has collected its income",
        "end": "the power's turn is over",
    }
    actions: Mapping[str, str] = {
        "attack": "attack and defence values, and who may capture",
        "blitz": "whether the turn file's tank blitzes are legal",
        "capture": "who took the territories that changed hands",
    }
    turn_keys: Mapping[str, str] = TURN_KEYS
    codes: Mapping[str, str] = CODES
    grade_words: Mapping[str, str] = {
        "full": "in order",
        "partial": "in part",
        "out": "against the rules",
        "line": "How it enters play",
    }

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """What a turn placed and may place; see :class:`vassal_supply.systems.System`.

        With ``--for`` only that question is answered.
        """
        from vassal_supply.systems.axis_and_allies.facts import parse_facts
        from vassal_supply.systems.axis_and_allies.judgement import judge_action, judge_turn
        from vassal_supply.systems.axis_and_allies.scene import Scene
        from vassal_supply.systems.axis_and_allies.turnfile import parse_turn_file

        facts = parse_facts(rulebook)
        turn = parse_turn_file(
            request.turn, situation.map.spaces, facts.units, facts.victory.conditions
        )
        scene = Scene(situation, facts, turn, request)
        if request.action:
            return judge_action(scene, request)
        return judge_turn(scene, request)

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit stands rightly or wrongly; raises :class:`vassal_supply.errors.RequestError`."""
        return determination.explain(unit_id)
