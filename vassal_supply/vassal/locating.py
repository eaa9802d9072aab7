"""The names of the places where a save's pieces are, which only its module knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.vassal.layout import NOWHERE, MapLayout, Place

if TYPE_CHECKING:
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.save import Save


class Locator:
    """The maps of a module as a save lays them out, each when somebody asks for a place on it."""

    def __init__(self, save: Save, module: Contents) -> None:
        self._save = save
        self._module = module
        self._layouts: dict[str, MapLayout | None] = {}

    @property
    def layouts(self) -> list[MapLayout]:
        """The maps that were asked for so far, in that order."""
        return [layout for layout in self._layouts.values() if layout is not None]

    def layout(self, name: str) -> MapLayout | None:
        """The map of this name or engine id; ``None`` for one that the module does not have."""
        if name not in self._layouts:
            found = self._module.map(name)
            placements = None
            if found is not None:
                boards = self._save.boards
                # A board picker's command may name its map either way.
                placements = boards.get(found.name, boards.get(found.id))
            self._layouts[name] = self._module.layout(name, placements)
        return self._layouts[name]

    def map_name(self, name: str) -> str:
        """What the module calls a map that a save may call by its engine id."""
        found = self._module.map(name)
        return name if found is None else found.name

    def place(self, name: str | None, x: int, y: int) -> Place:
        """What is at a pixel of a map. Raises FormatError like :meth:`MapLayout.place`."""
        layout = None if name is None else self.layout(name)
        return NOWHERE if layout is None else layout.place(x, y)
