"""Changing a save: one command replaced, added or taken out, every other byte as it was.

New ids follow the largest number among those in use, never clock or chance, so the same changes give the same file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from vassal_supply.errors import FormatError, RequestError
from vassal_supply.vassal.archive import SAVED_GAME, rewrite
from vassal_supply.vassal.commands import ESC
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.pieces import (
    ADD,
    Deck,
    Piece,
    Stack,
    first_free_id,
    parse_piece,
    piece_leaf,
    stack_leaf,
)
from vassal_supply.vassal.sequence import join
from vassal_supply.vassal.traits import BasicPiece, make_trait

if TYPE_CHECKING:
    from vassal_supply.vassal.save import Save

_ESCAPE = b"\\"
_QUOTED = 40


class SaveEditor:
    """Collects changes to a save's pieces and stacks; :meth:`write` makes the changed copy."""

    def __init__(self, save: Save) -> None:
        self._save = save
        self._leaves: dict[int, bytes | None] = {}
        self._members: dict[str, list[str]] = {}
        self._added: list[bytes] = []
        # New members of a stack stand before it, where the engine finds them; by the stack's leaf.
        self._before: dict[int, list[bytes]] = {}
        self._onto: set[str] = set()
        self._next_id = 0

    @property
    def changed(self) -> bool:
        """Whether anything differs from the save."""
        changes, added = self._changes()
        return bool(changes or added or self._before)

    def replace(self, piece: Piece) -> None:
        """Put a changed piece, as its ``with_...`` methods make it, in place of the one with its id.

        Raises RequestError if the save has no such piece.
        """
        index = self._piece(piece.id).index
        self._check(piece.leaf)
        if piece.leaf == self._save.stream.leaf(index):
            self._leaves.pop(index, None)
        else:
            self._leaves[index] = piece.leaf

    def set_members(self, id: str, members: Sequence[str]) -> None:
        """Give a stack or deck other members, bottom first; an empty stack goes. Raises RequestError for an unknown id."""
        self._holder(id)
        self._members[id] = list(members)

    def remove(self, piece: Piece | str) -> None:
        """Take a piece out of the game, and out of its stack or deck. Raises RequestError if it is unknown."""
        id = piece if isinstance(piece, str) else piece.id
        self._leaves[self._piece(id).index] = None
        place = self._save.position(id)
        holder = place.stack or place.deck
        if holder is not None and (holder in self._save.stacks or holder in self._save.decks):
            members = self._members.get(holder, self._holder(holder).members)
            self._members[holder] = [member for member in members if member != id]

    def add_piece(
        self,
        definition: bytes,
        map_name: str,
        x: int,
        y: int,
        *,
        gpid: str = "",
        stack: bool = True,
        onto: str | None = None,
    ) -> str:
        """Put a new piece on a map, on top of all others, and give its id.

        ``definition`` is a ``+/`` command as a palette slot holds it, prototypes expanded; x, y are map pixels. The
        piece gets a stack of its own unless ``stack`` is false, or goes on top of the stack ``onto``, which must be at
        that place. Raises FormatError for a definition that is no whole piece, RequestError for a map whose name VASSAL
        could not read back.
        """
        if map_name.endswith("\\"):
            raise RequestError(f"no save can hold a map called {map_name!r}", file=self._save.file)
        types, states = self._definition(definition)
        basic = make_trait(types[-1], states[-1], 0)
        origin = basic.gpid if isinstance(basic, BasicPiece) else ""
        id = self.new_id()
        state = join([map_name, str(x), str(y), gpid or origin, "1", "UniqueID", id], ";")
        leaf = piece_leaf(id, types, [*states[:-1], state.encode("utf-8")])
        if onto is not None:
            holder = self._holder(onto)
            self._members[onto] = [*self._members.get(onto, holder.members), id]
            self._before.setdefault(holder.index, []).append(leaf)
            self._onto.add(id)
            return id
        self._added.append(leaf)
        if stack:
            self._added.append(stack_leaf(self.new_id(), map_name, x, y, [id]))
        return id

    def _definition(self, definition: bytes) -> tuple[list[bytes], list[bytes]]:
        _, types, states = parse_piece(definition)
        if not types[-1].startswith(b"piece;") or len(states) != len(types):
            raise FormatError(
                "is no whole piece; expected a definition ending in piece;",
                file=self._save.file,
                place=_quoted(definition),
            )
        return types, states

    def add_leaf(self, leaf: bytes) -> None:
        """Add a finished ``+/`` command after all others. Raises FormatError for any other."""
        self._check(leaf)
        self._added.append(leaf)

    def new_id(self) -> str:
        """An id no piece, stack, deck or logged step of the save uses."""
        if not self._next_id:
            self._next_id = first_free_id(self._save.stream)
        self._next_id += 1
        return str(self._next_id - 1)

    def encoded(self) -> bytes:
        """The changed command stream, plain."""
        return ESC.join(spliced(self._save.stream.tokens, *self._changes(), self._before))

    def write(self, target: Path | str) -> None:
        """Write the changed save to ``target``: same entries, same key, whole or not at all.

        Raises WriteError if it cannot be written or is the save's own file.
        """
        save = self._save
        if save.reopen is None:
            raise RequestError("was not read from a file; expected one to copy", file=save.file)
        data = self.encoded()
        entry = data if save.key is None else obfuscate(data, save.key)
        with save.reopen() as archive:
            rewrite(archive, target, {SAVED_GAME: entry})

    def _changes(self) -> tuple[dict[int, bytes | None], list[bytes]]:
        """What becomes of each changed leaf, and the leaves to add."""
        changes, added = dict(self._leaves), list(self._added)
        for id, members in self._members.items():
            holder = self._holder(id)
            if members == holder.members:
                continue
            leaf = holder.leaf_with(members) if members or isinstance(holder, Deck) else None
            if leaf is not None and self._comes_too_early(holder, members):
                changes[holder.index] = None
                added.append(leaf)
            else:
                changes[holder.index] = leaf
        return changes, added

    def _comes_too_early(self, holder: Stack, members: Sequence[str]) -> bool:
        """Whether a member is made only after its stack, which then would not find it."""
        pieces = self._save.pieces
        old = [id for id in members if id not in self._onto]
        return any(id not in pieces or pieces[id].index > holder.index for id in old)

    def _piece(self, id: str) -> Piece:
        piece = self._save.pieces.get(id)
        if piece is None:
            raise RequestError(f"no piece {id}", file=self._save.file)
        return piece

    def _holder(self, id: str) -> Stack:
        holder = self._save.stacks.get(id) or self._save.decks.get(id)
        if holder is None:
            raise RequestError(f"no stack or deck {id}", file=self._save.file)
        return holder

    def _check(self, leaf: bytes) -> None:
        if not leaf.startswith(ADD) or ESC in leaf or leaf.endswith(_ESCAPE):
            raise FormatError(
                "is no command for a piece; expected +/id/type/state",
                file=self._save.file,
                place=_quoted(leaf),
            )


