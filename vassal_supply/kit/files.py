"""Where a supply kit's files are: a folder, or the ``supply/`` entries inside a module or extension."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from vassal_supply.errors import KitError, SupplyError
from vassal_supply.tables import Table, parse_toml
from vassal_supply.vassal.archive import Archive

FOLDER = "supply/"
"""The folder of a kit's entries inside a module or extension."""

KIT, MAP, RULEBOOK = "kit.toml", "map.toml", "rulebook.toml"


class KitFiles(NamedTuple):
    """The files of one kit by their names; ``label`` is how messages call the kit."""

    label: str
    files: dict[str, bytes]

    def path(self, name: str) -> str:
        """How messages call one of the files."""
        return f"{self.label}/{name}"

    def toml(self, name: str, error: type[SupplyError] = KitError) -> Table | None:
        """One of the files as a table, ``None`` when the kit does not have it; raises ``error`` for bad TOML."""
        data = self.files.get(name)
        return None if data is None else parse_toml(data, file=self.path(name), error=error)

    @classmethod
    def from_folder(cls, folder: Path) -> KitFiles:
        """Read a kit's folder; raises :class:`KitError` when it holds no ``kit.toml``."""
        if not folder.is_dir():
            what = "is no folder" if folder.exists() else "no such folder"
            raise KitError(f"{what}; expected a supply kit", file=str(folder))
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not _is_hidden(path.relative_to(folder))
        }
        if KIT not in files:
            raise KitError(f"holds no {KIT}; expected a supply kit", file=str(folder))
        return cls(str(folder), files)

    @classmethod
    def from_archive(cls, archive: Archive) -> KitFiles | None:
        """The kit inside a module or extension, or ``None``."""
        inside = [
            name for name in archive.names if name.startswith(FOLDER) and not name.endswith("/")
        ]
        if FOLDER + KIT not in inside:
            return None
        files = {name.removeprefix(FOLDER): archive.read(name) for name in inside}
        return cls(f"{archive.file}!/{FOLDER.rstrip('/')}", files)


def _is_hidden(path: Path) -> bool:
    """Whether a file is an editor's or the system's own, like the schemas in ``.schema``."""
    return any(part.startswith(".") for part in path.parts)
