"""Which sea supply lines are legal: where they start and end, whether their zone may have them, how far they go."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vassal_supply.supply.fields import flood
from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.rulebook import GRADES
from vassal_supply.systems.awaw.lines import walk
from vassal_supply.systems.awaw.oil import oil_sent
from vassal_supply.systems.awaw.places import stationed, union
from vassal_supply.systems.awaw.sea import Run

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.book import Box
    from vassal_supply.systems.awaw.memory import OldZone
    from vassal_supply.systems.awaw.sea import SeaLines
    from vassal_supply.systems.awaw.turn import SeaLine
    from vassal_supply.systems.awaw.zones import SupplyZone

Fault = tuple[str, str, str] | None
"""Code, rule and text of what makes a line illegal; ``None`` for a legal one."""


def judge(lines: SeaLines, line: SeaLine) -> Run:
    """A line with what makes it illegal, if anything does."""
    run = _run(lines, line, f"sea line {line.name}")
    run.fault = _fault(lines, run)
    if run.fault is None and not run.only_cargo:
        run.path, run.fault = path_of(lines, run)
    if run.fault is None:
        lines.judge_fate(run)
    return run


def legal_run(lines: SeaLines, line: SeaLine, path: tuple[int, ...] = ()) -> Run:
    """A line that is known to be legal; its path is looked for where it is not given."""
    run = _run(lines, line, f"earlier result, sea line {line.name}")
    run.path = path or path_of(lines, run)[0] or (run.end, run.start)
    return run


def _run(lines: SeaLines, line: SeaLine, said: str) -> Run:
    board = lines.board
    start, end = board.place(line.start, said), board.place(line.end, said)
    boxes = board.book.boxes.values()
    box = next((one for one in boxes if board.places(one.name) >> start & 1), None)
    return Run(line, start, end, lines.zones.at(end), box)


def _fault(lines: SeaLines, run: Run) -> Fault:
    """The first rule that a line breaks, except its range."""
    if lines.board.boxes >> run.end & 1:
        shipped = _ships_cargo(lines, run)
        return (None if run.box else _port_fault(lines, run)) if shipped else _to_a_box(lines, run)
    start = _box_fault(lines, run) if run.box else _port_fault(lines, run)
    ways = start or _end_fault(lines, run) or _call_fault(lines, run)
    return ways or _zone_fault(lines, run) or again_fault(lines, run)


def _ships_cargo(lines: SeaLines, run: Run) -> bool:
    """Oil and BRPs may go to three boxes (30.332)."""
    names = ("South Africa box", "India box", "Australia box")
    return run.only_cargo and any(lines.board.places(name) >> run.end & 1 for name in names)


def _to_a_box(lines: SeaLines, run: Run) -> Fault:
    text = f"no sea supply goes to a box, and {lines.board.name(run.end)} is one"
    return "to-a-box", "30.332", text


def _port_fault(lines: SeaLines, run: Run) -> Fault:
    """30.331: a port that is a source, or one that its zone supplies by land and no enemy zone covers."""
    board, start = lines.board, run.start
    name = board.named(start)
    if not board.ports >> start & 1:
        return "no-origin", "30.331", f"{name} is neither a port nor a box"
    if not board.friendly(lines.nation) >> start & 1:
        return "no-origin", "30.331", f"{name} is not under friendly control"
    if lines.received() >> start & 1 and not run.only_cargo:
        text = f"{name} has been traced to in this player turn and may not send"
        return "receives-and-sends", "30.331", text
    is_source = any(one.bit == start and not one.in_hex for one in lines.origins)
    if not is_source and board.enemy_zone(lines.nation) >> start & 1:
        by = stationed(board.over(lines.nation, start))
        return "origin-in-zoc", "30.331", f"{name} lies in the zone of control of {by}"
    return None


def _box_fault(lines: SeaLines, run: Run) -> Fault:
    """30.332: what a line from a box may reach, and what carries it."""
    board, box = lines.board, run.box
    assert box is not None
    if not any(one.bit == run.start for one in lines.origins):
        return "no-origin", "30.223", f"{box.name} is no source for {lines.nation} now"
    if not box.transport:
        return "no-origin", "30.332", f"no sea line leaves {box.name}"
    if not _box_reaches(lines, run, box):
        text = f"no sea line from {box.name} goes to {board.named(run.end)}"
        return "wrong-route", box.rule, text + _by_way_of(lines, box)
    bounds = lines.board.bounds_of(box) if box.never else None
    if bounds is not None and not bounds >> run.end & 1:
        text = f"what begins in {box.name} may not go as far as {board.named(run.end)}"
        return "beyond-front", box.rule, text
    return _transport_fault(lines, run, box)


def _box_reaches(lines: SeaLines, run: Run, box: Box) -> bool:
    if not box.ends:
        return True
    if _is_end(lines, run.end, box):
        return True
    board = lines.board
    words = board.book.words["regions"]
    passed = board.ground.field(board.place(at) for at in (*run.line.touches, *run.line.hexes))
    passed &= board.ports & board.friendly(lines.nation)
    for place, keys in board.ways_on(box):
        fronts = board.region([word for key in keys for word in words[key]])
        if board.places(place) & passed and fronts >> run.end & 1:
            return True
    fronts = board.region([word for key in box.beyond for word in words[key]])
    return bool(fronts >> run.end & 1 and box_ends(lines, box) & passed)


def box_ends(lines: SeaLines, box: Box) -> int:
    """The places and fronts that a box's lines reach at once."""
    board = lines.board
    words = board.book.words["regions"]
    return union(
        board.pacific
        if name == "pacific"
        else board.region(words[name])
        if name in words
        else board.places(name)
        for name in box.ends
    )


