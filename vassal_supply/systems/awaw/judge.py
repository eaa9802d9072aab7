"""The supply of one unit (30.1, 30.4, 30.5): what grade it has, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.determination import Account, Reason, Step
from vassal_supply.supply.rulebook import GRADES, Grade
from vassal_supply.systems.awaw.board import AIR, NAVAL
from vassal_supply.systems.awaw.lines import parted_from
from vassal_supply.systems.awaw.memory import BETWEEN
from vassal_supply.systems.awaw.places import listed, stationed, union

if TYPE_CHECKING:
    from vassal_supply.model import Source, Unit
    from vassal_supply.systems.awaw.reach import Sent
    from vassal_supply.systems.awaw.sea import Run
    from vassal_supply.systems.awaw.sources import Origin
    from vassal_supply.systems.awaw.supply import Supply


class Judged(NamedTuple):
    """A unit's grade and the code of what gives it, with the rule."""

    grade: Grade
    code: str
    rule: str


LINE = "line"
"""Stands for whatever line reaches the unit; its reasons are worked out when asked for."""

TEXTS = {
    "standing": "its supply does not change in the other player's turn",
    "between": "no supply is traced outside the two determinations; this is what it had",
    "sailing": "an SW box is no base; it keeps the supply it sailed with",
    "kept": "it was supplied at the initial determination and stays so",
    "partisan": "partisans need no supply",
    "neutral": "its country is not in the war and supplies it",
    "ethiopia": "units in Ethiopia are always supplied",
    "home": "Japanese units in Japan need no line",
    "bridgehead": "it stands in a bridgehead placed this turn",
    "exploited": "it exploited in its last player turn and needs no line now",
    "chindit": "Chindits are never worse than partially supplied",
    "in-hex": "it began the turn in {source}, which supplies only what is in it",
}
"""The sentences of judgements that hang on no line."""


def judge(supply: Supply, unit: Unit) -> Judged:
    """The grade of a unit that stands on the map."""
    if supply.board.kind(unit) == "partisan":
        return Judged("full", "partisan", "30.1")
    bit = supply.board.ground.bit[unit.space]
    if supply.who.is_neutral(unit.nation):
        return Judged(supply.base_grade(unit.nation, bit), "neutral", "30.48")
    if not supply.is_moving(unit.nation):
        is_between = supply.memory.phase == BETWEEN
        code = ("between", "30.55") if is_between else ("standing", "30.41")
        return Judged(_standing(supply, unit), *code)
    if supply.board.sw_boxes >> bit & 1:
        return Judged(_standing(supply, unit), "sailing", "30.61")
    if where := _by_country(supply, unit, bit):
        return where
    if supply.board.kind(unit) in AIR + NAVAL:
        return _based(supply, unit, bit)
    return _automatic(supply, unit, bit) or _traced(supply, unit, bit)


def _standing(supply: Supply, unit: Unit) -> Grade:
    grade = supply.memory.grades.get(unit.id, unit.supply)
    return next((one for one in GRADES if one == grade), "full")


def _based(supply: Supply, unit: Unit, bit: int) -> Judged:
    """30.61: air and naval units have the supply of their base."""
    grade = supply.base_grade(unit.nation, bit)
    stayed = supply.memory.spaces.get(unit.id) == unit.space
    before = supply.memory.before(unit.id) if stayed else ""
    if before == "full" and grade != "full":
        return Judged("full", "kept", "30.47")
    origin = supply.reach(unit.nation).in_hex(bit)
    if grade == "out" and origin is not None:
        return Judged("partial", "in-hex", origin.rule)
    if grade == "out" and before == "partial":
        return Judged("partial", "kept", "30.47")
    return Judged(grade, LINE, "30.61")


def _by_country(supply: Supply, unit: Unit, bit: int) -> Judged | None:
    """30.228 and 30.58: full supply, without a line, of whatever stands in a country."""
    board = supply.board
    if board.regions("ethiopia") >> bit & 1:
        return Judged("full", "ethiopia", "30.228")
    if unit.nation == "Japan" and board.situation.map.spaces[unit.space].nation == "Japan":
        return Judged("full", "home", "30.58")
    return None


