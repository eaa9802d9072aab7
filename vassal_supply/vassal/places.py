"""The one pass over a save's leaves that finds every piece, stack and deck and where it is.

This is the hot path: a leaf is cut only where its id and place stand, and a type with hundreds of traits is never
looked into.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.errors import FormatError, ReadWarning
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.levels import split_levels
from vassal_supply.vassal.oddities import Oddities
from vassal_supply.vassal.pieces import (
    Deck,
    Piece,
    Position,
    Stack,
    parse_deck_state,
    parse_place,
    parse_stack_state,
    type_levels,
)
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.trait import to_int

if TYPE_CHECKING:
    from vassal_supply.vassal.locating import Locator

_LAYER = "@@"
# What the engine calls a place on a map that has no name.
_OFF_BOARD = "offboard"
_DECK_COUNT = "_numPieces"
_INNERMOST = b"\tpiece;"


class Places:
    """The pieces, stacks and decks of a stream in its order, and which piece lies in which of them."""

    def __init__(self, stream: CommandStream, file: str) -> None:
        self.file = file
        self._stream = stream
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, Stack] = {}
        self.decks: dict[str, Deck] = {}
        self.others: list[int] = []
        self.is_log = False
        self._globals: dict[str, dict[str, str]] | None = None
        self.holders: dict[str, Stack] = {}
        self._robbed: set[Stack] = set()
        self._ranks: dict[str, int] = {}
        self.locator: Locator | None = None
        self._deck_sizes: dict[str, int] | None = None

    def position(self, id: str) -> Position:
        """Where the piece ``id`` is. Raises KeyError if there is no such piece."""
        holder = self.holders.get(id)
        if holder is None:
            map_name, x, y = own_place(self.pieces[id].leaf)
            return Position(map_name, x, y, None, None, None)
        if not self._ranks:
            self._rank()
        if isinstance(holder, Deck):
            return Position(None, holder.x, holder.y, None, holder.id, self._ranks[id])
        return Position(holder.map, holder.x, holder.y, holder.id, None, self._ranks[id])

    def _rank(self) -> None:
        """Number the members of every stack and deck once, so that asking for all places stays linear."""
        for holder in set(self.holders.values()):
            for rank, member in enumerate(holder.members):
                self._ranks[member] = rank

    def place_properties(self, id: str) -> dict[str, str]:
        """Where a piece is, as the properties the engine has for it."""
        map_name, x, y, _, deck, index = self.position(id)
        holder = self.holders.get(id)
        size = len(holder.members) if holder else 1
        found = {"CurrentMap": map_name or "", "CurrentX": str(x), "CurrentY": str(y)}
        if isinstance(holder, Deck):
            found["CurrentMap"] = holder.map or ""
        found["DeckName"] = holder.name if isinstance(holder, Deck) else ""
        found["DeckPosition"] = str(size - (index or 0)) if deck else "0"
        found["StackPos"] = str(size - (index or 0))
        found["StackSize"] = str(size)
        return found

    def named_place(self, id: str) -> dict[str, str]:
        """Where a piece is by name, as the properties the engine has for it; empty without a :attr:`locator`."""
        if self.locator is None:
            return {}
        at, holder = self.position(id), self.holders.get(id)
        map_name = holder.map if holder else at.map
        location, zone, board = self.locator.place(map_name, at.x, at.y)
        if location is None:
            location = _OFF_BOARD if map_name else ""
        return {"LocationName": location, "CurrentZone": zone or "", "CurrentBoard": board or ""}

    def global_property(self, id: str, name: str) -> str | None:
        """A global property as a piece sees it: its map's own, else the module's."""
        holder = self.holders.get(id)
        on_map = holder.map if holder else self.position(id).map
        for container in (on_map, "Module"):
            value = self.globals.get(container or "Module", {}).get(name)
            if value is not None:
                return value
        return self._deck_count(name) if name.endswith(_DECK_COUNT) else None

    def _deck_count(self, name: str) -> str | None:
        """How many pieces a deck holds, which the engine keeps as a global property under the deck's name."""
        if self._deck_sizes is None:
            self._deck_sizes = {one.name: len(one.members) for one in self.decks.values()}
        size = self._deck_sizes.get(name.removesuffix(_DECK_COUNT))
        return None if size is None else str(size)

    @property
    def globals(self) -> dict[str, dict[str, str]]:
        """Global properties by container: ``Module``, a map's name, or ``map:zone``."""
        if self._globals is None:
            self._globals = {}
            for text in self.leaves("GlobalProperty\t"):
                _, name, value, container, *_ = [*split(text, ";"), "", "", ""]
                self._globals.setdefault(container or "Module", {})[name] = value
        return self._globals

    def leaves(self, prefix: str) -> list[str]:
        """The texts of the leaves, other than pieces and logged steps, that begin with ``prefix``."""
        start, stream = prefix.encode(), self._stream
        return [
            stream.leaf(index).decode("utf-8", "replace")
            for index in self.others
            if stream.tokens[index].startswith(start)
        ]

    def free(self, id: str, index: int, oddities: Oddities) -> str:
        """Make room for a command whose id is taken (the engine keeps the later one) or missing; its id."""
        if id == "null":
            oddities.note("a piece without an id", f"command {index}", "it gets one of its own")
            return f"null-{index}"
        oddities.note("an id used twice", f"command {index}", f"the later {id} counts")
        self.pieces.pop(id, None)
        self._rob(id)
        return id

    def _rob(self, id: str) -> None:
        """Take a piece out of the stack or deck it is in; :meth:`settle` strikes it off the list."""
        holder = self.holders.pop(id, None)
        if holder is not None:
            self._robbed.add(holder)

    def settle(self) -> None:
        """Strike off the lists of stacks and decks what later commands put elsewhere."""
        for holder in self._robbed:
            kept = dict.fromkeys(reversed(holder.members))
            holder.members[:] = [id for id in reversed(kept) if self.holders.get(id) is holder]

    def add_stack(self, id: str, index: int, state: bytes) -> None:
        """Read a stack's state: map, pixel, members, layer."""
        name, x, y, listed = parse_stack_state(state)
        self.stacks[id] = stack = Stack(id, index, name, x, y)
        # Without a map the first two listed are the pixel, which the engine tries as ids too.
        self._fill(stack, listed, 0 if name is not None else 2)

    def add_deck(self, id: str, index: int, own_type: bytes, state: bytes) -> None:
        """Read a deck's name from its type, and its place and members from its state."""
        name, x, y, face_down, listed = parse_deck_state(state)
        self.decks[id] = deck = Deck(id, index, name, x, y, own_type, face_down)
        self._fill(deck, listed, 0)

    def _fill(self, holder: Stack, listed: list[str], numbers: int) -> None:
        pieces, holders, members = self.pieces, self.holders, holder.members
        for place, member in enumerate(listed):
            if member in pieces:
                if member in holders:
                    self._rob(member)
                members.append(member)
                holders[member] = holder
            elif member.startswith(_LAYER):
                holder.layer = to_int(member[len(_LAYER) :], -1)
            elif member and place >= numbers:
                holder.missing.append(member)


