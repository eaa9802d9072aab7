"""Extensions: what a ``.vmdx`` file adds to its module (engine: ``ModuleExtension``, ``ExtensionElement``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.buildfile import Reading, class_name, flag
from vassal_supply.vassal.contents import Contents
from vassal_supply.vassal.sequence import split

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


class Extension(Contents):
    """An extension as its file describes it.

    ``name`` is what saves call it (the file's name without suffix), ``module_name`` and ``module_version`` the module
    it was made for, ``universal`` whether any module will do, ``extension_id`` what the gpids of its slots begin with.
    """

    def __init__(self, archive: Archive, root: Element, reading: Reading) -> None:
        super().__init__(archive, root, reading)
        self.name = Path(archive.file).stem
        self.version = root.get("version", "").strip()
        self.description = root.get("description", "").strip()
        self.vassal_version = root.get("vassalVersion", "")
        self.module_name = root.get("module", "").strip()
        self.module_version = root.get("moduleVersion", "").strip()
        self.universal = flag(root, "anyModule")
        self.extension_id = root.get("extensionId", "")

    @classmethod
    def read(cls, path: Path | str, *, max_size: int | None = None) -> Extension:
        """Open an extension and parse its build file. Raises like :meth:`Module.read`."""
        return cls(*cls._open(path, "extension", max_size))

    def belongs_to(self, module_name: str) -> bool:
        """Whether the engine would load it with this module."""
        return self.universal or self.module_name == module_name

    def move_into(self, root: Element, reading: Reading) -> Iterator[Element]:
        """Move its components to their places below a module's root; each is yielded when it is there.

        A component whose place does not exist stays out with a warning; warnings of what is moved name this file.
        """
        for child in list(self.root.iterchildren("*")):
            if class_name(child) != "ExtensionElement":
                parent, added = root, child
            else:
                target = child.get("target", "")
                found, first = find_target(root, target), next(child.iterchildren("*"), None)
                if found is None or first is None:
                    noted = len(self._reading.warnings)
                    self._reading.warn(child, f"its place {target!r} is not in the module")
                    reading.warnings += self._reading.warnings[noted:]
                    continue
                parent, added = found, first
            parent.append(added)
            reading.lend(added, self._reading)
            yield added


def find_target(root: Element, target: str) -> Element | None:
    """The component at a path like ``Class:name/Class:name`` below a module's root, ``None`` when there is none.

    Engine class ``ComponentPathBuilder``; an empty path is the module itself.
    """
    if not target:
        return root
    steps = []
    for step in split(target, "/"):
        kind, *name = split(step, ":")
        steps.append((kind, name[0] if name else None))
    return _resolve(root, steps)


def _resolve(parent: Element, steps: list[tuple[str, str | None]]) -> Element | None:
    if not steps:
        return parent
    (kind, name), *rest = steps
    same_class = [child for child in parent.iterchildren("*") if child.tag == kind]
    for child in same_class:
        if _configured_name(child) == name:
            return _resolve(child, rest)
    if not rest:
        return same_class[0] if same_class else None
    return next(
        (found for child in same_class if (found := _resolve(child, rest)) is not None), None
    )


def _configured_name(element: Element) -> str | None:
    for key in ("entryName", "mapName", "name"):
        if element.get(key) is not None:
            return element.get(key)
    return None