def _automatic(supply: Supply, unit: Unit, bit: int) -> Judged | None:
    """30.58: full supply of ground units without a line."""
    if _in_bridgehead(supply, unit, bit):
        return Judged("full", "bridgehead", "30.58")
    if supply.board.kind(unit) == "armor" and _exploited_before(supply, unit):
        return Judged("full", "exploited", "30.58")
    return None


def _exploited_before(supply: Supply, unit: Unit) -> bool:
    """Whether armor exploited in its owner's last player turn and stayed where that brought it.

    Redeployment follows the determination after combat, so the next turn's file may be the first to tell of it.
    """
    memory = supply.memory
    redeployed = not memory.same_turn and is_one_of(unit, supply.told.redeployed)
    return is_one_of(unit, memory.exploited) and not redeployed


def _traced(supply: Supply, unit: Unit, bit: int) -> Judged:
    """What lines give, held against what the unit had at this turn's initial determination (30.43, 30.47)."""
    reach, memory = supply.reach(unit.nation), supply.memory
    before = memory.before(unit.id)
    if before == "full":
        return Judged("full", "kept", "30.47")
    grade = reach.grade(bit)
    if grade != "out":
        return Judged(grade, LINE, "30.321")
    stayed = not memory.same_turn or memory.spaces.get(unit.id, unit.space) == unit.space
    origin = reach.in_hex(bit)
    if stayed and origin is not None:
        return Judged("partial", "in-hex", origin.rule)
    if before == "partial":
        return Judged("partial", "kept", "30.47")
    if supply.board.kind(unit) == "chindit":
        return Judged("partial", "chindit", "30.58")
    return Judged("out", LINE, "30.321")


def _in_bridgehead(supply: Supply, unit: Unit, bit: int) -> bool:
    owner = supply.sources.bridgeheads.get(bit, "")
    return bool(owner) and supply.who.is_friendly(unit.nation, owner)


def is_one_of(unit: Unit, names: frozenset[str]) -> bool:
    """Whether a list names a unit by id, ``NAME`` or ``NAME@SPACE``."""
    return bool(names & {unit.id, unit.name, f"{unit.name}@{unit.space}"})


# -------------------------------------------------------------------- why


def account(supply: Supply, unit: Unit, judged: Judged) -> Account:
    """The line, source and reasons of a judgement."""
    bit = supply.board.ground.bit[unit.space]
    if judged.code != LINE:
        reasons = (_reason(supply, unit, judged), *_oil(supply, unit, bit))
        return Account((), _in_hex_source(supply, unit, judged), reasons)
    if judged.grade == "out":
        return Account((), None, tuple(_why_out(supply, unit, bit)))
    sent = supply.way(unit.nation, bit, judged.grade)
    if sent is None or (not sent.steps and sent.source.rule == "30.45"):
        where = "its base" if judged.rule == "30.61" else "its hex"
        text = f"{where} was supplied at the initial determination and stays so"
        return Account((), None, (Reason("30.47", "kept", text), *_oil(supply, unit, bit)))
    ids = supply.board.ground.ids
    line = (Step(unit.space, ""), *(Step(ids[at], leg) for at, leg in sent.steps))
    why = tuple(_why_supplied(supply, unit, bit, judged, sent))
    return Account(line, _source(supply, sent), why)


def _reason(supply: Supply, unit: Unit, judged: Judged) -> Reason:
    text = TEXTS[judged.code]
    if judged.code == "in-hex":
        origin = supply.reach(unit.nation).in_hex(supply.board.ground.bit[unit.space])
        text = text.format(source=origin.name if origin else "a source")
    return Reason(judged.rule, judged.code, text)


def _in_hex_source(supply: Supply, unit: Unit, judged: Judged) -> Source | None:
    from vassal_supply.model import Source

    if judged.code != "in-hex":
        return None
    origin = supply.reach(unit.nation).in_hex(supply.board.ground.bit[unit.space])
    return Source(unit.space, "source", origin.name if origin else "", grade="partial")


