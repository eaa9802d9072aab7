"""A situation in which the enemy holds some more spaces, without making it: what his being there changes, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply.computed import computed
from vassal_supply.supply.engine import Engine, check_sides
from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.holding import capacity_of
from vassal_supply.supply.legs import Branch, Trace, branches_of
from vassal_supply.supply.rulebook import BarRule, LineRule, Rulebook
from vassal_supply.supply.scene import Gate, Scene, Users


class LostScene(Scene):
    """A scene in which a side has lost some spaces to the enemy: he holds them, and ``zone`` lies in his new zones."""

    def __init__(self, base: Scene, side: str, lost: int, zone: int) -> None:
        # Not built anew from the situation: everything that the loss leaves alone is the base's own.
        self.base = base
        self.situation, self.rulebook = base.situation, base.rulebook
        self.ways, self.ground = base.ways, base.ground
        self.side, self.lost, self.zone = side, lost, zone
        self.zones = base.zones
        self._mentioned, self._asked = base._mentioned, base._asked
        self._printed = base._printed
        self._kept, self._gates = {}, {}

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the base that are not on lost spaces."""
        bit = self.ground.bit
        return tuple(
            one
            for one in self.base.sources
            if one.space not in bit or not self.lost >> bit[one.space] & 1
        )

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of the situation without the side's own on lost spaces."""
        bit = self.ground.bit
        return tuple(
            one
            for one in self.base.units
            if one.side != self.side or one.space not in bit or not self.lost >> bit[one.space] & 1
        )

    def unit_field(self, side: str, *, enemy: bool, kinds: frozenset[str] = frozenset()) -> int:
        """As in the base, with an enemy of whatever kind is asked for on each lost space, and no friend."""
        field = self.base.unit_field(side, enemy=enemy, kinds=kinds)
        if side != self.side:
            return field
        return field | self.lost if enemy else field & ~self.lost

    def enemy_zone(self, side: str) -> int:
        """As in the base, with the zones of the new enemies."""
        field = self.base.enemy_zone(side)
        return field | self.zone if side == self.side else field

    def controlled(self, side: str, whose: Iterable[str]) -> int:
        """As in the base, with the lost spaces in enemy hands."""
        wanted = tuple(whose)
        field = self.base.controlled(side, wanted)
        if side != self.side:
            return field
        return field | self.lost if "enemy" in wanted else field & ~self.lost

    def narrowed(self, gate: Gate, bars: tuple[BarRule, ...]) -> Gate:
        """A gate with more bars, as they are for the side that has lost the spaces; hexsides are no matter of a gate."""
        carry, start, end = gate
        for bar in bars:
            open_ = ~self.closes(bar, self.side)
            carry &= open_
            start &= -1 if bar.start_exempt else open_
            end &= -1 if bar.end_exempt else open_
        return Gate(carry, start, end)

    def marked(self, bar: BarRule, side: str) -> int:
        """As in the base: markers stay where they are."""
        return self.base.barred(bar._replace(unless=frozenset(), on=frozenset()), side)


Class = tuple[Users, str]
"""Units that are alike to every line: their users and their kind."""


