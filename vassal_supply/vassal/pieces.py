"""Pieces, stacks and decks of a save, each a view of its one ``+/`` command.

Nothing but the id is decoded before somebody asks. Editing never changes a piece: ``with_...`` methods give a new one
whose command differs in one level of the state alone. Engine classes: ``VASSAL.counters``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import FormatError, RequestError
from vassal_supply.vassal.levels import join_levels, split_levels
from vassal_supply.vassal.properties import (
    OUTSIDER,
    REFEREE,
    PieceProperties,
    Surroundings,
    Viewer,
)
from vassal_supply.vassal.sequence import join, plain, quote, split, split_raw
from vassal_supply.vassal.trait import Trait, to_int
from vassal_supply.vassal.traits import (
    BasicPiece,
    DynamicPropertyTrait,
    HideTrait,
    LayerTrait,
    MarkTrait,
    MaskTrait,
    make_trait,
)

if TYPE_CHECKING:
    from vassal_supply.vassal.commands import CommandStream

__all__ = [
    "OUTSIDER",
    "REFEREE",
    "Deck",
    "Piece",
    "Position",
    "Stack",
    "Viewer",
    "first_free_id",
    "parse_piece",
    "piece_leaf",
    "stack_leaf",
]

ADD = b"+/"
_SLASH = b"/"


class Position(NamedTuple):
    """Where a piece is: map pixels at zoom 1, from the map's top left corner, its edge buffer included.

    ``map`` is ``None`` off all maps and inside a deck; ``index`` is the place in its stack or deck, 0 the bottom.
    """

    map: str | None
    x: int
    y: int
    stack: str | None
    deck: str | None
    index: int | None  # type: ignore[assignment]  # hides the method of tuple


class Piece:
    """One piece; ``index`` is the number of its command in the save's stream."""

    __slots__ = ("_around", "_state_levels", "_token", "_traits", "_views", "id", "index")

    def __init__(self, id: str, token: bytes, index: int, around: Surroundings) -> None:
        self.id = id
        self._token = token
        self.index = index
        self._around = around
        self._traits: tuple[Trait, ...] | None = None
        self._state_levels: list[bytes] = []
        self._views: dict[Viewer, PieceProperties] | None = None

    def __repr__(self) -> str:
        return f"Piece(id={self.id!r}, name={self.name!r})"

    @property
    def leaf(self) -> bytes:
        """Its command, as UTF-8."""
        return self._token.rstrip(b"\\")

    @property
    def traits(self) -> tuple[Trait, ...]:
        """Its traits, outermost first, the BasicPiece last."""
        if self._traits is None:
            self._traits = self._parse()
        return self._traits

    def _parse(self) -> tuple[Trait, ...]:
        items = split(self.leaf[len(ADD) :], _SLASH)
        own_types = type_levels(items[1] if len(items) > 1 else b"")
        count = len(own_types)
        self._state_levels = split_levels(items[2] if len(items) > 2 else b"", count)
        states = self._state_levels + [b""] * (count - len(self._state_levels))
        return tuple(
            make_trait(own_type, states[level], level) for level, own_type in enumerate(own_types)
        )

    @property
    def missing_levels(self) -> int:
        """How many of its traits have no state; the engine cannot load such a piece."""
        return len(self.traits) - len(self._state_levels)

    @property
    def basic(self) -> BasicPiece | None:
        """Its innermost level; ``None`` for a piece without one, which the engine could not create."""
        last = self.traits[-1]
        return last if isinstance(last, BasicPiece) else None

    @property
    def gpid(self) -> str:
        """The id of the palette slot it came from; empty if unknown."""
        return self.basic.gpid if self.basic else ""

    @property
    def name(self) -> str:
        """The name an outsider sees: the engine's ``getName()`` with no side taken; masked pieces show their mask's."""
        return self.name_for(OUTSIDER)

    def name_for(self, viewer: Viewer) -> str:
        """The name as ``viewer`` sees it; empty if the piece is invisible to them."""
        return self.properties_for(viewer).name

    def is_masked(self, viewer: Viewer = OUTSIDER) -> bool:
        """Whether ``viewer`` sees the mask only."""
        return any(isinstance(t, MaskTrait) and not viewer.sees(t.owner) for t in self.traits)

    def is_hidden(self, viewer: Viewer = OUTSIDER) -> bool:
        """Whether the piece is invisible to ``viewer``."""
        return any(isinstance(t, HideTrait) and not viewer.sees(t.owner) for t in self.traits)

    def lies_open(self, viewer: Viewer = OUTSIDER) -> bool:
        """Whether ``viewer`` sees the piece itself: neither its mask only nor nothing at all."""
        veils = [trait for trait in self.traits if isinstance(trait, MaskTrait | HideTrait)]
        return all(viewer.sees(veil.owner) for veil in veils)

    @property
    def properties(self) -> Mapping[str, str]:
        """Its properties as the engine exposes them, the outermost trait's winning, as an outsider sees them."""
        return self.properties_for(OUTSIDER)

    def properties_for(self, viewer: Viewer) -> PieceProperties:
        """Its properties as ``viewer`` sees them; what lies under a mask is missing."""
        if self._views is None:
            self._views = {}
        found = self._views.get(viewer)
        if found is None:
            found = PieceProperties(self.id, self.traits, self._around, viewer)
            self._views[viewer] = found
        return found

    def layer(self, name: str) -> LayerTrait | None:
        """Its outermost layer of this name."""
        for trait in self.traits:
            if isinstance(trait, LayerTrait) and trait.name == name:
                return trait
        return None

    def with_layer(self, name: str, level: int | None = None, active: bool = True) -> Piece:
        """The piece with a layer set: ``level`` counts from 1 (``None`` keeps it); an inactive layer shows nothing.

        Raises RequestError if it has no such layer or level, or the layer follows a property.
        """
        layer = self.layer(name)
        if layer is None:
            raise self._refusal(f"has no layer {name!r}")
        if layer.followed:
            raise self._refusal(f"layer {name!r} follows the property {layer.followed!r}; set that")
        wanted = abs(layer.stored_level) if level is None else level
        if not 1 <= wanted <= len(layer.images):
            raise self._refusal(
                f"layer {name!r} has no level {level}; expected 1 to {len(layer.images)}"
            )
        return self.with_state(layer.level, layer.state_with(wanted if active else -wanted))

    def with_mark(self, name: str, value: str) -> Piece:
        """The piece with one mark set. Raises RequestError if it has no such mark or VASSAL could not read the value back."""
        for trait in self.traits:
            if isinstance(trait, MarkTrait) and name in trait.property_names():
                state = trait.state_with(name, value)
                if MarkTrait(trait.kind, trait.body, state, trait.level).marks[name] != value:
                    raise self._unreadable(value)
                return self.with_state(trait.level, state)
        raise self._refusal(f"has no mark {name!r}")

    def with_property(self, name: str, value: str) -> Piece:
        """The piece with one dynamic property set. Raises RequestError if it has no such property."""
        for trait in self.traits:
            if isinstance(trait, DynamicPropertyTrait) and trait.name == name:
                return self.with_state(trait.level, value)
        raise self._refusal(f"has no dynamic property {name!r}")

    def with_place(self, map_name: str | None, x: int, y: int) -> Piece:
        """The piece with another place (map pixels) in its own state; a stack it is in must be changed too."""
        basic = self.basic
        if basic is None:
            raise self._refusal("has no place of its own")
        rest = split_raw(basic.state, ";")[3:]
        place = quote("null" if map_name is None else map_name, ";")
        state = ";".join([place, str(x), str(y), *rest])
        if parse_place(state.encode("utf-8")) != (map_name, x, y):
            raise self._unreadable(map_name or "")
        return self.with_state(basic.level, state)

    def with_state(self, level: int, state: str) -> Piece:
        """The piece with the state text of one level replaced and everything else in its command the same bytes.

        Raises FormatError if its state is not in the engine's own writing, so that more than one level would change, and
        RequestError for a state that VASSAL could not read back.
        """
        levels = [*self._levels()]
        raw = split_raw(self.leaf, _SLASH)
        written = quote(join_levels(levels), _SLASH)
        if level >= len(levels) or raw[3:4] != [written]:
            raise FormatError(
                "its state is not as VASSAL writes it; expected one level for every trait",
                file=self._around.file,
                place=f"savedGame: piece {self.id}",
            )
        levels[level] = state.encode("utf-8")
        joined = join_levels(levels)
        if split_levels(joined, len(levels)) != levels:
            raise self._unreadable(state)
        raw[3] = quote(joined, _SLASH)
        return Piece(self.id, _SLASH.join(raw), self.index, self._around)

    def with_states(self, levels: list[bytes]) -> Piece:
        """The piece with all its levels' state texts replaced, outermost first, and the same type."""
        plus, id, own_type, *_ = [*split_raw(self.leaf, _SLASH), b"", b""]
        raw = [plus, id, own_type, quote(join_levels(levels), _SLASH)]
        return Piece(self.id, _SLASH.join(raw), self.index, self._around)

    @property
    def own_place(self) -> tuple[str | None, int, int]:
        """Map and pixel in its own state, which count while it lies in no stack or deck."""
        levels = self._levels()
        return parse_place(levels[-1]) if self.basic and levels else (None, 0, 0)

    def _levels(self) -> list[bytes]:
        _ = self.traits
        return self._state_levels

    def _unreadable(self, value: str) -> RequestError:
        # Lists cannot hold an item that ends with a backslash (``SequenceEncoder``).
        return self._refusal(f"cannot hold {value[:40]!r}: VASSAL would not read it back")

    def _refusal(self, text: str) -> RequestError:
        return RequestError(text, file=self._around.file, place=f"piece {self.id} ({self.name})")


