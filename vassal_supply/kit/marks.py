"""What a piece's own supply marks show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_supply.kit.seen import OFF

if TYPE_CHECKING:
    from vassal_supply.kit.kit import Mark

WORST_FIRST = ("out", "partial", "full")


def marks_of(marks: tuple[Mark, ...], properties: Mapping[str, str], kind: str) -> list[Mark]:
    """The kit's marks that a piece of this unit kind carries, by its properties; counters laid on it do not count."""
    return [
        mark for mark in marks if mark.concerns(kind) and shown_by(properties, mark) is not None
    ]


def shown_by(properties: Mapping[str, str], mark: Mark) -> str | None:
    """What a mark shows on a piece, in the words of :attr:`Mark.shows`; ``None`` when the piece does not carry it."""
    if mark.trait == "marker":
        return None
    if mark.trait == "property":
        return properties.get(mark.name)
    level = properties.get(f"{mark.name}_Level")
    return OFF if level is not None and level.startswith("-") else level


def status_shown(properties: Mapping[str, str], mark: Mark) -> str:
    """The grade one mark shows; a layer that is switched off, or shows what no grade names, shows ``full``."""
    shown = shown_by(properties, mark)
    return next((grade for grade in WORST_FIRST if mark.shows.get(grade) == shown), "full")


def standing_status(properties: Mapping[str, str], marks: tuple[Mark, ...], kind: str) -> str:
    """The worst grade that a piece's own marks show; empty when it carries none."""
    shown = {status_shown(properties, mark) for mark in marks_of(marks, properties, kind)}
    return next((grade for grade in WORST_FIRST if grade in shown), "")
