"""``map.toml``: terrain, features, names, lines, hexsides and sources laid over the spaces of the module's maps."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from vassal_supply.errors import KitError, ReadWarning
from vassal_supply.kit.kit import SCHEMA, Kit, KitMap
from vassal_supply.kit.ranges import PATH, SIDE, Fail, SpaceNames, split_words
from vassal_supply.model import Lattice, Link, MapModel, Source, Space
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.vassal.layout import MapLayout
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save


@dataclass
class BuiltMap:
    """The map model with what hangs on it; ``layouts`` are the kit's maps by name."""

    layouts: dict[str, MapLayout]
    model: MapModel = field(default_factory=MapModel)
    sources: tuple[Source, ...] = ()
    control: dict[str, str] = field(default_factory=dict)
    warnings: list[ReadWarning] = field(default_factory=list)
    ids: dict[tuple[str, str], str] = field(default_factory=dict)

    def space_at(self, on_map: str, x: int, y: int) -> str | None:
        """The id of the space at a pixel of a map, ``None`` where there is none."""
        location = self.layouts[on_map].place(x, y).location
        return None if location is None else self.ids.get((on_map, location))


@dataclass(frozen=True, slots=True)
class _Raw:
    """A space of the module before the kit says anything of it."""

    name: str
    map: str
    x: int
    y: int
    lattice: int | None = None
    cell: tuple[int, int] | None = None
    number: tuple[int, int, int] | None = None


def build_map(save: Save, module: Module, kit: Kit) -> BuiltMap:
    """The spaces of all the kit's maps, as the save lays out their boards, with the kit's map data on them.

    Raises :class:`KitError` for a map the module lacks and for names in ``map.toml`` that are no space.
    """
    built = BuiltMap({one.name: _layout(save, module, kit, one) for one in kit.maps})
    raws = [raw for one in kit.maps for raw in _playable(built, kit, one)]
    built.ids = _space_ids(raws, {one.name: one.short for one in kit.maps})
    spaces = {built.ids[raw.map, raw.name]: raw for raw in raws}
    names = SpaceNames(spaces, {name: raw.number for name, raw in spaces.items() if raw.number})
    data = _MapData(kit, names)
    built.model.spaces = {name: data.space(name, raw) for name, raw in spaces.items()}
    built.model.links, built.model.hexsides = data.links, data.hexsides
    built.sources, built.control = tuple(data.sources), data.control
    return built


def _layout(save: Save, module: Module, kit: Kit, wanted: KitMap) -> MapLayout:
    found = module.layout(wanted.name, save.boards.get(wanted.name))
    if found is None:
        known = ", ".join(one.name for one in module.maps)
        raise KitError(
            f"the module has no map {wanted.name!r}; it has {known}",
            file=kit.files.path("kit.toml"),
            place="map.name",
        )
    return found


def _playable(built: BuiltMap, kit: Kit, wanted: KitMap) -> list[_Raw]:
    """The spaces of one map, in reading order, within the kit's limits."""
    layout = built.layouts[wanted.name]
    raws = _spaces_of(layout, wanted.name, built.model.lattices)
    found = {raw.name: raw for raw in raws}
    if not wanted.spaces:
        return list(found.values())
    names = SpaceNames(found, {name: raw.number for name, raw in found.items() if raw.number})
    kept = set(names.unfold(wanted.spaces, _failing(kit, f"map {wanted.name!r}.spaces")))
    return [raw for name, raw in found.items() if name in kept]


def _spaces_of(layout: MapLayout, on_map: str, lattices: list[Lattice]) -> list[_Raw]:
    raws = []
    for view in layout.lattices():
        index = len(lattices)
        lattices.append(Lattice(view.kind, view.sideways))
        for cell in view:
            at, shown = (cell.column, cell.row), view.displayed(cell)
            raws.append(_Raw(cell.name, on_map, cell.x, cell.y, index, at, (index, *shown)))
    raws += [_Raw(region.name, on_map, region.x, region.y) for region in layout.regions()]
    return raws


def _space_ids(raws: list[_Raw], short: dict[str, str]) -> dict[tuple[str, str], str]:
    """Ids by (map, location name): the name itself, or ``Map:name`` where two maps share it."""
    count = Counter(name for _, name in {(raw.map, raw.name) for raw in raws})
    return {
        (raw.map, raw.name): raw.name if count[raw.name] == 1 else f"{short[raw.map]}:{raw.name}"
        for raw in raws
    }


