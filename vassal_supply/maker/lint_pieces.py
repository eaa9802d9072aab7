"""Lint of ``kit.toml``'s rules for pieces: what they take, what nobody takes, marks that no piece carries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vassal_supply.kit.marks import marks_of
from vassal_supply.kit.reader import choose
from vassal_supply.kit.reading import placed
from vassal_supply.kit.seen import Seen
from vassal_supply.kit.selectors import Pattern, match_choice
from vassal_supply.maker.findings import Findings, some
from vassal_supply.maker.survey import slot_pieces
from vassal_supply.vassal.pieces import REFEREE

if TYPE_CHECKING:
    from vassal_supply.kit import Kit, Mark
    from vassal_supply.kit.maps import BuiltMap
    from vassal_supply.kit.rules import PieceRule
    from vassal_supply.tables import Table
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save

PLACE_KEYS = {"map", "zone", "board", "space", "location"}
# With more palettes than this, only their windows are named.
_MOST_GROUPS = 12
_ROLES = ("ignore", "marker", "unit")


def lint_pieces(
    findings: Findings, kit: Kit, module: Module, built: BuiltMap, save: Save | None
) -> None:
    """Hold the rules to the pieces of a save, those on the kit's maps, and to the module's palettes."""
    palette = list(slot_pieces(module))
    standing = [] if save is None else list(_standing(save, module, built))
    takes = _Takes(kit, [*standing, *palette])
    _unused(findings, kit, takes)
    on_spaces = [seen for seen in standing if seen.spot.space]
    _untaken(findings, kit, takes, on_spaces if standing else palette, bool(standing))
    _marks(findings, kit, takes)
    _command(findings, kit, takes)


def _standing(save: Save, module: Module, built: BuiltMap) -> Iterator[Seen]:
    for piece, spot in placed(save, module, built):
        yield Seen(piece, spot, REFEREE, module)


class _Takes:
    """Which rule takes which of some pieces, and which rules would."""

    def __init__(self, kit: Kit, pieces: list[Seen]) -> None:
        self.rules = kit.pieces
        self.of: dict[int, PieceRule] = {}
        self.fitting: Counter[int] = Counter()
        self.taking: Counter[int] = Counter()
        # Rules that would fit pieces of the palettes if they stood at the right place.
        self.elsewhere: set[int] = set()
        self.pieces = pieces
        for seen in pieces:
            chosen = choose(kit.pieces, seen)
            if chosen is not None:
                self.of[id(seen)] = chosen[0]
                self.taking[kit.pieces.index(chosen[0])] += 1
            for number, rule in enumerate(kit.pieces):
                if rule.where.match(seen) is not None:
                    self.fitting[number] += 1
                elif not seen.spot.map and _fits_but_for_place(rule, seen):
                    self.elsewhere.add(number)

    def units(self) -> list[tuple[Seen, PieceRule]]:
        """The pieces that become units."""
        return [
            (seen, rule)
            for seen in self.pieces
            if (rule := self.of.get(id(seen))) is not None and rule.role == "unit"
        ]


def _tables(kit: Kit) -> list[Table]:
    """The tables of the rules, in their order."""
    return [one for role in _ROLES for one in kit.table.tables(role)]


def _fits_but_for_place(rule: PieceRule, seen: Seen) -> bool:
    """Whether a rule asks for a place, and for nothing else that a piece does not show."""
    for choice in rule.where.choices:
        rest = {key: patterns for key, patterns in choice.items() if key not in PLACE_KEYS}
        if len(rest) < len(choice) and match_choice(rest, seen) is not None:
            return True
    return False


def _unused(findings: Findings, kit: Kit, takes: _Takes) -> None:
    """Rules that take no piece."""
    for number, table in enumerate(_tables(kit)):
        if takes.taking[number] or number in takes.elsewhere:
            continue
        if takes.fitting[number]:
            said = "earlier rules, or unless, take all pieces that it fits"
        else:
            said = "fits no piece of the save or of the module's palettes"
        findings.warning(table, "where", said)


def _untaken(findings: Findings, kit: Kit, takes: _Takes, pieces: list[Seen], placed: bool) -> None:
    """Pieces that no rule takes, palette by palette."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    maps = {one.name for one in kit.maps}
    for seen in pieces:
        if id(seen) not in takes.of:
            path = seen.slot.path if seen.slot else ()
            # What a map holds at the start lies in a stack of its own, often with a name of its own.
            palette = path[0] if path[:1] and path[0] in maps else "/".join(path)
            groups[palette].append(seen.basic_name or (path[-1] if path else ""))
    if len(groups) > _MOST_GROUPS:
        groups = _by_window(groups)
    where = "standing on spaces of the kit" if placed else "of the module"
    for palette, names in groups.items():
        of = f", from the palette {palette!r}" if palette else ""
        count = "1 piece" if len(names) == 1 else f"{len(names)} pieces"
        said = f"no rule takes {count} {where}{of}: {some(list(dict.fromkeys(names)))}"
        findings.warning(kit.table, "", said)


def _by_window(groups: dict[str, list[str]]) -> defaultdict[str, list[str]]:
    """The same names by the window that the palettes are in."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for palette, names in groups.items():
        found[palette.partition("/")[0]] += names
    return found


def _marks(findings: Findings, kit: Kit, takes: _Takes) -> None:
    """Marks that no unit carries, and levels that their layers do not have."""
    kinds = {marker.kind.text for marker in kit.pieces if marker.role == "marker"}
    units = takes.units()
    for mark, table in zip(kit.marks, kit.table.tables("mark"), strict=True):
        if mark.trait == "marker":
            if mark.name not in kinds:
                findings.error(table, "marker", f"{mark.name!r} is the kind of no [[marker]]")
            continue
        carriers = [
            seen for seen, rule in units if marks_of((mark,), seen.properties, _kind(rule, mark))
        ]
        if not carriers:
            findings.warning(table, mark.trait, f"no unit carries {mark.name!r}")
        elif mark.trait == "layer":
            _levels(findings, mark, table, carriers)


def _kind(rule: PieceRule, mark: Mark) -> str:
    """The kind of unit a rule makes; one that depends on the piece may be any that the mark is for."""
    return rule.kind.text if not rule.kind.words else next(iter(mark.kinds), "")


def _levels(findings: Findings, mark: Mark, table: Table, carriers: list[Seen]) -> None:
    for seen in carriers:
        layer = seen.piece.layer(mark.name)
        count = len(layer.images) if layer else 0
        for grade, level in mark.shows.items():
            if layer and level.isdigit() and int(level) > count:
                said = f"{level}; the layer {mark.name!r} of {seen.basic_name!r} has {count} levels"
                findings.error(table.table("levels"), grade, said)
                return


def _command(findings: Findings, kit: Kit, takes: _Takes) -> None:
    """Names in the chain of command that no unit bears. Names made by templates are not judged."""
    units = takes.units()
    if not kit.command or any(rule.name for _, rule in units):
        return
    names = {seen.basic_name for seen, _ in units}
    table = kit.table.table("command")
    for superior, below in kit.command.items():
        if superior not in names:
            findings.warning(table, superior, f"no unit is called {superior!r}")
        for pattern in below:
            if not any(Pattern(pattern).match(name) is not None for name in names):
                findings.warning(table, superior, f"no unit's name fits {pattern!r}", pattern)
