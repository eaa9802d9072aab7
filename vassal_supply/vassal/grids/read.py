"""Grids from the build file: the elements ``HexGrid``, ``SquareGrid``, ``RegionGrid``, ``ZonedGrid`` and their like."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from vassal_supply.vassal.buildfile import Reading, class_name, components, flag
from vassal_supply.vassal.formats import is_code, tokens_of
from vassal_supply.vassal.grids.base import Grid, Point
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.grids.numbering import (
    Axis,
    Numbering,
    Slant,
    slant_left,
    slant_right,
    slant_third_reich,
)
from vassal_supply.vassal.grids.region import RegionGrid
from vassal_supply.vassal.grids.square import SquareGrid
from vassal_supply.vassal.grids.zoned import Zone, ZonedGrid
from vassal_supply.vassal.trait import to_int

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Size = tuple[int, int]

_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
# The height of a hex when the build file gives none, and the width the engine takes as "not set".
_HEX_HEIGHT = 64.0
_HEX_WIDTH = math.sqrt(3) / 2 * _HEX_HEIGHT
_THIRD_REICH = "ThirdReich.ObliqueHexGridNumbering"
# More leading zeros than anyone ever printed.
_MOST_ZEROS = 20
# A format of names; each of a map's places may have one.
_LONGEST_FORMAT = 1_000
# What a format may name, with some value.
_ANY_VALUES = {"name": "Zone", "gridLocation": "A1", "column": "1", "row": "1"}
# Beyond the 32 bits of a number in a build file.
_NO_NUMBER = 1 << 40


def is_grid(element: Element) -> bool:
    """Whether a component of a board or zone is its grid; subclasses of other makers go by the end of their name."""
    return class_name(element).endswith(_GRIDS)


def read_grid(element: Element, size: Size | None, reading: Reading) -> Grid | None:
    """The grid an element describes, or ``None`` with a warning when it cannot be one.

    ``size`` is the width and height in pixels of the board it covers, or of its zone's bounding box; ``None`` when the
    board's image is missing.
    """
    name = class_name(element)
    if not str(element.tag).startswith("VASSAL."):
        reading.warn(element, f"grid class {element.tag} is unknown; read as VASSAL's own kind")
    if name.endswith("ZonedGrid"):
        return _zoned(element, size, reading)
    if name.endswith("RegionGrid"):
        return _regions(element, reading)
    return _regular(element, size, reading)


def _regular(element: Element, size: Size | None, reading: Reading) -> Grid | None:
    hexes = class_name(element).endswith("HexGrid")
    dy = reading.real(element, "dy", _HEX_HEIGHT if hexes else 48.0)
    dx = reading.real(element, "dx", _HEX_WIDTH if hexes else 48.0)
    # Attributes take effect in alphabetical order: dy overrules a dx that equals the default.
    if hexes and dx == _HEX_WIDTH and element.get("dy"):
        dx = math.sqrt(3) / 2 * dy
    if not (dx >= 1 and dy >= 1):
        reading.warn(element, f"a grid with spacing {dx:g} by {dy:g} pixels is ignored")
        return None
    sideways = hexes and flag(element, "sideways")
    numbering = _numbering(element, size, (dx, dy), sideways, reading)
    x0 = reading.integer(element, "x0", 0 if hexes else 24)
    y0 = reading.integer(element, "y0", 32 if hexes else 24)
    edges, corners = flag(element, "edgesLegal"), flag(element, "cornersLegal")
    snaps = flag(element, "snapTo", True)
    if hexes:
        return HexGrid(
            dx,
            dy,
            x0,
            y0,
            sideways=sideways,
            edges=edges,
            corners=corners,
            snaps=snaps,
            numbering=numbering,
        )
    return SquareGrid(
        dx,
        dy,
        x0,
        y0,
        edges=edges,
        corners=corners,
        snaps=snaps,
        manhattan=element.get("range") == "Manhattan",
        numbering=numbering,
    )


def _numbering(
    grid: Element, size: Size | None, spacing: tuple[float, float], sideways: bool, reading: Reading
) -> Numbering | None:
    """The numbering of a hex or square grid; of several the last counts, as in the engine."""
    found = [child for child in components(grid) if class_name(child).endswith("Numbering")]
    if not found:
        return None
    element = found[-1]
    hexes = class_name(grid).endswith("HexGrid")
    oblique = hexes and class_name(element) == "ObliqueHexGridNumbering"
    if not oblique and class_name(element) != f"{'Hex' if hexes else 'Square'}GridNumbering":
        reading.warn(
            element, f"numbering class {element.tag} is unknown; names like c12r05 are ours"
        )
        return None
    h, v = _axis(element, "h", reading), _axis(element, "v", reading)
    if size is None and (h.descending or v.descending):
        reading.warn(element, "numbers count down from a board edge nobody knows; names are ours")
        return None
    columns, rows = _counts(size or (0, 0), spacing, hexes)
    return Numbering(
        "hex" if hexes else "square",
        sideways=sideways,
        h=h,
        v=v,
        h_first=element.get("first", "H").startswith("H"),
        separator=element.get("sep", ""),
        stagger=flag(element, "stagger", True),
        slant=_slant(element, sideways, reading) if oblique else None,
        columns=columns,
        rows=rows,
        location_format=_format(element, "$gridLocation$", reading),
    )


def _format(element: Element, default: str, reading: Reading) -> tuple[str, ...]:
    """The tokens of a locationFormat."""
    text = element.get("locationFormat", default)
    if len(text) > _LONGEST_FORMAT:
        reading.warn(element, f"its location format is longer than {_LONGEST_FORMAT:,} characters")
        text = default
    tokens = tokens_of(text)
    if is_code(tokens[0]):
        from vassal_supply.vassal.expressions import evaluate_code

        if evaluate_code(tokens[0][1:-1], _ANY_VALUES.get) is None:
            what = "its location format is BeanShell code beyond what is worked out; the grid's own names stand"
            reading.warn(element, what)
    return tokens


def _slant(element: Element, sideways: bool, reading: Reading) -> Slant | None:
    """How an oblique numbering slants: the classes of that name do not agree."""
    if str(element.tag).startswith("VASSAL."):
        return slant_right if flag(element, "stagger", True) else slant_left
    if element.tag == _THIRD_REICH:
        return slant_third_reich if sideways else None
    reading.warn(
        element, f"numbering class {element.tag} is read as VASSAL's own oblique numbering"
    )
    # The forerunner of the engine's class, still found in modules, had an attribute of its own.
    right = flag(element, "direction", flag(element, "stagger", True))
    return slant_right if right else slant_left


def _axis(element: Element, key: str, reading: Reading) -> Axis:
    leading = reading.integer(element, key + "Leading", 1)
    return Axis(
        letters=element.get(key + "Type", "N").startswith("A"),
        leading=min(max(leading, 0), _MOST_ZEROS),
        offset=reading.integer(element, key + "Off", 1),
        descending=flag(element, key + "Descend"),
    )


def _counts(size: Size, spacing: tuple[float, float], hexes: bool) -> tuple[int, int]:
    """The engine's counts of columns and rows across the container (``getMaxColumns``, ``getMaxRows``).

    For hexes it pairs width with dy and height with dx whichever way they lie; that fits sideways hexes only.
    """
    (width, height), (dx, dy) = size, spacing
    if hexes:
        return math.floor(width / dy + 0.5), math.floor(height / dx + 0.5)
    return int(width / dx + 0.5), int(height / dy + 0.5)


def _regions(element: Element, reading: Reading) -> RegionGrid:
    regions: dict[Point, str] = {}
    for child in components(element):
        if class_name(child).endswith("Region"):
            place = reading.integer(child, "originx", 0), reading.integer(child, "originy", 0)
            regions[place] = child.get("name", "")
    return RegionGrid(regions, snaps=flag(element, "snapto", True))


def _zoned(element: Element, size: Size | None, reading: Reading) -> ZonedGrid:
    background: Grid | None = None
    zones: list[Element] = []
    for child in components(element):
        if is_grid(child):
            background = read_grid(child, size, reading)
        elif class_name(child).endswith("Zone"):
            zones.append(child)
    return ZonedGrid(tuple(_zone(zone, background, reading) for zone in zones), background)


def _zone(element: Element, background: Grid | None, reading: Reading) -> Zone:
    polygon = _polygon(element, reading)
    parent_grid = element.get("useParentGrid") == "true"
    grid = background
    if not parent_grid:
        own = [child for child in components(element) if is_grid(child)]
        bounds = Zone("", polygon).bounds
        size = bounds[2] - bounds[0], bounds[3] - bounds[1]
        grid = read_grid(own[-1], size, reading) if own else None
    return Zone(
        element.get("name", ""),
        polygon,
        _format(element, "$name$", reading),
        grid,
        parent_grid=parent_grid,
    )


def _polygon(element: Element, reading: Reading) -> tuple[Point, ...]:
    """The corners in a zone's ``path``; corners that do not parse are left out, as the engine does."""
    corners: list[Point] = []
    for text in element.get("path", "").split(";"):
        numbers = [to_int(number.strip(), _NO_NUMBER) for number in text.split(",")]
        if len(numbers) == 2 and _NO_NUMBER not in numbers:
            corners.append((numbers[0], numbers[1]))
        elif text.strip():
            reading.warn(element, f"zone corner {text[:40]!r} is no point and is left out")
    return tuple(corners)
