"""Questions about combat (AA-11): attack and defence values, who captures, tank blitzes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.supply.determination import Reason
from vassal_supply.systems.axis_and_allies.complexes import moved_fault
from vassal_supply.systems.axis_and_allies.facts import LAND, UnitFacts
from vassal_supply.systems.axis_and_allies.scene import Piece, Scene
from vassal_supply.systems.axis_and_allies.turnfile import Blitz


class Value(NamedTuple):
    """So many units of a kind that roll with one value in a battle; ``value`` is ``None`` for none or unknown."""

    space: str
    power: str
    role: str
    kind: str
    units: int
    value: int | None
    supported: bool
    captures: bool


def supported_units(facts: Mapping[str, UnitFacts], kinds: Mapping[str, int]) -> dict[str, int]:
    """How many units of each kind an attack's artillery lifts, one unit for each artillery (AA-11)."""
    guns = sum(count for kind, count in kinds.items() if facts[kind].supports)
    found = {}
    for kind, count in kinds.items():
        if facts[kind].supported is not None:
            found[kind] = min(count, guns)
            guns -= found[kind]
    return found


def find_battles(scene: Scene) -> tuple[Value, ...]:
    """The values of both sides in the attacks of the turn file, else wherever the power stands with enemies."""
    if scene.turn.attacks:
        return tuple(
            value
            for one in scene.turn.attacks
            for value in (
                *_attack(scene, one.space, scene.power, one.attackers),
                *_defence(scene, one.space, "", one.defenders),
            )
        )
    return tuple(value for space in contested(scene) for value in _battle(scene, space))


def contested(scene: Scene) -> tuple[str, ...]:
    """Spaces where units of the power that fight stand with enemies that fight."""
    return tuple(
        space
        for space in scene.by_space
        if fighting(scene, space, scene.power)
        and any(fighting(scene, space, power) for power in scene.powers if scene.is_enemy(power))
    )


def fighting(scene: Scene, space: str, power: str) -> list[Piece]:
    """A power's units that take part in a battle on the map: no industrial complex, and no cargo at sea."""
    return [
        one
        for one in scene.on(space, power=power)
        if one.kind in scene.facts.units and ground_fault(scene, space, {one.kind: 1}) is None
    ]


def _battle(scene: Scene, space: str) -> tuple[Value, ...]:
    own = Counter(one.kind for one in fighting(scene, space, scene.power))
    values = list(_attack(scene, space, scene.power, own))
    for power in scene.powers:
        if scene.is_enemy(power):
            kinds = Counter(one.kind for one in fighting(scene, space, power))
            values += _defence(scene, space, power, kinds)
    return tuple(values)


def _attack(scene: Scene, space: str, power: str, kinds: Mapping[str, int]) -> list[Value]:
    facts = scene.facts.units
    known = {kind: count for kind, count in kinds.items() if kind in facts}
    lifted = supported_units(facts, known)
    values = []
    for kind, count in known.items():
        unit, up = facts[kind], lifted.get(kind, 0)
        if up:
            value = Value(space, power, "attack", kind, up, unit.supported, True, unit.captures)
            values.append(value)
        if count > up:
            rest = count - up
            value = Value(space, power, "attack", kind, rest, unit.attack, False, unit.captures)
            values.append(value)
    return values


def _defence(scene: Scene, space: str, power: str, kinds: Mapping[str, int]) -> list[Value]:
    """Artillery supports nobody in defence (AA-11)."""
    facts = scene.facts.units
    return [
        Value(space, power, "defence", kind, count, facts[kind].defence, False, False)
        for kind, count in kinds.items()
        if kind in facts and count
    ]


def ground_fault(scene: Scene, space: str, kinds: Mapping[str, int]) -> Reason | None:
    """What is wrong when land units are to fight at sea, or complexes anywhere (AA-11)."""
    for kind, count in kinds.items():
        group = scene.facts.group(kind)
        if count and group == "complex":
            return Reason("AA-11", "complex-attacks", "an industrial complex never attacks")
        if count and group in LAND and scene.is_sea(space):
            text = f"{kind} fights only on land; {space} is a sea zone"
            return Reason("AA-11", "fights-at-sea", text)
    return None


class Run(NamedTuple):
    """A blitz judged: ``legal`` or not, the territories it takes control of, where it must stop if it must."""

    blitz: Blitz
    legal: bool
    takes: tuple[str, ...]
    stops: str
    reason: Reason


def judge_blitz(scene: Scene, blitz: Blitz) -> Run:
    """Judge a tank's move through two territories (AA-11)."""
    start, first, second = blitz.path
    for check in (_mover_fault, _path_fault, _phase_fault, _first_fault):
        fault = check(scene, blitz)
        if fault is not None:
            stops = first if fault.code == "stopped" else ""
            return Run(blitz, False, (), stops, fault)
    holder = scene.holder(second)
    if second != start and not holder:
        text = f"{second} belongs to nobody; a blitz ends in an enemy or a friendly territory"
        return Run(blitz, False, (), "", Reason("AA-11", "nobodys", text))
    foes = [one for one in _enemies(scene, second) if scene.facts.group(one.kind) != "complex"]
    empty = scene.is_enemy(holder) and not foes
    takes = (first, second) if empty else (first,)
    text = (
        f"a blitz through {first}: it comes under {scene.power}'s control before the tank goes on"
    )
    if foes:
        text += f"; in {second} it fights"
    return Run(blitz, True, takes, "", Reason("AA-11", "blitz", text))


