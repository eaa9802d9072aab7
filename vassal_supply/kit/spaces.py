"""The spaces of a kit's maps before the kit says anything of them: cells, areas and boxes, with their ids.

Several maps and boards become one playing surface here: names that two of them share get a prefix, locations that are
one space in the game are put together, boards that lie beside each other are joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.kit.seen import Spot
from vassal_supply.model import Lattice, Link

if TYPE_CHECKING:
    from vassal_supply.kit.kit import KitMap
    from vassal_supply.vassal.layout import LatticeView, MapLayout

Location = tuple[str, str, str, str]
"""Map, board, location name, and zone: areas of two zones may share a name. For cells of a grid it is :data:`CELL`."""

CELL = "*"
"""Stands for the zone of a cell, whose name is enough: a piece may lie in a zone that its hex's centre does not."""

ADJACENT = "adjacent"

# Of the distance between two neighbours' centres: nearer than this, two cells are halves of one space...
_SAME = 0.4
# ...and nearer than this they are neighbours.
_NEAR = 1.2


class Raw(NamedTuple):
    """A space of the module: its location, its centre in map pixels, its place in its lattice and by number."""

    name: str
    map: str
    board: str
    zone: str
    x: int
    y: int
    lattice: int | None = None
    cell: tuple[int, int] | None = None
    number: tuple[int, int, int] | None = None

    @property
    def location(self) -> Location:
        """Where the engine would say it is."""
        return self.map, self.board, self.name, self.zone if self.lattice is None else CELL


class Box(NamedTuple):
    """A space that a kit makes out of a part of a map: a zone, a board, a rectangle (x, y, width, height), or all."""

    name: str
    map: str
    zone: str = ""
    board: str = ""
    area: tuple[int, int, int, int] | None = None

    def holds(self, spot: Spot, x: int, y: int) -> bool:
        """Whether it contains a place."""
        if spot.map != self.map or (self.zone and spot.zone != self.zone):
            return False
        if self.board and spot.board != self.board:
            return False
        if self.area is None:
            return True
        left, top, width, height = self.area
        return left <= x < left + width and top <= y < top + height


class Surface:
    """All spaces of a kit's maps by id.

    ``ids`` finds them by what the engine says of a place; ``aliases`` are other names of spaces; ``links`` join boards
    and halves of spaces.
    """

    def __init__(self, layouts: Mapping[str, MapLayout], boxes: Sequence[Box] = ()) -> None:
        self.layouts = layouts
        self.boxes = boxes
        self.lattices: list[Lattice] = []
        self.spaces: dict[str, Raw] = {}
        self.aliases: dict[str, str] = {}
        self.links: list[Link] = []
        self.ids: dict[Location, str] = {}

    def spot(self, on_map: str, x: int, y: int) -> Spot:
        """Where a pixel of a map is."""
        place = self.layouts[on_map].place(x, y)
        spot = Spot(on_map, place.zone or "", place.board or "", "", place.location or "")
        for box in self.boxes:
            if box.holds(spot, x, y):
                return spot._replace(space=box.name)
        location = (on_map, spot.board, spot.location)
        space = self.ids.get((*location, CELL)) or self.ids.get((*location, spot.zone))
        return spot._replace(space=space) if space else spot

    def spot_of(self, space: str) -> Spot:
        """Where a piece stands that is said to stand on a space."""
        raw = self.spaces[space]
        return Spot(raw.map, raw.zone, raw.board, space, raw.name)

    def merge(self, gone: Mapping[str, str]) -> None:
        """Let spaces be part of others, given as {gone: kept}; their neighbours in their own grid become the kept's."""
        cells = {(raw.lattice, raw.cell): id for id, raw in self.spaces.items()}
        for other, kept in gone.items():
            for near in self._around(self.spaces[other], cells):
                self.links.append(Link(kept, gone.get(near, near), ADJACENT))
        for other in gone:
            del self.spaces[other]
        self.ids = {at: gone.get(id, id) for at, id in self.ids.items()}
        self.aliases = {name: gone.get(id, id) for name, id in self.aliases.items()} | dict(gone)

    def _around(
        self, raw: Raw, cells: Mapping[tuple[int | None, tuple[int, int] | None], str]
    ) -> Iterator[str]:
        if raw.lattice is None or raw.cell is None:
            return
        for cell in self.lattices[raw.lattice].neighbours(*raw.cell):
            if found := cells.get((raw.lattice, cell)):
                yield found


def read_surface(
    layouts: Mapping[str, MapLayout], maps: Sequence[KitMap], boxes: Sequence[Box]
) -> Surface:
    """The spaces of maps, in reading order, with their ids; ``boxes`` swallow the cells they contain."""
    surface = Surface(layouts, boxes)
    raws: dict[Location, Raw] = {}
    for one in maps:
        for raw in _spaces_of(surface, one.name):
            if not boxes or not any(_swallows(box, raw) for box in boxes):
                raws.setdefault(raw.location, raw)
    name_spaces(surface, raws, {one.name: one.short for one in maps})
    return surface


