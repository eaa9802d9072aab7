"""The sentences of the engine, in one place: what a good referee would say."""

from __future__ import annotations

from collections.abc import Sequence

from vassal_supply.model import Marker, Source, Unit
from vassal_supply.supply.costs import format_mp
from vassal_supply.supply.determination import Reason, Step
from vassal_supply.supply.ground import Ground
from vassal_supply.supply.rulebook import BarRule, Grade, Leg, LineRule, Rulebook

DOUBLED = "another space lies in the same cell of the grid; links alone reach it"


def no_such_space(unit: Unit) -> str:
    """Why a unit was not judged."""
    return f"stands on {unit.space}, which is no space of the map; it was not judged"


def needs_none(unit: Unit, rulebook: Rulebook) -> Reason:
    """A unit of a kind that needs no supply."""
    return Reason(rulebook.needs_rule, "needs-none", f"{_a(unit.kind)} needs no supply")


def unsettled(rulebook: Rulebook, grade: Grade) -> Reason:
    """A unit whose grade went round in circles, because zones of control and supply hang on each other."""
    text = f"supply and zones of control do not settle here; its standing grade, {grade}, counts"
    return Reason(rulebook.zoc.rule, "unsettled", text)


def has_line(ground: Ground, rule: LineRule, line: Sequence[Step], source: Source) -> Reason:
    """A unit whose line was found."""
    if len(line) == 1:
        what = "with what it traces to" if rule.to_units else "on its source"
        return Reason(rule.rule, "on-source", f"stands {what}, {source_name(source)}")
    length = ground.count(len(line) - 1)
    return Reason(rule.rule, "line", f"a line of {length} reaches {source_name(source)}")


def only_partial(rule: LineRule, source: Source) -> Reason:
    """A unit whose best line gives no more than partial supply."""
    if rule.grade == "partial":
        text = "a line of this kind gives no more than partial supply"
    elif rule.to_units:
        text = f"{source_name(source)} is no more than partially supplied itself"
    else:
        text = f"{source_name(source)} gives no more than partial supply"
    return Reason(rule.rule, "partial", text)


def no_rule(kind: str) -> Reason:
    """A unit of a kind for which the rulebook has no line at all."""
    return Reason("", "no-line-rule", f"the rulebook has no supply line for {_a(kind)} here")


def no_goal(rule: LineRule, shut: bool) -> Reason:
    """A unit that has nothing to trace to."""
    if shut:
        text = "every source it may trace to is closed"
    elif rule.to_units:
        text = f"it has no {'headquarters' if rule.own else 'unit to trace to'} on the map"
    else:
        text = "there is no source it may trace to"
    return Reason(rule.rule, "no-source", text)


def only_closed(rule: LineRule) -> Reason:
    """A unit that nothing joins to any source but closed ones."""
    return Reason(rule.rule, "no-source", "every source that it could reach is closed")


def in_vain(rule: LineRule, code: str, source: Source) -> Reason:
    """A unit whose line reaches what cannot help it."""
    why = "which is out of supply itself" if code == "hq-out" else _no_room(source)
    return Reason(rule.rule, code, f"its line reaches {source_name(source)}, {why}")


def too_far(rule: LineRule, within: str) -> Reason:
    """A unit with an open line that is too long."""
    return Reason(rule.rule, "too-far", f"no line{within} reaches {_goal(rule)}")


def cut_off(rule: LineRule, within: str) -> Reason:
    """A unit whose lines are all barred, though some would be short enough."""
    return Reason(rule.rule, "cut-off", f"every line{within} to {_goal(rule)} is barred")


def far_and_cut_off(rule: LineRule, within: str) -> Reason:
    """A unit whose lines are all barred, and none would be short enough if they were open."""
    text = f"no line{within} reaches {_goal(rule)}, and the longer ones are barred"
    return Reason(rule.rule, "far-and-cut-off", text)


def no_way(rule: LineRule) -> Reason:
    """A unit that no chain of links joins to a source, barred or not."""
    return Reason(rule.rule, "no-way", f"nothing on the map joins its space to {_goal(rule)}")


def source_name(source: Source) -> str:
    """A source as a player calls it: its name and space, or its kind and space."""
    return f"{source.name or 'the ' + source.kind} ({source.space})"


def within(ground: Ground, rulebook: Rulebook, rule: LineRule) -> str:
    """The limits of a line in words, with a blank before them; nothing for a line without limits."""
    legs = [rulebook.legs[name] for name in rule.legs]
    limits = [leg for leg in legs if leg.limit is not None]
    if not limits or rule.reach:
        return ""
    if len(legs) == 1:
        return f" of {measure(ground, rulebook, legs[0], legs[0].limit or 0)} or fewer"
    parts = [f"{leg.name}: {measure(ground, rulebook, leg, leg.limit or 0)}" for leg in limits]
    return f" within its limits ({', '.join(parts)})"


def measure(ground: Ground, rulebook: Rulebook, leg: Leg, number: int) -> str:
    """So much of a leg's limit in words: hexes, or movement points."""
    if not leg.mp:
        return ground.count(number)
    points = format_mp(number, rulebook.mp_unit)
    return f"{points} movement point{'' if points == '1' else 's'}"


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
        return f"it stands where a line may end, {end}, but {bars} would have to be lifted"
    length = ground.count(len(line) - 1)
    return f"the nearest line there would be runs {length} to {end}; it meets {bars}"


def bar(
    rule: BarRule, space: str, start: str, pieces: Sequence[Unit | Marker], source: Source | None
) -> str:
    """What bars a line at a space, or on the hexside between ``start`` and it, or closes the ``source`` there."""
    if source and rule.by == "unsupplied":
        return f"{source_name(source)} is out of supply itself"
    if source and rule.by == "capacity":
        return f"the line ends at {source_name(source)}, {_no_room(source)}"
    text = _bar_text(rule, space, start, _listed([piece.name for piece in pieces]))
    if source:
        text = f"the source at {space} is closed: {text}"
    lifts = {"friendly-unit": "a friendly unit there", "friendly-control": "friendly control of it"}
    ways = [words for key, words in lifts.items() if key in rule.unless]
    return f"{text} ({' or '.join(ways)} would lift this)" if ways else text


def limit(ground: Ground, rulebook: Rulebook, leg: Leg, needed: int, *, several: bool) -> str:
    """The limit that keeps a unit from every source whatever bars are lifted."""
    on_leg = f" ({leg.name})" if several else ""
    need = measure(ground, rulebook, leg, needed)
    allowed = format_mp(leg.limit or 0, rulebook.mp_unit) if leg.mp else str(leg.limit)
    verb = "is" if allowed == "1" else "are"
    return f"with every bar lifted a line would still need {need}{on_leg}; {allowed} {verb} allowed"


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


def _goal(rule: LineRule) -> str:
    if not rule.to_units:
        return "a source"
    return "its headquarters" if rule.own else "a supplied unit it may trace to"


def _no_room(source: Source) -> str:
    capacity = source.values.get("capacity")
    units = "1 unit" if capacity == 1 else f"{capacity} units"
    return f"which supplies {units} already and no more"


def _listed(names: Sequence[str], word: str = "and") -> str:
    """Names in a sentence: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def _a(kind: str) -> str:
    """A kind with its article; one without vowels is spelt out, like HQ."""
    if not set(kind.lower()) & set("aeiouy"):
        kind = kind.upper()
        return f"{'an' if kind[:1] in tuple('AEFHILMNORSX') else 'a'} {kind}"
    return f"{'an' if kind[:1] in tuple('aeiou') else 'a'} {kind}"
