"""Putting the rows of two sheets into the text of a ``map.toml``, everything else in it kept as its maker wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from vassal_supply.kit.ranges import quoted
from vassal_supply.maker.toml_text import key, long_list, text, texts

AND = "|"
_OWN = (
    "terrain",
    "features",
    "names",
    "feature",
    "nations",
    "regions",
    "values",
    "control",
    "neighbours",
    "lines",
    "hexsides",
    "link",
)
"""The tables of ``map.toml`` that the sheets hold the whole of."""

_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*([A-Za-z0-9_]+)", re.MULTILINE)
_NOTE = "# From the sheets of spaces and links; see vassal-supply kit export."


class SpaceRow(NamedTuple):
    """A row of the sheet of spaces."""

    space: str
    terrain: str
    features: str
    names: str
    nation: str
    regions: str
    value: str
    control: str


SORTS = ("line", "hexside", "neighbour", "link")
"""What a row of the sheet of links may be; the first when it does not say."""


class LinkRow(NamedTuple):
    """A row of the sheet of links; ``sort`` is one of :data:`SORTS`, ``one_way`` empty for both ways."""

    kind: str
    a: str
    b: str
    sort: str
    users: str
    one_way: str
    name: str


def with_rows(toml: str, spaces: list[SpaceRow], links: list[LinkRow]) -> str:
    """The text of a ``map.toml`` with these rows in place of the tables they stand for."""
    kept = _without(toml, _OWN)
    head, sections = kept[0], kept[1:]
    written = "\n".join([_NOTE, "", *_space_tables(spaces), *_link_tables(links)]).rstrip()
    parts = [head.replace(_NOTE, "").rstrip(), written, *(one.rstrip() for one in sections)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _without(toml: str, names: Iterable[str]) -> list[str]:
    """The text before the first table, then each other table with the comments above it, those of ``names`` left out."""
    found = [(hit[1], _with_comments(toml, hit.start())) for hit in _HEADER.finditer(toml)]
    ends = [start for _, start in found] + [len(toml)]
    tables = [
        toml[start:end]
        for (name, start), end in zip(found, ends[1:], strict=True)
        if name not in names
    ]
    return [toml[: ends[0]], *tables]


def _with_comments(toml: str, start: int) -> int:
    """Where the comment lines right above a header begin."""
    while start:
        above = toml.rfind("\n", 0, start - 1) + 1
        if not toml[above:start].lstrip().startswith("#"):
            break
        start = above
    return start


def _space_tables(rows: list[SpaceRow]) -> Iterator[str]:
    yield from _lists("terrain", rows, lambda row: row.terrain.split(AND))
    yield from _lists("features", rows, lambda row: row.features.split(AND))
    yield from _lists("nations", rows, lambda row: row.nation.split(AND))
    named = [(row.space, row.names.split(AND)) for row in rows if row.names]
    if named:
        yield "[names]"
        yield from (f"{key(space)} = {texts(names)}" for space, names in named)
        yield ""
    yield from _lists("regions", rows, lambda row: row.regions.split(AND))
    values = [row for row in rows if row.value]
    if values:
        yield "[values]"
        yield from (f"{key(quoted(row.space))} = {int(row.value)}" for row in values)
        yield ""
    yield from _lists("control", rows, lambda row: row.control.split(AND))


def _lists(
    table: str, rows: list[SpaceRow], words: Callable[[SpaceRow], list[str]]
) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for row in rows:
        for word in words(row):
            if word.strip():
                found.setdefault(word.strip(), []).append(quoted(row.space))
    if found:
        yield f"[{table}]"
        yield from (f"{key(word)} = {long_list(spaces)}" for word, spaces in found.items())
        yield ""


def _link_tables(rows: list[LinkRow]) -> Iterator[str]:
    simple = [row for row in rows if not (row.users or row.one_way or row.name)]
    neighbours: dict[str, list[str]] = {}
    for row in simple:
        if row.sort == "neighbour":
            neighbours.setdefault(row.a, []).append(quoted(row.b))
    if neighbours:
        yield "[neighbours]"
        yield from (f"{key(a)} = {long_list(others)}" for a, others in neighbours.items())
        yield ""
    lines: dict[str, list[tuple[str, str]]] = {}
    for row in simple:
        if row.sort not in ("neighbour", "hexside"):
            lines.setdefault(row.kind, []).append((row.a, row.b))
    yield from _pairs("lines", {kind: list(_chains(pairs)) for kind, pairs in lines.items()}, "-")
    sides: dict[str, list[list[str]]] = {}
    for row in simple:
        if row.sort == "hexside":
            sides.setdefault(row.kind, []).append([row.a, row.b])
    yield from _pairs("hexsides", sides, "/")
    for row in rows:
        if row.users or row.one_way or row.name:
            yield from _link(row)


def _pairs(table: str, found: dict[str, list[list[str]]], sign: str) -> Iterator[str]:
    if not found:
        return
    yield f"[{table}]"
    for kind, paths in found.items():
        yield f"{key(kind)} = {long_list(sign.join(map(quoted, path)) for path in paths)}"
    yield ""


def _chains(pairs: list[tuple[str, str]]) -> Iterator[list[str]]:
    """Steps that follow each other, as one path."""
    path: list[str] = []
    for a, b in pairs:
        if path and path[-1] == a:
            path.append(b)
            continue
        if path:
            yield path
        path = [a, b]
    if path:
        yield path


def _link(row: LinkRow) -> Iterator[str]:
    yield "[[link]]"
    yield f"kind = {text(row.kind)}"
    yield f"spaces = {text(f'{quoted(row.a)}-{quoted(row.b)}')}"
    if row.users:
        yield f"users = {texts(row.users.split(AND))}"
    if row.one_way:
        yield "one_way = true"
    if row.name:
        yield f"name = {text(row.name)}"
    yield ""
