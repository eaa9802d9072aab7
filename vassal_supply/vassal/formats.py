"""Formats with ``$names$`` in them, as location names, turns and prototypes use them (engine: ``FormattedString``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vassal_supply.vassal.sequence import split


def tokens_of(text: str) -> tuple[str, ...]:
    """A format cut at its ``$``: literal texts and names by turns; a last name without its closing ``$`` is literal."""
    return tuple(split(text.strip() if "$" in text else text, "$"))


def fill(tokens: Sequence[str], values: Mapping[str, str]) -> str:
    """The text of a format; a name without a value stays, bare."""
    last = len(tokens) - 1
    return "".join(
        values.get(token, token) if number % 2 and number < last else token
        for number, token in enumerate(tokens)
    )


def substitute(text: str, values: Mapping[str, str]) -> str:
    """A text with its ``$names$`` replaced by their values; a name without a value stays, bare."""
    return fill(tokens_of(text), values) if "$" in text else text
