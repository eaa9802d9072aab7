"""Judging the units that were mobilised this turn: where each may stand, and whether all of them fit (AA-1 to AA-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.complexes import Complex, find_complexes
from vassal_supply.systems.axis_and_allies.flow import Bottleneck, Charge, charge
from vassal_supply.systems.axis_and_allies.scene import Piece, Scene, counted

_AT_SEA = {
    "land": Reason(
        "AA-4",
        "land-at-sea",
        "land units are mobilised only in territories with an industrial complex; they never enter play on transports",
    ),
    "bomber": Reason(
        "AA-4",
        "bomber-at-sea",
        "bombers are mobilised only in territories with an industrial complex",
    ),
    "complex": Reason("AA-7", "complex-at-sea", "an industrial complex stands in a territory"),
}


class Placement(NamedTuple):
    """A unit that entered play this turn: the complex it is charged to, if any, and whether it stands rightly."""

    piece: Piece
    complex: str
    right: bool
    reason: Reason


class Placements(NamedTuple):
    """All units placed this turn, and how they are charged to the complexes."""

    complexes: Mapping[str, Complex]
    placed: tuple[Placement, ...]
    charge: Charge
    groups: Mapping[str, tuple[int, tuple[str, ...]]]

    @property
    def bottlenecks(self) -> tuple[Bottleneck, ...]:
        """Where more units were placed than the complexes mobilise."""
        return self.charge.bottlenecks

    def open(self) -> dict[str, int]:
        """The capacity of each complex the power may use."""
        return open_capacity(self.complexes)

    def left(self, complex: str) -> int:
        """What a complex can still mobilise with the units charged as they are."""
        return self.open().get(complex, 0) - self.charge.used(complex)


def open_capacity(complexes: Mapping[str, Complex]) -> dict[str, int]:
    """The capacity of each complex the power may use, by territory."""
    return {name: one.capacity for name, one in complexes.items() if one.open}


def judge(scene: Scene) -> Placements:
    """Judge every unit that entered play since the earlier state."""
    complexes = find_complexes(scene)
    faults = {piece.id: fault_of(scene, complexes, piece) for piece in scene.placed}
    charged: dict[str, list[Piece]] = {}
    for piece in scene.placed:
        if faults[piece.id] is None and scene.facts.group(piece.kind) != "complex":
            charged.setdefault(piece.space, []).append(piece)
    groups = {
        space: (len(pieces), usable(scene, complexes, space)) for space, pieces in charged.items()
    }
    fit = charge(open_capacity(complexes), groups)
    payers = _payers(scene, charged, fit)
    placed = tuple(
        _placement(scene, piece, faults[piece.id], payers, fit) for piece in scene.placed
    )
    return Placements(complexes, placed, fit, groups)


def usable(scene: Scene, complexes: Mapping[str, Complex], space: str) -> tuple[str, ...]:
    """The complexes that may mobilise units in a space: its own, or those beside a sea zone."""
    near = scene.neighbours(space) if scene.is_sea(space) else (space,)
    return tuple(one for one in near if one in complexes and complexes[one].open)


def _payers(scene: Scene, charged: Mapping[str, list[Piece]], fit: Charge) -> dict[str, str]:
    """The complex that mobilises each unit, by unit id; the last units of a space are left without one."""
    found = {}
    for space, pieces in charged.items():
        # A carrier is charged before the fighters that may need it.
        pieces = sorted(pieces, key=lambda piece: not _is_carrier(scene, piece))
        slots = [one for one, units in fit.flows[space].items() for _ in range(units)]
        found.update({piece.id: one for piece, one in zip(pieces, slots, strict=False)})
    return found


def _placement(
    scene: Scene, piece: Piece, fault: Reason | None, payers: Mapping[str, str], fit: Charge
) -> Placement:
    if fault is not None:
        return Placement(piece, "", False, fault)
    if scene.facts.group(piece.kind) == "complex":
        text = f"a new industrial complex in {piece.space}; it may be used from the next turn on"
        return Placement(piece, "", True, Reason("AA-7", "built", text))
    payer = payers.get(piece.id)
    if payer is None:
        full = next(one for one in fit.bottlenecks if piece.space in one.groups)
        return Placement(piece, "", False, Reason("AA-2", "over-capacity", too_many(full, scene)))
    return Placement(piece, payer, True, _right(scene, piece, payer))


def _right(scene: Scene, piece: Piece, payer: str) -> Reason:
    group = scene.facts.group(piece.kind)
    rule = {"ship": "AA-5", "fighter": "AA-6"}.get(group, "AA-4")
    text = f"mobilised by the industrial complex in {payer}"
    if scene.is_sea(piece.space):
        if group == "fighter":
            carrier = _carriers(scene, piece.space, scene.power)[0]
            text += f", onto {carrier.shown}"
        if any(scene.is_enemy(one.power) for one in scene.on(piece.space)):
            text += "; enemies are there, and no battle follows"
    return Reason(rule, "mobilised", text)


def too_many(full: Bottleneck, scene: Scene) -> str:
    """What is wrong at a bottleneck, in a sentence."""
    names = [f"{one} ({open_capacity(find_complexes(scene))[one]})" for one in full.complexes]
    who = (
        f"the industrial complex in {names[0]} would have"
        if len(names) == 1
        else (f"the industrial complexes in {' and '.join(names)} together would have")
    )
    where = ", ".join(full.groups)
    return (
        f"{who} to mobilise {counted(full.units, 'unit')} in {where}, {full.excess} too many;"
        " which go back to the box is the player's choice"
    )


def fault_of(scene: Scene, complexes: Mapping[str, Complex], piece: Piece) -> Reason | None:
    """What is wrong with where a unit was placed, apart from capacity; ``None`` when nothing is."""
    group = scene.facts.group(piece.kind)
    at_sea = scene.is_sea(piece.space)
    if group == "complex":
        return _AT_SEA[group] if at_sea else site_fault(scene, piece.space, piece)
    if group == "ship":
        return _ship_fault(scene, complexes, piece, at_sea)
    if group == "fighter" and at_sea:
        return _deck_fault(scene, piece.space) or _sea_fault(scene, complexes, piece.space, "AA-6")
    if at_sea:
        return _AT_SEA[group]
    return land_fault(scene, complexes, piece.space, "AA-6" if group == "fighter" else "AA-4")


def land_fault(
    scene: Scene, complexes: Mapping[str, Complex], space: str, rule: str
) -> Reason | None:
    """Why nothing may be mobilised in a territory; ``rule`` is the one that asks for a complex there."""
    found = complexes.get(space)
    if found is None:
        return Reason(rule, "no-complex", f"there is no industrial complex in {space}")
    return None if found.open else found.reason


def _ship_fault(
    scene: Scene, complexes: Mapping[str, Complex], piece: Piece, at_sea: bool
) -> Reason | None:
    if not at_sea:
        return Reason("AA-5", "ship-on-land", "naval units are mobilised only in sea zones")
    return _sea_fault(scene, complexes, piece.space, "AA-5")


def _sea_fault(
    scene: Scene, complexes: Mapping[str, Complex], space: str, rule: str
) -> Reason | None:
    """Why nothing may be mobilised in a sea zone: no eligible complex is beside it."""
    if usable(scene, complexes, space):
        return None
    beside = [complexes[one] for one in scene.neighbours(space) if one in complexes]
    if beside:
        # An own complex that is closed tells more than an ally's or an enemy's.
        beside.sort(key=lambda one: (one.holder != scene.power, one.reason.rule != "AA-3"))
        return beside[0].reason
    return Reason(rule, "no-complex", f"no territory beside {space} has an industrial complex")


def _deck_fault(scene: Scene, space: str) -> Reason | None:
    """Whether a sea zone has a carrier for the power's new fighters (AA-6)."""
    if _carriers(scene, space, scene.power):
        return None
    others = [one for one in _carriers(scene, space, "") if not scene.is_enemy(one.power)]
    if others:
        text = (
            f"the carrier in {space} is {others[0].power}'s;"
            " new fighters never land on an ally's carrier"
        )
        return Reason("AA-6", "allied-carrier", text)
    return Reason("AA-6", "no-carrier", f"{scene.power} has no carrier in {space}")


