"""A game in motion: pieces, stacks and decks that commands move, change, bring and take, as the engine does it.

Kept apart from :class:`~vassal_supply.vassal.save.Save`, which never changes. What a map's stacking allows is asked of
:class:`MapRules`, since only the module knows. Engine classes: ``VASSAL.command.MovePiece``, ``ChangePiece``,
``AddPiece``, ``RemovePiece``, ``VASSAL.counters.Stack``, ``VASSAL.build.module.map.StackMetrics``.
"""

from __future__ import annotations

import collections
from collections.abc import Container, Iterable
from itertools import count
from typing import Protocol

from vassal_supply.vassal.levels import split_levels
from vassal_supply.vassal.pieces import (
    OUTSIDER,
    Piece,
    Position,
    parse_deck_state,
    parse_piece,
    parse_stack_state,
)
from vassal_supply.vassal.rare_traits import ImmobileTrait
from vassal_supply.vassal.trait import to_int
from vassal_supply.vassal.traits import HideTrait

Place = tuple[str | None, int, int]

_A_FEW = 16
# Of more items on one pixel, which no game has, the engine's first fit is not looked for further.
_MOST_ON_A_SPOT = 1_000


class MapRules(Protocol):
    """What a module says of stacking on its maps."""

    def stacks(self, map_name: str) -> bool:
        """Whether pieces form stacks on this map (``StackMetrics``)."""

    def layer(self, map_name: str, piece: Piece) -> int:
        """The game piece layer of a piece; only pieces of one layer stack (``LayeredPieceCollection``)."""


class PlainMaps:
    """Maps that stack everything: what is assumed when no module is at hand."""

    def stacks(self, map_name: str) -> bool:
        """True."""
        return True

    def layer(self, map_name: str, piece: Piece) -> int:
        """0: one layer for all."""
        return 0


class Counter:
    """A piece on the table; ``map``, ``x``, ``y`` are its own place, which counts while it has no ``holder``."""

    __slots__ = ("_stacks", "holder", "id", "map", "moved", "piece", "serial", "x", "y")

    def __init__(self, piece: Piece, place: Place) -> None:
        self.id = piece.id
        self.piece = piece
        self.map, self.x, self.y = place
        self.holder: Holder | None = None
        self.serial = 0
        self.moved = False
        self._stacks: bool | None = None

    @property
    def place(self) -> Place:
        """Map and pixel: its holder's, if it has one."""
        if self.holder is not None:
            return self.holder.place
        return self.map, self.x, self.y

    @property
    def stacks(self) -> bool:
        """Whether the piece may lie in a stack: for ever the same, since a piece keeps its type."""
        if self._stacks is None:
            traits = self.piece.traits
            self._stacks = all(one.stacks for one in traits if isinstance(one, ImmobileTrait))
        return self._stacks

    @property
    def hidden_by(self) -> str | None:
        """The owner who made it invisible."""
        for trait in self.piece.traits:
            if isinstance(trait, HideTrait):
                return trait.owner
        return None


class Holder:
    """A stack, or a deck if it has a ``deck_type``; its members lie bottom first."""

    __slots__ = ("deck_type", "face_down", "id", "layer", "map", "members", "serial", "x", "y")

    def __init__(self, id: str, place: Place, deck_type: bytes = b"") -> None:
        self.id = id
        self.map, self.x, self.y = place
        self.members: list[Counter] = []
        self.deck_type = deck_type
        self.layer = -1
        self.face_down = False
        self.serial = 0

    @property
    def is_deck(self) -> bool:
        """Whether it is a deck."""
        return bool(self.deck_type)

    @property
    def place(self) -> Place:
        """Map and pixel."""
        return self.map, self.x, self.y

    def rank(self, member: Counter) -> int:
        """The place of one of its members, 0 the bottom."""
        if self.members[-1] is member:
            return len(self.members) - 1
        return self.members.index(member)

    def top(self, viewer_id: str | None = None) -> Counter | None:
        """The uppermost member that ``viewer_id`` can see."""
        for member in reversed(self.members):
            if member.hidden_by in (None, viewer_id):
                return member
        return None


