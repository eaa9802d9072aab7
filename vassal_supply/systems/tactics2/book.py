"""The tables of a rulebook that are the Tactics II variant's own; the rest is the engine's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from vassal_supply.supply import Rulebook, parse_rulebook
from vassal_supply.supply.determination import Effect
from vassal_supply.systems.dice import SIDES
from vassal_supply.tables import Table

OWN = ("chain", "supply_phase", "declare", "landing", "first_turn")

Choice = Literal["command", "superiors"]


class Declare(NamedTuple):
    """Units of ``kinds`` trace to a headquarters that their owner declares.

    ``command``: their own or any of the kinds ``under`` it, their own when nothing is declared. ``superiors``: one of
    those the kit puts over them, and they must say which.
    """

    kinds: frozenset[str]
    choice: Choice
    under: frozenset[str]
    rule: str


class Landing(NamedTuple):
    """Units of ``kinds`` may trace to the square they landed on, if it has one of the features ``on``.

    The square is a source of kind ``source`` until a unit of the kinds ``taken_by`` takes it. ``outlives_army`` says
    that the loss of the division's army headquarters does not end it.
    """

    kinds: frozenset[str]
    on: frozenset[str]
    source: str
    taken_by: frozenset[str]
    outlives_army: bool
    rule: str


class FirstTurn(NamedTuple):
    """Headquarters of ``kinds`` begin on a square with the feature ``bivouac`` and do not count for stacking.

    That lasts until the end of turn ``until``.
    """

    kinds: frozenset[str]
    bivouac: str
    until: int
    stacking: Effect
    rule: str


class SupplyPhase(NamedTuple):
    """When dice are rolled for units out of supply, and which numbers leave them on the board.

    ``after`` is the player whose combats it follows, as the kit's fact ``player`` calls him; empty for any.
    """

    after: str
    stays: frozenset[int]
    rule: str
    roll_rule: str


class Book(NamedTuple):
    """A whole rulebook of this system."""

    engine: Rulebook
    chain_rule: str
    phase: SupplyPhase
    declare: tuple[Declare, ...]
    landing: tuple[Landing, ...]
    first_turn: FirstTurn | None

    def declares(self, kind: str) -> Declare | None:
        """The rule by which units of a kind declare their headquarters, if they do."""
        return next((rule for rule in self.declare if kind in rule.kinds), None)

    def lands(self, kind: str) -> Landing | None:
        """The rule by which units of a kind may trace to where they landed, if they may."""
        return next((rule for rule in self.landing if kind in rule.kinds), None)


def parse_book(table: Table) -> Book:
    """Read a rulebook of this system; raises its table's error for a slip."""
    engine: Mapping[str, object] = {key: table.get(key) for key in table.keys() if key not in OWN}  # noqa: SIM118
    return Book(
        parse_rulebook(Table(engine, file=table.file, error=table.error, source=table.source)),
        _chain(table.table("chain")),
        _phase(table.table("supply_phase")),
        tuple(_declare(one) for one in table.tables("declare")),
        tuple(_landing(one) for one in table.tables("landing")),
        _first_turn(table.table("first_turn")) if "first_turn" in table else None,
    )


def _chain(table: Table) -> str:
    """The number of the rule by which a break puts everybody below out."""
    rule = table.text("rule", "")
    table.done()
    return rule


def _phase(table: Table) -> SupplyPhase:
    stays = table.get("stays")
    if not isinstance(stays, list) or not all(one in range(1, SIDES + 1) for one in stays):
        table.fail("stays", f"{stays!r}; expected the numbers of a die that leave a unit there")
    found = SupplyPhase(
        table.text("after", ""),
        frozenset(stays),
        table.text("rule", ""),
        table.text("roll_rule", ""),
    )
    table.done()
    return found


def _declare(table: Table) -> Declare:
    choice = table.choice("choice", ("command", "superiors"))
    found = Declare(
        frozenset(table.texts("kinds")),
        "command" if choice == "command" else "superiors",
        frozenset(table.texts("under", ())),
        table.text("rule", ""),
    )
    table.done()
    return found


def _landing(table: Table) -> Landing:
    found = Landing(
        frozenset(table.texts("kinds")),
        frozenset(table.texts("on")),
        table.text("source"),
        frozenset(table.texts("taken_by")),
        table.flag("outlives_army", True),
        table.text("rule", ""),
    )
    table.done()
    return found


def _first_turn(table: Table) -> FirstTurn:
    rule = table.text("rule", "")
    found = FirstTurn(
        frozenset(table.texts("kinds")),
        table.text("bivouac"),
        table.integer("until", 1),
        Effect(rule, "stacking", table.text("text"), allowed=True),
        rule,
    )
    table.done()
    return found
