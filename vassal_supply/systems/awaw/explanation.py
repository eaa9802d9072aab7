"""Why a unit has its grade, told like a referee: its line, or the nearest one there would be and what bars it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.supply.determination import Step
from vassal_supply.supply.explanation import Bar, Explanation
from vassal_supply.supply.fields import flood
from vassal_supply.supply.rulebook import Grade
from vassal_supply.supply.steps import Move
from vassal_supply.systems.awaw.judge import listed
from vassal_supply.systems.awaw.places import union
from vassal_supply.systems.awaw.reach import LAND

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.supply import Verdict
    from vassal_supply.systems.awaw.sources import Origin
    from vassal_supply.systems.awaw.supply import Supply

# A barred hex costs so much more than an open one that the way round is taken whenever there is one; one that is not
# controlled somewhat more than one that an enemy zone of control covers.
_COVERED, _FOREIGN = 1000, 1600


def explain(supply: Supply, verdict: Verdict) -> Explanation:
    """The explanation of a verdict."""
    unit = verdict.unit
    reasons = tuple(reason.text for reason in verdict.reasons)
    line, bars = _would_be(supply, unit, verdict)
    text = (*reasons, *(bar.text for bar in bars), *_shut(supply, unit, verdict))
    return Explanation(
        unit,
        verdict,
        verdict.line,
        verdict.source,
        line,
        bars,
        _limit(supply, unit, verdict, line),
        None,
        text,
    )


def _would_be(
    supply: Supply, unit: Unit, verdict: Verdict
) -> tuple[tuple[Step, ...], tuple[Bar, ...]]:
    """The line with the fewest barred hexes that would give more than the unit has."""
    codes = {reason.code for reason in verdict.reasons}
    traced = codes & {"cut-off", "same-armor", "limited", "in-hex", "chindit"}
    if verdict.grade == "full" or not traced or not supply.is_moving(unit.nation):
        return (), ()
    wanted: tuple[Grade, ...] = ("full",) if verdict.grade == "partial" else ("full", "partial")
    origins = [
        one for one in supply.reach(unit.nation).origins if one.grade in wanted and not one.in_hex
    ]
    bits = _nearest(supply, unit, origins)
    if not bits:
        return (), ()
    ids = supply.board.ground.ids
    line = (Step(unit.space, ""), *(Step(ids[bit], LAND) for bit in bits[1:]))
    return line, tuple(_bars(supply, unit, bits))


def _nearest(supply: Supply, unit: Unit, origins: list[Origin]) -> list[int]:
    board = supply.board
    goal = union(1 << one.bit for one in origins)
    start = board.ground.bit[unit.space]
    if not goal or goal >> start & 1:
        return []
    plain = board.land_move(unit.nation, supply.who.faction(unit.nation))
    open_ = board.clean(unit.nation) | goal | 1 << start
    covered = board.friendly(unit.nation) & ~open_
    foreign = board.ground.every & ~open_ & ~covered
    prices = ((1, open_), (_COVERED, covered), (_FOREIGN, foreign))
    moves = [Move(price, plain.onward, plain.back, into) for price, into in prices]
    carry = board.land
    found = flood(moves, goal, goal, carry, (carry | 1 << start) & ~goal, None)
    if not found.found >> start & 1:
        return []
    line = [start]
    while not goal >> line[-1] & 1:
        line.append(found.next(line[-1], moves, carry))
    return line


def _bars(supply: Supply, unit: Unit, line: list[int]) -> Iterator[Bar]:
    """What bars each hex between the unit and the source, in the order the line meets them."""
    board, nation, ids = supply.board, unit.nation, supply.board.ground.ids
    for bit in line[1:-1]:
        if board.clean(nation) >> bit & 1:
            continue
        zones = [one.name for one in board.over(nation, bit)]
        where = ids[bit]
        if zones:
            text = f"{where} lies in the zone of control of {listed(zones)}"
            yield Bar(where, tuple(zones), "30.321", text)
        if board.partisans(nation) >> bit & 1:
            yield Bar(where, (), "30.323", f"{where} is held by partisans")
        if not board.friendly(nation) >> bit & 1:
            held = _holders(supply, nation, bit)
            yield Bar(where, held[1], "30.322", f"{where} is {held[0]}")
    yield from _parting(supply, unit, line)


def _parting(supply: Supply, unit: Unit, line: list[int]) -> Iterator[Bar]:
    """The armor that parts a unit from the source beside it (30.321a)."""
    from vassal_supply.systems.awaw.lines import parted_from

    if len(line) == 2:
        for zone in parted_from(supply.board, unit.nation, line[0], 1 << line[1]):
            where = supply.board.ground.ids[line[1]]
            text = f"{unit.space} and {where} both lie in the zone of control of {zone.unit.name}"
            yield Bar(where, (zone.unit.name,), "30.321a", text)


def _holders(supply: Supply, nation: str, bit: int) -> tuple[str, tuple[str, ...]]:
    board = supply.board
    space = board.ground.ids[bit]
    enemies = [
        unit.name
        for unit in supply.situation.units
        if unit.space == space
        and board.is_ground(unit)
        and supply.who.is_hostile(nation, unit.nation)
    ]
    holder = board.controller(bit).removeprefix("side ")
    if enemies:
        return f"held by {listed(enemies)}", tuple(enemies)
    return f"controlled by {holder}" if holder else "under nobody's control", ()


def _shut(supply: Supply, unit: Unit, verdict: Verdict) -> Iterator[str]:
    """The unit's own sources that give nothing now."""
    if verdict.grade != "full" and supply.is_moving(unit.nation):
        for one in supply.sources.shut(unit.nation):
            yield f"{one.name} gives nothing: {one.text} ({one.rule})"


def _limit(supply: Supply, unit: Unit, verdict: Verdict, line: tuple[Step, ...]) -> str | None:
    """What no lifting of bars would mend."""
    if verdict.grade != "out" or line or not supply.is_moving(unit.nation):
        return None
    if all(reason.code != "cut-off" for reason in verdict.reasons):
        return None
    if not supply.reach(unit.nation).origins:
        return f"{unit.nation} has no source that acts now."
    return "No land joins it to a source: it can only be supplied by sea."
