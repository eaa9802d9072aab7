"""Which industrial complexes may mobilise this turn, and how many units each (AA-1 to AA-3)."""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.scene import Piece, Scene, counted


class Complex(NamedTuple):
    """An industrial complex: ``reason`` says why it is ``open`` to the power or not, ``capacity`` is of AA-2.

    ``income`` is the value of its territory, ``piece`` the complex itself.
    """

    space: str
    piece: Piece
    holder: str
    income: int
    damage: int
    capacity: int
    open: bool
    reason: Reason


def find_complexes(scene: Scene) -> dict[str, Complex]:
    """All industrial complexes on the map, by territory."""
    return {
        space.id: _complex(scene, space.id, standing[0])
        for space in scene.territories
        if (standing := scene.complexes_on(space.id))
    }


def _complex(scene: Scene, space: str, piece: Piece) -> Complex:
    income, damage = scene.space(space).value, scene.damage(space)
    capacity = capacity_of(income, damage)
    closed = why_closed(scene, space) or moved_fault(scene, piece)
    reason = closed or _open(space, income, damage, capacity)
    return Complex(
        space, piece, scene.holder(space), income, damage, capacity, closed is None, reason
    )


def capacity_of(income: int, damage: int) -> int:
    """How many units a complex mobilises: the territory's income less one for each damage marker (AA-2)."""
    return max(0, income - damage)


def why_closed(scene: Scene, space: str) -> Reason | None:
    """Why the power may not use a territory's complex; ``None`` when it may (AA-1, AA-3)."""
    holder = scene.holder(space)
    if holder != scene.power:
        return _not_own(scene, space, holder)
    if space in scene.captured:
        text = f"{scene.power} took {space} this turn; its industrial complex cannot be used before the next"
        return Reason("AA-1", "captured", text)
    if space in scene.built:
        text = f"the industrial complex in {space} was built this turn; it cannot be used before the next"
        return Reason("AA-1", "new-complex", text)
    return None


def moved_fault(scene: Scene, piece: Piece) -> Reason | None:
    """What is wrong with a piece that never moves and stands elsewhere than before (AA-11)."""
    unit = scene.facts.units.get(piece.kind)
    was = scene.earlier.pieces.get(piece.id) if scene.earlier else None
    if unit is None or unit.move != 0 or was is None or was.space == piece.space:
        return None
    if piece in scene.placed:
        return None
    text = f"the {piece.kind} of {was.space} stands in {piece.space}; it never moves"
    return Reason("AA-11", "complex-moved", text)


def _not_own(scene: Scene, space: str, holder: str) -> Reason:
    if holder and not scene.is_enemy(holder):
        text = f"the industrial complex in {space} belongs to {holder}, an ally; nobody mobilises through an ally's"
        return Reason("AA-3", "allied-complex", text)
    text = f"{scene.power} does not control {space}; {holder or 'nobody'} does"
    return Reason("AA-1", "not-held", text)


def _open(space: str, income: int, damage: int, capacity: int) -> Reason:
    text = f"{space} mobilises up to {counted(capacity, 'unit')}: income {income}"
    if damage:
        text += f" less {damage} for damage"
    return Reason("AA-2", "capacity", text)