def _quoted(leaf: bytes) -> str:
    """The beginning of a command, for an error."""
    return repr(leaf[:_QUOTED].decode("utf-8", "replace"))


def spliced(
    tokens: Sequence[bytes],
    changes: Mapping[int, bytes | None],
    added: Sequence[bytes],
    before: Mapping[int, Sequence[bytes]] = MappingProxyType({}),
) -> list[bytes]:
    """A stream's tokens with some leaves replaced or (``None``) taken out, and pieces added after all others.

    ``before`` puts leaves right before others, in the same list. Every other separator keeps its depth; the head of a
    list that goes leaves an empty command in its place.
    """
    after = _last_piece(tokens, changes) if added else -1
    result: list[bytes] = []
    for index, token in enumerate(tokens):
        result += [leaf + _escapes(result[-1]) for leaf in before.get(index, ())]
        if index not in changes:
            result.append(token)
        else:
            _change(result, changes[index], _escapes(token))
        if index == after:
            _add(result, added)
    return result


def _last_piece(tokens: Sequence[bytes], changes: Mapping[int, bytes | None]) -> int:
    """The leaf after which new pieces go: the last piece that stays, else what stands before the first."""
    pieces = [index for index, token in enumerate(tokens) if token.startswith(ADD)]
    kept = [index for index in pieces if changes.get(index, ADD) is not None]
    return kept[-1] if kept else max(0, (pieces or [0])[0] - 1)


def _change(result: list[bytes], leaf: bytes | None, escapes: bytes) -> None:
    if leaf is not None:
        result.append(leaf + escapes)
    elif len(_escapes(result[-1])) >= len(escapes):
        result[-1] = result[-1].rstrip(_ESCAPE) + escapes
    else:
        result.append(escapes)


def _add(result: list[bytes], added: Sequence[bytes]) -> None:
    """Put leaves into the list that the last token stands in; after ``begin_save`` they get a list of their own."""
    escapes = _escapes(result[-1])
    if len(result) == 1 and not escapes:
        result.append(b"")
    deeper = escapes or _ESCAPE
    result[-1] = result[-1].rstrip(_ESCAPE) + deeper
    result += [leaf + deeper for leaf in added[:-1]]
    result.append(added[-1] + escapes)


def _escapes(token: bytes) -> bytes:
    return token[len(token.rstrip(_ESCAPE)) :]
