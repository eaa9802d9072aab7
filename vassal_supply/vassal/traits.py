"""The traits of a piece as typed views: what a level's type and state texts mean.

A view is made when somebody looks at the piece, and splits its fields when somebody asks for one. A trait nobody here
knows is a plain :class:`Trait`: its texts pass through untouched. Engine package: ``VASSAL.counters``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.vassal.rare_traits import (
    AreaTrait,
    AttachmentTrait,
    CargoTrait,
    ImmobileTrait,
    MatTrait,
    MovedTrait,
    PropertySheetTrait,
    RotateTrait,
)
from vassal_supply.vassal.sequence import join, split
from vassal_supply.vassal.trait import Trait, to_int

if TYPE_CHECKING:
    from vassal_supply.vassal.expressions import Lookup


class MarkTrait(Trait):
    """``mark;``: constant properties of the piece (engine class ``Marker``)."""

    __slots__ = ()

    def property_names(self) -> list[str]:
        """The marks' names."""
        return split(self.body, ",")

    @property
    def marks(self) -> dict[str, str]:
        """Each mark and its value; one without a value is empty."""
        names, texts = self.property_names(), split(self.state, ",")
        texts += [""] * (len(names) - len(texts))
        # Of two marks of a name the engine finds the first.
        return dict(zip(reversed(names), reversed(texts[: len(names)]), strict=True))

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The mark's value."""
        return self.marks[name]

    def state_with(self, name: str, value: str) -> str:
        """The state text with one mark set."""
        names, texts = self.property_names(), split(self.state, ",")
        texts += [""] * (len(names) - len(texts))
        texts[names.index(name)] = value
        return join(texts, ",")


class LayerTrait(Trait):
    """``emb2;``: images of which one shows, or none (engine class ``Embellishment``)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The layer's name, the stem of its properties."""
        return self.field(18)

    @property
    def images(self) -> list[str]:
        """The image names of its levels; level 1 is the first."""
        return split(self.field(15), ",")

    @property
    def level_names(self) -> list[str]:
        """The names of its levels: ``Name+`` goes before the piece's name, ``+Name`` after, plain ones replace it."""
        return split(self.field(16), ",")

    @property
    def stored_level(self) -> int:
        """The level in the state, from 1; negative while the layer is off."""
        count = len(self.images)
        return max(-count, min(to_int(self.state.partition(";")[0], -1), count))

    @property
    def followed(self) -> str:
        """The property or ``{expression}`` whose value sets the level; empty if the state does."""
        return self.field(22).strip() if self.field(21) == "true" else ""

    def level_now(self, lookup: Lookup) -> int:
        """The level the engine shows: the stored one, or by the followed property, its sign kept."""
        stored, followed = self.stored_level, self.followed
        if not followed:
            return stored
        first = to_int(self.field(23), 1)
        if followed.startswith("{") and followed.endswith("}"):
            from vassal_supply.vassal.expressions import evaluate_code

            value = evaluate_code(followed[1:-1], lookup)
            if value is None:
                return stored
        else:
            value = lookup(followed)
        number = to_int(value or str(first), -(1 << 40))
        if number == -(1 << 40):
            return stored
        level = max(1, min(number - first + 1, len(self.images)))
        return level if stored > 0 else -level

    def rename(self, name: str, lookup: Lookup) -> str:
        """The name with the shown level's prefix or suffix, or replaced by it."""
        level, names = self.level_now(lookup), self.level_names
        if not 0 < level <= len(names) or not names[level - 1]:
            return name
        first, *rest = split(names[level - 1], "+")
        if not rest:
            return first
        return first + name if first else name + rest[0]

    def property_names(self) -> tuple[str, ...]:
        """``<name>_Level`` (negative while off), ``_Active``, ``_Image`` and ``_Name``."""
        stem = self.name
        return stem + "_Image", stem + "_Name", stem + "_Level", stem + "_Active"

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The shown level, or what it looks like."""
        level = self.level_now(lookup)
        if name.endswith("_Level"):
            return str(level)
        if name.endswith("_Active"):
            return "true" if level > 0 else "false"
        texts = self.images if name.endswith("_Image") else self.level_names
        text = texts[level - 1] if 0 < level <= len(texts) else ""
        return text if name.endswith("_Image") else text.removeprefix("+").removesuffix("+")

    def state_with(self, level: int) -> str:
        """The state text with the level set; whatever follows the number is kept."""
        _, mark, rest = self.state.partition(";")
        return f"{level}{mark}{rest}"


class OldLayerTrait(LayerTrait):
    """``emb;``: a layer as VASSAL 2 wrote it; it has no name and follows nothing."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Always empty."""
        return ""

    @property
    def images(self) -> list[str]:
        """The image names of its levels."""
        return [split(text, ",")[0] for text in self.fields[8:]]

    @property
    def level_names(self) -> list[str]:
        """The names of its levels."""
        return [[*split(text, ","), ""][1] for text in self.fields[8:]]

    @property
    def followed(self) -> str:
        """Always empty."""
        return ""


class DynamicPropertyTrait(Trait):
    """``PROP;``: a property the players change (engine class ``DynamicProperty``)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The property's name."""
        return self.field(0)

    def property_names(self) -> tuple[str, ...]:
        """Its one property."""
        return (self.name,)

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """Its value."""
        return self.state


