"""The verdict of each unit under Axis & Allies, and the explanation of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from vassal_supply.errors import RequestError
from vassal_supply.model import Source, Unit
from vassal_supply.supply import Explanation, Grade
from vassal_supply.supply.determination import Account, Effect, Reason, Step, Verdict
from vassal_supply.supply.explanation import Bar
from vassal_supply.systems.axis_and_allies.placement import Placement, Placements
from vassal_supply.systems.axis_and_allies.room import Room
from vassal_supply.systems.axis_and_allies.scene import Scene, counted

LEG = "mobilisation"
NEEDS_NONE = Reason("", "needs-none", "it was in play before this turn's mobilisation")


class Judge:
    """The verdicts of one turn's mobilisation."""

    def __init__(
        self, scene: Scene, placements: Placements, room: Callable[[], tuple[Room, ...]]
    ) -> None:
        self._scene, self._placements, self._room = scene, placements, room
        self._by_id = {one.piece.id: one for one in placements.placed}
        self._waiting = {piece.id for piece in scene.waiting}

    def verdicts(
        self, sides: frozenset[str] | None, late: Reason | None = None
    ) -> dict[str, Verdict]:
        """The verdicts of all units, or of some sides'; ``late`` is what is wrong with units that still wait."""
        units = (
            unit for unit in self._scene.situation.units if sides is None or unit.side in sides
        )
        return {unit.id: self._verdict(unit, late) for unit in units}

    def _verdict(self, unit: Unit, late: Reason | None) -> Verdict:
        placement = self._by_id.get(unit.id)
        if placement is not None:
            grade: Grade = "full" if placement.right else "out"
            tell = partial(self._tell, unit, placement)
            return Verdict(unit, grade, self._effects(unit, placement), tell)
        if unit.id in self._waiting:
            grade = "out" if late else "full"
            return Verdict(unit, grade, (), partial(self._tell_waiting, unit, late))
        return plain_verdict(unit)

    def _effects(self, unit: Unit, placement: Placement) -> tuple[Effect, ...]:
        if placement.reason.code == "over-capacity":
            cost = self._scene.facts.cost(unit.kind)
            text = f"{cost} IPC come back if it is the unit that goes back to the box"
            return () if cost is None else (Effect("AA-8", "refund", text, value=cost),)
        at_sea = placement.right and self._scene.is_sea(unit.space)
        enemies = (self._scene.is_enemy(one.power) for one in self._scene.on(unit.space))
        if at_sea and any(enemies):
            text = "enemy units are in the sea zone; no battle follows"
            return (Effect("AA-5", "no-battle", text, allowed=False),)
        return ()

    def _tell(self, unit: Unit, placement: Placement) -> Account:
        if not placement.right:
            return Account((), None, (placement.reason, self._elsewhere(unit)))
        if not placement.complex:
            return Account((), None, (placement.reason,))
        payer = self._placements.complexes[placement.complex]
        used, left = self._placements.charge.used(payer.space), self._placements.left(payer.space)
        text = f"{payer.reason.text}; {used} charged to it this turn, room for {left} more"
        source = Source(
            payer.space,
            "complex",
            payer.piece.shown,
            frozenset({self._scene.power}),
            piece=payer.piece.id,
            values={"capacity": payer.capacity},
        )
        line: tuple[Step, ...] = (Step(unit.space, ""),)
        if payer.space != unit.space:
            line += (Step(payer.space, LEG),)
        return Account(line, source, (placement.reason, Reason("AA-2", "capacity", text)))

    def _tell_waiting(self, unit: Unit, late: Reason | None) -> Account:
        waits = Reason("AA-1", "waiting", "it is bought and waits to be mobilised")
        return Account((), None, (late or waits, self._elsewhere(unit)))

    def _elsewhere(self, unit: Unit) -> Reason:
        """Where a unit could be mobilised instead, or what becomes of it."""
        group = self._scene.facts.group(unit.kind)
        rows = [row for row in self._room() if group in row.may]
        if rows:
            rule = {"ship": "AA-5", "fighter": "AA-6", "complex": "AA-7"}.get(group, "AA-4")
            spaces = ", ".join(f"{row.space} ({row.units})" for row in rows)
            return Reason(rule, "could-go", f"it could go to {spaces}")
        cost = self._scene.facts.cost(unit.kind)
        money = "its cost is" if cost is None else f"{cost} IPC are"
        why = "no territory may get it" if group == "complex" else "no complex has room for it"
        text = f"{why} elsewhere: it goes back to the box and {money} refunded"
        return Reason("AA-8", "back-to-box", text)

    def explain(self, verdicts: Mapping[str, Verdict], unit_id: str) -> Explanation:
        """Why a unit stands rightly or wrongly, with what stands against the complexes that might have mobilised it."""
        verdict = find_verdict(verdicts, unit_id)
        placement = self._by_id.get(unit_id)
        if placement is None or placement.right:
            return explanation_of(verdict)
        if placement.reason.code == "over-capacity":
            return explanation_of(verdict, tuple(self._full(verdict.unit.space)))
        return explanation_of(verdict, tuple(self._closed(verdict.unit.space, placement.reason)))

    def _full(self, space: str) -> Iterable[Bar]:
        """What each complex of a bottleneck has to mobilise already."""
        full = next(one for one in self._placements.bottlenecks if space in one.groups)
        for name in full.complexes:
            found = self._placements.complexes[name]
            kinds = Counter(
                one.piece.kind for one in self._placements.placed if one.complex == name
            )
            units = ", ".join(counted(count, kind) for kind, count in kinds.items()) or "nothing"
            yield Bar(
                name, (found.piece.shown,), "AA-2", f"{found.reason.text}; charged to it: {units}"
            )

    def _closed(self, space: str, told: Reason) -> Iterable[Bar]:
        """The closed complexes in a space or beside a sea zone, but for the one that the verdict names."""
        scene, complexes = self._scene, self._placements.complexes
        near = scene.neighbours(space) if scene.is_sea(space) else (space,)
        for name in near:
            found = complexes.get(name)
            if found and not found.open and found.reason != told:
                yield Bar(name, (found.piece.shown,), found.reason.rule, found.reason.text)


def plain_verdict(unit: Unit, effects: tuple[Effect, ...] = ()) -> Verdict:
    """The verdict of a unit that mobilisation does not concern; effects, if it has any, are its reasons too."""
    told = tuple(Reason(one.rule, one.code, one.text) for one in effects) or (NEEDS_NONE,)
    return Verdict(unit, "full", effects, lambda: Account((), None, told))


def find_verdict(verdicts: Mapping[str, Verdict], unit_id: str) -> Verdict:
    """A verdict by unit; raises :class:`RequestError` for a piece that is no unit on the map."""
    if unit_id not in verdicts:
        raise RequestError(f"no unit with the id {unit_id!r} stands on the map")
    return verdicts[unit_id]


def explanation_of(verdict: Verdict, bars: tuple[Bar, ...] = ()) -> Explanation:
    """A verdict with its reasons and effects as sentences."""
    told: tuple[Reason | Effect | Bar, ...] = (*verdict.reasons, *verdict.effects, *bars)
    text = tuple(dict.fromkeys(one.text for one in told))
    return Explanation(
        verdict.unit, verdict, verdict.line, verdict.source, (), bars, None, None, text
    )
