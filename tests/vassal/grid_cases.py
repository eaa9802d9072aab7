"""Maps for the engine to name places on: what real modules of the corpus do not have."""

from __future__ import annotations

import random
from typing import NamedTuple

from tests.vassal.modules import G, N, board, element, game_map
from vassal_supply.vassal.boards import BoardPlacement

SIZE = (900, 700)


class Case(NamedTuple):
    """A map of the test module, the boards to lay on it, and the size of the area to ask about."""

    name: str
    xml: str
    placements: tuple[BoardPlacement, ...]
    width: int = SIZE[0]
    height: int = SIZE[1]


def _numbering(rng: random.Random, tag: str) -> str:
    """A numbering with everything drawn by lot."""

    def axis(key: str) -> dict[str, object]:
        return {
            f"{key}Type": rng.choice("NNA"),
            f"{key}Leading": rng.randint(0, 2),
            f"{key}Off": rng.randint(-5, 30),
            f"{key}Descend": rng.random() < 0.4,
        }

    attributes = {
        "first": rng.choice("HV"),
        "sep": rng.choice(["", ".", "-", " / "]),
        **axis("h"),
        **axis("v"),
        "stagger": rng.random() < 0.5,
        "locationFormat": rng.choice(
            ["$gridLocation$", "$gridLocation$", "Hex $gridLocation$", "$column$.$row$", "$row$|"]
        ),
    }
    if tag == "SquareGridNumbering":
        del attributes["stagger"]
    return element(N + tag, attributes)


def _legal(rng: random.Random) -> dict[str, object]:
    return {"edgesLegal": rng.random() < 0.3, "cornersLegal": rng.random() < 0.3}


def hex_grid(rng: random.Random, sideways: bool, regular: bool = False) -> str:
    dy = rng.choice([40.0, 64.0, 77.3, 91.0, 112.39999999999895])
    attributes = {
        "dx": dy * 3**0.5 / 2 if regular else rng.choice([dy * 0.9, dy * 3**0.5 / 2 + 0.25]),
        "dy": dy,
        "x0": rng.randint(-60, 60),
        "y0": rng.randint(-60, 60),
        "sideways": sideways,
        "snapTo": rng.random() < 0.9,
        **_legal(rng),
    }
    return element(G + "HexGrid", attributes, _numbering(rng, "HexGridNumbering"))


def square_grid(rng: random.Random) -> str:
    attributes = {
        "dx": rng.choice([30.0, 47.5, 84.29999999999907]),
        "dy": rng.choice([30.0, 51.25, 96.4]),
        "x0": rng.randint(-60, 60),
        "y0": rng.randint(-60, 60),
        "range": rng.choice(["Metric", "Manhattan"]),
        "snapTo": rng.random() < 0.9,
        **_legal(rng),
    }
    return element(G + "SquareGrid", attributes, _numbering(rng, "SquareGridNumbering"))


def region_grid(rng: random.Random, snaps: bool = True) -> str:
    return element(
        G + "RegionGrid",
        {"snapto": snaps},
        *(
            element(
                G + "Region",
                {
                    "name": f"Region {number}",
                    "originx": rng.randint(0, SIZE[0]),
                    "originy": rng.randint(0, SIZE[1]),
                },
            )
            for number in range(25)
        ),
    )


def zone(name: str, path: str, *grid: str, form: str = "$name$", parent: bool = False) -> str:
    attributes = {"name": name, "locationFormat": form, "path": path, "useParentGrid": parent}
    return element(N + "Zone", attributes, *grid)


def zoned_grid(rng: random.Random, background: str) -> str:
    """Overlapping zones, concave ones, with own grids of each kind, the parent's grid, or none."""
    own = "$name$:$gridLocation$"
    return element(
        G + "ZonedGrid",
        {},
        zone("Box", "20,20;200,20;200,150;20,150"),
        zone("Sea", "150,100;420,60;400,320;260,200;180,330", form=own, parent=True),
        zone("Lake", "300,300;500,310;470,500", form="Lake", parent=True),
        zone("Hexes", "510,30;880,30;880,300;510,280", hex_grid(rng, True), form="$gridLocation$"),
        zone("Squares", "20,360;290,360;290,680;150,500;20,680", square_grid(rng), form=own),
        zone("Track", "500,350;880,330;860,690;520,690", region_grid(rng), form="T $gridLocation$"),
        background,
    )


