"""From a save to the situation a rulebook can judge, by what the kit says of its pieces and maps."""

from __future__ import annotations

from vassal_supply.errors import ReadWarning
from vassal_supply.kit.kit import Kit, PieceRule
from vassal_supply.kit.mapdata import BuiltMap, build_map
from vassal_supply.kit.marks import standing_status
from vassal_supply.kit.selectors import Captures, as_value, fill
from vassal_supply.model import Marker, Situation, Unit
from vassal_supply.model.situation import Value
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import Piece
from vassal_supply.vassal.save import Save


def read_situation(save: Save, module: Module, kit: Kit) -> Situation:
    """Everything on the kit's maps that the kit selects; oddities become warnings of the situation."""
    built = build_map(save, module, kit)
    reader = _Reader(save, kit, built)
    for piece in save.pieces.values():
        reader.read(piece)
    reader.finish()
    return Situation(
        map=built.model,
        sides=tuple(kit.sides),
        units=tuple(reader.units),
        markers=tuple(reader.markers),
        sources=built.sources,
        control=built.control,
        warnings=[*built.warnings, *reader.warnings],
    )


class _Reader:
    """Sorts the pieces of one save into units and markers."""

    def __init__(self, save: Save, kit: Kit, built: BuiltMap) -> None:
        self.units: list[Unit] = []
        self.markers: list[Marker] = []
        self.warnings: list[ReadWarning] = []
        self._unseen = 0
        self._save, self._kit, self._built = save, kit, built
        self._side_of = {nation: side for side, nations in kit.sides.items() for nation in nations}

    def read(self, piece: Piece) -> None:
        position = self._save.position(piece)
        if position.map is None or position.map not in self._built.layouts:
            return
        if piece.is_masked() or piece.is_hidden():
            self._unseen += 1
            return
        chosen = self._choose(piece)
        if chosen is None or chosen[0].role == "ignore":
            return
        space = self._built.space_at(position.map, position.x, position.y)
        if space is None:
            self._not_on_a_space(piece, position.map, position.x, position.y)
        elif chosen[0].role == "marker":
            self._add_marker(piece, space, *chosen)
        else:
            self._add_unit(piece, space, *chosen)

    def finish(self) -> None:
        """Say how many pieces were left out because an outsider does not see what they are."""
        if self._unseen:
            text = f"{self._unseen} masked or invisible pieces take no part"
            self.warnings.append(ReadWarning(self._save.file, text))

    def _choose(self, piece: Piece) -> tuple[PieceRule, Captures] | None:
        for rule in self._kit.pieces:
            captures = rule.where.match(piece)
            if captures is not None:
                return rule, captures
        return None

    def _add_unit(self, piece: Piece, space: str, rule: PieceRule, captures: Captures) -> None:
        side, nation = self._allegiance(piece, rule, captures)
        if side not in self._kit.sides:
            self._warn(
                piece, f"shows the side {side!r}, which the kit does not know; it takes no part"
            )
            return
        self.units.append(
            Unit(
                id=piece.id,
                name=_own_name(piece),
                map=self._built.model.spaces[space].map,
                space=space,
                side=side,
                nation=nation,
                kind=rule.kind,
                zoc=rule.zoc,
                supply=standing_status(piece, self._kit.marks, rule.kind),
                values=_values(piece, rule, captures),
            )
        )

    def _add_marker(self, piece: Piece, space: str, rule: PieceRule, captures: Captures) -> None:
        side, _ = self._allegiance(piece, rule, captures)
        on_map = self._built.model.spaces[space].map
        values = _values(piece, rule, captures)
        self.markers.append(
            Marker(piece.id, _own_name(piece), on_map, space, rule.kind, side, values)
        )

    def _allegiance(self, piece: Piece, rule: PieceRule, captures: Captures) -> tuple[str, str]:
        """Side and nation; a nation gives its side where the kit's rule names none."""
        nation = fill(rule.nation, piece, captures)
        side = fill(rule.side, piece, captures)
        return side or self._side_of.get(nation, ""), nation

    def _not_on_a_space(self, piece: Piece, on_map: str, x: int, y: int) -> None:
        location = self._built.layouts[on_map].place(x, y).location
        if location is not None:
            self._warn(
                piece, f"stands on {location!r}, which is no space of the kit; it takes no part"
            )

    def _warn(self, piece: Piece, text: str) -> None:
        self.warnings.append(
            ReadWarning(f"{self._save.file}: piece {piece.id} ({piece.name})", text)
        )


def _own_name(piece: Piece) -> str:
    """A piece's basic name: the engine's full name changes with every layer, the supply marks' own among them."""
    return piece.properties.get("BasicName") or piece.name


def _values(piece: Piece, rule: PieceRule, captures: Captures) -> dict[str, Value]:
    return {key: as_value(fill(template, piece, captures)) for key, template in rule.values.items()}