class Losses:
    """The answers to "what if the enemy stood there" for one side of a situation."""

    def __init__(self, situation: Situation, rulebook: Rulebook, side: str) -> None:
        check_sides(situation, [side])
        if rulebook.zoc.status == "computed":
            self.engine = computed(situation, rulebook)[0]
        else:
            self.engine = Engine(situation, rulebook)
        self.side = side
        self.scene = self.engine.scene
        self.ground = self.engine.ground
        self.units = [
            unit
            for unit in situation.units
            if unit.side == side and self.engine.grade_of(unit) != "out"
            if unit.kind not in rulebook.need_none and unit.id not in self.engine.pinned
        ]
        self.plain = not any(line.to_units for line in rulebook.lines) and not any(
            capacity_of(source) is not None for source in situation.sources
        )
        self._groups = self._by_class()
        self._lines = {key: self._lines_of(key) for key in self._groups}

    def without(self, lost: Iterable[int], *, zoc: bool) -> Engine:
        """The engine of the situation with these spaces lost, to enemies with a zone of control or without."""
        scene = self._scene(lost, zoc=zoc)
        return Engine(scene.situation, scene.rulebook, scene=scene, pinned=self.engine.pinned)

    def out(self, space: int, *, zoc: bool) -> tuple[str, ...]:
        """The ids of the units now in supply that would be out with a space lost, those on it left aside."""
        if not self.plain:
            held = self.without([space], zoc=zoc).held(self.side)
            return tuple(
                unit.id
                for unit in self.units
                if unit.id not in held and self.ground.bit[unit.space] != space
            )
        found: set[str] = set()
        for key, hungry in self._hungry(self._scene([space], zoc=zoc)):
            for bit in bits_of(hungry):
                found.update(self._groups[key][1][bit])
        return tuple(unit.id for unit in self.units if unit.id in found)

    def spaces_out(self, lost: Iterable[int], *, zoc: bool) -> int:
        """The spaces with units that are in supply now and would be out with some spaces lost, as a field.

        For rulebooks whose lines all end on sources that supply any number of units.
        """
        out = 0
        for _, hungry in self._hungry(self._scene(lost, zoc=zoc)):
            out |= hungry
        return out

    def _scene(self, lost: Iterable[int], *, zoc: bool) -> LostScene:
        field = zone = 0
        for bit in lost:
            field |= 1 << bit
            if zoc:
                zone |= self.scene.zones.of(self.ground.ids[bit])
        return LostScene(self.scene, self.side, field, zone)

    def _hungry(self, scene: LostScene) -> Iterator[tuple[Class, int]]:
        """For each class of units the spaces of those that a loss puts out, but not on lost spaces."""
        for key, (field, _) in self._groups.items():
            reached = 0
            for line in self._lines[key]:
                begun = Trace(self.ground, line.after(scene), self._goal(line, scene)).begun
                on = line.rule.on
                reached |= begun & scene.showing(on) if on else begun
            yield key, field & ~scene.lost & ~reached

    def _goal(self, line: _Line, scene: LostScene) -> int:
        """The spaces of the sources that a loss leaves open."""
        if not scene.rulebook.sources:
            return line.goal & ~scene.lost
        engine = Engine(scene.situation, scene.rulebook, scene=scene)
        return self.ground.field_of(
            one.space for one in engine.open_sources(line.users, line.rule, None)
        )

    def touching(self, spaces: int, *, zoc: bool) -> int:
        """The spaces whose loss may bar a line that runs through some spaces."""
        near = spaces
        if zoc:
            for _ in range(self.engine.rulebook.zoc.range):
                near |= self.scene.zones.step.image(near) & self.ground.every
        return near

    def _by_class(self) -> dict[Class, tuple[int, dict[int, list[str]]]]:
        """The units of each class: their spaces as a field, and their ids by bit."""
        groups: dict[Class, dict[int, list[str]]] = {}
        for unit in self.units:
            group = groups.setdefault((self.scene.users_of(unit), unit.kind), {})
            group.setdefault(self.ground.bit[unit.space], []).append(unit.id)
        return {key: (self.ground.field(units), units) for key, units in groups.items()}

    def _lines_of(self, key: Class) -> list[_Line]:
        """The lines a class may be supplied by, to sources."""
        lines = dict.fromkeys(chance.line for chance in self.engine.chances(key[1]))
        return [_Line(self.engine, key[0], line) for line in lines if not line.to_units]


class _Line:
    """A line rule for some users, ready to be searched again after a loss: only what a loss changes is looked at anew."""

    def __init__(self, engine: Engine, users: Users, rule: LineRule) -> None:
        self.users, self.rule = users, rule
        self.goal = engine.ground.field_of(
            one.space for one in engine.open_sources(users, rule, None)
        )
        fixed = {
            name: leg._replace(bars=tuple(bar for bar in leg.bars if not _changes(bar)))
            for name, leg in engine.legs(users).items()
        }
        self.live = {
            name: tuple(bar for bar in leg.bars if _changes(bar))
            for name, leg in engine.legs(users).items()
        }
        self.branches = branches_of(engine.scene, rule, fixed, users)

    def after(self, scene: LostScene) -> tuple[Branch, ...]:
        """The branches of the rule as a loss leaves them."""
        return tuple(
            Branch(
                tuple(
                    way._replace(gate=scene.narrowed(way.gate, self.live[way.leg.name]))
                    for way in branch.ways
                ),
                branch.often,
            )
            for branch in self.branches
        )


def _changes(bar: BarRule) -> bool:
    """Whether a loss can change what a bar closes."""
    if bar.by == "hexside":
        return False
    return bool(bar.unless) or bar.by in ("enemy-unit", "friendly-unit", "ezoc", "control")