def _cases() -> list[Case]:
    """All maps, the same at every run."""
    rng = random.Random(1941)
    found: list[Case] = []

    def add(name: str, grid: str, *rest: str, edge: tuple[int, int] = (0, 0)) -> None:
        xml = game_map(name, [board(name, SIZE, grid)], *rest, edge=edge)
        placed = (BoardPlacement(name, False, 0, 0),)
        found.append(Case(name, xml, placed, SIZE[0] + 2 * edge[0], SIZE[1] + 2 * edge[1]))

    for number in range(16):
        grid = hex_grid(rng, sideways=number % 2 == 1, regular=number < 8)
        add(f"hex {number} {'regular' if number < 8 else ''}", grid)
    for number in range(10):
        add(f"square {number}", square_grid(rng))
    add("regions", region_grid(rng))
    add("loose regions", region_grid(rng, snaps=False))
    add("no regions", element(G + "RegionGrid", {}))
    for number, ground in enumerate([hex_grid(rng, False), square_grid(rng), region_grid(rng), ""]):
        add(f"zones {number}", zoned_grid(rng, ground))
    add("edge", hex_grid(rng, False), edge=(75, 40))
    add("hex by default", element(G + "HexGrid", {"dy": 50}, element(N + "HexGridNumbering", {})))
    add("square by default", element(G + "SquareGrid", {}, element(N + "SquareGridNumbering", {})))
    add("bare", "")
    pile = element("VASSAL.build.module.map.DrawPile", {"name": "Pile", "x": 100, "y": 100})
    add("deck", hex_grid(rng, False), pile, edge=(30, 30))
    add("codes", _codes())
    found.append(_turned_boards(rng))
    return found


def _codes() -> str:
    """Location formats that are code."""
    numbers = {"hType": "A", "sep": "-", "locationFormat": '{"R" + row + "C" + column}'}
    ground = element(G + "HexGrid", {"dy": 60}, element(N + "HexGridNumbering", numbers))
    own = element(N + "HexGridNumbering", {"sep": ".", "hOff": 20, "vOff": 30})
    hexes = element(G + "HexGrid", {"dy": 70}, own)
    small = element(G + "SquareGrid", {"dx": 90, "dy": 90}, element(N + "SquareGridNumbering", {}))
    return element(
        G + "ZonedGrid",
        {},
        zone("Box", "20,20;200,20;200,150;20,150", form='{name == "Box" ? "The Box" : name}'),
        zone("Sea", "210,20;420,20;420,320;210,320", hexes, form='{name + ": " + gridLocation}'),
        zone("Bay", "20,330;420,330;420,690;20,690", form='{ gridLocation + "b" }', parent=True),
        zone("Pond", "500,30;880,30;880,300;500,300", small, form="{gridLocation}"),
        ground,
    )


def _turned_boards(rng: random.Random) -> Case:
    """Four boards of different sizes and grids, two of them turned round, one that may not be."""
    sizes = {"A": (400, 300), "B": (500, 300), "C": (400, 350), "D": (450, 420)}
    boards = [
        board("A", sizes["A"], hex_grid(rng, False), reversible=True),
        board("B", sizes["B"], zoned_grid(rng, hex_grid(rng, True)), reversible=True),
        board("C", sizes["C"], square_grid(rng), reversible=False),
        board("D", sizes["D"], region_grid(rng), reversible=True),
    ]
    placements = (
        BoardPlacement("A", True, 0, 0),
        BoardPlacement("B", True, 1, 0),
        BoardPlacement("C", True, 0, 1),
        BoardPlacement("D", False, 1, 1),
    )
    return Case("turned", game_map("turned", boards, edge=(20, 10)), placements, 1000, 800)


CASES = _cases()
