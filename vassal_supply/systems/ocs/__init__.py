"""The Operational Combat Series: trace, eating off supply points, attrition and breakout.

Rule numbers OCS-1 to OCS-7 are those of ``templates/rulebooks/ocs.md``, which also lists the turn file's keys, every
code and every section of the report, and names the source of each number.

``network`` is who can trace, by the engine's lines; ``eating`` who lives off dumps; ``hour`` who is out at one moment;
``memory`` who was out before;
``counted`` is what the counters say wrong; ``breakout``, ``attrition`` and ``losses`` are what their names say; ``judge`` puts the turn together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.model import Situation
from vassal_supply.supply import Determination
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.systems.ocs.codes import CODES
from vassal_supply.systems.ocs.turnfile import TURN_KEYS
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation


class OcsSystem:
    """Supply, attrition and breakout of the Operational Combat Series."""

    name = "ocs"
    phases: Mapping[str, str] = {
        "breakout": "the Breakout Segment: who may try, and those who do (OCS-5, OCS-6)",
        "movement": "movement and the rest of the turn: what the markers do (OCS-2, OCS-4)",
        "supply": "the Supply Phase: trace, eating, markers, attrition (OCS-1 to OCS-3), after the breakouts",
    }
    actions: Mapping[str, str] = {
        "attack": "only what supply does to attacks (OCS-4)",
        "defend": "only what supply does to defence (OCS-4)",
        "barrage": "only what supply does to barrages (OCS-4)",
        "move": "only what supply does to movement (OCS-4)",
    }
    turn_keys: Mapping[str, str] = TURN_KEYS
    codes: Mapping[str, str] = CODES

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of a situation; see :class:`vassal_supply.systems.System`."""
        from vassal_supply.systems.ocs.book import parse_book
        from vassal_supply.systems.ocs.judge import judge
        from vassal_supply.systems.ocs.turnfile import parse_orders

        book = parse_book(rulebook)
        return judge(situation, book, parse_orders(request.turn, situation, book), request)

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit has its grade; see :func:`vassal_supply.supply.explain`."""
        return determination.explain(unit_id)
