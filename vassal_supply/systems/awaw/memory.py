"""What an earlier determination leaves behind: initial results, sea lines tried, ports used, turns of isolation.

It comes from the JSON of an earlier check (its section ``memory``), or, for the grades of units alone, from the marks in
an earlier save or in the save itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from vassal_supply.errors import RequestError
from vassal_supply.supply.rulebook import GRADES, Grade
from vassal_supply.systems.awaw.turn import SeaLine

if TYPE_CHECKING:
    from vassal_supply.model import Situation
    from vassal_supply.systems import Previous
    from vassal_supply.systems.awaw.board import Board
    from vassal_supply.systems.awaw.turn import Told

INITIAL, POST_COMBAT, BETWEEN = "initial", "post-combat", "between"
NO_SUPPLY = ("illegal", "cargo")
"""The states of sea lines that were no attempt at supply."""


class OldZone(NamedTuple):
    """A zone as the initial determination left it.

    ``ends`` are the places a sea line could end on, ``best`` the best grade a line to it could have carried then,
    ``least_oil`` the oil effects that no such line could have offset.
    """

    faction: str
    name: str
    ends: frozenset[str]
    grade: str
    best: str
    attempted: bool
    declined: bool
    oil: frozenset[str]
    least_oil: frozenset[str]


class Memory:
    """The earlier state under one phase."""

    def __init__(
        self, phase: str, told: Told, situation: Situation, previous: Previous | None
    ) -> None:
        self.phase = phase
        self.told = told
        result = previous.result if previous else {}
        self.section = _mapping(result.get("memory"), "memory")
        self.has_result = bool(result)
        marked = previous.situation if previous and previous.situation else situation
        self.turn = str(self.section.get("turn", "")) if result else marked.turn
        self.grades = {unit.id: unit.supply for unit in marked.units if unit.supply}
        self.spaces = {unit.id: unit.space for unit in marked.units}
        self._judged: Mapping[str, str] = self.grades
        if result:
            units = [_mapping(one, "units") for one in _sequence(result.get("units"), "units")]
            self._judged = {str(one.get("id")): _grade(one, "grade") for one in units}
            self.grades = self.grades | self._judged
            self.spaces |= {str(one.get("id")): str(one.get("space")) for one in units}
        self.old_zones = [_old_zone(one) for one in self._tables("zones")]
        self._counts = {key: _whole(self.section.get(key), key) for key in ("erosion", "ics")}
        self._check_the_rest()

    @property
    def is_post_combat(self) -> bool:
        """Whether this is the second determination of a player turn."""
        return self.phase == POST_COMBAT

    @property
    def same_turn(self) -> bool:
        """Whether the earlier determination belongs to this player turn."""
        return self.is_post_combat and self.section.get("phase", INITIAL) == INITIAL

    @property
    def knows_zones(self) -> bool:
        """Whether the zones of the initial determination are known."""
        return self.same_turn and "zones" in self.section

    @property
    def misses_zones(self) -> bool:
        """Whether it should know the sea lines of this turn's initial determination and does not."""
        return self.is_post_combat and not self.knows_zones

    def before(self, unit_id: str) -> str:
        """What a unit had at this turn's initial determination; empty where nothing is known of it.

        Where there is a result, marks on the units that it says nothing of do not count.
        """
        return self._judged.get(unit_id, "") if self.same_turn else ""

    def knows(self, faction: str) -> bool:
        """Whether the earlier result is one for a faction, too."""
        return bool(self._graded(faction))

    def hexes(self, faction: str, grade: str) -> list[str]:
        """The hexes that the initial determination of this turn graded so."""
        if not self.same_turn:
            return []
        return self._graded(faction).get(grade, [])

    def hex_grade(self, space: str, faction: str) -> Grade:
        """What the last determination made of a hex that the faction controlled; out where it says nothing."""
        graded = self._graded(faction)
        if not graded:
            text = "between determinations hexes have what the last one gave them: --previous RESULT.json"
            raise RequestError(f"nothing is known of the hexes of {faction}; {text}")
        return next((grade for grade in GRADES if space in graded.get(grade, ())), "out")

    def taken(self, board: Board) -> list[str]:
        """The hexes taken in this player turn."""
        ids = board.ground.ids
        return [ids[board.place(name, "captured")] for name in self.told.captured]

    def was_short(self, space: str) -> bool:
        """Whether a hex had no full supply at the end of the owner's last player turn."""
        if self.same_turn:
            return False
        return any(
            space in spaces
            for grades in self._by_faction().values()
            for grade, spaces in grades.items()
            if grade != "full"
        )

    def lines(self, faction: str) -> list[SeaLine]:
        """The sea lines of this turn's initial determination that brought supply."""
        if not self.same_turn:
            return []
        return [
            SeaLine(
                name=str(one.get("name")),
                start=str(one.get("from")),
                end=str(one.get("to")),
                nation=str(one.get("nation", "")),
                touches=_texts(one, "touches"),
                islands=_texts(one, "islands"),
                presumed=bool(one.get("presumed")),
            )
            for one in self._tables("lines")
            if one.get("faction") == faction and one.get("state") == "through"
        ]

    def old_zone(self, space: str, faction: str) -> OldZone | None:
        """The zone of the initial determination that a place was an end of sea lines in."""
        if not self.knows_zones:
            return None
        zones = (one for one in self.old_zones if one.faction == faction)
        return next((zone for zone in zones if space in zone.ends), None)

    def sent(self, board: Board) -> int:
        """The ports that sent sea supply at the initial determination of this turn."""
        return board.ground.field_of(self._ports("from"))

    def received(self, board: Board) -> int:
        """The ports that sea supply was traced to at the initial determination of this turn."""
        return board.ground.field_of(self._ports("to"))

    def counts(self, key: str) -> dict[str, int]:
        """Turns of isolation by unit id (``erosion``) or space (``ics``)."""
        return self._counts[key]

    @property
    def exploited(self) -> frozenset[str]:
        """The armor that exploited in its owner's last player turn, without that redeployed in the same turn."""
        told = self.told.exploited_last_turn
        if self.same_turn:
            return told | frozenset(map(str, self._list("automatic")))
        found = frozenset(map(str, self._list("exploited")))
        return told | found

    def _check_the_rest(self) -> None:
        """Read once what is only read when it is asked for, so that a broken result is refused as a whole."""
        self._by_faction()
        for one in self._tables("lines"):
            _texts(one, "touches")
            _texts(one, "islands")
        for key in ("automatic", "exploited"):
            self._list(key)

    def _ports(self, key: str) -> list[str]:
        if not self.same_turn:
            return []
        supply = (one for one in self._tables("lines") if one.get("state") not in NO_SUPPLY)
        return [str(one.get(key)) for one in supply]

    def _graded(self, faction: str) -> dict[str, list[str]]:
        return self._by_faction().get(faction, {})

    def _by_faction(self) -> dict[str, dict[str, list[str]]]:
        value = _mapping(self.section.get("hexes"), "hexes")
        return {
            str(faction): {
                str(grade): [str(space) for space in _sequence(spaces, "hexes")]
                for grade, spaces in _mapping(grades, "hexes").items()
            }
            for faction, grades in value.items()
        }

    def _tables(self, key: str) -> list[Mapping[str, Any]]:
        return [_mapping(one, key) for one in self._list(key)]

    def _list(self, key: str) -> list[Any]:
        return _sequence(self.section.get(key), key)


