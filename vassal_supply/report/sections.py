"""The zones and sections that a rule system adds to a check, as tables for people.

Threats are told by the units that they threaten. Any other section that is a list of rows (mappings with the same keys) becomes a table under its name, one that is empty or
anything else is for scripts. ``rule`` and ``text`` go together in the last column; ``id``, ``ids`` and ``code`` are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from vassal_supply.report.as_text import columns, plain

if TYPE_CHECKING:
    from vassal_supply.supply import Determination

VIOLATIONS = "violations"
"""The section of what was done against the rules; ``check --fail-on`` exits with 1 when it has rows."""

THREATS = "threats"
"""The section of what the loss of each space would put out of supply."""

_FOR_SCRIPTS = ("id", "ids", "code", "rule", "text")


def sections_text(determination: Determination) -> list[str]:
    """All tables with their headings, then the questions that only the players can answer, as lines."""
    lines: list[str] = []
    sections = dict(determination.sections)
    threats = _rows(sections.pop(THREATS, None))
    tables = {"supply zones": _single(determination.supply_zones), **sections}
    for name, section in tables.items():
        rows = _rows(section)
        if name == VIOLATIONS:
            rows = [row for row in rows if not _is_listed(determination, row)]
        if rows:
            lines += ["", name.replace("_", " ").capitalize() + ":", *_table(rows)]
    lines += _threats(threats)
    if determination.questions:
        lines += ["", "Questions:", *(f"  {question}" for question in determination.questions)]
    return lines


def _threats(rows: list[Mapping[str, object]]) -> list[str]:
    """Whom what threatens, the most units first: the same units once, however many spaces would do it."""
    lines: list[str] = []
    for side, of_side in groupby(rows, key=lambda row: row["side"]):
        groups: dict[tuple[str, ...], dict[str, list[str]]] = {}
        for row in of_side:
            ways = groups.setdefault(tuple(map(str, _items(row["units"]))), {})
            ways.setdefault(str(row["lost"]), []).append(str(row["space"]))
        lines += ["", f"Threats to {side}:"]
        for units in sorted(groups, key=len, reverse=True):
            lines.append("  " + plain(", ".join(units)))
            table = columns([how, " ".join(spaces)] for how, spaces in groups[units].items())
            lines += ["    " + line for line in table]
    return lines


def _single(zones: Sequence[object]) -> list[Mapping[str, object]]:
    """The zones that a system tells as rows, without their lists of spaces."""
    return [
        {key: value for key, value in zone.items() if not isinstance(value, list)}
        for zone in zones
        if isinstance(zone, Mapping)
    ]


def _rows(section: object) -> list[Mapping[str, object]]:
    if not isinstance(section, Sequence) or isinstance(section, str):
        return []
    rows = [row for row in section if isinstance(row, Mapping)]
    same = (
        bool(rows)
        and len(rows) == len(section)
        and all(row.keys() == rows[0].keys() for row in rows)
    )
    return rows if same else []


def _is_listed(determination: Determination, row: Mapping[str, object]) -> bool:
    """Whether the units that are badly off name it already."""
    verdict = determination.verdicts.get(str(row.get("id")))
    return verdict is not None and verdict.grade == "out"


def _table(rows: list[Mapping[str, object]]) -> list[str]:
    keys = [key for key in rows[0] if key not in _FOR_SCRIPTS]
    has_text = "text" in rows[0] or "rule" in rows[0]
    head = [*(key.replace("_", " ") for key in keys), *([""] if has_text else [])]
    body = [
        [*(_cell(row[key]) for key in keys), *([_text(row)] if has_text else [])] for row in rows
    ]
    return ["  " + line for line in columns([head, *body])]


def _text(row: Mapping[str, object]) -> str:
    rule = f"[{row['rule']}]" if row.get("rule") else ""
    return " ".join(part for part in (str(row.get("text") or ""), rule) if part)


def _items(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) else ()


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(one)}" for key, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_cell, value))
    return str(value)
