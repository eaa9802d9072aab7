"""Supply sources (30.2): which of them supply a nation's units now, at what grade, and why others do not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.ground import bits_of
from vassal_supply.supply.rulebook import Grade
from vassal_supply.systems.awaw.board import Board
from vassal_supply.systems.awaw.places import union
from vassal_supply.systems.awaw.who import (
    COMMUNISTS,
    FLYING_TIGERS,
    NATIONALISTS,
    RUSSIA,
    WESTERN,
)

if TYPE_CHECKING:
    from vassal_supply.systems.awaw.book import Minor, SourceRule
    from vassal_supply.systems.awaw.reach import Passage

CONTROLLER = "controller"
INDIA = "India box"


class Origin(NamedTuple):
    """A place that supply comes from: a source, or where a sea line or the Burma road brings it in.

    ``owner`` is the faction whose source it is. ``leave`` is false where no line may run out of it, ``in_hex`` true where
    it serves only what stands in it. ``bounds`` is the field beyond which its supply goes no further (``None``: none).
    ``passage`` is how supply came here, for what is no source itself.
    """

    bit: int
    grade: Grade
    rule: str
    name: str
    owner: str
    leave: bool = True
    in_hex: bool = False
    bounds: int | None = None
    passage: Passage | None = None


class Shut(NamedTuple):
    """A source that gives a nation nothing now, and why."""

    bit: int
    rule: str
    name: str
    text: str


class Sources:
    """All sources of one situation. ``post_combat`` lets bridgeheads placed this turn act (30.24)."""

    def __init__(self, board: Board, *, post_combat: bool = False) -> None:
        self.board = board
        self.who = board.who
        self.told = board.told
        self.book = board.book
        self.post_combat = post_combat
        self._kept: dict[str, tuple[Origin, ...]] = {}
        self._shut: dict[str, list[Shut]] = {}

    def of(self, nation: str) -> tuple[Origin, ...]:
        """The sources that supply a nation's units now."""
        if nation not in self._kept:
            self._kept[nation] = tuple(self._all(nation))
        return self._kept[nation]

    def allowed(self, owner: str, nation: str, grade: Grade) -> Grade:
        """What a faction's source of a grade gives a nation (30.29); ``out`` for nothing."""
        faction = self.who.faction(nation)
        if owner == faction:
            return grade
        if owner == WESTERN and faction == COMMUNISTS:
            return "out" if self._communists_are_russian_allies else grade
        if owner in (WESTERN, RUSSIA) and faction in (NATIONALISTS, COMMUNISTS):
            return grade
        if owner == NATIONALISTS and faction == WESTERN:
            return grade if nation == FLYING_TIGERS else "partial"
        if {owner, faction} == {NATIONALISTS, COMMUNISTS}:
            return grade if self._chinas_share else "out"
        return "out"

    def shut(self, nation: str) -> list[Shut]:
        """The named sources that could serve a nation, or any who holds them, and give it nothing now, with the reason."""
        if nation not in self._shut:
            self._shut[nation] = self._find_shut(nation)
        return self._shut[nation]

    def _find_shut(self, nation: str) -> list[Shut]:
        faction = self.who.faction(nation)
        found = []
        for rule in self.book.sources:
            if {faction, nation, CONTROLLER} & (rule.full | rule.partial) or rule.capital:
                for bit in self._named(rule.name):
                    if not self._by_name(rule, bit, nation):
                        text = self._why_shut(rule, bit, nation)
                        found.append(Shut(bit, self._rule_of(rule, bit), rule.name, text))
        found += self._shut_capitals(nation)
        found += self._shut_edges(nation)
        if not self.told.burma_road and any(one.name == INDIA for one in self.of(nation)):
            kunming = self._named(self.book.words["exceptions"]["burma_road"][-1])
            found += [Shut(bit, "30.324", INDIA, "the Burma road is not open") for bit in kunming]
        return found

    def _shut_capitals(self, nation: str) -> Iterator[Shut]:
        """The capitals of minors that are no source for a nation."""
        listed = {rule.name for rule in self.book.sources}
        for minor in self.book.minors.values():
            for bit in [] if minor.capital in listed else self._named(minor.capital):
                if any(True for _ in self._minor_capital(minor, nation)):
                    continue
                holder = self.board.controller(bit) or minor.name
                rule, text = "30.264", f"it is held by {holder.removeprefix('side ')}"
                if self.rests(bit, minor.capital):
                    rule, text = "30.21", "it is let rest this turn"
                elif frozenset((nation, minor.name)) in self.book.uncooperative:
                    text = f"{minor.name} and {nation} do not cooperate"
                yield Shut(bit, rule, minor.capital, text)

    def _shut_edges(self, nation: str) -> Iterator[Shut]:
        """The edge hexes through which a box of a nation's gives nothing (30.225)."""
        ground, boxes = self.board.ground, {one.bit: one.name for one in self.of(nation)}
        for link, rule, text in self.board.shut_edges():
            box, at = sorted(
                (ground.bit[link.a], ground.bit[link.b]), key=lambda bit: bit not in boxes
            )
            if box in boxes:
                yield Shut(at, rule, boxes[box], text)

    def rests(self, bit: int, name: str = "") -> bool:
        """Whether a source's faction lets it rest this turn; that does not bind one who took it since (30.21)."""
        ids = self.board.ground.ids
        names = {ids[bit], name, *self.board.situation.map.spaces[ids[bit]].names}
        return bool(names & self.told.not_acting) and not self._captured >> bit & 1

    @cached_property
    def bridgeheads(self) -> dict[int, str]:
        """The bridgeheads placed by invasion this turn, with the nation or side each belongs to."""
        placed = {self.board.place(one.at, "invasion") for one in self.told.invasions}
        found = {}
        for marker in self.board.placed("bridgehead"):
            bit = self.board.ground.bit.get(marker.space)
            if bit is not None and (bit in placed or marker.values.get("placed")):
                found[bit] = marker.nation or self.board.controller(bit)
        return found

    # ---------------------------------------------------------------- one sort after the other

    def _all(self, nation: str) -> Iterator[Origin]:
        for rule in self.book.sources:
            for bit in self._named(rule.name):
                if found := self._by_name(rule, bit, nation):
                    yield found
        for minor in self.book.minors.values():
            yield from self._minor_capital(minor, nation)
        yield from self._oil_plants(nation)
        yield from self._communist_cities(nation)
        yield from self._conquered_china(nation)
        yield from self._in_ics(nation)
        if self.post_combat:
            yield from self._bridgeheads(nation)

    def _by_name(self, rule: SourceRule, bit: int, nation: str) -> Origin | None:
        """30.221 to 30.227, 30.229, 30.261 to 30.263, 30.265."""
        holder = self.board.controller(bit)
        if self.rests(bit, rule.name) or rule.of in self.told.surrendered:
            return None
        if holder and not self.who.is_friendly(nation, holder):
            return None
        if any(self.told.allies.get(minor) != major for minor, major in rule.needs):
            return None
        if rule.capital and rule.capital in self.told.surrendered:
            owner = self.who.faction(holder)
            return self._held(bit, "30.229", rule.name, holder, nation) if owner else None
        grade, owner = self._granted(rule, bit, holder, nation)
        if grade == "out":
            return None
        box = self.book.boxes.get(rule.name)
        found = Origin(bit, grade, rule.rule, rule.name, owner, in_hex=rule.in_hex)
        if box is None:
            return found
        return found._replace(leave=box.by_land, bounds=self.board.bounds_of(box))

    def _granted(self, rule: SourceRule, bit: int, holder: str, nation: str) -> tuple[Grade, str]:
        """The grade that a named source gives a nation, and the faction whose source it is."""
        if rule.partial == {CONTROLLER}:
            origin = self._held(bit, rule.rule, rule.name, holder, nation)
            return (origin.grade, origin.owner) if origin else ("out", "")
        listed: tuple[tuple[Grade, frozenset[str]], ...] = (
            ("full", rule.full),
            ("partial", rule.partial),
        )
        for grade, users in listed:
            owners = sorted(users & self.book.sides.keys())
            if nation in users:
                return grade, owners[0] if owners else self.who.faction(nation)
            for owner in owners:
                allowed = self.allowed(owner, nation, grade)
                if allowed != "out":
                    return allowed, owner
        return "out", ""

    def _held(self, bit: int, rule: str, name: str, holder: str, nation: str) -> Origin | None:
        """A limited source for whoever controls it, his minors, his allies and theirs (30.264, 30.265)."""
        if not holder or not self.who.is_friendly(nation, holder):
            return None
        owner = self.who.faction(holder)
        if self._kept_apart(owner, nation) or self.rests(bit, name):
            return None
        return Origin(bit, "partial", rule, name, owner)

    def _minor_capital(self, minor: Minor, nation: str) -> Iterator[Origin]:
        """30.23 and 30.264: full for an unconquered minor's own units, limited for its friends or its conqueror."""
        if not self._exists(minor):
            return
        for bit in self._named(minor.capital):
            holder = self.board.controller(bit) or minor.name
            own = self.who.is_friendly(minor.name, holder) or holder == minor.name
            if nation == minor.name and own and not self.who.is_conquered(minor.name):
                if not self.rests(bit, minor.capital):
                    faction = self.who.faction(nation)
                    yield Origin(bit, "full", "30.23", minor.capital, faction)
                return
            if frozenset((nation, minor.name)) in self.book.uncooperative:
                return
            if found := self._held(bit, "30.264", minor.capital, holder, nation):
                yield found

    def _oil_plants(self, nation: str) -> Iterator[Origin]:
        """30.221 and 30.222: each undamaged synthetic oil plant, full for its faction."""
        faction = self.who.faction(nation)
        friendly = self.board.friendly(nation)
        for bit, owner in self._plants.items():
            if self.who.faction(owner) == faction and friendly >> bit & 1 and not self.rests(bit):
                rule = "30.222" if faction == "japan" else "30.221"
                name = f"the synthetic oil plant at {self.board.name(bit)}"
                yield Origin(bit, "full", rule, name, faction)

    def _communist_cities(self, nation: str) -> Iterator[Origin]:
        """30.227: the cities of the Communist Chinese regions and the designated source."""
        grade = self.allowed(COMMUNISTS, nation, "full")
        if grade == "out":
            return
        for bit in bits_of(self._communist & self.board.friendly(nation)):
            if not self.rests(bit):
                yield Origin(bit, grade, "30.227", self.board.name(bit), COMMUNISTS)

    def _conquered_china(self, nation: str) -> Iterator[Origin]:
        """30.266: conquered Chinese objectives, limited for the side that controls them."""
        objectives = self.board.featured(self.book.words["terrain"]["objective"])
        for bit in bits_of(objectives & self.board.regions("china")):
            holder = self.board.controller(bit)
            if self.who.faction(holder) in (NATIONALISTS, COMMUNISTS):
                continue
            if found := self._held(bit, "30.266", self.board.name(bit), holder, nation):
                yield found

    def _in_ics(self, nation: str) -> Iterator[Origin]:
        """30.27: an industrial centre, limited for what stands in it; a fortress is no source (30.28)."""
        for bit in bits_of(self.board.ics & self.board.friendly(nation)):
            holder = self.board.controller(bit)
            name = f"the industrial centre at {self.board.name(bit)}"
            found = self._held(bit, "30.27", name, holder or nation, nation)
            if found:
                yield found._replace(in_hex=True)

    def _bridgeheads(self, nation: str) -> Iterator[Origin]:
        """30.24: a bridgehead placed this turn is full; no line may leave it in an enemy zone of control."""
        for bit, owner in self.bridgeheads.items():
            faction = self.who.faction(owner)
            grade = self.allowed(faction, nation, "full")
            if grade != "out" and not self.rests(bit):
                leave = not self.board.barred(nation) >> bit & 1
                name = f"the bridgehead at {self.board.name(bit)}"
                yield Origin(bit, grade, "30.24", name, faction, leave=leave)

    # ---------------------------------------------------------------- what they ask

    def _named(self, name: str) -> list[int]:
        return list(bits_of(self.board.places(name))) if name else []

    def _exists(self, minor: Minor) -> bool:
        """Whether a minor whose capital is a source only under a condition (Kiev, 30.265) has come to be."""
        needs = [pair for rule in self.book.sources for pair in rule.needs if pair[0] == minor.name]
        return all(self.told.allies.get(name) == major for name, major in needs)

    def _kept_apart(self, owner: str, nation: str) -> bool:
        """30.29: Western and Russian sources do not serve each other; the Chinas by their own terms."""
        faction = self.who.faction(nation)
        if {owner, faction} == {WESTERN, RUSSIA}:
            return True
        special = {owner, faction} & {NATIONALISTS, COMMUNISTS}
        return bool(special) and self.allowed(owner, nation, "partial") == "out"

    @cached_property
    def places(self) -> int:
        """Every place that may be a source of somebody's."""
        board = self.board
        names = [rule.name for rule in self.book.sources]
        names += [one.capital for one in self.book.minors.values() if one.capital]
        china = board.featured(self.book.words["terrain"]["objective"]) & board.regions("china")
        found = union(board.places(name) for name in names) | china | board.ics | self._communist
        return found | board.ground.field([*self._plants, *self.bridgeheads])

    @cached_property
    def _communist(self) -> int:
        """The cities of Communist regions and the source designated, printed or by a marker (30.227)."""
        words = self.book.words["source_features"]["communist_city"]
        return self.board.printed_or_placed(words)

    @cached_property
    def _plants(self) -> dict[int, str]:
        """The undamaged synthetic oil plants with the nation each belongs to."""
        ground = self.board.ground
        printed = self.board.featured(self.book.words["source_features"]["oil_plant"])
        found = {bit: self._owner_of(bit) for bit in bits_of(printed)}
        damaged = self.board.marked("damage")
        for marker in self.board.placed("oil_plant"):
            bit = ground.bit.get(marker.space)
            if bit is not None:
                found[bit] = marker.nation or self._owner_of(bit)
                damaged |= 1 << bit if marker.values.get("damaged") else 0
        return {bit: owner for bit, owner in found.items() if not damaged >> bit & 1}

    def _owner_of(self, bit: int) -> str:
        """Whose plant one is that stands in a hex: the country's it is printed in, else its controller's."""
        home = self.board.situation.map.spaces[self.board.ground.ids[bit]].nation
        return home if self.who.faction(home) in self.book.sides else self.board.controller(bit)

    @cached_property
    def _captured(self) -> int:
        field = 0
        for name in self.told.captured:
            field |= 1 << self.board.place(name, "captured")
        return field

    @property
    def _communists_are_russian_allies(self) -> bool:
        return self.told.allies.get("Communist China") == "Russia"

    @property
    def _chinas_share(self) -> bool:
        level = self.told.chinese_resistance
        return level is not None and level >= self.book.share_from

    def _rule_of(self, rule: SourceRule, bit: int) -> str:
        if self.rests(bit, rule.name):
            return "30.21"
        return "30.229" if rule.capital else rule.rule

    def _why_shut(self, rule: SourceRule, bit: int, nation: str) -> str:
        holder = self.board.controller(bit)
        if self.rests(bit, rule.name):
            return "it is let rest this turn"
        if rule.of in self.told.surrendered:
            return f"{rule.of} has surrendered"
        if holder and not self.who.is_friendly(nation, holder):
            return f"it is held by {holder.removeprefix('side ')}"
        if rule.needs:
            return " and ".join(
                f"{minor} does not stand with {major}" for minor, major in rule.needs
            )
        if rule.capital in self.told.surrendered:
            return f"it is held by {holder.removeprefix('side ')}, whose sources serve no {nation}"
        if rule.capital and self.who.faction(nation) not in rule.full:
            return f"{rule.capital} has not surrendered"
        return "it serves others only"
