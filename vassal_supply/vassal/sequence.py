r"""SequenceEncoder: the one list notation behind every command, piece, trait and field of VASSAL.

A list is its items joined by a delimiter; a delimiter inside an item gets one backslash, and an item that could be
misread is wrapped in single quotes. All functions work on ``str`` and ``bytes`` alike, in time linear in the text, and
never raise: every text is some list. Engine class: ``VASSAL.tools.SequenceEncoder``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import AnyStr


def split(text: AnyStr, delimiter: AnyStr) -> list[AnyStr]:
    r"""The items of a list, as ``SequenceEncoder.Decoder`` gives them; an empty text is one empty item.

    A delimiter right after a backslash belongs to its item (the backslash goes); quotes around an item are taken off
    once and protect nothing.
    """
    if _like(text, "\\") not in text and _like(text, "'") not in text:
        return text.split(delimiter)
    return [plain(item, delimiter) for item in split_raw(text, delimiter)]


def split_raw(text: AnyStr, delimiter: AnyStr) -> list[AnyStr]:
    """The items of a list as they stand in it, escapes and quotes still on; joined by the delimiter they are ``text``."""
    parts = text.split(delimiter)
    escape = _like(text, "\\")
    if len(parts) == 1 or escape not in text:
        return parts
    items: list[AnyStr] = []
    held: list[AnyStr] = []
    last = len(parts) - 1
    for number, part in enumerate(parts):
        held.append(part)
        if number == last or not part.endswith(escape):
            items.append(delimiter.join(held) if len(held) > 1 else part)
            held = []
    return items


def plain(item: AnyStr, delimiter: AnyStr) -> AnyStr:
    """What an item of a list means: the escapes of its delimiters taken off, then the quotes around it."""
    if delimiter in item:
        item = item.replace(_like(item, "\\") + delimiter, delimiter)
    return unquote(item)


def unquote(item: AnyStr) -> AnyStr:
    """An item without the pair of single quotes around it, if it has one."""
    mark = _like(item, "'")
    if len(item) > 1 and item.startswith(mark) and item.endswith(mark):
        return item[1:-1]
    return item


def join(items: Iterable[AnyStr], delimiter: AnyStr) -> AnyStr:
    r"""One text for a list of items, as ``SequenceEncoder`` writes it.

    It reads back as the same items, but for the format's own flaw: an item that ends with a backslash without
    starting with one merges with the next.
    """
    return delimiter.join([quote(item, delimiter) for item in items])


def quote(item: AnyStr, delimiter: AnyStr) -> AnyStr:
    """An item as it stands in a list: its delimiters escaped, and in quotes where it could be misread."""
    escape, mark = _like(item, "\\"), _like(item, "'")
    escaped = item.replace(delimiter, escape + delimiter) if delimiter in item else item
    if item.startswith(escape) or (item.startswith(mark) and item.endswith(mark)):
        return mark + escaped + mark
    return escaped


def _like(text: AnyStr, mark: str) -> AnyStr:
    """An ASCII mark in the type of ``text``."""
    if isinstance(text, str):
        return mark
    return mark.encode("ascii")
