"""Who is on whose side: nations, factions, alliances, neutrals, and who may use whose sources (30.29).

A *nation* is what units and hexes belong to: a major, a member of one, a minor country. Its *faction* is that of its
major; a neutral minor is a faction of its own. Factions of one side are allies unless one of them is neutral or the turn
file says of the two that they are at ``peace``: then they neither fight nor help each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_supply.model import Situation
    from vassal_supply.systems.awaw.book import Book
    from vassal_supply.systems.awaw.turn import Told

SIDE = "side "
"""Stands before a side's name where a hex is known to be held by a side but not by which nation of it."""

WESTERN, RUSSIA, JAPAN = "western", "russia", "japan"
EUROPEAN_AXIS = "european-axis"
NATIONALISTS, COMMUNISTS = "nationalist-china", "communist-china"
FLYING_TIGERS = "Flying Tigers"


class Who:
    """Nations and their relations in one situation."""

    def __init__(self, book: Book, situation: Situation, told: Told) -> None:
        self.book = book
        self.told = told
        self._situation = situation
        self._faction: dict[str, str] = {}
        self._neutral: dict[str, bool] = {}
        self._friendly: dict[tuple[str, str], bool] = {}
        self._hostile: dict[tuple[str, str], bool] = {}

    def major(self, nation: str) -> str:
        """The major a nation is, belongs to or stands with; empty for a neutral minor or an unknown nation."""
        book = self.book
        if nation in book.majors:
            return nation
        if nation in book.members:
            return book.members[nation]
        if nation in self.told.allies:
            return self.told.allies[nation]
        if nation in book.minors and nation not in self.told.neutral:
            side = self._sides.get(nation, "")
            majors = book.minors[nation].majors
            return next((one for one in majors if book.sides[book.majors[one]] == side), "")
        return ""

    def faction(self, nation: str) -> str:
        """A nation's faction; a neutral minor's is its own name."""
        if nation not in self._faction:
            self._faction[nation] = self.book.majors.get(self.major(nation), nation)
        return self._faction[nation]

    def side(self, nation: str) -> str:
        """The side of a nation, neutral or not; empty for a neutral minor."""
        if nation.startswith(SIDE):
            return nation[len(SIDE) :]
        return self.book.sides.get(self.faction(nation), "")

    def is_neutral(self, nation: str) -> bool:
        """Whether a nation is not in the war."""
        if nation not in self._neutral:
            self._neutral[nation] = self._is_neutral(nation)
        return self._neutral[nation]

    def _is_neutral(self, nation: str) -> bool:
        if nation.startswith(SIDE):
            return self.side(nation) not in self.book.sides.values()
        if self.told.neutral & {nation, self.book.members.get(nation, "")}:
            return True
        side = self.side(nation)
        return not side or self._sides.get(self.major(nation), side) != side

    @cached_property
    def us_fights_the_axis(self) -> bool:
        """Whether the US is at war with Germany or Italy (30.223)."""
        axis = (major for major, faction in self.book.majors.items() if faction == EUROPEAN_AXIS)
        return any(self.is_hostile("US", major) for major in axis)

    def is_conquered(self, minor: str) -> bool:
        """Whether a minor country has been conquered."""
        return minor in self.told.conquered

    def is_friendly(self, nation: str, other: str) -> bool:
        """Whether a nation may trace over the other's hexes (30.322): its own faction's and its allies'."""
        key = nation, other
        if key not in self._friendly:
            self._friendly[key] = self._is_friendly(nation, other)
        return self._friendly[key]

    def is_hostile(self, nation: str, other: str) -> bool:
        """Whether two nations are at war."""
        key = nation, other
        if key not in self._hostile:
            sides = self.side(nation), self.side(other)
            apart = sides[0] != sides[1] and not self._at_peace(nation, other)
            neutral = self.is_neutral(nation) or self.is_neutral(other)
            self._hostile[key] = apart and not neutral
        return self._hostile[key]

    def factions_of(self, words: Iterable[str]) -> set[str]:
        """The factions that sides, factions or nations mean."""
        found: set[str] = set()
        for word in words:
            of_side = {name for name, side in self.book.sides.items() if side == word}
            found |= of_side or {word if word in self.book.sides else self.faction(word)}
        return found

    def _is_friendly(self, nation: str, other: str) -> bool:
        if other.startswith(SIDE):
            return self.side(other) == self.side(nation) and not self.is_neutral(nation)
        if self.faction(nation) == self.faction(other):
            return True
        if self.is_neutral(nation) or self.is_neutral(other):
            return False
        return self.side(nation) == self.side(other) and not self._at_peace(nation, other)

    def _at_peace(self, nation: str, other: str) -> bool:
        if not self.told.peace:
            return False
        mine = (nation, self.major(nation), self.faction(nation), self.side(nation))
        theirs = (other, self.major(other), self.faction(other), self.side(other))
        return any(frozenset((a, b)) in self.told.peace for a in mine for b in theirs)

    @cached_property
    def _sides(self) -> dict[str, str]:
        """The side that units and hexes of a nation show in the save."""
        control = self._situation.control
        held = ((name, control.get(at, "")) for at, name in self._situation.nation_control.items())
        found = dict(set(held))
        found.update((unit.nation, unit.side) for unit in self._situation.units)
        return found