def name_spaces(surface: Surface, found: Mapping[Location, Raw], short: Mapping[str, str]) -> None:
    """Give a surface these spaces, found by their locations, and its boxes.

    A space's id is its location's name, with map, board or zone before it where that alone is not enough. The form
    with the map is always understood; ``short`` is what stands for each map in it.
    """
    raws = found.values()
    ids = _ids(raws, short)
    surface.ids = dict(zip(found, ids, strict=True))
    surface.spaces = dict(zip(ids, raws, strict=True))
    if len(short) > 1 or len(set(ids)) < len(ids) or ":" in "".join(ids):
        surface.aliases = {}
        # Of several spaces on one map, the one that needs no other sign has the form with the map.
        for raw, id in sorted(
            zip(raws, ids, strict=True), key=lambda pair: pair[0].name != pair[1]
        ):
            surface.aliases.setdefault(_by_map(raw, short), id)
    for box in surface.boxes:
        surface.spaces[box.name] = _box_space(surface, box)


def _by_map(raw: Raw, short: Mapping[str, str]) -> str:
    return f"{short[raw.map]}:{raw.name}"


def _ids(raws: Collection[Raw], short: Mapping[str, str]) -> list[str]:
    """The shortest form for each space that no other has."""
    ids = [raw.name for raw in raws]
    forms: list[Callable[[Raw], str]] = [
        lambda raw: _by_map(raw, short),
        lambda raw: f"{raw.board}:{raw.name}",
        lambda raw: f"{raw.zone}:{raw.name}" if raw.zone else raw.name,
        lambda raw: ":".join((*raw.location[:2], raw.zone, raw.name)),
    ]
    for form in forms:
        count = Counter(ids)
        if len(count) == len(ids):
            break
        taken = {id for id, number in count.items() if number == 1}
        ids = [id if id in taken else form(raw) for id, raw in zip(ids, raws, strict=True)]
    return ids


def _spaces_of(surface: Surface, on_map: str) -> Iterator[Raw]:
    layout = surface.layouts[on_map]
    for view in layout.lattices():
        index = len(surface.lattices)
        surface.lattices.append(Lattice(view.kind, view.sideways))
        displayed, board = view.displayed, view.board
        for cell in view:
            at, number = (cell.column, cell.row), (index, *displayed(cell))
            yield Raw(cell.name, on_map, board, cell.zone or "", cell.x, cell.y, index, at, number)
    for region in layout.regions():
        yield Raw(region.name, on_map, region.board, region.zone or "", region.x, region.y)


def _swallows(box: Box, raw: Raw) -> bool:
    return box.holds(Spot(raw.map, raw.zone, raw.board), raw.x, raw.y)


def _box_space(surface: Surface, box: Box) -> Raw:
    if box.area is not None:
        left, top, width, height = box.area
        return Raw(box.name, box.map, box.board, box.zone, left + width // 2, top + height // 2)
    inside = [raw for raw in _everything(surface, box.map) if _swallows(box, raw)]
    if not inside:
        boards = [one for one in surface.layouts[box.map].boards if box.board in ("", one.name)]
        middle = [(one.x + one.width // 2, one.y + one.height // 2) for one in boards] or [(0, 0)]
        return Raw(box.name, box.map, box.board, box.zone, *middle[0])
    x = sum(raw.x for raw in inside) // len(inside)
    y = sum(raw.y for raw in inside) // len(inside)
    return Raw(box.name, box.map, box.board, box.zone, x, y)


def _everything(surface: Surface, on_map: str) -> Iterator[Raw]:
    return _spaces_of(Surface(surface.layouts), on_map)


def join_boards(surface: Surface, on_map: str) -> None:
    """Make one surface of the boards of a map that lie beside each other.

    Two cells of different boards whose centres nearly coincide are halves of one space, kept under the first one's
    name; cells a step apart become neighbours.
    """
    step = max((_step(view) for view in surface.layouts[on_map].lattices()), default=0.0)
    if not step:
        return
    gone: dict[str, str] = {}
    near = []
    for one, other, apart in _pairs(surface, on_map, step * _NEAR):
        if apart >= step * _SAME:
            near.append((one, other))
        elif one not in gone:
            gone.setdefault(other, one)
    surface.links += [
        Link(one, other, ADJACENT) for one, other in near if not {one, other} & gone.keys()
    ]
    surface.merge(gone)


def _step(view: LatticeView) -> float:
    """The largest distance between the centres of two neighbours, in pixels."""
    for cell in view:
        if around := view.neighbours(cell):
            return max(hypot(cell.x - near.x, cell.y - near.y) for near in around)
    return 0.0


def _pairs(surface: Surface, on_map: str, reach: float) -> Iterator[tuple[str, str, float]]:
    """Cells of different boards nearer to each other than ``reach``, and how far apart they are, in pixels."""
    buckets: dict[tuple[int, int], list[tuple[str, Raw]]] = {}
    for id, raw in surface.spaces.items():
        if raw.map == on_map and raw.lattice is not None:
            buckets.setdefault((int(raw.x // reach), int(raw.y // reach)), []).append((id, raw))
    around = [(across, along) for across in (-1, 0, 1) for along in (-1, 0, 1)]
    for (column, row), members in buckets.items():
        others = [
            item
            for across, along in around
            for item in buckets.get((column + across, row + along), ())
        ]
        for id, raw in members:
            for other_id, other in others:
                apart = hypot(raw.x - other.x, raw.y - other.y)
                if (raw.lattice or 0) < (other.lattice or 0) and apart < reach:
                    yield id, other_id, apart
