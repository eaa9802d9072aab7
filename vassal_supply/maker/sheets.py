"""A kit's map data as two sheets for a spreadsheet, one of spaces and one of links, and back.

``spaces.csv``: space, terrain, features, names, nation, regions, value, control. ``links.csv``: kind, a, b, sort,
users, one_way, name, where ``sort`` is ``line`` (of a road or rail), ``hexside``, ``neighbour`` or ``link``. Several words
in a cell stand with ``|`` between them. What the sheets do not hold (sources, boxes, places that are one) stays in ``map.toml`` as
it is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from vassal_supply.errors import KitError, WriteError
from vassal_supply.kit import Kit, KitFiles, build_map, parse_kit
from vassal_supply.kit.files import MAP
from vassal_supply.kit.mapdata import MapData, Report, raising
from vassal_supply.kit.maps import BuiltMap
from vassal_supply.kit.spaces import ADJACENT
from vassal_supply.maker.ground import boards_of
from vassal_supply.maker.sheet_read import Known, read_links, read_spaces
from vassal_supply.maker.sheet_toml import LinkRow, SpaceRow, with_rows
from vassal_supply.model import Link, Space
from vassal_supply.tables import parse_toml
from vassal_supply.vassal.archive import whole_file
from vassal_supply.vassal.module import Module

AND = "|"


def export_sheets(folder: Path, module: Module, spaces: Path, links: Path) -> tuple[int, int]:
    """Write the two sheets of a kit; how many spaces and links they hold. Raises :class:`SupplyError`."""
    if spaces == links:
        raise WriteError("cannot be both sheets; name a second file", file=str(links))
    built = _build(parse_kit(KitFiles.from_folder(folder)), module)
    space_rows = [_space_row(one, built.data) for one in built.model.spaces.values()]
    link_rows = sorted(
        _link_rows(built.data, joined=set(built.surface.links)),
        key=lambda row: (row.sort, row.kind),
    )
    _write(spaces, SpaceRow._fields, space_rows)
    _write(links, LinkRow._fields, link_rows)
    return len(space_rows), len(link_rows)


def import_sheets(
    folder: Path, spaces: Path, links: Path, module: Module | None = None
) -> tuple[int, int]:
    """Put two sheets into a kit's ``map.toml``; how many spaces and links they held.

    With its module every name must be one of a space, and names that are numbers get the zeros back that spreadsheets
    take from their front. Raises :class:`KitError` with file and line, and leaves the kit as it was then.
    """
    files = KitFiles.from_folder(folder)
    files.toml(MAP)
    known = (lambda name: name) if module is None else _known(files, module)
    space_rows, link_rows = read_spaces(spaces, known), read_links(links, known)
    before = (files.files.get(MAP) or b"schema = 1\n").decode("utf-8-sig").replace("\r\n", "\n")
    after = with_rows(before, space_rows, link_rows).encode("utf-8")
    try:
        parse_toml(after, file=files.path(MAP))
    except KitError as error:
        raise KitError(
            "the sheets cannot be put in; expected each of its tables under a header like [terrain]",
            file=error.file,
        ) from None
    with whole_file(folder / MAP) as out:
        out.write(after)
    return len(space_rows), len(link_rows)


def _known(files: KitFiles, module: Module) -> Known:
    """The spaces of a module by the names in a sheet."""
    built = _build(parse_kit(files), module, lambda table, key, text, word: None)
    return built.data.names.meant


def _build(kit: Kit, module: Module, report: Report = raising) -> BuiltMap:
    maps = {one.name: module.map(one.name) for one in kit.maps}
    boards = {name: boards_of(found) for name, found in maps.items() if found is not None}
    return build_map(boards, module, kit, report)


def _space_row(space: Space, data: MapData) -> SpaceRow:
    return SpaceRow(
        space=space.id,
        terrain=space.terrain,
        features=AND.join(sorted(space.features)),
        names=AND.join(space.names),
        nation=space.nation,
        regions=AND.join(sorted(space.regions)),
        value=str(space.value) if space.value else "",
        control=data.control.get(space.id, ""),
    )


def _link_rows(data: MapData, joined: set[Link]) -> Iterator[LinkRow]:
    """Hexsides and links; those that join boards come from the module and stay out."""
    for (a, b), kinds in data.hexsides.items():
        for kind in sorted(kinds):
            yield LinkRow(kind, a, b, "hexside", "", "", "")
    for one in data.links:
        if one in joined:
            continue
        plain = one.both and not one.users and not one.name
        sort = "link" if not plain else "neighbour" if one.kind == ADJACENT else "line"
        users = AND.join(sorted(one.users))
        yield LinkRow(one.kind, one.a, one.b, sort, users, "" if one.both else "yes", one.name)


def _write(path: Path, head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    # The byte order mark lets a spreadsheet see that it is UTF-8.
    with whole_file(path) as out:
        out.write(text.getvalue().encode("utf-8-sig"))
