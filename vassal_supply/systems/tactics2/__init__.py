"""A supply variant for Tactics II: every unit traces to its own headquarters, and they up to the army group's.

Rule numbers T2-1 to T2-9 are those of ``templates/rulebooks/tactics2.md``, which also lists the turn file's keys, every
code and every section of the report. The routes, their costs and the chain are the engine's, as the rulebook says;
``command`` carries out declarations and landings, ``rolls`` the dice, ``judge`` puts it together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.model import Situation
from vassal_supply.supply import Determination
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.systems.tactics2.codes import CODES
from vassal_supply.systems.tactics2.turnfile import TURN_KEYS
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation


class Tactics2System:
    """Supply by chains of headquarters within a few movement points, and dice for those who have none."""

    name = "tactics2"
    phases: Mapping[str, str] = {
        "setup": "before the first turn: where the headquarters of the bivouac stand (T2-9)",
        "movement": "a player's movement: how things would stand, without dice (T2-1)",
        "combat": "a player's combats: how things would stand, without dice (T2-1)",
        "supply": "the Supply Phase after Player B's combats: both check all units and roll (T2-1, T2-8)",
    }
    actions: Mapping[str, str] = {}
    turn_keys: Mapping[str, str] = TURN_KEYS
    codes: Mapping[str, str] = CODES

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of a situation; see :class:`vassal_supply.systems.System`."""
        from vassal_supply.systems.tactics2.book import parse_book
        from vassal_supply.systems.tactics2.judge import judge
        from vassal_supply.systems.tactics2.turnfile import parse_orders

        return judge(
            situation, parse_book(rulebook), parse_orders(request.turn, situation), request
        )

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit has its grade; see :func:`vassal_supply.supply.explain`."""
        return determination.explain(unit_id)
