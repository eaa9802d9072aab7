"""From the maps a kit names to one map model: boards as the save lays them out, and the kit's data on their spaces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import KitError, ReadWarning
from vassal_supply.kit.mapdata import MapData, Report, raising, read_same, space_names
from vassal_supply.kit.spaces import (
    Box,
    Location,
    Raw,
    Surface,
    join_boards,
    name_spaces,
    read_surface,
)
from vassal_supply.model import MapModel
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.kit.kit import Kit, KitMap
    from vassal_supply.vassal.boards import BoardPlacement
    from vassal_supply.vassal.layout import MapLayout
    from vassal_supply.vassal.module import Module

SCHEMA = 1

Boards = dict[str, "tuple[BoardPlacement, ...]"]
"""The boards laid out on each map, by the map's name or id."""


class BuiltMap(NamedTuple):
    """The map model, the spaces of the module under it and what the kit says of them."""

    surface: Surface
    model: MapModel
    data: MapData

    @property
    def warnings(self) -> list[ReadWarning]:
        """What was odd about the boards and grids, as far as places on them were asked for."""
        return [one for layout in self.surface.layouts.values() for one in layout.warnings]


def build_map(boards: Boards, module: Module, kit: Kit, report: Report = raising) -> BuiltMap:
    """The spaces of all the kit's maps with the kit's map data on them.

    Raises :class:`KitError` for a map the module lacks. ``report`` is told of names in ``map.toml`` that are no space.
    """
    table = kit.map_data
    if table is not None and table.integer("schema") != SCHEMA:
        table.fail("schema", f"{table.get('schema')}; this version reads schema {SCHEMA}")
    layouts = {one.name: _layout(boards, module, kit, one) for one in kit.maps}
    boxes = [_box(one, layouts) for one in table.tables("box")] if table else []
    surface = read_surface(layouts, kit.maps, boxes)
    _limit(surface, kit, report)
    for one in kit.maps:
        if one.joined:
            join_boards(surface, one.name)
    if table is not None:
        read_same(table.table("same"), surface, report)
    data = MapData(kit, surface, report)
    if table is not None:
        data.read(table)
    return BuiltMap(surface, data.model(), data)


def _layout(boards: Boards, module: Module, kit: Kit, wanted: KitMap) -> MapLayout:
    on_map = module.map(wanted.name)
    placements = boards.get(wanted.name) or (boards.get(on_map.id) if on_map else None)
    found = module.layout(wanted.name, placements)
    if found is None:
        known = ", ".join(one.name for one in module.maps)
        raise KitError(
            f"the module has no map {wanted.name!r}; it has {known}",
            file=kit.table.file,
            place="map.name",
            line=kit.table.line(f"map[{kit.maps.index(wanted) + 1}].name"),
        )
    return found


def _limit(surface: Surface, kit: Kit, report: Report) -> None:
    """Leave only the spaces that the kit plays on; boxes are the kit's own and stay."""
    if not any(one.spaces for one in kit.maps):
        return
    boxes = {box.name for box in surface.boxes}
    kept: dict[Location, Raw] = {}
    for one, table in zip(kit.maps, kit.table.tables("map"), strict=True):
        spaces = {id: raw for id, raw in surface.spaces.items() if raw.map == one.name}
        if one.spaces:
            names = space_names(surface, partial(_group, spaces), spaces)
            wanted = names.unfold(one.spaces, partial(report, table, "spaces"))
            spaces = {id: spaces[id] for id in dict.fromkeys(wanted)}
        kept |= {raw.location: raw for id, raw in spaces.items() if id not in boxes}
    name_spaces(surface, kept, {one.name: one.short for one in kit.maps})


def _group(spaces: Mapping[str, Raw], sort: str, name: str) -> list[str] | None:
    """The spaces of a zone or board."""
    if sort not in ("zone", "board"):
        return None
    return [id for id, raw in spaces.items() if getattr(raw, sort) == name] or None


def _box(table: Table, layouts: dict[str, MapLayout]) -> Box:
    """``[[box]]``: a space made of a zone, a board, a rectangle of pixels, or a whole map."""
    on_map = table.text("map", next(iter(layouts)))
    if on_map not in layouts:
        table.fail("map", f"{on_map!r} is no map of the kit; it has {', '.join(layouts)}")
    box = Box(
        name=table.text("name"),
        map=on_map,
        zone=table.text("zone", ""),
        board=table.text("board", ""),
        area=_area(table) if "area" in table else None,
    )
    table.done()
    return box


def _area(table: Table) -> tuple[int, int, int, int]:
    value = table.get("area")
    numbers = value if isinstance(value, list) else []
    whole = [one for one in numbers if isinstance(one, int) and not isinstance(one, bool)]
    if len(whole) != 4 or len(numbers) != 4:
        table.fail("area", f"{value!r}; expected [left, top, width, height] in pixels of the map")
    return whole[0], whole[1], whole[2], whole[3]
