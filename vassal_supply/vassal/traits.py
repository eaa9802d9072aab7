"""The traits of a piece as typed views: what a level's type and state texts mean.

A view is made when somebody looks at the piece, and splits its fields when somebody asks for one. A trait nobody here
knows is a plain :class:`Trait`: its texts pass through untouched. Field numbers count from 0 after the id, as in the
engine's own ``mySetType``; engine package: ``VASSAL.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vassal_supply.vassal.sequence import join, split

Lookup = Callable[[str], str | None]


def to_int(text: str, default: int = 0) -> int:
    """A whole number as Java reads one; ``default`` for anything else."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdigit() else default


class Trait:
    """One level of a piece: ``kind`` is its id without the semicolon, ``body`` the rest of the type text.

    ``level`` is its place in the piece, 0 outermost; ``state`` its own state text.
    """

    __slots__ = ("_fields", "body", "kind", "level", "state")

    def __init__(self, kind: str, body: str, state: str, level: int) -> None:
        self.kind = kind
        self.body = body
        self.state = state
        self.level = level
        self._fields: list[str] | None = None

    @property
    def fields(self) -> list[str]:
        """The type's fields, split at ``;``."""
        if self._fields is None:
            self._fields = split(self.body, ";")
        return self._fields

    def field(self, number: int, default: str = "") -> str:
        """Field ``number`` of the type; ``default`` where an older file ends earlier."""
        fields = self.fields
        return fields[number] if number < len(fields) else default

    def rename(self, name: str, lookup: Lookup) -> str:
        """The piece's name from this trait outwards, given the ``name`` its inner part has."""
        return name

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """The properties this trait exposes, as the engine names them. ``lookup`` finds the whole piece's properties."""
        return iter(())


class MarkTrait(Trait):
    """``mark;``: constant properties of the piece (engine class ``Marker``)."""

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """The properties' names."""
        return split(self.body, ",")

    @property
    def values(self) -> list[str]:
        """The properties' values, in the order of the names; missing ones are empty."""
        names, values = self.names, split(self.state, ",")
        return (values + [""] * len(names))[: len(names)]

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """Each mark and its value."""
        return zip(self.names, self.values, strict=True)

    def state_with(self, name: str, value: str) -> str:
        """The state text with one mark set."""
        values = self.values
        values[self.names.index(name)] = value
        return join(values, ",")


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
        text = split(self.state, ";")[0]
        count = len(self.images)
        return max(-count, min(to_int(text, -1), count))

    @property
    def followed(self) -> str:
        """The property or expression whose value sets the level; empty if the state does."""
        return self.field(22) if self.field(21) == "true" else ""

    def level_now(self, lookup: Lookup) -> int:
        """The level the engine shows: the stored one, or by the followed property, its sign kept."""
        stored = self.stored_level
        if not self.followed:
            return stored
        first = to_int(self.field(23), 1)
        value = lookup(self.followed) or str(first)
        if to_int(value, -1) != to_int(value, -2):
            return stored
        level = max(1, min(to_int(value) - first + 1, len(self.images)))
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

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """``<name>_Level``, ``_Active``, ``_Image`` and ``_Name``."""
        level = self.level_now(lookup)
        shown = level > 0
        names = self.level_names
        label = names[level - 1] if shown and level <= len(names) else ""
        yield self.name + "_Image", self.images[level - 1] if shown else ""
        yield self.name + "_Name", label.removeprefix("+").removesuffix("+")
        yield self.name + "_Level", str(level)
        yield self.name + "_Active", "true" if shown else "false"

    def state_with(self, level: int) -> str:
        """The state text with the level set; whatever follows the number is kept."""
        _, mark, rest = self.state.partition(";")
        return f"{level}{mark}{rest}"


class DynamicPropertyTrait(Trait):
    """``PROP;``: a property the players change (engine class ``DynamicProperty``)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The property's name."""
        return self.field(0)

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """Its one property."""
        yield self.name, self.state


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
        own = {"pieceName": name, "label": expand(self.text, lookup)}
        return expand(
            self.field(11, "$pieceName$ ($label$)"), lambda key: own.get(key) or lookup(key)
        )

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """Its text, with the properties named in it filled in."""
        yield self.property_name, expand(self.text, lookup)


class HideTrait(Trait):
    """``hide;``: makes the piece invisible to all but its owner (engine class ``Hideable``).

    The owner is a player's password or a side; it never shows in ``repr`` or errors.
    """

    __slots__ = ()

    @property
    def owner(self) -> str | None:
        """Who hid the piece; ``None`` while it is visible."""
        return None if self.state == "null" else self.state


class MaskTrait(Trait):
    """``obs;``: shows others the back of the counter (engine class ``Obscurable``).

    The owner is a player's password or a side; it never shows in ``repr`` or errors.
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

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """``BasicName``."""
        yield "BasicName", self.field(0)


class MovedTrait(Trait):
    """``markmoved;``: whether the piece moved this turn (engine class ``MovementMarkable``)."""

    __slots__ = ()

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """``Moved``."""
        yield "Moved", "true" if self.state == "true" else "false"


class PropertySheetTrait(Trait):
    """``propertysheet;``: a form the players fill in (engine class ``PropertySheet``)."""

    __slots__ = ()

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """Each field and its value, lines of text joined by newlines."""
        values = split(self.state, "~")
        for number, field in enumerate(split(self.field(0), "~")):
            if field:
                value = values[number] if number < len(values) else ""
                yield field[1:], value.replace("|", "\n")


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

    def properties(self, lookup: Lookup) -> Iterator[tuple[str, str]]:
        """``BasicName`` and the properties the engine keeps with the piece, like ``UniqueID`` and ``OldMap``."""
        yield "BasicName", self.name
        fields = split(self.state, ";")
        count = to_int(fields[4]) if len(fields) > 4 else 0
        yield from zip(fields[5 : 5 + 2 * count : 2], fields[6 : 6 + 2 * count : 2], strict=False)


_KINDS: dict[str, type[Trait]] = {
    "mark": MarkTrait,
    "emb2": LayerTrait,
    "PROP": DynamicPropertyTrait,
    "label": LabelTrait,
    "hide": HideTrait,
    "obs": MaskTrait,
    "basicName": BasicNameTrait,
    "markmoved": MovedTrait,
    "propertysheet": PropertySheetTrait,
    "piece": BasicPiece,
}


def make_trait(own_type: bytes, state: bytes, level: int) -> Trait:
    """The view of one level, from its type and state texts."""
    kind, _, body = own_type.decode("utf-8", "replace").partition(";")
    return _KINDS.get(kind, Trait)(kind, body, state.decode("utf-8", "replace"), level)


def expand(text: str, lookup: Lookup) -> str:
    """A format with each ``$property$`` replaced by its value; an unknown name stands for itself.

    Engine class: ``VASSAL.script.expression.FormattedStringExpression``.
    """
    if "$" not in text:
        return text
    tokens = split(text, "$")
    last = len(tokens) - 1
    for number in range(1, last, 2):
        if tokens[number]:
            value = lookup(tokens[number])
            tokens[number] = tokens[number] if value is None else value
    return "".join(tokens)
