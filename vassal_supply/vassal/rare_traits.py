"""Traits that say little about name and place: facing, shading, forms, mats, attachments.

Engine package: ``VASSAL.counters``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.trait import Trait, to_int

if TYPE_CHECKING:
    from vassal_supply.vassal.expressions import Lookup


class ImmobileTrait(Trait):
    """``immob;``: how the piece can be selected, moved and stacked (engine class ``Immobilized``)."""

    __slots__ = ()

    @property
    def stacks(self) -> bool:
        """Whether the piece may lie in stacks; absent in old files, where it may not."""
        return self.field(2, "R").startswith("L")


class MovedTrait(Trait):
    """``markmoved;``: whether the piece moved this turn (engine class ``MovementMarkable``)."""

    __slots__ = ()

    def property_names(self) -> tuple[str, ...]:
        """``Moved``."""
        return ("Moved",)

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """``true`` or ``false``."""
        return "true" if self.state == "true" else "false"


class RotateTrait(Trait):
    """``rotate;``: the facing (engine class ``FreeRotator``)."""

    __slots__ = ()

    def property_names(self) -> tuple[str, ...]:
        """``<name>_Facing`` (from 1) and ``<name>_Degrees``."""
        stem = self.field(5 if self.field(0) == "1" else 7)
        return stem + "_Facing", stem + "_Degrees"

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The facing's number, or its angle in whole degrees."""
        facings = max(1, to_int(self.field(0), 1))
        if facings == 1:
            return "1" if name.endswith("_Facing") else _whole_degrees(self.state)
        facing = min(to_int(self.state), facings - 1)
        if name.endswith("_Facing"):
            return str(facing + 1)
        return _whole_degrees(str(-facing * 360.0 / facings))


def _whole_degrees(angle: str) -> str | None:
    try:
        return str(int(abs(float(angle)) + 0.5) % 360)
    except (ValueError, OverflowError):
        return None


class AreaTrait(Trait):
    """``AreaOfEffect;``: shades the hexes around the piece (engine class ``AreaOfEffect``)."""

    __slots__ = ()

    def property_names(self) -> tuple[str, ...]:
        """``<name>_Active``."""
        return (self.field(10) + "_Active",)

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """Whether the shade is on."""
        return "true" if self.state == "true" else "false"


class PropertySheetTrait(Trait):
    """``propertysheet;``: a form the players fill in (engine class ``PropertySheet``)."""

    __slots__ = ()

    def property_names(self) -> list[str]:
        """The form's fields; the digit before each name is its kind of input."""
        return [field[1:] for field in split(self.field(0), "~") if field]

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """What a field holds, lines of text joined by newlines."""
        texts = split(self.state, "~")
        number = self.property_names().index(name)
        return texts[number].replace("|", "\n") if number < len(texts) else ""


class MatTrait(Trait):
    """``mat;``: a piece that carries others (engine class ``Mat``)."""

    __slots__ = ()

    @property
    def cargo(self) -> list[str]:
        """The ids of the pieces it carries."""
        return split(self.state, ";")[1:]

    def property_names(self) -> tuple[str, ...]:
        """``MatName``, ``MatID`` and ``MatNumCargo``."""
        return "MatName", "MatID", "MatNumCargo"

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The mat's name, the name with the piece's id, or how many pieces lie on it."""
        if name == "MatNumCargo":
            return str(len([id for id in self.cargo if id]))
        return self.field(0) + (f"_{lookup('PieceUID')}" if name == "MatID" else "")


class CargoTrait(Trait):
    """``matPiece;``: a piece that may lie on a mat (engine class ``MatCargo``)."""

    __slots__ = ()

    @property
    def mat(self) -> str | None:
        """The id of the mat piece it lies on."""
        return None if self.state in ("noMat", "") else self.state

    def property_names(self) -> tuple[str, ...]:
        """``IsCargo``, and on a mat ``CurrentMat`` and the like, which the mat's own properties answer."""
        if self.mat is None:
            return ("IsCargo",)
        return "IsCargo", "CurrentMat", "CurrentMatID", "CurrentMatBasicName", "CurrentMatPieceName"

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """``true`` for ``IsCargo``; nothing for what only the mat knows."""
        return "true" if name == "IsCargo" else None


class AttachmentTrait(Trait):
    """``attach;``: other pieces this one is tied to (engine class ``Attachment``)."""

    __slots__ = ()

    @property
    def attached(self) -> list[str]:
        """The ids of the other pieces."""
        return split(self.state, ";")[1:]

    def property_names(self) -> tuple[str, ...]:
        """``AttachCount`` and ``<name>_AttachCount``."""
        return "AttachCount", self.field(0) + "_AttachCount"

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """How many pieces it is tied to."""
        return str(len([id for id in self.attached if id]))