def _carriers(scene: Scene, space: str, power: str) -> list[Piece]:
    return [piece for piece in scene.on(space, "ship", power) if _is_carrier(scene, piece)]


def _is_carrier(scene: Scene, piece: Piece) -> bool:
    units = scene.facts.units
    return piece.kind in units and units[piece.kind].carrier


def has_deck(scene: Scene, space: str) -> bool:
    """Whether the power has a carrier in a sea zone."""
    return bool(_carriers(scene, space, scene.power))


def site_fault(scene: Scene, space: str, new: Piece | None = None) -> Reason | None:
    """Why a territory gets no new industrial complex (AA-7); ``new`` is the one that stands there already."""
    holder = scene.holder(space)
    if holder != scene.power:
        text = f"{scene.power} does not control {space}; {holder or 'nobody'} does"
        return Reason("AA-7", "not-held", text)
    if space in scene.captured:
        text = f"{scene.power} took {space} this turn; a new industrial complex needs a territory held since its start"
        return Reason("AA-7", "captured", text)
    if scene.space(space).value < 1:
        text = f"{space} has no income; a new industrial complex needs at least 1"
        return Reason("AA-7", "no-income", text)
    if scene.complexes_on(space)[:1] not in ([], [new]):
        text = f"{space} has an industrial complex already; there is never a second"
        return Reason("AA-7", "second-complex", text)
    return None
