"""A module (or the extensions that go with it): what its build file says, read as far as it is asked for."""

from __future__ import annotations

import weakref
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.errors import ArchiveError, ReadWarning
from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.buildfile import Reading, class_name, components, parse
from vassal_supply.vassal.images import Size, image_size
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.maps import ModuleMap, map_elements

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


_A_KIND = {"save": "a save or log", "extension": "an extension"}


class Module:
    """A VASSAL module as its file describes it.

    ``name``, ``version`` and ``vassal_version`` (the engine that saved it) come from the build file; ``archive`` is the
    open container, closed with :meth:`close` or when the module is forgotten.
    """

    def __init__(self, archive: Archive, root: Element, reading: Reading) -> None:
        self.archive = archive
        self.file = archive.file
        self.root = root
        self.name = root.get("name", "").strip()
        self.version = root.get("version", "").strip()
        self.vassal_version = root.get("VassalVersion", "")
        self._reading = reading
        self.close = weakref.finalize(self, archive.close)

    @classmethod
    def read(cls, path: Path | str, *, max_size: int | None = None) -> Module:
        """Open a module and parse its build file; maps, boards and pieces are read when asked for.

        :raises ArchiveError: when the file is no module, damaged, or inflates beyond the limits (``max_size`` bytes
            raises them).
        :raises FormatError: when its build file is not well-formed or declares entities.
        """
        archive = Archive.open(path, max_size=max_size)
        try:
            if archive.kind != "module":
                raise ArchiveError(f"is {_A_KIND[archive.kind]}, not a module", file=archive.file)
            entry, data = archive.build_file()
            root = parse(data, file=archive.file, entry=entry)
        except BaseException:
            archive.close()
            raise
        return cls(archive, root, Reading(archive.file, entry))

    @property
    def warnings(self) -> list[ReadWarning]:
        """What was odd in the parts read so far."""
        return self._reading.warnings

    @cached_property
    def maps(self) -> tuple[ModuleMap, ...]:
        """All maps, also those inside charts, in the order the engine numbers them."""
        return tuple(
            ModuleMap(element, number, self._image_size, self._reading)
            for number, element in enumerate(map_elements(self.root))
        )

    def map(self, name: str) -> ModuleMap | None:
        """The map with this name or engine id (``Map0``)."""
        by_name = next((known for known in self.maps if known.name == name), None)
        return by_name or next((known for known in self.maps if known.id == name), None)

    def layout(
        self, name: str, placements: tuple[BoardPlacement, ...] | None = None
    ) -> MapLayout | None:
        """A map with the boards of a save laid out, or with the module's default ones."""
        found = self.map(name)
        if found is None:
            return None
        return MapLayout(found, found.default_boards() if placements is None else placements)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides players can take, in the module's order."""
        return tuple(
            (entry.text or "").strip()
            for child in components(self.root)
            if class_name(child) == "PlayerRoster"
            for entry in child.iterchildren("entry")
        )

    def _image_size(self, name: str) -> Size | None:
        """The size of an image below ``images/``; the engine also tries the name with ``.gif`` behind it."""
        for entry in (f"images/{name}", f"images/{name}.gif"):
            if entry in self.archive:
                chunks = self.archive.chunks(entry)
                start = next(chunks, b"")
                return image_size(start) or image_size(start + b"".join(chunks))
        return None
