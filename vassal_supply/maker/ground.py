"""The maps of a module that a game is played on, with the boards a new game begins with."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from vassal_supply.kit.kit import KitMap
from vassal_supply.kit.spaces import Raw, Surface, name_spaces, read_surface
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.maps import ModuleMap
from vassal_supply.vassal.module import Module

_FEWEST = 8
# A zone of areas is a track when more of its places than this share bear numbers for names.
_NUMBERED = 0.3
# And a zone this many times smaller than the largest is a box of something.
_SMALL = 4
_OFF_TABLE = ("PrivateMap", "PlayerHand", "WidgetMap")


class Ground(NamedTuple):
    """A map that seems to be played on; ``zones`` limits it to some of them, empty for all.

    ``spaces`` are its spaces as a kit calls them.
    """

    name: str
    layout: MapLayout
    cells: int
    areas: int
    zones: tuple[str, ...]
    spaces: dict[str, Raw]

    @property
    def why(self) -> str:
        """What there is on it."""
        kinds = {view.kind for view in self.layout.lattices()}
        cells = f"{self.cells} {'hexes' if kinds == {'hex'} else 'cells'}" if self.cells else ""
        areas = f"{self.areas} areas or boxes" if self.areas else ""
        return " and ".join(part for part in (cells, areas) if part) or "no grid"

    @property
    def has_joints(self) -> bool:
        """Whether several boards with grids lie on it."""
        return len({view.board for view in self.layout.lattices()}) > 1

    @property
    def is_area_map(self) -> bool:
        """Whether it has areas and no grid."""
        return not self.cells


def survey_maps(module: Module) -> list[Ground]:
    """The maps with places of their own, the largest first; the first map there is when none has any."""
    found = [_ground(one) for one in module.maps if one.kind not in _OFF_TABLE]
    found.sort(key=lambda one: -(one.cells + one.areas))
    return [one for one in found if one.cells + one.areas >= _FEWEST] or found[:1]


def boards_of(one: ModuleMap) -> tuple[BoardPlacement, ...]:
    """The boards a new game begins with; where players choose them, the first."""
    default = one.default_boards()
    if default or not one.boards:
        return default
    return (BoardPlacement(one.boards[0].name, False, 0, 0),)


def _ground(one: ModuleMap) -> Ground:
    layout = MapLayout(one, boards_of(one))
    cells = sum(len(view) for view in layout.lattices())
    zones = _zones(layout) if not cells else ()
    spaces = _surface(one.name, layout, zones).spaces
    areas = sum(raw.lattice is None for raw in spaces.values())
    return Ground(one.name, layout, cells, areas, zones, spaces)


def _surface(name: str, layout: MapLayout, zones: tuple[str, ...]) -> Surface:
    """The spaces that a kit for this map would have; places without a name are none of them."""
    surface = read_surface({name: layout}, [KitMap(name, "", name, False)], [])
    kept = {
        raw.location: raw
        for raw in surface.spaces.values()
        if raw.name and (not zones or raw.zone in zones)
    }
    name_spaces(surface, kept, {name: name})
    return surface


def _zones(layout: MapLayout) -> tuple[str, ...]:
    """Of several zones of areas, those whose places have names and not numbers."""
    count: Counter[str] = Counter()
    numbered: Counter[str] = Counter()
    largest = 0
    for region in layout.regions():
        zone = region.zone or ""
        count[zone] += 1
        largest = max(largest, count[zone])
        numbered[zone] += any(char.isdigit() for char in region.name)
    kept = [
        zone
        for zone, number in count.items()
        if zone and number * _SMALL >= largest and numbered[zone] <= number * _NUMBERED
    ]
    return tuple(kept) if kept and len(count) > len(kept) else ()