def _mover_fault(scene: Scene, blitz: Blitz) -> Reason | None:
    kind, start = blitz.kind, blitz.path[0]
    if blitz.unit:
        piece = _find(scene, blitz.unit, start)
        if piece is None:
            text = f"no unit of {scene.power} called {blitz.unit!r} stands in {start}"
            return Reason("AA-11", "no-such-unit", text)
        kind = piece.kind
    if not scene.facts.units[kind].blitzes:
        return Reason("AA-11", "no-blitzer", f"{kind} does not blitz; only tanks do")
    return None


def _find(scene: Scene, wanted: str, space: str) -> Piece | None:
    here = scene.on(space, power=scene.power)
    return next((one for one in here if wanted in (one.id, one.name, f"{one.name}@{space}")), None)


def _path_fault(scene: Scene, blitz: Blitz) -> Reason | None:
    start, first, second = blitz.path
    for one, other in ((start, first), (first, second)):
        if other not in scene.neighbours(one):
            return Reason("AA-11", "not-adjacent", f"{one} and {other} are not adjacent")
    for space in blitz.path:
        if scene.is_sea(space):
            return Reason("AA-11", "fights-at-sea", f"{space} is a sea zone; tanks go by land")
    return None


def _phase_fault(scene: Scene, blitz: Blitz) -> Reason | None:
    if blitz.phase == "combat-move":
        return None
    return Reason("AA-11", "not-combat-move", "a blitz is made wholly in the combat move")


def _first_fault(scene: Scene, blitz: Blitz) -> Reason | None:
    """The first territory must be an enemy's and hold no enemy piece, an AA gun or a complex included."""
    first = blitz.path[1]
    if found := _enemies(scene, first):
        names = ", ".join(sorted({one.shown for one in found}))
        text = f"{names} in {first}: the tank must stop there"
        return Reason("AA-11", "stopped", text)
    if not scene.is_enemy(scene.holder(first)):
        text = f"{first} is no enemy territory; going through it is no blitz"
        return Reason("AA-11", "no-enemy-land", text)
    return None


def _enemies(scene: Scene, space: str) -> list[Piece]:
    """Enemy pieces in a territory; a complex belongs to whoever holds it."""
    return [
        one
        for one in scene.on(space)
        if scene.is_enemy(
            scene.holder(space) if scene.facts.group(one.kind) == "complex" else one.power
        )
    ]


class Capture(NamedTuple):
    """A territory the power took this turn, and its units there (or tanks near by) that can take one."""

    space: str
    by: tuple[str, ...]
    right: bool
    reason: Reason


def find_captures(scene: Scene) -> tuple[Capture, ...]:
    """Who took the territories that changed hands: only infantry, artillery and tanks do (AA-11)."""
    order = [space.id for space in scene.territories if space.id in scene.captured]
    return tuple(_capture(scene, space) for space in order)


def _capture(scene: Scene, space: str) -> Capture:
    facts, new = scene.facts.units, set(scene.placed)
    here = [
        one for one in scene.on(space, power=scene.power) if one.kind in facts and one not in new
    ]
    takers = [one for one in here if facts[one.kind].captures]
    blitzers = [
        one
        for near in scene.neighbours(space)
        for one in scene.on(near, power=scene.power)
        if one.kind in facts and facts[one.kind].blitzes and one not in new
    ]
    if takers:
        names = tuple(dict.fromkeys(one.shown for one in takers))
        text = f"{space} was taken by {', '.join(names)}"
        return Capture(space, names, True, Reason("AA-11", "taken", text))
    if blitzers:
        names = tuple(dict.fromkeys(f"{one.shown} in {one.space}" for one in blitzers))
        text = f"{space} was taken in a blitz, if {' or '.join(names)} went through"
        return Capture(space, names, True, Reason("AA-11", "taken-by-blitz", text))
    kinds = ", ".join(dict.fromkeys(one.kind for one in here))
    there = f"only {kinds}" if kinds else "nothing"
    text = f"{space} changed hands, but {scene.power} has {there} there; only infantry, artillery and tanks capture"
    return Capture(space, (), False, Reason("AA-11", "cannot-capture", text))


def moved_complexes(scene: Scene) -> tuple[tuple[Piece, Reason], ...]:
    """Industrial complexes that moved or ride a transport; they do neither (AA-11)."""
    settled = [one for one in scene.pieces if one not in (*scene.placed, *scene.waiting)]
    return tuple(
        (piece, fault)
        for piece in settled
        if piece.kind in scene.facts.units and (fault := _moved(scene, piece))
    )


def _moved(scene: Scene, piece: Piece) -> Reason | None:
    if fault := moved_fault(scene, piece):
        return fault
    if not scene.facts.units[piece.kind].transported and scene.is_sea(piece.space):
        text = f"a {piece.kind} in {piece.space}; it rides no transport"
        return Reason("AA-11", "complex-afloat", text)
    return None
