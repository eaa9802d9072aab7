"""What a check of Axis & Allies reports besides the verdicts of units: rows for scripts, and tables for people."""

from __future__ import annotations

from typing import TypeAlias

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.combat import Capture, Run, Value
from vassal_supply.systems.axis_and_allies.money import Income, Purchase, Treasury
from vassal_supply.systems.axis_and_allies.placement import Placements, too_many
from vassal_supply.systems.axis_and_allies.room import Room
from vassal_supply.systems.axis_and_allies.scene import Piece, Scene
from vassal_supply.systems.axis_and_allies.victory import Standing, standing_reason

Row: TypeAlias = dict[str, object]


def placement_rows(placements: Placements) -> list[Row]:
    """The units that entered play this turn."""
    return [
        {
            "id": one.piece.id,
            "name": one.piece.shown,
            "kind": one.piece.kind,
            "space": one.piece.space,
            "complex": one.complex or None,
            "right": one.right,
            **_why(one.reason),
        }
        for one in placements.placed
    ]


def production_rows(scene: Scene, placements: Placements) -> list[Row]:
    """The industrial complexes of the power and its allies."""
    return [
        {
            "space": one.space,
            "holder": one.holder,
            "income": one.income,
            "damage": one.damage,
            "capacity": one.capacity if one.open else 0,
            "used": placements.charge.used(one.space),
            "left": placements.left(one.space),
            "open": one.open,
            **_why(one.reason),
        }
        for one in placements.complexes.values()
        if scene.sides.get(one.holder) == scene.side
    ]


def bottleneck_rows(scene: Scene, placements: Placements) -> list[Row]:
    """Where more units were placed than the complexes mobilise."""
    return [
        {
            "complexes": list(one.complexes),
            "spaces": list(one.groups),
            "capacity": one.capacity,
            "units": one.units,
            "excess": one.excess,
            "rule": "AA-2",
            "code": "over-capacity",
            "text": too_many(one, scene),
        }
        for one in placements.bottlenecks
    ]


def room_rows(room: tuple[Room, ...]) -> list[Row]:
    """What may still be placed where."""
    return [
        {
            "space": one.space,
            "may": list(one.may),
            "units": one.units,
            "complexes": list(one.complexes),
            "rules": list(one.rules),
        }
        for one in room
    ]


def purchase_rows(purchases: tuple[Purchase, ...]) -> list[Row]:
    """What was bought and what became of it."""
    return [
        {
            **one._asdict(),
            "refund": None if one.cost is None else one.cost * one.returned,
        }
        for one in purchases
    ]


def income_rows(incomes: tuple[Income, ...]) -> list[Row]:
    """What each power collects."""
    return [
        {
            "power": one.power,
            "production": one.production,
            "chart": one.chart,
            "capital": one.capital or None,
            "capital_holder": one.capital_holder or None,
            "income": one.income,
            **_why(one.reason),
        }
        for one in incomes
    ]


def treasury_rows(scene: Scene, treasury: Treasury) -> list[Row]:
    """The power's money; nothing when the saves show none."""
    if treasury.now is None and treasury.before is None:
        return []
    return [{"power": scene.power, **treasury._asdict()}]


def victory_rows(scene: Scene, standings: tuple[Standing, ...]) -> list[Row]:
    """Each side's victory cities."""
    return [
        {
            "side": one.side,
            "cities": one.cities,
            "needs": one.needs,
            "won": one.won,
            "held": list(one.held),
            **_why(standing_reason(scene, one)),
        }
        for one in standings
    ]


def battle_rows(battles: tuple[Value, ...]) -> list[Row]:
    """Attack and defence values."""
    return [{**one._asdict(), "power": one.power or None, "rule": "AA-11"} for one in battles]


def blitz_rows(runs: tuple[Run, ...]) -> list[Row]:
    """Blitzes judged."""
    return [
        {
            "unit": one.blitz.unit or one.blitz.kind,
            "path": list(one.blitz.path),
            "legal": one.legal,
            "takes": list(one.takes),
            "stops": one.stops or None,
            **_why(one.reason),
        }
        for one in runs
    ]


def capture_rows(captures: tuple[Capture, ...]) -> list[Row]:
    """Territories that changed hands."""
    return [
        {"space": one.space, "by": list(one.by), "right": one.right, **_why(one.reason)}
        for one in captures
    ]


def violation(reason: Reason, piece: Piece | None = None, space: str = "") -> Row:
    """Something done against the rules; of a piece, of a space, or of the whole turn."""
    return {
        "id": piece.id if piece else None,
        "name": piece.shown if piece else None,
        "space": (piece.space if piece else space) or None,
        **_why(reason),
    }


def _why(reason: Reason) -> Row:
    return {"rule": reason.rule, "code": reason.code, "text": reason.text}
