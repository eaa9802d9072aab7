"""Which units were out of supply before: by the turn file, the earlier state, or the marker they carry (OCS-3, OCS-5c)."""

from __future__ import annotations

from vassal_supply.errors import RequestError
from vassal_supply.model import Unit
from vassal_supply.systems import Previous
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.hour import Hour
from vassal_supply.systems.ocs.network import Network
from vassal_supply.systems.ocs.turnfile import Orders
from vassal_supply.tables import Table


class Memory:
    """What is known of earlier turns.

    The turn file says it first. Then the earlier state that ``--previous`` names: a check's result, in which the
    section ``cut_off`` holds Transport Points too, or a save, which is judged as in its own Supply Phase. Without
    either a unit that carries the marker was out before, and one that does not was not.
    """

    def __init__(self, book: Book, orders: Orders, previous: Previous | None) -> None:
        self._book = book
        self._orders = orders
        self._known = _of_result(previous) if previous else {}
        if previous is not None and previous.situation is not None:
            self._known |= _of_save(Network(previous.situation, book))

    def was_out(self, unit: Unit) -> bool:
        """Whether a unit was out of supply in an earlier turn."""
        if unit.id in self._orders.first_turn:
            return False
        if unit.id in self._orders.later_turn:
            return True
        return self._known.get(unit.id, unit.supply == "out")


def _of_result(previous: Previous) -> dict[str, bool]:
    """Who was out by an earlier check; raises :class:`RequestError` for what no check has written."""
    top = Table(previous.result, file=previous.file, error=RequestError)
    found = {row.text("id"): row.text("grade") == "out" for row in top.tables("units")}
    cut_off = top.table("cut_off")
    for side in cut_off.keys():  # noqa: SIM118
        found |= {
            row.text("id"): True for row in cut_off.tables(side) if not row.flag("eats", False)
        }
    return found


def _of_save(network: Network) -> dict[str, bool]:
    """Who was out in an earlier save, by a check of it.

    Nothing is said of a marked unit that could trace there: the save may be of the Supply Phase that took the marker
    off, or of a later time that did not. The marker it carries now tells.
    """
    hour = Hour(network, Orders(), frozenset(network.given.sides))
    transport = network.book.kinds.transport
    out = {unit.id for unit in hour.cut_off()} - hour.fed
    asked = [
        unit
        for unit in network.given.units
        if network.is_combat(unit) or (unit.kind in transport and network.double(unit))
    ]
    return {unit.id: unit.id in out for unit in asked if unit.id in out or unit.supply != "out"}
