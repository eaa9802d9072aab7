"""What a player wants supposed, in his words: ``PIECE > SPACE``, ``PIECE``, ``SLOT @ SPACE``, made into a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import RequestError
from vassal_supply.kit.naming import called, find, find_slot
from vassal_supply.kit.plans import Plan
from vassal_supply.kit.reading import placed
from vassal_supply.vassal.pieces import Piece, first_free_id, parse_piece, piece_leaf

if TYPE_CHECKING:
    from vassal_supply.kit.maps import BuiltMap
    from vassal_supply.model import Situation
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.palette import Slot
    from vassal_supply.vassal.save import Save


class Supposed(NamedTuple):
    """The words of ``--move``, ``--remove`` and ``--add``, each as often as it was given."""

    moves: Sequence[str] = ()
    removes: Sequence[str] = ()
    adds: Sequence[str] = ()


class _Anything(NamedTuple):
    """A piece that is neither unit nor marker, such as a neutral's or one that waits off the kit's maps."""

    id: str
    name: str
    space: str


def make_plan(
    supposed: Supposed, save: Save, module: Module, built: BuiltMap, situation: Situation
) -> Plan:
    """The plan that a player's words mean in a situation.

    Raises :class:`RequestError` for words without their sign, and for pieces, slots and spaces there are none of.
    """
    maker = _Maker(save, module, built, situation)
    moved: dict[str, str] = {}
    removed = []
    said = []
    for text in supposed.moves:
        name, space = _cut(text, ">", "--move", "PIECE > SPACE")
        piece, target = maker.piece(name), maker.space(space)
        moved[piece.id] = target
        said.append(f"{piece.name} moves to {target}")
    for text in supposed.removes:
        piece = maker.piece(text)
        removed.append(piece.id)
        said.append(f"{piece.name}{'@' + piece.space if piece.space else ''} is gone")
    added = []
    for number, text in enumerate(supposed.adds):
        name, space = _cut(text, "@", "--add", "SLOT @ SPACE")
        slot, target = find_slot(module, name), maker.space(space)
        added.append((maker.new_piece(slot, number), target))
        said.append(f"{slot.name} comes to {target}")
    return Plan(moved, frozenset(removed), tuple(added), tuple(said))


def _cut(text: str, sign: str, option: str, form: str) -> tuple[str, str]:
    before, found, after = text.rpartition(sign)
    if not found or not before.strip() or not after.strip():
        raise RequestError(f"{option} {text!r}: expected {form!r}")
    return before.strip(), after.strip()


class _Maker:
    """Finds what the words name."""

    def __init__(self, save: Save, module: Module, built: BuiltMap, situation: Situation) -> None:
        self._save, self._module, self._built, self._situation = save, module, built, situation

    def piece(self, wanted: str) -> _Anything:
        """The unit of this name, else the marker, else any piece of the save."""
        for items in (self._situation.units, self._situation.markers):
            if called(items, wanted):
                found = find(items, wanted, file=self._save.file)
                return _Anything(found.id, found.name, found.space)
        spaces = {
            piece.id: spot.space for piece, spot in placed(self._save, self._module, self._built)
        }
        everything = [
            _Anything(id, piece.properties.get("BasicName") or piece.name, spaces.get(id, ""))
            for id, piece in self._save.pieces.items()
            if piece.lies_open()
        ]
        return find(everything, wanted, file=self._save.file, what="piece")

    def space(self, wanted: str) -> str:
        """The space of this id or other form of it, else the only one that bears the name."""
        found = self._built.data.names.space(wanted)
        if found is not None:
            return found
        spaces = self._built.model.spaces.values()
        named = [space.id for space in spaces if wanted in space.names]
        if len(named) == 1:
            return named[0]
        if named:
            raise RequestError(f"{wanted!r} names {len(named)} spaces: {', '.join(named)}")
        import difflib

        known = [*self._built.model.spaces, *(name for space in spaces for name in space.names)]
        close = difflib.get_close_matches(wanted, known, n=3)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise RequestError(f"no space is called {wanted!r}{hint}", file=self._save.file)

    def new_piece(self, slot: Slot, number: int) -> Piece:
        """The piece a slot gives, with an id that no other piece has."""
        id = str(first_free_id(self._save.stream) + number)
        _, types, states = parse_piece(self._module.expanded(slot))
        return Piece(id, piece_leaf(id, types, states), -1, NOWHERE)


class Nowhere:
    """The surroundings of a piece that stands in no save."""

    file = ""
    pieces: Mapping[str, Piece] = {}

    def place_properties(self, id: str) -> dict[str, str]:
        """None."""
        return {}

    def named_place(self, id: str) -> dict[str, str]:
        """None."""
        return {}

    def global_property(self, id: str, name: str) -> str | None:
        """None."""
        return None


NOWHERE = Nowhere()
