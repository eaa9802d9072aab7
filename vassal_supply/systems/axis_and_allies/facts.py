"""The rulebook of Axis & Allies: what the kit calls things, the facts of each kind of unit, the victory conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.tables import Table

CLASSES = ("land", "bomber", "fighter", "ship", "complex")
"""Where a unit may be mobilised goes by its class (AA-4 to AA-7)."""

LAND = ("land", "complex")
"""Classes that are never at sea but as cargo."""

_WORDS = ("sea", "capital", "victory-city", "mobilisation", "damage", "treasury", "chart")


class UnitFacts(NamedTuple):
    """What the rules say of one kind of unit (AA-11).

    Ratings are ``None`` where the rulebook has none: it has no attack or move, or its price list does not say.
    ``supported`` is the attack of a unit that one artillery supports.
    """

    kind: str
    group: str
    cost: int | None
    attack: int | None
    defence: int | None
    move: int | None
    supported: int | None
    supports: bool
    captures: bool
    blitzes: bool
    carrier: bool
    transported: bool


class Victory(NamedTuple):
    """AA-10: after whose turn victory is checked, and how many victory cities each condition asks for."""

    after: str
    conditions: Mapping[str, int]


class Facts(NamedTuple):
    """A whole rulebook; ``words`` are the kit's words for terrain, features and markers."""

    words: Mapping[str, str]
    units: Mapping[str, UnitFacts]
    victory: Victory

    def group(self, kind: str) -> str:
        """The class of a kind of unit; empty for a kind that the rulebook does not know."""
        found = self.units.get(kind)
        return found.group if found else ""

    def cost(self, kind: str) -> int | None:
        """What a unit costs in IPC, ``None`` when the rulebook does not say."""
        found = self.units.get(kind)
        return found.cost if found else None


def parse_facts(table: Table) -> Facts:
    """Read the table of a rulebook; raises its error, a :class:`~vassal_supply.errors.RulebookError`."""
    table.integer("schema")
    table.text("name", "")
    table.text("system")
    words = table.table("words")
    units = table.table("unit")
    facts = Facts(
        {word: words.text(word) for word in _WORDS},
        {kind: _unit(kind, units.table(kind)) for kind in units.keys()},  # noqa: SIM118
        _victory(table.table("victory")),
    )
    words.done()
    table.done()
    return facts


def _unit(kind: str, table: Table) -> UnitFacts:
    facts = UnitFacts(
        kind,
        table.choice("class", CLASSES),
        _rating(table, "cost"),
        _rating(table, "attack"),
        _rating(table, "defence"),
        _rating(table, "move"),
        _rating(table, "supported"),
        table.flag("supports", False),
        table.flag("captures", False),
        table.flag("blitzes", False),
        table.flag("carrier", False),
        table.flag("transported", True),
    )
    table.done()
    return facts


def _rating(table: Table, key: str) -> int | None:
    return table.integer(key) if key in table else None


def _victory(table: Table) -> Victory:
    conditions = table.table("conditions")
    victory = Victory(
        table.text("checked-after"),
        {name: conditions.integer(name) for name in conditions.keys()},  # noqa: SIM118
    )
    table.done()
    return victory
