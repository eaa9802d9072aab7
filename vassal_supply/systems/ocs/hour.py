"""Who can trace, who eats and who is out of supply at one moment of the turn (OCS-1)."""

from __future__ import annotations

from vassal_supply.model import Unit
from vassal_supply.systems.ocs import eating
from vassal_supply.systems.ocs.network import Network
from vassal_supply.systems.ocs.turnfile import Orders


class Hour:
    """A situation at one moment of the turn: who can trace, who eats, who is out of supply."""

    def __init__(self, network: Network, orders: Orders, sides: frozenset[str]) -> None:
        self.network = network
        self.book = network.book
        self.orders = orders
        combat = [
            unit for unit in network.given.units if network.is_combat(unit) and unit.side in sides
        ]
        self.untraced = [unit for unit in combat if not network.traces(unit)]
        self.refusals = {unit.id: code for unit in self.untraced if (code := self._refusal(unit))}
        hungry = [unit for unit in self.untraced if unit.id not in self.refusals]
        self.meals = eating.feed(network, hungry, orders)
        self.refusals |= dict.fromkeys(self.meals.short, "food-short")
        self.refusals |= dict.fromkeys(self.meals.out_of_reach, "no-food")
        self.fed = frozenset(self.meals.fed)
        self.out = frozenset(unit.id for unit in self.untraced) - self.fed

    def cut_off(self) -> list[Unit]:
        """The combat units that cannot trace, and the Transport Points that could not."""
        network, transport = self.network, self.book.kinds.transport
        return self.untraced + [
            unit
            for unit in network.given.units
            if unit.kind in transport
            and unit.space in network.engine.ground.bit
            and not network.traces(unit)
        ]

    def _refusal(self, unit: Unit) -> str:
        """Why a unit that cannot trace does not even ask for supply points; empty if it does."""
        rules, orders = self.book.eating, self.orders
        if unit.supply == "out" and not rules.lifts_marker:
            return "eating-no-help"
        if self.book.is_strategic(unit) and not rules.strategic:
            return "strategic-mode"
        chosen = orders.eat.get(unit.side)
        if unit.id in orders.starve or (chosen is not None and unit.id not in chosen):
            return "starves"
        return ""
