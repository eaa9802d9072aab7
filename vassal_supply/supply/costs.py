"""Movement points: reading what the rulebook says they cost, in whole numbers of its unit, and writing them again."""

from __future__ import annotations

from math import gcd

from vassal_supply.supply.rulebook import Costs
from vassal_supply.tables import Table

_LONGEST = 40
"""Signs of the longest text that is read as a number."""

Prices = tuple[tuple[str, int | None], ...]


def parse_mp_unit(top: Table) -> tuple[int, int]:
    """The rulebook's ``mp_unit`` as (numerator, denominator); one movement point when it says nothing."""
    if "mp_unit" not in top:
        return 1, 1
    return _fraction(top, "mp_unit", top.get("mp_unit"))


def parse_costs(table: Table, unit: tuple[int, int]) -> Costs:
    """One ``[[costs]]`` table; a price is a number, a fraction as text (``"1/2"``) or ``"no"``."""
    found = Costs(
        name=table.text("mp"),
        terrain=_prices(table.table("terrain"), unit),
        features=_prices(table.table("features"), unit),
        links=_prices(table.table("links"), unit),
        hexsides=_prices(table.table("hexsides"), unit),
        default=_price(table, "default", unit) if "default" in table else None,
    )
    table.done()
    return found


def parse_budget(table: Table, unit: tuple[int, int]) -> int:
    """A leg's ``budget`` of movement points, in the rulebook's unit."""
    price = _price(table, "budget", unit)
    if price is None:
        table.fail("budget", "'no'; expected a number of movement points")
    return price


def in_units(value: object, unit: tuple[int, int]) -> int | None:
    """A number of movement points in the rulebook's unit; ``None`` when it is none, or no whole number of units."""
    read = _read(value)
    if read is None:
        return None
    top, bottom = read[0] * unit[1], read[1] * unit[0]
    return top // bottom if top % bottom == 0 else None


def format_mp(units: int, unit: tuple[int, int]) -> str:
    """So many units as movement points: ``5``, ``2 1/2``, ``1/3``."""
    top, bottom = units * unit[0], unit[1]
    shared = gcd(top, bottom)
    top, bottom = top // shared, bottom // shared
    whole, rest = divmod(top, bottom)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{bottom}" if whole else f"{rest}/{bottom}"


def _prices(table: Table, unit: tuple[int, int]) -> Prices:
    return tuple((key, _price(table, key, unit)) for key in sorted(table.keys()))


def _price(table: Table, key: str, unit: tuple[int, int]) -> int | None:
    value = table.get(key)
    if value == "no":
        return None
    top, bottom = _fraction(table, key, value, least=0)
    found = in_units(value, unit)
    if found is None:
        whole = f"{top}/{bottom}" if bottom > 1 else str(top)
        table.fail(key, f"{whole} movement points are no whole number of mp_unit {_written(unit)}")
    return found


def _fraction(table: Table, key: str, value: object, *, least: int = 1) -> tuple[int, int]:
    read = _read(value)
    if read is None or read[0] < least:
        found = "missing" if value is None else repr(value)
        table.fail(key, f'{found}; expected movement points like 2 or "1/2"')
    return read


def _read(value: object) -> tuple[int, int] | None:
    """A number, or the text of a number or fraction, as (numerator, denominator)."""
    if isinstance(value, int):
        return None if isinstance(value, bool) else (value, 1)
    # As it is written: 0.1 is a tenth, not the binary fraction next to it.
    text = repr(value) if isinstance(value, float) else value
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    top, slash, bottom = text.partition("/")
    whole, _, part = top.strip().partition(".")
    digits, below = whole + part, bottom.strip() if slash else "1"
    if not digits.isdecimal() or not below.isdecimal() or not int(below):
        return None
    numerator, denominator = int(digits), int(below) * 10 ** len(part)
    shared = gcd(numerator, denominator)
    return numerator // shared, denominator // shared


def _written(unit: tuple[int, int]) -> str:
    return f"{unit[0]}/{unit[1]}" if unit[1] > 1 else str(unit[0])
