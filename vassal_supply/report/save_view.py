"""A save or log as ``inspect`` looks at it: through the eyes of a viewer, with its module or without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from vassal_supply.errors import ReadWarning
from vassal_supply.report.supply_words import sounds_like_supply
from vassal_supply.vassal.layout import NOWHERE, Place
from vassal_supply.vassal.pieces import OUTSIDER, Piece, Position, Viewer
from vassal_supply.vassal.traits import DynamicPropertyTrait, LayerTrait, MarkTrait

if TYPE_CHECKING:
    from vassal_supply.vassal.locating import Locator
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save


class SaveView:
    """A save or log seen with its module, or without one: then places have no names.

    ``of`` is the state to look at; for a ``log`` the state after a ``step`` of it, ``None`` the last. Pieces that are invisible to ``viewer``
    are not told of, masked ones show their backs. ``notes`` are warnings to give besides.
    """

    def __init__(
        self,
        of: Save,
        *,
        log: Save | None = None,
        step: int | None = None,
        module: Module | None = None,
        viewer: Viewer = OUTSIDER,
        notes: tuple[ReadWarning, ...] = (),
    ) -> None:
        self.save = of
        self.log = log
        self.step = step
        self.module = module
        self.viewer = viewer
        self._notes = notes
        self._locator: Locator | None = None if module is None else of.locate(module)

    @property
    def kind(self) -> str:
        """``save`` or ``log``."""
        return "log" if self.log is not None else "save"

    @cached_property
    def seen(self) -> tuple[Piece, ...]:
        """The pieces that the viewer sees, in the file's order."""
        pieces = self.save.pieces.values()
        return tuple(piece for piece in pieces if not piece.is_hidden(self.viewer))

    @property
    def warnings(self) -> list[ReadWarning]:
        """Everything odd that was met, the traits of all pieces looked through."""
        told = self.log or self.save
        later = [one for one in self.save.warnings if one not in told.warnings]
        found = [*told.warnings, *later, *self.save.check_traits(), *self._veils(), *self._notes]
        if self.module is None or self._locator is None:
            text = "no module at hand, so places have no names; name it with --module"
            return [*found, ReadWarning(self.save.file, text)]
        layouts = self._locator.layouts
        found += [*self._strange_maps(), *self.module.warnings]
        return [*found, *(one for layout in layouts for one in layout.warnings)]

    def _veils(self) -> Iterator[ReadWarning]:
        """How many pieces this viewer does not see, and of how many only the backs."""
        hidden = len(self.save.pieces) - len(self.seen)
        masked = sum(piece.is_masked(self.viewer) for piece in self.seen)
        for count, what in ((hidden, "invisible, and not listed"), (masked, "masked")):
            if count:
                noun = "1 piece is" if count == 1 else f"{count:,} pieces are"
                text = f"{noun} {what}; --viewer says whose eyes look"
                yield ReadWarning(self.save.file, text)

    def _strange_maps(self) -> Iterator[ReadWarning]:
        for name, count in self.by_map().items():
            if name is not None and self.module is not None and self.module.map(name) is None:
                text = (
                    f"{count:,} pieces are on a map {name!r} that {self.module.file} does not have"
                )
                yield ReadWarning(self.save.file, text.replace("1 pieces are", "1 piece is", 1))

    def turns(self) -> list[str]:
        """The turn that each of the module's trackers shows, in words."""
        if self.module is None:
            return []
        own = self.save.global_properties.get("Module", {})
        trackers = self.module.turn_trackers
        return [one.turn(self.save.turns.get(one.id), own).text for one in trackers]

    def pieces(self) -> Iterator[dict[str, Any]]:
        """Every piece under the keys of the command line's contract; what it is not on or in is ``None``."""
        for piece in self.seen:
            at = self.save.position(piece)
            place = self.place(at)
            yield {
                "id": piece.id,
                "name": piece.name_for(self.viewer),
                "map": self.map_name(at.map),
                "x": at.x,
                "y": at.y,
                "location": place.location,
                "zone": place.zone,
                "board": place.board,
                "stack": at.stack,
                "deck": at.deck,
            }

    def place(self, at: Position) -> Place:
        """What the module calls a place; nothing without a module."""
        return NOWHERE if self._locator is None else self._locator.place(at.map, at.x, at.y)

    def map_name(self, name: str | None) -> str | None:
        """A map's name, also where the save has only the engine's id for it."""
        return name if name is None or self._locator is None else self._locator.map_name(name)

    def by_map(self) -> Counter[str | None]:
        """How many pieces lie on each map; ``None`` counts those on none and in no deck."""
        found = map(self.save.position, self.seen)
        return Counter(self.map_name(at.map) for at in found if at.deck is None)

    def in_decks(self) -> int:
        """How many pieces lie in decks."""
        return sum(self.save.position(piece).deck is not None for piece in self.seen)

    def boards(self, name: str) -> list[tuple[str, bool]]:
        """The boards on a map: name, and whether it is turned round."""
        found = self.module.map(name) if self.module is not None else None
        other = found.id if found is not None else name
        boards = self.save.boards.get(name, self.save.boards.get(other, ()))
        return [(board.name, board.reversed) for board in boards]

    def palettes(self) -> Counter[str]:
        """How many pieces come from each palette of the module; of a masked one that is not told."""
        if self.module is None:
            return Counter()
        maps = {one.name for one in self.module.maps}
        return Counter(self._palette_of(piece, maps) for piece in self.seen)

    def _palette_of(self, piece: Piece, maps: set[str]) -> str:
        from vassal_supply.vassal.summary import palette_of

        if piece.is_masked(self.viewer):
            return "masked"
        name, image = (piece.basic.name, piece.basic.image) if piece.basic else ("", "")
        slot = self.module.slot(piece.gpid, name, image) if self.module else None
        return " > ".join(palette_of(slot, maps)) if slot else "no palette of the module"

    def supply_looks(self) -> list[str]:
        """Layers, marks and counters whose names sound like supply, with how many pieces show what."""
        shown: Counter[str] = Counter()
        for piece in self.seen:
            if not piece.is_masked(self.viewer):
                shown.update(self._supply_words_on(piece))
        return [f"{what} ({count:,})" for what, count in sorted(shown.items())]

    def _supply_words_on(self, piece: Piece) -> Iterator[str]:
        properties = piece.properties_for(self.viewer)
        for trait in piece.traits:
            if isinstance(trait, LayerTrait):
                if sounds_like_supply(trait.name, *trait.level_names, *trait.images):
                    level = properties.get(f"{trait.name}_Level", "")
                    shown = "off" if level.startswith("-") else f"level {level}"
                    yield f"layer {trait.name}: {shown}"
            elif isinstance(trait, MarkTrait | DynamicPropertyTrait):
                kind = "mark" if isinstance(trait, MarkTrait) else "property"
                for name in trait.property_names():
                    if sounds_like_supply(name):
                        yield f"{kind} {name}: {properties.get(name, '')}"
        if sounds_like_supply(name := properties.get("BasicName", "")):
            yield f"counter {name}"
