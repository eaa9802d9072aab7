"""Breaking out: who may try and why, the odds, the dice, and when a unit comes back (OCS-5, OCS-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vassal_supply.model import Lattice, MapModel, Unit
from vassal_supply.supply.determination import Reason
from vassal_supply.systems.dice import SIDES, Rolled, seeded
from vassal_supply.systems.ocs import sentences
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.memory import Memory
from vassal_supply.systems.ocs.network import Network
from vassal_supply.systems.ocs.turnfile import Attempt, Orders

Row = dict[str, object]


class Candidate(NamedTuple):
    """A unit that cannot trace, or wants to break out: whether it may try, and why or why not."""

    unit: Unit
    eligible: bool
    reasons: tuple[Reason, ...]
    first_turn: bool = False
    path: tuple[str, ...] = ()
    near: str = ""
    distance: int | None = None


class Tried(NamedTuple):
    """A candidate's row, those of its attempts, how many of these are over, and how many it has in all."""

    row: Row
    attempts: list[Row]
    gone: int
    number: int


def judge(
    network: Network, unit: Unit, fed: frozenset[str], hungry: frozenset[str], memory: Memory
) -> Candidate:
    """Whether a unit that cannot trace may try; ``fed`` are the units that eat, ``hungry`` those out of supply."""
    rules = network.book.breakout
    first = not memory.was_out(unit) and unit.id not in fed
    waived = Reason(rules.rule, "first-turn-breakout", sentences.first_turn(rules))
    if unit.kind in network.book.kinds.transport:
        late = Reason(rules.rule, "transport-late", sentences.TRANSPORT_LATE)
        return Candidate(unit, first, (waived if first else late,), first)
    path, why_path = _path(network, unit)
    near, distance, why_near = _nearest(network, unit, hungry)
    both = why_path.code == "path" and why_near.code == "near"
    reasons = (why_path, why_near, waived) if first else (why_path, why_near)
    return Candidate(unit, first or both, reasons, first, path, near, distance)


def refused(network: Network, unit: Unit) -> Candidate:
    """A unit that wants to break out and is no combat unit, is not cut off, or has not its own turn."""
    rules = network.book.breakout
    code = "not-its-turn" if not network.traces(unit) else "can-trace"
    if not network.is_combat(unit) and unit.kind not in network.book.kinds.transport:
        code = "no-combat-unit"
    reason = Reason(rules.rule, code, sentences.NO_BREAKOUT[code])
    return Candidate(unit, False, (reason,))


def attempt(candidate: Candidate, book: Book, orders: Orders) -> Tried:
    """A candidate's row, with its attempts if its owner makes any and they are allowed."""
    unit, rules = candidate.unit, book.breakout
    bonus = rules.first_turn_bonus if candidate.first_turn else 0
    good = {die for die in range(1, SIDES + 1) if die + bonus >= min(rules.succeeds)}
    tries = orders.breakout.get(unit.id)
    attempts: list[Row] = []
    if tries is not None and candidate.eligible:
        attempts = _tries(unit, book, orders, tries, good)
    elif tries is not None:
        attempts = [_refusal(unit, rules.rule)]
    row: Row = {
        **_who(unit),
        "eligible": candidate.eligible,
        "odds": f"{len(good)} in {SIDES}" if candidate.eligible else None,
        "chance": round(len(good) / SIDES, 4) if candidate.eligible else 0,
        "first_turn": candidate.first_turn,
        "near": candidate.near or None,
        "distance": candidate.distance,
        "code": [one.code for one in candidate.reasons],
        "rule": rules.rule,
        "text": "; ".join(one.text for one in candidate.reasons),
    }
    gone = sum(one["success"] is not None for one in attempts)
    return Tried(row, attempts, gone, book.points_of(unit))


def _who(unit: Unit) -> Row:
    return {"id": unit.id, "name": unit.name, "side": unit.side, "space": unit.space}


def _refusal(unit: Unit, rule: str) -> Row:
    return {**_who(unit), **_NO_DICE, "code": "refused", "rule": rule, "text": sentences.REFUSED}