def own_place(leaf: bytes) -> tuple[str | None, int, int]:
    """Map and pixel from the last level of a piece's state, without looking at the others."""
    tail = leaf.rfind(b"\t") + 1
    type_end = leaf.rfind(_INNERMOST)
    # A last TAB that stands in the type means that states are missing.
    if type_end < 0 or tail <= type_end + 1 or _depth(leaf, tail - 1) != _depth(leaf, type_end):
        state = _innermost_state(leaf)
    else:
        state = leaf[tail:]
        if state[:1] == b"'" or state[-1:] == b"'":
            state = _innermost_state(leaf)
        elif b"\\" in state:
            state = state.replace(b"\\/", b"/")
    return parse_place(state)


def _depth(leaf: bytes, end: int) -> int:
    """How many backslashes stand right before offset ``end``."""
    return end - len(leaf[:end].rstrip(b"\\"))


def _innermost_state(leaf: bytes) -> bytes:
    """The BasicPiece's state, found the long way, level by level; empty if the piece has none."""
    _, own_type, state = _items(leaf)
    count = len(type_levels(own_type))
    levels = split_levels(state, count)
    return levels[-1] if len(levels) == count else b""


def read_places(stream: CommandStream, file: str, warnings: list[ReadWarning]) -> Places:
    """Go through the leaves of a stream once.

    Raises FormatError if they are not those of a whole save; appends oddities to ``warnings``.
    """
    places = Places(stream, file)
    tokens = stream.tokens
    oddities = Oddities(file)
    if stream.leaf(0) == b"\xef\xbb\xbfbegin_save":
        oddities.note("a byte order mark before the first command", "command 0")
    elif stream.leaf(0) != b"begin_save":
        raise FormatError(
            "does not begin with begin_save; expected the commands of a save",
            file=file,
            place="savedGame",
        )
    ended = False
    for index, token in enumerate(tokens):
        if token.startswith(b"+/"):
            _read_add(places, stream, index, oddities)
        elif token.startswith(b"LOG\t"):
            places.is_log = True
        elif token.startswith(b"end_save"):
            ended = True
        elif token.startswith((b"D/", b"M/", b"-/")):
            oddities.note("a change outside the log", f"command {index}", "it is passed over")
        elif token:
            places.others.append(index)
    if not ended:
        raise FormatError(
            f"ends after {len(tokens):,} commands without end_save; expected a whole save",
            file=file,
            place="savedGame",
        )
    places.settle()
    _note_missing(places, oddities)
    warnings += oddities.warnings()
    return places


