"""What ``inspect`` says of a file: a module or extension, a save or a log, as text for people and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from vassal_supply.errors import ReadWarning
from vassal_supply.report.as_text import columns

if TYPE_CHECKING:
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.layout import MapLayout
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.pieces import Piece
    from vassal_supply.vassal.save import Save
    from vassal_supply.vassal.summary import Summary

SCHEMA = 1
SUPPLY_WORDS = (
    "supply",
    "supplied",
    "oos",
    "isolat",
    "out of s",
    "unsup",
    "logist",
    "depot",
    "dump",
)
"""Parts of names that make a layer, mark or counter look as if it were about supply."""

_SHOWN = 12


class SaveView:
    """A save or log seen with its module, or without one: then places have no names.

    ``of`` is the state to look at; for a log the state after some step of it.
    """

    def __init__(self, of: Save, *, log: Save | None = None, module: Module | None = None) -> None:
        self.save = of
        self.log = log
        self.module = module
        self._layouts: dict[str, MapLayout | None] = {}

    @property
    def kind(self) -> str:
        """``save`` or ``log``."""
        return "log" if self.log is not None else "save"

    @property
    def warnings(self) -> list[ReadWarning]:
        """Everything odd that was met, the traits of all pieces looked through."""
        found = [*(self.log or self.save).warnings, *self.save.check_traits()]
        if self.module is None:
            text = "no module at hand, so places have no names; name it with --module"
            return [*found, ReadWarning(self.save.file, text)]
        layouts = [layout for layout in self._layouts.values() if layout is not None]
        return [
            *found,
            *self.module.warnings,
            *(one for layout in layouts for one in layout.warnings),
        ]

    def turns(self) -> list[str]:
        """The turn that each of the module's trackers shows, in words."""
        if self.module is None:
            return []
        own = self.save.global_properties.get("Module", {})
        trackers = self.module.turn_trackers
        return [one.turn(self.save.turns.get(one.id), own).text for one in trackers]

    def pieces(self) -> Iterator[dict[str, Any]]:
        """Every piece under the keys of the command line's contract; what it is not on or in is ``None``."""
        for piece in self.save.pieces.values():
            at = self.save.position(piece)
            layout = self._layout(at.map)
            location, zone, board = layout.place(at.x, at.y) if layout else (None, None, None)
            yield {
                "id": piece.id,
                "name": piece.name,
                "map": at.map,
                "x": at.x,
                "y": at.y,
                "location": location,
                "zone": zone,
                "board": board,
                "stack": at.stack,
                "deck": at.deck,
            }

    def _layout(self, name: str | None) -> MapLayout | None:
        if name is None or self.module is None:
            return None
        if name not in self._layouts:
            self._layouts[name] = self.module.layout(name, self.save.boards.get(name))
        return self._layouts[name]

    def by_map(self) -> Counter[str | None]:
        """How many pieces lie on each map; ``None`` counts those on none."""
        return Counter(position.map for position in self.save.positions())

    def palettes(self) -> Counter[str]:
        """How many pieces come from each palette of the module."""
        if self.module is None:
            return Counter()
        return Counter(map(self._palette_of, self.save.pieces.values()))

    def _palette_of(self, piece: Piece) -> str:
        image = piece.basic.image if piece.basic else ""
        name = piece.properties.get("BasicName", "")
        slot = self.module.slot(piece.gpid, name, image) if self.module else None
        return " > ".join(slot.path[:2]) if slot else "no palette of the module"

    def supply_looks(self) -> list[str]:
        """Layers, marks and counters whose names sound like supply, with how many pieces show what."""
        shown: Counter[str] = Counter()
        for piece in self.save.pieces.values():
            shown.update(_supply_words_on(piece))
        return [f"{what} ({count:,})" for what, count in sorted(shown.items())]


