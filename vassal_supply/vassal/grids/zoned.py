"""Zones: parts of a board with a name and often a grid of their own (engine classes ``ZonedGrid`` and ``Zone``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vassal_supply.vassal.formats import fill, names_in
from vassal_supply.vassal.grids.base import Grid, Point, inside
from vassal_supply.vassal.grids.region import RegionGrid

_GRID_LOCATION = "gridLocation"


class Zone:
    """One zone: its name, its polygon in board pixels, the grid inside it and how its places are named.

    ``grid`` is the zone's own or, with ``parent_grid``, the background grid of the board; ``None`` for a bare box.
    ``location_format`` holds alternating literal and property tokens. An unnamed zone is called "".
    """

    def __init__(
        self,
        name: str,
        polygon: tuple[Point, ...],
        location_format: tuple[str, ...] = ("", "name", ""),
        grid: Grid | None = None,
        *,
        parent_grid: bool = False,
    ) -> None:
        self.name = name
        self.polygon = polygon
        self.location_format = location_format
        self.grid = grid
        self.parent_grid = parent_grid
        across, down = zip(*polygon, strict=True) if polygon else ((0,), (0,))
        # The least x and y, and the first x and y beyond: (left, top, right, bottom).
        self.bounds = min(across), min(down), max(across), max(down)

    @cached_property
    def names_cells(self) -> bool:
        """Whether the names of places in the zone tell the cells of its grid apart; else the zone is one big box."""
        return self.grid is not None and _GRID_LOCATION in names_in(self.location_format)

    def contains(self, x: int, y: int) -> bool:
        """Whether (x, y) lies in the zone; its left and top border do."""
        left, top, right, bottom = self.bounds
        return left <= x < right and top <= y < bottom and inside(self.polygon, x, y)

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped in the zone lands: a bare box does not move it."""
        return self.grid.snap(x, y) if self.grid else (x, y)

    def name_at(self, x: int, y: int) -> str:
        """The engine's location name for a place in the zone; may be empty."""
        located = self.grid.name(x, y) if self.names_cells and self.grid else ""
        return self.format(located or "")

    def format(self, grid_location: str) -> str:
        """The location name of the place that the zone's grid calls ``grid_location``."""
        return fill(self.location_format, {"name": self.name, _GRID_LOCATION: grid_location})

    def point(self, name: str) -> Point | None:
        """The place in the zone that bears ``name``; for a box its middle."""
        if not self.names_cells:
            return self.middle if self.polygon and name and name == self.format("") else None
        located = self._grid_location(name)
        found = self.grid.point(located) if self.grid and located is not None else None
        return found if found and self.contains(*found) else None

    def _grid_location(self, name: str) -> str | None:
        """The part of a location name that the grid gave, when the rest fits the format."""
        before, _, after = self.format("\0").partition("\0")
        if len(name) < len(before) + len(after):
            return None
        inner = name[len(before) : len(name) - len(after)]
        # Formats that repeat the grid's part are checked by writing the name out again.
        return inner if self.format(inner) == name else None

    @property
    def middle(self) -> Point:
        """The mean of the corners, or the first corner where that lies outside (as the engine finds a box)."""
        count = len(self.polygon)
        middle = (
            int(sum(x for x, _ in self.polygon) / count),
            int(sum(y for _, y in self.polygon) / count),
        )
        return middle if self.contains(*middle) else self.polygon[0]


Bounds = tuple[int, int, int, int]


def _around(bounds: Sequence[Bounds]) -> Bounds:
    """The smallest rectangle around all these."""
    lefts, tops, rights, bottoms = zip(*bounds, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _area(bounds: Bounds) -> int:
    left, top, right, bottom = bounds
    return (right - left) * (bottom - top)


class ZonedGrid:
    """Zones, the first that contains a point having it, over an optional background grid."""

    def __init__(self, zones: tuple[Zone, ...], background: Grid | None = None) -> None:
        self.zones = zones
        self.background = background

    @cached_property
    def looks(self) -> int:
        """How many zones, corners of zones and regions must be looked at for one place, on the whole at most."""
        whole = _area(_around([zone.bounds for zone in self.zones])) if self.zones else 0
        corners = sum(len(zone.polygon) * _area(zone.bounds) for zone in self.zones)
        grids = (self.background, *(zone.grid for zone in self.zones))
        regions = [len(grid.regions) for grid in grids if isinstance(grid, RegionGrid)]
        return len(self.zones) + corners // max(whole, 1) + max(regions, default=0)

    def zone_at(self, x: int, y: int) -> Zone | None:
        """The zone that (x, y) belongs to."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped at (x, y) lands."""
        zone = self.zone_at(x, y)
        if zone:
            return zone.snap(x, y)
        return self.background.snap(x, y) if self.background else (x, y)

    def name(self, x: int, y: int) -> str | None:
        """The engine's name for a point: the zone's, outside all zones the background grid's."""
        zone = self.zone_at(x, y)
        if zone:
            return zone.name_at(x, y)
        return self.background.name(x, y) if self.background else None

    def point(self, name: str) -> Point | None:
        """The place that bears ``name``: the first zone that knows it, else the background grid."""
        for zone in self.zones:
            found = zone.point(name)
            if found:
                return found
        return self.background.point(name) if self.background else None