def _note_missing(places: Places, oddities: Oddities) -> None:
    for holder in (*places.stacks.values(), *places.decks.values()):
        if holder.missing:
            kind = "deck" if isinstance(holder, Deck) else "stack"
            late = all(id in places.pieces for id in holder.missing)
            fault = "come after it" if late else "are not there"
            listed = ", ".join(holder.missing[:3]) + (", ..." if len(holder.missing) > 3 else "")
            oddities.note(
                f"a {kind} that lists pieces which {fault}",
                f"{kind} {holder.id}",
                f"{listed}; they are passed over",
            )


def _read_add(places: Places, stream: CommandStream, index: int, oddities: Oddities) -> None:
    """Read one ``+/`` command as far as its id, and a stack's or deck's as far as its members."""
    token = stream.tokens[index]
    id_end = token.find(b"/", 2)
    raw_id = token[2:id_end]
    state = None
    if id_end < 0 or b"\\" in raw_id or b"'" in raw_id or stream.is_quoted(index):
        token = stream.leaf(index)
        raw_id, own_type, state = _items(token)
    elif token.startswith(b"stack/", id_end + 1):
        own_type = b"stack"
        state = token[id_end + 7 :].rstrip(b"\\")
        if b"\\" in state or b"'" in state:
            state = _items(stream.leaf(index))[2]
    else:
        own_type = token[id_end + 1 : id_end + 6]
    id = raw_id.decode("utf-8", "replace")
    if id == "null" or id in places.pieces or id in places.stacks or id in places.decks:
        id = places.free(id, index, oddities)
    if own_type == b"stack":
        places.add_stack(id, index, state or b"")
    elif own_type.startswith(b"deck;"):
        places.add_deck(id, index, *_items(stream.leaf(index))[1:])
    else:
        places.pieces[id] = Piece(id, token, index, places)


def _items(leaf: bytes) -> tuple[bytes, bytes, bytes]:
    """The id, type and state of a ``+/`` command."""
    items = [*split(leaf[2:], b"/"), b"", b""]
    return items[0], items[1], items[2]
