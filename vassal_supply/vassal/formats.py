"""Formats with ``$names$`` in them, as location names, turns and prototypes use them (engine: ``FormattedString``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vassal_supply.vassal.sequence import split

LONGEST = 1 << 20
"""How many characters a text may grow to by what is put into it; more than any module's."""


def tokens_of(text: str) -> tuple[str, ...]:
    """A format cut at its ``$``: literal texts and names by turns; a last name without its closing ``$`` is literal."""
    return tuple(split(text.strip() if "$" in text else text, "$"))


def fill(tokens: Sequence[str], values: Mapping[str, str]) -> str:
    """The text of a format; a name without a value stays, bare."""
    return "".join(_filled(tokens, values))


def _filled(tokens: Sequence[str], values: Mapping[str, str]) -> list[str]:
    last = len(tokens) - 1
    return [
        values.get(token, token) if number % 2 and number < last else token
        for number, token in enumerate(tokens)
    ]


def substitute(text: str, values: Mapping[str, str]) -> str:
    """A text with its ``$names$`` replaced by their values; a name without a value stays, bare.

    One that would grow beyond :data:`LONGEST` characters comes back as it is.
    """
    if "$" not in text:
        return text
    filled = _filled(tokens_of(text), values)
    return "".join(filled) if sum(map(len, filled)) <= LONGEST else text