_NO_DICE: Row = {"dice": None, "from": None, "success": None, "turns": None, "returns": None}


def straight(model: MapModel, one: str, other: str) -> int | None:
    """How many hexes or squares apart two spaces are in a straight count; ``None`` if no grid holds both."""
    a, b = model.spaces[one], model.spaces[other]
    if a.id == b.id:
        return 0
    if a.lattice is None or a.lattice != b.lattice or a.cell is None or b.cell is None:
        return None
    return _apart(model.lattices[a.lattice], a.cell, b.cell)


def _apart(lattice: Lattice, one: tuple[int, int], other: tuple[int, int]) -> int:
    if lattice.kind == "square":
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    # Odd columns lie half a hex lower; in slanted coordinates the distance is the largest difference.
    columns = other[0] - one[0]
    rows = (other[1] - (other[0] - other[0] % 2) // 2) - (one[1] - (one[0] - one[0] % 2) // 2)
    return max(abs(columns), abs(rows), abs(columns + rows))


def _path(network: Network, unit: Unit) -> tuple[tuple[str, ...], Reason]:
    """A path to a unit that can trace (OCS-5a), and the reason that tells of it."""
    rules = network.book.breakout
    engine = network.paths(unit)
    verdict = engine.judge(unit)
    if verdict.grade != "out" and verdict.source is not None:
        path = tuple(step.space for step in verdict.line)
        return path, Reason(rules.rule, "path", sentences.path(verdict.source, path))
    bars = () if not network.tracing else engine.explain(unit.id).bars
    return (), Reason(rules.rule, "no-path", sentences.no_path(network.is_truck(unit), bars))


def _nearest(
    network: Network, unit: Unit, hungry: frozenset[str]
) -> tuple[str, int | None, Reason]:
    """The nearest supplied friendly combat unit (OCS-5b), how far it is, and the reason that tells of it."""
    rules = network.book.breakout
    found = [
        (far, other.name)
        for other in network.given.units
        if other.side == unit.side
        and other.id != unit.id
        and network.is_combat(other)
        and other.id not in hungry
        and (far := straight(network.given.map, unit.space, other.space)) is not None
    ]
    far, name = min(found, default=(None, ""))
    close = far is not None and far <= rules.range
    text = sentences.near(name, far, rules.range)
    return name, far, Reason(rules.rule, "near" if close else "not-near", text)


def _tries(unit: Unit, book: Book, orders: Orders, tries: Attempt, good: set[int]) -> list[Row]:
    """The attempts of a unit, one for each of its points that tries."""
    number = len(tries.dice) or book.points_of(unit)
    return [_try(unit, orders, tries.dice[n : n + 1], good, n, book) for n in range(number)]


def _try(
    unit: Unit,
    orders: Orders,
    given: Sequence[tuple[int, ...]],
    good: set[int],
    number: int,
    book: Book,
) -> Row:
    rule = book.breakout.roll_rule
    rolled = _dice(unit, orders, given, number)
    if rolled is None:
        text = sentences.ROLL_BREAKOUT
        return {**_who(unit), **_NO_DICE, "code": "open", "rule": rule, "text": text}
    success = rolled.dice[0] in good
    turns = rolled.dice[1] if success and len(rolled.dice) > 1 else None
    back = orders.turn + turns if turns is not None and orders.turn is not None else None
    return {
        **_who(unit),
        "dice": list(rolled.dice if success else rolled.dice[:1]),
        "from": rolled.origin,
        "success": success,
        "turns": turns,
        "returns": back,
        "code": "succeeds" if success else "dead-pile",
        "rule": rule,
        "text": sentences.breakout(success, turns, back),
    }


def _dice(
    unit: Unit, orders: Orders, given: Sequence[tuple[int, ...]], number: int
) -> Rolled | None:
    if given:
        return Rolled(given[0], "given")
    if not orders.seed:
        return None
    return seeded(orders.seed, f"breakout {unit.id} {number}", 2)
