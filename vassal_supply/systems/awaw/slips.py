"""Names in the turn file that mean nothing in this game: a slip that would otherwise change the answer in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.systems.awaw.judge import is_one_of

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.supply import Supply
    from vassal_supply.systems.awaw.turn import SeaLine


def slips(supply: Supply) -> Iterator[ReadWarning]:
    """A warning for each name that no place, nation or unit has; :class:`RequestError` for what no line can do without."""
    told = supply.told
    places = {
        "ports": told.ports,
        "declined": told.declined,
        "not_acting": told.not_acting,
        "captured": told.captured,
        "oil_offset": told.offset,
    }
    for key, names in places.items():
        for name in sorted(names):
            if not supply.board.places(name):
                text = f"no place is called {name!r}{supply.board.close(name)}"
                yield ReadWarning(f"turn file, {key}", text)
    for name in sorted(told.not_acting):
        at = supply.board.places(name)
        if at and not at & supply.sources.places:
            yield ReadWarning("turn file, not_acting", f"{name} is no supply source")
    yield from _nations(supply)
    yield from _transports(supply)
    yield from _units(supply)
    for invasion in told.invasions:
        for name in (invasion.at, *invasion.launched):
            supply.board.place(name, "invasion")
    for line in told.lines:
        yield from _of_line(supply, line)


_FACT = "kit, [facts] moving"


def _nations(supply: Supply) -> Iterator[ReadWarning]:
    told, book = supply.told, supply.book
    sides = {*book.sides, *book.sides.values()}
    known = {*book.majors, *book.members, *book.minors, *supply.board.countries}
    wanted = {
        "moving": (told.moving, sides),
        _FACT: (told.shown, sides),
        "neutral": (told.neutral, ()),
        "surrendered": (told.surrendered, ()),
        "conquered": ((*told.conquered, *told.conquered.values()), ()),
        "allies": ((*told.allies, *told.allies.values()), ()),
        "peace": ({name for pair in told.peace for name in pair}, sides),
        "oil": (told.oil, sides),
        "sea": ((line.nation for line in told.lines if line.nation), ()),
        "protected": (
            (one.nation for line in told.lines for one in line.protected if one.nation),
            (),
        ),
    }
    for key, (names, more) in wanted.items():
        for name in sorted({*names} - known - {*more}):
            text = f"nobody in this game is called {name!r}{close_to(name, {*known, *more})}"
            if key == "moving":
                raise RequestError(f"turn file, moving: {text}")
            yield ReadWarning(key if key == _FACT else f"turn file, {key}", text)


def _transports(supply: Supply) -> Iterator[ReadWarning]:
    known = {box.transport for box in supply.book.boxes.values() if box.transport}
    for name in sorted(supply.told.transports.keys() - known):
        text = f"no box has transports called {name!r}{close_to(name, known)}"
        yield ReadWarning("turn file, transports", text)


def _units(supply: Supply) -> Iterator[ReadWarning]:
    told = supply.told
    forces = (force for line in told.lines for force in line.protected)
    for key, names in (
        ("exploited", told.exploited),
        ("exploited_last_turn", told.exploited_last_turn),
        ("redeployed", told.redeployed),
        ("protected", {name for force in forces for name in force.units}),
    ):
        for name in sorted(names):
            if not any(is_one_of(unit, frozenset({name})) for unit in supply.situation.units):
                yield ReadWarning(f"turn file, {key}", f"no unit is called {name!r}")


def _of_line(supply: Supply, line: SeaLine) -> Iterator[ReadWarning]:
    """Every place of a line has to be one, whoever traces it."""
    said = f"sea line {line.name}"
    for name in (line.start, line.end, *line.touches, *line.hexes, *line.islands):
        supply.board.place(name, said)
    if line.reached and line.reached not in line.islands:
        raise RequestError(f"{said}: {line.reached!r} is none of its islands")
    yield from _islands(supply, line)
    faction = supply.traced_by(line)
    if faction not in supply.moving and supply.moving:
        who = faction or "nobody"
        yield ReadWarning(said, f"{who} traces it, whose supply is not determined now")


def _islands(supply: Supply, line: SeaLine) -> Iterator[ReadWarning]:
    """The islands of a line are of one group and begin with the one where it enters (30.343)."""
    board, said = supply.board, f"sea line {line.name}"
    if not line.islands:
        return
    end = board.places(line.end)
    groups = board.book.words["regions"]["island_groups"]
    group = next((field for one in groups if (field := board.region((one,))) & end), 0)
    for name in line.islands:
        if not board.places(name) & group:
            yield ReadWarning(said, f"{name} is no island of the group of {line.end}")
    if not board.places(line.islands[0]) & end:
        text = f"its islands begin with {line.islands[0]}, but it enters at {line.end}"
        yield ReadWarning(said, text)


def close_to(name: str, names: set[str]) -> str:
    """What a name may have been meant for, as the end of a sentence; empty when nothing is like it."""
    import difflib

    close = difflib.get_close_matches(name, sorted(names), n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""
