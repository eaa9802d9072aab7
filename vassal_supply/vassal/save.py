"""A save or log as it stands when loaded: its pieces, stacks, decks and boards, and where everything is.

One pass over the leaves finds the id and place of every piece; all else waits until asked for. What the engine runs in
order is read in order: a stack takes only pieces that exist by then, a later command of the same id wins.
Engine classes: ``VASSAL.build.module.GameState``, ``VASSAL.counters.Stack``, ``VASSAL.counters.Deck``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.errors import ArchiveError, FormatError, ReadWarning
from vassal_supply.vassal.archive import (
    BUILD_FILE,
    MODULE_DATA,
    OLD_BUILD_FILE,
    SAVE_DATA,
    SAVED_GAME,
    Archive,
    Metadata,
)
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.obfuscation import deobfuscate_chunks
from vassal_supply.vassal.pieces import Deck, Piece, Position, Stack, Viewer
from vassal_supply.vassal.places import Places, read_places
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.trait import to_int

if TYPE_CHECKING:
    from vassal_supply.vassal.boards import BoardPlacement
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.editing import SaveEditor
    from vassal_supply.vassal.locating import Locator
    from vassal_supply.vassal.table import MapRules


class Save:
    """A save or log. Made by :meth:`read`; nothing in it changes afterwards."""

    def __init__(
        self,
        stream: CommandStream,
        *,
        file: str = "",
        key: int | None = None,
        reopen: Callable[[], Archive] | None = None,
        metadata: dict[str, Metadata] | None = None,
    ) -> None:
        """A save from its command stream.

        Raises FormatError, naming ``file``, if the stream is no whole save.
        """
        self.file = file
        self.stream = stream
        self.key = key
        self.reopen = reopen
        self.warnings: list[ReadWarning] = []
        self._metadata = metadata or {}
        self.places: Places = read_places(stream, file, self.warnings)

    @classmethod
    def read(cls, path: Path | str, *, max_size: int | None = None) -> Save:
        """Read the save or log at ``path``, recognised by content.

        Raises ArchiveError or FormatError, with the file's name, for anything that is no whole save.
        """
        with Archive.open(path, max_size=max_size) as archive:
            return cls.from_archive(archive, lambda: Archive.open(path, max_size=max_size))

    @classmethod
    def from_bytes(cls, data: bytes, file: str, *, max_size: int | None = None) -> Save:
        """Read a save held in memory, like one stored inside a module. Raises like :meth:`read`."""

        def reopen() -> Archive:
            return Archive.from_bytes(data, file, max_size=max_size)

        with reopen() as archive:
            return cls.from_archive(archive, reopen)

    @classmethod
    def from_archive(cls, archive: Archive, reopen: Callable[[], Archive]) -> Save:
        """Read the save in an open archive; ``reopen`` opens it again when a changed copy is to be written."""
        if SAVED_GAME not in archive:
            is_module = BUILD_FILE in archive or OLD_BUILD_FILE in archive
            other = ", but this is a module or extension" if is_module else ""
            raise ArchiveError(
                f"has no entry savedGame; expected a save or log{other}", file=archive.file
            )
        data, key = deobfuscate_chunks(archive.chunks(SAVED_GAME), archive.file)
        stream = CommandStream.parse(data, archive.file)
        fault = _not_utf8(data)
        del data
        save = cls(stream, file=archive.file, key=key, reopen=reopen)
        if fault is not None:
            text = (
                f"byte {fault:,} of the text is no UTF-8: such bytes are kept, and shown as \ufffd"
            )
            save.warnings.append(ReadWarning(f"{archive.file}: savedGame", text))
        save._read_metadata(archive)
        return save

    def _read_metadata(self, archive: Archive) -> None:
        for name in (MODULE_DATA, SAVE_DATA):
            try:
                found = archive.metadata if name == MODULE_DATA else archive.savedata
            except FormatError as error:
                self.warnings.append(ReadWarning(f"{self.file}: {name}", error.text))
                continue
            if found is not None:
                self._metadata[name] = found

    def __repr__(self) -> str:
        return f"Save({self.file!r}, {len(self.pieces)} pieces)"

    @property
    def module_name(self) -> str | None:
        """The name of the module it belongs to; ``None`` for a save that does not say."""
        data = self._metadata.get(MODULE_DATA)
        return data.name or None if data else None

    @property
    def module_version(self) -> str:
        """The module version it was saved under; empty if unknown."""
        found = (self._metadata.get(name) for name in (SAVE_DATA, MODULE_DATA))
        return next((data.version for data in found if data and data.version), "")

    @property
    def vassal_version(self) -> str:
        """The VASSAL version that wrote it, from its metadata or an old header command; empty if unknown."""
        for name in (SAVE_DATA, MODULE_DATA):
            data = self._metadata.get(name)
            if data and data.vassal_version:
                return data.vassal_version
        for text in self.places.leaves("CHECK\t"):
            head, mark, version = text.split("\t")[1].partition("<")
            if mark and head == "runningVassalVersion":
                return version
        return ""

    @property
    def is_log(self) -> bool:
        """Whether it holds logged steps."""
        return self.places.is_log

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every piece by id, in the file's order; stacks and decks are not among them."""
        return self.places.pieces

    @property
    def stacks(self) -> dict[str, Stack]:
        """Every stack by id, empty ones (which older engines kept) too."""
        return self.places.stacks

    @property
    def decks(self) -> dict[str, Deck]:
        """Every deck by id."""
        return self.places.decks

    @cached_property
    def boards(self) -> dict[str, tuple[BoardPlacement, ...]]:
        """The boards each map has, by the map's name (or ``Map0``-like id) as the save gives it."""
        from vassal_supply.vassal.boards import BoardPlacement

        found: dict[str, tuple[BoardPlacement, ...]] = {}
        for index in self.places.others:
            head, *fields = split(self.text(index), "\t")
            if not head.endswith("BoardPicker"):
                continue
            placements = []
            for name, column, row in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
                board, *flag = split(name, "/")
                placements.append(
                    BoardPlacement(board, flag[:1] == ["rev"], to_int(column), to_int(row))
                )
            found[head.removesuffix("BoardPicker")] = tuple(placements)
        return found

    def position(self, piece: Piece | str) -> Position:
        """Where a piece is: its stack's place wins over what its own state says."""
        return self.places.position(piece if isinstance(piece, str) else piece.id)

    def positions(self) -> Iterator[Position]:
        """Where every piece is, in the order of :attr:`pieces`."""
        return (self.places.position(id) for id in self.pieces)

    @property
    def global_properties(self) -> dict[str, dict[str, str]]:
        """Global properties by container: ``Module``, a map's name, or ``map:zone``."""
        return self.places.globals

    @property
    def extensions(self) -> tuple[tuple[str, str], ...]:
        """The extensions it was saved with: name (the file's, without suffix) and version."""
        found = (split(text, "\t") for text in self.places.leaves("EXT\t"))
        return tuple((fields[1], fields[2] if len(fields) > 2 else "") for fields in found)

    @property
    def turns(self) -> dict[str, str]:
        """The raw state of each turn tracker by its id (``TurnTracker0``)."""
        found: dict[str, str] = {}
        for text in self.places.leaves("TURN"):
            head, *state = split(text, "\t")
            if state:
                found[head.removeprefix("TURN")] = state[0]
        return found

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides taken by players, each once; names and passwords are never given."""
        return tuple(dict.fromkeys(side for _, side in self._players() if side))

    def viewer(self, side: str) -> Viewer:
        """The eyes of a side: it sees what it, or any player who took it, has masked or hidden."""
        owners = {player for player, taken in self._players() if taken == side}
        return Viewer(frozenset({side, *owners}))

    def anonymous(self, text: str) -> str:
        """A line of chat or report with the side, or ``player``, in place of every name and password of a player."""
        return self._anonymizer(text)

    @cached_property
    def _anonymizer(self) -> Callable[[str], str]:
        from vassal_supply.vassal.privacy import anonymizer

        return anonymizer(self.stream)

    def _players(self) -> list[tuple[str, str]]:
        found = (split(text, "\t") for text in self.places.leaves("PLAYER\t"))
        return [(fields[1], fields[3]) for fields in found if len(fields) > 3]

    def text(self, index: int) -> str:
        """The text of one leaf of the stream; bytes that are no UTF-8 show as U+FFFD."""
        return self.stream.leaf(index).decode("utf-8", "replace")

    @property
    def steps(self) -> int:
        """How many steps follow the beginning state of a log; 0 for a save."""
        from vassal_supply.vassal.logs import log_items

        return len(log_items(self.stream)) if self.is_log else 0

    def at(self, step: int | str, rules: MapRules | None = None) -> Save:
        """The game after a step of a log (a number, ``"start"`` or ``"end"``), as a save without the steps.

        ``rules`` say how the module's maps stack. Raises RequestError for a step it does not have.
        """
        from vassal_supply.vassal.logs import Replay

        return Replay(self, rules).to(step).save()

    def with_stream(self, stream: CommandStream) -> Save:
        """Another state of the same game, to be written with this save's other entries."""
        return Save(
            stream, file=self.file, key=self.key, reopen=self.reopen, metadata=self._metadata
        )

    def check_traits(self) -> list[ReadWarning]:
        """What is odd in the pieces' traits: kinds nobody knows, fields that cannot be read, missing levels.

        Looks at every trait of every piece, which reading a save does not.
        """
        from vassal_supply.vassal.inspection import check_traits

        return check_traits(self)

    def locate(self, module: Contents) -> Locator:
        """Let pieces tell where they are by name: ``LocationName``, ``CurrentZone`` and ``CurrentBoard``.

        The result is what the module calls the places of this save.
        """
        from vassal_supply.vassal.locating import Locator

        self.places.locator = locator = Locator(self, module)
        return locator

    def edit(self) -> SaveEditor:
        """An editor that collects changes and writes the changed save; this save stays as it is."""
        from vassal_supply.vassal.editing import SaveEditor

        return SaveEditor(self)


def _not_utf8(data: bytes) -> int | None:
    """Where the first byte is that is no UTF-8; ``None`` if all are."""
    if data.isascii():
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None