def _failing(kit: Kit, place: str) -> Fail:
    def fail(text: str) -> None:
        raise KitError(text, file=kit.files.path("kit.toml"), place=place)

    return fail


class _MapData:
    """What ``map.toml`` says, by space id."""

    def __init__(self, kit: Kit, names: SpaceNames) -> None:
        self._names = names
        self._terrain: dict[str, str] = {}
        self._features: defaultdict[str, set[str]] = defaultdict(set)
        self._titles: defaultdict[str, list[str]] = defaultdict(list)
        self._nations: dict[str, str] = {}
        self._values: dict[str, int] = {}
        self.links: list[Link] = []
        self.hexsides: dict[tuple[str, str], frozenset[str]] = {}
        self.sources: list[Source] = []
        self.control: dict[str, str] = {}
        if kit.map_data is not None:
            self._read(kit.map_data, kit)

    def space(self, name: str, raw: _Raw) -> Space:
        """The finished space."""
        return Space(
            id=name,
            map=raw.map,
            x=raw.x,
            y=raw.y,
            lattice=raw.lattice,
            cell=raw.cell,
            terrain=self._terrain.get(name, ""),
            features=frozenset(self._features.get(name, ())),
            names=tuple(self._titles.get(name, ())),
            nation=self._nations.get(name, ""),
            value=self._values.get(name, 0),
        )

    def _read(self, table: Table, kit: Kit) -> None:
        if table.integer("schema") != SCHEMA:
            table.fail("schema", f"{table.get('schema')}; this version reads schema {SCHEMA}")
        for kind, space in self._lists(table.table("terrain")):
            self._terrain[space] = kind
        for kind, space in self._lists(table.table("features")):
            self._features[space].add(kind)
        for nation, space in self._lists(table.table("nations")):
            self._nations[space] = nation
        for side, space in self._lists(table.table("control")):
            self.control[space] = side
        self._read_names(table.table("names"))
        self._read_lines(table.table("lines"))
        self._read_hexsides(table.table("hexsides"))
        for one in table.tables("source"):
            self._read_source(one, kit)
        table.done()

    def _lists(self, table: Table) -> list[tuple[str, str]]:
        """(key, space) for tables of compact lists."""
        return [
            (key, space)
            for key in table.keys()  # noqa: SIM118
            for text in table.texts(key)
            for space in self._names.unfold(text, partial(table.fail, key))
        ]

    def _read_names(self, table: Table) -> None:
        for space in table.keys():  # noqa: SIM118
            self._names.known([space], partial(table.fail, space))
            self._titles[space].extend(table.texts(space))

    def _read_lines(self, table: Table) -> None:
        """Roads and rails: a link of the line's kind between each two spaces of a path."""
        for kind in table.keys():  # noqa: SIM118
            for word in _words(table, kind):
                path = self._names.joined(word, PATH, partial(table.fail, kind))
                self.links += [Link(a, b, kind) for a, b in pairwise(path)]

    def _read_hexsides(self, table: Table) -> None:
        for kind in table.keys():  # noqa: SIM118
            for word in _words(table, kind):
                pair = self._names.joined(word, SIDE, partial(table.fail, kind))
                if len(pair) != 2:
                    table.fail(
                        kind, f"{word!r} is no hexside; expected two neighbours, like 0101/0102"
                    )
                side = (min(pair), max(pair))
                self.hexsides[side] = self.hexsides.get(side, frozenset()) | {kind}

    def _read_source(self, table: Table, kit: Kit) -> None:
        users = frozenset((*table.texts("side", ()), *table.texts("nation", ())))
        for user in users:
            if user not in kit.sides and not any(user in nations for nations in kit.sides.values()):
                table.fail(
                    "side",
                    f"{user!r} is no side or nation of the kit; expected one of {', '.join(kit.sides)}",
                )
        kind, name = table.text("kind", "source"), table.text("name", "")
        grade = table.choice("grade", ("full", "partial"), "full")
        for text in table.texts("spaces"):
            for space in self._names.unfold(text, partial(table.fail, "spaces")):
                self.sources.append(Source(space, kind, name, users, grade))
        table.done()


def _words(table: Table, key: str) -> list[str]:
    return [word for text in table.texts(key) for word in split_words(text)]
