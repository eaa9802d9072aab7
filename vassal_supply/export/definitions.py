"""Writing pieces: traits nested into the ``+/`` text that palettes and saves hold.

A piece is a list of :class:`Trait`, outermost first, that ends with :func:`basic_piece`. The fields are those of the
engine's classes in ``VASSAL.counters``, in the order of engine 3.6, which every later one reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vassal_supply.vassal.pieces import piece_leaf
from vassal_supply.vassal.sequence import join

KEY_SIGN = "57344,0,"
"""What stands before the name in a named keystroke; the engine looks at the name alone."""


class Trait(NamedTuple):
    """One level of a piece: its type and its own part of the state."""

    type: str
    state: str = ""


class Layer(NamedTuple):
    """A layer that always shows.

    ``images`` has one name a level (an empty one draws nothing), ``names`` what each level does to the piece's name
    (``+ text`` comes behind it). ``up`` and ``down`` are (menu text, key name) of the commands that change the level, ``follows`` the property whose
    value is the level instead, counted from ``first``.
    """

    name: str
    images: Sequence[str]
    names: Sequence[str] = ()
    up: tuple[str, str] = ("", "")
    down: tuple[str, str] = ("", "")
    reset: tuple[str, str] = ("", "")
    follows: str = ""
    first: int = 1
    level: int = 1


def keystroke(name: str) -> str:
    """A named keystroke; empty for no name."""
    return KEY_SIGN + name if name else ""


def mark(values: Mapping[str, str]) -> Trait:
    """Fixed properties of a piece (engine class ``Marker``)."""
    return Trait("mark;" + join(values, ","), join(values.values(), ","))


def layer(description: Layer) -> Trait:
    """A layer (engine class ``Embellishment``) that starts on its ``level``, counted from 1."""
    d = description
    names = list(d.names) or [""] * len(d.images)
    fields = [
        *("", "2", ""),
        *(d.up[0], "2", "", d.down[0], "2", ""),
        *(d.reset[0], keystroke(d.reset[1]), "1"),
        *("false", "0", "0", join(d.images, ","), join(names, ",")),
        *("true", d.name, "", ""),
        *(_flag(bool(d.follows)), d.follows, str(d.first)),
        *("1", "true", "", keystroke(d.up[1]), keystroke(d.down[1]), "", "1.0"),
    ]
    return Trait("emb2;" + join(fields, ";"), str(d.level))


def number_property(
    name: str, value: int, low: int, high: int, steps: Iterable[tuple[str, str, int]]
) -> Trait:
    """A whole number that players change by menu (engine class ``DynamicProperty``).

    ``steps`` are (menu text, key name, amount added).
    """
    commands = [
        join([text, keystroke(key), join(["I", str(by)], ",")], ":") for text, key, by in steps
    ]
    constraints = join(["true", str(low), str(high), "false"], ",")
    return Trait("PROP;" + join([name, constraints, join(commands, ","), ""], ";"), str(value))


def report(keys: Sequence[str], text: str) -> Trait:
    """A line in the chat when one of the named keys is pressed (engine class ``ReportState``)."""
    return Trait("report;" + join([join(map(keystroke, keys), ","), text, "", "", ""], ";"), "-1")


def delete(text: str, key: str) -> Trait:
    """A menu command that removes the piece (engine class ``Delete``); ``key`` is a keystroke like ``68,130``."""
    return Trait("delete;" + join([text, key, ""], ";"))


def clone(text: str, key: str) -> Trait:
    """A menu command that doubles the piece (engine class ``Clone``)."""
    return Trait("clone;" + join([text, key, ""], ";"))


def movement_mark(image: str, x: int, y: int) -> Trait:
    """A sign that the piece has moved, at (x, y) pixels from its centre (engine class ``MovementMarkable``)."""
    return Trait(
        "markmoved;" + join([image, str(x), str(y), "Mark moved", "77,130", ""], ";"), "false"
    )


def prototype(name: str) -> Trait:
    """The traits of a prototype, put in when the piece enters the game (engine class ``UsePrototype``)."""
    return Trait("prototype;" + name)


def basic_piece(image: str, name: str, state: Iterable[str] = ("null", "0", "0", "", "0")) -> Trait:
    """The innermost level (engine class ``BasicPiece``); ``state`` is map, x, y, gpid and count of properties."""
    return Trait("piece;" + join(["", "", image, name], ";"), join(state, ";"))


def expanded(traits: Sequence[Trait], prototypes: Mapping[str, Sequence[Trait]]) -> list[Trait]:
    """The traits with those of their prototypes in place, as pieces in a game have them.

    A prototype's own basic piece is left out. Raises ``KeyError`` for a prototype that is not there.
    """
    found: list[Trait] = []
    for trait in traits:
        name = trait.type.removeprefix("prototype;")
        if name == trait.type:
            found.append(trait)
        else:
            found += expanded(prototypes[name][:-1], prototypes)
    return found


def add_piece(piece_id: str, traits: Sequence[Trait]) -> str:
    """The command that puts a piece into the game; palettes hold it with the id ``null``."""
    types = [trait.type.encode("utf-8") for trait in traits]
    states = [trait.state.encode("utf-8") for trait in traits]
    return piece_leaf(piece_id, types, states).decode("utf-8")


def _flag(value: bool) -> str:
    return "true" if value else "false"
