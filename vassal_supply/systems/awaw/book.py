"""The rulebook of A World at War as typed data: sources, boxes, nations and the kit's words (``awaw*.toml``).

Everything that the rule names by place, nation or counter is read from here, so that a kit can say it in its own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.tables import Table


class SourceRule(NamedTuple):
    """A source by name (30.22, 30.26).

    ``full`` and ``partial`` are the factions and nations that may use it, ``controller`` among them for whoever controls
    it. ``capital`` is the major whose capital it is (30.229), ``of`` the land whose surrender ends it, ``in_hex`` limits
    it to what stands in it, ``needs`` are (minor, major) pairs that must stand together.
    """

    name: str
    rule: str
    full: frozenset[str]
    partial: frozenset[str]
    capital: str
    of: str
    in_hex: bool
    needs: tuple[tuple[str, str], ...]


class Box(NamedTuple):
    """A mapboard box (30.332): where sea lines from it may go, and what carries them.

    ``by_destination`` says that one transport carries all lines to one hex; else each line needs its own.
    ``ends`` are places and fronts it reaches at once, ``through`` what further fronts lie behind which place,
    ``beyond`` the fronts behind any of its ends. ``only`` and ``never`` bound what began there wherever it goes on to.
    """

    name: str
    rule: str
    transport: str
    by_destination: bool
    by_land: bool
    entries: tuple[str, ...]
    ends: tuple[str, ...]
    through: tuple[tuple[str, tuple[str, ...]], ...]
    beyond: tuple[str, ...]
    only: tuple[str, ...]
    never: tuple[str, ...]


class Edge(NamedTuple):
    """A named way from a box onto the map, or off the board: its rule and conditions.

    ``when`` is the fact that must hold, ``controlled`` the faction that must control its hex, ``sources`` the faction
    whose sources alone may use it.
    """

    rule: str
    when: str
    controlled: str
    sources: str


class Minor(NamedTuple):
    """A minor country: its capital, and the major it would stand with on either side."""

    name: str
    capital: str
    majors: tuple[str, ...]


class Book(NamedTuple):
    """The whole rulebook; ``words`` are the kit's words by table and key."""

    name: str
    sources: tuple[SourceRule, ...]
    boxes: dict[str, Box]
    edges: dict[str, Edge]
    off_board: dict[str, Edge]
    sides: dict[str, str]
    majors: dict[str, str]
    members: dict[str, str]
    minors: dict[str, Minor]
    words: Mapping[str, Mapping[str, tuple[str, ...]]]
    edge_links: str
    ranges: Mapping[str, int]
    uncooperative: frozenset[frozenset[str]]
    share_from: int
    defence: Mapping[str, int]
    delay_per: int
    state: Table

    def word(self, table: str, key: str) -> frozenset[str]:
        """The kit's words under a key."""
        return frozenset(self.words[table][key])


_WORDS = {
    "land": ("sea", "closed", "links"),
    "sea": ("terrain", "through", "closed", "lanes"),
    "zoc": ("stopped_by_hexsides", "fortified"),
    "terrain": [
        "overgrown",
        "hiding",
        "one_hex_island",
        "beach_islands",
        "beach",
        "port",
        "fortified_port",
        "capital",
        "objective",
    ],
    "regions": [
        "new_guinea",
        "china",
        "pacific",
        "western_front",
        "mediterranean_front",
        "eastern_front",
        "pacific_front",
        "asian_front",
        "southeast_asian_front",
        "australia",
        "ethiopia",
        "spanish_morocco",
        "island_groups",
    ],
    "exceptions": ("new_guinea_ports", "burma_road", "china_by_sea"),
    "kinds": (
        [
            "armor",
            "mechanised",
            "infantry",
            "airborne",
            "partisan",
            "chindit",
            "air",
            "bomber",
            "naval",
            "submarine",
        ]
    ),
    "markers": [
        "bridgehead",
        "airbase",
        "rocket_base",
        "fortress",
        "fortification",
        "oil_plant",
        "damage",
        "ic",
        "partisan",
        "railhead",
    ],
    "source_features": ("oil_plant", "communist_city", "ic"),
}
"""Every table of words with its keys."""


