"""``map.toml``: terrain, features, nations, lines, hexsides, links and sources laid over the spaces of the maps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from vassal_supply.kit.ranges import Fail, SpaceNames
from vassal_supply.kit.spaces import ADJACENT, Raw, Surface
from vassal_supply.kit.templates import Template, value_of
from vassal_supply.model import Link, MapModel, Source, Space
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.kit.kit import Kit

Report = Callable[[Table, str, str, str], object]
"""Told of a slip in a list of spaces: table, key, what is wrong, and the word that is; it raises or collects."""

NATION, NAME = "nation", "name"


def raising(table: Table, key: str, text: str, word: str) -> None:
    """The report that stops at the first slip."""
    table.fail(key, text, word)


class MapData:
    """What ``map.toml`` says, by space id; filled by :meth:`read`."""

    def __init__(self, kit: Kit, surface: Surface, report: Report = raising) -> None:
        self._kit = kit
        self._surface = surface
        self._report = report
        self._terrain: dict[str, str] = {}
        self._features: defaultdict[str, set[str]] = defaultdict(set)
        self._titles: defaultdict[str, list[str]] = defaultdict(list)
        self._nations: dict[str, str] = {}
        self._regions: defaultdict[str, set[str]] = defaultdict(set)
        self._values: dict[str, int] = {}
        self.links: list[Link] = list(surface.links)
        self.hexsides: dict[tuple[str, str], frozenset[str]] = {}
        self.sources: list[Source] = []
        self.control: dict[str, str] = {}
        self.names = space_names(surface, self._group)

    def model(self) -> MapModel:
        """The finished map."""
        return MapModel(
            {id: self._space(id, raw) for id, raw in self._surface.spaces.items()},
            self._surface.lattices,
            self.links,
            self.hexsides,
        )

    def _space(self, id: str, raw: Raw) -> Space:
        return Space(
            id,
            raw.map,
            raw.x,
            raw.y,
            raw.lattice,
            raw.cell,
            self._terrain.get(id, ""),
            frozenset(self._features.get(id, ())),
            tuple(self._titles.get(id, ())),
            self._nations.get(id, ""),
            self._values.get(id, 0),
            frozenset(self._regions.get(id, ())),
        )

    def read(self, table: Table) -> None:
        """Read the whole of ``map.toml``, except what :func:`read_shape` reads; later tables may use earlier ones."""
        for kind, space in self._lists(table.table("terrain")):
            self._terrain[space] = kind
        for kind, space in self._lists(table.table("features")):
            self._features[space].add(kind)
        for nation, space in self._lists(table.table("nations")):
            self._nations[space] = nation
        self._read_names(table.table("names"))
        for one in table.tables("feature"):
            self._read_feature(one)
        for region, space in self._lists(table.table("regions")):
            self._regions[space].add(region)
        self._read_values(table.table("values"))
        self._read_control(table.table("control"))
        self._read_neighbours(table.table("neighbours"))
        self._read_lines(table.table("lines"))
        self._read_hexsides(table.table("hexsides"))
        for one in table.tables("link"):
            self._read_link(one)
        for one in table.tables("source"):
            self._read_source(one)
        table.done()

    def _group(self, sort: str, name: str) -> Collection[str] | None:
        """The spaces of a group like ``zone:Atlantic``; see :data:`GROUPS`."""
        spaces = self._surface.spaces
        if sort in ("zone", "board", "map"):
            found = [id for id, raw in spaces.items() if getattr(raw, sort) == name]
        elif sort == "terrain":
            found = [id for id, kind in self._terrain.items() if kind == name]
        elif sort == NATION:
            found = [id for id, nation in self._nations.items() if nation == name]
        elif sort in ("feature", "region"):
            table = self._features if sort == "feature" else self._regions
            found = [id for id, kinds in table.items() if name in kinds]
        else:
            return None
        return found or None

    def _fail(self, table: Table, key: str) -> Fail:
        return partial(self._report, table, key)

    def _spaces(self, table: Table, key: str, text: str | None = None) -> list[str]:
        """The spaces that a key lists, or a text that stands under it."""
        texts = table.texts(key) if text is None else (text,)
        fail = self._fail(table, key)
        return [space for one in texts for space in self.names.unfold(one, fail)]

    def _lists(self, table: Table) -> Iterator[tuple[str, str]]:
        """(key, space) for tables of compact lists; a list may use the groups of those before it."""
        for key in table.keys():  # noqa: SIM118
            for space in self._spaces(table, key):
                yield key, space

    def _read_names(self, table: Table) -> None:
        for key in table.keys():  # noqa: SIM118
            for space in self.names.known([key], self._fail(table, key)):
                self._titles[space].extend(table.texts(key))

    def _read_feature(self, table: Table) -> None:
        """A feature with a name and an owner of its own."""
        kinds, name, owner = table.texts("kind"), table.text("name", ""), table.text("owner", "")
        for space in self._spaces(table, "spaces"):
            self._features[space].update(kinds)
            if name and name not in self._titles[space]:
                self._titles[space].append(name)
            if owner:
                self._kit.check_users((owner,), table, "owner")
                self.control[space] = owner
        table.done()

    def _read_values(self, table: Table) -> None:
        for key in table.keys():  # noqa: SIM118
            value = table.integer(key)
            own = self.names.space(key)
            for space in self._spaces(table, key, key) if own is None else [own]:
                self._values[space] = value

    def _read_control(self, table: Table) -> None:
        for key in table.keys():  # noqa: SIM118
            self._kit.check_users((key,), table, key)
            self.control |= dict.fromkeys(self._spaces(table, key), key)

    def _read_neighbours(self, table: Table) -> None:
        """Areas and those they touch; each pair once is enough."""
        known = set()
        for key in table.keys():  # noqa: SIM118
            for space in self.names.known([key], self._fail(table, key)):
                for other in self._spaces(table, key):
                    pair = min(space, other), max(space, other)
                    if pair not in known:
                        known.add(pair)
                        self.links.append(Link(space, other, ADJACENT))

    def _read_lines(self, table: Table) -> None:
        """Roads and rails: a link of the line's kind between each two spaces of a path."""
        for kind in table.keys():  # noqa: SIM118
            for text in table.texts(kind):
                for path in self.names.paths(text, self._fail(table, kind)):
                    self.links += [Link(a, b, kind) for a, b in pairwise(path)]

    def _read_hexsides(self, table: Table) -> None:
        for kind in table.keys():  # noqa: SIM118
            for text in table.texts(kind):
                for a, b in self.names.hexsides(text, self._fail(table, kind)):
                    side = (min(a, b), max(a, b))
                    self.hexsides[side] = self.hexsides.get(side, frozenset()) | {kind}

    def _read_link(self, table: Table) -> None:
        """Links of one kind: along paths, or from each of some spaces to each of others."""
        kind, name = table.text("kind"), table.text("name", "")
        users = self._kit.check_users(table.texts("users", ()), table, "users")
        both = not table.flag("one_way", False)
        ends = list(self.ends(table))
        if not ends and "spaces" not in table and "from" not in table:
            table.fail("spaces", 'missing; expected spaces = ["0101-0102"], or from and to')
        self.links += [Link(a, b, kind, users, both, name) for a, b in ends]
        table.done()

    def ends(self, table: Table) -> Iterator[tuple[str, str]]:
        """The pairs of spaces that a ``[[link]]`` joins."""
        for text in table.texts("spaces", ()):
            for path in self.names.paths(text, self._fail(table, "spaces")):
                yield from pairwise(path)
        if "from" in table or "to" in table:
            both, ends = not table.flag("one_way", False), self._spaces(table, "to")
            starts = self._spaces(table, "from")
            done: set[tuple[str, str]] = set()
            for start in starts:
                for end in ends:
                    if end != start and not (both and (end, start) in done):
                        done.add((start, end))
                        yield start, end

    def _read_source(self, table: Table) -> None:
        """A source on each of some spaces; ``{nation}`` and ``{name}`` stand for the space's own."""
        users = tuple(user for key in ("users", "side", "nation") for user in table.texts(key, ()))
        self._kit.check_users(tuple(user for user in users if "{" not in user), table, "users")
        kind, name = table.text("kind", "source"), Template(table.text("name", ""))
        grade = table.choice("grade", ("full", "partial"), "full")
        inside = table.table("values")
        values = {key: value_of(inside, key) for key in inside.keys()}  # noqa: SIM118
        templates = [Template(user) for user in users]
        for space in self._spaces(table, "spaces"):
            words = self._words_of(space)
            its_users = frozenset(one.fill_from(words) for one in templates) - {""}
            if templates and not its_users:
                self._report(table, "spaces", f"{space!r} belongs to no nation", space)
            self.sources.append(
                Source(space, kind, name.fill_from(words), its_users, grade, "", values)
            )
        table.done()

    def _words_of(self, space: str) -> Callable[[str], str]:
        words = {
            NATION: self._nations.get(space, ""),
            NAME: next(iter(self._titles.get(space, ())), space),
            "space": space,
        }
        return lambda word: words.get(word, "")


