"""The Russian Campaign save and the stand-in rule, worked out again without this project's reading or engine.

Places come from the real engine's dump; the rule (a line of 18 hexes to the own map edge, not into an enemy's hex, not
into an enemy zone of control unless a friend stands there) is walked by a plain breadth-first search over hex names.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from pathlib import Path

KIT = Path(__file__).resolve().parent.parent / "fixtures" / "kits" / "trc-plain"
LIMIT = 18


def words(corpus: Path) -> list[str]:
    """SAVE and the options that open it."""
    return [
        str(corpus / "trc/campaign.vsav"),
        "--module",
        str(corpus / "trc/module.vmod"),
        "--kit",
        str(KIT),
    ]


def seen_by_engine(corpus: Path) -> dict[str, dict]:
    """The pieces the real engine puts on the map, by id."""
    dump = json.loads(gzip.decompress((corpus / "trc/campaign.engine.json.gz").read_bytes()))
    return {piece["id"]: piece for piece in dump["pieces"] if piece["map"] == "TRC Map"}


def neighbours(hex_name: str) -> set[str]:
    """The hexes around one, by the numbers printed on the board: odd columns sit half a hex lower."""
    column, row = int(hex_name[:2]), int(hex_name[2:])
    down = column % 2
    around = [(0, -1), (0, 1), (-1, down - 1), (-1, down), (1, down - 1), (1, down)]
    cells = ((column + a, row + b) for a, b in around)
    return {f"{c:02}{r:02}" for c, r in cells if 1 <= c <= 33 and 1 <= r <= 31}


def zones(places: dict[str, str], sides: dict[str, str], side: str) -> set[str]:
    """The hexes in the zone of control of this side."""
    return {near for id, at in places.items() if sides[id] == side for near in neighbours(at)}


def barred(places: dict[str, str], sides: dict[str, str], side: str) -> set[str]:
    """The hexes a line of this side may not enter."""
    enemy = "Soviet" if side == "Axis" else "Axis"
    friends = {at for id, at in places.items() if sides[id] == side}
    enemies = {at for id, at in places.items() if sides[id] == enemy}
    return enemies | (zones(places, sides, enemy) - friends)


def is_source(hex_name: str, side: str) -> bool:
    """Whether a hex is a source of this side: row 31 for Axis, row 01 for Soviet."""
    return hex_name.endswith("31" if side == "Axis" else "01")


def distance(start: str, side: str, bars: set[str]) -> int | None:
    """Hexes entered on the shortest legal line, ``None`` when no line of 18 hexes exists."""
    edge, seen = deque([(start, 0)]), {start}
    while edge:
        at, length = edge.popleft()
        if is_source(at, side):
            return length
        for near in neighbours(at) - seen - bars:
            if length < LIMIT:
                seen.add(near)
                edge.append((near, length + 1))
    return None


def expected(places: dict[str, str], sides: dict[str, str]) -> dict[str, int | None]:
    """The length of every unit's shortest line, ``None`` for a unit that is out."""
    bars = {side: barred(places, sides, side) for side in ("Axis", "Soviet")}
    return {id: distance(at, sides[id], bars[sides[id]]) for id, at in places.items()}
