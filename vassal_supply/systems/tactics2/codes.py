"""The reason and effect codes of the Tactics II variant, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "line": "a route of this length reaches its headquarters, its landing square or a division (T2-2 to T2-7, T2-9)",
    "on-source": "the unit stands with what it traces to",
    "needs-none": "the army group's headquarters is the root of the chain (T2-3)",
    "no-line-rule": "the rulebook has no route for units of this kind",
    "no-source": "what the unit would trace to is not on the map",
    "too-far": "there is an open route, but it costs more than the limit (T2-2)",
    "cut-off": "every route within the limit is barred (T2-2)",
    "far-and-cut-off": "no route within the limit leads there, and the longer ones are barred (T2-2)",
    "no-way": "no route is left even without enemies: the terrain forbids it (T2-2)",
    "hq-out": "its route reaches a headquarters or division that is out of supply itself (T2-3, T2-5)",
    "declared": "to which headquarters the unit traces this turn (T2-4, T2-9)",
    "undeclared": "the unit has to declare its headquarters and has not, so it traces to none (T2-9)",
    "landing": "the unit traces to the square it landed on (T2-6, T2-7)",
    "landing-over": "the unit no longer traces to the square it landed on, and why (T2-6, T2-7)",
    "landing-void": "the landing gives no square to trace to, and why (T2-6, T2-7)",
    "army-out": "the army headquarters over a landed division is out of supply, and the rulebook says that counts (T2-3)",
}
"""Why a unit is in supply or not."""

EFFECTS: Mapping[str, str] = {
    "dead-pile-roll": "the owner rolls a die for the unit in the Supply Phase (T2-8)",
    "stacking": "the headquarters does not count for stacking yet (T2-9)",
}
"""What that does to it."""

CODES: Mapping[str, str] = {**REASONS, **EFFECTS}
