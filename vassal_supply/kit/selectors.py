"""Picking pieces by what they show.

A *selector* is a table of patterns, ``{ Type = "Unit", name = "{nation}-inf-*" }``: every key must match. A key is a
property as the engine exposes it (a mark, ``Supply_Level``, a dynamic property...), one of
:data:`~vassal_supply.kit.seen.OWN_KEYS`, or ``layer:NAME`` for the level that a layer shows. In a pattern ``*`` and
``?`` stand for any text and any character, and ``{word}`` captures what stands there; ``>= 2`` compares numbers. A list
of patterns matches when one of them does, a list of tables when one of those does.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.kit.seen import Seen

Captures = dict[str, str]

EMPTY = 'missing; expected what the pieces show, like where = { Type = "Unit" }'

# Not compiled here: most kits need none of them, and every start would pay for it.
_TOKEN = r"\{([^{}]+)\}|([*?])|([^{}*?]+|[{}])"
_COMPARISON = r"\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)\s*"
NUMBER = r"[+-]?\d+(?:\.\d+)?"
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


class Pattern:
    """One pattern of a selector."""

    __slots__ = ("_compare", "_regex", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        plain = not any(sign in text for sign in "*?{")
        self._regex = None if plain else re.compile(_translate(text), re.DOTALL)
        hit = re.fullmatch(_COMPARISON, text) if text[:1] in "<> " else None
        self._compare = (_COMPARE[hit[1]], float(hit[2])) if hit else None

    @property
    def words(self) -> list[str]:
        """The words it captures."""
        return [capture for capture, _, _ in re.findall(_TOKEN, self.text) if capture]

    def match(self, value: str) -> Captures | None:
        """What the pattern captures in ``value``, or ``None`` when it does not match."""
        if self._compare is not None:
            compare, number = self._compare
            return {} if (shown := _number(value)) is not None and compare(shown, number) else None
        if self._regex is None:
            return {} if value == self.text else None
        found = self._regex.fullmatch(value)
        return None if found is None else dict(zip(self.words, found.groups(), strict=True))


class Selector:
    """Tables of patterns, one of which must fit; see the module's head."""

    __slots__ = ("choices",)

    def __init__(self, *wanted: Mapping[str, tuple[str, ...]]) -> None:
        self.choices = [
            {key: [Pattern(text) for text in texts] for key, texts in choice.items()}
            for choice in wanted
        ]

    @classmethod
    def parse(cls, table: Table, key: str) -> Selector:
        """The selector under a key: a table, or a list of them; raises the table's error."""
        choices = table.tables(key) if isinstance(table.get(key), list) else [table.table(key)]
        if not choices:
            table.fail(key, EMPTY)
        return cls(*(_choice(one) for one in choices))

    def match(self, piece: Seen) -> Captures | None:
        """What the patterns capture of a piece, or ``None`` when it is not selected."""
        for choice in self.choices:
            captures = match_choice(choice, piece)
            if captures is not None:
                return captures
        return None


def match_choice(choice: Mapping[str, list[Pattern]], piece: Seen) -> Captures | None:
    """What the patterns of one table capture of a piece, or ``None`` when one of them does not match."""
    captures: Captures = {}
    for key, patterns in choice.items():
        found = next(
            (
                hit
                for value in piece.all(key)
                for pattern in patterns
                if (hit := pattern.match(value)) is not None
            ),
            None,
        )
        if found is None:
            return None
        captures |= found
    return captures


def _choice(table: Table) -> dict[str, tuple[str, ...]]:
    wanted = {key: _texts(table, key) for key in table.keys()}  # noqa: SIM118
    if not wanted:
        table.fail("", EMPTY)
    return wanted


def _texts(table: Table, key: str) -> tuple[str, ...]:
    """The patterns of a key; a number or a yes or no stands for what the engine writes for it."""
    value = table.get(key)
    if isinstance(value, bool):
        return ("true" if value else "false",)
    if isinstance(value, int):
        return (str(value),)
    return table.texts(key)


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(NUMBER, text) else None


def _translate(text: str) -> str:
    parts = []
    for capture, wild, literal in re.findall(_TOKEN, text):
        if capture:
            parts.append("(.+?)")
        else:
            parts.append({"*": ".*", "?": "."}.get(wild) or re.escape(literal))
    return "".join(parts)