class CalculatedPropertyTrait(Trait):
    """``calcProp;``: a property worked out from others (engine class ``CalculatedProperty``)."""

    __slots__ = ()

    def property_names(self) -> tuple[str, ...]:
        """Its one property."""
        return (self.field(0),) if self.field(0) else ()

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The expression's value; ``None`` for one that asks for more than ``expressions`` knows."""
        from vassal_supply.vassal.expressions import evaluate

        return evaluate(self.field(1), lookup)


class LabelTrait(Trait):
    """``label;``: a text on the counter that may also be part of its name (engine class ``Labeler``)."""

    __slots__ = ()

    @property
    def property_name(self) -> str:
        """The property that holds the text."""
        return self.field(15, "TextLabel")

    @property
    def text(self) -> str:
        """The text as stored, without the reference to itself that the engine takes out."""
        return self.state.strip().replace(f"${self.property_name}$", "")

    def rename(self, name: str, lookup: Lookup) -> str:
        """The name by the label's format; an empty label leaves it alone."""
        if not self.text and self.field(17) != "true":
            return name
        from vassal_supply.vassal.expressions import evaluate

        own = {"pieceName": name, "label": self._shown(lookup)}
        renamed = evaluate(
            self.field(11, "$pieceName$ ($label$)"),
            lambda key: own[key] if key in own else lookup(key),
        )
        return name if renamed is None else renamed

    def property_names(self) -> tuple[str, ...]:
        """The property that holds the text."""
        return (self.property_name,)

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The text, with the properties named in it filled in."""
        return self._shown(lookup)

    def _shown(self, lookup: Lookup) -> str:
        text = self.text
        if "$" not in text and not text.startswith("{"):
            return text
        from vassal_supply.vassal.expressions import evaluate

        shown = evaluate(text, lookup)
        return text if shown is None else shown


class HideTrait(Trait):
    """``hide;``: makes the piece invisible to all but its owner (engine class ``Hideable``).

    The owner is a player's password or a side; no output of the package names it.
    """

    __slots__ = ()

    @property
    def owner(self) -> str | None:
        """Who hid the piece; ``None`` while it is visible."""
        return None if self.state == "null" else self.state

    @property
    def command(self) -> str:
        """The menu command, which the owner sees behind the name of a hidden piece."""
        return self.field(1)


class MaskTrait(Trait):
    """``obs;``: shows others the back of the counter (engine class ``Obscurable``).

    The owner is a player's password or a side; no output of the package names it.
    """

    __slots__ = ()

    @property
    def owner(self) -> str | None:
        """Who masked the piece; ``None`` while it lies open."""
        owner = split(self.state, ";")[0]
        return None if owner == "null" else owner

    @property
    def mask_name(self) -> str:
        """What others see as the piece's name."""
        return self.field(4, "?")


class BasicNameTrait(Trait):
    """``basicName;``: gives the piece another basic name (engine class ``BasicName``)."""

    __slots__ = ()

    def property_names(self) -> tuple[str, ...]:
        """``BasicName``."""
        return ("BasicName",)

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The name."""
        return self.field(0)


class BasicPiece(Trait):
    """``piece;``: the innermost level: name, place and origin of the piece (engine class ``BasicPiece``)."""

    __slots__ = ()

    @property
    def image(self) -> str:
        """The counter's own image."""
        return self.field(2)

    @property
    def name(self) -> str:
        """The basic name."""
        return self.field(3)

    @property
    def gpid(self) -> str:
        """The id of the palette slot it came from; empty if unknown."""
        fields = split(self.state, ";")
        return fields[3] if len(fields) > 3 else ""

    @property
    def kept(self) -> dict[str, str]:
        """The properties the engine keeps with the piece, like ``UniqueID``, ``OldMap`` and ``OldX``."""
        fields = split(self.state, ";")
        count = to_int(fields[4]) if len(fields) > 4 else 0
        return dict(zip(fields[5 : 5 + 2 * count : 2], fields[6 : 6 + 2 * count : 2], strict=False))

    def property_names(self) -> list[str]:
        """``BasicName`` and the kept ones."""
        return ["BasicName", *self.kept]

    def property_value(self, name: str, lookup: Lookup) -> str | None:
        """The basic name, or a kept property."""
        return self.name if name == "BasicName" else self.kept[name]


_KINDS: dict[str, type[Trait]] = {
    "mark": MarkTrait,
    "emb2": LayerTrait,
    "emb": OldLayerTrait,
    "PROP": DynamicPropertyTrait,
    "calcProp": CalculatedPropertyTrait,
    "label": LabelTrait,
    "hide": HideTrait,
    "obs": MaskTrait,
    "immob": ImmobileTrait,
    "basicName": BasicNameTrait,
    "markmoved": MovedTrait,
    "rotate": RotateTrait,
    "AreaOfEffect": AreaTrait,
    "propertysheet": PropertySheetTrait,
    "mat": MatTrait,
    "matPiece": CargoTrait,
    "attach": AttachmentTrait,
    "piece": BasicPiece,
}


def make_trait(own_type: bytes, state: bytes, level: int) -> Trait:
    """The view of one level, from its type and state texts."""
    kind, _, body = own_type.decode("utf-8", "replace").partition(";")
    return _KINDS.get(kind, Trait)(kind, body, state.decode("utf-8", "replace"), level)
