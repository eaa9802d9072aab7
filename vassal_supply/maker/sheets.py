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

from vassal_supply.errors import KitError
from vassal_supply.kit import KitFiles, build_map, parse_kit
from vassal_supply.kit.files import MAP
from vassal_supply.kit.mapdata import MapData
from vassal_supply.kit.spaces import ADJACENT
from vassal_supply.maker.ground import boards_of
from vassal_supply.maker.sheet_toml import LinkRow, SpaceRow, with_rows
from vassal_supply.model import Link, Space
from vassal_supply.vassal.archive import whole_file
from vassal_supply.vassal.module import Module

AND = "|"


def export_sheets(folder: Path, module: Module, spaces: Path, links: Path) -> tuple[int, int]:
    """Write the two sheets of a kit; how many spaces and links they hold. Raises :class:`SupplyError`."""
    kit = parse_kit(KitFiles.from_folder(folder))
    maps = {one.name: module.map(one.name) for one in kit.maps}
    boards = {name: boards_of(found) for name, found in maps.items() if found is not None}
    built = build_map(boards, module, kit)
    space_rows = [_space_row(one, built.data) for one in built.model.spaces.values()]
    link_rows = sorted(
        _link_rows(built.data, joined=set(built.surface.links)),
        key=lambda row: (row.sort, row.kind),
    )
    _write(spaces, SpaceRow._fields, space_rows)
    _write(links, LinkRow._fields, link_rows)
    return len(space_rows), len(link_rows)


def import_sheets(folder: Path, spaces: Path, links: Path) -> tuple[int, int]:
    """Put two sheets into a kit's ``map.toml``; how many spaces and links they held. Raises :class:`KitError`."""
    path = folder / MAP
    space_rows = [SpaceRow(*row) for row in _read(spaces, SpaceRow._fields, ("space",))]
    link_rows = [LinkRow(*row) for row in _read(links, LinkRow._fields, ("kind", "a", "b"))]
    for row in space_rows:
        if row.value and not row.value.lstrip("-").isdigit():
            raise KitError(
                f"{row.value!r}; expected a whole number",
                file=str(spaces),
                place=f"value of {row.space}",
            )
    before = path.read_bytes() if path.exists() else b"schema = 1\n"
    after = with_rows(before.decode("utf-8-sig").replace("\r\n", "\n"), space_rows, link_rows)
    with whole_file(path) as out:
        out.write(after.encode("utf-8"))
    return len(space_rows), len(link_rows)


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


def _read(path: Path, head: tuple[str, ...], needed: tuple[str, ...]) -> Iterator[list[str]]:
    """The rows of a sheet in the order of ``head``; columns that are not there are empty, empty rows left out."""
    text = _decoded(path)
    first = text.partition("\n")[0]
    reader = csv.DictReader(
        io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    columns = [name.strip() for name in reader.fieldnames or ()]
    reader.fieldnames = columns
    for name in needed:
        if name not in columns:
            raise KitError(
                f"has no column {name!r}; expected a first row with {', '.join(head)}",
                file=str(path),
            )
    for name in columns:
        if name and name not in head:
            raise KitError(f"column {name!r} is none of {', '.join(head)}", file=str(path))
    for row in reader:
        cells = {name: (row.get(name) or "").strip() for name in head}
        if not any(cells.values()):
            continue
        for name in needed:
            if not cells[name]:
                raise KitError(f"no {name}", file=str(path), line=reader.line_num)
        yield list(cells.values())


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KitError(
            f"byte {error.start} is no UTF-8; save the sheet as CSV UTF-8", file=str(path)
        ) from None
