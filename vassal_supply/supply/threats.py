"""What the enemy could do: the spaces whose loss would put units out of supply, and the smallest ways to cut one off.

Exact, by losing each space in turn and searching again. Only spaces that touch a line some unit has now are tried: what
touches none of them leaves every line as it is. Zones of control of the units on the map are held as they are now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from vassal_supply.errors import RequestError
from vassal_supply.model import Situation, Unit
from vassal_supply.supply.engine import Engine
from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.holding import Held, capacity_of
from vassal_supply.supply.lost import Losses
from vassal_supply.supply.rulebook import BarRule, Rulebook

TAKEN = "taken"
"""How a space is lost that an enemy unit without a zone of control holds."""
ZONED = "in an enemy zone of control"
"""How a space is lost on which an enemy unit stands that has one."""


class Threat(NamedTuple):
    """What the loss of one space would do: the ids of the units that would be out of supply.

    ``taken`` if the enemy held the space with a unit without a zone of control, ``zoned`` if he put a unit with one
    there. Units on the space itself are gone and not counted; units that are out already neither.
    """

    space: str
    taken: tuple[str, ...]
    zoned: tuple[str, ...]

    @property
    def ways(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """How the space may be lost, and the units that would be out then; the enemy's zone only where it does more."""
        if self.taken:
            yield TAKEN, self.taken
        if self.zoned and self.zoned != self.taken:
            yield ZONED, self.zoned


class Cuts(NamedTuple):
    """The smallest sets of spaces whose loss cuts a unit off, all of one size; ``most`` is the size looked for at most."""

    unit: str
    sets: tuple[tuple[str, ...], ...]
    most: int

    @property
    def text(self) -> str:
        """The answer in words."""
        if not self.sets:
            return f"none of {self.most} or fewer" if self.most > 1 else "no single space"
        return "; ".join(" + ".join(spaces) for spaces in self.sets)


def threats(situation: Situation, rulebook: Rulebook, side: str) -> tuple[Threat, ...]:
    """Every space whose loss would put a unit of a side out of supply, in the map's order.

    Raises :class:`RequestError` for a side the situation does not have.
    """
    losses = Losses(situation, rulebook, side)
    zoc = losses.engine.rulebook.zoc.range > 0
    lines = 0
    for held_unit in losses.units:
        lines |= _line(losses.engine, held_unit)
    found = []
    for bit in bits_of(losses.touching(lines, zoc=zoc)):
        taken = losses.out(bit, zoc=False) if lines >> bit & 1 else ()
        zoned = losses.out(bit, zoc=True) if zoc else taken
        if taken or zoned:
            found.append(Threat(losses.ground.ids[bit], taken, zoned))
    return tuple(found)


def threat_rows(
    found: Collection[Threat], situation: Situation, side: str
) -> Iterator[dict[str, object]]:
    """The threats to a side as rows of a report, the worst losses first: one for each space and way to lose it."""
    names = {unit.id: unit.name for unit in situation.units}
    for one in sorted(found, key=lambda one: -len(one.zoned or one.taken)):
        for how, ids in one.ways:
            units = [names[id] for id in ids]
            yield {"space": one.space, "side": side, "lost": how, "ids": list(ids), "units": units}


def cuts(
    situation: Situation, rulebook: Rulebook, unit_id: str, *, zoc: bool = False, most: int = 3
) -> Cuts:
    """The smallest sets of up to ``most`` spaces whose loss puts a unit out of supply; its own space is none of them.

    The enemy holds them with units without a zone of control, or with one each where ``zoc`` is true. Where sources
    supply only so many units, or friendly units bar a line, a loss may also help others; then only single spaces are
    looked for. Raises :class:`RequestError` for a piece that is no unit on the map, or one that is out or needs nothing.
    """
    unit = next((one for one in situation.units if one.id == unit_id), None)
    if unit is None or unit.space not in situation.map.spaces:
        raise RequestError(f"no unit {unit_id!r} stands on a space of the map")
    losses = Losses(situation, rulebook, unit.side)
    if unit not in losses.units:
        raise RequestError(f"{unit.name} has no supply line that could be cut")
    if not _only_harms(situation, rulebook):
        spaces = bits_of(losses.ground.every & ~losses.ground.field_of([unit.space]))
        single = [bit for bit in spaces if unit.id in losses.out(bit, zoc=zoc)]
        return Cuts(unit.id, tuple((losses.ground.ids[bit],) for bit in single), 1)
    search = _CutSearch(losses, unit, zoc)
    for size in range(1, most + 1):
        if found := search.of_size(size):
            return Cuts(unit.id, found, most)
    return Cuts(unit.id, (), most)