def _is_end(lines: SeaLines, bit: int, box: Box) -> bool:
    return bool(box_ends(lines, box) >> bit & 1)


def _by_way_of(lines: SeaLines, box: Box) -> str:
    if lines.board.before_the_war(box):
        return "; before the US is at war with the Axis it supplies western Europe alone"
    if box.through:
        return f"; further ones pass {' or '.join(place for place, _ in box.through)}"
    return "; it must end in or pass one of " + ", ".join(box.ends) if box.ends else ""


def _transport_fault(lines: SeaLines, run: Run, box: Box) -> Fault:
    """A transport must be left to carry it, of those the turn file says there are."""
    if transport_left(lines, box, run.end):
        return None
    at_hand = lines.board.told.transports[box.transport]
    text = f"all {at_hand} {box.transport} transports carry other lines"
    return "no-transport", box.rule, text


def transport_left(lines: SeaLines, box: Box, end: int) -> bool:
    """Whether a transport is left for a line from a box: one for each line, or for each hex that lines go to."""
    at_hand = lines.board.told.transports.get(box.transport)
    from_boxes = [run for run in lines.runs if run.box is not None and not run.fault]
    if at_hand is None or (
        box.by_destination and any(run.box is box and run.end == end for run in from_boxes)
    ):
        return True
    used = {
        (run.box.name, run.end if run.box.by_destination else -number)
        for number, run in enumerate(from_boxes, 1)
        if run.box is not None and run.box.transport == box.transport
    }
    return len(used) < at_hand


def _end_fault(lines: SeaLines, run: Run) -> Fault:
    """30.331b: where a line may end."""
    board, end = lines.board, run.end
    name = board.named(end)
    if not board.friendly(lines.nation) >> end & 1:
        return "no-end", "30.331b", f"{name} is not under friendly control"
    in_group = run.zone is not None and bool(run.zone.group)
    if not in_group and not lines.zones.ends >> end & 1:
        text = f"{name} is no port, bridgehead, one-hex island or beach that takes a sea line"
        return "no-end", "30.331b", text
    if lines.sends_from() >> end & 1 and not run.only_cargo:
        text = f"{name} sends sea supply in this player turn and may not receive"
        return "receives-and-sends", "30.331", text
    return None


