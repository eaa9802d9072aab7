"""``kit.toml``: which module a kit is for, how its pieces become units, which marks to write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from vassal_supply.errors import ReadWarning
from vassal_supply.kit.files import KIT, MAP, RULEBOOK, KitFiles
from vassal_supply.kit.selectors import Selector
from vassal_supply.tables import Table, parse_toml

SCHEMA = 1
GRADES = ("full", "partial", "out")
OFF = "off"
"""Stands for the level of a layer that is not active."""


@dataclass(frozen=True, slots=True)
class KitMap:
    """A map of the module that the kit plays on; ``spaces`` limits it to a compact list, empty for all."""

    name: str
    spaces: str
    short: str


@dataclass(frozen=True, slots=True)
class PieceRule:
    """How some pieces become units or markers of one kind; side, nation and values are templates."""

    kind: str
    role: Literal["unit", "marker", "ignore"]
    where: Selector
    side: str = ""
    nation: str = ""
    zoc: bool = True
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mark:
    """How a grade is shown on a piece: by the level of a layer or the value of a dynamic property.

    ``shows`` maps a grade to what shows it: a level (``1`` is the first), :data:`OFF` for a layer that is switched off,
    or the property's value. ``kinds`` are the unit kinds that carry the mark, empty for all.
    """

    trait: Literal["layer", "property"]
    name: str
    shows: dict[str, str]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kit:
    """A supply kit as its maker wrote it."""

    files: KitFiles
    name: str
    module: str
    maps: tuple[KitMap, ...]
    sides: dict[str, tuple[str, ...]]
    pieces: tuple[PieceRule, ...]
    marks: tuple[Mark, ...]
    rulebook: Table
    map_data: Table | None
    warnings: list[ReadWarning] = field(default_factory=list)

    @property
    def system(self) -> str:
        """The rule system that reads the rulebook."""
        return str(self.rulebook.get("system") or "generic")


def parse_kit(files: KitFiles) -> Kit:
    """Read a kit's ``kit.toml`` and the files it names; raises :class:`KitError` with file and key."""
    table = parse_toml(files.files[KIT], file=files.path(KIT))
    if table.integer("schema") != SCHEMA:
        table.fail("schema", f"{table.get('schema')}; this version reads schema {SCHEMA}")
    module = table.table("module")
    kit = Kit(
        files=files,
        name=table.text("name", ""),
        module=module.text("name", ""),
        maps=tuple(_parse_map(one) for one in table.tables("map")),
        sides=_parse_sides(table.table("sides")),
        pieces=_parse_pieces(table),
        marks=tuple(_parse_mark(one) for one in table.tables("mark")),
        rulebook=_rulebook(files, table),
        map_data=_part(files, MAP),
    )
    module.done()
    table.done()
    if not kit.maps:
        table.fail(
            "map", "missing; expected at least one [[map]] with the name of a map of the module"
        )
    return kit


def _parse_map(table: Table) -> KitMap:
    name = table.text("name")
    found = KitMap(name, " ".join(table.texts("spaces", ())), table.text("short", name))
    table.done()
    return found


def _parse_sides(table: Table) -> dict[str, tuple[str, ...]]:
    sides = {side: table.texts(side) for side in table.keys()}  # noqa: SIM118
    if not sides:
        table.fail("", 'missing; expected [sides] like Axis = ["German", "Italian"]')
    return sides


def _parse_pieces(table: Table) -> tuple[PieceRule, ...]:
    """Ignored pieces first, since they must not become units; then in the order of the file."""
    rules = [_parse_piece(one, "ignore") for one in table.tables("ignore")]
    rules += [_parse_piece(one, "marker") for one in table.tables("marker")]
    rules += [_parse_piece(one, "unit") for one in table.tables("unit")]
    return tuple(rules)


def _parse_piece(table: Table, role: Literal["unit", "marker", "ignore"]) -> PieceRule:
    where = table.table("where")
    wanted = {key: where.texts(key) for key in where.keys()}  # noqa: SIM118
    if not wanted:
        where.fail("", 'missing; expected what the pieces show, like where = { Type = "Unit" }')
    values = table.table("values")
    rule = PieceRule(
        kind=table.text("kind", role),
        role=role,
        where=Selector(wanted),
        side=table.text("side", ""),
        nation=table.text("nation", ""),
        zoc=table.flag("zoc", True),
        values={key: str(values.get(key)) for key in values.keys()},  # noqa: SIM118
    )
    table.done()
    return rule


def _parse_mark(table: Table) -> Mark:
    trait: Literal["layer", "property"] = "layer" if "layer" in table else "property"
    name = table.text(trait)
    shows = table.table("levels" if trait == "layer" else "values")
    mark = Mark(
        trait,
        name,
        {grade: _shown(shows, grade, trait) for grade in GRADES if grade in shows},
        table.texts("for", ()),
    )
    if "out" not in mark.shows or "full" not in mark.shows:
        shows.fail("", "expected at least what shows full and what shows out")
    shows.done()
    table.done()
    return mark


def _shown(shows: Table, grade: str, trait: str) -> str:
    if trait == "property":
        return shows.text(grade)
    if shows.get(grade) == OFF:
        return OFF
    level = shows.integer(grade)
    if level < 1:
        shows.fail(grade, f'{level}; levels of a layer count from 1, and "{OFF}" switches it off')
    return str(level)


def _rulebook(files: KitFiles, table: Table) -> Table:
    name = table.text("rulebook", RULEBOOK)
    if found := _part(files, name):
        return found
    from vassal_supply.resources import built_in_rulebook

    data = built_in_rulebook(name)
    if data is None:
        table.fail("rulebook", f"{name!r} is neither a file of the kit nor a built-in rulebook")
    return parse_toml(data, file=f"built-in rulebook {name}")


def _part(files: KitFiles, name: str) -> Table | None:
    data = files.files.get(name)
    return None if data is None else parse_toml(data, file=files.path(name))
