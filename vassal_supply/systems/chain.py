"""Explaining a break further up: why the headquarters, station or extender that a line reaches is out of supply itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.supply import Engine

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.supply import Explanation


def to_the_break(engine: Engine, explanation: Explanation, rule: str) -> Explanation:
    """An explanation that ends at a unit out of supply, followed by what bars that unit's line, and so on.

    ``rule`` is the number of the rule that lets a break in the chain go through to all who trace by it.
    """
    seen = {explanation.unit.id}
    while (above := _above(engine, explanation)) is not None and above.id not in seen:
        seen.add(above.id)
        found = engine.explain(above.id)
        bars = (*explanation.bars, *(bar for bar in found.bars if bar not in explanation.bars))
        text = (*explanation.text, *(f"{above.name}: {one}" for one in found.text))
        limit = f"{above.name}: {found.limit}" if found.limit else None
        explanation = explanation._replace(
            bars=bars, text=text, limit=limit, would_be=explanation.would_be or found.would_be
        )
    cited = tuple(bar if bar.rule else bar._replace(rule=rule) for bar in explanation.bars)
    return explanation._replace(bars=cited)


def _above(engine: Engine, explanation: Explanation) -> Unit | None:
    """The unit out of supply that the last bar names, if that is what it is."""
    if not explanation.bars:
        return None
    last = explanation.bars[-1]
    units = [
        unit
        for unit in engine.situation.units
        if unit.side == explanation.unit.side and unit.space == last.space and unit.name in last.by
    ]
    return units[0] if len(units) == 1 and engine.grade_of(units[0]) == "out" else None
