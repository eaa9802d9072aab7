"""Looking through all traits of a save for what is odd in them.

A trait of unknown kind or with unreadable fields still passes through untouched; this only says so. Owners of hidden
and masked pieces are in the states, which are never quoted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.errors import ReadWarning
from vassal_supply.vassal.oddities import Oddities
from vassal_supply.vassal.trait import to_int
from vassal_supply.vassal.traits import LayerTrait

if TYPE_CHECKING:
    from vassal_supply.vassal.save import Save
    from vassal_supply.vassal.trait import Trait

_QUOTED = 40


def check_traits(save: Save) -> list[ReadWarning]:
    """One warning for each kind of oddity, naming the first pieces it was found in, the trait and the field."""
    oddities = Oddities(save.file)
    seen: dict[tuple[str, str], list[str]] = {}
    for piece in save.pieces.values():
        place = f"piece {piece.id} ({piece.name})"
        if piece.basic is None:
            oddities.note("a piece without its innermost level (piece;)", place)
        if piece.missing_levels:
            oddities.note("fewer states than traits", place, f"{piece.missing_levels} missing")
        for trait in piece.traits:
            for text in _faults(trait, seen):
                oddities.note(text, f"{place}: trait {trait.level + 1}")
    return oddities.warnings()


def _faults(trait: Trait, seen: dict[tuple[str, str], list[str]]) -> list[str]:
    key = (trait.kind, trait.body)
    if key not in seen:
        seen[key] = _faults_of_type(trait)
    if isinstance(trait, LayerTrait):
        level = trait.state.partition(";")[0]
        if to_int(level, -1) != to_int(level, 1):
            return [*seen[key], f"layer {trait.name!r}: its level is no whole number"]
    return seen[key]


def _faults_of_type(trait: Trait) -> list[str]:
    if not trait.is_known:
        return [
            f"a trait of a kind VASSAL does not have ({trait.kind[:_QUOTED]!r}); it is kept as it is"
        ]
    return [
        f"{trait.kind}: field {problem.field} is {problem.text[:_QUOTED]!r}; expected {problem.expected}"
        for problem in trait.problems
    ]
