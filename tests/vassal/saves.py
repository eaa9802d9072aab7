"""Small saves for the tests, built from their parts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.pieces import piece_leaf, stack_leaf
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.sequence import join

ESC = "\x1b"


def piece(
    id: str,
    *traits: tuple[str, str],
    name: str = "Unit",
    place: tuple[str | None, int, int] = ("Main", 10, 20),
    state: str | None = None,
) -> str:
    """A ``+/`` command: traits as (type, state) outermost first, then the BasicPiece."""
    map_name, x, y = place
    own = f"{map_name or 'null'};{x};{y};7;0" if state is None else state
    levels = [*traits, (f"piece;;;unit.png;{name}", own)]
    types = [kind.encode() for kind, _ in levels]
    return piece_leaf(id, types, [text.encode() for _, text in levels]).decode()


def stack(id: str, *members: str, place: tuple[str | None, int, int] = ("Main", 10, 20)) -> str:
    """A ``+/`` command for a stack, members bottom first."""
    return stack_leaf(id, *place, members).decode()


def text_of(
    pieces: Iterable[str], others: Iterable[str] = (), log: Iterable[Iterable[str]] = ()
) -> str:
    """A whole command text: pieces, other components, and logged steps of one or more commands."""
    steps = (join([f"LOG\t{leaf}" for leaf in step], ESC) for step in log)
    items = ["begin_save", "", join(["", *pieces], ESC), *others, "end_save", *steps]
    return join(items, ESC)


def save_of(
    pieces: Iterable[str], others: Iterable[str] = (), log: Iterable[Iterable[str]] = ()
) -> Save:
    """A save in memory that belongs to no file."""
    text = text_of(pieces, others, log)
    return Save(CommandStream.parse(text.encode("utf-8")), file="game.vsav")


def zip_of(entries: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), data, method)
    return buffer.getvalue()


def file_of(text: str, key: int | None = 0x5B, **entries: bytes) -> bytes:
    """A save file with this command text, obfuscated unless ``key`` is ``None``, and other entries."""
    data = text.encode("utf-8")
    return zip_of({"savedGame": data if key is None else obfuscate(data, key), **entries})
