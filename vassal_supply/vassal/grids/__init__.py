"""VASSAL's grids: where pieces snap to, and what a place on a board is called.

All coordinates here are pixels in a board's own frame: origin at its top left, not turned, not magnified. The public
door is :func:`read_grid`; every kind answers the questions of :class:`Grid`.
"""

from __future__ import annotations

from vassal_supply.vassal.grids.base import Grid, Lattice
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.grids.read import is_grid, read_grid
from vassal_supply.vassal.grids.region import RegionGrid
from vassal_supply.vassal.grids.square import SquareGrid
from vassal_supply.vassal.grids.zoned import Zone, ZonedGrid

__all__ = [
    "Grid",
    "HexGrid",
    "Lattice",
    "RegionGrid",
    "SquareGrid",
    "Zone",
    "ZonedGrid",
    "is_grid",
    "read_grid",
]
