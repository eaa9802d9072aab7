"""The supply of one situation: sources, sea lines and reach of every faction, looked up by nation and hex (30.4)."""

from __future__ import annotations

from vassal_supply.model import Situation
from vassal_supply.supply.fields import flood
from vassal_supply.supply.rulebook import Grade
from vassal_supply.systems.awaw.board import Board
from vassal_supply.systems.awaw.book import Book
from vassal_supply.systems.awaw.memory import BETWEEN, Memory
from vassal_supply.systems.awaw.oil import oil_of
from vassal_supply.systems.awaw.places import union
from vassal_supply.systems.awaw.reach import Reach, Sent
from vassal_supply.systems.awaw.sea import SeaLines
from vassal_supply.systems.awaw.sources import Sources
from vassal_supply.systems.awaw.turn import SeaLine, Told
from vassal_supply.systems.awaw.who import Who


class Supply:
    """Everything that one determination works out.

    ``of`` is whose player turn it is, in the words of the turn file or the save, empty when neither says so.
    ``moving`` maps each faction whose supply is determined to the nation that stands for it; nothing is traced for others
    (30.41), nor for anybody between determinations (30.55). ``asked`` are the same factions in every phase: those whose
    hexes questions are about.
    """

    def __init__(
        self,
        situation: Situation,
        book: Book,
        told: Told,
        memory: Memory,
        sides: frozenset[str] | None,
    ) -> None:
        self.situation = situation
        self.book = book
        self.told = told
        self.memory = memory
        self.who = Who(book, situation, told)
        self.board = Board(situation, book, self.who, told, memory.grades)
        self.sources = Sources(self.board, post_combat=memory.is_post_combat)
        self.sides = sides
        # A side that is asked for is judged whatever the save shows (30.41).
        self.of = told.moving or (self._shown() if sides is None else ())
        self.asked = self._moving(sides)
        self.moving = {} if memory.phase == BETWEEN else self.asked
        self._sea: dict[str, SeaLines] = {}
        self._reach: dict[str, Reach] = {}
        self._from_capital: dict[str, int] = {}
        self._joined: dict[str, int] = {}

    def sea(self, faction: str) -> SeaLines:
        """A moving faction's sea lines and zones, settled."""
        if faction not in self._sea:
            nation = self.moving.get(faction) or faction
            lines = SeaLines(self.board, self.sources, faction, nation, self.memory)
            lines.settle(line for line in self.told.lines if self.traced_by(line) == faction)
            self._sea[faction] = lines
        return self._sea[faction]

    def reach(self, nation: str) -> Reach:
        """Where a nation's units and hexes are supplied."""
        if nation not in self._reach:
            self._reach[nation] = self._make_reach(nation)
        return self._reach[nation]

    def is_moving(self, nation: str) -> bool:
        """Whether the supply of a nation's units and hexes is determined now."""
        return self.who.faction(nation) in self.moving

    def grade_at(self, nation: str, bit: int) -> Grade:
        """The grade of a hex for a nation that is based in it."""
        return self.reach(nation).grade(bit)

    def holder(self, bit: int) -> str:
        """The nation that controls a hex; the leading one of a side of which no more is known."""
        return self.leading(self.board.controller(bit))

    def base_grade(self, nation: str, bit: int) -> Grade:
        """The grade of a hex for what a nation has based in it: what lines give, or it has without any.

        A neutral's hexes are supplied by it (30.48), a bridgehead is full in its first turn (30.58).
        """
        if nation and self.who.is_neutral(nation):
            return "partial" if self.board.regions("spanish_morocco") >> bit & 1 else "full"
        owner = self.sources.bridgeheads.get(bit, "")
        if owner and self.who.is_friendly(nation, owner):
            return "full"
        return self.grade_at(nation, bit)

    def hex_grade(self, bit: int) -> Grade:
        """The grade of a hex for whoever controls it; between determinations what the last one gave (30.47)."""
        holder = self.holder(bit)
        if self.memory.phase == BETWEEN and not self.who.is_neutral(holder):
            return self.memory.hex_grade(self.board.ground.ids[bit], self.who.faction(holder))
        return self.base_grade(holder, bit)

    def is_asked_about(self, bit: int) -> bool:
        """Whether a faction that questions are about controls a hex; a neutral without units may be one."""
        holder = self.holder(bit)
        if self.who.faction(holder) in self.asked:
            return True
        side = self.situation.control.get(self.board.ground.ids[bit])
        of_side = self.sides is None or side in self.sides
        return of_side and not self.of and self.who.is_neutral(holder)

    def leading(self, holder: str) -> str:
        """A controller as a nation: the leading one of a side of which no more is known."""
        if not holder.startswith("side "):
            return holder
        side = self.who.side(holder)
        leading = (
            nation for faction, nation in self.asked.items() if self.book.sides.get(faction) == side
        )
        return next(leading, "")

    def traced_by(self, line: SeaLine) -> str:
        """The faction that traces a sea line: that of the nation it names, else of its start's holder or users."""
        if line.nation:
            return self.who.faction(line.nation)
        start = self.board.place(line.start, f"sea line {line.name}")
        for rule in self.book.sources:
            users = rule.full & self.book.sides.keys()
            if users and self.board.boxes & self.board.places(rule.name) & (1 << start):
                return min(users)
        holder = self.holder(start)
        return self.who.faction(holder) if holder else ""

    def way(self, nation: str, bit: int, wanted: Grade = "full") -> Sent | None:
        """The line of a hex, with the source it ends on."""
        return self.reach(nation).way(bit, wanted)

    def from_own_capital(self, nation: str) -> int:
        """Where a minor country's units have a line to its own unconquered capital (30.23)."""
        if nation not in self._from_capital:
            own = [one for one in self.sources.of(nation) if one.rule == "30.23"]
            self._from_capital[nation] = Reach(self.board, nation, own).full if own else 0
        return self._from_capital[nation]

    def joined(self, nation: str) -> int:
        """What land of any kind and owner joins to the sources of a nation."""
        if nation not in self._joined:
            board = self.board
            goal = union(1 << one.bit for one in self.reach(nation).origins if not one.in_hex)
            move = board.land_move(nation, self.who.faction(nation))
            found = flood((move,), goal, goal, board.land, board.land & ~goal, None).found
            self._joined[nation] = found | goal
        return self._joined[nation]

    def oil(self, nation: str, bit: int) -> frozenset[str]:
        """The oil effects that a hex is under for a nation."""
        return oil_of(self, nation, bit)

    def _make_reach(self, nation: str) -> Reach:
        origins = list(self.sources.of(nation))
        for faction in self.moving:
            origins += self.sea(faction).feeds_for(nation)
        return Reach(self.board, nation, origins)

    def _shown(self) -> tuple[str, ...]:
        """Whose player turn the save shows, if that says anything."""
        known = {*self.book.sides, *self.book.sides.values(), *self.book.majors}
        return tuple(one for one in self.told.shown if one in known)

    def _moving(self, sides: frozenset[str] | None) -> dict[str, str]:
        """The factions that move, with the nation that stands for each: a major of it that is in the war."""
        wanted = self.who.factions_of(self.of) if self.of else None
        nations: dict[str, str] = {}
        for name, faction in self.book.majors.items():
            if name not in nations.values() and not self.who.is_neutral(name):
                nations.setdefault(faction, name)
        for name, faction in self.book.majors.items():
            nations.setdefault(faction, name)
        for unit in self.situation.units:
            nations.setdefault(self.who.faction(unit.nation), unit.nation)
        shown = {self.who.faction(unit.nation): unit.side for unit in self.situation.units}
        return {
            faction: nation
            for faction, nation in nations.items()
            if (wanted is None or faction in wanted)
            and (sides is None or (shown.get(faction) or self.who.side(nation)) in sides)
            and self.board.own(faction)
        }