def _call_fault(lines: SeaLines, run: Run) -> Fault:
    """30.333: what a line touches on its way are ports, and friendly ones."""
    board = lines.board
    for name in run.line.touches:
        bit = board.place(name)
        if not board.ports >> bit & 1:
            return "no-call", "30.333", f"{board.named(bit)} is no port that it could touch"
        if not board.friendly(lines.nation) >> bit & 1:
            text = f"{board.named(bit)}, which it is to touch, is not under friendly control"
            return "no-call", "30.333", text
    return None


def _zone_fault(lines: SeaLines, run: Run) -> Fault:
    """30.342: one line a zone, unless an enemy zone of control keeps one line from supplying all of it."""
    zone = run.zone
    if run.only_cargo or zone is None:
        return None
    name = run.line.name
    if declines(lines, zone):
        return "declined", "30.35", f"sea supply to the zone of {zone.name} was declined"
    if is_second(lines, zone, run.end):
        first = next(one for one in lines.runs_to(zone) if not one.kept).line.name
        text = f"{name} is a second line to the zone of {zone.name}, after {first}"
        return "one-line-a-zone", "30.342", text
    return None


def is_second(lines: SeaLines, zone: SupplyZone, end: int) -> bool:
    """Whether a line to an end of a zone that has lines is one too many: one line could supply what all of them do.

    Lines of the initial determination do not count: 30.44, with its exceptions, holds those against a new one.
    """
    covered = lines.zones.covered
    ended = [run.end for run in lines.runs_to(zone) if not run.kept]
    if end in ended:
        return True
    fed = union(covered(zone, one) for one in (*ended, end))
    return bool(ended) and any(fed & ~covered(zone, one) == 0 for one in bits_of(zone.ends))


def again_fault(lines: SeaLines, run: Run) -> Fault:
    """30.44: not twice in a player turn, but for something better (30.46).

    What was taken since (30.45) is no end of a zone of the initial determination: a line to it is no second one. It is
    one to a declined zone all the same, if that has grown by it.
    """
    memory = lines.memory
    if run.only_cargo or not memory.is_post_combat:
        return None
    old = _zone_before(lines, run)
    if old is not None and old.declined:
        text = f"sea supply to the zone of {old.name} was declined at the initial determination"
        return "declined", "30.44", text
    if old is None or not old.attempted:
        return None
    if _betters(lines, run, old):
        return None
    text = f"sea supply to the zone of {old.name} was traced at the initial determination already"
    return "second-attempt", "30.44", text


def _zone_before(lines: SeaLines, run: Run) -> OldZone | None:
    """The zone of the initial determination that a line goes to: its end's, else one that has grown by its end."""
    ids = lines.board.ground.ids
    found = lines.memory.old_zone(ids[run.end], lines.faction)
    if found is not None or run.zone is None:
        return found
    grown = (lines.memory.old_zone(ids[bit], lines.faction) for bit in bits_of(run.zone.ends))
    return next((one for one in grown if one is not None and one.declined), None)


def _betters(lines: SeaLines, run: Run, old: OldZone) -> bool:
    """30.46: whether a line gives a zone more, or leaves it fewer oil effects, than any could have before."""
    sender = lines.reach.sends(run.start, run.end)
    if run.box is None and sender is None:
        return False
    sent = GRADES.index(sender.grade if sender and run.box is None else "full")
    had = GRADES.index(old.grade)
    if sent < min(had, GRADES.index(old.best)):
        return True
    return sent <= had and bool(old.oil & old.least_oil - oil_sent(lines, run.start))


def declines(lines: SeaLines, zone: SupplyZone) -> bool:
    """Whether its owner declined sea supply to a zone (30.35)."""
    places = (lines.board.places(name) for name in lines.board.told.declined)
    return bool(union(places) & (zone.field | zone.ends))


# -------------------------------------------------------------------- the way over the sea


def path_of(lines: SeaLines, run: Run) -> tuple[tuple[int, ...], Fault]:
    """The spaces of a line from its end back to its start, within range of each port it touches (30.334)."""
    board = lines.board
    if run.line.hexes:
        return _announced(lines, run)
    stops = [run.end, *(board.place(name) for name in reversed(run.line.touches)), run.start]
    path = [run.end]
    for here, there in pairwise(stops):
        box = run.box if there == run.start else None
        stretch = sea_way(lines, here, there, box, run.line.nation)
        if not stretch:
            return (), _no_way(lines, here, there, run.line.nation)
        path += stretch
    return tuple(path), None


