"""What becomes of a sea supply line (30.36, 30.38): who may protect it, and whether what was told disrupts it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.systems.awaw.board import ATLANTIC, INDIAN, NAVAL, PACIFIC, SW_BOXES
from vassal_supply.systems.awaw.judge import is_one_of
from vassal_supply.systems.awaw.places import first
from vassal_supply.systems.awaw.who import WESTERN

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.systems.awaw.sea import Run, SeaLines
    from vassal_supply.systems.awaw.turn import Force

SUEZ = ("Suez", "Basra", "Abadan")
EUROPEAN_NAVIES = ("Britain", "France")


class Fate(NamedTuple):
    """What became of a line: ``through``, ``disrupted`` or ``abandoned``, with the rule that says so."""

    state: str
    rule: str
    text: str


PRESUMED = Fate("through", "30.35", "presumed")
UNTOUCHED = Fate("through", "30.37", "nothing is told against it")


class Protection(NamedTuple):
    """A force that was named to protect a line, and whether it may; ``since`` is where its protection begins."""

    force: Force
    eligible: bool
    since: str
    rule: str
    text: str


def fate_of(run: Run, protections: list[Protection]) -> Fate:
    """What the turn file tells of a line's end, held against 30.38."""
    line = run.line
    protected = any(one.eligible for one in protections)
    if line.result == "disrupted":
        return Fate("disrupted", "30.38", "it was disrupted")
    if line.result == "abandoned" and protected:
        return Fate("abandoned", "30.38", "it was abandoned when its protecting force was attacked")
    if line.result != "through":
        hits = [word for word in line.attacks if word != "kept off"]
        gone = line.escorts in ("sunk", "withdrew")
        if protected and line.escorts == "sunk" and line.losses:
            return Fate("disrupted", "30.381", "it took losses as its escorts were sunk")
        if protected and gone and hits:
            return Fate("disrupted", "30.381a", f"its escorts were gone when {hits[0]} attacked it")
        if hits and not protected:
            return Fate("disrupted", "30.381a", f"it was unprotected and {hits[0]} attacked it")
    if line.result == "abandoned":
        text = "it was not disrupted, and only a line whose protecting force is attacked may be abandoned"
        return Fate("through", "30.38", text)
    if "kept off" in line.attacks:
        return Fate("through", "30.38", "air cover kept the attackers off")
    if line.attacks or line.result:
        return Fate("through", "30.38", "it was not disrupted")
    return UNTOUCHED


def bases_for(lines: SeaLines, run: Run) -> list[tuple[str, str]]:
    """The ports and boxes from which naval units may protect a line (30.36), each with where protection begins."""
    board = lines.board
    start = board.name(run.start)
    found = [(start, start)]
    found += [(name, name) for name in run.line.touches]
    ports = board.ports & board.friendly(lines.nation)
    found += [(board.name(at), board.name(at)) for at in run.path[-2:0:-1] if ports >> at & 1]
    if run.box is not None and run.box.transport == "Atlantic":
        found.append((ATLANTIC, start))
    on = board.regions("pacific_front", "asian_front") >> run.end & 1
    if lines.faction == "japan" or (lines.faction == WESTERN and on):
        found.append((PACIFIC, start))
    suez = any(board.places(name) >> run.end & 1 for name in SUEZ)
    southeast = board.regions("southeast_asian_front") >> run.end & 1
    if lines.faction == WESTERN and (suez or southeast):
        found.append((INDIAN, start))
    return found


def protection(lines: SeaLines, run: Run, force: Force) -> Protection:
    """Whether a force may protect a line (30.36)."""
    based = _place(lines, force.based)
    since = next(
        (begin for base, begin in bases_for(lines, run) if _place(lines, base) == based), ""
    )
    text = _why_not(lines, run, force, bool(since))
    if text:
        return Protection(force, False, "", "30.36", f"{_name(force)} may not protect it: {text}")
    passed = since != lines.board.name(run.start)
    rule = "30.361b" if passed else "30.36"
    return Protection(force, True, since, rule, f"{_name(force)} protects it from {since} on")


def _place(lines: SeaLines, name: str) -> int | str:
    """A base as a field, however it is called; an SW box that is on no map by its name."""
    return lines.board.places(name) or name


def _why_not(lines: SeaLines, run: Run, force: Force, well_based: bool) -> str:
    if not well_based:
        return f"{force.based} is neither its origin nor a port it passes; it may only counter-intercept"
    if force.inverted:
        return "it is inverted"
    carried = force.transport or bool(run.line.transport) or bool(run.box and run.box.transport)
    if not force.destroyer and not carried:
        return "it has no destroyer, and no transport carries the supply"
    early = run.box is not None and lines.board.before_the_war(run.box)
    if early and lines.board.who.major(force.nation) not in EUROPEAN_NAVIES:
        return "before the US is at war only British and French naval units may protect it"
    unfit = (_unfit(lines, force, unit) for unit in _units_of(lines, force))
    return (
        next(filter(None, unfit), "") or _told_off(lines, force) or _short_of_supply(lines, force)
    )


def _units_of(lines: SeaLines, force: Force) -> list[Unit]:
    named = frozenset(force.units)
    return [unit for unit in lines.board.situation.units if is_one_of(unit, named)]


def _unfit(lines: SeaLines, force: Force, unit: Unit) -> str:
    """What keeps a unit from protecting: it must be naval, its line's side's, fully supplied, and where it is said to be."""
    board = lines.board
    base = board.places(force.based)
    if board.kind(unit) not in NAVAL:
        return f"{unit.name} is no naval unit"
    if not board.who.is_friendly(lines.nation, unit.nation):
        return f"{unit.name} is an enemy's"
    if base and unit.space in board.ground.bit and not base >> board.ground.bit[unit.space] & 1:
        return f"{unit.name} stands on {unit.space}, not at {force.based}"
    short = board.standing.get(unit.id, unit.supply) in ("partial", "out")
    return f"{unit.name} is not fully supplied" if short else ""


def _told_off(lines: SeaLines, force: Force) -> str:
    """Units in an SW box are told off to one line each."""
    if force.based not in SW_BOXES:
        return ""
    for run in lines.runs:
        for one in run.protections:
            if one.eligible and set(one.force.units) & set(force.units):
                return f"it is told off to {run.line.name}"
    return ""


def _short_of_supply(lines: SeaLines, force: Force) -> str:
    """Its base must be fully supplied, and free of naval oil effects."""
    board = lines.board
    base = board.places(force.based)
    if base and lines.was_short(first(base)):
        return f"{force.based} was not fully supplied in the last player turn"
    if "naval" in lines.oil_at(force.based, force.nation):
        return "it is subject to naval oil effects"
    return ""


def _name(force: Force) -> str:
    return ", ".join(force.units) or f"the force at {force.based}"
