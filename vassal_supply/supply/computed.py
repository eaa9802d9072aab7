"""Zones of control that hang on supply, where the rulebook goes by the grade being computed and not by standing marks.

Supply is determined by the zones that the standing status gives, then by those that the outcome gives, and so on until
nothing changes. Where that goes round in circles, the units that keep changing get their standing grade, and the rest is
determined around them.
"""

from __future__ import annotations

from vassal_supply.errors import ReadWarning
from vassal_supply.model import Situation, Unit
from vassal_supply.supply.engine import Engine
from vassal_supply.supply.rulebook import GRADES, Grade, Rulebook
from vassal_supply.supply.scene import Scene

CAP = 12
"""Rounds after which a determination counts as going in circles."""

_UNSETTLED = "supply and zones of control do not settle in {} rounds; its standing grade counts"


def computed(situation: Situation, rulebook: Rulebook) -> tuple[Engine, list[ReadWarning]]:
    """The engine whose zones of control agree with its own outcome, and a warning for each unit that kept changing."""
    pinned: dict[str, Grade] = {}
    first = Scene(situation, rulebook)
    units = [unit for unit in situation.units if unit.space in first.ground.bit]
    grades: dict[str, Grade] = {unit.id: _standing(unit) for unit in units}
    while True:
        history = [grades]
        for _ in range(CAP):
            engine = Engine(situation, rulebook, ways=first.ways, graded=grades, pinned=pinned)
            found = {unit.id: engine.grade_of(unit) for unit in units}
            if found == grades:
                return engine, _warnings(units, pinned)
            grades = found
            history.append(grades)
        # Everybody settles sooner or later: at the latest when all that change are pinned.
        late = history[CAP // 2 :]
        pinned |= {
            unit.id: _standing(unit) for unit in units if len({one[unit.id] for one in late}) > 1
        }
        grades |= pinned


def _standing(unit: Unit) -> Grade:
    """What a unit's marks show; full where they show nothing."""
    return next((grade for grade in GRADES if grade == unit.supply), "full")


def _warnings(units: list[Unit], pinned: dict[str, Grade]) -> list[ReadWarning]:
    return [
        ReadWarning(f"{unit.name}@{unit.space}", _UNSETTLED.format(CAP))
        for unit in units
        if unit.id in pinned
    ]