def type_levels(text: bytes) -> list[bytes]:
    """The traits' type texts, outermost first; a ``piece;`` ends the chain whatever it holds."""
    levels = split_levels(text)
    for level, own in enumerate(levels[:-1]):
        if own.startswith(b"piece;"):
            return split_levels(text, level + 1)
    return levels


class Stack:
    """A stack: its place and its members' ids, bottom first (only those that are pieces of the save)."""

    __slots__ = ("id", "index", "layer", "map", "members", "missing", "x", "y")

    def __init__(self, id: str, index: int, map: str | None, x: int, y: int) -> None:
        self.id = id
        self.index = index
        self.map = map
        self.x = x
        self.y = y
        self.members: list[str] = []
        self.missing: list[str] = []
        self.layer = -1

    def __repr__(self) -> str:
        return f"{type(self).__name__}(id={self.id!r}, map={self.map!r}, x={self.x}, y={self.y})"

    def leaf_with(self, members: Sequence[str]) -> bytes:
        """Its command with other members, bottom first."""
        return stack_leaf(self.id, self.map, self.x, self.y, members, self.layer)


class Deck(Stack):
    """A deck; its members lie in it, not on the map."""

    __slots__ = ("face_down", "name", "own_type")

    def __init__(
        self, id: str, index: int, map: str | None, x: int, y: int, own_type: bytes, face_down: bool
    ) -> None:
        super().__init__(id, index, map, x, y)
        self.own_type = own_type
        self.name = deck_name(own_type)
        self.face_down = face_down

    def leaf_with(self, members: Sequence[str]) -> bytes:
        """Its command with other members, bottom first."""
        place = (self.map, self.x, self.y)
        return deck_leaf(self.id, self.own_type, place, self.face_down, members)


