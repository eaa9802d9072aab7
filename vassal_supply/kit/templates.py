"""Building words out of what a piece shows, and translating them by a kit's tables.

A *template*, ``"{Side}"``, is text in which ``{word}`` stands for a capture of the pattern that took the piece, or else
for what the piece shows under that key. ``{word|table}`` looks the word up in a table of the kit; several tables follow
one another. A table's keys are patterns, ``"*"`` among them for all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.kit.selectors import NUMBER, Pattern
from vassal_supply.model import Value
from vassal_supply.tables import Table

if TYPE_CHECKING:
    from vassal_supply.kit.seen import Seen

_FIELD = r"\{([^{}]+)\}"
_NO = frozenset(("", "0", "false", "no", "none", "off"))


class Translation:
    """One table of a kit: what each word becomes."""

    __slots__ = ("_exact", "_patterns", "name")

    def __init__(self, name: str, entries: Mapping[str, Value]) -> None:
        self.name = name
        self._exact = {key: _text(value) for key, value in entries.items()}
        self._patterns = [
            (Pattern(key), value)
            for key, value in self._exact.items()
            if any(sign in key for sign in "*?{")
        ]

    def look_up(self, word: str) -> str | None:
        """What a word becomes, ``None`` when the table does not have it; exact entries come before patterns."""
        found = self._exact.get(word)
        if found is not None:
            return found
        return next((value for key, value in self._patterns if key.match(word) is not None), None)


class _Field(NamedTuple):
    word: str
    tables: tuple[Translation, ...]


class Template:
    """A template, taken apart once."""

    __slots__ = ("_parts", "text")

    def __init__(
        self,
        text: str,
        tables: Mapping[str, Translation] | None = None,
        fail: Callable[[str], object] = lambda text: None,
    ) -> None:
        """``fail`` is told of a table that the kit does not have."""
        self.text = text
        self._parts: list[str | _Field] = []
        # One lone word is by far the commonest.
        lone = text[:1] == "{" and text.find("}") == len(text) - 1 and "{" not in text[1:]
        parts = ["", text[1:-1], ""] if lone else re.split(_FIELD, text) if "{" in text else [text]
        for odd, part in enumerate(parts):
            self._parts.append(_field(part, tables or {}, fail) if odd % 2 else part)

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def words(self) -> list[str]:
        """The words it asks for."""
        return [part.word for part in self._parts if isinstance(part, _Field)]

    def fill(
        self,
        piece: Seen,
        words: Mapping[str, str],
        missed: Callable[[str, str], object] = lambda table, word: None,
    ) -> str:
        """The text with its words filled in: from ``words``, else what the piece shows.

        ``missed`` is told table and word where a table has no entry; nothing stands in the text then.
        """
        return self.fill_from(lambda word: words.get(word) or piece.one(word), missed)

    def fill_from(
        self,
        words: Callable[[str], str],
        missed: Callable[[str, str], object] = lambda table, word: None,
    ) -> str:
        """The text with its words filled in from a function."""
        texts = []
        for part in self._parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            text = words(part.word)
            for table in part.tables:
                found = table.look_up(text)
                if found is None:
                    missed(table.name, text)
                text = found or ""
            texts.append(text)
        return "".join(texts)


def _field(text: str, tables: Mapping[str, Translation], fail: Callable[[str], object]) -> _Field:
    word, *names = (part.strip() for part in text.split("|"))
    for name in names:
        if name not in tables:
            fail(f"no table is called {name!r}; the kit has {', '.join(tables) or 'none'}")
    return _Field(word, tuple(tables[name] for name in names if name in tables))


def parse_translations(table: Table) -> dict[str, Translation]:
    """The tables under ``[tables]`` by name; raises the table's error for an entry that is no text or number."""
    found = {}
    for name in table.keys():  # noqa: SIM118
        inside = table.table(name)
        found[name] = Translation(name, {key: value_of(inside, key) for key in inside.keys()})  # noqa: SIM118
    return found


def value_of(table: Table, key: str) -> Value:
    """A text, number or yes or no."""
    value = table.get(key)
    if not isinstance(value, str | int | float | bool):
        table.fail(key, f"{value!r}; expected a text, a number, true or false")
    return value


def as_value(text: str) -> Value:
    """A number where the text is one, else the text."""
    if not re.fullmatch(NUMBER, text):
        return text
    return float(text) if "." in text else int(text)


def is_yes(text: str) -> bool:
    """Whether a filled template says yes: anything but nothing, 0, false, no, none or off."""
    return text.strip().lower() not in _NO


def _text(value: Value) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
