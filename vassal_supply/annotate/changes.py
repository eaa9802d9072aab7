"""The changes that will be made to one save, collected before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ReadWarning

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.vassal.pieces import Piece


class Change(NamedTuple):
    """One mark that will be set, laid or taken: where, on what, and in words what happens."""

    space: str
    piece: str
    text: str


class Counter(NamedTuple):
    """A counter to be laid on a map: its slot's definition, its pixel, the stack it goes on top of, if any."""

    definition: bytes
    gpid: str
    map: str
    x: int
    y: int
    stack: str | None


class Annotation:
    """What an annotation changes: ``changes`` in words, ``warnings`` for what could not be shown."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.changes: list[Change] = []
        self.warnings: list[ReadWarning] = []
        self._edited: dict[str, Piece] = {}
        self._counters: list[Counter] = []
        self._gone: list[str] = []

    def write(self, target: Path | str) -> None:
        """Write the annotated save; never over the save itself. Raises :class:`WriteError`."""
        editor = self.case.save.edit()
        for piece in self._edited.values():
            editor.replace(piece)
        for id in self._gone:
            editor.remove(id)
        for one in self._counters:
            editor.add_piece(
                one.definition, one.map, one.x, one.y, gpid=one.gpid, stack=False, onto=one.stack
            )
        editor.write(target)

    def piece(self, id: str) -> Piece:
        """A piece as it will be."""
        return self._edited.get(id) or self.case.save.pieces[id]

    def replace(self, piece: Piece, change: Change) -> None:
        """Let a piece become this one."""
        self._edited[piece.id] = piece
        self.changes.append(change)

    def lay(self, counter: Counter, change: Change) -> None:
        """Lay a counter."""
        self._counters.append(counter)
        self.changes.append(change)

    def take(self, id: str, change: Change) -> None:
        """Take a counter away."""
        self._gone.append(id)
        self.changes.append(change)

    def warn(self, where: str, text: str) -> None:
        """Say what could not be shown; ``where`` is a place in the save."""
        self.warnings.append(ReadWarning(f"{self.case.save.file}: {where}", text))
