"""Laying counters on units, and taking them away: for modules that show supply by markers from the palette.

One counter lies on top of a stack for all units in it that it speaks of. It goes into their stack, so that it moves
with them, as if a player had dragged it there. A counter that already lies there is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from vassal_supply.annotate.changes import Annotation, Change, Counter
from vassal_supply.errors import KitError
from vassal_supply.kit import Mark
from vassal_supply.kit.hypotheses import NOWHERE
from vassal_supply.kit.naming import find_slot
from vassal_supply.kit.reader import choose
from vassal_supply.kit.seen import Seen
from vassal_supply.vassal.pieces import Piece, Position

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.model import Marker, Unit

Pile = list["Unit"]
"""The units of one side that lie in one stack, or one unit that lies alone."""


def lay_counters(annotation: Annotation, grades: Mapping[str, str]) -> set[str]:
    """Lay and take the kit's counters for units with these grades; the ids of those whose grade counters can tell."""
    case = annotation.case
    spoken: set[str] = set()
    piles = _piles(case, (unit for unit in case.situation.units if unit.id in grades))
    for mark in case.kit.marks:
        if mark.trait != "marker":
            continue
        for pile in piles:
            concerned = [unit for unit in pile if mark.concerns(unit.kind, unit.side)]
            _settle(annotation, mark, concerned, grades)
            shown = {"full", *mark.shows}
            spoken.update(unit.id for unit in concerned if grades[unit.id] in shown)
    return spoken


def _piles(case: Case, units: Iterable[Unit]) -> list[Pile]:
    """The units by the stack they lie in."""
    piles: dict[tuple[str, str], Pile] = {}
    for unit in units:
        place = case.save.position(unit.id)
        piles.setdefault((place.stack or f"piece {unit.id}", unit.side), []).append(unit)
    return list(piles.values())


def _settle(annotation: Annotation, mark: Mark, pile: Pile, grades: Mapping[str, str]) -> None:
    """Let one counter of the mark lie on a pile if one of its units has the mark's grade, and none otherwise."""
    if not pile:
        return
    (grade,) = mark.shows
    meant = [unit for unit in pile if grades[unit.id] == grade]
    lying = _lying(annotation.case, mark, pile)
    names = ", ".join(unit.name for unit in meant)
    if meant and not lying:
        counter = _counter(annotation.case, mark, grade, meant[-1])
        annotation.lay(counter, Change(meant[0].space, mark.shows[grade], f"laid on {names}"))
    elif not meant:
        for marker in lying:
            annotation.take(marker.id, Change(marker.space, marker.name, "taken away"))
    if meant and len(meant) < len(pile):
        others = ", ".join(unit.name for unit in pile if unit not in meant)
        text = f"the counter {mark.shows[grade]!r} speaks of {names}, not of {others} in the same stack"
        annotation.warn(f"space {meant[0].space}", text)


def _lying(case: Case, mark: Mark, pile: Pile) -> list[Marker]:
    """The counters of a mark in the stack of a pile, or at its very place outside any stack."""
    here = case.save.position(pile[0].id)
    return [
        marker
        for marker in case.situation.markers
        if marker.kind == mark.name and _together(here, case.save.position(marker.id))
    ]


def _together(one: Position, other: Position) -> bool:
    if one.stack is not None and other.stack is not None:
        return one.stack == other.stack
    return (one.map, one.x, one.y) == (other.map, other.x, other.y)


def _counter(case: Case, mark: Mark, grade: str, on: Unit) -> Counter:
    if not mark.shows[grade]:
        raise KitError(
            f"no slot; expected the palette slot of the counter {mark.name!r}",
            file=case.kit.files.path("kit.toml"),
            place="mark.slot",
        )
    slot = find_slot(case.module, mark.shows[grade])
    definition = case.module.expanded(slot)
    piece = Piece("", definition, -1, NOWHERE)
    chosen = choose(case.kit.pieces, Seen(piece, module=case.module))
    if chosen is None or chosen[0].role != "marker":
        raise KitError(
            f"the counter {slot.name!r} would not be known again; expected a [[marker]] of kind {mark.name!r} that "
            "selects it",
            file=case.kit.files.path("kit.toml"),
            place="mark.slot",
        )
    place = case.save.position(on.id)
    stack = place.stack if _stacks(piece) else None
    return Counter(definition, slot.gpid, place.map or "", place.x, place.y, stack)


def _stacks(piece: Piece) -> bool:
    """Whether the engine lets a piece into stacks (``Immobilized`` without the letter L keeps it out)."""
    return all("L" in trait.field(2) for trait in piece.traits if trait.kind == "immob")
