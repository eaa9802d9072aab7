"""What every trait of a piece is: one level's type and state, its fields, its part in name and properties.

Engine class: ``VASSAL.counters.Decorator``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from vassal_supply.vassal.sequence import split

if TYPE_CHECKING:
    from vassal_supply.vassal.expressions import Lookup
    from vassal_supply.vassal.trait_fields import FieldValue, Problem


def to_int(text: str, default: int = 0) -> int:
    """A whole number as Java reads one, in 32 bits; ``default`` for anything else."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if len(digits) > 10 or not (digits.isascii() and digits.isdigit()):
        return default
    number = int(text)
    return number if -0x80000000 <= number <= 0x7FFFFFFF else default


@lru_cache(maxsize=4096)
def _fields_of(body: str) -> tuple[str, ...]:
    """The fields of a type, split once for all the pieces that share it."""
    return tuple(split(body, ";"))


class Trait:
    """One level of a piece: ``kind`` is its id without the semicolon, ``body`` the rest of the type text.

    ``level`` is its place in the piece, 0 outermost; ``state`` its own state text.
    """

    __slots__ = ("body", "kind", "level", "state")

    def __init__(self, kind: str, body: str, state: str, level: int) -> None:
        self.kind = kind
        self.body = body
        self.state = state
        self.level = level

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.kind!r}, level={self.level})"

    @property
    def fields(self) -> tuple[str, ...]:
        """The type's fields, split at ``;``."""
        return _fields_of(self.body)

    def field(self, number: int, default: str = "") -> str:
        """Field ``number`` of the type; ``default`` where an older file ends earlier."""
        fields = self.fields
        return fields[number] if number < len(fields) else default

    @property
    def is_known(self) -> bool:
        """Whether VASSAL itself has such a trait; others come from a module's own classes."""
        from vassal_supply.vassal.trait_fields import KNOWN

        return self.kind in KNOWN

    @property
    def values(self) -> Mapping[str, FieldValue]:
        """The type's fields by name, typed; see ``trait_fields``. Fields absent or unreadable are missing."""
        from vassal_supply.vassal.trait_fields import read_fields

        return read_fields(self.kind, self.fields)[0]

    @property
    def problems(self) -> Sequence[Problem]:
        """The type's fields that are not what they should be."""
        from vassal_supply.vassal.trait_fields import read_fields

        return read_fields(self.kind, self.fields)[1]

    def rename(self, name: str, lookup: Lookup) -> str:
        """The piece's name from this trait outwards, given the ``name`` its inner part has."""
        return name

    def property_names(self) -> Sequence[str]:
        """The properties this trait exposes, as the engine names them."""
        return ()

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The value of one of them; ``lookup`` finds the whole piece's properties. ``None`` if it cannot be told."""
        return None
