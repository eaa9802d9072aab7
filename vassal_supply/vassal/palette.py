"""What a module's palettes and decks hold: piece slots, and the prototypes their pieces are made of.

A live piece in a save carries its traits in full; its slot in the build file may name prototypes instead.
:func:`expand` does what the engine does when a piece leaves the palette (``PieceCloner``, ``UsePrototype``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import FormatError
from vassal_supply.vassal.buildfile import class_name, path_of, text_of
from vassal_supply.vassal.formats import substitute
from vassal_supply.vassal.pieces import parse_piece, piece_leaf
from vassal_supply.vassal.sequence import split

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PROTOTYPE = b"prototype;"
_COMMENT = b"cmt;"
_MARKERS = (b"placemark;", b"replace;")
_PIECE = b"piece;"
# Prototypes that use each other twice, or double a parameter at every step, would grow without end.
_MOST_LEVELS = 10_000
_MOST_USES = 10_000
_DEEPEST = 50  # the engine's RecursionLimiter
_MOST_TEXT = 16 << 20
_MOST_MARKERS = 1_000
_MOST_TRAITS = 5_000_000


class Slot(NamedTuple):
    """A place pieces come from.

    ``gpid`` is the id that the pieces carry, ``path`` the names of the windows, tabs, charts, maps and decks around it,
    ``definition`` the piece as a ``+/`` command with prototypes not expanded, ``kind`` its class: ``PieceSlot``,
    ``CardSlot``, another maker's, or ``placemark``/``replace`` for a trait of the piece called ``path[-1]``.
    """

    gpid: str
    name: str
    path: tuple[str, ...]
    definition: str
    kind: str


def slots_in(root: Element) -> Iterator[Slot]:
    """The piece slots below ``root`` in build-file order, at-start stacks and decks included."""
    paths: dict[Element, tuple[str, ...]] = {}
    for element in root.iter("*"):
        kind = class_name(element)
        if kind.endswith(("PieceSlot", "CardSlot")):
            name, path = element.get("entryName", ""), path_of(element, paths)
            yield Slot(element.get("gpid", ""), name, path, text_of(element), kind)


def prototypes_in(root: Element) -> dict[str, str]:
    """The definitions of prototypes by name; of two with one name the later counts, as in the engine."""
    return {
        element.get("name", ""): text_of(element)
        for element in root.iter("*")
        if class_name(element) == "PrototypeDefinition"
    }


class Budget:
    """How much unfolding all pieces of one module may cost together, in traits and uses of prototypes."""

    def __init__(self) -> None:
        self._left = _MOST_TRAITS

    def spend(self, cost: int, file: str) -> None:
        """Count one piece. Raises FormatError when they have become too many."""
        self._left -= cost
        if self._left < 0:
            raise FormatError(f"its pieces have more than {_MOST_TRAITS:,} traits", file=file)


def expand(
    definition: str, prototypes: Mapping[str, str], file: str = "", budget: Budget | None = None
) -> tuple[list[bytes], list[bytes]]:
    """The type and state levels of a definition, outermost first, with its prototypes' traits in their places.

    Comments and prototypes that do not exist are left out, as the engine does. A missing state level is empty.

    :raises FormatError: when prototypes multiply to more than 10,000 traits, are used more than 10,000 times in the one
        piece, or to more than 16 MB of text; or when the ``budget`` is spent.
    """
    _, types, states = parse_piece(definition.strip().encode("utf-8"))
    unfolding = _Unfolding(prototypes, file)
    unfolding.add(_pairs(types, states), ())
    if budget is not None:
        budget.spend(unfolding.cost, file)
    return [own for own, _ in unfolding.levels], [state for _, state in unfolding.levels]


def _pairs(types: list[bytes], states: list[bytes]) -> list[tuple[bytes, bytes]]:
    states = states + [b""] * (len(types) - len(states))
    return list(zip(types, states, strict=False))


class _Unfolding:
    """One piece being made: its levels so far, and what its prototypes have cost."""

    def __init__(self, prototypes: Mapping[str, str], file: str) -> None:
        self.levels: list[tuple[bytes, bytes]] = []
        self._prototypes = prototypes
        self._file = file
        self._uses = 0
        self._text = 0

    @property
    def cost(self) -> int:
        """Its share of a :class:`Budget`."""
        return len(self.levels) + self._uses + self._text // 1_000

    def add(self, levels: list[tuple[bytes, bytes]], around: tuple[str, ...]) -> None:
        """Add levels, prototypes' traits in the places of the prototypes; ``around`` are those being expanded."""
        for own, state in levels:
            if own.startswith(_PROTOTYPE):
                name, definition = _use(own, self._prototypes)
                # A prototype inside itself stops here; the engine stops it by its limit on depth.
                if definition and name not in around and len(around) < _DEEPEST:
                    self.add(self._traits_of(definition), (*around, name))
            elif not own.startswith(_COMMENT):
                self.levels.append((own, state))
                if len(self.levels) > _MOST_LEVELS:
                    raise self._too_many(f"{_MOST_LEVELS:,} traits")

    def _traits_of(self, definition: str) -> list[tuple[bytes, bytes]]:
        self._uses += 1
        self._text += len(definition)
        if self._uses > _MOST_USES:
            raise self._too_many(f"{_MOST_USES:,} uses")
        if self._text > _MOST_TEXT:
            raise self._too_many(f"{_MOST_TEXT >> 20} MB of text")
        _, types, states = parse_piece(definition.encode("utf-8"))
        inner = _pairs(types, states)
        if inner and inner[-1][0].startswith(_PIECE):
            inner.pop()
        return inner

    def _too_many(self, what: str) -> FormatError:
        return FormatError(f"prototypes multiply to more than {what}", file=self._file)