def sea_way(lines: SeaLines, here: int, there: int, box: Box | None, nation: str = "") -> list[int]:
    """The spaces after ``here`` of the shortest way to another place; empty when there is none within range."""
    board = lines.board
    if not board.sea or (box is not None and not _has_lanes(lines, there)):
        return [there]
    move, limit = board.sea_move(lines.nation), lines.limits(nation)
    goal = _doors(lines, there, box) if box is not None else 1 << there
    most = None if limit is None or box is not None else limit + 1
    sea = board.open_sea(lines.nation)
    free = (sea | 1 << here) & ~goal
    found = flood((move,), goal, goal, sea, free, most)
    if not (found.found | goal) >> here & 1:
        return []
    way = walk(found, move, sea | goal, here)
    last = way[-1] if way else here
    return way if last == there else [*way, there]


def _doors(lines: SeaLines, box_at: int, box: Box) -> int:
    """The hexes through which a box's lines come onto the map (30.332), or the box itself where any will do."""
    entries = union(lines.board.places(name) for name in box.entries)
    return entries & lines.board.sea_move(lines.nation).back.image(1 << box_at) or 1 << box_at


def _has_lanes(lines: SeaLines, box: int) -> bool:
    """Whether the kit draws the lanes that lead out of a box."""
    return bool(lines.board.sea_move(lines.nation).back.image(1 << box) & lines.board.ground.every)


def _no_way(lines: SeaLines, here: int, there: int, nation: str) -> Fault:
    board, limit = lines.board, lines.limits(nation)
    within = f" within {limit} sea hexes" if limit is not None else ""
    text = f"no way by sea joins {board.named(there)} and {board.named(here)}{within}"
    return "too-far", "30.334", text


def _announced(lines: SeaLines, run: Run) -> tuple[tuple[int, ...], Fault]:
    """The sea hexes that the player showed (30.352), held to the map and the range."""
    board = lines.board
    said = f"sea line {run.line.name}"
    shown = [board.place(name, said) for name in run.line.hexes]
    if fault := _not_by(lines, run, shown):
        return (), fault
    path = [run.end, *reversed(shown), run.start]
    move = board.sea_move(lines.nation)
    for here, there in pairwise(path):
        if not move.onward.image(1 << here) >> there & 1:
            text = f"{board.named(here)} and {board.named(there)} do not touch by sea"
            return (), ("off-board", "30.311", text)
    for bit in shown:
        friendly_ports = board.ports & board.friendly(lines.nation)
        if not (board.open_sea(lines.nation) | friendly_ports) >> bit & 1:
            return (), ("off-board", "30.311", f"{board.named(bit)} is no sea hex")
    limit = lines.limits(run.line.nation)
    if limit is not None and _longest(board.ports, path) > limit:
        return (), _no_way(lines, run.end, run.start, run.line.nation)
    return tuple(path), None


def _not_by(lines: SeaLines, run: Run, shown: list[int]) -> Fault:
    """The shown hexes must pass what the line touches, and the hexes where its box opens onto the map (30.332)."""
    board = lines.board
    for name in run.line.touches:
        if board.place(name) not in shown:
            return "off-board", "30.352", f"the hexes shown do not pass {name}"
    entries = run.box.entries if run.box else ()
    doors = union(board.places(name) for name in entries)
    if doors and not any(doors >> bit & 1 for bit in (*shown[:1], run.end)):
        names = " or ".join(board.named(bit) for bit in bits_of(doors))
        text = f"what comes from {lines.board.name(run.start)} enters the map by {names}"
        return "wrong-route", "30.332", text
    return None


def _longest(ports: int, path: list[int]) -> int:
    """The most sea hexes between two ports on a path."""
    longest = length = 0
    for bit in path[1:]:
        if ports >> bit & 1:
            length = 0
        else:
            length += 1
        longest = max(longest, length)
    return longest
