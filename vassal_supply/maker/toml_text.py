"""Writing TOML by hand, so that comments stand where a maker needs them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text(value: str) -> str:
    """A string; in single quotes where it holds double ones."""
    if '"' in value and "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def comment(words: str) -> str:
    """Words of a module as a comment can hold them: on one line, without signs that cannot be seen."""
    return "".join(sign if sign.isprintable() else " " for sign in words)


def key(value: str) -> str:
    """A key, quoted where it must be."""
    return value if _BARE.fullmatch(value) else text(value)


def texts(values: Iterable[str]) -> str:
    """A list of strings on one line; a single one stands alone."""
    values = list(values)
    if len(values) == 1:
        return text(values[0])
    return "[" + ", ".join(map(text, values)) + "]"


def table(entries: Iterable[tuple[str, str]]) -> str:
    """An inline table of keys and values already written."""
    return "{ " + ", ".join(f"{key(name)} = {value}" for name, value in entries) + " }"


def long_list(words: Iterable[str], width: int = 100) -> str:
    """A compact list of spaces as one string, over several lines where it is long.

    Names with signs that no long string can hold as they are make it a list of strings.
    """
    lines: list[str] = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    if len(lines) == 1:
        return text(lines[0])
    signs = "".join(lines)
    if not signs.isprintable() or ("'" in signs and ('"' in signs or "\\" in signs)):
        return "[\n    " + ",\n    ".join(map(text, lines)) + ",\n]"
    quote = "'''" if '"' in signs or "\\" in signs else '"""'
    return quote + "\n" + "\n".join(lines) + quote