def read_book(table: Table) -> Book:
    """Read a rulebook's table; raises its error for a slip, with the key."""
    table.integer("schema")
    table.text("system")
    sides, majors = _factions(table.table("factions"))
    land = table.table("land")
    book = Book(
        name=table.text("name", ""),
        sources=_sources(table.table("sources")),
        boxes=_boxes(table.table("boxes")),
        edges=_edges(table.table("edges")),
        off_board=_edges(table.table("off_board")),
        sides=sides,
        majors=majors,
        members=_members(table.table("members"), majors),
        minors=_minors(table.table("minors"), majors),
        words={name: _words(table.table(name), name) for name in _WORDS},
        edge_links=land.text("edges"),
        ranges=_numbers(table.table("ranges")),
        uncooperative=_pairs(table.table("cooperation")),
        share_from=table.table("china").integer("share_from"),
        defence=_numbers(table.table("defence")),
        delay_per=table.table("ic").integer("delay_per"),
        state=table.table("state"),
    )
    table.done()
    return book


def _names(table: Table) -> list[str]:
    return list(table.keys())


def _sources(table: Table) -> tuple[SourceRule, ...]:
    found = []
    for name in _names(table):
        one = table.table(name)
        needs = one.table("with")
        found.append(
            SourceRule(
                name,
                one.text("rule"),
                frozenset(one.texts("full", ())),
                frozenset(one.texts("partial", ())),
                one.text("capital", ""),
                one.text("of", ""),
                one.flag("in_hex", False),
                tuple((minor, needs.text(minor)) for minor in _names(needs)),
            )
        )
        one.done()
    return tuple(found)


def _boxes(table: Table) -> dict[str, Box]:
    found = {}
    for name in _names(table):
        one = table.table(name)
        through = one.table("through")
        found[name] = Box(
            name=name,
            rule=one.text("rule"),
            transport=one.text("transport", ""),
            by_destination=one.flag("by_destination", False),
            by_land=one.flag("by_land", False),
            entries=one.texts("entries", ()),
            ends=one.texts("ends", ()),
            through=tuple((place, through.texts(place)) for place in _names(through)),
            beyond=one.texts("beyond", ()),
            only=one.texts("only", ()),
            never=one.texts("never", ()),
        )
        one.done()
    return found


def _edges(table: Table) -> dict[str, Edge]:
    found = {}
    for name in _names(table):
        one = table.table(name)
        found[name] = Edge(
            one.text("rule"),
            one.text("when", ""),
            one.text("controlled", ""),
            one.text("sources", ""),
        )
        one.done()
    return found


def _factions(table: Table) -> tuple[dict[str, str], dict[str, str]]:
    """The side of each faction, the faction of each major."""
    sides: dict[str, str] = {}
    majors: dict[str, str] = {}
    for name in _names(table):
        one = table.table(name)
        sides[name] = one.text("side")
        majors |= dict.fromkeys(one.texts("majors"), name)
        one.done()
    return sides, majors


def _members(table: Table, majors: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for major in _names(table):
        _check_major(table, major, major, majors)
        found |= dict.fromkeys(table.texts(major), major)
    return found


def _minors(table: Table, majors: Mapping[str, str]) -> dict[str, Minor]:
    found = {}
    for name in _names(table):
        one = table.table(name)
        stands_with = (one.text("axis", "Germany"), one.text("allies", "Britain"))
        for key, major in zip(("axis", "allies"), stands_with, strict=True):
            _check_major(one, key, major, majors)
        found[name] = Minor(name, one.text("capital"), stands_with)
        one.done()
    return found


def _check_major(table: Table, key: str, major: str, majors: Mapping[str, str]) -> None:
    if major not in majors:
        table.fail(key, f"{major!r} is no major of [factions]; expected one of {', '.join(majors)}")


def _words(table: Table, name: str) -> dict[str, tuple[str, ...]]:
    found = {key: table.texts(key) for key in _WORDS[name]}
    table.get("edges")
    table.done()
    return found


def _numbers(table: Table) -> dict[str, int]:
    return {key: table.integer(key) for key in _names(table)}


def _pairs(table: Table) -> frozenset[frozenset[str]]:
    value = table.get("none")
    pairs = value if isinstance(value, list) else []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            table.fail("none", f'{pair!r}; expected two nations, like ["Hungary", "Rumania"]')
    return frozenset(frozenset(map(str, pair)) for pair in pairs)
