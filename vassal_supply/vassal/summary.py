"""A module or extension in words and numbers: what a person wants to know of it before looking inside.

:func:`summarize` gathers, :meth:`Summary.lines` tells it. All counts are of the build file, not of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from vassal_supply.errors import FormatError
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.cells import Cell, Effort, LatticeView, Region
from vassal_supply.vassal.contents import Contents
from vassal_supply.vassal.extension import Extension
from vassal_supply.vassal.grids.hex import HexGrid
from vassal_supply.vassal.images import Size
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.maps import Board, ModuleMap
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.palette import Budget, Slot, expand
from vassal_supply.vassal.traits import DynamicPropertyTrait, LayerTrait, MarkTrait, make_trait

_KINDS = {
    "Map": "map",
    "PrivateMap": "private map",
    "PlayerHand": "player's hand",
    "WidgetMap": "map in a chart",
}
_A_FEW = 6
_MANY_VALUES = 40
_MANY_LINES = 25
_ON_MAP = "at start and in decks"


class GridSummary(NamedTuple):
    """One grid of a board: ``kind`` is ``hex``, ``square``, ``areas`` or ``boxes``, ``zone`` the zone it fills.

    ``first`` and ``last`` are the names of its top left and bottom right places. Grids of more cells than can be gone
    through have no ``kind``; then ``text`` says so.
    """

    kind: str
    zone: str | None
    places: int
    first: str
    last: str
    text: str


class BoardSummary(NamedTuple):
    """A board, its size in pixels (``None`` without an image) and its grids."""

    name: str
    size: Size | None
    image: str
    grids: tuple[GridSummary, ...]


class MapSummary(NamedTuple):
    """A map with the windows it lies in, its boards, its draw piles' names and the count of its at-start stacks."""

    name: str
    id: str
    kind: str
    path: tuple[str, ...]
    edge: Size
    boards: tuple[BoardSummary, ...]
    decks: tuple[str, ...]
    start_stacks: int


class LayerSummary(NamedTuple):
    """A layer that pieces have: all levels it has on any of them, by name or else by image."""

    name: str
    levels: tuple[str, ...]
    pieces: int


