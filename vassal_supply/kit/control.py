"""Who controls which space: the kit says what decides, and the first of these that has something to say does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Marker, Situation, Unit

if TYPE_CHECKING:
    from vassal_supply.kit.kit import Kit


class Holder(NamedTuple):
    """A side, and the nation of it that holds a space if that is known."""

    side: str
    nation: str


def settle_control(
    kit: Kit,
    situation: Situation,
    printed: dict[str, str],
    occupiers: Iterable[Unit],
    markers: Iterable[Marker],
    neutral: Collection[str],
) -> None:
    """Write into a situation who controls each space.

    ``printed`` are the owners that ``map.toml`` names, ``occupiers`` the units that hold the space they stand on,
    ``markers`` the counters that show control. What is printed as a ``neutral`` nation's is nobody's.
    """
    found: dict[str, Holder] = {}
    for word in reversed(kit.control):
        if word == "occupier":
            found |= _agreed(occupiers)
        elif word == "marker":
            found |= {one.space: Holder(one.side, one.nation) for one in markers if one.side}
        elif word == "map":
            found |= {
                space: _holder(kit, name) for space, name in printed.items() if name not in neutral
            }
        else:
            nations = ((one.id, one.nation) for one in situation.map.spaces.values())
            found |= {
                id: _holder(kit, name)
                for id, name in nations
                if name not in neutral and kit.side_of(name)
            }
    situation.control = {space: holder.side for space, holder in found.items()}
    situation.nation_control = {
        space: holder.nation for space, holder in found.items() if holder.nation
    }


def _holder(kit: Kit, name: str) -> Holder:
    side = kit.side_of(name)
    return Holder(side, "" if side == name else name)


def _agreed(units: Iterable[Unit]) -> dict[str, Holder]:
    """The holder of each space whose units are all of one side; the nation where they are of one."""
    found: dict[str, Holder | None] = {}
    for unit in units:
        new = Holder(unit.side, unit.nation)
        old = found.setdefault(unit.space, new)
        if old is None or old.side != new.side:
            found[unit.space] = None
        elif old.nation != new.nation:
            found[unit.space] = Holder(unit.side, "")
    return {space: holder for space, holder in found.items() if holder is not None}
