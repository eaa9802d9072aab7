"""What the kit reads off the game as a whole: the turn, and facts from global properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.kit.templates import as_value

if TYPE_CHECKING:
    from vassal_supply.kit.kit import Kit
    from vassal_supply.model import Situation
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save

_MODULE = "Module"


def read_facts(save: Save, module: Module, kit: Kit, situation: Situation) -> None:
    """Fill in a situation's turn and facts by the kit's templates.

    Their words are the module's global properties, ``MAP/PROPERTY`` for those of a map (``MAP:ZONE/PROPERTY`` of a
    zone), the values of turn trackers' levels by name, and ``turn`` for the first tracker's turn in words.
    """
    words = _words(save, module)
    situation.turn = kit.turn.fill_from(lambda word: words.get(word, ""))
    situation.facts = {
        name: as_value(template.fill_from(lambda word: words.get(word, "")))
        for name, template in kit.facts.items()
    }


def _words(save: Save, module: Module) -> dict[str, str]:
    everything = save.global_properties
    own = everything.get(_MODULE, {})
    words: dict[str, str] = {}
    for tracker in reversed(module.turn_trackers):
        turn = tracker.turn(save.turns.get(tracker.id), own)
        words |= turn.values
        words["turn"] = turn.text
    words |= own
    for container, properties in everything.items():
        words |= {f"{container}/{name}": value for name, value in properties.items()}
    return words
