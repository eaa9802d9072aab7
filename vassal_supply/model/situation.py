"""What stands on the map: units and markers, and the situation they make together."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from vassal_supply.errors import ReadWarning
from vassal_supply.model.maps import MapModel, Source, Value


class Unit(NamedTuple):
    """A counter that supply rules speak of, in the space it stands on.

    ``id`` is the piece's id in the save, ``kind`` the name of the kit's unit kind that took it (``unit``, ``hq``,
    ``depot``...), ``supply`` the standing status its marks show (``full``, ``partial``, ``out``; empty when they show
    none), ``values`` whatever else the kit reads (steps, ratings, movement type). ``superiors`` are the ids of the
    units above it in the chain of command, those it may trace to, in the kit's order.
    """

    id: str
    name: str
    map: str
    space: str
    side: str
    nation: str = ""
    kind: str = "unit"
    zoc: bool = True
    supply: str = ""
    values: Mapping[str, Value] = MappingProxyType({})
    superiors: tuple[str, ...] = ()


class Marker(NamedTuple):
    """A counter that is no unit but means something to a rule: control, bridgehead, dump, cut rail."""

    id: str
    name: str
    map: str
    space: str
    kind: str
    side: str = ""
    values: Mapping[str, Value] = MappingProxyType({})
    nation: str = ""


class Situation:
    """One moment of a game as supply rules see it.

    ``control`` maps a space id to the side that controls it; spaces without an entry belong to nobody.
    ``nation_control`` maps it to the nation, where it is known which nation of the side holds it. ``turn`` is the turn
    in words, empty when the save does not say. ``facts`` are what else the kit reads off the game as a whole.
    ``commanders`` maps a unit's name to the names of those above it in the order of battle, on the map or not.
    """

    __slots__ = (
        "commanders",
        "control",
        "facts",
        "map",
        "markers",
        "nation_control",
        "sides",
        "sources",
        "turn",
        "units",
        "warnings",
    )

    def __init__(
        self,
        map: MapModel,
        sides: tuple[str, ...],
        units: tuple[Unit, ...] = (),
        markers: tuple[Marker, ...] = (),
        sources: tuple[Source, ...] = (),
        control: dict[str, str] | None = None,
        nation_control: dict[str, str] | None = None,
        turn: str = "",
        facts: dict[str, Value] | None = None,
        warnings: list[ReadWarning] | None = None,
        commanders: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.map = map
        self.sides = sides
        self.units = units
        self.markers = markers
        self.sources = sources
        self.control = {} if control is None else control
        self.nation_control = {} if nation_control is None else nation_control
        self.turn = turn
        self.facts = {} if facts is None else facts
        self.warnings = [] if warnings is None else warnings
        self.commanders = {} if commanders is None else commanders

    def replaced(self, **changes: Any) -> "Situation":
        """The same situation with other values for some of these."""
        return Situation(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def units_by_space(self) -> dict[str, list[Unit]]:
        """The units standing on each space that holds any."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(unit.space, []).append(unit)
        return found
