"""Turn trackers: what a save's turn state says in the module's own words.

The module describes the levels (a year, a month, an impulse...) and how to write them; the save holds only positions
in them. Engine classes: ``VASSAL.build.module.turn``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.vassal.buildfile import Reading, class_name, components
from vassal_supply.vassal.formats import substitute
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.trait import to_int

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TURN_FORMAT = "$level1$ $level2$ $level3$ $level4$"
_MOST_NAMED_LEVELS = 15
# A turn's words, and what they are made of; levels that repeat one another would grow without end.
_LONGEST = 1_000


class TurnLevel(NamedTuple):
    """One level of a tracker: a counter that starts at ``start``, or the entries of ``choices`` in order.

    ``property`` is the property that holds its value, ``levels`` those inside it, one of them current at a time.
    """

    name: str
    property: str
    format: str
    start: int
    choices: tuple[str, ...] | None
    levels: tuple[TurnLevel, ...]


class Turn(NamedTuple):
    """A moment of the game: in words, and the value of each current level by its property or name."""

    text: str
    values: Mapping[str, str]


class TurnTracker:
    """A module's turn tracker; ``id`` (``TurnTracker0``) is what saves call it."""

    def __init__(self, element: Element, number: int, reading: Reading) -> None:
        self.id = f"TurnTracker{number}"
        self.name = element.get("name", "Turn")
        self.format = element.get("turnFormat", _TURN_FORMAT)[:_LONGEST]
        self.levels = tuple(_levels(element, reading))

    def turn(self, state: str | None = None, properties: Mapping[str, str] | None = None) -> Turn:
        """The turn that a save's state of this tracker means; without a state, the first turn.

        ``properties`` are the game's global ones, which a format may name. A state that does not parse counts as its
        beginning, as in the engine.
        """
        current, *states = split(state or "", "|")
        placed = [_place(level, _at(states, number)) for number, level in enumerate(self.levels)]
        steps = list(_current(placed, to_int(current, 0)))
        known = dict(properties or {})
        known.update((f"level{number + 1}", "") for number in range(_MOST_NAMED_LEVELS))
        known.update(pair for one in placed for pair in _values(one))
        for number, one in enumerate(steps):
            shown = substitute(one.level.format, {**known, "value": one.value})
            known[f"level{number + 1}"] = shown[:_LONGEST]
        values = {one.level.property or one.level.name: one.value for one in steps}
        return Turn(_plain(substitute(self.format, known))[:_LONGEST], values)


def _levels(element: Element, reading: Reading) -> Iterator[TurnLevel]:
    for child in components(element):
        kind = class_name(child)
        if not kind.endswith("TurnLevel"):
            continue
        entries = child.get("list", "")
        yield TurnLevel(
            name=child.get("name", ""),
            property=child.get("property", ""),
            format=child.get("turnFormat", "$value$")[:_LONGEST],
            start=reading.integer(child, "start", 1),
            choices=tuple(split(entries, ",")) if kind.startswith("List") else None,
            levels=tuple(_levels(child, reading)),
        )


class _Placed(NamedTuple):
    """A level with where the game is in it: its value, which level inside is current, and those levels."""

    level: TurnLevel
    value: str
    current: int
    inner: tuple[_Placed, ...]


def _place(level: TurnLevel, state: str) -> _Placed:
    """A level in the state a save gives it; fields 2 and 3 say how it loops or which entries are on."""
    position, current, _, _, *states = [*split(state, ";"), "", "", "", ""]
    if level.choices is None:
        value = str(to_int(position, level.start))
    else:
        value = _at(level.choices, to_int(position, 0))
    inner = tuple(_place(one, _at(states, number)) for number, one in enumerate(level.levels))
    return _Placed(level, value, to_int(current, 0), inner)


def _current(levels: Sequence[_Placed], current: int) -> Iterator[_Placed]:
    """The current level of each depth, outermost first."""
    if levels:
        one = levels[current] if 0 <= current < len(levels) else levels[0]
        yield one
        yield from _current(one.inner, one.current)


def _values(placed: _Placed) -> Iterator[tuple[str, str]]:
    """The properties of a level and all inside it, current or not."""
    yield placed.level.property or placed.level.name, placed.value
    for one in placed.inner:
        yield from _values(one)


def _at(texts: Sequence[str], index: int) -> str:
    return texts[index] if 0 <= index < len(texts) else ""


def _plain(text: str) -> str:
    """Words only: a turn is often written with HTML, or with backslash codes for a new line."""
    text = re.sub(r"\\[nt]|<[^<>]*>", " ", text)
    return " ".join(html.unescape(text).split())
