"""The turn file of Axis & Allies: what only the players know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vassal_supply.tables import Table

TURN_KEYS: dict[str, str] = {
    "power": "whose turn it is; else the kit's fact of that name",
    "captured": "territories the power took this turn, when the save of the start of the turn is not given",
    "built": "territories where the power built an industrial complex this turn, likewise",
    "bought": "how many units of each kind the power bought, when no save shows them waiting",
    "victory": "the victory condition agreed at the start of the game; else the kit's fact of that name",
    "attack": "attacks to work out, for --for attack",
    "blitz": "tank blitzes to judge, for --for blitz",
}


class Attack(NamedTuple):
    """An attack the players announce: how many units of each kind take part."""

    space: str
    attackers: Mapping[str, int]
    defenders: Mapping[str, int]


class Blitz(NamedTuple):
    """A tank's move from the first space of ``path`` through the second to the third."""

    unit: str
    kind: str
    path: tuple[str, ...]
    phase: str


class TurnFile(NamedTuple):
    """A whole turn file; ``captured``, ``built`` and ``bought`` are ``None`` when it does not say."""

    power: str = ""
    captured: frozenset[str] | None = None
    built: frozenset[str] | None = None
    bought: Mapping[str, int] | None = None
    victory: str = ""
    attacks: tuple[Attack, ...] = ()
    blitzes: tuple[Blitz, ...] = ()


def parse_turn_file(
    table: Table | None, spaces: Iterable[str], kinds: Iterable[str], conditions: Iterable[str]
) -> TurnFile:
    """Read a turn file; raises its table's error for a space, kind of unit or condition that there is none of."""
    if table is None:
        return TurnFile()
    known, units = frozenset(spaces), frozenset(kinds)
    turn = TurnFile(
        table.text("power", ""),
        _spaces(table, "captured", known) if "captured" in table else None,
        _spaces(table, "built", known) if "built" in table else None,
        _counts(table.table("bought"), units) if "bought" in table else None,
        table.choice("victory", tuple(conditions)) if "victory" in table else "",
        tuple(_attack(one, known, units) for one in table.tables("attack")),
        tuple(_blitz(one, known, units) for one in table.tables("blitz")),
    )
    table.done()
    return turn


def _spaces(table: Table, key: str, known: frozenset[str]) -> frozenset[str]:
    names = table.texts(key)
    for name in names:
        _check(table, key, name, known, "space")
    return frozenset(names)


def _check(table: Table, key: str, word: str, known: frozenset[str], what: str) -> None:
    if word not in known:
        import difflib

        close = difflib.get_close_matches(word, known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        table.fail(key, f"no {what} is called {word!r}{hint}", word)


def _counts(table: Table, kinds: frozenset[str]) -> dict[str, int]:
    found = {}
    for kind in table.keys():  # noqa: SIM118
        _check(table, kind, kind, kinds, "kind of unit")
        found[kind] = table.integer(kind)
        if found[kind] < 0:
            table.fail(kind, f"{found[kind]}; expected a number from 0")
    return found


def _attack(table: Table, spaces: frozenset[str], kinds: frozenset[str]) -> Attack:
    space = table.text("space")
    _check(table, "space", space, spaces, "space")
    attack = Attack(
        space, _counts(table.table("attackers"), kinds), _counts(table.table("defenders"), kinds)
    )
    table.done()
    return attack


def _blitz(table: Table, spaces: frozenset[str], kinds: frozenset[str]) -> Blitz:
    path = table.texts("path")
    for name in path:
        _check(table, "path", name, spaces, "space")
    if len(path) != 3:
        table.fail("path", f"{len(path)} spaces; expected three: from, through, to")
    kind = table.text("kind", "tank")
    _check(table, "kind", kind, kinds, "kind of unit")
    blitz = Blitz(
        table.text("unit", ""),
        kind,
        path,
        table.choice("phase", ("combat-move", "noncombat-move"), "combat-move"),
    )
    table.done()
    return blitz
