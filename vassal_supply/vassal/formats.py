"""Formats with ``$names$`` in them, as location names, turns and prototypes use them (engine: ``FormattedString``).

A format in braces is BeanShell code instead; what ``expressions`` knows of that is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vassal_supply.vassal.sequence import split

LONGEST = 1 << 20
"""How many characters a text may grow to by what is put into it; more than any module's."""


def tokens_of(text: str) -> tuple[str, ...]:
    """A format cut at its ``$``: literal texts and names by turns; a last name without its closing ``$`` is literal.

    Code stays in one token, braces on.
    """
    if is_code(text.strip()):
        return (text.strip(),)
    return tuple(split(text.strip() if "$" in text else text, "$"))


def is_code(text: str) -> bool:
    """Whether a format is BeanShell code."""
    return text.startswith("{") and text.endswith("}")


def names_in(tokens: Sequence[str]) -> frozenset[str]:
    """The names that a format puts the values of."""
    if len(tokens) == 1 and is_code(tokens[0]):
        return frozenset(re.findall(r"[A-Za-z_]\w*", tokens[0]))
    return frozenset(tokens[1:-1:2])


def fill(tokens: Sequence[str], values: Mapping[str, str]) -> str:
    """The text of a format; a name without a value stays, bare. Code that cannot be worked out gives the last value."""
    if len(tokens) == 1 and is_code(tokens[0]):
        from vassal_supply.vassal.expressions import evaluate_code

        value = evaluate_code(tokens[0][1:-1], values.get)
        return (list(values.values()) or [""])[-1] if value is None else value
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
