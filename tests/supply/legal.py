"""A referee who knows the rules and nothing of the engine: is this line legal, step by step?

Written on plain sets and dictionaries, from the rulebook's records and the map model alone, so that it shares no code
with the fields it checks. ``problems(situation, rulebook, verdict)`` is what other tests want: an empty list, or one
sentence for everything wrong with a verdict's line.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply import Rulebook, Verdict
from vassal_supply.supply.rulebook import BarRule, Costs, Leg, LineRule, Part

HEX = {
    0: ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)),
    1: ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)),
}
SQUARE = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))


class Referee:
    """Judges steps and bars in one situation under one rulebook."""

    def __init__(
        self, situation: Situation, rulebook: Rulebook, grades: dict[str, str] | None = None
    ):
        self.situation = situation
        self.rulebook = rulebook
        self.spaces = situation.map.spaces
        self.grades = grades
        self.at = {(s.lattice, s.cell): s.id for s in self.spaces.values() if s.cell is not None}
        self.near = cache(self._near)
        self.zones = {unit.id: self._zone(unit) for unit in situation.units}
        self.barred = cache(self._barred)

    def _near(self, space: str) -> frozenset[str]:
        """The lattice neighbours of a space."""
        here = self.spaces[space]
        if here.cell is None or here.lattice is None:
            return frozenset()
        column, row = here.cell
        kind = self.situation.map.lattices[here.lattice].kind
        steps = SQUARE if kind == "square" else HEX[column % 2]
        cells = ((here.lattice, (column + a, row + b)) for a, b in steps)
        return frozenset(self.at[cell] for cell in cells if cell in self.at)

    def sides(self, one: str, other: str) -> frozenset[str]:
        """The kinds of the hexside between two spaces."""
        return self.situation.map.hexsides.get((min(one, other), max(one, other)), frozenset())

    def ways(self, space: str, kinds: frozenset[str], names: frozenset[str], shut: frozenset[str]):
        """Where one may go from a space along some kinds of link; ``shut`` hexsides bar adjacency."""
        found = set()
        if "adjacent" in kinds:
            found |= {near for near in self.near(space) if not self.sides(space, near) & shut}
        for link in self.situation.map.links:
            if link.kind not in kinds or (link.users and not link.users & names):
                continue
            if link.kind == "adjacent" and self.sides(link.a, link.b) & shut:
                continue
            if link.a == space:
                found.add(link.b)
            if link.both and link.b == space:
                found.add(link.a)
        return frozenset(found) & frozenset(self.spaces)

    def _zone(self, unit: Unit) -> frozenset[str]:
        rule = self.rulebook.zoc
        if not unit.zoc or not rule.range or unit.space not in self.spaces:
            return frozenset()
        grade = "" if rule.status == "any" else (self.grades or {}).get(unit.id, unit.supply)
        if grade in rule.lost_when and rule.status != "any":
            return frozenset()
        reached, edge = set(), {unit.space}
        for _ in range(rule.range):
            edge = {
                end
                for start in edge
                for end in self.ways(
                    start, frozenset({"adjacent"}), frozenset(), rule.stopped_by_hexsides
                )
                if self.spaces[end].terrain not in rule.not_into
                and not self.spaces[end].features & rule.not_into
            }
            reached |= edge
        return frozenset(reached - {unit.space})

    def price(self, leg: Leg, unit: Unit, one: str, other: str) -> int | None:
        """What the step from one space to the next costs at least on a leg; ``None`` where it cannot be made."""
        sides = [bar for bar in leg.bars if bar.by == "hexside" and self.holds(bar, unit)]
        shut = frozenset(word for bar in sides for word in bar.any)
        names = self.names(unit)
        if not leg.mp:
            return 1 if other in self.ways(one, leg.links, names, shut) else None
        name = str(unit.values.get(leg.mp[1:], "")) if leg.mp.startswith("$") else leg.mp
        costs = {costs.name: costs for costs in self.rulebook.costs}.get(name)
        if costs is None:
            return None
        flat, extra = dict(costs.links), dict(costs.hexsides)
        found = []
        for kind in leg.links:
            if other not in self.ways(one, frozenset({kind}), names, shut):
                continue
            paid = one if leg.leaving else other
            price = flat[kind] if kind in flat else self._entering(costs, paid)
            if kind == "adjacent":
                for side in self.sides(one, other) & set(extra):
                    more = extra[side]
                    price = None if price is None or more is None else price + more
            if price is not None:
                found.append(price)
        return min(found, default=None)

    def _entering(self, costs: Costs, space: str) -> int | None:
        here = self.spaces[space]
        special = [price for word, price in costs.features if word in here.features]
        if special:
            return min((price for price in special if price is not None), default=None)
        return dict(costs.terrain).get(here.terrain, costs.default)

    def owner(self, space: str, side: str) -> str:
        """Who controls a space, as a side sees it."""
        owner = self.situation.control.get(space, "")
        return "nobody" if not owner else "friendly" if owner == side else "enemy"

    def causes(self, bar: BarRule, side: str, space: str) -> set[str]:
        """The ids of the pieces by which a bar would close a space, were nothing to lift it."""
        if bar.by in ("enemy-unit", "friendly-unit"):
            hostile = bar.by == "enemy-unit"
            return {
                unit.id
                for unit in self.situation.units
                if unit.space == space
                and (unit.side not in ("", side) if hostile else unit.side == side)
                and (not bar.kinds or unit.kind in bar.kinds)
            }
        if bar.by == "ezoc":
            return {
                unit.id
                for unit in self.situation.units
                if unit.side not in ("", side) and space in self.zones[unit.id]
            }
        return set()

    def _barred(self, bar: BarRule, side: str, space: str) -> bool:
        """Whether a bar closes a space to a side."""
        here = self.spaces[space]
        if bar.on and here.terrain not in bar.on and not here.features & bar.on:
            return False
        if "friendly-control" in bar.unless and self.owner(space, side) == "friendly":
            return False
        if "friendly-unit" in bar.unless and any(
            unit.space == space
            and unit.side == side
            and (not bar.unless_kinds or unit.kind in bar.unless_kinds)
            for unit in self.situation.units
        ):
            return False
        if bar.by in ("enemy-unit", "friendly-unit", "ezoc"):
            return bool(self.causes(bar, side, space))
        words = {
            "marker": {
                marker.kind
                for marker in self.situation.markers
                if marker.space == space
                and {
                    "any": True,
                    "enemy": marker.side not in ("", side),
                    "friendly": marker.side == side,
                }[bar.whose]
            },
            "control": {self.owner(space, side)},
            "terrain": {here.terrain},
            "feature": set(here.features),
            "nation": {here.nation},
            "hexside": set(),
        }[bar.by]
        if bar.by == "hexside":
            return False
        return bool(words & bar.any) if bar.any else not words & bar.none

    def names(self, unit: Unit) -> frozenset[str]:
        """What who-may-use lists may call a unit."""
        return frozenset({unit.side, unit.nation, unit.id})

    def holds(self, bar: BarRule, unit: Unit) -> bool:
        """Whether a bar is one for a unit at all."""
        return not bar.spares & self.names(unit)

    def passable(self, leg: Leg, unit: Unit, space: str, role: str) -> bool:
        """Whether a line may use a space on a leg, as its own space (``start``), on the way, or as its ``end``."""
        return not any(
            self.holds(bar, unit) and self.barred(bar, unit.side, space)
            for bar in leg.bars
            if not (role == "start" and bar.start_exempt) and not (role == "end" and bar.end_exempt)
        )

    def open_sources(self, line: LineRule, unit: Unit, grade: str | None = None) -> list[Source]:
        """The sources that give something to a unit by a line rule."""
        return [
            source
            for source in self.situation.sources
            if (not line.to or source.kind in line.to)
            and (not source.users or source.users & self.names(unit))
            and (grade is None or source.grade == grade)
            and source.space in self.spaces
            and not self.closed(source, unit)
        ]

    def serves(self, line: LineRule, unit: Unit) -> bool:
        """Whether a line rule is for this unit, by its kind and the space it stands on."""
        here = self.spaces[unit.space]
        on = not line.on or here.terrain in line.on or here.features & line.on
        return bool(on) and (not line.units or unit.kind in line.units)

    def targets(self, line: LineRule, unit: Unit) -> list[Unit]:
        """The units a line may end on, in supply or not."""
        return [
            one
            for one in self.situation.units
            if one.side == unit.side
            and one.kind in line.to_units
            and one is not unit
            and one.space in self.spaces
            and (not line.own or one.id in unit.superiors)
        ]

    def legs_to(self, line: LineRule, source: Source) -> dict[str, Leg]:
        """The legs of a line that ends on a source, which may set their limit."""
        legs = {name: self.rulebook.legs[name] for name in line.legs}
        if line.reach:
            target = next(one for one in self.situation.units if one.id == source.piece)
            ((name, leg),) = legs.items()
            unit = self.rulebook.mp_unit if leg.mp else (1, 1)
            limit = Fraction(str(target.values.get(line.reach, 0))) * unit[1] / unit[0]
            legs[name] = leg._replace(limit=int(limit))
        return legs

    def closed(self, source: Source, unit: Unit) -> bool:
        """Whether a ``[[source]]`` rule closes a source to a unit."""
        return any(
            self.holds(bar, unit) and self.barred(bar, unit.side, source.space)
            for rule in self.rulebook.sources
            if not rule.kinds or source.kind in rule.kinds
            for bar in rule.bars
        )

    def stretch_problems(self, leg: Leg, unit: Unit, spaces: list[str], *, first: bool, last: bool):
        """What is wrong with one stretch; ``spaces`` begins where the leg begins."""
        prices = [self.price(leg, unit, one, other) for one, other in pairwise(spaces)]
        for price, one, other in zip(prices, spaces, spaces[1:], strict=False):
            if price is None:
                yield f"no way from {one} to {other} on {leg.name}"
        spent = sum(price or 0 for price in prices)
        if leg.limit is not None and spent > leg.limit:
            yield f"{leg.name} spends {spent}, {leg.limit} allowed"
        for number, space in enumerate(spaces):
            role = "start" if first and number == 0 else ""
            role = "end" if last and number == len(spaces) - 1 else role
            if not self.passable(leg, unit, space, role):
                yield f"{space} is barred on {leg.name}"


def problems(
    situation: Situation,
    rulebook: Rulebook,
    verdict: Verdict,
    grades: dict[str, str] | None = None,
) -> list[str]:
    """Everything wrong with the line of a verdict; nothing for a verdict without line that needs none.

    ``grades`` are those that decide whose zone of control counts, under a rulebook that goes by computed ones.
    """
    unit, line = verdict.unit, verdict.line
    if verdict.grade == "out" or unit.kind in rulebook.need_none:
        return [] if not line and verdict.source is None else ["a line where none is due"]
    if not line or line[0] != (unit.space, ""):
        return ["the line does not begin in the unit's own space"]
    if verdict.source is None or line[-1].space != verdict.source.space:
        return ["the line does not end on its source"]
    computed = rulebook.zoc.status == "computed"
    referee = Referee(situation, rulebook, grades if computed else None)
    said = []
    for rule in rulebook.lines:
        if not referee.serves(rule, unit):
            continue
        found = list(_rule_problems(referee, rule, verdict))
        if not found:
            return []
        said += found
    return said or ["no line rule serves this unit"]


def _rule_problems(referee: Referee, rule: LineRule, verdict: Verdict) -> Iterator[str]:
    unit, line = verdict.unit, verdict.line
    source = verdict.source
    assert source is not None
    if rule.to_units:
        target = next((one for one in referee.situation.units if one.id == source.piece), None)
        if target not in referee.targets(rule, unit):
            yield f"{source} is no unit this line may end on"
            return
    elif source not in referee.open_sources(rule, unit):
        yield f"{source} is no open source of this line"
        return
    if not referee.serves(rule, unit):
        yield f"the line is not for units on {unit.space}"
    grade = max(rule.grade, source.grade, key=("full", "partial").index)
    if grade != verdict.grade:
        yield f"the line gives {grade}, the verdict says {verdict.grade}"
    splits = list(_splits(rule.parts, [step.leg for step in line[1:]]))
    if not splits:
        yield f"the legs {[step.leg for step in line]} do not follow the rule's {rule.parts}"
        return
    legs = referee.legs_to(rule, source)
    yield from min((_split_problems(referee, legs, split, verdict) for split in splits), key=len)


Split = list[tuple[str, int]]


def _splits(parts: tuple[Part, ...], entered: list[str]) -> Iterator[Split]:
    """All ways to share the spaces entered out to the parts in their order, as (leg, spaces entered on it)."""
    if not parts:
        if not entered:
            yield []
        return
    for count, legs in _part_splits(parts[0], entered, ""):
        for rest in _splits(parts[1:], entered[count:]):
            yield legs + rest


def _part_splits(part: Part, entered: list[str], last: str) -> Iterator[tuple[int, Split]]:
    """All ways to go along one part: spaces entered on it in all, and leg by leg."""
    yield 0, []
    for name in part.legs:
        if name == last:
            continue
        for count in range(1, len(entered) + 1):
            if entered[count - 1] != name:
                break
            yield count, [(name, count)]
            if part.often:
                for more, legs in _part_splits(part, entered[count:], name):
                    if more:
                        yield count + more, [(name, count), *legs]


def _split_problems(
    referee: Referee, legs: dict[str, Leg], split: Split, verdict: Verdict
) -> list[str]:
    said: list[str] = []
    spaces = [step.space for step in verdict.line]
    begin = 0
    for name, count in split:
        end = begin + count
        ends = {"first": begin == 0, "last": end == len(spaces) - 1}
        said += referee.stretch_problems(legs[name], verdict.unit, spaces[begin : end + 1], **ends)
        begin = end
    return said
