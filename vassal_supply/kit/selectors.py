"""Picking pieces by what they show, and building words out of it.

A *selector* is a table of patterns, ``{ Type = "Unit", name = "{nation}-inf-*" }``: every key must match. A key is a
property as the engine exposes it (a mark, ``Supply_Level``, a dynamic property...) or one of :data:`OWN_KEYS`. In a
pattern ``*`` and ``?`` stand for any text and any character, and ``{word}`` captures what stands there. A list of
patterns matches when one of them does.

A *template*, ``"{Side}"``, is text in which ``{word}`` stands for a capture or else a property of the piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from vassal_supply.model.situation import Value

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece

OWN_KEYS: dict[str, Callable[[Piece], str]] = {
    "name": lambda piece: piece.name,
    "id": lambda piece: piece.id,
    "gpid": lambda piece: piece.gpid,
}

_FIELD = re.compile(r"\{([^{}]+)\}")
_TOKEN = re.compile(r"\{([^{}]+)\}|([*?])|([^{}*?]+|[{}])")

Captures = dict[str, str]


class Pattern:
    """One pattern of a selector."""

    __slots__ = ("_regex", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        plain = not any(sign in text for sign in "*?{")
        self._regex = None if plain else re.compile(_translate(text), re.DOTALL)

    def match(self, value: str) -> Captures | None:
        """What the pattern captures in ``value``, or ``None`` when it does not match."""
        if self._regex is None:
            return {} if value == self.text else None
        found = self._regex.fullmatch(value)
        return None if found is None else dict(zip(_names(self.text), found.groups(), strict=True))


class Selector:
    """A table of patterns; see the module's head."""

    __slots__ = ("_wanted",)

    def __init__(self, wanted: Mapping[str, tuple[str, ...]]) -> None:
        self._wanted = {key: [Pattern(text) for text in texts] for key, texts in wanted.items()}

    def match(self, piece: Piece) -> Captures | None:
        """What the patterns capture of a piece, or ``None`` when it is not selected."""
        captures: Captures = {}
        for key, patterns in self._wanted.items():
            value = shown(piece, key)
            found = next(
                (hit for pattern in patterns if (hit := pattern.match(value)) is not None), None
            )
            if found is None:
                return None
            captures |= found
        return captures


def shown(piece: Piece, key: str) -> str:
    """What a piece shows under a selector's key; empty when it shows nothing."""
    own = OWN_KEYS.get(key)
    return own(piece) if own else piece.properties.get(key, "")


def fill(template: str, piece: Piece, captures: Captures) -> str:
    """A template with its words filled in."""
    if "{" not in template:
        return template
    return _FIELD.sub(lambda hit: captures.get(hit[1]) or shown(piece, hit[1]), template)


def as_value(text: str) -> Value:
    """A number where the text is one, else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _translate(text: str) -> str:
    parts = []
    for capture, wild, literal in _TOKEN.findall(text):
        if capture:
            parts.append("(.+?)")
        else:
            parts.append({"*": ".*", "?": "."}.get(wild) or re.escape(literal))
    return "".join(parts)


def _names(text: str) -> list[str]:
    return [capture for capture, _, _ in _TOKEN.findall(text) if capture]
