"""Why a counter is unsupplied: the one thing that, lifted, would give it a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply import Reason
from vassal_supply.supply.rulebook import Leg, LineRule, Part, Rulebook

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.judge import Judge

PIECES = "pieces"
"""Stands for the limit of one Road run or one Connected Strait a line (AE-5b)."""
FREE_LIMIT = "free trace"
"""Stands for the limit of two free hexes (AE-4)."""
ZONES = frozenset({"fleet", "no-convoy", "closed-port"})
"""The codes of what closes ports and Naval Zones (AE-6)."""
BARS = frozenset(
    {"ezoc", "enemy", "partisan-base", "enemy-city", "neutral", "policy", "all-sea", "source-held"}
)
"""The codes of AE-10 and AE-2."""
SYMBOLS = frozenset({"no-rail", "road-and-strait"})

SECOND = "its line would need a second piece that is not rail: one Road run or one Connected Strait is all"

_NEXT = (
    (frozenset({PIECES}), "10.2 AE-5b", "two-pieces", SECOND),
    (ZONES, "10.2 AE-6", "no-crossing", "only Naval Zones it may not cross lead to a source"),
    (BARS, "10.2 AE-10", "cut-off", "every line to a source is barred"),
    (
        frozenset({FREE_LIMIT}),
        "10.2 AE-4",
        "too-far",
        "two free hexes reach no source and no network",
    ),
    (BARS | ZONES, "10.2 AE-10", "cut-off", "every line to a source is barred, by land and by sea"),
    (BARS | ZONES | {PIECES}, "10.2 AE-10", "cut-off", "every line to a source is barred"),
    (
        BARS | ZONES | {PIECES, FREE_LIMIT},
        "10.2 AE-4",
        "too-far",
        "two free hexes reach no source and no network",
    ),
)
"""What is lifted, one after the other, until a line is found, and the reason each gives."""


def why_out(judge: Judge, unit: Unit, *, overland: bool) -> Reason:
    """The reason that an unsupplied counter gets in a check."""
    if not any(source.users & {unit.side, unit.nation} for source in judge.situation.sources):
        text = f"no source serves {unit.nation or unit.side} counters"
        return Reason("10.1 AE-1", "no-source", text)
    for lifted, rule, code, text in _NEXT:
        if judge.reaches(unit, lifted, overland=overland):
            return Reason(rule, code, text)
    if overland and judge.reaches(unit, frozenset(), overland=False):
        return Reason("10.2 AE-8", "sea-only", "its only line crosses a Naval Zone")
    return Reason("10.2 AE-3", "no-way", "nothing within reach joins it to a source")


def without(book: Rulebook, lifted: frozenset[str]) -> Rulebook:
    """A rulebook in which some bars (by code) and limits do not hold."""
    legs = {name: _lifted(leg, lifted) for name, leg in book.legs.items()}
    sources = tuple(
        rule._replace(bars=tuple(bar for bar in rule.bars if bar.code not in lifted))
        for rule in book.sources
    )
    lines = (_in_any_order(book.lines),) if PIECES in lifted else book.lines
    return book._replace(legs=legs, lines=lines, sources=sources)


def _lifted(leg: Leg, lifted: frozenset[str]) -> Leg:
    gone = lifted | SYMBOLS if PIECES in lifted else lifted
    limit = None if leg.name in lifted else leg.limit
    return leg._replace(limit=limit, bars=tuple(bar for bar in leg.bars if bar.code not in gone))


def _in_any_order(lines: tuple[LineRule, ...]) -> LineRule:
    """One line rule with everything behind the free trace in any number and order."""
    first = lines[0]
    split = next(at for at, part in enumerate(first.parts) if part.often)
    rest = dict.fromkeys(
        name for line in lines for part in line.parts[split:] for name in part.legs
    )
    return first._replace(parts=(*first.parts[:split], Part(tuple(rest), often=True)))
