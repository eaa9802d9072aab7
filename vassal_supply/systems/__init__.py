"""Rule systems by name: each takes a situation, its rulebook and its turn file, and makes a determination.

The built-in ones are found at once; others by the entry point group ``vassal_supply.systems``, which is only read when a
rulebook names a system that is not built in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from vassal_supply.errors import RequestError
from vassal_supply.model import Situation
from vassal_supply.supply import Determination
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from vassal_supply.supply import Explanation

GROUP = "vassal_supply.systems"
BUILT_IN = {"generic": "vassal_supply.systems.generic:GenericSystem"}


class System(Protocol):
    """What a rule system must offer.

    ``name`` is what a rulebook's ``system`` key says. ``turn_keys`` maps each key of its turn file to a sentence on
    what it means, ``codes`` each reason and effect code it may report likewise; a generic rulebook's effects bring their
    own codes.
    """

    name: str
    turn_keys: Mapping[str, str]
    codes: Mapping[str, str]

    def determine(
        self,
        situation: Situation,
        rulebook: Table,
        *,
        turn: Table | None = None,
        sides: Collection[str] | None = None,
    ) -> Determination:
        """The supply of a situation, of all its units or of those of ``sides``.

        ``rulebook`` and ``turn`` are the tables of those files. Raises :class:`vassal_supply.errors.RulebookError` or
        :class:`vassal_supply.errors.RequestError`.
        """
        ...

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit of a determination has its grade; raises :class:`vassal_supply.errors.RequestError`."""
        ...


def names() -> list[str]:
    """The names of all systems that are built in or installed, sorted."""
    return sorted({*BUILT_IN, *(entry.name for entry in _entry_points())})


def find_system(name: str) -> System:
    """The system of a name; raises :class:`vassal_supply.errors.RequestError` that lists those there are."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return _made(getattr(import_module(module), attribute))
    for entry in _entry_points():
        if entry.name == name:
            return _made(entry.load())
    raise RequestError(f"no rule system {name!r}; there are {', '.join(names())}")


def _made(found: type[System]) -> System:
    return found()


def _entry_points() -> EntryPoints:
    # Slow to import, and needed only where a rulebook asks for a system of somebody else's.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)