def _use(own: bytes, prototypes: Mapping[str, str]) -> tuple[str, str | None]:
    """The name in a ``prototype;`` trait and that prototype's definition with the trait's parameters put in."""
    name, *rest = split(own[len(_PROTOTYPE) :].decode("utf-8", "replace"), ";")
    definition = prototypes.get(name)
    if definition is None or not rest:
        return name, definition
    pairs = [split(pair, "=") for pair in split(rest[0], ",")]
    return name, substitute(definition, {p[0]: p[1] for p in pairs if len(p) > 1})


def expanded_leaf(definition: str, prototypes: Mapping[str, str], file: str = "") -> bytes:
    """The ``+/null/…`` command of a slot's piece as the engine would create it. Raises like :func:`expand`."""
    return piece_leaf("null", *expand(definition, prototypes, file))


def markers_in(
    slot: Slot, prototypes: Mapping[str, str], file: str = "", budget: Budget | None = None
) -> Iterator[Slot]:
    """The pieces that a slot's piece can place on the map or be replaced by; each has a gpid of its own.

    Those that such pieces place in turn follow them. Raises like :func:`expand`, and for more than 1,000 of them.
    """
    waiting, seen = [slot], set[str]()
    for holder in waiting:
        for own in expand(holder.definition, prototypes, file, budget)[0]:
            marker = _marker(own, (*slot.path, slot.name)) if own.startswith(_MARKERS) else None
            if marker and marker.gpid not in seen:
                seen.add(marker.gpid)
                if len(seen) > _MOST_MARKERS:
                    text = f"piece {slot.name!r} can place more than {_MOST_MARKERS:,} others"
                    raise FormatError(text, file=file)
                yield marker
                if marker.definition:
                    waiting.append(marker)


def _marker(own: bytes, path: tuple[str, ...]) -> Slot | None:
    """The piece that a ``placemark;`` or ``replace;`` trait holds or names, if it has a gpid."""
    kind, _, rest = own.decode("utf-8", "replace").partition(";")
    fields = split(rest, ";")
    if len(fields) < 10 or not fields[9]:
        return None
    if fields[2].startswith("+/"):
        return Slot(fields[9], basics(fields[2])[0], path, fields[2], kind)
    return Slot(fields[9], fields[2].rpartition(":")[2], path, "", kind)


def basics(definition: str) -> tuple[str, str]:
    """The name and image in a definition's innermost level, before any trait adds to them; empty if it has none."""
    types = parse_piece(definition.encode("utf-8"))[1]
    fields = split(types[-1].decode("utf-8", "replace"), ";") if types else []
    return (fields[4], fields[3]) if len(fields) > 4 and fields[0] == "piece" else ("", "")
