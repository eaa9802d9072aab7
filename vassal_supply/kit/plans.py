"""Hypotheses: what a reader is to suppose of the pieces before it judges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece


@dataclass(frozen=True)
class Plan:
    """Pieces elsewhere, pieces gone, pieces more.

    ``moved`` maps piece ids to spaces, ``added`` are pieces with their spaces, ``said`` is the whole in words.
    """

    moved: Mapping[str, str] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    added: tuple[tuple[Piece, str], ...] = ()
    said: tuple[str, ...] = ()


NO_PLAN = Plan()
