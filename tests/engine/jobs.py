"""What the engine can be asked, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

END = "end"


@dataclass(frozen=True)
class Dump:
    """Load a save (a log: its start) and tell all about the game.

    ``settle`` first lets the engine's put-off start-up commands run; ``traits`` adds each piece's
    traits with their types and states.
    """

    save: Path
    settle: bool = False
    traits: bool = False

    def fields(self) -> dict[str, object]:
        return {"save": self.save, "settle": self.settle, "traits": self.traits}


@dataclass(frozen=True)
class Resave:
    """Load a save and let the engine write it again to ``out``."""

    save: Path
    out: Path
    settle: bool = False

    def fields(self) -> dict[str, object]:
        return {"save": self.save, "out": self.out, "settle": self.settle}


class LaidBoard(NamedTuple):
    """A board laid on a map that no save lays out: its name, its cell in the layout, how far it is magnified."""

    name: str
    reversed: bool = False
    column: int = 0
    row: int = 0
    magnification: float = 1.0

    def text(self) -> str:
        name = self.name.replace("/", "\\/")
        turned = "rev" if self.reversed else ""
        return f"{name}/{turned}/{self.column}/{self.row}/{self.magnification}"


@dataclass(frozen=True)
class Grid:
    """Ask a map about points (map pixels): what they snap to, what the places are called.

    Without a save and without boards the module's first board of that map is laid.
    """

    map: str
    points: Sequence[tuple[int, int]]
    save: Path | None = None
    boards: Sequence[LaidBoard] = ()

    def fields(self) -> dict[str, object]:
        return {
            "map": self.map,
            "points": " ".join(f"{x},{y}" for x, y in self.points),
            "save": self.save,
            "boards": "\n".join(board.text() for board in self.boards),
        }


@dataclass(frozen=True)
class Steps:
    """Load a log and step through it, one root item at a time; dump after each step in ``at``.

    Step 0 is the start, ``"end"`` the last. ``trail`` adds what each step up to the last dump did.
    """

    log: Path
    at: Sequence[int | str] = (END,)
    trail: bool = False
    traits: bool = False

    def fields(self) -> dict[str, object]:
        at = ",".join(str(step) for step in self.at)
        return {"save": self.log, "at": at, "trail": self.trail, "traits": self.traits}


@dataclass(frozen=True)
class Picture:
    """Load a save and draw a whole map to a PNG file, as the player sees it."""

    save: Path
    map: str
    out: Path

    def fields(self) -> dict[str, object]:
        return {"save": self.save, "map": self.map, "out": self.out}


@dataclass(frozen=True)
class Info:
    """Every map with every board it may use, no game needed."""

    def fields(self) -> dict[str, object]:
        return {}


Job = Dump | Resave | Grid | Steps | Picture | Info


def line_of(job: Job) -> str:
    """The job as one line of the judge's protocol (``java/Judge.java``)."""
    parts = [type(job).__name__.lower()]
    for name, value in job.fields().items():
        if value is True:
            parts.append(f"{name}=1")
        elif isinstance(value, Path):
            parts.append(f"{name}={quote(str(value.resolve()))}")
        elif value:
            parts.append(f"{name}={quote(str(value))}")
    return "\t".join(parts)


class Layer(NamedTuple):
    """A layer's level as the engine counts it: from 1, whether shown or not."""

    level: int
    active: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as the engine sees it. Pixels are the map's; a member of a stack or deck has its place."""

    id: str
    name: str
    map: str | None
    x: int
    y: int
    location: str | None
    board: str | None
    zone: str | None
    stack: str | None
    index: int | None
    deck: str | None
    gpid: str | None
    layers: Mapping[str, Layer]
    properties: Mapping[str, str | None]
    prototypes: tuple[str, ...]
    traits: tuple[Mapping[str, str], ...]


PLACE = ("map", "x", "y", "location", "board", "zone", "stack", "index", "deck")