def parse_place(state: bytes) -> tuple[str | None, int, int]:
    """Map and pixel from a BasicPiece's state."""
    awkward = b"\\" in state or b"'" in state
    fields = split(state, b";") if awkward else state.split(b";", 3)
    name = _map_name(fields[0])
    return (name, _number(fields[1]), _number(fields[2])) if len(fields) > 2 else (name, 0, 0)


def parse_stack_state(state: bytes) -> tuple[str | None, int, int, list[str]]:
    """A stack's map, pixel and what it lists: its members' ids, bottom first, and its layer as ``@@n``.

    Without a map the engine reads no pixel either and takes all that follows for ids.
    """
    awkward = b"\\" in state or b"'" in state
    name, *fields = split(state, b";") if awkward else state.split(b";")
    if name == b"null":
        return None, 0, 0, [field.decode("utf-8", "replace") for field in fields]
    x, y = (_number(fields[0]), _number(fields[1])) if len(fields) > 1 else (0, 0)
    return _map_name(name), x, y, [field.decode("utf-8", "replace") for field in fields[2:]]


def parse_deck_state(state: bytes) -> tuple[str | None, int, int, bool, list[str]]:
    """A deck's map, pixel, whether it lies face down, and its members' ids, bottom first."""
    name, x, y, face, ids, *_ = [*split(state, b";"), b"", b"", b"", b""]
    members = split(ids, b",") if ids else []
    return (
        _map_name(name),
        _number(x),
        _number(y),
        face == b"true",
        [member.decode("utf-8", "replace") for member in members],
    )


