"""Logs: the steps after a save's beginning state, what each did, and the game as it stands after any of them.

A step is one command of the outermost list whose leaves are prefixed ``LOG``; its leaves are carried out in order,
undoings included, on a :class:`~vassal_supply.vassal.table.Table`. Engine class: ``VASSAL.build.module.BasicLogger``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.oddities import Oddities
from vassal_supply.vassal.pieces import Deck, Piece, Position, Stack, first_free_id
from vassal_supply.vassal.places import own_place
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.setting import Setting
from vassal_supply.vassal.table import Counter, Holder, MapRules, Place, Table
from vassal_supply.vassal.trait import Trait, to_int

LOG = b"LOG\t"


class Move(NamedTuple):
    """A piece that changed its place."""

    piece: Piece
    before: Position
    after: Position


class Change(NamedTuple):
    """A piece whose traits changed their state: each such trait before and after."""

    piece: Piece
    traits: tuple[tuple[Trait, Trait], ...]


class Step(NamedTuple):
    """What one step of a log did.

    ``number`` counts from 1. A piece that left the game is as it last was. ``properties`` are global properties set:
    name, value before, value after. ``chat`` are the lines of chat and reports; in these and in the properties sides
    stand for players' names. ``undo`` tells whether the step took back an earlier one.
    """

    number: int
    moved: tuple[Move, ...]
    changed: tuple[Change, ...]
    appeared: tuple[tuple[Piece, Position], ...]
    vanished: tuple[tuple[Piece, Position], ...]
    properties: tuple[tuple[str, str, str], ...]
    chat: tuple[str, ...]
    undo: bool


def log_items(stream: CommandStream) -> list[range]:
    """The steps of a log, each as the range of its leaves in the stream."""
    tokens = stream.tokens
    return [item for item in stream.items() if tokens[item.start].startswith(LOG)]


class Replay:
    """A log being replayed: :meth:`step` carries out the next step, :meth:`save` is the game as it now stands."""

    def __init__(self, save: Save, rules: MapRules | None = None) -> None:
        """Begin at the log's start; a save is a log without steps. ``rules`` say how the module's maps stack."""
        self._base = save
        self._items = log_items(save.stream)
        self._setting = Setting(save)
        self._table = _table_of(save, rules)
        self.number = 0
        self._oddities = Oddities(save.file)

    @property
    def steps(self) -> int:
        """How many steps the log has."""
        return len(self._items)

    def __iter__(self) -> Iterator[Step]:
        """Carry out the remaining steps one by one."""
        while self.number < self.steps:
            yield self.step()

    def to(self, step: int | str) -> Replay:
        """Go on to ``step``: a number, ``"start"`` or ``"end"``; returns itself.

        Raises RequestError for a step the log does not have or that lies behind.
        """
        named = {"start": 0, "end": self.steps}
        number = named[str(step)] if str(step) in named else to_int(str(step), -1)
        if not self.number <= number <= self.steps:
            raise RequestError(
                f"has no step {step} to go to; expected {self.number} to {self.steps}, start or end",
                file=self._base.file,
            )
        while self.number < number:
            self._carry_out(self._items[self.number])
            self.number += 1
        return self

    def step(self) -> Step:
        """Carry out the next step and tell what it did. Raises RequestError at the log's end."""
        if self.number == self.steps:
            raise RequestError(f"has no step after {self.steps}", file=self._base.file)
        self._table.start_step()
        self._setting.start_step()
        chat, undo = self._carry_out(self._items[self.number])
        self.number += 1
        return self._report(chat, undo)

    def save(self) -> Save:
        """The game as it stands, as a save without the steps; it is written with the log's other entries.

        Its warnings are of what it holds now and of the steps that led there.
        """
        from vassal_supply.vassal.restating import stream_of

        if self.number == 0 and not self._items:
            return self._base
        stream = stream_of(self._base, self._table, self._setting)
        state = self._base.with_stream(stream)
        state.warnings += self.warnings
        return state

    @property
    def warnings(self) -> list[ReadWarning]:
        """What was odd in the steps carried out so far."""
        return self._oddities.warnings()

    def _carry_out(self, item: range) -> tuple[list[str], bool]:
        stream, chat, undo = self._base.stream, [], False
        for index in item:
            text = stream.leaf(index).removeprefix(LOG)
            inner = CommandStream.parse(text).leaves() if text[:1] == b"'" else (text,)
            for leaf in inner:
                if leaf.startswith(b"CHAT"):
                    chat.append(self._base.anonymous(leaf[4:].decode("utf-8", "replace")))
                elif leaf == b"UNDO\ttrue":
                    undo = True
                else:
                    self._run(leaf, index)
        return chat, undo

    def _run(self, leaf: bytes, index: int) -> None:
        kind = leaf[:2]
        if kind == b"+/":
            self._add(split(leaf[2:], b"/"), leaf)
        elif kind == b"-/":
            self._table.remove(leaf[2:].decode("utf-8", "replace"))
        elif kind == b"D/":
            self._change([*split(leaf[2:], b"/"), b""])
        elif kind == b"M/":
            self._move([item.decode("utf-8", "replace") for item in split(leaf[2:], b"/")], index)
        else:
            self._setting.run(leaf)

    def _add(self, items: list[bytes], leaf: bytes) -> None:
        if len(items) < 3:
            return
        id, own_type, state = items[0].decode("utf-8", "replace"), items[1], items[2]
        if own_type == b"stack" or own_type.startswith(b"deck;"):
            holder = Holder(id, (None, 0, 0), b"" if own_type == b"stack" else own_type)
            self._table.add_holder(holder)
            self._table.set_holder(holder, state)
            return
        if id == "null":
            id = self._table.new_id()
            leaf = leaf.replace(b"null", id.encode(), 1)
        piece = Piece(id, leaf, -1, self._base.places)
        self._table.add_piece(piece, piece.own_place)

    def _change(self, items: list[bytes]) -> None:
        id, new, *old = items
        item = self._table.item(id.decode("utf-8", "replace"))
        before = old[0] if len(old) > 1 else None
        if isinstance(item, Counter):
            self._table.change_piece(item, new, before)
        elif item is not None:
            state = new if item.is_deck else _merged_stack(item, new, before)
            self._table.set_holder(item, state)

    def _move(self, items: list[str], index: int) -> None:
        if len(items) < 5 or to_int(items[2], -1 << 40) == -1 << 40:
            self._oddities.note("a move without a place", f"command {index}", "it is passed over")
            return
        id, map_name, x, y, under, *rest = items
        place: Place = (None if map_name in ("null", "") else map_name, to_int(x), to_int(y))
        player = rest[4] if len(rest) > 4 else None
        self._table.move(id, place, None if under == "null" else under, player)

    def _report(self, chat: list[str], undo: bool) -> Step:
        moved: list[Move] = []
        changed: list[Change] = []
        appeared: list[tuple[Piece, Position]] = []
        vanished: list[tuple[Piece, Position]] = []
        touched = self._table.touched()
        positions = self._table.positions(touched)
        for id, before in touched.items():
            counter = self._table.counters.get(id)
            if counter is None:
                if before is not None:
                    vanished.append(before)
                continue
            now = positions[id]
            if before is None:
                appeared.append((counter.piece, now))
                continue
            piece, was = before
            if (was.map, was.x, was.y, was.deck) != (now.map, now.x, now.y, now.deck):
                moved.append(Move(counter.piece, was, now))
            traits = _differences(piece, counter.piece)
            if traits:
                changed.append(Change(counter.piece, traits))
        return Step(
            self.number,
            tuple(moved),
            tuple(changed),
            tuple(appeared),
            tuple(vanished),
            self._settings_changed(),
            tuple(chat),
            undo,
        )

    def _settings_changed(self) -> tuple[tuple[str, str, str], ...]:
        clean = self._base.anonymous
        return tuple((name, clean(one), clean(two)) for name, one, two in self._setting.changes())


