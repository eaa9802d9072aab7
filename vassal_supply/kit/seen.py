"""One piece as somebody sees it, with where it stands: what selectors and templates are asked of.

Nothing is worked out before a kit asks for it, since a big save has thousands of pieces and most are told apart by one
mark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.vassal.pieces import OUTSIDER, Piece, Viewer
from vassal_supply.vassal.traits import BasicPiece, LayerTrait

if TYPE_CHECKING:
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.palette import Slot

OFF = "off"
"""Stands for the level of a layer that is not active."""

PROPERTY, LAYER = "property:", "layer:"

_PROTOTYPE = "prototype;"


class Spot(NamedTuple):
    """Where a piece stands: map, the module's zone and board, the kit's space, and what the engine calls the place.

    Each is empty where there is none.
    """

    map: str = ""
    zone: str = ""
    board: str = ""
    space: str = ""
    location: str = ""


NOWHERE = Spot()


class Seen:
    """A piece in the eyes of a viewer."""

    __slots__ = ("_module", "_properties", "_slot", "piece", "spot", "viewer")

    def __init__(
        self,
        piece: Piece,
        spot: Spot = NOWHERE,
        viewer: Viewer = OUTSIDER,
        module: Module | None = None,
    ) -> None:
        self.piece = piece
        self.spot = spot
        self.viewer = viewer
        self._module = module
        self._properties: Mapping[str, str] | None = None
        self._slot: Slot | bool | None = False

    @property
    def properties(self) -> Mapping[str, str]:
        """Its properties as the engine exposes them to the viewer."""
        if self._properties is None:
            self._properties = self.piece.properties_for(self.viewer)
        return self._properties

    @property
    def basic_name(self) -> str:
        """Its name without what layers and labels add; the full name if it has no other."""
        return self.properties.get("BasicName") or self.piece.name_for(self.viewer)

    def all(self, key: str) -> tuple[str, ...]:
        """What it shows under a selector's key: mostly one text, several for images and prototypes."""
        own = _OWN.get(key)
        if own is not None:
            found = own(self)
            return (found,) if isinstance(found, str) else found
        if key.startswith(LAYER):
            return (self._layer(key[len(LAYER) :]),)
        return (self.properties.get(key.removeprefix(PROPERTY), ""),)

    def one(self, key: str) -> str:
        """The first of :meth:`all`, empty when it shows nothing."""
        return next(iter(self.all(key)), "")

    def _layer(self, name: str) -> str:
        level = self.properties.get(f"{name}_Level", "")
        return OFF if level.startswith("-") else level

    @property
    def slot(self) -> Slot | None:
        """The palette slot it comes from."""
        if isinstance(self._slot, bool):
            self._slot = None
            if self._module is not None:
                basic = self.piece.basic
                name, image = (basic.name, basic.image) if basic else ("", "")
                self._slot = self._module.slot(self.piece.gpid, name, image)
        return self._slot

    def images(self) -> tuple[str, ...]:
        """The images it shows: its own first, then those of the layers that are on, from the innermost out."""
        found = []
        for trait in reversed(self.piece.traits):
            if isinstance(trait, BasicPiece):
                found.append(trait.image)
            elif isinstance(trait, LayerTrait) and self._layer(trait.name) != OFF:
                found.append(self.properties.get(f"{trait.name}_Image", ""))
        return tuple(image for image in found if image)

    def prototypes(self) -> tuple[str, ...]:
        """The prototypes that its palette slot uses."""
        if self.slot is None:
            return ()
        from vassal_supply.vassal.pieces import parse_piece
        from vassal_supply.vassal.sequence import split

        levels = (
            one.decode("utf-8", "replace")
            for one in parse_piece(self.slot.definition.encode("utf-8"))[1]
        )
        return tuple(split(one, ";")[1] for one in levels if one.startswith(_PROTOTYPE))


_OWN: dict[str, Callable[[Seen], str | tuple[str, ...]]] = {
    "name": lambda seen: seen.piece.name_for(seen.viewer),
    "id": lambda seen: seen.piece.id,
    "gpid": lambda seen: seen.piece.gpid,
    "image": Seen.images,
    "slot": lambda seen: seen.slot.name if seen.slot else "",
    "palette": lambda seen: "/".join(seen.slot.path) if seen.slot else "",
    "prototype": Seen.prototypes,
    "map": lambda seen: seen.spot.map,
    "zone": lambda seen: seen.spot.zone,
    "board": lambda seen: seen.spot.board,
    "space": lambda seen: seen.spot.space,
    "location": lambda seen: seen.spot.location,
}

OWN_KEYS = frozenset(_OWN)
"""The keys of selectors and words of templates that are no properties."""