def _source(supply: Supply, sent: Sent) -> Source:
    from vassal_supply.model import Source

    one = sent.source
    return Source(supply.board.ground.ids[one.bit], "source", one.name, grade=one.grade)


def _why_supplied(
    supply: Supply, unit: Unit, bit: int, judged: Judged, sent: Sent
) -> Iterator[Reason]:
    """The line in a sentence, then what makes it no more than partial, then oil."""
    board, source = supply.board, sent.source
    where = called(supply, source)
    by_sea = sum(leg == "sea" for _, leg in sent.steps)
    base = "its base" if judged.rule == "30.61" else "it"
    if not sent.steps:
        yield Reason(source.rule, "on-source", f"{base} stands on its source, {where}")
    elif by_sea:
        text = f"{base} is supplied by sea from {where}, by {listed(sent.by)}"
        yield Reason("30.333", "sea-line", text)
    else:
        count = board.ground.count(len(sent.steps))
        yield Reason(source.rule, "land-line", f"{base} has a land line of {count} to {where}")
    if source.rule == "30.45":
        yield Reason("30.45", "zone", "supply flows on from the zone supplied before")
    if judged.grade == "partial":
        yield _why_partial(supply, unit, bit, sent)
        yield from _shut(supply, unit, bit)
        yield from _failed(supply, unit, bit, source.bit)
    yield from _oil(supply, unit, bit)


def called(supply: Supply, source: Origin) -> str:
    """A source in a sentence: its name and space."""
    id = supply.board.ground.ids[source.bit]
    if id == source.name:
        return f"the {id}" if id.endswith(" box") else id
    return f"{source.name} ({id})"


def _oil(supply: Supply, unit: Unit, bit: int) -> Iterator[Reason]:
    if supply.is_moving(unit.nation):
        for word in sorted(supply.oil(unit.nation, bit)):
            yield Reason("30.51", "oil", f"it is subject to {word} oil effects")


def _why_partial(supply: Supply, unit: Unit, bit: int, sent: Sent) -> Reason:
    board, source = supply.board, sent.source
    if source.grade == "partial":
        if source.owner == "nationalist-china" and supply.who.faction(unit.nation) == "western":
            text = "Nationalist Chinese sources give Western units no more than limited supply"
            return Reason("30.29", "limited", text)
        return Reason("30.25", "limited", f"{source.name} is a limited source")
    if board.new_guinea >> bit & 1:
        text = "no full supply is traced into the jungle and mountains of New Guinea"
        return Reason("30.325", "new-guinea", text)
    return Reason("30.333", "limited", "a line on the way carries no more than limited supply")


def _failed(supply: Supply, unit: Unit, *bits: int) -> Iterator[Reason]:
    """The sea lines to its own zone and to its source's that bring nothing."""
    lines = supply.sea(supply.who.faction(unit.nation))
    zones = [lines.zones.at(bit) for bit in bits]
    for run in lines.runs:
        if any(run.zone is zone for zone in zones if zone) and not (run.supplies or run.only_cargo):
            yield _about(run)


def _why_out(supply: Supply, unit: Unit, bit: int) -> Iterator[Reason]:
    """Why a source in its hex does not count, what is wrong with its land lines, then with its sea lines."""
    origin = supply.reach(unit.nation).in_hex(bit)
    if origin is not None:
        text = f"{origin.name} supplies only what was in it before units moved"
        yield Reason("30.271", "in-hex", text)
    yield _parted(supply, unit, bit) or Reason("30.321", "cut-off", _cut_off(supply, unit, bit))
    yield from _shut(supply, unit, bit)
    yield from sea_reasons(supply, unit.nation, bit)


def _cut_off(supply: Supply, unit: Unit, bit: int) -> str:
    if not supply.reach(unit.nation).origins:
        return f"{unit.nation} has no source that acts now"
    if not supply.joined(unit.nation) >> bit & 1:
        return "no land joins it to a source"
    return "no line of controlled hexes free of enemy zones of control joins it to a source"


