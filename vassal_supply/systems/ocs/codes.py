"""The reason and effect codes of the Operational Combat Series, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "line": "a line of this length reaches a source, a railhead, an extender or a headquarters that traces (OCS-7)",
    "on-source": "the unit stands with what it traces to (OCS-7)",
    "needs-none": "units of this kind are no combat units and need no trace (OCS-1)",
    "no-line-rule": "the rulebook has no line for units of this kind",
    "no-source": "there is nothing on the map that it might trace to",
    "too-far": "there is an open line, but it is longer than the ranges (OCS-7)",
    "cut-off": "every line within the ranges is barred (OCS-7)",
    "far-and-cut-off": "no line within the ranges leads to a source, and the longer ones are barred (OCS-7)",
    "no-way": "nothing on the map joins the unit to a source",
    "hq-out": "its line reaches a headquarters, station or extender that does not trace itself (OCS-7)",
    "eats": "the unit cannot trace and eats supply points (OCS-1)",
    "no-food": "no supply points lie within reach (OCS-1)",
    "food-short": "the supply points within reach do not do for this unit too (OCS-1)",
    "starves": "its owner lets the unit go without (OCS-1)",
    "strategic-mode": "a unit in Strategic mode does not eat supply points (OCS-1)",
    "eating-no-help": "the unit is marked: eating would not take the marker off (OCS-2)",
    "marked": "the unit carries the Out of Supply marker (OCS-2)",
    "marker-off": "the unit is in supply again in its own Supply Phase: the marker comes off (OCS-2)",
    "not-its-phase": "supply is only checked in the unit's own Supply Phase; what it would find then (OCS-1)",
    "first-turn": "the unit's first turn out of supply (OCS-3)",
}
"""Why a unit is in supply or not."""

BREAKOUTS: Mapping[str, str] = {
    "path": "a path leads to a unit that can trace (OCS-5a)",
    "no-path": "no path leads to a unit that can trace (OCS-5a)",
    "near": "a supplied friendly combat unit is near enough (OCS-5b)",
    "not-near": "no supplied friendly combat unit is near enough (OCS-5b)",
    "first-turn-breakout": "in the first turn out of supply neither is asked and the chance is better (OCS-5c)",
    "transport-late": "Transport Points may only try in the first turn (OCS-5c)",
    "can-trace": "a unit that can trace may not try to break out (OCS-5)",
    "not-its-turn": "units break out in their own turn alone (OCS-5)",
    "no-combat-unit": "only combat units may try to break out (OCS-5)",
}
"""Why a unit may try to break out or not."""

ATTEMPTS: Mapping[str, str] = {
    "succeeds": "the unit is off the map and comes back as a reinforcement (OCS-6)",
    "dead-pile": "the attempt fails and the unit goes to the dead pile; it can be rebuilt (OCS-6)",
    "open": "the die is still to be rolled (OCS-6)",
    "refused": "the unit may not try and stays where it is (OCS-5)",
}
"""What an attempt to break out came to."""

EFFECTS: Mapping[str, str] = {
    "zoc": "has no zone of control (OCS-4)",
    "attack": "attacks at half strength with combat supply (OCS-4)",
    "attack-without-supply": "may not attack without combat supply (OCS-4)",
    "defend": "defends at half strength with combat supply (OCS-4)",
    "defend-without-supply": "defends at a quarter of its strength without combat supply (OCS-4)",
    "barrage": "barrages at full strength with barrage supply (OCS-4)",
    "move": "moves normally (OCS-4)",
}
"""What being out of supply does."""

CODES: Mapping[str, str] = {**REASONS, **BREAKOUTS, **ATTEMPTS, **EFFECTS}
