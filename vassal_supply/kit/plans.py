"""Hypotheses: what a reader is to suppose of the pieces before it judges."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece


class Plan(NamedTuple):
    """Pieces elsewhere, pieces gone, pieces more.

    ``moved`` maps piece ids to spaces, ``added`` are pieces with their spaces, ``said`` is the whole in words.
    """

    moved: Mapping[str, str] = MappingProxyType({})
    removed: frozenset[str] = frozenset()
    added: tuple[tuple[Piece, str], ...] = ()
    said: tuple[str, ...] = ()


NO_PLAN = Plan()