class _CutSearch:
    """Cutting a unit off by a set means breaking each of its lines: branch on what breaks the one it has at the time."""

    def __init__(self, losses: Losses, unit: Unit, zoc: bool) -> None:
        self.losses, self.unit, self.zoc = losses, unit, zoc
        self._breakers: dict[frozenset[int], int | None] = {}

    def of_size(self, size: int) -> tuple[tuple[str, ...], ...]:
        """All cuts of a size, provided there is none of a smaller one."""
        found: set[frozenset[int]] = set()
        self._extend(frozenset(), size, found, set())
        ids = self.losses.ground.ids
        return tuple(tuple(ids[bit] for bit in bits) for bits in sorted(map(sorted, found)))

    def _extend(
        self,
        lost: frozenset[int],
        left: int,
        found: set[frozenset[int]],
        tried: set[frozenset[int]],
    ) -> None:
        breaking = self._breaking(lost)
        if breaking is None or lost in tried:
            return
        tried.add(lost)
        if left == 1:
            found.update(lost | {bit} for bit in self._last(lost, breaking))
            return
        for bit in bits_of(breaking):
            self._extend(lost | {bit}, left - 1, found, tried)

    def _last(self, lost: frozenset[int], breaking: int) -> list[int]:
        """The spaces that complete a cut: each must break every line there is, so each try leaves fewer."""
        found = []
        while breaking:
            bit = next(bits_of(breaking))
            breaking ^= 1 << bit
            more = self._breaking(lost | {bit})
            if more is None:
                found.append(bit)
            else:
                breaking &= more
        return found

    def _breaking(self, lost: frozenset[int]) -> int | None:
        """The spaces that may break the line a unit has after some losses; ``None`` when it has none left."""
        if lost not in self._breakers:
            engine = self.losses.without(lost, zoc=self.zoc)
            line = _line(engine, self.unit) if engine.grade_of(self.unit) != "out" else None
            self._breakers[lost] = (
                None
                if line is None
                else self.losses.touching(line, zoc=self.zoc)
                & ~self.losses.ground.field([self.losses.ground.bit[self.unit.space], *lost])
            )
        return self._breakers[lost]


def _line(engine: Engine, unit: Unit) -> int:
    """The spaces of a unit's line, and of the lines of those it traces to, down to a source."""
    held: Held | None = engine.held(unit.side).get(unit.id)
    if held is None:
        return 0
    spaces = [bit for bit, _ in held.trace.line(engine.ground.bit[unit.space])]
    field = engine.ground.field(spaces)
    if held.line.to_units:
        end = engine.ground.ids[spaces[-1]]
        name = min(source.piece for source in held.sources if source.space == end)
        target = next(one for one in engine.scene.units if one.id == name)
        field |= _line(engine, target)
    return field


def _only_harms(situation: Situation, rulebook: Rulebook) -> bool:
    """Whether a loss can never open a line."""
    return not any(capacity_of(source) is not None for source in situation.sources) and not any(
        bar.by == "friendly-unit" or (bar.by == "control" and _helps(bar)) for bar in rulebook.bars
    )


def _helps(bar: BarRule) -> bool:
    """Whether enemy control lifts a bar."""
    return "friendly" in bar.any or "nobody" in bar.any or "enemy" in bar.none
