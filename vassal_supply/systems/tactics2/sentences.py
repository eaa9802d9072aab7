"""The sentences of the Tactics II variant, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply.determination import Reason

if TYPE_CHECKING:
    from vassal_supply.systems.tactics2.book import FirstTurn, Landing, SupplyPhase

OVER_BEFORE = "its landing square was given up or lost before, and does not come back"


def listed(names: Iterable[str], word: str = "or") -> str:
    """Names in a sentence: a, b or c."""
    names = list(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def cite(text: str, rule: str) -> str:
    """A sentence with its rule's number."""
    return f"{text} [{rule}]" if rule else text


def who(unit: Unit) -> str:
    """A unit where both sides may have one of the name."""
    return f"{unit.name} ({unit.side})"


def no_choice(unit: Unit, target: str, choices: Sequence[Unit], rule: str) -> str:
    """A headquarters that a unit may not declare."""
    names = listed(one.name for one in choices) or "none that is on the map"
    return cite(f"{target!r} is no valid choice for {unit.name}; expected {names}", rule)


def no_choice_at_all(unit: Unit) -> str:
    """A declaration by a unit that has nothing to declare."""
    return f"{unit.name} has no choice: units of its kind trace to their own headquarters"


def declared(target: Unit, rule: str) -> Reason:
    """A unit whose headquarters was declared."""
    return Reason(rule, "declared", f"it has declared {target.name} for this turn")


def declared_lost(target: str, rule: str) -> Reason:
    """A unit whose declared headquarters has been lost."""
    text = f"it has declared {target} for this turn, which is no longer on the map"
    return Reason(rule, "declared", text)


def by_default(own: Unit, rule: str) -> Reason:
    """A unit that declared nothing and so has its own headquarters."""
    return Reason(
        rule, "declared", f"it has declared nothing, so its own headquarters counts, {own.name}"
    )


def not_asked(unit: Unit, own: Unit, rule: str) -> str:
    """A unit that might have declared another headquarters."""
    return cite(f"{who(unit)} has declared no headquarters; {own.name} counts", rule)


def undeclared(choices: Sequence[Unit], rule: str) -> Reason:
    """A unit that had to declare."""
    names = listed(one.name for one in choices)
    text = f"it has not declared to which headquarters it traces: {names}"
    return Reason(
        rule, "undeclared", text if names else "no headquarters it might declare is on the map"
    )


def must_declare(unit: Unit, choices: Sequence[Unit], rule: str) -> str:
    """The question to a unit that had to declare; nothing when it had no choice."""
    names = listed(one.name for one in choices)
    return cite(f"to which headquarters does {who(unit)} trace: {names}?", rule) if names else ""


def square_name(rule: Landing) -> str:
    """What a landing square is called as a source."""
    return f"the {rule.source} it landed on"


def traces_to(square: str, rule: Landing) -> str:
    """A landed unit that traces to its square."""
    return f"it has chosen to trace to {square}, {square_name(rule)}"


def cannot_land(unit: Unit) -> Reason:
    """A unit of a kind that never traces to a landing square."""
    return Reason(
        "", "landing-void", f"a unit of the kind {unit.kind} never traces to where it landed"
    )


def late(landed: int, chosen: int) -> str:
    """A choice that was not made in time."""
    return f"it landed in turn {landed} and had to choose its square at the end of that turn, not in turn {chosen}"


def not_yet(landed: int, turn: int) -> str:
    """A landing in a turn to come."""
    return f"it is turn {turn}; a landing in turn {landed} is still to come"


def wrong_square(square: str, rule: Landing) -> str:
    """A landing on a square that gives nothing."""
    return f"{square} is no {listed(sorted(rule.on))}; a landing there gives nothing to trace to"


def traces_back(target: str) -> str:
    """A landed unit that declares a headquarters again."""
    return f"it traces back to {target}, so its landing square no longer counts"


def taken(square: str, by: str) -> str:
    """A landing square in enemy hands."""
    return f"its landing square {square} was taken by {by}"


def taken_before(square: str) -> str:
    """A landing square that was in enemy hands once."""
    return f"its landing square {square} was taken before; winning it back does not bring it back"


def army_out(names: Sequence[str], rule: str) -> Reason:
    """A landed unit that goes down with its army headquarters."""
    text = f"{listed(names, 'and')} over it is out of supply, and a landing square does not outlive that"
    return Reason(rule, "army-out", text)


def no_dice_yet(rule: SupplyPhase) -> str:
    """Any phase but the Supply Phase."""
    return cite(
        "no dice are rolled before the Supply Phase; this is how things would stand in it",
        rule.rule,
    )


def not_his_turn(player: str, rule: SupplyPhase) -> str:
    """A save from the turn of a player whom the Supply Phase does not follow."""
    text = (
        f"it is the turn of player {player}, and the Supply Phase comes after player {rule.after}'s combats: "
        "no dice are rolled; --phase supply rolls them all the same"
    )
    return cite(text, rule.rule)


def not_in_bivouac(unit: Unit, first: FirstTurn) -> str:
    """A headquarters that is set up in the wrong place."""
    return cite(f"begins the game in the {first.bivouac}, not on {unit.space}", first.rule)


def without_hq(over: Sequence[str]) -> str:
    """A unit whose headquarters is lost, or that has none in the order of battle."""
    if over:
        return f"its headquarters, {listed(over)}, is not on the map"
    return "the kit's order of battle, [command], names no headquarters for it"


def idle_dice(names: Sequence[str], rule: SupplyPhase) -> str:
    """Units that are in supply and for which a die was given."""
    text = f"a die was given for {listed(names, 'and')}, in supply: units in supply roll none"
    return cite(text, rule.roll_rule)


def roll_dice(names: Sequence[str], rule: SupplyPhase) -> str:
    """Units whose die is still to be rolled."""
    return cite(
        f"roll a die for {listed(names, 'and')}, or give the turn file a seed", rule.roll_rule
    )
