"""Reading the sheets that a spreadsheet saved, with whatever it does to them: signs between cells, zeros, yes and no."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from vassal_supply.errors import KitError
from vassal_supply.maker.sheet_toml import SORTS, LinkRow, SpaceRow

Known = Callable[[str], "str | None"]
"""The space that a name means, ``None`` when there is none."""

_YES = ("yes", "y", "true", "1", "x", "wahr", "vrai", "verdadero", "vero")
_NO = ("", "no", "n", "false", "0", "falsch", "faux", "falso")


def read_spaces(path: Path, known: Known) -> list[SpaceRow]:
    """The rows of the sheet of spaces; raises :class:`KitError` with file and line."""
    rows: dict[str, SpaceRow] = {}
    for line, cells in _read(path, SpaceRow._fields, ("space",)):
        row = SpaceRow(*cells)
        row = row._replace(space=_space(path, line, row.space, known))
        if row.space in rows:
            _fail(path, line, f"{row.space!r} has a row already; expected one for each space")
        if row.value and not re.fullmatch(r"-?[0-9]+", row.value):
            _fail(path, line, f"value {row.value!r} of {row.space}; expected a whole number")
        rows[row.space] = row
    return list(rows.values())


def read_links(path: Path, known: Known) -> list[LinkRow]:
    """The rows of the sheet of links; raises :class:`KitError` with file and line."""
    return [
        _link(path, line, LinkRow(*cells), known)
        for line, cells in _read(path, LinkRow._fields, ("kind", "a", "b"))
    ]


def _link(path: Path, line: int, row: LinkRow, known: Known) -> LinkRow:
    sort, one_way = row.sort.lower() or SORTS[0], row.one_way.lower()
    if sort not in SORTS:
        _fail(path, line, f"sort {row.sort!r}; expected one of {', '.join(SORTS)}")
    if one_way not in _YES + _NO:
        _fail(path, line, f"one_way {row.one_way!r}; expected yes or nothing")
    one_way = "yes" if one_way in _YES else ""
    if sort == "hexside" and (row.users or one_way or row.name):
        _fail(path, line, "a hexside has no users, direction or name; expected empty cells")
    a, b = (_space(path, line, name, known) for name in (row.a, row.b))
    return row._replace(sort=sort, one_way=one_way, a=a, b=b)


def _space(path: Path, line: int, name: str, known: Known) -> str:
    space = known(name)
    if space is None:
        _fail(path, line, f"no space is called {name!r}")
    return space


def _fail(path: Path, line: int, text: str) -> NoReturn:
    raise KitError(text, file=str(path), line=line)


def _read(
    path: Path, head: tuple[str, ...], needed: tuple[str, ...]
) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of each row, in the order of ``head``; columns that are not there are empty, empty rows left out."""
    text = _decoded(path)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count), strict=True)
    columns: list[str] | None = None
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if columns is None:
                columns = _columns(path, cells, head, needed)
            elif any(cells):
                yield reader.line_num, _cells(path, reader.line_num, columns, cells, head, needed)
    except csv.Error as error:
        _fail(path, reader.line_num, f"no table: {error}; save the sheet as CSV UTF-8")
    if columns is None:
        _columns(path, [], head, needed)


def _columns(
    path: Path, cells: list[str], head: tuple[str, ...], needed: tuple[str, ...]
) -> list[str]:
    """The first row's names."""
    columns = [cell.lower() for cell in cells]
    for name in needed:
        if name not in columns:
            expected = f"expected a first row with {', '.join(head)}"
            _fail(path, 0, f"has no column {name!r}; {expected}")
    for name in columns:
        if name and name not in head:
            _fail(path, 1, f"column {name!r} is none of {', '.join(head)}")
        if name and columns.count(name) > 1:
            _fail(path, 1, f"has the column {name!r} twice")
    return columns


def _cells(
    path: Path,
    line: int,
    columns: list[str],
    cells: list[str],
    head: tuple[str, ...],
    needed: tuple[str, ...],
) -> list[str]:
    if any(cells[len(columns) :]):
        _fail(path, line, f"{len(cells)} cells; expected at most the {len(columns)} of the head")
    found = dict(zip(columns, cells, strict=False))
    for name in needed:
        if not found.get(name):
            _fail(path, line, f"no {name}")
    return [found.get(name, "") for name in head]


def _decoded(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KitError(
            f"byte {error.start} is no UTF-8; save the sheet as CSV UTF-8", file=str(path)
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
