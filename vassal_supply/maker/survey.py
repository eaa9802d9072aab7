"""What a module shows to somebody who wants to make a kit for it: its counters and what they carry."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from vassal_supply.kit.hypotheses import NOWHERE
from vassal_supply.kit.seen import Seen, Spot
from vassal_supply.vassal.pieces import REFEREE, Piece
from vassal_supply.vassal.traits import DynamicPropertyTrait, LayerTrait, MarkTrait

if TYPE_CHECKING:
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.palette import Slot

_CARDS = "CardSlot"


def slot_pieces(module: Module) -> Iterator[Seen]:
    """The pieces of a module's palettes and at-start stacks as they would enter a game; cards are left out."""
    seen: set[tuple[str, str]] = set()
    for slot in module.slots:
        key = slot.gpid, slot.definition
        if not slot.definition or slot.kind.endswith(_CARDS) or key in seen:
            continue
        seen.add(key)
        yield _SlotPiece(
            Piece(f"slot {slot.gpid}", module.expanded(slot), 0, NOWHERE), slot, module
        )


class _SlotPiece(Seen):
    """A piece still in its slot."""

    __slots__ = ()

    def __init__(self, piece: Piece, slot: Slot, module: Module) -> None:
        super().__init__(piece, Spot(), REFEREE, module)
        self._slot = slot


class Survey:
    """The counters of a module, and counts of what they show."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.counters = list(slot_pieces(module))

    @cached_property
    def marks(self) -> Mapping[str, Counter[str]]:
        """How many counters have each value of each mark; empty values do not count."""
        found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for seen in self.counters:
            for name in mark_names(seen):
                if value := seen.properties.get(name, ""):
                    found[name][value] += 1
        return found

    @cached_property
    def layers(self) -> Mapping[str, list[tuple[Seen, LayerTrait]]]:
        """The layers with a name, and who carries them."""
        found: defaultdict[str, list[tuple[Seen, LayerTrait]]] = defaultdict(list)
        for seen in self.counters:
            for trait in seen.piece.traits:
                if isinstance(trait, LayerTrait) and trait.name:
                    found[trait.name].append((seen, trait))
        return found

    @cached_property
    def dynamic(self) -> Mapping[str, list[Seen]]:
        """The dynamic properties, and who carries them."""
        found: defaultdict[str, list[Seen]] = defaultdict(list)
        for seen in self.counters:
            for trait in seen.piece.traits:
                if isinstance(trait, DynamicPropertyTrait):
                    found[trait.name].append(seen)
        return found

    @cached_property
    def palettes(self) -> Counter[tuple[str, ...]]:
        """How many counters each palette holds; at-start stacks on maps are none."""
        maps = {one.name for one in self.module.maps}
        return Counter(
            seen.slot.path
            for seen in self.counters
            if seen.slot and seen.slot.path and seen.slot.path[0] not in maps
        )


def mark_names(seen: Seen) -> list[str]:
    """The names of a counter's marks."""
    return [
        name
        for trait in seen.piece.traits
        if isinstance(trait, MarkTrait)
        for name in trait.property_names()
    ]
