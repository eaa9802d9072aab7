"""Writing the XML of build files and metadata, with the same bytes for the same elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vassal_supply.errors import WriteError

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
# A parser turns white space in attributes into blanks unless it is written as a reference.
_ATTRIBUTE = {**_TEXT, '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}
_ALLOWED_CONTROLS = "\t\n\r"


class Element(NamedTuple):
    """An XML element; ``text`` is for elements without children."""

    tag: str
    attributes: Mapping[str, str] = {}
    children: tuple[Element, ...] = ()
    text: str = ""


def element(
    tag: str, attributes: Mapping[str, object] | None = None, *children: Element, text: str = ""
) -> Element:
    """An element whose attribute values are turned into text; ``True`` becomes ``true``."""
    return Element(
        tag, {key: _value(value) for key, value in (attributes or {}).items()}, children, text
    )


def to_xml(root: Element) -> bytes:
    """The whole document in UTF-8, attributes sorted, children indented by four blanks.

    Raises :class:`WriteError` for a character that XML cannot hold (ESC and other controls).
    """
    return (_HEAD + "".join(_lines(root, ""))).encode("utf-8")


def _lines(one: Element, indent: str) -> Iterable[str]:
    attributes = "".join(
        f' {name}="{_escaped(one.attributes[name], _ATTRIBUTE, one.tag)}"'
        for name in sorted(one.attributes)
    )
    start = f"{indent}<{one.tag}{attributes}"
    if one.children:
        yield f"{start}>\n"
        for child in one.children:
            yield from _lines(child, indent + "    ")
        yield f"{indent}</{one.tag}>\n"
    elif one.text:
        yield f"{start}>{_escaped(one.text, _TEXT, one.tag)}</{one.tag}>\n"
    else:
        yield f"{start}/>\n"


def _escaped(text: str, signs: Mapping[str, str], tag: str) -> str:
    for sign in text:
        if sign < " " and sign not in _ALLOWED_CONTROLS:
            raise WriteError(f"control character U+{ord(sign):04X} in {tag}; XML cannot hold it")
    return "".join(signs.get(sign, sign) for sign in text)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
