"""To which headquarters units trace this turn, as declared (T2-4, T2-9), and which landings still count (T2-6, T2-7)."""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.model import Situation, Source, Unit
from vassal_supply.supply.determination import Reason
from vassal_supply.systems import Previous
from vassal_supply.systems.tactics2 import sentences
from vassal_supply.systems.tactics2.book import Book, Declare, Landing
from vassal_supply.systems.tactics2.turnfile import Landed, Orders


class Shore(NamedTuple):
    """What became of one landing: ``open`` while the unit may trace to ``square``, and why if not."""

    unit: Unit
    square: str
    rule: Landing
    open: bool
    reason: Reason


class Command(NamedTuple):
    """The situation with declarations carried out.

    ``told`` are the reasons to add to units' verdicts, by unit id; ``speechless`` the units that had to declare and did
    not; ``questions`` what the players of a side should settle, with the side.
    """

    situation: Situation
    told: dict[str, tuple[Reason, ...]]
    speechless: frozenset[str]
    shores: tuple[Shore, ...]
    questions: tuple[tuple[str, str], ...]


def carry_out(
    situation: Situation, book: Book, orders: Orders, earlier: Previous | None
) -> Command:
    """Put declarations and landings into effect; raises the turn file's error for a choice that is not valid."""
    _check_declared(situation, book, orders)
    shores = tuple(
        _shore(situation, book, orders, earlier, unit)
        for unit in situation.units
        if unit.id in orders.landing
    )
    landed = {shore.unit.id: shore for shore in shores}
    told: dict[str, tuple[Reason, ...]] = {}
    speechless: set[str] = set()
    questions: list[tuple[str, str]] = []
    units = []
    for unit in situation.units:
        shore = landed.get(unit.id)
        rule = book.declares(unit.kind)
        if shore is not None:
            told[unit.id] = (shore.reason,)
        if shore is not None and shore.open:
            unit = unit._replace(superiors=())
        elif rule is not None:
            target, reasons, question = _declared(situation, rule, orders, unit)
            told[unit.id] = (*told.get(unit.id, ()), *reasons)
            questions += [(unit.side, question)] if question else []
            speechless |= {unit.id for reason in reasons if reason.code == "undeclared"}
            unit = unit._replace(superiors=(target.id,) if target else ())
        units.append(unit)
    sources = [_source(shore) for shore in shores if shore.open]
    changed = situation.replaced(units=tuple(units), sources=(*situation.sources, *sources))
    return Command(changed, told, frozenset(speechless), shores, tuple(questions))


def options(situation: Situation, rule: Declare, unit: Unit) -> list[Unit]:
    """The headquarters on the map that a unit may declare, its own first."""
    by_id = {one.id: one for one in situation.units}
    found = [by_id[one] for one in unit.superiors if one in by_id]
    if rule.choice == "command":
        found += [
            one
            for one in situation.units
            if one.side == unit.side
            and one.kind in rule.under
            and one not in found
            and set(one.superiors) == set(unit.superiors)
        ]
    return found


def _check_declared(situation: Situation, book: Book, orders: Orders) -> None:
    """Refuse the declaration of a unit that has no choice."""
    for unit in situation.units:
        order = orders.hq.get(unit.id)
        if order is not None and book.declares(unit.kind) is None:
            order.table.fail(order.key, sentences.no_choice_at_all(unit), order.key)


def _declared(
    situation: Situation, rule: Declare, orders: Orders, unit: Unit
) -> tuple[Unit | None, tuple[Reason, ...], str]:
    """The headquarters a unit traces to, reasons that say so, and a question if it should have been declared."""
    choices = options(situation, rule, unit)
    order = orders.hq.get(unit.id)
    if order is not None:
        target = next((one for one in choices if order.target in _called(one)), None)
        if target is None and order.target in _lost(situation, rule, unit):
            return None, (sentences.declared_lost(order.target, rule.rule),), ""
        if target is None:
            order.table.fail(
                order.key, sentences.no_choice(unit, order.target, choices, rule.rule), order.target
            )
        return target, (sentences.declared(target, rule.rule),), ""
    if rule.choice == "command":
        own = next((one for one in choices if one.id in unit.superiors), None)
        if own is None:
            return None, (), ""
        question = sentences.not_asked(unit, own, rule.rule) if len(choices) > 1 else ""
        return own, (sentences.by_default(own, rule.rule),), question
    reason = sentences.undeclared(choices, rule.rule)
    return None, (reason,), sentences.must_declare(unit, choices, rule.rule)


