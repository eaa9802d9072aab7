"""The sentences of the engine, in one place: what a good referee would say."""

from __future__ import annotations

from collections.abc import Sequence

from vassal_supply.model import Marker, Source, Unit
from vassal_supply.supply.determination import Reason, Step
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import BarRule, Leg, LineRule, Rulebook


def no_such_space(unit: Unit) -> str:
    """Why a unit was not judged."""
    return f"stands on {unit.space}, which is no space of the map; it was not judged"


def needs_none(unit: Unit, rulebook: Rulebook) -> Reason:
    """A unit of a kind that needs no supply."""
    return Reason(rulebook.needs_rule, "needs-none", f"{_a(unit.kind)} needs no supply")


def has_line(ground: Ground, rule: LineRule, line: Sequence[Step], source: Source) -> Reason:
    """A unit whose line was found."""
    if len(line) == 1:
        return Reason(rule.rule, "on-source", f"stands on its source, {source_name(source)}")
    length = ground.count(len(line) - 1)
    return Reason(rule.rule, "line", f"a line of {length} reaches {source_name(source)}")


def only_partial(rule: LineRule, source: Source) -> Reason:
    """A unit whose best line gives no more than partial supply."""
    if source.grade == "partial":
        text = f"{source_name(source)} gives no more than partial supply"
    else:
        text = "a line of this kind gives no more than partial supply"
    return Reason(rule.rule, "partial", text)


def no_rule(kind: str) -> Reason:
    """A unit of a kind for which the rulebook has no line at all."""
    return Reason("", "no-line-rule", f"the rulebook has no supply line for {_a(kind)}")


def no_source(rule: str, shut: bool) -> Reason:
    """A unit whose side has no source to trace to."""
    if shut:
        return Reason(rule, "no-source", "every source it may trace to is closed")
    return Reason(rule, "no-source", "there is no source it may trace to")


def too_far(ground: Ground, longest: tuple[LineRule, list[Leg]]) -> Reason:
    """A unit with an open line that is too long."""
    line, legs = longest
    return Reason(line.rule, "too-far", f"no line{_within(ground, legs)} reaches a source")


def cut_off(ground: Ground, longest: tuple[LineRule, list[Leg]]) -> Reason:
    """A unit whose lines are all barred, though some would be short enough."""
    line, legs = longest
    return Reason(line.rule, "cut-off", f"every line{_within(ground, legs)} to a source is barred")


def far_and_cut_off(ground: Ground, longest: tuple[LineRule, list[Leg]]) -> Reason:
    """A unit whose lines are all barred, and none would be short enough if they were open."""
    line, legs = longest
    text = f"no line{_within(ground, legs)} reaches a source, and the longer ones are barred"
    return Reason(line.rule, "far-and-cut-off", text)


def no_way(rule: str) -> Reason:
    """A unit that no chain of links joins to a source, barred or not."""
    return Reason(rule, "no-way", "nothing on the map joins its space to a source")


def source_name(source: Source) -> str:
    """A source as a player calls it: its name and space, or its kind and space."""
    return f"{source.name or 'the ' + source.kind} ({source.space})"


def _within(ground: Ground, legs: Sequence[Leg]) -> str:
    """The limits of a line in words, with a blank before them; nothing for a line without limits."""
    limits = [leg for leg in legs if leg.limit is not None]
    if not limits:
        return ""
    if len(legs) == 1:
        return f" of {ground.count(legs[0].limit or 0)} or fewer"
    parts = [f"{ground.count(leg.limit or 0)} of {leg.name}" for leg in limits]
    return f" within its limits ({', '.join(parts)})"


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in tuple('aeiou') else 'a'} {kind}"


def stretches(ground: Ground, line: Sequence[Step], source: Source | None) -> tuple[str, ...]:
    """A line leg by leg, one sentence a stretch; nothing for a unit on its source or without need."""
    found: list[str] = []
    begin = 0
    for at in range(1, len(line)):
        if at + 1 == len(line) or line[at + 1].leg != line[at].leg:
            length, end = ground.count(at - begin), line[at].space
            goal = source_name(source) if source and at + 1 == len(line) else end
            found.append(f"{line[at].leg}: {length}, from {line[begin].space} to {goal}")
            begin = at
    return tuple(found)


def would_be(ground: Ground, line: Sequence[Step], number: int) -> str:
    """The nearest line there would be, before its bars are told."""
    bars = "1 bar" if number == 1 else f"{number} bars"
    end = line[-1].space
    if len(line) == 1:
        return f"it stands on a source, {end}, but {bars} would have to be lifted"
    length = ground.count(len(line) - 1)
    return f"the nearest line there would be runs {length} to {end}; it meets {bars}"


def bar(
    rule: BarRule, space: str, start: str, pieces: Sequence[Unit | Marker], closes_source: bool
) -> str:
    """What bars a line at a space, or on the hexside between ``start`` and it."""
    text = _bar_text(rule, space, start, _listed([piece.name for piece in pieces]))
    if closes_source:
        text = f"the source at {space} is closed: {text}"
    lifts = {"friendly-unit": "a friendly unit there", "friendly-control": "friendly control of it"}
    ways = [words for key, words in lifts.items() if key in rule.unless]
    return f"{text} ({' or '.join(ways)} would lift this)" if ways else text


def _bar_text(rule: BarRule, space: str, start: str, pieces: str) -> str:
    words = _listed(sorted(rule.any or rule.none), "or")
    missing = "" if rule.any else "no "
    texts = {
        "enemy-unit": f"{space} is held by {pieces}",
        "friendly-unit": f"{space} holds {pieces}",
        "ezoc": f"{space} lies in the zone of control of {pieces}",
        "marker": f"{space} holds {pieces or f'no {words} marker'}",
        "control": f"{space} is{'' if rule.any else ' not'} under {words} control",
        "terrain": f"{space} is{'' if rule.any else ' not'} {words}",
        "feature": f"{space} has {missing}{words}",
        "nation": f"{space} is{'' if rule.any else ' not'} in {words}",
        "hexside": f"the hexside between {start} and {space} is {words}",
    }
    return texts[rule.by]


def limit(ground: Ground, leg: Leg, needed: int, *, several: bool) -> str:
    """The limit that keeps a unit from every source whatever bars are lifted."""
    on_leg = f" of {leg.name}" if several else ""
    return (
        f"with every bar lifted a line would still need {ground.count(needed)}{on_leg}; "
        f"{leg.limit} are allowed"
    )


def _listed(names: Sequence[str], word: str = "and") -> str:
    """Names in a sentence: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
