"""The judgement of each counter: the engine's, under the rulebook that holds for its faction and Posture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Engine, Grade
from vassal_supply.supply.determination import Account
from vassal_supply.supply.ways import Ways
from vassal_supply.systems.axis_empires import sentences
from vassal_supply.systems.axis_empires.board import CONVOY, POLICY_CONVOY
from vassal_supply.systems.axis_empires.rulebook import AxisRules
from vassal_supply.systems.axis_empires.state import World

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.referee import Nearest, Referee

_NONE = "no such kind"
"""Stands in lists of kinds that would otherwise be empty, since an empty list means all."""


class Users(NamedTuple):
    """Those for whom the same bars hold: a faction's counters at war (AE-10f) or the others of it."""

    side: str
    at_war: bool
    overland: bool


class Judge:
    """One laid-out situation under the rules.

    ``engine`` gives the engine that judges some users; all of them share one numbering of the map.
    """

    def __init__(self, situation: Situation, rules: AxisRules, world: World) -> None:
        self.situation = situation
        self.rules = rules
        self.world = world
        self._engines: dict[Users, Engine] = {}
        self._referees: dict[tuple[Users, str], Referee] = {}
        self._ways: Ways | None = None

    def users_of(self, unit: Unit, *, overland: bool = False) -> Users:
        """The class of users a counter belongs to."""
        return Users(unit.side, self.world.is_at_war(unit.side, unit.nation), overland)

    def engine(self, users: Users) -> Engine:
        """The engine for some users."""
        if users not in self._engines:
            book = self.rules.book(self._words(users), overland=users.overland)
            self._engines[users] = Engine(self.situation, book, ways=self._ways)
            self._ways = self._engines[users].scene.ways
        return self._engines[users]

    def grade_of(self, unit: Unit, *, overland: bool = False) -> Grade:
        """The grade of a counter by its line, or by its overland line (AE-8)."""
        return self.engine(self.users_of(unit, overland=overland)).grade_of(unit)

    def account_of(self, unit: Unit, *, overland: bool = False) -> Account:
        """Its line, source and reasons, told in a referee's words."""
        found = self.engine(self.users_of(unit, overland=overland)).judge(unit)
        if found.source is None:
            from vassal_supply.systems.axis_empires.refusal import why_out

            return Account((), None, (why_out(self, unit, overland=overland),))
        reasons = sentences.supplied(self.situation, unit, found.line, found.source)
        return Account(sentences.shown(found.line), found.source, reasons)

    def nearest(self, unit: Unit, *, overland: bool = False) -> Nearest | None:
        """The nearest line that an unsupplied counter would have."""
        from vassal_supply.systems.axis_empires.referee import Referee

        users = self.users_of(unit, overland=overland)
        if (users, unit.nation) not in self._referees:
            engine = self.engine(users)
            self._referees[users, unit.nation] = Referee(engine, unit, by_sea=not overland)
        return self._referees[users, unit.nation].nearest(unit.space)

    def _words(self, users: Users) -> Mapping[str, Iterable[str]]:
        """What the words with ``@`` in the rulebook stand for."""
        world, rules = self.world, self.rules
        kinds = {unit.kind for unit in self.situation.units}
        return {
            "ground": sorted(kind for kind in kinds if rules.is_ground(kind)) or [_NONE],
            "air": sorted(rules.air),
            "marker": sorted(rules.markers),
            "enemy countries": world.enemies(users.side),
            "neutral countries": sorted(world.neutral),
            "policy countries": sorted(world.policy) if users.at_war else [],
            "convoys": [CONVOY, POLICY_CONVOY],
            "convoys in war": [CONVOY] if users.at_war else [],
        }
