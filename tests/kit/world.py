"""A small game of two maps that the kit tests read: boards side by side, areas, zones and boxes, palettes."""

from __future__ import annotations

from pathlib import Path

from tests.kit.pieces import mask
from tests.vassal.modules import G, N, board, element, game_map, write_module
from tests.vassal.saves import save_of
from vassal_supply.export.definitions import add_piece, basic_piece, mark, prototype
from vassal_supply.kit import KitFiles, build_map, parse_kit, read_situation
from vassal_supply.vassal.module import Module

DX, DY = 52, 60


def _hexes(first_column: int) -> str:
    """Four columns of hexes, numbered from ``first_column`` on: 0101 and so on; 0201 is half a hex above 0101."""
    numbering = element(
        N + "HexGridNumbering",
        {"hOff": first_column, "vOff": 1, "hLeading": 1, "vLeading": 1, "sep": "", "first": "H"},
    )
    return element(G + "HexGrid", {"dx": DX, "dy": DY, "x0": 26, "y0": 30}, numbering)


def _region(name: str, x: int, y: int) -> str:
    return element(G + "Region", {"name": name, "originx": x, "originy": y})


def _zone(name: str, path: str, *grid: str, form: str = "$name$") -> str:
    return element(N + "Zone", {"name": name, "locationFormat": form, "path": path}, *grid)


def _squares() -> str:
    numbering = element(N + "SquareGridNumbering", {"sep": ".", "first": "H"})
    grid = {"dx": 50, "dy": 50, "x0": 25, "y0": 25}
    return element(G + "SquareGrid", grid, numbering)


EAST = element(
    G + "ZonedGrid",
    {},
    _zone("Baltic Sea", "0,300;100,300;100,400;0,400"),
    _zone("Pool", "200,200;400,200;400,400;200,400", _squares(), form="P$gridLocation$"),
    _zone(
        "Track",
        "100,300;200,300;200,400;100,400",
        element(G + "RegionGrid", {}, _region("Paris", 150, 350)),
        form="$gridLocation$",
    ),
    element(
        G + "RegionGrid",
        {},
        _region("Paris", 50, 50),
        _region("Paris 2", 60, 50),
        _region("Sedan", 150, 50),
        _region("Bar le Duc", 250, 50),
        _region("0101", 350, 50),
    ),
)
"""Areas, among them one called like a hex, a sea zone, a pool of squares, a track with an area's name."""

BOARDS = "WestBoardPicker\tA\t0\t0\tB\t1\t0"

MAPS = (
    game_map(
        "West",
        [
            element("setup", {}, BOARDS),
            board("A", (4 * DX, 3 * DY + 20), _hexes(1)),
            board("B", (4 * DX, 3 * DY + 20), _hexes(1)),
        ],
    ),
    game_map("East", [board("E", (400, 400), EAST)]),
    game_map("Boxes", [board("Off", (300, 300))]),
)


def _slot(name: str, gpid: str, *traits: object) -> str:
    definition = add_piece("null", [*traits, basic_piece(f"{name}.png", name)])  # type: ignore[list-item]
    return element(
        "VASSAL.build.widget.PieceSlot",
        {"entryName": name, "gpid": gpid, "width": 50, "height": 50},
        definition.replace("\t", "&#9;").replace("<", "&lt;"),
    )


PALETTES = (
    element(
        "VASSAL.build.module.PrototypesContainer",
        {},
        element(
            "VASSAL.build.module.PrototypeDefinition",
            {"name": "Infantry"},
            add_piece("null", [mark({"Type": "Inf"}), basic_piece("", "")]).replace("\t", "&#9;"),
        ),
    ),
    element(
        "VASSAL.build.module.PieceWindow",
        {"name": "Counters"},
        element(
            "VASSAL.build.widget.ListWidget",
            {"entryName": "Germans"},
            _slot("ge-inf-01", "11", mark({"Side": "Axis"}), prototype("Infantry")),
            _slot("HQ", "12", mark({"Side": "Axis", "Type": "HQ"})),
        ),
        element(
            "VASSAL.build.widget.ListWidget",
            {"entryName": "Russians"},
            _slot("HQ", "13", mark({"Side": "Soviet", "Type": "HQ"})),
        ),
    ),
)

KIT = """
schema = 1
rulebook = "r.toml"
[[map]]
name = "West"
short = "W"
joined = true
[[map]]
name = "East"
short = "E"
[sides]
Axis = ["German", "Italian"]
Soviet = ["Russian"]
[[unit]]
where = { Type = "Inf" }
side = "{Side}"
"""

RULEBOOK = 'schema = 1\n[[leg]]\nname = "land"\n[[line]]\nto = ["city"]\n'


def module(folder: Path) -> Module:
    """The game's module, written into a folder."""
    return Module.read(write_module(folder / "game.vmod", *MAPS, *PALETTES, name="Game"))


def kit(text: str = KIT, map_data: str = "", **files: str):
    """A kit of these texts."""
    texts = {"kit.toml": text, "r.toml": RULEBOOK, **files}
    if map_data:
        texts["map.toml"] = "schema = 1\n" + map_data
    return parse_kit(KitFiles("kit", {name: text.encode() for name, text in texts.items()}))


def built(module: Module, kit_text: str = KIT, map_data: str = ""):
    """The map of a kit on the game's boards."""
    return build_map(save_of([], [BOARDS]).boards, module, kit(kit_text, map_data))


def counter(
    id: str, name: str, marks: dict[str, str], place: tuple[str, int, int], *, owner: str = ""
) -> str:
    """A piece with marks, under a mask if it has an owner."""
    traits = [mark(marks)]
    if owner:
        traits.insert(0, mask(owner))
    state = (place[0], str(place[1]), str(place[2]), "", "0")
    return add_piece(id, [*traits, basic_piece(f"{name}.png", name, state)])


def at(name: str, board_column: int = 0) -> tuple[str, int, int]:
    """The place of a hex on one of the boards of West."""
    column, row = int(name[:2]) - 1, int(name[2:]) - 1
    x = 26 + column * DX + board_column * 4 * DX
    return "West", x, 30 + row * DY - (DY // 2 if column % 2 else 0)


def situation(
    module: Module,
    pieces: list[str],
    kit_text: str = KIT,
    map_data: str = "",
    others: tuple[str, ...] = (),
    **options: object,
):
    """The situation that a kit reads off these pieces."""
    save = save_of(pieces, [BOARDS, *others])
    return read_situation(save, module, kit(kit_text, map_data), **options)  # type: ignore[arg-type]
