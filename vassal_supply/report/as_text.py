"""The text of a check and of an explanation, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.supply import Determination, Explanation, Step, Verdict

# Control characters, line and paragraph ends.
_UNPRINTABLE = frozenset(("Cc", "Zl", "Zp"))

GRADE_WORDS: Mapping[str, str] = {
    "full": "in supply",
    "partial": "in partial supply",
    "out": "out of supply",
}
"""What people read for a grade; a rule system may have other words in its ``grade_words``, one for ``line`` too, and one
for ``effects`` if explanations are to list them."""


def grade_words(system: object) -> Mapping[str, str]:
    """The words of a rule system for its grades."""
    words: Mapping[str, str] = getattr(system, "grade_words", GRADE_WORDS)
    return words


def check_text(case: Case, determination: Determination) -> str:
    """The sum for each side, every unit that is not in full supply and why, then what the rule system adds."""
    from vassal_supply.report.sections import sections_text

    verdicts = list(determination.verdicts.values())
    words = grade_words(case.system)
    lines = [f"{case.module.name}: {case.kit.name or 'supply'}"]
    lines[0] += f", {case.situation.turn}" if case.situation.turn else ""
    lines += [f"Supposing that {text}." for text in case.supposed]
    for side in case.kit.sides:
        if of_side := [verdict for verdict in verdicts if verdict.unit.side == side]:
            lines += ["", f"{side}: {_sum(of_side, words)}", *_short_of_supply(of_side, words)]
    if not verdicts:
        lines += ["", _nobody(case)]
    lines += sections_text(determination)
    if any(verdict.grade != "full" for verdict in verdicts):
        lines += [
            "",
            "Why a unit is out, and what bars its line: vassal-supply explain SAVE NAME@SPACE",
        ]
    return "\n".join(lines) + "\n"


def _nobody(case: Case) -> str:
    """Why no unit was judged: there is none, or none that was asked about."""
    if case.situation.units:
        return "No unit that was asked about stands on the kit's maps."
    return "No unit of the kit stands on its maps."


def explanation_text(explanation: Explanation, words: Mapping[str, str] = GRADE_WORDS) -> str:
    """The line of a supplied unit leg by leg; for another one the nearest line there would be and what bars it."""
    verdict = explanation.verdict
    unit = verdict.unit
    lines = [f"{unit.name} ({unit.side}) on {unit.space} is {words[verdict.grade]}."]
    lines += [f"  {reason.text}{_rule(reason.rule)}" for reason in verdict.reasons]
    if len(verdict.line) > 1:
        line = words.get("line", "Its supply line")
        lines += [f"{line}, {_length(verdict.line)}:", *_legs(verdict.line)]
    if len(explanation.would_be) > 1:
        lines += [
            f"The nearest line there would be, {_length(explanation.would_be)}:",
            *_legs(explanation.would_be),
        ]
    if explanation.bars:
        lines += ["What bars it:"]
        lines += columns(
            [["  " + bar.space, bar.text + _rule(bar.rule)] for bar in explanation.bars]
        )
    if explanation.limit:
        lines.append("  " + explanation.limit)
    if "effects" in words and verdict.effects:
        lines += [f"{words['effects']}:"]
        lines += [f"  {effect.text}{_rule(effect.rule)}" for effect in verdict.effects]
    return "\n".join(lines) + "\n"


def columns(rows: Iterable[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Rows as lines with aligned columns, those numbered in ``right`` (from 0) to the right, like numbers.

    Wide characters count as two. A name with line ends or other control characters in it stays on its line.
    """
    table = [[plain(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            _pad(cell, width, number in right)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def plain(text: str) -> str:
    """A text from a file as it may be printed: line ends and control characters, which could drive a terminal, are blanks."""
    if text.isprintable():
        return text
    from unicodedata import category

    return "".join(" " if category(sign) in _UNPRINTABLE else sign for sign in text)


def _sum(verdicts: list[Verdict], words: Mapping[str, str]) -> str:
    count = Counter(verdict.grade for verdict in verdicts)
    parts = [
        f"{count[grade]} {words[grade]}" for grade in ("full", "partial", "out") if count[grade]
    ]
    return f"{len(verdicts)} unit{'' if len(verdicts) == 1 else 's'}, " + ", ".join(parts)


def _short_of_supply(verdicts: list[Verdict], words: Mapping[str, str]) -> list[str]:
    """Units not in full supply, space by space."""
    short = sorted(
        (one for one in verdicts if one.grade != "full"),
        key=lambda one: (one.grade, one.unit.space),
    )
    rows = [
        ["  " + verdict.unit.space, verdict.unit.name, words[verdict.grade], _why(verdict)]
        for verdict in short
    ]
    return columns(rows)


def _why(verdict: Verdict) -> str:
    return "; ".join(reason.text + _rule(reason.rule) for reason in verdict.reasons)


def _rule(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _length(line: Sequence[Step]) -> str:
    count = len(line) - 1
    return "1 space" if count == 1 else f"{count} spaces"


def _legs(line: Sequence[Step]) -> list[str]:
    rows = []
    for leg, steps in groupby(line, key=lambda step: step.leg):
        rows.append(["  " + leg, " ".join(step.space for step in steps)])
    return columns(rows)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pad(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks
