"""How a module's maps stack pieces (engine: ``StackMetrics``, ``LayeredPieceCollection``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.pieces import Piece


class Stacking:
    """The :class:`vassal_supply.vassal.table.MapRules` of a module; a map it does not have stacks everything."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._stacks: dict[str, bool] = {}

    def stacks(self, map_name: str) -> bool:
        """Whether pieces form stacks on this map."""
        if map_name not in self._stacks:
            found = self._contents.map(map_name)
            self._stacks[map_name] = found is None or found.stacks_pieces
        return self._stacks[map_name]

    def layer(self, map_name: str, piece: Piece) -> int:
        """The place of a piece's layer in the map's order; its length for a piece of no named layer."""
        found = self._contents.map(map_name)
        layers = found.layers if found is not None else None
        if layers is None:
            return 0
        value = piece.properties.get(layers.property, "")
        return layers.order.index(value) if value in layers.order else len(layers.order)
