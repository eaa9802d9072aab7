"""A situation as fields: where the units of either side stand, who controls what, what bars where.

Everything here is asked for by the users of a line: their side, and the names (side, nation) that lists of who may
use a source or link go by. Each field is made once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from vassal_supply.model import Marker, Situation, Unit
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import BarRule, ZocRule
from vassal_supply.supply.steps import Ways
from vassal_supply.supply.zoc import Zones


class Users(NamedTuple):
    """Those who trace alike: one side, and the names of theirs that some who-may-use list mentions."""

    side: str
    names: frozenset[str]


class Gate(NamedTuple):
    """Where a line may go on one leg.

    ``carry`` are the spaces it may run through, ``start`` those where a unit may begin it, ``end`` those where it may
    end on a source.
    """

    carry: int
    start: int
    end: int


class Scene:
    """The fields of one situation. ``ground`` and ``ways`` may come from an earlier scene on the same map."""

    def __init__(self, situation: Situation, zoc: ZocRule, ways: Ways | None = None) -> None:
        self.situation = situation
        self.ways = ways or Ways(Ground(situation.map))
        self.ground = self.ways.ground
        self.zones = Zones(situation, zoc, self.ways)
        self._mentioned = self.ways.mentioned.union(*(source.users for source in situation.sources))
        self._kept: dict[object, int] = {}
        self._gates: dict[object, Gate] = {}

    def users_of(self, unit: Unit) -> Users:
        """The class of users a unit traces with."""
        return Users(unit.side, frozenset({unit.side, unit.nation}) & self._mentioned)

    def gate(self, bars: tuple[BarRule, ...], users: Users) -> Gate:
        """The three fields that these bars leave to these users; hexside bars are the steps' business."""
        key = bars, users
        if key not in self._gates:
            everywhere = beginning = ending = 0
            for bar in bars:
                field = 0 if bar.by == "hexside" else self.barred(bar, users.side)
                everywhere |= field
                beginning |= 0 if bar.start_exempt else field
                ending |= 0 if bar.end_exempt else field
            every = self.ground.every
            self._gates[key] = Gate(every & ~everywhere, every & ~beginning, every & ~ending)
        return self._gates[key]

    def barred(self, bar: BarRule, side: str) -> int:
        """The spaces that a bar (not one by hexside) closes to a side."""
        key = bar, side
        if key not in self._kept:
            field = _FIELDS[bar.by](self, bar, side)
            self._kept[key] = field & ~self._lifted(bar, side)
        return self._kept[key]

    def causes(self, bar: BarRule, side: str, space: str) -> tuple[Unit | Marker, ...]:
        """The pieces by which a bar closes a space to a side, in the situation's order; none for a printed one."""
        pieces: Iterable[Unit | Marker] = ()
        if bar.by in ("enemy-unit", "friendly-unit"):
            wanted = _is_enemy if bar.by == "enemy-unit" else _is_friend
            pieces = (unit for unit in self.situation.units if unit.space == space)
            return tuple(one for one in pieces if wanted(one, side) and _of_kind(one, bar.kinds))
        if bar.by == "ezoc":
            return self.zones.over(space, side)
        if bar.by == "marker":
            return tuple(
                one
                for one in self.situation.markers
                if one.space == space and _marks(one, bar, side)
            )
        return ()

    def unit_field(self, side: str, *, enemy: bool, kinds: frozenset[str] = frozenset()) -> int:
        """The spaces that hold a unit of ``side``, or with ``enemy`` one hostile to it; empty kinds mean all."""
        key = "units", side, enemy, kinds
        if key not in self._kept:
            wanted = _is_enemy if enemy else _is_friend
            self._kept[key] = self.ground.field_of(
                unit.space
                for unit in self.situation.units
                if wanted(unit, side) and (not kinds or unit.kind in kinds)
            )
        return self._kept[key]

    def controlled(self, side: str, whose: Iterable[str]) -> int:
        """The spaces whose controller is ``friendly``, ``enemy`` or ``nobody`` to a side."""
        wanted = set(whose)
        field = self.ground.field_of(
            space
            for space, owner in self.situation.control.items()
            if _owner(owner, side) in wanted
        )
        if "nobody" in wanted:
            owned = [space for space, owner in self.situation.control.items() if owner]
            field |= self.ground.every & ~self.ground.field_of(owned)
        return field

    def _lifted(self, bar: BarRule, side: str) -> int:
        field = 0
        if "friendly-unit" in bar.unless:
            field |= self.unit_field(side, enemy=False, kinds=bar.unless_kinds)
        if "friendly-control" in bar.unless:
            field |= self.controlled(side, ("friendly",))
        return field


def _is_enemy(piece: Unit | Marker, side: str) -> bool:
    return bool(piece.side) and piece.side != side


def _is_friend(piece: Unit | Marker, side: str) -> bool:
    return piece.side == side


def _of_kind(piece: Unit | Marker, kinds: frozenset[str]) -> bool:
    return not kinds or piece.kind in kinds


def _owner(owner: str, side: str) -> str:
    return "nobody" if not owner else "friendly" if owner == side else "enemy"


def _marks(marker: Marker, bar: BarRule, side: str) -> bool:
    if bar.whose == "enemy" and not _is_enemy(marker, side):
        return False
    return (bar.whose != "friendly" or _is_friend(marker, side)) and marker.kind in bar.any


def _by_marker(scene: Scene, bar: BarRule, side: str) -> int:
    markers = scene.situation.markers
    if bar.none:
        wanted = bar._replace(any=bar.none)
        has = scene.ground.field_of(one.space for one in markers if _marks(one, wanted, side))
        return scene.ground.every & ~has
    return scene.ground.field_of(one.space for one in markers if _marks(one, bar, side))


def _by_control(scene: Scene, bar: BarRule, side: str) -> int:
    if bar.none:
        return scene.ground.every & ~scene.controlled(side, bar.none)
    return scene.controlled(side, bar.any)


def _by_print(scene: Scene, bar: BarRule, side: str) -> int:
    """Terrain, features, nation: what the map itself shows."""
    wanted = bar.any or bar.none
    spaces = scene.situation.map.spaces.values()
    if bar.by == "feature":
        has = scene.ground.field_of(one.id for one in spaces if one.features & wanted)
    elif bar.by == "nation":
        has = scene.ground.field_of(one.id for one in spaces if one.nation in wanted)
    else:
        has = scene.ground.field_of(one.id for one in spaces if one.terrain in wanted)
    return has if bar.any else scene.ground.every & ~has


_FIELDS: dict[str, Callable[[Scene, BarRule, str], int]] = {
    "enemy-unit": lambda scene, bar, side: scene.unit_field(side, enemy=True, kinds=bar.kinds),
    "friendly-unit": lambda scene, bar, side: scene.unit_field(side, enemy=False, kinds=bar.kinds),
    "ezoc": lambda scene, bar, side: scene.zones.against(side),
    "marker": _by_marker,
    "control": _by_control,
    "terrain": _by_print,
    "feature": _by_print,
    "nation": _by_print,
}
