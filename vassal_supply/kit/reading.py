"""From a save to the situation a rulebook can judge, by what the kit says of its pieces and maps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.kit.control import settle_control
from vassal_supply.kit.kit import Kit
from vassal_supply.kit.maps import BuiltMap, build_map
from vassal_supply.kit.plans import NO_PLAN, Plan
from vassal_supply.kit.reader import Reader
from vassal_supply.kit.seen import Spot
from vassal_supply.model import Situation
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import OUTSIDER, Viewer
from vassal_supply.vassal.save import Save

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece


def read_situation(
    save: Save,
    module: Module,
    kit: Kit,
    *,
    viewer: Viewer = OUTSIDER,
    plan: Plan = NO_PLAN,
    built: BuiltMap | None = None,
) -> Situation:
    """Everything on the kit's maps that the kit selects; oddities become warnings of the situation.

    ``viewer`` is whose eyes look at masked and invisible pieces, ``plan`` what is supposed to be otherwise; ``built``
    saves building the map again. Raises :class:`vassal_supply.errors.KitError`.
    """
    built = built or build_map(save.boards, module, kit)
    reader = Reader(save.file, module, kit, viewer)
    for piece, spot in placed(save, module, built, plan):
        reader.read(piece, spot)
    reader.finish()
    situation = Situation(
        map=built.model,
        sides=tuple(kit.sides),
        units=tuple(reader.units),
        markers=tuple(reader.markers),
        sources=(*built.data.sources, *reader.sources),
        warnings=[*built.warnings, *reader.warnings],
        commanders=reader.commanders,
    )
    settle_control(
        kit,
        situation,
        built.data.control,
        reader.occupiers,
        reader.control_markers,
        reader.neutral,
    )
    if kit.turn or kit.facts:
        from vassal_supply.kit.facts import read_facts

        read_facts(save, module, kit, situation)
    return situation


def placed(
    save: Save, module: Module, built: BuiltMap, plan: Plan = NO_PLAN
) -> Iterator[tuple[Piece, Spot]]:
    """The pieces on the kit's maps with where they stand, those of a plan where it says."""
    surface = built.surface
    names: dict[str, str | None] = {name: name for name in surface.layouts}
    for id, piece in save.pieces.items():
        if id in plan.removed:
            continue
        if id in plan.moved:
            yield piece, surface.spot_of(plan.moved[id])
            continue
        position = save.position(id)
        if position.map is None:
            continue
        if position.map not in names:
            # An old save may call a map by its number.
            found = module.map(position.map)
            names[position.map] = found.name if found and found.name in surface.layouts else None
        on_map = names[position.map]
        if on_map is not None:
            yield piece, surface.spot(on_map, position.x, position.y)
    for piece, space in plan.added:
        yield piece, surface.spot_of(space)
