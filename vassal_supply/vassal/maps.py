"""A module's maps as its build file describes them: boards and their grids, draw piles, at-start stacks, layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.buildfile import (
    Reading,
    class_name,
    components,
    flag,
    path_of,
    text_of,
)
from vassal_supply.vassal.grids.base import Grid
from vassal_supply.vassal.grids.read import is_grid, read_grid
from vassal_supply.vassal.images import Size
from vassal_supply.vassal.sequence import split
from vassal_supply.vassal.trait import to_int

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_MAP_CLASSES = frozenset(("Map", "PrivateMap", "PlayerHand", "WidgetMap"))
_ANY_BOARD = "<any>"


class Board:
    """One board a map's picker offers.

    ``image`` is the entry name below ``images/``, empty for a plain coloured board. ``magnification`` is 1 in every
    module made with VASSAL's own editor; it scales the image but not the grid.
    """

    def __init__(
        self,
        element: Element,
        measure: Callable[[str], Size | None],
        reading: Reading,
        *,
        magnification: float = 1.0,
    ) -> None:
        self._element = element
        self._measure = measure
        self._reading = reading
        self.file = reading.file
        self.name = element.get("name", "")
        self.image = element.get("image", "").strip()
        self.reversible = flag(element, "reversible")
        self.magnification = magnification

    @cached_property
    def size(self) -> Size | None:
        """Width and height in pixels, magnified; ``None`` when the image is missing or unreadable."""
        if not self.image:
            width = self._reading.integer(self._element, "width", 0)
            return width, self._reading.integer(self._element, "height", 0)
        size = self._measure(self.image)
        if size is None:
            self._reading.warn(
                self._element, f"board {self.name!r}: image {self.image!r} is missing or unreadable"
            )
            return None
        factor = self.magnification
        return int(size[0] * factor + 0.5), int(size[1] * factor + 0.5)

    @cached_property
    def grid(self) -> Grid | None:
        """The board's grid; of several the last counts, as in the engine."""
        grids = [child for child in components(self._element) if is_grid(child)]
        return read_grid(grids[-1], self.size, self._reading) if grids else None


class StartStack(NamedTuple):
    """A draw pile or an at-start stack: where it stands and what it holds at the start.

    ``x`` and ``y`` are pixels on ``board``, or on the map less its edge buffer when ``board`` is empty.
    ``location`` is the place name that overrides them at the start of a game, when the module says so.
    """

    name: str
    is_deck: bool
    board: str
    x: int
    y: int
    location: str
    element: Element


class PieceLayers(NamedTuple):
    """A map's game piece layers: the piece property that sorts, and its values from bottom to top."""

    property: str
    order: tuple[str, ...]


class ModuleMap:
    """A map of the module.

    ``id`` is the engine's own (``Map0``, counted in build-file order), ``kind`` its class (``Map``, ``PrivateMap``,
    ``PlayerHand``, ``WidgetMap`` for one inside a chart, or another maker's), ``path`` the names of the windows, tabs
    and charts it lies in, ``edge`` the width and height in pixels of the buffer around its boards.
    """

    def __init__(
        self,
        element: Element,
        number: int,
        measure: Callable[[str], Size | None],
        reading: Reading,
    ) -> None:
        self.element = element
        self._measure = measure
        self._reading = reading
        self.id = f"Map{number}"
        self.name = element.get("mapName") or "Main Map"
        self.kind = class_name(element)
        self.path = path_of(element)

    @cached_property
    def edge(self) -> Size:
        """Width and height in pixels of the buffer around the boards."""
        # Modules before VASSAL 2.9 gave both in one attribute.
        width, _, height = self.element.get("edge", "").partition(",")
        read = self._reading.integer
        return (
            read(self.element, "edgeWidth", to_int(width.strip())),
            read(self.element, "edgeHeight", to_int(height.strip())),
        )

    @cached_property
    def _picker(self) -> Element | None:
        return next((c for c in components(self.element) if is_picker(c)), None)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The boards that may be laid out, in picker order."""
        if self._picker is None:
            return ()
        return tuple(
            Board(child, self._measure, self._reading)
            for child in components(self._picker)
            if class_name(child).endswith("Board")
        )

    def board(self, name: str) -> Board | None:
        """The board called ``name``."""
        return next((board for board in self.boards if board.name == name), None)

    def default_boards(self) -> tuple[BoardPlacement, ...]:
        """The layout a new game starts with: the picker's default setup, or the only board there is."""
        setup = self._picker.find("setup") if self._picker is not None else None
        placements = board_placements(text_of(setup)) if setup is not None else ()
        known = tuple(placement for placement in placements if self.board(placement.name))
        if not known and len(self.boards) == 1:
            return (BoardPlacement(self.boards[0].name, False, 0, 0),)
        return known

    @cached_property
    def start_stacks(self) -> tuple[StartStack, ...]:
        """Draw piles and at-start stacks, in build-file order."""
        return tuple(
            self._start_stack(child)
            for child in components(self.element)
            if class_name(child) in ("DrawPile", "SetupStack")
        )

    @property
    def decks(self) -> tuple[StartStack, ...]:
        """The draw piles among :attr:`start_stacks`."""
        return tuple(stack for stack in self.start_stacks if stack.is_deck)

    def _start_stack(self, element: Element) -> StartStack:
        board = element.get("owningBoard", "")
        return StartStack(
            element.get("name", ""),
            class_name(element) == "DrawPile",
            "" if board == _ANY_BOARD else board,
            self._reading.integer(element, "x", 0),
            self._reading.integer(element, "y", 0),
            element.get("location", "") if flag(element, "useGridLocation") else "",
            element,
        )

    @cached_property
    def layers(self) -> PieceLayers | None:
        """The game piece layers, ``None`` when the map has none."""
        for child in components(self.element):
            if class_name(child) == "LayeredPieceCollection":
                order = child.get("layerOrder", "")
                return PieceLayers(
                    child.get("property", ""), tuple(split(order, ",")) if order else ()
                )
        return None

    @cached_property
    def stacks_pieces(self) -> bool:
        """Whether pieces on this map form stacks at all."""
        return not any(
            class_name(child) == "StackMetrics" and flag(child, "disabled")
            for child in components(self.element)
        )


def is_picker(element: Element) -> bool:
    """Whether a component of a map is its board picker; subclasses of other makers go by the end of their name."""
    return class_name(element).endswith("BoardPicker")


def map_elements(root: Element) -> Iterator[Element]:
    """The elements of all maps below ``root``, in the order the engine numbers them."""
    for element in root.iter("*"):
        if class_name(element) in _MAP_CLASSES or (
            element.get("mapName") is not None and any(is_picker(c) for c in components(element))
        ):
            yield element


def board_placements(command: str) -> tuple[BoardPlacement, ...]:
    """The boards that a ``…BoardPicker`` command (or a picker's default setup) lays out.

    A column or row that is no number counts as 0, as in the engine.
    """
    fields = split(command, "\t")[1:]
    placements = []
    for start in range(0, len(fields) - 2, 3):
        name, *turned = split(fields[start], "/")
        column, row = (to_int(text) for text in fields[start + 1 : start + 3])
        placements.append(BoardPlacement(name, turned[:1] == ["rev"], column, row))
    return tuple(placements)
