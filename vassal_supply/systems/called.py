"""Finding the units that a turn file names, in any rule system: by id, ``NAME`` or ``NAME@SPACE``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vassal_supply.model import Unit
from vassal_supply.tables import Table


def unit_called(units: Iterable[Unit], wanted: str, table: Table, key: str) -> Unit:
    """The one unit that is called so; the table's error at ``key`` when none or several are."""
    units = list(units)
    found = [unit for unit in units if unit.id == wanted] or list(_by_name(units, wanted))
    if not found:
        table.fail(key, f"no unit is called {wanted!r}{_close(units, wanted)}", wanted)
    if len(found) > 1:
        choices = ", ".join(f"{unit.name}@{unit.space} (id {unit.id})" for unit in found)
        table.fail(key, f"{wanted!r} names {len(found)} units: {choices}", wanted)
    return found[0]


def by_side(table: Table, sides: Iterable[str]) -> Iterator[tuple[str, Table]]:
    """The tables inside a table whose keys are sides, like ``[dice.Blue]``; the table's error for another key."""
    known = tuple(sides)
    for side in table.keys():  # noqa: SIM118
        if side not in known:
            table.fail(side, f"no side is called {side!r}; expected one of {', '.join(known)}")
        yield side, table.table(side)


def _by_name(units: Iterable[Unit], wanted: str) -> Iterator[Unit]:
    name, at, space = wanted.rpartition("@")
    for unit in units:
        if unit.name == wanted or (at and unit.name == name and unit.space == space):
            yield unit


def _close(units: Iterable[Unit], wanted: str) -> str:
    import difflib

    close = difflib.get_close_matches(wanted, {unit.name for unit in units}, n=3)
    return "; did you mean " + " or ".join(close) + "?" if close else ""