def _shut(supply: Supply, unit: Unit, bit: int) -> Iterator[Reason]:
    """The sources of its own zone, and the boxes beside it, that give it nothing now."""
    faction = supply.who.faction(unit.nation)
    zone = supply.sea(faction).zones.at(bit)
    field = zone.field if zone else 1 << bit
    field |= supply.board.land_move(unit.nation, faction).onward.image(field) & supply.board.boxes
    told = (
        Reason(one.rule, "source-shut", f"{one.name} gives nothing: {one.text}")
        for one in supply.sources.shut(unit.nation)
        if field >> one.bit & 1
    )
    yield from dict.fromkeys(told)


def _parted(supply: Supply, unit: Unit, bit: int) -> Reason | None:
    board = supply.board
    sources = union(1 << one.bit for one in supply.reach(unit.nation).origins if not one.in_hex)
    zones = parted_from(board, unit.nation, bit, sources)
    if not zones:
        return None
    by = stationed(zone.unit for zone in zones)
    text = f"it may not trace into the source beside it: both lie in the zone of control of {by}"
    return Reason("30.321a", "same-armor", text)


def sea_reasons(supply: Supply, nation: str, bit: int) -> Iterator[Reason]:
    """Why the zone of a hex gets nothing by sea: what became of each line that was traced to it."""
    faction = supply.who.faction(nation)
    lines = supply.sea(faction)
    zone = lines.zones.at(bit)
    if zone is None or not zone.ends:
        yield Reason("30.331b", "no-port", "no place in its zone takes a sea line")
        return
    runs = [run for run in lines.runs if run.zone is zone and not run.only_cargo]
    for run in runs:
        came = run.supplies and run.fate.state == "through"
        yield _not_continued(supply, nation, run, bit) if came else _about(run)
    from vassal_supply.systems.awaw.sea_rules import declines

    told = any(run.fault is not None and run.fault[0] == "declined" for run in runs)
    if declines(lines, zone) and not told:
        yield Reason("30.35", "declined", f"sea supply to the zone of {zone.name} was declined")
    elif not runs and supply.memory.misses_zones:
        text = f"what sea line was traced to the zone of {zone.name} at the initial determination is not known"
        yield Reason("30.44", "no-sea-line", text)
    elif not runs:
        where = supply.board.name((zone.ends & -zone.ends).bit_length() - 1)
        yield Reason(
            "30.331", "no-sea-line", f"no sea line reaches {where} from a supplied port or box"
        )


def _about(run: Run) -> Reason:
    name = run.line.name
    if run.fault is not None:
        code, rule, text = run.fault
        return Reason(rule, code, f"the sea line {name} is not allowed: {text}")
    if run.fate.state != "through":
        return Reason(run.fate.rule, run.fate.state, f"the sea line {name}: {run.fate.text}")
    return Reason("30.333", "nothing-sent", f"the sea line {name} has nothing to carry")


def _not_continued(supply: Supply, nation: str, run: Run, bit: int) -> Reason:
    """Why what a sea line brings does not come on to a hex of its zone by land."""
    board, name = supply.board, f"the sea line {run.line.name}"
    if board.partisans(nation) >> run.end & 1:
        rule, text = "30.323", "ends among partisans and cannot be continued by land"
    elif board.enemy_zone(nation) >> run.end & 1:
        rule, text = "30.333", "ends in an enemy zone of control and cannot be continued by land"
    elif any(one.bounds is not None and not one.bounds >> bit & 1 for one in run.feeds):
        rule, text = "30.332", "brings what may not go so far"
    elif board.regions("china") >> bit & 1 and not board.regions("china") >> run.end & 1:
        rule, text = "30.324", "brings nothing that goes into China by land"
    else:
        rule, text = "30.321", "brings nothing that comes here by land"
    return Reason(rule, "not-continued", f"{name} {text}")
