"""Small modules that the tests build: no images, just components."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

B = "VASSAL.build.module.map.boardPicker."
G = B + "board."
N = G + "mapgrid."


def element(tag: str, attributes: Mapping[str, object] | None = None, *children: str) -> str:
    """An XML element as text."""
    written = "".join(
        f" {key}={quoteattr(_text(value))}" for key, value in (attributes or {}).items()
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def board(name: str, size: tuple[int, int], *grid: str, reversible: bool = False) -> str:
    width, height = size
    attributes = {"name": name, "width": width, "height": height, "reversible": reversible}
    return element(B + "Board", attributes, *grid)


def game_map(name: str, boards: Sequence[str], *rest: str, edge: tuple[int, int] = (0, 0)) -> str:
    picker = element("VASSAL.build.module.map.BoardPicker", {}, *boards)
    attributes = {"mapName": name, "edgeWidth": edge[0], "edgeHeight": edge[1], "launch": "false"}
    return element("VASSAL.build.module.Map", attributes, picker, *rest)


def build_file(*components: str, name: str = "Test", version: str = "1.0") -> str:
    root = {"name": name, "version": version, "VassalVersion": "3.5.8", "nextPieceSlotId": 100}
    encoder = element("VASSAL.build.module.BasicCommandEncoder")  # pieces cannot do without
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(
        "VASSAL.build.GameModule", root, encoder, *components
    )


def write_module(
    path: Path, *components: str, name: str = "Test", entries: Mapping[str, bytes] | None = None
) -> Path:
    """A module of these components, with the metadata VASSAL wants."""
    data = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<data version="1"><version>1.0</version>'
        f"<VassalVersion>3.5.8</VassalVersion><name>{name}</name></data>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", data)
        archive.writestr("buildFile.xml", build_file(*components, name=name))
        for entry, content in (entries or {}).items():
            archive.writestr(entry, content)
    return path


def write_save(path: Path, *commands: str) -> Path:
    """A save of these commands alone, at-start stacks not set up: it goes with any module."""
    text = "\x1b".join(["begin_save", "", *commands, "SETUP_STACK\t", "end_save"])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", text)
    return path
