"""Finding units, pieces and palette slots by what a person calls them: an id, ``NAME``, or ``NAME@SPACE``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from vassal_supply.errors import RequestError

if TYPE_CHECKING:
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.palette import Slot


class Named(Protocol):
    """What has an id and a name and stands somewhere: units and markers."""

    @property
    def id(self) -> str:
        """The piece's id in the save."""

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def space(self) -> str:
        """The space it stands on."""


_N = TypeVar("_N", bound=Named)
_MOST_HINTS = 3


def find(items: Collection[_N], wanted: str, *, file: str, what: str = "unit") -> _N:
    """The one item that is called so.

    Raises :class:`RequestError` when none is, with the nearest names, or several are, with the list of them.
    """
    found = called(items, wanted)
    if not found:
        raise RequestError(f"no {what} is called {wanted!r}{_close(items, wanted)}", file=file)
    if len(found) > 1:
        choices = ", ".join(f"{one.name}@{one.space} (id {one.id})" for one in found)
        raise RequestError(f"{wanted!r} names {len(found)} {what}s: {choices}", file=file)
    return found[0]


def called(items: Iterable[_N], wanted: str) -> list[_N]:
    """All items with this id, else all with this name."""
    items = list(items)
    return [one for one in items if one.id == wanted] or list(_by_name(items, wanted))


def find_slot(module: Module, wanted: str) -> Slot:
    """The palette slot of this gpid or name, ``PALETTE/NAME`` where several share it.

    Raises :class:`RequestError` when there is none, with the nearest names, or when several differ.
    """
    slots = [slot for slot in module.slots if slot.definition]
    found = [slot for slot in slots if slot.gpid == wanted] or [
        slot for slot in slots if wanted in (slot.name, _path_of(slot))
    ]
    if len({slot.definition for slot in found}) == 1:
        return found[0]
    if found:
        choices = ", ".join(f"{_path_of(slot)} (gpid {slot.gpid})" for slot in found)
        raise RequestError(f"{wanted!r} names {len(found)} slots: {choices}", file=module.file)
    import difflib

    close = difflib.get_close_matches(wanted, {slot.name for slot in slots}, n=_MOST_HINTS)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise RequestError(f"no palette slot is called {wanted!r}{hint}", file=module.file)


def _path_of(slot: Slot) -> str:
    return "/".join((*slot.path, slot.name))


def _by_name(items: Iterable[_N], wanted: str) -> Iterator[_N]:
    name, at, space = wanted.rpartition("@")
    for one in items:
        if one.name == wanted or (at and one.name == name and one.space == space):
            yield one


def _close(items: Collection[Named], wanted: str) -> str:
    name = wanted.rpartition("@")[0] or wanted
    close = [f"{one.name}@{one.space}" for one in items if one.name == name][:_MOST_HINTS]
    if not close:
        import difflib

        close = difflib.get_close_matches(name, {one.name for one in items}, n=_MOST_HINTS)
    return "; did you mean " + " or ".join(close) + "?" if close else ""