def _old_zone(one: Mapping[str, Any]) -> OldZone:
    return OldZone(
        faction=str(one.get("faction")),
        name=str(one.get("name")),
        ends=frozenset(_texts(one, "ends")),
        grade=_grade(one, "grade"),
        best=_grade(one, "best"),
        attempted=bool(one.get("attempted")),
        declined=bool(one.get("declined")),
        oil=frozenset(_texts(one, "oil")),
        least_oil=frozenset(_texts(one, "least_oil")),
    )


def _grade(one: Mapping[str, Any], key: str) -> str:
    if one.get(key) not in GRADES:
        expected = ", ".join(GRADES)
        raise RequestError(f"the earlier result has {key!r} {one.get(key)!r}; expected {expected}")
    return str(one[key])


def _texts(one: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(map(str, _sequence(one.get(key), key)))


def _mapping(value: object, key: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RequestError(f"the earlier result's {key!r} is no table; expected what check wrote")
    return value


def _whole(value: object, key: str) -> dict[str, int]:
    found = _mapping(value, key)
    for number in found.values():
        if not isinstance(number, int):
            raise RequestError(f"the earlier result's {key!r} counts {number!r}; expected turns")
    return dict(found)


def _sequence(value: object, key: str) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise RequestError(f"the earlier result's {key!r} is no list; expected what check wrote")
    return list(value)