class Summary(NamedTuple):
    """What a module or extension holds; ``module`` is the one that an extension is for, empty for a module itself.

    ``palettes`` counts slots by the first two names of their path, those of a map's decks and at-start stacks by map;
    ``marks`` counts them by a mark's name and value (a mark with very many values only by name, under the value ``…``),
    ``dynamic`` by the names of dynamic properties.
    """

    kind: str
    name: str
    version: str
    module: str
    description: str
    engine: str
    sides: tuple[str, ...]
    maps: tuple[MapSummary, ...]
    palettes: Mapping[tuple[str, ...], int]
    marks: Mapping[str, Mapping[str, int]]
    layers: tuple[LayerSummary, ...]
    dynamic: Mapping[str, int]
    prototypes: int
    properties: int
    turn_trackers: Mapping[str, str]
    setups: tuple[str, ...]
    extensions: tuple[str, ...]
    custom_classes: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The summary as lines of text for people."""
        yield self._title()
        if self.description:
            yield f"  {self.description}"
        if self.sides:
            yield f"Sides: {', '.join(self.sides)}"
        for name, first in self.turn_trackers.items():
            yield f"Turns ({name}): the first is {first!r}" if first else f"Turns: {name}"
        for one in self.maps:
            yield from _map_lines(one)
        yield from self._piece_lines()
        if self.setups:
            yield f"Set-ups: {', '.join(self.setups)}"
        if self.extensions:
            yield f"With the extensions {', '.join(self.extensions)}"
        if self.custom_classes:
            yield f"Classes of its own, which nothing is known of: {', '.join(self.custom_classes)}"

    def _title(self) -> str:
        version = f" {self.version}" if self.version else ""
        saved = f", saved by VASSAL {self.engine}" if self.engine else ""
        belongs = f" for {self.module}" if self.module else ""
        return f"{self.kind} {self.name}{version}{belongs}{saved}"

    def _piece_lines(self) -> Iterator[str]:
        total = sum(self.palettes.values())
        if not total:
            return
        made = f", made with {_counted(self.prototypes, 'prototype')}" if self.prototypes else ""
        yield f"Pieces: {total:,} in {_counted(len(self.palettes), 'palette')}{made}"
        for path, count in self.palettes.items():
            yield f"  {' > '.join(path) or '(no palette)'}: {count:,}"
        yield from _some(map(_mark_line, self.marks.items()), "marks")
        yield from _some(map(_layer_line, self.layers), "layers")
        yield from _some(map(_dynamic_line, self.dynamic.items()), "properties")


def _mark_line(mark: tuple[str, Mapping[str, int]]) -> str:
    name, values = mark
    counted = [f"{value or '(empty)'} {count:,}" for value, count in values.items()]
    return f"  mark {name}: {_few(counted)}"


def _dynamic_line(property: tuple[str, int]) -> str:
    name, count = property
    return f"  property {name} (on {count:,})"


def _layer_line(layer: LayerSummary) -> str:
    return f"  layer {layer.name}: {_few(layer.levels)} (on {layer.pieces:,})"


def _some(lines: Iterator[str], what: str) -> Iterator[str]:
    """The first lines, and a word on how many more there are."""
    everything = list(lines)
    yield from everything[:_MANY_LINES]
    if len(everything) > _MANY_LINES:
        yield f"  and {len(everything) - _MANY_LINES:,} {what} more"


def summarize(contents: Contents) -> Summary:
    """Read all of a module or extension that a summary needs.

    :raises FormatError: for prototypes that multiply without end.
    """
    marks, layers, dynamic = _traits(contents)
    effort = Effort()
    about = contents if isinstance(contents, Module | Extension) else None
    return Summary(
        kind="Extension" if isinstance(contents, Extension) else "Module",
        name=about.name if about else "",
        version=about.version if about else "",
        module=_module_of(contents) if isinstance(contents, Extension) else "",
        description=about.description if about else "",
        engine=about.vassal_version if about else "",
        sides=contents.sides,
        maps=tuple(_map(one, effort) for one in contents.maps),
        palettes=_palettes(contents),
        marks=marks,
        layers=layers,
        dynamic=dynamic,
        prototypes=len(contents.prototypes),
        properties=len(contents.global_properties),
        turn_trackers={one.name: one.turn().text for one in contents.turn_trackers},
        setups=tuple(setup.name for setup in contents.setups),
        extensions=tuple(e.name for e in contents.extensions)
        if isinstance(contents, Module)
        else (),
        custom_classes=contents.custom_classes,
    )


def _module_of(extension: Extension) -> str:
    return "any module" if extension.universal else extension.module_name


def _palettes(contents: Contents) -> Counter[tuple[str, ...]]:
    maps = {one.name for one in contents.maps}
    return Counter(palette_of(slot, maps) for slot in contents.slots)


def palette_of(slot: Slot, maps: Container[str]) -> tuple[str, ...]:
    """What a slot is counted under: its window and tab, or its map, the name of which is one of ``maps``."""
    path = slot.path[:2]
    return (path[0], _ON_MAP) if path and path[0] in maps else path


def _traits(
    contents: Contents,
) -> tuple[dict[str, dict[str, int]], tuple[LayerSummary, ...], dict[str, int]]:
    """The marks, the named layers and the dynamic properties of all pieces in the palettes."""
    marks: dict[str, Counter[str]] = {}
    dynamic: Counter[str] = Counter()
    layers: Counter[str] = Counter()
    levels: dict[str, dict[str, None]] = {}
    budget = Budget()
    for slot in contents.slots:
        types, states = expand(slot.definition, contents.prototypes, contents.file, budget)
        for level, (own, state) in enumerate(zip(types, states, strict=True)):
            trait = make_trait(own, state, level)
            if isinstance(trait, MarkTrait):
                for name, value in trait.marks.items():
                    marks.setdefault(name, Counter())[value] += 1
            elif isinstance(trait, DynamicPropertyTrait):
                dynamic[trait.name] += 1
            elif isinstance(trait, LayerTrait) and trait.name:
                layers[trait.name] += 1
                names = zip(trait.level_names, trait.images, strict=False)
                known = levels.setdefault(trait.name, {})
                known.update(dict.fromkeys(name or image for name, image in names))
    few = {
        name: dict(values) if len(values) <= _MANY_VALUES else {"…": values.total()}
        for name, values in marks.items()
    }
    told = tuple(LayerSummary(n, tuple(levels[n]), count) for n, count in layers.items())
    return few, told, dict(dynamic)


def _map(one: ModuleMap, effort: Effort) -> MapSummary:
    return MapSummary(
        one.name,
        one.id,
        one.kind,
        one.path,
        one.edge,
        tuple(_board(one, board, effort) for board in one.boards),
        tuple(deck.name for deck in one.decks),
        len(one.start_stacks) - len(one.decks),
    )


def _board(one: ModuleMap, board: Board, effort: Effort) -> BoardSummary:
    layout = MapLayout(one, (BoardPlacement(board.name, False, 0, 0),), effort)
    try:
        grids = (*map(_lattice, layout.lattices()), *_named_places(layout))
    except FormatError as error:  # a grid as fine as the pixels, or an attack
        grids = (GridSummary("", None, 0, "", "", error.text),)
    return BoardSummary(board.name, board.size, board.image, grids)


def _lattice(view: LatticeView) -> GridSummary:
    cells = sorted(view, key=_reading_order)
    first, last = cells[0].name, cells[-1].name
    grid = view.grid
    if isinstance(grid, HexGrid):
        lie = "rows" if grid.sideways else "columns"
        shape = f"{len(view):,} hexes in {lie}, {grid.dy:.4g} pixels across"
    else:
        shape = f"{len(view):,} squares"
    slant = (
        " obliquely"
        if isinstance(grid, HexGrid) and grid.numbering and grid.numbering.slant
        else ""
    )
    named = f"named{slant}" if grid.named else "without names, here called"
    return GridSummary(
        view.kind, view.zone, len(view), first, last, f"{shape}, {named} {first} to {last}"
    )


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell.y, cell.x


def _named_places(layout: MapLayout) -> Iterator[GridSummary]:
    """The areas of region grids, zone by zone, and all boxes together."""
    groups: dict[str | None, list[Region]] = {}
    boxes: list[Region] = []
    for region in layout.regions():
        (boxes if region.is_box else groups.setdefault(region.zone, [])).append(region)
    for zone, regions in groups.items():
        yield _named("areas", zone, [region.name for region in regions])
    if boxes:
        yield _named("boxes", None, [box.name for box in boxes])


def _named(kind: str, zone: str | None, names: list[str]) -> GridSummary:
    word = kind if len(names) != 1 else {"areas": "area", "boxes": "box"}[kind]
    text = f"{len(names):,} {word}: {_few(names)}"
    return GridSummary(kind, zone, len(names), names[0], names[-1], text)


def _map_lines(one: MapSummary) -> Iterator[str]:
    kind = _KINDS.get(one.kind, one.kind)
    inside = f", in {' > '.join(one.path)}" if one.path else ""
    holds = [_counted(len(one.decks), "deck")] if one.decks else []
    holds += [f"{_counted(one.start_stacks, 'stack')} at start"] if one.start_stacks else []
    yield f"{kind.capitalize()} {one.name}{inside}{': ' if holds else ''}{', '.join(holds)}"
    for board in one.boards:
        size = f"{board.size[0]} x {board.size[1]} pixels" if board.size else "image missing"
        yield f"  board {board.name}, {size}{'' if board.grids else ', no grid'}"
        for grid in board.grids:
            yield f"    {f'zone {grid.zone}: ' if grid.zone else ''}{grid.text}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _few(names: list[str] | tuple[str, ...]) -> str:
    """The first names of a list, and how many more there are."""
    shown = ", ".join(name.strip() or "(unnamed)" for name in names[:_A_FEW])
    return shown if len(names) <= _A_FEW else f"{shown} and {len(names) - _A_FEW:,} more"
