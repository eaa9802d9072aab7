"""Sea supply lines (30.33 to 30.38): which are legal, what they carry, what they supply.

Lines are taken in the order in which they were announced. Legal ones are then fed by what reaches their ports, again
and again until nothing more is supplied; at last every zone that could still get supply is presumed to (30.35).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.rulebook import GRADES, Grade
from vassal_supply.systems.awaw.board import Board
from vassal_supply.systems.awaw.book import Box
from vassal_supply.systems.awaw.fate import UNTOUCHED, Fate, Protection, fate_of, protection
from vassal_supply.systems.awaw.memory import Memory
from vassal_supply.systems.awaw.places import union
from vassal_supply.systems.awaw.reach import SEA, Passage, Reach, Steps
from vassal_supply.systems.awaw.sources import Origin, Sources
from vassal_supply.systems.awaw.turn import SeaLine
from vassal_supply.systems.awaw.zones import SupplyZone, Zones


@dataclass(slots=True)
class Run:
    """One sea line as it is judged.

    ``path`` are the spaces from its end back to its start. ``fault`` is the code, rule and text of what makes it
    illegal, ``fate`` what became of it, ``grade`` what it carries (``out``: nothing yet). ``kept`` marks a line of the
    initial determination that still stands.
    """

    line: SeaLine
    start: int
    end: int
    zone: SupplyZone | None
    box: Box | None = None
    path: tuple[int, ...] = ()
    fault: tuple[str, str, str] | None = None
    fate: Fate = UNTOUCHED
    protections: list[Protection] = field(default_factory=list)
    grade: Grade = "out"
    feeds: list[Origin] = field(default_factory=list)
    kept: bool = False

    @property
    def supplies(self) -> bool:
        """Whether it brings supply at all."""
        return self.fault is None and bool(self.feeds)

    @property
    def only_cargo(self) -> bool:
        """Whether it ships oil or BRPs, which supplies nobody (30.332, 30.342)."""
        return self.line.carries != "supply"


class SeaLines:
    """The sea lines of one faction; :meth:`settle` finds what they supply."""

    def __init__(
        self, board: Board, sources: Sources, faction: str, nation: str, memory: Memory
    ) -> None:
        self.board = board
        self.sources = sources
        self.faction = faction
        self.nation = nation
        self.memory = memory
        self.origins = sources.of(nation)
        self.taken = board.ground.field_of(memory.taken(board)) if memory.is_post_combat else 0
        named = board.ground.field(one.bit for one in self.origins)
        self.zones = Zones(board, nation, faction, named, self.taken)
        self.runs: list[Run] = []
        self._left: list[Origin] = []
        self.reach = self._reached()
        self.short: set[str] = set()
        self._oil: dict[int, frozenset[str]] = {}

    def settle(self, lines: Iterable[SeaLine]) -> None:
        """Judge the announced lines, presume the rest, and find what all of them supply."""
        from vassal_supply.systems.awaw.presumed import presume
        from vassal_supply.systems.awaw.sea_rules import judge, legal_run

        kept = self.memory.lines(self.faction)
        self.runs = [legal_run(self, line) for line in kept]
        for run in self.runs:
            run.kept = True
        for line in lines:
            self.runs.append(judge(self, line))
        self.feed()
        presume(self)

    def feed(self) -> None:
        """Let every legal line carry what reaches its start, until no line carries more."""
        feeding = True
        while feeding:
            feeding = False
            for run in self.runs:
                feeding = self._carry(run) or feeding
            if feeding:
                self.reach = self._reached()

    def feeds_for(self, nation: str) -> list[Origin]:
        """What sea lines and zones supplied before bring to a nation's units."""
        found = []
        for one in [*self._left, *(feed for run in self.runs for feed in run.feeds)]:
            grade = one.grade
            if self.board.who.faction(nation) != self.faction:
                grade = self.sources.allowed(one.owner, nation, one.grade)
            if grade != "out":
                found.append(one._replace(grade=grade))
        return found

    def _reached(self) -> Reach:
        """What all sources and lines so far supply by land."""
        origins = [*self.origins, *(feed for run in self.runs for feed in run.feeds)]
        reach = Reach(self.board, self.nation, origins)
        self._left = self._before(reach) if self.memory.is_post_combat else []
        return Reach(self.board, self.nation, [*origins, *self._left]) if self._left else reach

    def _before(self, reach: Reach) -> list[Origin]:
        """After combat zones that were supplied before act as sources themselves (30.45), where nothing else does."""
        found = []
        for grade in GRADES[:2]:
            held = self.board.ground.field_of(self.memory.hexes(self.faction, grade))
            held &= self.board.friendly(self.nation) & ~reach.full
            for bit in bits_of(held if grade == "full" else held & ~reach.partial):
                passage = Passage("the zone supplied before", ())
                name = self.board.name(bit)
                leave = not self.board.barred(self.nation) >> bit & 1
                before = Origin(bit, grade, "30.45", name, self.faction, leave, passage=passage)
                found.append(before)
        return found

    def _carry(self, run: Run) -> bool:
        """Let a line carry what it can now; whether that is more than before."""
        if run.fault or (run.fate.state != "through" and not run.line.islands) or run.only_cargo:
            return False
        sender = self._sender(run)
        if sender is None or GRADES.index(sender.grade) >= GRADES.index(run.grade):
            return False
        run.grade = sender.grade
        run.feeds = [self._feed(run, sender, bit) for bit in self._fed(run)]
        return bool(run.feeds)

    def _sender(self, run: Run) -> Origin | None:
        """What a line draws on: a box, a source in its port, or what supplies the port by land."""
        if run.box is not None:
            return next((one for one in self.origins if one.bit == run.start), None)
        sent = self.reach.sends(run.start, run.end)
        if sent is None:
            return None
        name = self.board.name(run.start)
        return Origin(run.start, sent.grade, "30.331", name, self.faction, bounds=sent.bounds)

    def _feed(self, run: Run, sender: Origin, bit: int) -> Origin:
        """What a line brings to a place, with the way it came."""
        board = self.board
        steps: Steps = tuple((at, SEA) for at in run.path[1:])
        if bit != run.end:
            steps = ((run.end, SEA), *steps)
        name = f"the sea line {run.line.name}"
        passage = Passage(name, steps, sender=None, reach=self.reach)
        if run.box is not None:
            passage = Passage(name, steps, sender=sender)
        leave = not board.barred(self.nation) >> bit & 1
        owner = sender.owner
        return Origin(
            bit,
            sender.grade,
            "30.333",
            board.name(bit),
            owner,
            leave=leave,
            bounds=sender.bounds,
            passage=passage,
        )

    def _fed(self, run: Run) -> list[int]:
        """The places a line brings supply to: its end, or the islands of a group it reached (30.343)."""
        if run.zone is None or not run.zone.group:
            return [run.end] if run.fate.state == "through" else []
        field = run.zone.field
        if run.fate.state != "through":
            field &= self._islands_reached(run.line)
        return list(bits_of(field))

    def _islands_reached(self, line: SeaLine) -> int:
        """The islands that a disrupted line had reached: those named up to the last one before it (30.343e)."""
        if not line.reached:
            return 0
        islands = line.islands[: line.islands.index(line.reached) + 1]
        return union(self.board.places(name) for name in islands)

    # ---------------------------------------------------------------- what is asked of all lines

    def sends_from(self) -> int:
        """The ports that a supply line starts from in this player turn."""
        supply = (run for run in self.runs if not run.fault and not run.only_cargo)
        starts = [run.start for run in supply if run.box is None]
        return self.board.ground.field(starts) | self.memory.sent(self.board)

    def received(self) -> int:
        """The ports that a line was traced to in this player turn, whatever became of it."""
        ends = [run.end for run in self.runs if not run.fault and not run.only_cargo]
        return self.board.ground.field(ends) | self.memory.received(self.board)

    def runs_to(self, zone: SupplyZone) -> Iterator[Run]:
        """The legal lines to a zone, in order."""
        for run in self.runs:
            if run.zone is zone and not run.fault and not run.only_cargo:
                yield run

    def judge_fate(self, run: Run) -> None:
        """Hold what is told of a line's protection and end to 30.36 and 30.38."""
        run.protections = [protection(self, run, force) for force in run.line.protected]
        run.fate = fate_of(run, run.protections)

    def was_short(self, bit: int) -> bool:
        """Whether a base had no full supply in its owner's last player turn (30.47)."""
        return self.memory.was_short(self.board.ground.ids[bit])

    def oil_at(self, place: str, nation: str) -> frozenset[str]:
        """The oil effects in force for a nation's units at a place, by the turn file alone."""
        return self.in_force(nation or self.nation) - self.offset_in(self.board.places(place))

    def in_force(self, nation: str) -> frozenset[str]:
        """The oil effects that a nation is under before any are offset."""
        oil, who = self.board.told.oil, self.board.who
        names = (nation, who.major(nation), who.faction(nation), who.side(nation))
        return frozenset().union(*(oil.get(name, frozenset()) for name in names))

    @property
    def oil(self) -> frozenset[str]:
        """The oil effects that any nation of the faction is under."""
        who = self.board.who
        mine = (name for name in self.board.told.oil if who.faction(name) == self.faction)
        return frozenset().union(*map(self.in_force, (self.nation, *mine)))

    def offset_in(self, field: int) -> frozenset[str]:
        """The oil effects that the turn file says are offset in a zone."""
        offsets = self.board.told.offset.items()
        return frozenset().union(
            *(words for name, words in offsets if self.board.places(name) & field)
        )

    def limits(self, nation: str = "") -> int | None:
        """How many sea hexes a line of a nation, or of this faction, may enter between two ports (30.334)."""
        ranges, nation = self.board.book.ranges, nation or self.nation
        for name in (nation, self.board.who.major(nation), self.faction, "*"):
            if name in ranges:
                return ranges[name]
        return None
