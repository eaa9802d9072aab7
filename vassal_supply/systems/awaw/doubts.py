"""Whether the earlier state that ``--previous`` names can be what a determination needs (30.43, 30.57)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.errors import RequestError
from vassal_supply.systems.awaw.memory import INITIAL, POST_COMBAT

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.supply import Supply


def doubts(supply: Supply) -> Iterator[str]:
    """A sentence for each thing that speaks against it; :class:`RequestError` for a result without memory."""
    memory = supply.memory
    if memory.phase not in (INITIAL, POST_COMBAT):
        return
    if memory.has_result:
        yield from _of_result(supply)
    elif memory.is_post_combat:
        yield (
            "no result of the initial determination is given (--previous RESULT.json): "
            "only the marks on the units are known of it, and those without any count as fully supplied"
        )
    turn = supply.situation.turn
    if memory.is_post_combat and memory.turn and turn and memory.turn != turn:
        yield f"it is of {memory.turn}, this save of {turn}; both determinations belong to one player turn"


def _of_result(supply: Supply) -> Iterator[str]:
    memory = supply.memory
    phase = memory.section.get("phase")
    if phase not in (INITIAL, POST_COMBAT):
        raise RequestError(
            f"the earlier result is of the phase {phase!r}; expected one with --phase initial or post-combat"
        )
    if memory.is_post_combat and phase == POST_COMBAT:
        yield "it is one after combat; nothing is known of this player turn's initial determination"
    if not memory.is_post_combat and phase == INITIAL:
        yield "it is an initial one; turns of isolation and exploitations are counted in the one after combat"
    unknown = sorted(faction for faction in supply.moving if not memory.knows(faction))
    if unknown and (supply.sides or len(unknown) == len(supply.moving)):
        yield f"it says nothing of {', '.join(unknown)}, whose supply is determined now"
