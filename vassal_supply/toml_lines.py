"""On which line of a TOML file something stands: for error messages and for lint, never on the way to a result.

``tomllib`` gives values without their places. :func:`line_of` goes through the text once more, knowing just enough of
TOML's syntax (headers, keys, strings, brackets) to tell where the value of a dotted place begins and ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

_STEP = re.compile(r"[^.\[\]]+|\[\d+\]")
_TOKEN = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)|(?P<newline>\n)|(?P<sign>[\[\]{}=,.])|(?P<word>[^\s\[\]{}=,.#\"']+)|(?P<blank>[^\S\n]+)",
    re.DOTALL,
)
Key = tuple[str, ...]


def line_of(text: str, place: str, word: str = "") -> int:
    """The line (from 1) of a dotted place like ``leg[2].bars[1].by``, of its nearest known part, or 0.

    With ``word`` the first line from there on, within the same value, that holds it.
    """
    try:
        spans = _spans(text)
    except RecursionError:
        return 0
    wanted = _steps(place)
    while wanted and wanted not in spans:
        wanted = wanted[:-1]
    if not wanted:
        return 0
    start, end = spans[wanted]
    found = text.find(word, start, end) if word else start
    return text.count("\n", 0, found if found >= 0 else start) + 1


def _steps(place: str) -> Key:
    """The keys and list numbers of a place; a key in the file's own words may hold anything, so it is matched whole."""
    return tuple(_STEP.findall(place))


# Lint asks of one file as often as it finds something in it.
@lru_cache(maxsize=4)
def _spans(text: str) -> Mapping[Key, tuple[int, int]]:
    """Where the value's text of every key and list item begins and ends; the first of several counts."""
    return dict(reversed(list(_Scan(text).spans())))


class _Scan:
    """One pass through a file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [
            (hit.lastgroup or "", hit[0], hit.start())
            for hit in _TOKEN.finditer(text)
            if hit.lastgroup not in ("comment", "blank")
        ]
        self._at = 0
        self._counts: Counter[Key] = Counter()

    def spans(self) -> Iterator[tuple[Key, tuple[int, int]]]:
        """Headers and keys in the file's order."""
        table: Key = ()
        while self._at < len(self._tokens):
            kind, text, start = self._tokens[self._at]
            if kind == "newline":
                self._at += 1
            elif text == "[":
                table = self._header()
                yield table, (start, self._end_of_table())
            else:
                key = table + self._key(("=",))
                yield from self._value(key)

    def _header(self) -> Key:
        """The table that ``[a.b]`` or ``[[a]]`` opens."""
        many = self._peek(1) == "["
        self._at += 2 if many else 1
        name = self._key(("]",))
        self._at += 1 if many and self._peek() == "]" else 0
        table: Key = ()
        for number, step in enumerate(name, 1):
            table = (*table, step)
            self._counts[table] += many and number == len(name)
            if count := self._counts[table]:
                table = (*table, f"[{count}]")
        return table

    def _key(self, ends: tuple[str, ...]) -> Key:
        """A dotted key up to and including the sign that ends it."""
        parts: list[str] = []
        while self._at < len(self._tokens):
            kind, text, _ = self._tokens[self._at]
            self._at += 1
            if text in ends or kind == "newline":
                break
            if kind == "string":
                parts.append(text[1:-1])
            elif kind == "word":
                parts.append(text)
        return tuple(step for part in parts for step in _steps(part))

    def _value(self, key: Key) -> Iterator[tuple[Key, tuple[int, int]]]:
        """The value at the cursor and, inside it, the items of lists and the keys of inline tables."""
        begin = self._start()
        sign = self._peek()
        if sign == "[":
            yield from self._items(key)
        elif sign == "{":
            yield from self._inline(key)
        else:
            while self._at < len(self._tokens) and not self._ends_value():
                self._at += 1
        yield key, (begin, self._start())

    def _items(self, key: Key) -> Iterator[tuple[Key, tuple[int, int]]]:
        self._at += 1
        number = 0
        while (sign := self._peek()) and sign != "]":
            # A brace that closes nothing is no value, and would never be passed.
            if sign in (",", "}") or self._tokens[self._at][0] == "newline":
                self._at += 1
                continue
            number += 1
            yield from self._value((*key, f"[{number}]"))
        self._at += 1

    def _inline(self, key: Key) -> Iterator[tuple[Key, tuple[int, int]]]:
        self._at += 1
        while (sign := self._peek()) and sign != "}":
            if sign == "," or self._tokens[self._at][0] == "newline":
                self._at += 1
                continue
            yield from self._value((*key, *self._key(("=",))))
        self._at += 1

    def _ends_value(self) -> bool:
        kind, text, _ = self._tokens[self._at]
        return kind == "newline" or (kind == "sign" and text in ",]}")

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at][1] if at < len(self._tokens) else ""

    def _start(self) -> int:
        return self._tokens[self._at][2] if self._at < len(self._tokens) else len(self._text)

    def _end_of_table(self) -> int:
        """Where the next header begins: a line whose first sign is a bracket."""
        for number in range(self._at, len(self._tokens) - 1):
            if self._tokens[number][0] == "newline" and self._tokens[number + 1][1] == "[":
                return self._tokens[number + 1][2]
        return len(self._text)
