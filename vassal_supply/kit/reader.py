"""Sorting the pieces of one save into units, markers and sources, by a kit's rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from vassal_supply.errors import ReadWarning
from vassal_supply.kit.kit import Kit
from vassal_supply.kit.marks import WORST_FIRST, standing_status
from vassal_supply.kit.rules import PieceRule
from vassal_supply.kit.seen import Seen, Spot
from vassal_supply.kit.selectors import Pattern
from vassal_supply.kit.templates import Template, as_value, is_yes
from vassal_supply.model import Marker, Source, Unit, Value
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import Piece, Viewer

_Words = dict[str, str]

_SHOWN = 5


class Reader:
    """Takes pieces one after the other; :meth:`finish` ties up what needs all of them.

    ``occupiers`` are the units that hold the space they stand on, ``control_markers`` the markers that show control,
    ``neutral`` the nations that a marker names as out of the war, ``commanders`` who commands whom, by name.
    """

    def __init__(self, file: str, module: Module, kit: Kit, viewer: Viewer) -> None:
        self.units: list[Unit] = []
        self.markers: list[Marker] = []
        self.sources: list[Source] = []
        self.occupiers: list[Unit] = []
        self.control_markers: list[Marker] = []
        self.neutral: set[str] = set()
        self.commanders: dict[str, tuple[str, ...]] = {}
        self.warnings: list[ReadWarning] = []
        self._file, self._module, self._kit, self._viewer = file, module, kit, viewer
        self._unseen = 0
        self._odd: defaultdict[str, list[Piece]] = defaultdict(list)
        self._elsewhere: defaultdict[str, list[Piece]] = defaultdict(list)
        self._named: dict[str, list[str]] = {}

    def read(self, piece: Piece, spot: Spot) -> None:
        """Take one piece that stands on a map of the kit."""
        if not piece.lies_open(self._viewer):
            self._unseen += 1
            return
        seen = Seen(piece, spot, self._viewer, self._module)
        chosen = choose(self._kit.pieces, seen)
        if chosen is None or chosen[0].role == "ignore":
            return
        rule, words = chosen
        if self._names_a_neutral(rule, seen, words):
            return
        if not spot.space:
            if spot.location:
                self._elsewhere[spot.location].append(piece)
            return
        side, nation = self._allegiance(rule, seen, words)
        words |= {"side": side, "nation": nation}
        if rule.role == "marker":
            self._add_marker(rule, seen, words)
        elif side in self._kit.sides:
            self._add_unit(rule, seen, words)
        else:
            self._odd[f"side {side!r} is none that the kit knows; left out"].append(piece)

    def finish(self) -> None:
        """Leave neutrals out, tie units to those that command them, give what counters lie on them, say what was odd."""
        self._leave_neutrals_out()
        self._apply_command()
        self._apply_marker_marks()
        self._note_elsewhere()
        for text, pieces in self._odd.items():
            first = f"piece {pieces[0].id} ({pieces[0].name_for(self._viewer)})"
            count = len(pieces)
            self._warn(f"{first if count == 1 else f'{count} pieces, first {first}'}: {text}")
        if self._unseen:
            self._warn(f"{self._unseen} masked or invisible pieces take no part")

    def _note_elsewhere(self) -> None:
        """Note which pieces stand on places that the kit does not play on, such as boxes beside the map."""
        places = list(self._elsewhere)
        if not places:
            return
        if len(places) == 1:
            text = f"place {places[0]!r} is no space of the kit; left out"
        else:
            shown = ", ".join(map(repr, places[:_SHOWN])) + (", ..." if places[_SHOWN:] else "")
            text = f"{len(places)} places are no space of the kit ({shown}); left out"
        self._odd[text] += [piece for pieces in self._elsewhere.values() for piece in pieces]

    def _names_a_neutral(self, rule: PieceRule, seen: Seen, words: _Words) -> bool:
        """Whether a piece says that a nation is out of the war; it may do so beside the map too."""
        if rule.role != "marker" or not self._kit.neutral:
            return False
        if self._fill(rule.kind, seen, words) != self._kit.neutral:
            return False
        self.neutral.add(self._fill(rule.nation, seen, words))
        return True

    def _leave_neutrals_out(self) -> None:
        """Units of neutral nations take no part, nor does what they bring."""
        if not self.neutral:
            return
        gone = {unit.id for unit in self.units if unit.nation in self.neutral}
        self.units = [unit for unit in self.units if unit.id not in gone]
        self.occupiers = [unit for unit in self.occupiers if unit.id not in gone]
        self.sources = [source for source in self.sources if source.piece not in gone]

    def _warn(self, text: str) -> None:
        self.warnings.append(ReadWarning(self._file, text))

    def _add_unit(self, rule: PieceRule, seen: Seen, words: _Words) -> None:
        kind = self._fill(rule.kind, seen, words)
        unit = Unit(
            id=seen.piece.id,
            name=self._name(rule, seen, words),
            map=seen.spot.map,
            space=seen.spot.space,
            side=words["side"],
            nation=words["nation"],
            kind=kind,
            zoc=is_yes(self._fill(rule.zoc, seen, words)),
            supply=standing_status(seen.properties, self._kit.marks, kind),
            values=self._values(rule, seen, words),
        )
        self.units.append(unit)
        if rule.controls:
            self.occupiers.append(unit)
        if rule.superiors:
            names = [self._fill(one, seen, words) for one in rule.superiors]
            self._named[unit.id] = [name for name in names if name]
        self._add_source(rule, seen, words, unit)

    def _add_marker(self, rule: PieceRule, seen: Seen, words: _Words) -> None:
        marker = Marker(
            id=seen.piece.id,
            name=self._name(rule, seen, words),
            map=seen.spot.map,
            space=seen.spot.space,
            kind=self._fill(rule.kind, seen, words),
            side=words["side"],
            values=self._values(rule, seen, words),
            nation=words["nation"],
        )
        self.markers.append(marker)
        if rule.controls:
            self.control_markers.append(marker)
        self._add_source(rule, seen, words, marker)

    def _add_source(self, rule: PieceRule, seen: Seen, words: _Words, of: Unit | Marker) -> None:
        if rule.source is None:
            return
        users = frozenset(self._fill(one, seen, words) for one in rule.source.users) - {""}
        self.sources.append(
            Source(of.space, rule.source.kind, of.name, users, rule.source.grade, of.id, of.values)
        )

    def _allegiance(self, rule: PieceRule, seen: Seen, words: _Words) -> tuple[str, str]:
        """Side and nation; a nation gives its side where the kit's rule names none."""
        nation = self._fill(rule.nation, seen, words)
        side = self._fill(rule.side, seen, words) if rule.side else self._kit.side_of(nation)
        return side, nation

    def _name(self, rule: PieceRule, seen: Seen, words: _Words) -> str:
        """What reports call it: its basic name unless the rule says otherwise.

        The engine's full name changes with every layer, the supply marks' own among them.
        """
        return (self._fill(rule.name, seen, words) if rule.name else "") or seen.basic_name

    def _values(self, rule: PieceRule, seen: Seen, words: _Words) -> dict[str, Value]:
        return {
            key: as_value(self._fill(value, seen, words)) if isinstance(value, Template) else value
            for key, value in rule.values.items()
        }

    def _fill(self, template: Template, seen: Seen, words: Mapping[str, str]) -> str:
        def missed(table: str, word: str) -> None:
            text = f"the kit's table {table!r} has no entry for {word!r}"
            if seen.piece not in self._odd[text]:
                self._odd[text].append(seen.piece)

        return template.fill(seen, words, missed)

    def _apply_command(self) -> None:
        """Chains of command: by each unit's ``hq`` and by the kit's table of who commands whom."""
        if not self._named and not self._kit.command:
            return
        # Those of the order of battle who have left the map are in it all the same.
        names = dict.fromkeys([*self._kit.command, *(unit.name for unit in self.units)])
        over: dict[str, list[str]] = {name: [] for name in names}
        for superior, wanted in self._kit.command.items():
            patterns = [Pattern(one) for one in wanted]
            for name, superiors in over.items():
                if any(pattern.match(name) is not None for pattern in patterns):
                    superiors.append(superior)
        for unit in self.units:
            self._named[unit.id] = [*self._named.get(unit.id, ()), *over[unit.name]]
        self.commanders = {name: tuple(superiors) for name, superiors in over.items()}
        self.commanders |= {unit.name: tuple(self._named[unit.id]) for unit in self.units}
        by_name: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for unit in self.units:
            by_name[unit.side, unit.name].append(unit.id)
        self.units = [self._commanded(unit, by_name) for unit in self.units]

    def _commanded(self, unit: Unit, by_name: Mapping[tuple[str, str], list[str]]) -> Unit:
        names = self._named.get(unit.id, ())
        ids = [id for name in names for id in by_name.get((unit.side, name), ()) if id != unit.id]
        return unit._replace(superiors=tuple(dict.fromkeys(ids))) if ids else unit

    def _apply_marker_marks(self) -> None:
        """The standing status that counters laid on units give them."""
        marks = [mark for mark in self._kit.marks if mark.trait == "marker"]
        if not marks:
            return
        lying = {(one.space, one.kind, one.side) for one in self.markers}
        for number, unit in enumerate(self.units):
            grades = {unit.supply or "full"}
            for mark in marks:
                hit = {(unit.space, mark.name, ""), (unit.space, mark.name, unit.side)} & lying
                if hit and mark.concerns(unit.kind, unit.side):
                    grades |= mark.shows.keys()
            worst = next(grade for grade in WORST_FIRST if grade in grades)
            self.units[number] = unit._replace(supply=worst)


def choose(rules: tuple[PieceRule, ...], seen: Seen) -> tuple[PieceRule, _Words] | None:
    """The first rule that takes a piece, with what its patterns captured."""
    for rule in rules:
        captures = rule.where.match(seen)
        if captures is not None and (rule.unless is None or rule.unless.match(seen) is None):
            return rule, captures
    return None
