"""A module, alone or with the extensions that go with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.buildfile import Reading
from vassal_supply.vassal.contents import Contents
from vassal_supply.vassal.maps import map_elements

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from vassal_supply.vassal.extension import Extension


class Module(Contents):
    """A VASSAL module as its file describes it.

    ``name``, ``version``, ``description`` and ``vassal_version`` (the engine that saved it) come from the build file;
    ``extensions`` are those that were added to it.
    """

    def __init__(self, archive: Archive, root: Element, reading: Reading) -> None:
        super().__init__(archive, root, reading)
        self.name = root.get("name", "").strip()
        self.version = root.get("version", "").strip()
        self.description = root.get("description", "").strip()
        self.vassal_version = root.get("VassalVersion", "")
        self.extensions: tuple[Extension, ...] = ()
        self._maps: list[Element] | None = None

    @classmethod
    def read(
        cls,
        path: Path | str,
        *,
        max_size: int | None = None,
        extensions: Iterable[Path | str] = (),
    ) -> Module:
        """Open a module and parse its build file; maps, boards and pieces are read when asked for.

        ``extensions`` are the paths of ``.vmdx`` files, whose components are put where they belong. One that is made
        for another module, or part of one whose place does not exist, is left out with a warning.

        :raises ArchiveError: when a file is no module or extension, damaged, or inflates beyond the limits
            (``max_size`` bytes raises them).
        :raises FormatError: when a build file is not well-formed or declares entities.
        """
        module = cls(*cls._open(path, "module", max_size))
        for extension in extensions:
            module._add(extension, max_size)
        return module

    def _add(self, path: Path | str, max_size: int | None) -> None:
        from vassal_supply.vassal.extension import Extension

        extension = Extension.read(path, max_size=max_size)
        if not extension.belongs_to(self.name):
            self._reading.warn(
                None, f"extension {extension.file} is for the module {extension.module_name!r}"
            )
            return
        # The engine numbers the maps of extensions after those it has.
        self._maps = self._map_elements()
        for added in extension.move_into(self.root, self._reading):
            self._maps += map_elements(added)
        self._archives.append(extension.archive)
        self.extensions = (*self.extensions, extension)

    def _map_elements(self) -> list[Element]:
        return super()._map_elements() if self._maps is None else self._maps
