"""Every exception and warning of the package, each with its place.

One root, :class:`SupplyError`; its text reads ``FILE: PLACE: what is wrong; what was expected``, with the line of a
file that a person writes as ``FILE:LINE: PLACE: ...``.
Readers that can go on collect a :class:`ReadWarning` in a list instead of raising.
"""

from typing import NamedTuple


class SupplyError(Exception):
    """The root of all errors this package raises on purpose.

    ``file`` is the path as the user gave it, ``place`` the spot inside it (zip entry, command number, piece, key),
    ``line`` the line of a text file, 0 where there is none or it is not known.
    """

    def __init__(self, text: str, *, file: str = "", place: str = "", line: int = 0) -> None:
        super().__init__(text, file, place)
        self.text = text
        self.file = file
        self.place = place
        self.line = line

    def __str__(self) -> str:
        file = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return ": ".join(part for part in (file, self.place, self.text) if part)


class ArchiveError(SupplyError):
    """The container is no zip, is damaged, too large, or lacks an entry that its kind must have."""


class FormatError(SupplyError):
    """Data inside a module or save breaks VASSAL's format."""


class KitError(SupplyError):
    """A supply kit's file is wrong, or does not fit the module it is used with."""


class RulebookError(SupplyError):
    """A rulebook breaks its own grammar; ``place`` is the dotted key, like ``leg[2].bars[0].by``."""


class RequestError(SupplyError):
    """What the user asked for cannot be: an unknown side, an ambiguous unit name, the wrong module."""


class WriteError(SupplyError):
    """An output file cannot be written; nothing was left behind."""


class ReadWarning(NamedTuple):
    """Something odd that did not stop the reading: ``where`` names the file and place, ``text`` the oddity."""

    where: str
    text: str