def _called(unit: Unit) -> tuple[str, ...]:
    return unit.id, unit.name, f"{unit.name}@{unit.space}"


def _lost(situation: Situation, rule: Declare, unit: Unit) -> set[str]:
    """The headquarters that a unit might have declared and that have left the map since, by name."""
    own = set(situation.commanders.get(unit.name, ()))
    under = {name for name, over in situation.commanders.items() if own & set(over)}
    headed = set().union(*situation.commanders.values())
    names = own | (under & headed if rule.choice == "command" else set())
    return names - {one.name for one in situation.units if one.side == unit.side}


def _source(shore: Shore) -> Source:
    users = frozenset({shore.unit.id})
    return Source(shore.square, shore.rule.source, sentences.square_name(shore.rule), users)


def _shore(
    situation: Situation, book: Book, orders: Orders, earlier: Previous | None, unit: Unit
) -> Shore:
    rule, landed = book.lands(unit.kind), orders.landing[unit.id]
    if rule is None:
        return Shore(unit, landed.square, _NOWHERE, False, sentences.cannot_land(unit))
    ended = (
        _void(situation, rule, landed, orders.turn)
        or _given_up(unit, orders)
        or _taken(situation, rule, unit, landed.square)
        or _ended_before(earlier, rule, unit, landed)
    )
    if ended:
        code, why = ended
        return Shore(unit, landed.square, rule, False, Reason(rule.rule, code, why))
    reason = Reason(rule.rule, "landing", sentences.traces_to(landed.square, rule))
    return Shore(unit, landed.square, rule, True, reason)


_NOWHERE = Landing(frozenset(), frozenset(), "", frozenset(), True, "")


def _void(
    situation: Situation, rule: Landing, landed: Landed, turn: int | None
) -> tuple[str, str] | None:
    if turn is not None and landed.landed > turn:
        return "landing-void", sentences.not_yet(landed.landed, turn)
    if landed.landed and landed.chosen and landed.chosen != landed.landed:
        return "landing-void", sentences.late(landed.landed, landed.chosen)
    space = situation.map.spaces[landed.square]
    if not (space.features | {space.terrain}) & rule.on:
        return "landing-void", sentences.wrong_square(landed.square, rule)
    return None


def _given_up(unit: Unit, orders: Orders) -> tuple[str, str] | None:
    if unit.id in orders.hq:
        return "landing-over", sentences.traces_back(orders.hq[unit.id].target)
    if unit.id in orders.over:
        return "landing-over", sentences.OVER_BEFORE
    return None


def _taken(situation: Situation, rule: Landing, unit: Unit, square: str) -> tuple[str, str] | None:
    for other in situation.units:
        if other.space == square and other.side != unit.side and other.kind in rule.taken_by:
            return "landing-over", sentences.taken(square, other.name)
    # A counter there says who took it; the owner printed on the map held it before the landing.
    marked = {one.side for one in situation.markers if one.space == square}
    holder = situation.control.get(square, "")
    if holder in marked - {unit.side, ""}:
        return "landing-over", sentences.taken(square, holder)
    return None


def _ended_before(
    earlier: Previous | None, rule: Landing, unit: Unit, landed: Landed
) -> tuple[str, str] | None:
    """Whether the earlier state shows the landing at an end: it does not come back."""
    if earlier is None:
        return None
    then, square = earlier.situation, landed.square
    if then is not None and not _before_landing(then, landed) and _taken(then, rule, unit, square):
        return "landing-over", sentences.taken_before(square)
    rows = earlier.result.get("landings")
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict):
            continue
        if row.get("id") == unit.id and row.get("square") == square and row.get("open") is False:
            return "landing-over", sentences.OVER_BEFORE
    return None


def _before_landing(then: Situation, landed: Landed) -> bool:
    """Whether a save is from before the landing; whoever held the square then has been thrown out of it."""
    turn = then.facts.get("turn")
    return isinstance(turn, int) and turn < landed.landed
