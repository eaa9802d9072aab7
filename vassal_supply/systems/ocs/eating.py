"""Living off supply points: which dumps feed which units that cannot trace, and what that costs (OCS-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vassal_supply.model import Source, Unit
from vassal_supply.supply import Engine
from vassal_supply.supply.sharing import share_out
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.network import Network
from vassal_supply.systems.ocs.turnfile import Orders

_PARTS = 4
"""Sizes are counted in quarters of a regimental equivalent: companies are a quarter."""
_ENDLESS = 10_000
"""Tokens of a dump that never runs dry."""

Row = dict[str, object]


class Meals(NamedTuple):
    """Who eats where: dumps with the quarters of each unit they feed; the units that go short, and those out of reach."""

    fed: dict[str, dict[Source, int]]
    short: frozenset[str]
    out_of_reach: frozenset[str]
    units: dict[str, Unit]


def feed(network: Network, hungry: Sequence[Unit], orders: Orders) -> Meals:
    """Let units eat in the order their owner prefers; a unit eats if what is left within its reach does for it."""
    reach = _reach(network, hungry)
    room = {
        dump: tokens_of(dump, network.book) * network.book.eating.feeds * _PARTS
        for dump in _dumps(network)
    }
    wishes: dict[str, list[Source]] = {}
    short: set[str] = set()
    for unit in _in_order(hungry, orders):
        if not reach[unit.id]:
            continue
        portions = {f"{n} {unit.id}": reach[unit.id] for n in range(_size(unit, network.book))}
        if len(share_out(wishes | portions, room)) == len(wishes) + len(portions):
            wishes |= portions
        else:
            short.add(unit.id)
    fed: dict[str, dict[Source, int]] = {}
    for portion, dump in share_out(wishes, room).items():
        plate = fed.setdefault(portion.partition(" ")[2], {})
        plate[dump] = plate.get(dump, 0) + 1
    away = frozenset(unit.id for unit in hungry if not reach[unit.id])
    return Meals(fed, frozenset(short), away, {unit.id: unit for unit in hungry})


def tokens_of(dump: Source, book: Book) -> int:
    """What lies in a dump, in tokens."""
    held = dump.values.get(book.words.supply_points, 0)
    if isinstance(held, str):
        return _ENDLESS if held == "unlimited" else 0
    return int(held * book.eating.tokens + 1e-6)


def rows(meals: Meals, book: Book) -> list[Row]:
    """A row for each dump that is eaten from."""
    plates: dict[Source, list[tuple[str, int]]] = {}
    for name, dumps in meals.fed.items():
        for dump, parts in dumps.items():
            plates.setdefault(dump, []).append((name, parts))
    found: list[Row] = []
    for dump, eaters in sorted(plates.items(), key=lambda one: (one[0].space, one[0].name)):
        eaten = sum(parts for _, parts in eaters)
        spent = -(-eaten // (book.eating.feeds * _PARTS))
        held = tokens_of(dump, book)
        found.append(
            {
                "dump": dump.name,
                "space": dump.space,
                "tokens": spent,
                "left": None if held == _ENDLESS else held - spent,
                "id": [name for name, _ in eaters],
                "feeds": [
                    f"{meals.units[name].name} ({parts / _PARTS:g} RE)" for name, parts in eaters
                ],
                "rule": book.eating.rule,
            }
        )
    return found


def _dumps(network: Network) -> list[Source]:
    kinds = network.book.eating.dumps
    return [one for one in network.given.sources if one.kind in kinds]


def _reach(network: Network, hungry: Sequence[Unit]) -> dict[str, list[Source]]:
    """The dumps within each unit's reach, by its own draw or a headquarters' throw, those that hold anything."""
    found: dict[str, list[Source]] = {unit.id: [] for unit in hungry}
    for dump in _dumps(network):
        if not hungry or not tokens_of(dump, network.book):
            continue
        engine = Engine(
            network.situation.replaced(sources=(dump,)),
            network.book.eating.book,
            ways=network.engine.scene.ways,
        )
        for unit in hungry:
            if engine.grade_of(unit) != "out" or _double_eats(engine, network, unit):
                found[unit.id].append(dump)
    return found


def _double_eats(engine: Engine, network: Network, unit: Unit) -> bool:
    double = network.double(unit)
    return double is not None and engine.grade_of(double) != "out"


def _in_order(hungry: Sequence[Unit], orders: Orders) -> list[Unit]:
    def place(unit: Unit) -> int:
        named = orders.eat.get(unit.side, ())
        return named.index(unit.id) if unit.id in named else len(named)

    return sorted(hungry, key=place)


def _size(unit: Unit, book: Book) -> int:
    """A unit's size in quarters of a regimental equivalent; one whole where the kit does not say."""
    size = unit.values.get(book.words.re, 1)
    return max(1, round(float(size) * _PARTS)) if not isinstance(size, str) else _PARTS
