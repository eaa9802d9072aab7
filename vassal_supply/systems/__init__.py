"""Rule systems by name: each takes a situation, its rulebook and its turn file, and makes a determination.

The built-in ones are found at once; others by the entry point group ``vassal_supply.systems``, which is only read when a
rulebook names a system that is not built in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from vassal_supply.errors import RequestError
from vassal_supply.model import Situation
from vassal_supply.supply import Determination
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from vassal_supply.supply import Explanation
    from vassal_supply.supply.threats import Cuts, Threat

GROUP = "vassal_supply.systems"
GENERIC = "generic"
"""The system of a rulebook that names none."""

BUILT_IN = {
    "awaw": "vassal_supply.systems.awaw:AwawSystem",
    "axis_and_allies": "vassal_supply.systems.axis_and_allies:AxisAndAlliesSystem",
    "axis_empires": "vassal_supply.systems.axis_empires:AxisEmpires",
    "generic": "vassal_supply.systems.generic:GenericSystem",
    "ocs": "vassal_supply.systems.ocs:OcsSystem",
    "tactics2": "vassal_supply.systems.tactics2:Tactics2System",
}


class Previous(NamedTuple):
    """The earlier state that ``--previous`` names: a save's situation, or what a check said of it, or both.

    ``result`` is the JSON object that a check wrote, empty when there is none; ``file`` is where it was read from.
    """

    situation: Situation | None = None
    result: Mapping[str, object] = MappingProxyType({})
    file: str = ""


class Request(NamedTuple):
    """What is asked of a system besides the situation itself.

    ``sides`` are those to judge (``None``: all), ``phase`` and ``action`` the words of ``--phase`` and ``--for``
    (empty when not given), ``turn`` the turn file, ``previous`` the earlier state.
    """

    sides: frozenset[str] | None = None
    phase: str = ""
    action: str = ""
    turn: Table | None = None
    previous: Previous | None = None


NOTHING_MORE = Request()


class System(Protocol):
    """What a rule system must offer.

    ``name`` is what a rulebook's ``system`` key says. ``phases`` and ``actions`` are the words that ``--phase`` and
    ``--for`` may name, ``turn_keys`` the keys of its turn file and ``codes`` the reason and effect codes it may report,
    each with a sentence on what it means; a generic rulebook's effects bring their own codes.
    """

    name: str
    phases: Mapping[str, str]
    actions: Mapping[str, str]
    turn_keys: Mapping[str, str]
    codes: Mapping[str, str]

    def determine(
        self, situation: Situation, rulebook: Table, request: Request = NOTHING_MORE
    ) -> Determination:
        """The supply of a situation under the table of a rulebook.

        Raises :class:`vassal_supply.errors.RulebookError` or :class:`vassal_supply.errors.RequestError`.
        """
        ...

    def explain(self, determination: Determination, unit_id: str) -> Explanation:
        """Why a unit of a determination has its grade; raises :class:`vassal_supply.errors.RequestError`."""
        ...


@runtime_checkable
class Threatened(Protocol):
    """A rule system that can also say what the enemy could cut."""

    def threats(
        self, situation: Situation, rulebook: Table, side: str, request: Request = NOTHING_MORE
    ) -> Sequence[Threat]:
        """Every space whose loss would put units of a side out of supply, as a request asks."""
        ...

    def cuts(
        self, situation: Situation, rulebook: Table, unit_id: str, request: Request = NOTHING_MORE
    ) -> Cuts:
        """The smallest sets of spaces whose loss cuts a unit off; raises :class:`vassal_supply.errors.RequestError`."""
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


def system_of(rulebook: Table) -> System:
    """The system that a rulebook is written for; raises the rulebook's error, with its line, when there is none."""
    name = rulebook.text("system", GENERIC)
    try:
        return find_system(name)
    except RequestError as error:
        rulebook.fail("system", error.text)


def check_request(system: System, request: Request) -> None:
    """Refuse a phase, an action or a turn file's key that a system does not know (:class:`RequestError`)."""
    for option, word, known in (
        ("phase", request.phase, system.phases),
        ("for", request.action, system.actions),
    ):
        if word and word not in known:
            there_are = f"it knows {', '.join(known)}" if known else "it knows none"
            raise RequestError(
                f"--{option} {word}: no such word in the system {system.name!r}; {there_are}"
            )
    if request.turn is not None:
        _check_turn_keys(system, request.turn)


def _check_turn_keys(system: System, turn: Table) -> None:
    for key in turn.keys():  # noqa: SIM118
        if key not in system.turn_keys:
            known = ", ".join(system.turn_keys) or "no keys at all"
            turn.fail(key, f"unknown key; the system {system.name!r} reads {known}")


def _made(found: type[System]) -> System:
    return found()


def _entry_points() -> EntryPoints:
    # Slow to import, and needed only where a rulebook asks for a system of somebody else's.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)
