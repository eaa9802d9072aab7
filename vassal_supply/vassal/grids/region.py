"""Named points (engine class ``RegionGrid``): area maps, boxes, tracks."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

from vassal_supply.vassal.grids.base import Point


class RegionGrid:
    """Regions by name; a place belongs to the region whose point is nearest.

    ``regions`` holds (name, x, y) in build-file order. Of two regions on the same point the later one counts.
    """

    def __init__(self, regions: Mapping[Point, str], *, snaps: bool = True) -> None:
        self.regions = tuple((name, *point) for point, name in regions.items())
        self.snaps = snaps
        # The order in which the engine looks decides between equally near ones.
        visited = sorted(regions, key=_bucket_of(len(regions)))
        self._visited = tuple((regions[point], *point) for point in visited)

    def nearest(self, x: int, y: int) -> tuple[str, int, int] | None:
        """The (name, x, y) of the region that (x, y) belongs to."""
        return min(
            self._visited,
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


def _bucket_of(count: int) -> Callable[[Point], int]:
    """Where a point lies in a Java ``HashMap`` of ``count`` points: the engine keeps its regions in one."""
    size = 16
    while size * 3 // 4 < count:
        size *= 2

    def bucket(point: Point) -> int:
        x, y = (int.from_bytes(struct.pack(">d", number), "big") for number in point)
        bits = x ^ (y * 31) % 2**64
        hashed = (bits ^ bits >> 32) % 2**32
        return (hashed ^ hashed >> 16) % size

    return bucket
