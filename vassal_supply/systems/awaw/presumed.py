"""The sea lines that nobody need announce: a player is presumed to supply every zone he legally can (30.35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.supply.fields import Flood, flood
from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.rulebook import GRADES, Grade
from vassal_supply.systems.awaw.fate import PRESUMED
from vassal_supply.systems.awaw.lines import walk
from vassal_supply.systems.awaw.oil import oil_sent
from vassal_supply.systems.awaw.places import first, union
from vassal_supply.systems.awaw.sea_rules import (
    box_ends,
    declines,
    is_second,
    legal_run,
    transport_left,
)
from vassal_supply.systems.awaw.turn import SeaLine

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.book import Box
    from vassal_supply.systems.awaw.sea import SeaLines
    from vassal_supply.systems.awaw.zones import SupplyZone


def presume(lines: SeaLines) -> None:
    """Add the lines that zones in need would get, full supply before limited, until none is left to add."""
    if not lines.board.sea and not lines.board.boxes:
        return
    for grade in GRADES[:2]:
        adding = True
        while adding:
            adding = _from_ports(lines, grade) or (grade == "full" and _from_boxes(lines))
            if adding:
                lines.feed()
    lines.short &= {zone.name for zone, _ in _wanting(lines, "full")}


def best_by_sea(lines: SeaLines, zone: SupplyZone) -> Grade:
    """The best grade that a sea line to a zone could have carried (30.46)."""
    for grade in GRADES[:2]:
        starts = _starts(lines, grade) & ~zone.field
        if starts and _sail(lines, starts, zone.ends).found & zone.ends:
            return grade
    boxes = lines.board.book.boxes.values()
    if any(_box_is_open(lines, box) and _in_reach(lines, box) & zone.ends for box in boxes):
        return "full"
    return "out"


def least_oil(lines: SeaLines, zone: SupplyZone) -> frozenset[str]:
    """The oil effects that no sea line to a zone could have offset (30.46)."""
    left = lines.oil
    if not left:
        return left
    starts = _starts(lines, "full") | _starts(lines, "partial")
    for sender in lines.zones.all:
        ports = starts & sender.field & ~zone.field
        if ports and _sail(lines, ports, zone.ends).found & zone.ends:
            left &= oil_sent(lines, first(ports))
    for box in lines.board.book.boxes.values():
        if _box_is_open(lines, box) and _in_reach(lines, box) & zone.ends:
            left &= oil_sent(lines, first(lines.board.places(box.name)))
    return left


def _from_ports(lines: SeaLines, grade: Grade) -> bool:
    """Add lines from ports of supplied zones; whether any was added."""
    starts = _starts(lines, grade)
    wanting = _wanting(lines, grade)
    if not starts or not wanting:
        return False
    found = _sail(lines, starts, union(ends for _, ends in wanting))
    through = lines.board.open_sea(lines.nation) | starts
    added = False
    for zone, open_ends in wanting:
        ends = open_ends & found.found & ~lines.sends_from()
        for end in _in_order(lines, ends):
            path = (end, *walk(found, lines.board.sea_move(lines.nation), through, end))
            sent = lines.reach.sends(path[-1], end)
            outside = bool(zone.group) or not zone.field >> path[-1] & 1
            if sent is not None and sent.grade == grade and outside:
                _add(lines, zone, path)
                added = True
                break
    return added


def _from_boxes(lines: SeaLines) -> bool:
    """Add lines from boxes to zones without full supply; whether any was added."""
    added = False
    for box in lines.board.book.boxes.values():
        if not _box_is_open(lines, box):
            continue
        reached = _in_reach(lines, box)
        for zone, open_ends in _wanting(lines, "full"):
            ends = _in_order(lines, open_ends & reached & ~lines.sends_from())
            if ends and not transport_left(lines, box, ends[0]):
                lines.short.add(zone.name)
            elif ends:
                start = first(lines.board.places(box.name))
                _add(lines, zone, (ends[0], start), _by_way_of(lines, box, ends[0]))
                added = True
    return added


def _add(
    lines: SeaLines, zone: SupplyZone, path: tuple[int, ...], touches: tuple[str, ...] = ()
) -> None:
    """Add the line along a path from its end back to its start; one from a box has its path looked for."""
    ids, name = lines.board.ground.ids, lines.board.name
    end, start = path[0], path[-1]
    line = SeaLine(
        f"{name(start)} - {name(end)}",
        ids[start],
        ids[end],
        nation=lines.nation,
        touches=touches,
        presumed=True,
    )
    run = legal_run(lines, line, path if len(path) > 2 else ())
    run.zone, run.fate = zone, PRESUMED
    lines.runs.append(run)


def _wanting(lines: SeaLines, grade: Grade) -> list[tuple[SupplyZone, int]]:
    """The zones that supply of a grade would better, and that may get a line, each with the ends it may come to."""
    reach = lines.reach
    supplied = reach.full if grade == "full" else reach.full | reach.partial
    own = lines.board.own(lines.faction)
    found = []
    for zone in lines.zones.all:
        if zone.field & own and zone.ends & ~supplied and not declines(lines, zone):
            ends = _open_ends(lines, zone, supplied)
            if ends and _may_be_presumed(lines, zone):
                found.append((zone, ends))
    return found


def _open_ends(lines: SeaLines, zone: SupplyZone, supplied: int) -> int:
    """The ends of a zone that a line may come to; where it has lines, those that only another one supplies (30.342)."""
    if not any(True for _ in lines.runs_to(zone)):
        return zone.ends
    ends = bits_of(zone.ends & ~supplied)
    return lines.board.ground.field(bit for bit in ends if not is_second(lines, zone, bit))


def _may_be_presumed(lines: SeaLines, zone: SupplyZone) -> bool:
    """After combat only zones that had no chance before are presumed to get a line (30.44)."""
    memory = lines.memory
    if not memory.is_post_combat:
        return True
    ids = lines.board.ground.ids
    if memory.knows_zones:
        old = [memory.old_zone(ids[bit], lines.faction) for bit in bits_of(zone.ends)]
        return all(one is None or not (one.attempted or one.declined) for one in old)
    return not zone.ends & ~lines.taken


def _starts(lines: SeaLines, grade: Grade) -> int:
    """The ports that may send supply of a grade: supplied by land or sources themselves, and not traced to."""
    board, reach = lines.board, lines.reach
    ports = board.ports & board.friendly(lines.nation) & ~lines.received()
    starts = ports & reach.onward[grade]
    return starts if grade == "full" else starts & ~reach.full


def _sail(lines: SeaLines, starts: int, ends: int) -> Flood:
    """The sea ways from some ports to some ends, within range."""
    board, limit = lines.board, lines.limits()
    sea = board.open_sea(lines.nation)
    free = (sea | ends) & ~starts
    most = None if limit is None else limit + 1
    return flood((board.sea_move(lines.nation),), starts, starts, sea, free, most)


def _box_is_open(lines: SeaLines, box: Box) -> bool:
    at = lines.board.places(box.name)
    return bool(at and box.transport) and any(at >> one.bit & 1 for one in lines.origins)


def _in_reach(lines: SeaLines, box: Box) -> int:
    """The ends of sea lines that a box may serve, by the way over the map if the kit draws its lanes."""
    board = lines.board
    words = board.book.words["regions"]
    reached = box_ends(lines, box)
    for place, keys in board.ways_on(box):
        if board.places(place) & board.friendly(lines.nation):
            reached |= board.region([word for key in keys for word in words[key]])
    if box.beyond and any(True for _ in _ways_through(lines, box)):
        reached |= board.region([word for key in box.beyond for word in words[key]])
    if not box.ends:
        reached = board.ground.every
    bounds = lines.board.bounds_of(box) if box.never else None
    return reached if bounds is None else reached & bounds


def _ways_through(lines: SeaLines, box: Box) -> list[int]:
    """The friendly ports that a line from a box may pass to reach further fronts."""
    board = lines.board
    return list(bits_of(box_ends(lines, box) & board.ports & board.friendly(lines.nation)))


def _by_way_of(lines: SeaLines, box: Box, end: int) -> tuple[str, ...]:
    """The place that a line must pass on its way beyond the places a box reaches at once."""
    if not box.ends or box_ends(lines, box) >> end & 1:
        return ()
    board = lines.board
    words = board.book.words["regions"]
    for place, keys in board.ways_on(box):
        if board.region([word for key in keys for word in words[key]]) >> end & 1:
            return (place,)
    return (board.ground.ids[_ways_through(lines, box)[0]],)


def _in_order(lines: SeaLines, ends: int) -> list[int]:
    """The ends of a zone, the one its player named first, then those from which full supply runs on."""
    board = lines.board
    named = union(board.places(name) for name in board.told.ports)
    # In the jungle of New Guinea a line is worth less than elsewhere in the zone.
    good = board.clean(lines.nation) & ~board.new_guinea
    best = (named, board.own(lines.faction), good)
    return sorted(bits_of(ends), key=lambda bit: (*(not one >> bit & 1 for one in best), bit))
