"""Who can trace (OCS-7): the engine's lines, with stations where trains unload and each headquarters' own needs added.

A station is a unit of the engine that traces by rail; others trace to it, to extenders and to headquarters as to any
supplied unit. A headquarters does not throw on what is thrown to it but may use it itself: a double of its asks for
that. The same doubles ask for Transport Points, which need no trace but may have to break out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply import Engine, Verdict
from vassal_supply.supply.ways import Ways
from vassal_supply.systems.ocs.book import NEEDS, STATION, TRACING, Book
from vassal_supply.systems.ocs.sentences import STATION as STATION_NAME


class Network:
    """The lines of one situation."""

    def __init__(self, situation: Situation, book: Book, ways: Ways | None = None) -> None:
        self.book = book
        self.given = situation = situation.replaced(units=tuple(map(self._zoned, situation.units)))
        added = (*self._stations(), *self._doubles())
        self.situation = situation.replaced(units=(*situation.units, *added))
        self.engine = Engine(self.situation, book.engine, ways=ways)
        self._paths: dict[bool, Engine] = {}
        self._double_of = {unit.id[len(NEEDS) + 1 :]: unit for unit in added if unit.kind == NEEDS}

    def traces(self, unit: Unit) -> bool:
        """Whether a unit on the map can trace now; for Transport Points, whether they could."""
        if unit.kind not in self.book.kinds.transport and self.engine.grade_of(unit) != "out":
            return True
        double = self._double_of.get(unit.id)
        return double is not None and self.engine.grade_of(double) != "out"

    def verdict(self, unit: Unit) -> Verdict:
        """What the engine finds of a unit: by its own lines, or those of its own needs where they alone reach."""
        own = self.engine.judge(unit)
        double = self._double_of.get(unit.id)
        if own.grade != "out" or double is None or self.engine.grade_of(double) == "out":
            return own
        return self.engine.judge(double)

    def double(self, unit: Unit) -> Unit | None:
        """The unit that asks for the own needs of a headquarters or of Transport Points."""
        return self._double_of.get(unit.id)

    def is_combat(self, unit: Unit) -> bool:
        """Whether a unit is a combat unit that stands on the map."""
        return unit.kind in self.book.kinds.combat and unit.space in self.engine.ground.bit

    @cached_property
    def tracing(self) -> tuple[Unit, ...]:
        """The combat units that can trace."""
        return tuple(
            unit for unit in self.given.units if self.is_combat(unit) and self.traces(unit)
        )

    def paths(self, unit: Unit) -> Engine:
        """The engine that seeks paths for a unit to those that can trace (OCS-5a)."""
        rules = self.book.breakout
        by_truck = self.is_truck(unit)
        rulebook = rules.by_truck if by_truck else rules.otherwise
        if by_truck not in self._paths:
            sources = tuple(
                Source(one.space, TRACING, one.name, frozenset({one.side}), "full", one.id)
                for one in self.tracing
            )
            units = tuple(map(self._moving, self.given.units))
            situation = self.given.replaced(units=units, sources=sources)
            self._paths[by_truck] = Engine(situation, rulebook, ways=self.engine.scene.ways)
        return self._paths[by_truck]

    def _zoned(self, unit: Unit) -> Unit:
        """A unit without a zone of control if it is no combat unit, whatever the kit says."""
        return unit if unit.kind in self.book.kinds.combat else unit._replace(zoc=False)

    def is_truck(self, unit: Unit) -> bool:
        """Whether a unit moves by truck in Move mode."""
        key = self.book.words.movement
        return self._moving(unit).values[key] in self.book.breakout.truck

    def _moving(self, unit: Unit) -> Unit:
        """A unit with its kind of movement points, the usual one where the kit tells none."""
        key = self.book.words.movement
        found = unit.values.get(key, "") or self.book.breakout.default
        return unit._replace(values={**unit.values, key: found})

    def stations(self) -> Iterator[tuple[Unit, Verdict]]:
        """Every station with its verdict, for each side."""
        for unit in self.situation.units:
            if unit.kind == STATION:
                yield unit, self.engine.judge(unit)

    def _stations(self) -> Iterator[Unit]:
        """A station for each side to whose sources or extenders its rails lead, open or not."""
        nets = {side: self._rails(side) for side in self.given.sides}
        for space in self.given.map.spaces.values():
            if space.features & self.book.stations:
                for side in self.given.sides:
                    if space.id not in nets[side]:
                        continue
                    place = f" at {space.names[0]}" if space.names else ""
                    yield Unit(
                        f"{STATION}:{side}:{space.id}",
                        STATION_NAME + place,
                        space.map,
                        space.id,
                        side,
                        kind=STATION,
                        zoc=False,
                    )

    def _rails(self, side: str) -> set[str]:
        """The spaces that rails join to a side's sources and extenders, whatever bars them now."""
        lines = [line for line in self.book.engine.lines if STATION in line.units]
        kinds = {
            kind for line in lines for leg in line.legs for kind in self.book.engine.legs[leg].links
        }
        ends = {kind for line in lines for kind in line.to}
        near: dict[str, list[str]] = {}
        for link in self.given.map.links:
            if link.kind in kinds:
                near.setdefault(link.a, []).append(link.b)
                near.setdefault(link.b, []).append(link.a)
        found = {
            source.space
            for source in self.given.sources
            if source.kind in ends and (not source.users or side in source.users)
        }
        found |= {
            unit.space
            for unit in self.given.units
            if unit.side == side and unit.kind in self.book.kinds.extender
        }
        todo = sorted(found)
        while todo:
            fresh = {other for other in near.get(todo.pop(), ()) if other not in found}
            found |= fresh
            todo += sorted(fresh)
        return found

    def _doubles(self) -> Iterator[Unit]:
        kinds = self.book.kinds
        for unit in self.given.units:
            if unit.kind in kinds.hq | kinds.transport:
                yield unit._replace(id=f"{NEEDS}:{unit.id}", kind=NEEDS, zoc=False)
