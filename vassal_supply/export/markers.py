"""The supply markers that an export brings: what they are called, and their pieces.

Their pictures lie under ``templates/markers/``.
"""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.export.definitions import basic_piece, clone, delete, mark
from vassal_supply.export.palette import Slot
from vassal_supply.resources import template

MARK = "SupplyMarker"
"""The property that every marker carries; its value is the marker's ``kind``."""

PALETTE = "Supply"


class MarkerKind(NamedTuple):
    """One kind of marker: ``kind`` as its property says it, ``title`` as players read it."""

    kind: str
    title: str

    @property
    def image(self) -> str:
        """The file name of its picture, in an archive's ``images/`` too."""
        return f"supply-{self.kind}.png"

    def picture(self) -> bytes:
        """The PNG file of its picture."""
        return template(f"markers/{self.image}").read_bytes()


MARKERS = (
    MarkerKind("out", "Out of supply"),
    MarkerKind("partial", "Partial supply"),
    MarkerKind("source", "Supply source"),
)


def marker_slot(marker: MarkerKind, gpid: str, image: str = "") -> Slot:
    """A marker's palette entry. It stacks, so that it lies on top of a stack of units and moves with it.

    ``image`` replaces the file name of its picture.
    """
    traits = [
        delete("Remove", "68,130"),
        clone("Clone", "67,130"),
        mark({MARK: marker.kind}),
        basic_piece(image or marker.image, marker.title, ["null", "0", "0", gpid, "0"]),
    ]
    return Slot(marker.title, gpid, traits)
