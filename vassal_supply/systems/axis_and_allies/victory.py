"""Who has won (AA-10): victory cities by side, checked at the end of one power's turn."""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.scene import Scene


class Standing(NamedTuple):
    """A side's victory cities; ``needs`` is what the agreed condition asks for, ``None`` when nobody says which.

    ``won`` is ``None`` while victory is not checked.
    """

    side: str
    cities: int
    held: tuple[str, ...]
    needs: int | None
    won: bool | None


def agreed(scene: Scene) -> str:
    """The victory condition agreed at the start of the game; empty when nobody says."""
    name = scene.turn.victory or str(scene.situation.facts.get("victory", ""))
    return name if name in scene.facts.victory.conditions else ""


def is_checked(scene: Scene) -> bool:
    """Victory is checked at one time only: the end of the turn of the power that the rulebook names."""
    return scene.phase == "end" and scene.power == scene.facts.victory.after


def find_standings(scene: Scene) -> tuple[Standing, ...]:
    """Every side's victory cities, all its powers together."""
    needs = scene.facts.victory.conditions.get(agreed(scene))
    return tuple(_standing(scene, side, needs) for side in scene.situation.sides)


def _standing(scene: Scene, side: str, needs: int | None) -> Standing:
    held = tuple(
        space.id
        for space in scene.territories
        if scene.has(space.id, "victory-city") and scene.sides.get(scene.holder(space.id)) == side
    )
    won = len(held) >= needs if needs is not None and is_checked(scene) else None
    return Standing(side, len(held), held, needs, won)


def standing_reason(scene: Scene, one: Standing) -> Reason:
    """A side's standing in a sentence."""
    if one.won is None:
        when = f"victory is checked at the end of the turn of {scene.facts.victory.after}"
        text = when if one.needs is not None or not is_checked(scene) else "no condition is agreed"
    elif one.won:
        text = f"{one.side} holds {one.cities} victory cities and needs {one.needs}: it wins"
    else:
        text = f"{one.side} holds {one.cities} victory cities and needs {one.needs}"
    return Reason("AA-10", "victory", text)