def deck_name(own_type: bytes) -> str:
    """The name of a deck from its type."""
    fields = split(own_type.decode("utf-8", "replace"), ";")
    return fields[13] if len(fields) > 13 else ""


def _map_name(name: bytes) -> str | None:
    """The name of a map, one string for the thousands of items on it; ``None`` where there is none."""
    return intern(name.decode("utf-8", "replace")) if name not in (b"null", b"") else None


def _number(text: bytes) -> int:
    """A coordinate as the engine reads it: 0 for anything that is no whole number."""
    if len(text) < 10 and text.isdigit():
        return int(text)
    return to_int(text.decode("ascii", "replace"))


def stack_leaf(
    id: str, map: str | None, x: int, y: int, members: Sequence[str], layer: int = -1
) -> bytes:
    """The command that makes a stack. ``layer`` is its place among the map's piece layers, -1 unknown."""
    place = ["null" if map is None else map, str(x), str(y)]
    state = join([*place, *members, f"@@{layer}"], ";")
    return ADD + join([id, "stack", state], "/").encode("utf-8")


def deck_leaf(
    id: str,
    own_type: bytes,
    place: tuple[str | None, int, int],
    face_down: bool,
    members: Sequence[str],
) -> bytes:
    """The command that makes a deck of this type."""
    name, x, y = place
    state = ["null" if name is None else name, str(x), str(y), "true" if face_down else "false"]
    if members:
        state.append(join(members, ","))
    return ADD + join([id.encode("utf-8"), own_type, join(state, ";").encode("utf-8")], _SLASH)


def piece_leaf(id: str, types: list[bytes], states: list[bytes]) -> bytes:
    """The command that makes a piece from its levels' type and state texts, outermost first."""
    items = [id.encode("utf-8"), join_levels(types), join_levels(states)]
    return ADD + join(items, _SLASH)


def parse_piece(leaf: bytes) -> tuple[str, list[bytes], list[bytes]]:
    """The id, type levels and state levels of a ``+/`` command, a palette definition's too."""
    items = split_raw(leaf[len(ADD) :], _SLASH)
    id, own_type, state, *_ = [*(plain(item, _SLASH) for item in items), b"", b""]
    types = type_levels(own_type)
    return id.decode("utf-8", "replace"), types, split_levels(state, len(types))


def first_free_id(stream: CommandStream) -> int:
    """A number from which on no piece, stack or deck of a stream, or of its logged steps, has an id."""
    largest = 1_000_000_000_000
    for token in stream.tokens:
        text = token.removeprefix(b"LOG\t")
        if text.startswith(ADD):
            id = text[2 : text.find(_SLASH, 2)]
            if id.isdigit() and len(id) < 19:
                largest = max(largest, int(id))
    return largest + 1
