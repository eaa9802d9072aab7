"""``kit.toml``: which module a kit is for, how its pieces become units, which marks to write."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from vassal_supply.kit.files import KIT, MAP, KitFiles
from vassal_supply.kit.rulebooks import read_rulebook
from vassal_supply.kit.rules import PieceRule, parse_pieces
from vassal_supply.kit.seen import OFF
from vassal_supply.kit.templates import Template, Translation, parse_translations
from vassal_supply.tables import Table, parse_toml

SCHEMA = 1
GRADES = ("full", "partial", "out")
CONTROL = ("occupier", "marker", "map", "nation")
"""What may say who controls a space: units on it, control markers, ``map.toml``, the nation it belongs to."""


class KitMap(NamedTuple):
    """A map of the module that the kit plays on.

    ``spaces`` limits it to a compact list, empty for all; ``short`` is what goes before a space's name where two maps
    share it; with ``joined`` boards that lie beside each other are one playing surface.
    """

    name: str
    spaces: str
    short: str
    joined: bool


class Mark(NamedTuple):
    """How a grade is shown on a piece: by the level of a layer or the value of a dynamic property.

    ``shows`` maps a grade to what shows it: a level (``1`` is the first), :data:`OFF` for a layer that is switched off,
    or the property's value. ``kinds`` are the unit kinds that carry the mark, empty for all.

    Trait ``marker`` is a counter laid on the units: ``name`` is the kit's marker kind, ``shows`` maps the one grade it
    stands for to the palette slot it comes from (name or gpid), ``sides`` are those whose units it is laid on.
    """

    trait: Literal["layer", "property", "marker"]
    name: str
    shows: dict[str, str]
    kinds: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    def concerns(self, kind: str, side: str = "") -> bool:
        """Whether units of this kind and side carry the mark; without a side, whether some side's do."""
        return (not self.kinds or kind in self.kinds) and (
            not (self.sides and side) or side in self.sides
        )


class Kit(NamedTuple):
    """A supply kit as its maker wrote it.

    ``sides`` maps each side to its nations, ``players`` to the names of the module's players that take it. ``control``
    lists what says who controls a space, the first that does counting. ``neutral`` is the kind of marker that names
    nations out of the war. ``command`` maps a unit's name to patterns for the names of those it commands. ``facts`` are
    templates over the game's properties.
    """

    files: KitFiles
    name: str
    module: str
    maps: tuple[KitMap, ...]
    sides: dict[str, tuple[str, ...]]
    pieces: tuple[PieceRule, ...]
    marks: tuple[Mark, ...]
    rulebook: Table
    map_data: Table | None
    table: Table
    players: dict[str, tuple[str, ...]]
    control: tuple[str, ...]
    neutral: str
    command: dict[str, tuple[str, ...]]
    tables: Mapping[str, Translation]
    turn: Template
    facts: dict[str, Template]

    @property
    def system(self) -> str:
        """The rule system that reads the rulebook."""
        return self.rulebook.text("system", "generic")

    def side_of(self, name: str) -> str:
        """The side that a name means: itself, or the side that a nation belongs to; empty for none of them."""
        if name in self.sides:
            return name
        return next((side for side, nations in self.sides.items() if name in nations), "")

    def check_users(self, users: tuple[str, ...], table: Table, key: str) -> frozenset[str]:
        """The users that a key lists; raises the table's error for one that is no side or nation."""
        for user in users:
            if not self.side_of(user):
                known = ", ".join(
                    name for side in self.sides.items() for name in (side[0], *side[1])
                )
                table.fail(
                    key, f"{user!r} is no side or nation of the kit; expected one of {known}", user
                )
        return frozenset(users)


def parse_kit(files: KitFiles) -> Kit:
    """Read a kit's ``kit.toml`` and the files it names; raises :class:`KitError` with file, line and key."""
    table = parse_toml(files.files[KIT], file=files.path(KIT))
    if table.integer("schema") != SCHEMA:
        table.fail("schema", f"{table.get('schema')}; this version reads schema {SCHEMA}")
    module = table.table("module")
    tables = parse_translations(table.table("tables"))
    kit = Kit(
        files=files,
        name=table.text("name", ""),
        module=module.text("name", ""),
        maps=tuple(_parse_map(one) for one in table.tables("map")),
        sides=_parse_sides(table.table("sides")),
        pieces=parse_pieces(table, tables),
        marks=tuple(_parse_mark(one) for one in table.tables("mark")),
        rulebook=read_rulebook(files, table),
        map_data=files.toml(MAP),
        table=table,
        players=_parse_lists(table.table("players")),
        control=_parse_control(table),
        neutral=table.text("neutral", ""),
        command=_parse_lists(table.table("command")),
        tables=tables,
        turn=Template(table.text("turn", ""), tables),
        facts=_parse_facts(table.table("facts"), tables),
    )
    module.done()
    table.done()
    _check(kit)
    return kit


def _check(kit: Kit) -> None:
    if not kit.maps:
        kit.table.fail(
            "map", "missing; expected at least one [[map]] with the name of a map of the module"
        )
    for side in kit.players:
        if side not in kit.sides:
            kit.table.fail(
                f"players.{side}",
                f"no side of the kit is called {side!r}; it knows {', '.join(kit.sides)}",
            )


def _parse_map(table: Table) -> KitMap:
    name = table.text("name")
    spaces = " ".join(table.texts("spaces", ()))
    found = KitMap(name, spaces, table.text("short", name), table.flag("joined", False))
    table.done()
    return found


def _parse_sides(table: Table) -> dict[str, tuple[str, ...]]:
    sides = _parse_lists(table)
    if not sides:
        table.fail("", 'missing; expected [sides] like Axis = ["German", "Italian"]')
    return sides


def _parse_lists(table: Table) -> dict[str, tuple[str, ...]]:
    return {key: table.texts(key) for key in table.keys()}  # noqa: SIM118


def _parse_control(table: Table) -> tuple[str, ...]:
    """Who decides on control; one word alone comes before the usual two."""
    words = table.texts("control", ("marker", "map"))
    for word in words:
        if word not in CONTROL:
            table.fail("control", f"{word!r}; expected one of {', '.join(CONTROL)}", word)
    usual = ("marker", "map") if isinstance(table.get("control"), str) else ()
    return (*words, *(word for word in usual if word not in words))


def _parse_facts(table: Table, tables: Mapping[str, Translation]) -> dict[str, Template]:
    return {key: Template(table.text(key), tables) for key in table.keys()}  # noqa: SIM118


def _parse_mark(table: Table) -> Mark:
    if "marker" in table:
        return _parse_marker_mark(table)
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


def _parse_marker_mark(table: Table) -> Mark:
    grade = table.choice("grade", ("partial", "out"), "out")
    shows = {grade: table.text("slot", "")}
    name, sides = table.text("marker"), table.texts("side", ())
    mark = Mark("marker", name, shows, table.texts("for", ()), sides)
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
