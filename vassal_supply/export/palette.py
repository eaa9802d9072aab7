"""Palettes: the counters that players take from a window and put on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vassal_supply.export.definitions import Trait, add_piece
from vassal_supply.export.xml import Element, element

_WIDGET = "VASSAL.build.widget."
_SLOT_SIZE = 60


class Slot(NamedTuple):
    """One entry of a palette; ``gpid`` is its number in the module, ``extension id:number`` in an extension."""

    name: str
    gpid: str
    traits: Sequence[Trait]


def slot_element(slot: Slot) -> Element:
    """A palette entry as the build file holds it."""
    return element(
        _WIDGET + "PieceSlot",
        {"entryName": slot.name, "gpid": slot.gpid, "width": _SLOT_SIZE, "height": _SLOT_SIZE},
        text=add_piece("null", slot.traits),
    )


def panel(name: str, slots: Sequence[Slot]) -> Element:
    """A palette that shows all its counters side by side."""
    return element(
        _WIDGET + "PanelWidget",
        {"entryName": name, "fixed": True, "nColumns": len(slots), "vert": False},
        *map(slot_element, slots),
    )


def named_list(name: str, slots: Sequence[Slot]) -> Element:
    """A palette that lists the names of its counters and shows the one that is chosen."""
    return element(
        _WIDGET + "ListWidget",
        {"entryName": name, "width": 300, "height": 400, "divider": 180, "scale": "1.0"},
        *map(slot_element, slots),
    )
