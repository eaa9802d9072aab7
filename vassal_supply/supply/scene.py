"""A situation as fields: where the units of either side stand, who controls what, what bars where.

Everything here is asked for by the users of a line: their side, and the names (side, nation) that lists of who may
use a source or link go by. Each field is made once and kept.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from vassal_supply.model import Marker, Situation, Source, Space, Unit, Value
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import BarRule, Rulebook
from vassal_supply.supply.ways import Ways
from vassal_supply.supply.zoc import Zones


class Users(NamedTuple):
    """Those who trace alike.

    ``names`` are those of theirs (side, nation, id) that some who-may-use list mentions, ``values`` the unit values
    that the rulebook's legs ask for, like their movement type.
    """

    side: str
    names: frozenset[str]
    values: tuple[tuple[str, Value], ...] = ()


class Gate(NamedTuple):
    """Where a line may go on one leg.

    ``carry`` are the spaces it may run through, ``start`` those where a unit may begin it, ``end`` those where it may
    end on a source.
    """

    carry: int
    start: int
    end: int


class Scene:
    """The fields of one situation under one rulebook.

    ``ways`` may come from an earlier scene on the same map; ``graded`` are the grades that decide whose zone of control
    counts, by unit id, where the rulebook goes by computed ones.
    """

    def __init__(
        self,
        situation: Situation,
        rulebook: Rulebook,
        ways: Ways | None = None,
        graded: Mapping[str, str] | None = None,
    ) -> None:
        self.situation = situation
        self.rulebook = rulebook
        self.ways = ways or Ways(Ground(situation.map))
        self.ground = self.ways.ground
        self.zones = Zones(situation, rulebook.zoc, self.ways, graded)
        self._mentioned = self.ways.mentioned.union(
            *{one.users for one in situation.sources}, *{bar.spares for bar in rulebook.bars}
        )
        self._asked = sorted({leg.mp[1:] for leg in rulebook.legs.values() if leg.mp[:1] == "$"})
        self._kept: dict[object, int] = {}
        self._printed = self.ways.printed
        self._gates: dict[object, Gate] = {}

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources there are."""
        return self.situation.sources

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units there are."""
        return self.situation.units

    def users_of(self, unit: Unit) -> Users:
        """The class of users a unit traces with."""
        names = frozenset({unit.side, unit.nation, unit.id}) & self._mentioned
        return Users(
            unit.side, names, tuple((key, unit.values.get(key, "")) for key in self._asked)
        )

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
            self._kept[key] = self.closes(bar, side)
        return self._kept[key]

    def closes(self, bar: BarRule, side: str) -> int:
        """The same as :meth:`barred`, worked out anew."""
        field = _FIELDS[bar.by](self, bar, side)
        if bar.unless:
            field &= ~self._lifted(bar, side)
        return field & self.showing(bar.on) if bar.on else field

    def enemy_zone(self, side: str) -> int:
        """The spaces in the zone of control of units hostile to a side."""
        return self.zones.against(side)

    def showing(self, words: frozenset[str]) -> int:
        """The spaces with one of these terrains or features."""
        return self.ground.showing(words)

    def printed(self, bar: BarRule) -> int:
        """The spaces that a bar by terrain, feature or nation closes: what the map itself shows."""
        if bar not in self._printed:
            has = self.ground.field_of(
                space.id
                for space in self.situation.map.spaces.values()
                if _shows(space, bar.by, bar.any or bar.none)
            )
            self._printed[bar] = has if bar.any else self.ground.every & ~has
        return self._printed[bar]

    def marked(self, bar: BarRule, side: str) -> int:
        """The spaces that a bar by marker closes to a side."""
        wanted = bar if bar.any else bar._replace(any=bar.none)
        markers = (one for one in self.situation.markers if _marks(one, wanted, side))
        has = self.ground.field_of(one.space for one in markers)
        return has if bar.any else self.ground.every & ~has

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
        if not kinds:
            return self.zones.standing(side, enemy=enemy)
        key = "units", side, enemy, kinds
        if key not in self._kept:
            wanted = _is_enemy if enemy else _is_friend
            self._kept[key] = self.ground.field_of(
                unit.space
                for unit in self.situation.units
                if unit.kind in kinds and wanted(unit, side)
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


def _by_control(scene: Scene, bar: BarRule, side: str) -> int:
    if bar.none:
        return scene.ground.every & ~scene.controlled(side, bar.none)
    return scene.controlled(side, bar.any)


def _shows(space: Space, by: str, words: frozenset[str]) -> bool:
    if by == "feature":
        return bool(space.features & words)
    return (space.nation if by == "nation" else space.terrain) in words


_FIELDS: dict[str, Callable[[Scene, BarRule, str], int]] = {
    "enemy-unit": lambda scene, bar, side: scene.unit_field(side, enemy=True, kinds=bar.kinds),
    "friendly-unit": lambda scene, bar, side: scene.unit_field(side, enemy=False, kinds=bar.kinds),
    "ezoc": lambda scene, bar, side: scene.enemy_zone(side),
    "marker": lambda scene, bar, side: scene.marked(bar, side),
    "control": _by_control,
    "terrain": lambda scene, bar, side: scene.printed(bar),
    "feature": lambda scene, bar, side: scene.printed(bar),
    "nation": lambda scene, bar, side: scene.printed(bar),
}
