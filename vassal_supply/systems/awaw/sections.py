"""What a determination tells besides the units: zones, sea lines, eliminations, questions, and the memory it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.rulebook import GRADES, Grade
from vassal_supply.systems.awaw import elimination
from vassal_supply.systems.awaw.fate import bases_for
from vassal_supply.systems.awaw.oil import zone_oil
from vassal_supply.systems.awaw.places import first, union
from vassal_supply.systems.awaw.presumed import best_by_sea, least_oil

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.judge import Judged
    from vassal_supply.systems.awaw.sea import Run, SeaLines
    from vassal_supply.systems.awaw.supply import Supply
    from vassal_supply.systems.awaw.zones import SupplyZone

GRADE_WORDS: dict[Grade, str] = {"full": "full", "partial": "partial", "out": "none"}

_WHOSE_TURN = (
    "whose player turn is it? Both sides are judged as if it were theirs; say --side, or moving in the turn"
    " file (30.41)"
)


def zones(supply: Supply) -> tuple[dict[str, Any], ...]:
    """The zones of the moving factions: name, grade, how it is supplied, where sea lines to it may end."""
    return tuple(
        _zone(supply, lines, zone)
        for lines in _all_lines(supply)
        for zone in lines.zones.all
        if _is_worth_telling(supply, lines, zone)
    )


def sea_lines(supply: Supply) -> list[dict[str, Any]]:
    """Every sea line in order: announced, kept or presumed; what it carries, and what became of it."""
    return [_line(lines, run) for lines in _all_lines(supply) for run in lines.runs]


def sea_line_details(supply: Supply) -> dict[str, Any]:
    """The exact hexes of every sea line (30.352), what carries it, and who may protect it (30.36), by its name."""
    return {
        run.line.name: {
            "hexes": [lines.board.ground.ids[bit] for bit in reversed(run.path)],
            "announced": not run.line.presumed,
            "transport": run.box.transport if run.box else "",
            "may_protect": [base for base, _ in bases_for(lines, run)],
            "protection": [one.text for one in run.protections],
        }
        for lines in _all_lines(supply)
        for run in lines.runs
    }


def eliminated(supply: Supply, judged: dict[str, Judged]) -> list[dict[str, Any]]:
    """The units and base counters that go at the end of the post-combat determination (30.541)."""
    rows = [
        {"id": unit.id, "name": unit.name, "space": unit.space, "rule": "30.541"}
        for unit in supply.situation.units
        if unit.id in judged
        and judged[unit.id].grade == "out"
        and supply.board.is_ground(unit)
        and elimination.is_eliminated(supply, unit)
    ]
    rows += [
        {"id": one.id, "name": one.name, "space": one.space, "rule": "30.541"}
        for one in elimination.lost_bases(supply)
    ]
    return rows


def questions(supply: Supply) -> tuple[str, ...]:
    """What only the players can still decide."""
    decide = tuple(
        question for lines in _all_lines(supply) for question in _questions(supply, lines)
    )
    sides = {supply.who.side(nation) for nation in supply.moving.values()}
    if supply.of or supply.sides is not None or len(sides) < 2:
        return decide
    return (_WHOSE_TURN, *decide)


def memory(supply: Supply, judged: dict[str, Judged]) -> dict[str, Any]:
    """What the next determination has to know of this one; ``--previous`` reads it."""
    told = supply.told
    return {
        "phase": supply.memory.phase,
        "turn": supply.situation.turn,
        "zones": [
            _old_zone(lines, zone) for lines in _all_lines(supply) for zone in _with_ends(lines)
        ],
        "lines": [_old_line(lines, run) for lines in _all_lines(supply) for run in lines.runs],
        "hexes": {faction: _hexes(supply, faction) for faction in supply.moving},
        "erosion": _erosion(supply, judged),
        "ics": _ics(supply, judged),
        "exploited": [
            unit.id
            for unit in supply.situation.units
            if _named(unit, told.exploited) and not _named(unit, told.redeployed)
        ],
        "automatic": [name for name, one in judged.items() if one.code == "exploited"],
    }


# -------------------------------------------------------------------- zones


def _all_lines(supply: Supply) -> Iterator[SeaLines]:
    return (supply.sea(faction) for faction in supply.moving)


def _with_ends(lines: SeaLines) -> Iterator[SupplyZone]:
    own = lines.board.own(lines.faction)
    return (zone for zone in lines.zones.all if zone.ends and zone.field & own)


def _is_worth_telling(supply: Supply, lines: SeaLines, zone: SupplyZone) -> bool:
    """Zones that hold a unit, a source, or a place for a sea line; empty scraps of land are left out."""
    if not zone.field & supply.board.own(lines.faction):
        return False
    sources = union(1 << one.bit for one in lines.origins)
    return bool(zone.field & (zone.ends | sources | supply.board.occupied(lines.faction)))


def grade_of(lines: SeaLines, zone: SupplyZone) -> Grade:
    """The grade of a zone: the best that reaches any of its hexes that carry lines."""
    field = zone.body or zone.field
    if field & lines.reach.full:
        return "full"
    return "partial" if field & lines.reach.partial else "out"


def _zone(supply: Supply, lines: SeaLines, zone: SupplyZone) -> dict[str, Any]:
    names = supply.board.ground.names_of
    rule, how = how_supplied(lines, zone)
    return {
        "name": zone.name,
        "faction": lines.faction,
        "grade": grade_of(lines, zone),
        "hexes": zone.field.bit_count(),
        "rule": rule,
        "text": how,
        "ports": names(zone.ends),
        "boxes": names(zone.field & lines.board.boxes),
        "oil": sorted(zone_oil(lines, zone)),
    }


def how_supplied(lines: SeaLines, zone: SupplyZone) -> tuple[str, str]:
    """How a zone is supplied, in a sentence with its rule."""
    grade = grade_of(lines, zone)
    if grade == "out":
        return "30.33", _why_not(lines, zone)
    reached = lines.reach.full if grade == "full" else lines.reach.partial
    field = zone.field & reached
    sent = lines.reach.way(first(field & lines.board.own(lines.faction) or field), grade)
    if sent is None:
        return "30.321", "by land"
    name = sent.source.name
    source = f"the {name}" if name.endswith(" box") else name
    if not sent.by:
        return sent.source.rule, f"by land from {source}"
    return "30.333", f"by {sent.by[0]}, from {source}"


def _why_not(lines: SeaLines, zone: SupplyZone) -> str:
    from vassal_supply.systems.awaw.sea_rules import declines

    if not zone.ends:
        return "no source, and no place for a sea line"
    if declines(lines, zone):
        return "sea supply declined"
    told = [f"{run.line.name} {_state(run)}" for run in lines.runs if run.zone is zone]
    if not told and lines.memory.misses_zones:
        return "whether a sea line reached it at the initial determination is not known"
    return ", ".join(told) or "no sea line reaches it"


# -------------------------------------------------------------------- sea lines


def _state(run: Run) -> str:
    if run.fault:
        return "illegal"
    if run.fate.state != "through":
        return run.fate.state
    if run.only_cargo:
        return "cargo"
    return "through" if run.supplies else "nothing to carry"


def _line(lines: SeaLines, run: Run) -> dict[str, Any]:
    ids = lines.board.ground.ids
    code, rule, text = run.fault or (run.fate.state, run.fate.rule, run.fate.text)
    return {
        "name": run.line.name,
        "faction": lines.faction,
        "from": ids[run.start],
        "to": ids[run.end],
        "zone": run.zone.name if run.zone else None,
        "state": _state(run),
        "grade": GRADE_WORDS[run.grade],
        "code": code,
        "rule": rule,
        "text": text,
    }


def _old_line(lines: SeaLines, run: Run) -> dict[str, Any]:
    ids = lines.board.ground.ids
    return {
        "name": run.line.name,
        "faction": lines.faction,
        "nation": lines.nation,
        "from": ids[run.start],
        "to": ids[run.end],
        "touches": list(run.line.touches),
        "islands": list(run.line.islands),
        "state": _state(run),
        "presumed": run.line.presumed,
    }


def _old_zone(lines: SeaLines, zone: SupplyZone) -> dict[str, Any]:
    from vassal_supply.systems.awaw.sea_rules import declines

    return {
        "faction": lines.faction,
        "name": zone.name,
        "ends": lines.board.ground.names_of(zone.ends),
        "grade": grade_of(lines, zone),
        "best": best_by_sea(lines, zone),
        "attempted": any(True for _ in lines.runs_to(zone)),
        "declined": declines(lines, zone),
        "oil": sorted(zone_oil(lines, zone)),
        "least_oil": sorted(least_oil(lines, zone)),
    }


# -------------------------------------------------------------------- memory


def _hexes(supply: Supply, faction: str) -> dict[str, list[str]]:
    """The hexes that a faction controls, by grade."""
    board = supply.board
    reach = supply.sea(faction).reach
    held = union(
        board.controlled_by((holder,))
        for holder in board.holders
        if supply.who.faction(supply.leading(holder)) == faction
    )
    found = {"full": held & reach.full, "partial": held & reach.partial}
    found["out"] = held & ~found["full"] & ~found["partial"] & (board.land | board.boxes)
    return {grade: board.ground.names_of(found[grade]) for grade in GRADES}


def _erosion(supply: Supply, judged: dict[str, Judged]) -> dict[str, int]:
    """The turns of isolation of the units that isolation does not eliminate (30.57)."""
    return {
        unit.id: turns
        for unit in supply.situation.units
        if unit.id in judged
        and judged[unit.id].grade == "out"
        and supply.board.is_ground(unit)
        and elimination.spared(supply, unit)
        and (turns := elimination.turns_isolated(supply, unit))
    }


def _ics(supply: Supply, judged: dict[str, Judged]) -> dict[str, int]:
    """The turns that ICs have been without other supply (30.27); full supply ends the count."""
    kept = dict(supply.memory.counts("ics"))
    for unit in supply.situation.units:
        one = judged.get(unit.id)
        bit = supply.board.ground.bit.get(unit.space, -1)
        if one is None or bit < 0 or not supply.board.ics >> bit & 1:
            continue
        if one.code == "in-hex":
            kept[unit.space] = elimination.turns_in_ic(supply, unit.space)
        elif one.grade == "full":
            kept.pop(unit.space, None)
    return {space: turns for space, turns in kept.items() if turns}


def _named(unit: Any, names: frozenset[str]) -> bool:
    from vassal_supply.systems.awaw.judge import is_one_of

    return is_one_of(unit, names)


# -------------------------------------------------------------------- questions


def _questions(supply: Supply, lines: SeaLines) -> Iterator[str]:
    for run in lines.runs:
        yield from _about_run(supply, lines, run)
    for name in sorted(lines.short):
        yield f"{lines.faction}: no transport is left for {name}; which zones are to be fed? (30.332)"


def _about_run(supply: Supply, lines: SeaLines, run: Run) -> Iterator[str]:
    board, zone = supply.board, run.zone
    if zone is None or run.fault or run.kept:
        return
    if run.line.presumed and not zone.group:
        chosen = board.ground.field(one.end for one in lines.runs_to(zone) if one is not run)
        ports = [board.name(bit) for bit in bits_of(zone.ends & ~lines.sends_from() & ~chosen)]
        named = union(board.places(name) for name in supply.told.ports)
        if len(ports) > 1 and not named & zone.ends:
            choice = " or ".join(ports[:6]) + (" ..." if len(ports) > 6 else "")
            yield f"{lines.faction}: sea supply to the zone of {zone.name}: which port, {choice}? (30.342)"
    if (
        not run.line.presumed
        and not run.line.result
        and not run.line.attacks
        and supply.memory.phase
    ):
        yield f"{lines.faction}: what became of the sea line {run.line.name}? (30.37)"
