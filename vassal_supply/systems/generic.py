"""The generic system: the supply rule is what the rulebook says, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vassal_supply.model import Situation
from vassal_supply.supply import Determination, determine, explain, parse_rulebook
from vassal_supply.systems import NOTHING_MORE, Request
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation
    from vassal_supply.supply.threats import Cuts, Threat


class GenericSystem:
    """Any supply rule that a rulebook can say as data. Its turn file has no keys."""

    name = "generic"
    phases: Mapping[str, str] = {}
    actions: Mapping[str, str] = {}
    turn_keys: Mapping[str, str] = {}
    codes: Mapping[str, str] = {
        "line": "a line of this length reaches a source",
        "on-source": "the unit stands on its source",
        "needs-none": "units of this kind need no supply",
        "partial": "why the unit has no more than partial supply",
        "no-line-rule": "the rulebook has no line for units of this kind",
        "no-source": "there is no source to trace to, or all of them are closed",
        "too-far": "there is an open line, but it is longer than the limits",
        "cut-off": "every line within the limits is barred",
        "far-and-cut-off": "no line within the limits leads to a source, and the longer ones are barred",
        "hq-out": "the line reaches a unit that is out of supply itself",
        "no-room": "the line reaches a source that supplies as many units as it can already",
        "unsettled": "supply and zones of control hang on each other; the standing grade counts",
        "no-way": "nothing on the map joins the unit's space to a source",
    }

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of a situation as the rulebook says; see :class:`vassal_supply.systems.System`."""
        return determine(situation, parse_rulebook(rulebook), sides=request.sides)

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit has its grade; see :func:`vassal_supply.supply.explain`."""
        return explain(determination, unit_id)

    def threats(
        self, situation: Situation, rulebook: Table, side: str, request: Request = NOTHING_MORE
    ) -> Sequence[Threat]:
        """See :class:`vassal_supply.systems.Threatened`."""
        from vassal_supply.supply.threats import threats

        return threats(situation, parse_rulebook(rulebook), side)

    def cuts(
        self, situation: Situation, rulebook: Table, unit_id: str, request: Request = NOTHING_MORE
    ) -> Cuts:
        """See :class:`vassal_supply.systems.Threatened`."""
        from vassal_supply.supply.threats import cuts

        return cuts(situation, parse_rulebook(rulebook), unit_id)
