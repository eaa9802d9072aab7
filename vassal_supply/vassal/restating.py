"""Writing a game in motion back as the commands of a save.

What no step touched keeps its bytes and its turn; changed stacks and new pieces come after all others, pieces first, so
that every stack finds its members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.vassal.commands import ESC, CommandStream
from vassal_supply.vassal.editing import spliced
from vassal_supply.vassal.pieces import Stack, deck_leaf, stack_leaf

if TYPE_CHECKING:
    from vassal_supply.vassal.save import Save
    from vassal_supply.vassal.setting import Setting
    from vassal_supply.vassal.table import Counter, Holder, Table


def stream_of(save: Save, table: Table, setting: Setting) -> CommandStream:
    """The commands of the game on the table; ``save`` is the one it began with."""
    changes: dict[int, bytes | None] = {**setting.replaced()}
    added = _pieces(save, table, changes) + _holders(save, table, changes)
    stream = CommandStream.parse(ESC.join(spliced(save.stream.tokens, changes, added)))
    return CommandStream.parse(ESC.join(_without_steps(stream, setting.added())))


def _without_steps(stream: CommandStream, added: list[bytes]) -> list[bytes]:
    """The tokens without logged steps, new components put before ``end_save``."""
    tokens: list[bytes] = []
    for item in stream.items():
        if stream.tokens[item.start].startswith(b"LOG\t"):
            continue
        if stream.leaf(item.start) == b"end_save":
            tokens += added
        tokens += stream.tokens[item.start : item.stop]
    return tokens


def _pieces(save: Save, table: Table, changes: dict[int, bytes | None]) -> list[bytes]:
    added: list[bytes] = []
    for id, piece in save.pieces.items():
        if id not in table.counters:
            changes[piece.index] = None
    for id, counter in table.counters.items():
        old = save.pieces.get(id)
        leaf = _piece_leaf(counter)
        if old is None:
            added.append(leaf)
        elif leaf != old.leaf:
            changes[old.index] = leaf
    return added


def _piece_leaf(counter: Counter) -> bytes:
    piece = counter.piece
    if not counter.moved or piece.basic is None or piece.own_place == counter.place:
        return piece.leaf
    return piece.with_place(*counter.place).leaf


def _holders(save: Save, table: Table, changes: dict[int, bytes | None]) -> list[bytes]:
    added: list[bytes] = []
    before: dict[str, Stack] = {**save.stacks, **save.decks}
    for id, stack in before.items():
        if id not in table.holders or not _is_same(stack, table.holders[id]):
            changes[stack.index] = None
    for id, holder in table.holders.items():
        gone = id not in before or changes.get(before[id].index, b"") is None
        if gone and (holder.members or holder.is_deck):
            added.append(_holder_leaf(holder))
    return added


def _is_same(stack: Stack, holder: Holder) -> bool:
    return (stack.map, stack.x, stack.y, stack.members) == (
        holder.map,
        holder.x,
        holder.y,
        [member.id for member in holder.members],
    )


def _holder_leaf(holder: Holder) -> bytes:
    members = [member.id for member in holder.members]
    if holder.is_deck:
        return deck_leaf(holder.id, holder.deck_type, holder.place, holder.face_down, members)
    return stack_leaf(holder.id, *holder.place, members, holder.layer)