def _differences(before: Piece, after: Piece) -> tuple[tuple[Trait, Trait], ...]:
    """The traits whose state differs; the innermost level's only beyond the place, which is told as a move."""
    if before is after or before.leaf == after.leaf:
        return ()
    pairs = list(zip(before.traits, after.traits, strict=False))
    found = [(one, two) for one, two in pairs[:-1] if one.state != two.state]
    one, two = pairs[-1]
    if split(one.state, ";")[3:] != split(two.state, ";")[3:]:
        found.append((one, two))
    return tuple(found)


def _merged_stack(holder: Holder, new: bytes, old: bytes | None) -> bytes:
    """A stack's new state, with the members put back that neither side of the change knew of (``Stack.mergeState``)."""
    if old is None:
        return new
    after = [item for item in split(new, b";") if not item.startswith(b"@@")]
    before = [item for item in split(old, b";") if not item.startswith(b"@@")]
    members = [member.id.encode("utf-8") for member in holder.members]
    if before[3:] == members:
        return new
    listed, known = after[3:], {*after[3:], *before[3:]}
    for place, id in enumerate(members):
        if id not in known:
            below = members[place - 1] if place else b""
            listed.insert(listed.index(below) + 1 if below in listed else 0, id)
    return b";".join([*(split(new, b";")[:3]), *listed])


def _table_of(save: Save, rules: MapRules | None) -> Table:
    """The beginning state, laid out in the order of the save."""
    table = Table(rules, first_free_id(save.stream))
    items: list[Piece | Stack] = [
        *save.pieces.values(),
        *save.stacks.values(),
        *save.decks.values(),
    ]
    for item in sorted(items, key=lambda item: item.index):
        if isinstance(item, Piece):
            table.add_piece(item, own_place(item.leaf))
        else:
            deck_type = item.own_type if isinstance(item, Deck) else b""
            holder = Holder(item.id, (item.map, item.x, item.y), deck_type)
            holder.layer = item.layer
            holder.face_down = isinstance(item, Deck) and item.face_down
            table.add_holder(holder)
            for index, member in enumerate(item.members):
                table.insert(table.counters[member], holder, index)
    for counter in table.counters.values():
        counter.moved = False
    return table