def save_json(view: SaveView, *, pieces: bool) -> str:
    """A save or log; ``pieces`` adds every piece."""
    listed = list(view.pieces()) if pieces else None
    data = {
        "schema": SCHEMA,
        "kind": view.kind,
        "file": view.save.file,
        "engine": view.save.vassal_version,
        "module": view.save.module_name,
        "module_version": view.save.module_version,
        "steps": view.log.steps if view.log is not None else None,
        "turns": view.turns(),
        "extensions": [
            {"name": name, "version": version} for name, version in view.save.extensions
        ],
        "maps": [
            _map_json(view, name, count)
            for name, count in view.by_map().items()
            if name is not None
        ],
        "off_map": view.by_map()[None],
        "supply": view.supply_looks(),
        "pieces": listed,
        "warnings": [_warning_json(one) for one in view.warnings],
    }
    return (
        json.dumps(
            {key: value for key, value in data.items() if value is not None},
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


def contents_json(contents: Contents, summary: Summary) -> str:
    """A module or extension."""
    data = {
        "schema": SCHEMA,
        "kind": summary.kind.lower(),
        "file": contents.file,
        "engine": summary.engine,
        "module": summary.name,
        "version": summary.version,
        "description": summary.description,
        "sides": summary.sides,
        "maps": [_plain(one) for one in summary.maps],
        "palettes": [
            {"path": list(path), "pieces": count} for path, count in summary.palettes.items()
        ],
        "marks": summary.marks,
        "layers": [_plain(one) for one in summary.layers],
        "supply": _supply_in(summary),
        "turn_trackers": summary.turn_trackers,
        "setups": summary.setups,
        "extensions": summary.extensions,
        "custom_classes": summary.custom_classes,
        "warnings": [_warning_json(one) for one in contents.warnings],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def save_text(view: SaveView, *, pieces: bool) -> str:
    """A save or log in words; ``pieces`` adds a table of every piece."""
    save = view.save
    of = f" of {save.module_name} {save.module_version}".rstrip() if save.module_name else ""
    by = f", saved by VASSAL {save.vassal_version}" if save.vassal_version else ""
    lines = [f"{view.kind.capitalize()}{of}{by}"]
    if view.log is not None:
        lines.append(f"{view.log.steps:,} steps follow its beginning")
    lines += [f"Turn: {turn}" for turn in view.turns() if turn]
    lines += [f"Needs the extension {name} {version}" for name, version in save.extensions]
    lines += ["", *_places_text(view)]
    if palettes := view.palettes():
        lines += ["", "Pieces by palette:", *_counted(palettes)]
    if looks := view.supply_looks():
        lines += ["", "Looks like supply:", *(f"  {one}" for one in looks)]
    if pieces:
        lines += ["", *_piece_table(view)]
    return "\n".join(lines) + "\n"


def contents_text(summary: Summary) -> str:
    """A module or extension in words."""
    lines = list(summary.lines())
    if looks := _supply_in(summary):
        lines += ["Looks like supply:", *(f"  {one}" for one in looks)]
    return "\n".join(lines) + "\n"


def _places_text(view: SaveView) -> list[str]:
    save, count = view.save, view.by_map()
    lines = [f"{len(save.pieces):,} pieces, {len(save.stacks):,} stacks, {len(save.decks):,} decks"]
    rows = [
        [f"  {name}", f"{number:,}", ", ".join(board.name for board in save.boards.get(name, ()))]
        for name, number in count.most_common()
        if name is not None
    ]
    return [*lines, *columns(rows), *([f"  on no map: {count[None]:,}"] if count[None] else [])]


def _counted(count: Counter[str]) -> list[str]:
    rows = [[f"  {name}", f"{number:,}"] for name, number in count.most_common(_SHOWN)]
    rest = sum(count.values()) - sum(number for _, number in count.most_common(_SHOWN))
    return columns([*rows, *([["  others", f"{rest:,}"]] if rest else [])])


def _piece_table(view: SaveView) -> list[str]:
    head = ["map", "location", "zone", "name", "id"]
    keys = ("map", "location", "zone", "name", "id")
    return columns([head, *([str(piece[key] or "-") for key in keys] for piece in view.pieces())])


def _sounds_like_supply(name: str) -> bool:
    low = name.lower()
    return any(word in low for word in SUPPLY_WORDS)


def _supply_words_on(piece: Piece) -> Iterator[str]:
    from vassal_supply.vassal.traits import LayerTrait, MarkTrait

    properties = piece.properties
    for trait in piece.traits:
        if isinstance(trait, LayerTrait) and _sounds_like_supply(f"{trait.name} {trait.field(15)}"):
            level = properties.get(f"{trait.name}_Level", "")
            yield f"layer {trait.name}: {'off' if level.startswith('-') else 'level ' + level}"
        elif isinstance(trait, MarkTrait):
            yield from (
                f"mark {name}: {properties.get(name, '')}"
                for name in trait.property_names()
                if _sounds_like_supply(name)
            )
    if _sounds_like_supply(name := properties.get("BasicName", "")):
        yield f"counter {name}"


def _supply_in(summary: Summary) -> list[str]:
    layers = [
        f"layer {layer.name}: {', '.join(layer.levels)}"
        for layer in summary.layers
        if _sounds_like_supply(" ".join((layer.name, *layer.levels)))
    ]
    return layers + [f"mark {name}" for name in summary.marks if _sounds_like_supply(name)]


def _map_json(view: SaveView, name: str, count: int) -> dict[str, Any]:
    boards = [
        {"name": board.name, "reversed": board.reversed} for board in view.save.boards.get(name, ())
    ]
    return {"name": name, "pieces": count, "boards": boards}


def _plain(value: Any) -> Any:
    """Named tuples as JSON objects, all the way down."""
    if hasattr(value, "_asdict"):
        return {key: _plain(one) for key, one in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _warning_json(warning: ReadWarning) -> dict[str, str]:
    return {"where": warning.where, "text": warning.text}
