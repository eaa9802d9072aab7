"""Named points (engine class ``RegionGrid``): area maps, boxes, tracks."""

from __future__ import annotations

from collections.abc import Mapping

from vassal_supply.vassal.grids.base import Point


class RegionGrid:
    """Regions by name; a place belongs to the region whose point is nearest.

    ``regions`` holds (name, x, y) in build-file order. Of two regions on the same point the later one counts, as in
    the engine; between two equally near ones the engine's choice is undefined and ours is the earlier.
    """

    def __init__(self, regions: Mapping[Point, str], *, snaps: bool = True) -> None:
        self.regions = tuple((name, x, y) for (x, y), name in regions.items())
        self.snaps = snaps

    def nearest(self, x: int, y: int) -> tuple[str, int, int] | None:
        """The (name, x, y) of the region that (x, y) belongs to."""
        return min(
            self.regions,
            key=lambda region: (region[1] - x) ** 2 + (region[2] - y) ** 2,
            default=None,
        )

    def snap(self, x: int, y: int) -> Point:
        """The point of the nearest region."""
        region = self.nearest(x, y) if self.snaps else None
        return (region[1], region[2]) if region else (x, y)

    def name(self, x: int, y: int) -> str | None:
        """The name of the nearest region, ``None`` when there are no regions."""
        region = self.nearest(x, y)
        return region[0] if region else None

    def point(self, name: str) -> Point | None:
        """The point of the region called ``name``."""
        return next(((x, y) for known, x, y in self.regions if known == name), None)
