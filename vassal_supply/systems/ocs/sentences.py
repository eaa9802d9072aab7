"""The sentences of the Operational Combat Series, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from vassal_supply.model import Source, Unit
from vassal_supply.supply.determination import Reason

if TYPE_CHECKING:
    from vassal_supply.supply.explanation import Bar
    from vassal_supply.systems.ocs.book import Book, Breakout

TRANSPORT_LATE = "Transport Points may only try in the first turn out of supply"
STATION = "the station"
"""How stations are called, before the name of their place."""
NO_BREAKOUT = {
    "can-trace": "a unit that can trace may not try to break out",
    "not-its-turn": "units break out in the Breakout Segment of their own turn",
    "no-combat-unit": "only combat units may try to break out",
}
REFUSED = "it may not try to break out and stays where it is"
ROLL_BREAKOUT = "roll a die, and on success another for the turns until it comes back; or give the turn file a seed"


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names in a sentence: a, b and c."""
    names = list(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def cite(text: str, rule: str) -> str:
    """A sentence with its rule's number."""
    return f"{text} [{rule}]" if rule else text


def count(number: int, one: str) -> str:
    """So many of a thing."""
    return f"{number} {one}{'' if number == 1 else 'es' if one.endswith('x') else 's'}"


def about_station(reason: Reason) -> Reason:
    """A reason that speaks of a station as of a unit, in better words."""
    if STATION not in reason.text:
        return reason
    text = reason.text.replace("which is out of supply itself", "which no train reaches")
    return reason._replace(text=text)


def eats(dumps: Iterable[Source], book: Book) -> Reason:
    """A unit that lives off supply points."""
    names = listed(sorted(f"{one.name} ({one.space})" for one in dumps))
    return Reason(book.eating.rule, "eats", f"it eats supply points of {names}")


def no_food(code: str, book: Book) -> Reason:
    """Why a unit that cannot trace does not eat."""
    texts = {
        "no-food": "no supply points lie within its draw range or a headquarters' throw",
        "food-short": "the supply points within its reach do not do for it too",
        "starves": "its owner lets it go without supply points",
        "strategic-mode": "in Strategic mode it may not eat supply points",
        "eating-no-help": "eating supply points would not take its marker off",
    }
    rule = book.marker_rule if code == "eating-no-help" else book.eating.rule
    return Reason(rule, code, texts[code])


def marked(book: Book) -> Reason:
    """A unit that was out of supply before."""
    return Reason(
        book.marker_rule,
        "marked",
        "it carries the Out of Supply marker, which stays until it can trace in its own Supply Phase",
    )


def marker_off(book: Book, why: str) -> Reason:
    """A unit whose marker comes off."""
    return Reason(
        book.marker_rule,
        "marker-off",
        f"it {why} in its own Supply Phase, so its Out of Supply marker comes off",
    )


def not_its_phase(found: str, book: Book) -> Reason:
    """A unit that is not checked now."""
    return Reason(
        book.rule,
        "not-its-phase",
        f"supply is checked in its own Supply Phase; it would find: {found}",
    )


def first_turn_out(drm: int, book: Book) -> Reason:
    """A unit in its first turn out of supply."""
    return Reason(
        book.losses.rule,
        "first-turn",
        f"its first turn out of supply: {drm:+d} on the attrition roll",
    )


def first_turn(rules: Breakout) -> str:
    """A unit that may try to break out whatever lies between."""
    bonus = rules.first_turn_bonus
    better = f", and its chance is better by {bonus}" if bonus else ""
    return f"in its first turn out of supply it may try in any case{better}"


def path(source: Source, spaces: Sequence[str]) -> str:
    """A path to a unit that can trace."""
    way = f": {' '.join(spaces)}" if len(spaces) > 1 else ""
    length = count(len(spaces) - 1, "hex")
    return f"a path of {length} leads to {source.name} ({source.space}), which can trace{way}"


def no_path(by_truck: bool, bars: Sequence[Bar]) -> str:
    """Why there is no path to a unit that can trace."""
    shunned = (
        "enemy combat units, un-negated enemy zones of control"
        if by_truck
        else "enemy combat units"
    )
    text = f"no path free of {shunned} and forbidden terrain leads to a unit that can trace"
    return f"{text}: {bars[0].text}" if bars else text


def near(name: str, far: int | None, most: int) -> str:
    """How far the nearest supplied friendly combat unit is."""
    if far is None:
        return "no supplied friendly combat unit is on the map"
    return f"{name}, the nearest supplied friendly combat unit, is {count(far, 'hex')} away; {most} are allowed"


def breakout(success: bool, turns: int | None, back: int | None) -> str:
    """What an attempt to break out came to."""
    if not success:
        return "it fails and goes to the dead pile; it can be rebuilt"
    when = (
        "after as many turns as one more die shows"
        if turns is None
        else f"after {count(turns, 'turn')}"
    )
    on = "" if back is None else f", on turn {back}"
    return f"it succeeds and comes back as a reinforcement {when}{on}; it keeps its step losses and is neither low on ammunition nor disorganised"


def no_rating(where: str, rule: str) -> str:
    """A stack without an Action Rating."""
    return cite(f"which Action Rating has the stack on {where}? the kit tells none", rule)


def no_column(where: str, row: Mapping[str, object], has_table: bool, rule: str) -> str:
    """A stack for which the rulebook has no losses."""
    lack = "its Attrition Table has no column for it" if has_table else "it has no Attrition Table"
    text = f"what does the stack on {where} lose (column {row['column']:g}, {count(int(str(row['steps'])), 'step')}, DRM {row['drm']:+d})? the rulebook does not say: {lack}"
    return cite(text, rule)


def roll_attrition(where: str, row: Mapping[str, object], rule: str) -> str:
    """A stack whose dice are still to be rolled."""
    safe = "" if row["safe_to"] is None else f"; it is safe on {row['safe_to']} or less"
    return cite(f"roll two dice for the attrition of the stack on {where}{safe}", rule)


def no_stack(side: str, space: str, rule: str) -> str:
    """Dice of the turn file that nobody needs."""
    return cite(
        f"the turn file has dice for {space} ({side}), but no stack checks attrition there", rule
    )


def share_losses(where: str, row: Mapping[str, object], units: Sequence[Unit], rule: str) -> str:
    """A stack whose owner chooses who takes the loss."""
    names = listed((unit.name for unit in units), "or")
    return cite(
        f"who of the stack on {where} takes the loss of {count(int(str(row['losses'])), 'step')}: {names}?",
        rule,
    )