GROUPS = ("zone", "board", "map", "terrain", "feature", "nation", "region")
"""The sorts of groups that a compact list may name, like ``zone:Atlantic``."""


def space_names(
    surface: Surface,
    groups: Callable[[str, str], Collection[str] | None],
    only: Mapping[str, Raw] | None = None,
) -> SpaceNames:
    """The names of a surface's spaces, or of only some of them, for compact lists."""
    spaces = surface.spaces if only is None else only
    cells: dict[tuple[int | None, tuple[int, int] | None], str] = {}

    def neighbours(space: str) -> list[str]:
        if not cells:
            cells.update(((raw.lattice, raw.cell), id) for id, raw in spaces.items())
        raw = spaces[space]
        if raw.lattice is None or raw.cell is None:
            return []
        around = surface.lattices[raw.lattice].neighbours(*raw.cell)
        return [cells[raw.lattice, cell] for cell in around if (raw.lattice, cell) in cells]

    numbers = {id: raw.number for id, raw in spaces.items() if raw.number}
    return SpaceNames(
        spaces, numbers, aliases=surface.aliases, groups=groups, neighbours=neighbours
    )


def read_same(table: Table, surface: Surface, report: Report) -> None:
    """``[same]``: locations that are one space, under the name of the first."""
    names = space_names(surface, lambda sort, name: None)
    gone: dict[str, str] = {}
    for key in table.keys():  # noqa: SIM118
        fail = partial(report, table, key)
        for space in names.known([key], fail):
            for text in table.texts(key):
                gone |= dict.fromkeys(names.unfold(text, fail), space)
    surface.merge({other: space for other, space in gone.items() if other != space})
