"""What modules and extensions have in common: components in a build file, read as far as they are asked for."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ArchiveError, ReadWarning
from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.buildfile import Reading, class_name, components, flag, parse
from vassal_supply.vassal.images import Size, image_size
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.maps import ModuleMap, map_elements

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from vassal_supply.vassal.palette import Slot
    from vassal_supply.vassal.stacking import Stacking
    from vassal_supply.vassal.turns import TurnTracker

_A_KIND = {"save": "a save or log", "extension": "an extension", "module": "a module"}


class GlobalProperty(NamedTuple):
    """A global property: what holds it (``Module``, a map's name, ``map:zone``) and its value at the start."""

    name: str
    container: str
    value: str
    description: str


class Setup(NamedTuple):
    """A predefined setup: its name in the menu and the entry of the archive that holds its save, if it has one."""

    name: str
    entry: str


class Contents:
    """The components of one or more build files.

    ``archive`` is the open container, closed with :meth:`close` or when the object is forgotten.
    """

    def __init__(self, archive: Archive, root: Element, reading: Reading) -> None:
        self.archive = archive
        self.file = archive.file
        self.root = root
        self.close = weakref.finalize(self, archive.close)
        self._reading = reading
        # Images are looked for here, in this order.
        self._archives = [archive]

    @staticmethod
    def _open(
        path: Path | str, kind: str, max_size: int | None
    ) -> tuple[Archive, Element, Reading]:
        """The container, build file and reading of a file that must be of this kind."""
        archive = Archive.open(path, max_size=max_size)
        try:
            if archive.kind != kind:
                raise ArchiveError(
                    f"is {_A_KIND[archive.kind]}; expected {_A_KIND[kind]}", file=archive.file
                )
            entry, data = archive.build_file()
            root = parse(data, file=archive.file, entry=entry)
        except BaseException:
            archive.close()
            raise
        return archive, root, Reading(archive.file, entry)

    @property
    def warnings(self) -> list[ReadWarning]:
        """What was odd in the parts read so far."""
        return self._reading.warnings

    def _map_elements(self) -> list[Element]:
        return list(map_elements(self.root))

    @cached_property
    def maps(self) -> tuple[ModuleMap, ...]:
        """All maps, also those inside charts, in the order the engine numbers them."""
        return tuple(
            ModuleMap(element, number, self._image_size, self._reading)
            for number, element in enumerate(self._map_elements())
        )

    def map(self, name: str) -> ModuleMap | None:
        """The map with this name or engine id (``Map0``)."""
        return self._maps_by_name.get(name)

    @cached_property
    def _maps_by_name(self) -> dict[str, ModuleMap]:
        by_id = {known.id: known for known in self.maps}
        return by_id | {known.name: known for known in reversed(self.maps)}

    def layout(
        self, name: str, placements: tuple[BoardPlacement, ...] | None = None
    ) -> MapLayout | None:
        """A map with the boards of a save laid out, or with the module's default ones; ``None`` for an unknown map."""
        found = self.map(name)
        if found is None:
            return None
        return MapLayout(found, found.default_boards() if placements is None else placements)

    @cached_property
    def stacking(self) -> Stacking:
        """How its maps stack pieces: what a log's replay must know."""
        from vassal_supply.vassal.stacking import Stacking

        return Stacking(self)

    def _image_size(self, name: str) -> Size | None:
        """The size of an image below ``images/``; the engine also tries the name with ``.gif`` behind it."""
        for archive in self._archives:
            for entry in (f"images/{name}", f"images/{name}.gif"):
                if entry in archive:
                    chunks = archive.chunks(entry)
                    start = next(chunks, b"")
                    return image_size(start) or image_size(start + b"".join(chunks))
        return None

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All piece slots, those of at-start stacks and decks included, in build-file order."""
        from vassal_supply.vassal.palette import slots_in

        return tuple(slots_in(self.root))

    def slot(self, gpid: str, name: str = "", image: str = "") -> Slot | None:
        """Where a piece comes from: the slot with its gpid, or the trait that places or replaces pieces.

        Pieces of old saves have no gpid; for them the name and image of their BasicPiece decide, where these lead to
        one palette only.
        """
        if gpid:
            return self._slots_by_gpid.get(gpid) or self._markers_by_gpid.get(gpid)
        return self._slots_by_looks.get((name, image)) or self._slots_by_looks.get((name, None))

    @cached_property
    def _slots_by_looks(self) -> dict[tuple[str, str | None], Slot | None]:
        from vassal_supply.vassal.palette import basics

        found: dict[tuple[str, str | None], Slot | None] = {}
        for slot in self.slots:
            name, image = basics(slot.definition)
            for key in ((name, image), (name, None)):
                known = found.setdefault(key, slot)
                if known is not None and known.path != slot.path:
                    found[key] = None
        return found

    @cached_property
    def _slots_by_gpid(self) -> dict[str, Slot]:
        return {slot.gpid: slot for slot in reversed(self.slots) if slot.gpid}

    @cached_property
    def _markers_by_gpid(self) -> dict[str, Slot]:
        from vassal_supply.vassal.palette import Budget, markers_in

        found: dict[str, Slot] = {}
        budget = Budget()
        for slot in self.slots:
            for marker in markers_in(slot, self.prototypes, self.file, budget):
                found.setdefault(marker.gpid, marker)
        return found

    @cached_property
    def prototypes(self) -> dict[str, str]:
        """The definitions of prototypes by name."""
        from vassal_supply.vassal.palette import prototypes_in

        return prototypes_in(self.root)

    def expanded(self, slot: Slot) -> bytes:
        """A slot's piece as the engine would create it: a ``+/null/…`` command with its prototypes expanded.

        :raises FormatError: when prototypes multiply without end.
        """
        from vassal_supply.vassal.palette import expanded_leaf

        return expanded_leaf(slot.definition, self.prototypes, self.file)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides players can take, in the module's order."""
        return tuple(
            (entry.text or "").strip()
            for child in components(self.root)
            if class_name(child) == "PlayerRoster"
            for entry in child.iterchildren("entry")
        )

    @cached_property
    def global_properties(self) -> tuple[GlobalProperty, ...]:
        """The global properties of module, maps and zones."""
        return tuple(self._properties())

    def _properties(self) -> Iterator[GlobalProperty]:
        for element in self.root.iter("*"):
            if class_name(element) == "GlobalProperty":
                yield GlobalProperty(
                    element.get("name", ""),
                    _container_of(element),
                    element.get("initialValue", ""),
                    element.get("description", ""),
                )

    @cached_property
    def turn_trackers(self) -> tuple[TurnTracker, ...]:
        """The turn trackers, in the order the engine numbers them."""
        from vassal_supply.vassal.turns import TurnTracker

        found = (e for e in self.root.iter("*") if class_name(e) == "TurnTracker")
        return tuple(TurnTracker(e, number, self._reading) for number, e in enumerate(found))

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        """The predefined setups that hold a save or start an empty game; menus around them are left out."""
        return tuple(
            Setup(e.get("name", ""), e.get("file", "") if flag(e, "useFile", True) else "")
            for e in self.root.iter("*")
            if class_name(e) == "PredefinedSetup" and not flag(e, "isMenu")
        )

    @cached_property
    def custom_classes(self) -> tuple[str, ...]:
        """The component classes that are not VASSAL's own, sorted: what they do is not known here."""
        tags = {str(element.tag) for element in self.root.iter("*")}
        return tuple(sorted(t for t in tags if "." in t and not t.startswith("VASSAL.")))


def _container_of(element: Element) -> str:
    """The engine's id for what holds a global property (``getMutablePropertiesContainerId``)."""
    zone = ""
    for ancestor in element.iterancestors():
        kind = class_name(ancestor)
        if kind == "Zone":
            zone = ":" + ancestor.get("name", "")
        elif ancestor.get("mapName") is not None:
            return ancestor.get("mapName", "") + zone
    return "Module"