def _piece(data: Mapping[str, Any]) -> Piece:
    layers: dict[str, Layer] = {}
    for layer in data[
        "layers"
    ]:  # the outermost of two with one name is the one that properties show
        layers.setdefault(layer["name"], Layer(layer["level"], layer["active"]))
    place = {name: data[name] for name in ("id", "name", *PLACE, "gpid", "properties")}
    traits = tuple(data.get("traits", ()))
    return Piece(**place, layers=layers, prototypes=tuple(data["prototypes"]), traits=traits)


@dataclass(frozen=True)
class Game:
    """One dump: the pieces by id in drawing order, and ``data`` with all the engine said."""

    data: Mapping[str, Any]

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """The pieces on maps, deck members too, in the engine's drawing order."""
        return {piece["id"]: _piece(piece) for piece in self.data["pieces"]}

    @cached_property
    def off_map(self) -> Mapping[str, Piece]:
        """The pieces the game has but no map shows."""
        return {piece["id"]: _piece(piece) for piece in self.data["off_map"]}

    @cached_property
    def all_pieces(self) -> Mapping[str, Piece]:
        """Both, those on maps first."""
        return {**self.pieces, **self.off_map}

    def named(self, name: str) -> Iterator[Piece]:
        """The pieces of that name."""
        return (piece for piece in self.all_pieces.values() if piece.name == name)


class GridPoint(NamedTuple):
    """What the map says of one point; ``back`` is the name's point in the board's own pixels.

    ``range`` is the distance from the previous point asked for, in the grid's units.
    """

    x: int
    y: int
    snap_x: int
    snap_y: int
    snap_location: str | None
    location: str | None
    board: str | None
    zone: str | None
    back: tuple[int, int] | None
    range: int | None


def _grid_point(data: Mapping[str, Any]) -> GridPoint:
    back = data.get("back")
    rest = {name: value for name, value in data.items() if name not in ("back", "range")}
    point = tuple(back) if isinstance(back, list) else None
    return GridPoint(**rest, back=point, range=data.get("range"))


class Opening(NamedTuple):
    """What opening the module showed: its name and version, extensions loaded, dialogs, chat."""

    engine: str
    module: str
    version: str
    extensions: Mapping[str, str]
    dialogs: tuple[str, ...]
    chat: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """The engine's answer to one job; ``error`` is empty when all went well.

    ``dialogs`` are those that came up while the job ran (each was closed without a choice), ``chat``
    the lines the chat window got: warnings of the engine, chat, reports.
    """

    job: Job
    opening: Opening
    error: str = ""
    trace: str = ""
    dialogs: tuple[str, ...] = ()
    chat: tuple[str, ...] = ()
    seconds: float = 0.0
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.error

    @property
    def metadata_valid(self) -> bool:
        """Whether the engine takes the save for one of this module without asking."""
        return bool(self.data["metadata_valid"])

    @property
    def extensions(self) -> Mapping[str, str]:
        """Name and version of each extension that loaded."""
        return self.opening.extensions

    @property
    def complaints(self) -> tuple[str, ...]:
        """Chat lines by which the engine finds fault with data, less those about missing pictures."""
        faults = (line for line in self.chat if line.startswith("- Bad Data"))
        return tuple(line for line in faults if "Image not found" not in line)

    @cached_property
    def game(self) -> Game:
        """The dump of a :class:`Dump`."""
        return Game(self.data)

    @cached_property
    def games(self) -> Mapping[int, Game]:
        """The dumps of :class:`Steps` by step number."""
        return {int(step): Game(dump) for step, dump in self.data["dumps"].items()}

    @property
    def steps(self) -> int:
        """How many steps the log has."""
        return int(self.data["steps"])

    @property
    def end(self) -> Game:
        """The dump after the log's last step."""
        return self.games[self.steps]

    @cached_property
    def points(self) -> tuple[GridPoint, ...]:
        """The answers of a :class:`Grid`, in the order asked."""
        return tuple(_grid_point(point) for point in self.data["points"])
