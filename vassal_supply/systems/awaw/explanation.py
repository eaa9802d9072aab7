"""Why a unit has its grade, told like a referee: its line, or the nearest one there would be and what bars it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.determination import Step
from vassal_supply.supply.explanation import Bar, Explanation
from vassal_supply.supply.fields import flood
from vassal_supply.supply.rulebook import Grade
from vassal_supply.supply.steps import Move
from vassal_supply.systems.awaw.places import listed, stationed, union
from vassal_supply.systems.awaw.reach import LAND

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.supply import Verdict
    from vassal_supply.systems.awaw.sources import Origin
    from vassal_supply.systems.awaw.supply import Supply

# A barred hex costs so much more than an open one that the way round is taken whenever there is one; one that is not
# controlled somewhat more than one that an enemy zone of control covers.
_COVERED, _FOREIGN = 1000, 1600


class Cause(NamedTuple):
    """What bars a hex: its rule, the units that do, and the sentence for one hex or for many in a row."""

    rule: str
    by: tuple[str, ...]
    one: str
    many: str
    text: str


def explain(supply: Supply, verdict: Verdict) -> Explanation:
    """The explanation of a verdict."""
    unit = verdict.unit
    reasons = tuple(reason.text for reason in verdict.reasons)
    line, bars = _would_be(supply, unit, verdict)
    text = (*reasons, *(bar.text for bar in bars))
    return Explanation(unit, verdict, verdict.line, verdict.source, line, bars, None, None, text)


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
    open_ = board.clean(unit.nation) & ~board.new_guinea | goal | 1 << start
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
    """What bars the hexes between the unit and the source, in the order the line meets them, like ones together."""
    ids = supply.board.ground.ids
    for causes, bits in groupby(line[1:-1], lambda bit: tuple(_causes(supply, unit.nation, bit))):
        spaces = [ids[bit] for bit in bits]
        for cause in causes:
            text = f"{_called(spaces)} {cause.one if len(spaces) == 1 else cause.many} {cause.text}"
            yield Bar(spaces[0], cause.by, cause.rule, text)
    yield from _parting(supply, unit, line)
    yield from _bounds(supply, unit, line)


def _called(spaces: list[str]) -> str:
    return (
        listed(spaces) if len(spaces) < 4 else f"{spaces[0]} to {spaces[-1]} ({len(spaces)} hexes)"
    )


def _causes(supply: Supply, nation: str, bit: int) -> Iterator[Cause]:
    """What keeps a line out of a hex."""
    board = supply.board
    if board.new_guinea >> bit & 1:
        yield Cause("30.325", (), "lies", "lie", "in New Guinea's jungle and mountains")
    if over := board.over(nation, bit):
        text = f"in the zone of control of {stationed(over)}"
        yield Cause("30.321", tuple(one.name for one in over), "lies", "lie", text)
    if board.partisans(nation) >> bit & 1:
        yield Cause("30.323", (), "is", "are", "held by partisans")
    if not board.friendly(nation) >> bit & 1:
        text, by = _holders(supply, nation, bit)
        yield Cause("30.322", by, "is", "are", text)


def _parting(supply: Supply, unit: Unit, line: list[int]) -> Iterator[Bar]:
    """The armor that parts a unit from the source beside it (30.321a), or closes where supply comes in."""
    from vassal_supply.systems.awaw.lines import parted_from

    board, end = supply.board, line[-1]
    where = board.ground.ids[end]
    origin = next(one for one in supply.reach(unit.nation).origins if one.bit == end)
    if not origin.leave:
        over = board.over(unit.nation, end)
        why = f"lies in the zone of control of {stationed(over)}" if over else "is closed by land"
        if board.partisans(unit.nation) >> end & 1:
            why = "is held by partisans"
        text = f"{where} {why}: no line leaves it"
        yield Bar(where, tuple(one.name for one in over), origin.rule, text)
    elif len(line) == 2:
        for zone in parted_from(board, unit.nation, line[0], 1 << end):
            by = stationed([zone.unit])
            text = f"{unit.space} and {where} both lie in the zone of control of {by}"
            yield Bar(where, (zone.unit.name,), "30.321a", text)


def _bounds(supply: Supply, unit: Unit, line: list[int]) -> Iterator[Bar]:
    """Where the line's source may not send: into China by land (30.324), beyond a front (30.332)."""
    reach, ids = supply.reach(unit.nation), supply.board.ground.ids
    china = supply.board.regions("china")
    origin = next(one for one in reach.origins if one.bit == line[-1])
    for bit in reversed(line):
        if china >> bit & 1 and not reach.may_enter_china(origin):
            text = "Western supply comes into China by land along the Burma road alone"
            yield Bar(ids[bit], (), "30.324", text)
            return
        if origin.bounds is not None and not (origin.bounds | supply.board.boxes) >> bit & 1:
            yield Bar(
                ids[bit], (), "30.332", f"what comes this way may not go as far as {ids[bit]}"
            )
            return


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
