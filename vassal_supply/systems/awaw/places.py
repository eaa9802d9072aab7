"""The printed map and its counters as fields: places by name, terrain, features, regions, markers.

A *field* is a set of spaces as one whole number (:mod:`vassal_supply.supply.ground`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from vassal_supply.errors import RequestError
from vassal_supply.model import Marker, Situation, Unit
from vassal_supply.supply.ground import Ground
from vassal_supply.systems.awaw.book import Book


class Places:
    """The spaces of one situation by what is printed and laid on them, in the rulebook's words."""

    ground: Ground

    def __init__(self, situation: Situation, book: Book) -> None:
        self.situation = situation
        self.book = book
        self._fields: dict[object, int] = {}
        self._index()

    def field(self, key: object, names: Iterable[str]) -> int:
        """The field of some spaces, kept under a key."""
        if key not in self._fields:
            self._fields[key] = self.ground.field_of(names)
        return self._fields[key]

    def terrain(self, words: Collection[str]) -> int:
        """The spaces of any of these terrains."""
        return self._union("terrain", self._by_terrain, words)

    def featured(self, words: Collection[str]) -> int:
        """The spaces with any of these features."""
        return self._union("feature", self._by_feature, words)

    def region(self, words: Collection[str]) -> int:
        """The spaces of any of these regions or countries."""
        return self._union("region", self._by_region, words)

    def regions(self, *keys: str) -> int:
        """The spaces of the regions that the rulebook calls so."""
        if ("regions", keys) not in self._fields:
            words = [word for key in keys for word in self.book.words["regions"][key]]
            self._fields["regions", keys] = self.region(words)
        return self._fields["regions", keys]

    def printed_or_placed(self, words: Collection[str]) -> int:
        """The spaces with any of these features, or markers of these kinds."""
        return self.featured(words) | self.field(("markers", *words), self._markers_of(words))

    def marked(self, key: str) -> int:
        """The spaces with a marker of a kind that the rulebook calls so."""
        words = self.book.words["markers"][key]
        return self.field(("marker", key), (at for kind in words for at in self._marked[kind]))

    def places(self, name: str) -> int:
        """The spaces of a name: a space's id, a name it has, a region."""
        if name in self.ground.bit:
            return 1 << self.ground.bit[name]
        spaces = self._by_name.get(name)
        if spaces is not None:
            return self.field(("name", name), spaces)
        return self.region((name,)) if name in self._by_region else 0

    def place(self, name: str, said_by: str = "") -> int:
        """The space of a name as a bit number; raises :class:`RequestError` when there is none."""
        field = self.places(name)
        if not field:
            by = f"{said_by}: " if said_by else ""
            raise RequestError(f"{by}no place is called {name!r}{self.close(name)}")
        return (field & -field).bit_length() - 1

    def name(self, bit: int) -> str:
        """What players call a space: its first name, else its id."""
        space = self.situation.map.spaces[self.ground.ids[bit]]
        return space.names[0] if space.names else space.id

    def named(self, bit: int) -> str:
        """Name and id, like ``Berlin (K42)``."""
        name, id = self.name(bit), self.ground.ids[bit]
        return id if name == id else f"{name} ({id})"

    def close(self, name: str) -> str:
        """What a place's name may have been meant for, as the end of a sentence."""
        import difflib

        close = difflib.get_close_matches(name, [*self._by_name, *self.ground.bit], n=3)
        return f"; did you mean {' or '.join(close)}?" if close else ""

    @cached_property
    def countries(self) -> frozenset[str]:
        """Every nation that a space or a counter of this game belongs to."""
        spaces = {space.nation for space in self.situation.map.spaces.values()}
        held = set(self.situation.nation_control.values())
        return frozenset(spaces | held | {unit.nation for unit in self.situation.units})

    @cached_property
    def sea(self) -> int:
        """What sea lines run over: sea, and land hexes with a strait."""
        words = self.book.words["sea"]
        return self.terrain(words["terrain"]) | self.featured(words["through"])

    @cached_property
    def boxes(self) -> int:
        """The mapboard boxes."""
        return union(self.places(name) for name in self.book.boxes)

    @cached_property
    def land(self) -> int:
        """Land hexes: what is no sea and no box. A strait is both."""
        water = self.terrain(self.book.words["land"]["sea"])
        return self.ground.every & ~water & ~self.boxes

    @cached_property
    def pacific(self) -> int:
        """The Pacific theatre: its map, and the regions that say so."""
        on_map = [
            one.id for one in self.situation.map.spaces.values() if "pacific" in one.map.lower()
        ]
        return self.ground.field_of(on_map) | self.regions("pacific")

    @cached_property
    def ports(self) -> int:
        """Hexes with a port."""
        return self.printed_or_placed(self.book.words["terrain"]["port"])

    @cached_property
    def one_hex_islands(self) -> int:
        """One-hex islands."""
        return self.featured(self.book.words["terrain"]["one_hex_island"])

    @cached_property
    def beaches(self) -> int:
        """The beach hexes that take a sea line as though they were ports (30.331b)."""
        words = self.book.words["terrain"]
        return self.featured(words["beach"]) & self.region(words["beach_islands"])

    @cached_property
    def forts(self) -> int:
        """Fortresses and fortifications, printed or built: no zone of control reaches in (30.321a)."""
        printed = self.featured(self.book.words["zoc"]["fortified"])
        return printed | self.marked("fortress") | self.marked("fortification")

    @cached_property
    def ics(self) -> int:
        """Hexes with an industrial centre."""
        return self.featured(self.book.words["source_features"]["ic"]) | self.marked("ic")

    @cached_property
    def new_guinea(self) -> int:
        """The jungle/mountain hexes of New Guinea (30.325)."""
        return self.regions("new_guinea") & self.terrain(self.book.words["terrain"]["overgrown"])

    def placed(self, key: str) -> list[Marker]:
        """The markers of a kind, in the situation's order."""
        words = self.book.words["markers"][key]
        return [one for one in self.situation.markers if one.kind in words]

    def _index(self) -> None:
        """Sort the spaces by terrain, feature, region, name and controller, in one pass over the map."""
        terrain: dict[str, list[str]] = defaultdict(list)
        feature: dict[str, list[str]] = defaultdict(list)
        region: dict[str, list[str]] = defaultdict(list)
        by_name: dict[str, list[str]] = defaultdict(list)
        for id, space in self.situation.map.spaces.items():
            terrain[space.terrain].append(id)
            for word in space.features:
                feature[word].append(id)
            for word in space.regions:
                region[word].append(id)
            for word in space.names:
                by_name[word].append(id)
            if space.nation:
                region[space.nation].append(id)
        self._by_terrain, self._by_feature = dict(terrain), dict(feature)
        self._by_region, self._by_name = dict(region), dict(by_name)
        self._marked: dict[str, list[str]] = defaultdict(list)
        for one in self.situation.markers:
            self._marked[one.kind].append(one.space)

    def _markers_of(self, words: Iterable[str]) -> list[str]:
        return [at for kind in words for at in self._marked.get(kind, ())]

    def _union(self, sort: str, index: Mapping[str, list[str]], words: Collection[str]) -> int:
        if len(words) == 1:
            (word,) = words
            return self.field((sort, word), index.get(word, ()))
        return union(self._union(sort, index, (word,)) for word in words)


def union(fields: Iterable[int]) -> int:
    """All spaces of some fields."""
    whole = 0
    for field in fields:
        whole |= field
    return whole


def first(field: int) -> int:
    """The lowest bit of a field that has any."""
    return (field & -field).bit_length() - 1


def listed(words: Sequence[str]) -> str:
    """Words in a sentence: a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def stationed(units: Iterable[Unit]) -> str:
    """Units with the spaces they stand on, in a sentence."""
    return listed([f"{unit.name} on {unit.space}" for unit in units])