Item = Counter | Holder


class Table:
    """All items by id, and what lies on every spot of every map."""

    def __init__(self, rules: MapRules | None = None, first_id: int = 0) -> None:
        self.rules: MapRules = rules or PlainMaps()
        self.counters: dict[str, Counter] = {}
        self.holders: dict[str, Holder] = {}
        self._spots: dict[Place, dict[str, Item]] = {}
        self._serials = count(1)
        self._ids = count(first_id)
        self._before: dict[str, tuple[Piece, Position] | None] = {}

    # What a step did -------------------------------------------------------------------------------------------

    def start_step(self) -> None:
        """Forget what earlier commands touched."""
        self._before = {}

    def touched(self) -> dict[str, tuple[Piece, Position] | None]:
        """Each piece touched since :meth:`start_step`, as it was before; ``None`` for one that was not there."""
        return self._before

    def position(self, counter: Counter, rank: int | None = None) -> Position:
        """Where a piece is, in the terms of a save: inside a deck it is on no map. ``rank`` is its place, if known."""
        holder = counter.holder
        map_name, x, y = counter.place
        if holder is None:
            return Position(map_name, x, y, None, None, None)
        if rank is None:
            rank = holder.rank(counter)
        if holder.is_deck:
            return Position(None, x, y, None, holder.id, rank)
        return Position(map_name, x, y, holder.id, None, rank)

    def positions(self, ids: Iterable[str]) -> dict[str, Position]:
        """Where these pieces are, those of them that are in the game."""
        there = [self.counters[id] for id in ids if id in self.counters]
        touched = collections.Counter(
            counter.holder for counter in there if counter.holder is not None
        )
        ranks = {
            member.id: rank
            for holder, count in touched.items()
            # The few that a move touches are found without a look at the whole stack.
            if count > _A_FEW
            for rank, member in enumerate(holder.members)
        }
        return {counter.id: self.position(counter, ranks.get(counter.id)) for counter in there}

    def _touch(self, item: Item) -> None:
        if isinstance(item, Counter):
            self._remember(item, None)
            return
        for rank, member in enumerate(item.members):
            self._remember(member, rank)

    def _remember(self, counter: Counter, rank: int | None) -> None:
        counter.moved = True
        if counter.id not in self._before:
            self._before[counter.id] = (counter.piece, self.position(counter, rank))

    # Laying things down ----------------------------------------------------------------------------------------

    def item(self, id: str) -> Item | None:
        """The piece, stack or deck of this id."""
        return self.counters.get(id) or self.holders.get(id)

    def put(self, item: Item, place: Place) -> None:
        """Lay an item on a map (or off all maps) by itself; on the same map it keeps its turn in drawing."""
        self._touch(item)
        stays = isinstance(item, Holder) or item.holder is None
        if not (item.serial and stays and item.map == place[0]):
            self._lift(item)
            item.serial = next(self._serials)
        else:
            self._spots.get(item.place, {}).pop(item.id, None)
        item.map, item.x, item.y = place
        self._spots.setdefault(place, {})[item.id] = item

    def insert(self, counter: Counter, holder: Holder, index: int) -> None:
        """Put a piece into a stack or deck, above ``index`` others."""
        self._touch(counter)
        if counter.holder is holder:
            old = holder.rank(counter)
            holder.members.pop(old)
            holder.members.insert(index - 1 if old < index else index, counter)
            return
        self._lift(counter)
        counter.holder = holder
        holder.members.insert(index, counter)

    def remove(self, id: str) -> None:
        """Take an item out of the game; a stack's members stay in it, on no map."""
        item = self.item(id)
        if item is None:
            return
        self._touch(item)
        if isinstance(item, Holder):
            for member in list(item.members):
                self.put(member, (None, item.x, item.y))
            del self.holders[id]
        else:
            del self.counters[id]
        self._lift(item)

    def add_piece(self, piece: Piece, place: Place) -> None:
        """Bring a piece into the game, in place of any item with its id."""
        if piece.id not in self._before:
            self._before[piece.id] = None
        self.remove(piece.id)
        counter = Counter(piece, place)
        self.counters[piece.id] = counter
        self._lay(counter, place)

    def add_holder(self, holder: Holder) -> None:
        """Bring an empty stack or deck into the game, in place of any item with its id."""
        old = self.holders.pop(holder.id, None)
        if old is not None:
            self._touch(old)
            self._lift(old)
        self.holders[holder.id] = holder
        self._lay(holder, holder.place)

    def _lay(self, item: Item, place: Place) -> None:
        item.serial = next(self._serials)
        self._spots.setdefault(place, {})[item.id] = item

    def _lift(self, item: Item) -> None:
        if isinstance(item, Counter) and item.holder is not None:
            item.holder.members.pop(item.holder.rank(item))
            item.holder = None
        else:
            self._spots.get(item.place, {}).pop(item.id, None)

    # The engine's commands -------------------------------------------------------------------------------------

    def move(self, id: str, place: Place, under: str | None, player: str | None) -> None:
        """Carry out an ``M/`` command."""
        item = self.item(id)
        if item is None:
            return
        if place[0] is None:
            if isinstance(item, Holder) or item.holder is None:
                self.put(item, (None, item.x, item.y))
            return
        below = self.item(under) if under is not None else None
        if below is not None and below.place == place:
            self._merge(below, item)
            return
        if not self._join_what_is_there(item, place, player):
            self._place_alone(item, place)
        if under is None and isinstance(item, Counter) and item.holder is not None:
            self.insert(item, item.holder, 0)

    def _join_what_is_there(self, item: Item, place: Place, player: str | None) -> bool:
        here = self._spots.get(place, {}).values()
        there = [other for other in here if isinstance(other, Holder) or other.stacks]
        for other in sorted(there[:_MOST_ON_A_SPOT], key=lambda other: other.serial):
            if self._accepts(other, item, place[0] or "", player):
                self._merge(other, item)
                return True
        return False

    def _accepts(self, there: Item, item: Item, map_name: str, player: str | None) -> bool:
        if isinstance(there, Holder) and there.is_deck:
            return True
        if not self.rules.stacks(map_name) or (isinstance(item, Counter) and not item.stacks):
            return False
        seen = there.top(player) if isinstance(there, Holder) else there
        if seen is None or seen.hidden_by not in (None, player):
            return False
        one = there.top() if isinstance(there, Holder) else there
        two = item.top() if isinstance(item, Holder) else item
        return one is not None and two is not None and self._alike(one, two, map_name)

    def _alike(self, one: Counter, two: Counter, map_name: str) -> bool:
        """Whether two pieces may lie in one stack (``canPiecesMerge``)."""
        if not (one.stacks and two.stacks):
            return False
        hidden = any(not OUTSIDER.sees(each.hidden_by) for each in (one, two))
        if hidden and one.hidden_by != two.hidden_by:
            return False
        rules = self.rules
        return rules.layer(map_name, one.piece) == rules.layer(map_name, two.piece)

    def _merge(self, fixed: Item, moving: Item) -> None:
        """Put an item on top of another (``StackMetrics.merge``)."""
        if isinstance(fixed, Holder):
            fixed = fixed.top() or fixed
        holder = fixed if isinstance(fixed, Holder) else fixed.holder
        if moving is fixed or moving is holder:
            return
        if holder is None:
            holder = self._new_stack(fixed.place)
        if isinstance(fixed, Counter) and fixed.holder is None:
            self.insert(fixed, holder, 0)
        index = len(holder.members)
        if isinstance(fixed, Counter):
            index = holder.rank(fixed) + 1
        members = list(moving.members) if isinstance(moving, Holder) else [moving]
        for number, member in enumerate(members):
            self.insert(member, holder, index + number)

    def _place_alone(self, item: Item, place: Place) -> None:
        alone = isinstance(item, Counter) and item.holder is None and item.stacks
        self.put(item, place)
        if alone and isinstance(item, Counter) and self.rules.stacks(place[0] or ""):
            self.insert(item, self._new_stack(place), 0)

    def new_id(self) -> str:
        """An id nothing has, nor ever will have in the log."""
        return str(next(self._ids))

    def _new_stack(self, place: Place) -> Holder:
        holder = Holder(self.new_id(), place)
        self.add_holder(holder)
        return holder

    def change_piece(self, counter: Counter, new: bytes, old: bytes | None) -> None:
        """Carry out a ``D/`` command on a piece: only levels that differ between ``old`` and ``new`` change."""
        _, types, states = parse_piece(counter.piece.leaf)
        wanted = split_levels(new, len(types))
        if old is not None:
            before = split_levels(old, len(types))
            wanted = _merged(states, wanted, before)
        # Of a state with too few levels the engine sets those it has.
        wanted += states[len(wanted) :]
        if wanted == states:
            return
        self._touch(counter)
        moved = len(wanted) == len(states) and wanted[-1] != states[-1]
        counter.piece = counter.piece.with_states(wanted)
        if moved or old is None:
            self._move_to_own_place(counter)

    def _move_to_own_place(self, counter: Counter) -> None:
        place = counter.piece.own_place
        holder = counter.holder
        # In a stack of the same map, or with no map of its own, a piece stays in its stack whatever pixel it names.
        if holder is None or place[0] not in (None, holder.map):
            self.put(counter, place)

    def set_holder(self, holder: Holder, state: bytes) -> None:
        """Give a stack or deck the place and members its state text says; unknown ids are passed over."""
        self._touch(holder)
        if holder.is_deck:
            map_name, x, y, holder.face_down, members = parse_deck_state(state)
        else:
            map_name, x, y, members = parse_stack_state(state)
            for layer in members:
                if layer.startswith("@@") and layer not in self.counters:
                    holder.layer = to_int(layer[2:], -1)
        place = (map_name, x, y)
        if place != holder.place:
            self.put(holder, place)
        self._set_members(holder, members)

    def _take_from(self, holder: Holder, ids: Container[str]) -> None:
        """Take all these members out of a stack or deck at once; where they go is the caller's to say."""
        for rank, member in enumerate(holder.members):
            if member.id in ids:
                self._remember(member, rank)
        holder.members = [member for member in holder.members if member.id not in ids]

    def _set_members(self, holder: Holder, listed: list[str]) -> None:
        ids = dict.fromkeys(reversed(listed))  # of an id listed twice the later place counts
        found = [self.counters[id] for id in reversed(ids) if id in self.counters]
        dropped = [member for member in holder.members if member.id not in ids]
        for giver in {counter.holder for counter in found}:
            if giver is not None and giver is not holder:
                self._take_from(giver, ids)
        for counter in found:
            if counter.holder is None:
                self._touch(counter)
                self._lift(counter)
            counter.holder = holder
        holder.members = [*found, *dropped]
        for counter in dropped:
            # The engine forgets who is no longer listed: the piece stays in the game, on no map's list.
            self.put(counter, (None, holder.x, holder.y))


def _merged(held: list[bytes], new: list[bytes], old: list[bytes]) -> list[bytes]:
    """The levels held, with those that differ between old and new replaced (``StateMergeable``)."""
    merged = list(held)
    for level, (after, before) in enumerate(zip(new, old, strict=False)):
        if after != before and level < len(merged):
            merged[level] = after
    return merged
