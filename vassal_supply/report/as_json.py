"""The JSON of a check and of an explanation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vassal_supply.version import __version__

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.supply import Determination, Explanation, Verdict
    from vassal_supply.supply.threats import Cuts

SCHEMA = 1


def check_json(
    case: Case, determination: Determination, *, side: str | None = None, phase: str = ""
) -> str:
    """A whole check; ``side`` and ``phase`` are those asked for, if any."""
    return _dump(
        {
            "schema": SCHEMA,
            "tool": f"vassal-supply {__version__}",
            "system": determination.system,
            "module": case.module.name,
            "save": case.save.file,
            "side": side,
            "phase": phase or None,
            "units": [_unit(verdict) for verdict in determination.verdicts.values()],
            "supply_zones": list(determination.supply_zones),
            "questions": list(determination.questions),
            "warnings": [{"where": one.where, "text": one.text} for one in determination.warnings],
            **({"supposed": list(case.supposed)} if case.supposed else {}),
            **determination.sections,
        }
    )


def explanation_json(explanation: Explanation, *, cuts: Cuts | None = None) -> str:
    """The explanation of one unit; ``cuts`` says what would cut it off, where that was asked for."""
    return _dump(
        {
            "schema": SCHEMA,
            "unit": _unit(explanation.verdict),
            "would_be": [{"space": step.space, "leg": step.leg} for step in explanation.would_be],
            "bars": [
                {"space": bar.space, "by": list(bar.by), "rule": bar.rule, "text": bar.text}
                for bar in explanation.bars
            ],
            "limit": explanation.limit,
            **(
                {}
                if cuts is None
                else {"cuts": [list(one) for one in cuts.sets], "cuts_up_to": cuts.most}
            ),
        }
    )


def _unit(verdict: Verdict) -> dict[str, Any]:
    unit = verdict.unit
    return {
        "id": unit.id,
        "name": unit.name,
        "map": unit.map,
        "space": unit.space,
        "side": unit.side,
        "nation": unit.nation,
        "grade": verdict.grade,
        "source": verdict.source.space if verdict.source else None,
        "line": [{"space": step.space, "leg": step.leg} for step in verdict.line],
        "reasons": [
            {"rule": one.rule, "code": one.code, "text": one.text} for one in verdict.reasons
        ],
        "effects": [_effect(one) for one in verdict.effects],
    }


def _effect(effect: Any) -> dict[str, Any]:
    fields = {"allowed": effect.allowed, "value": effect.value}
    shown = {key: value for key, value in fields.items() if value is not None}
    return {"rule": effect.rule, "code": effect.code, **shown, "text": effect.text}


def _dump(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
