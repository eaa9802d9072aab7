"""Oblique numbering: the Third Reich family's own class, checked against the map of the real world.

The rules of A World at War (4.21, 30.225), whose European board the module carries, print the
coordinates of some places. The class that names them is not in the module; the engine says
``offboard``. But a place's hex must lie where the place lies. And the family's earlier board has most
places in the same hexes: twenty names in all that others have printed.
"""

from __future__ import annotations

import math
import random
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.engine.harness import Engine
from tests.engine.jobs import Grid
from tests.vassal.modules import G, N, board, element, game_map, write_module
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.save import Save


class Spot(NamedTuple):
    latitude: float
    longitude: float


# The module writes numbers with two digits; the rules say V8, EE2, H22...
PRINTED = {
    "V08": ("Lisbon", Spot(38.7, -9.1)),
    "EE02": ("Marrakech", Spot(31.6, -8.0)),
    "H22": ("Dublin", Spot(53.3, -6.3)),
    "Y22": ("Rome", Spot(41.9, 12.5)),
    "L31": ("Berlin", Spot(52.5, 13.4)),
    "D41": ("Helsinki", Spot(60.2, 24.9)),
    "H47": ("Moscow", Spot(55.8, 37.6)),
}
# Where the save of the 1939 set-up has stacks that can only stand in one place.
STACKS = {
    (1499, 222): ("Oslo", Spot(59.9, 10.7)),
    (1499, 596): ("Copenhagen", Spot(55.7, 12.6)),
    (1787, 346): ("Stockholm", Spot(59.3, 18.1)),
    (1139, 845): ("Brussels", Spot(50.9, 4.4)),
    (1139, 720): ("The Hague", Spot(52.1, 4.3)),
    (1787, 1219): ("Budapest", Spot(47.5, 19.0)),
    (1931, 1593): ("Sofia", Spot(42.7, 23.3)),
    (1895, 1905): ("Athens", Spot(38.0, 23.7)),
    (1427, 2092): ("Malta", Spot(35.9, 14.5)),
    (347, 1718): ("Gibraltar", Spot(36.1, -5.4)),
    (1967, 284): ("Helsinki", Spot(60.2, 24.9)),
    (2543, 533): ("Moscow", Spot(55.8, 37.6)),
}
# Hexes of the family's earlier board, read by hand off a published list of its fortresses and a scan of its map, where the
# set-up has a counter too: the centre it stands on. (London, Madrid, Belgrade, Budapest, Athens and Ankara are left out:
# the newer board has them a hex away.)
PUBLISHED = {
    "C35": ("Oslo", (1499, 222)),
    "I32": ("Copenhagen", (1499, 596)),
    "E38": ("Stockholm", (1787, 346)),
    "D44": ("Leningrad", (2183, 284)),
    "K26": ("The Hague", (1139, 720)),
    "M25": ("Brussels", (1139, 845)),
    "O22": ("Paris", (995, 970)),
    "N33": ("Lodz", (1751, 907)),
    "V33": ("Ploesti", (2039, 1406)),
    "Y30": ("Sofia", (1931, 1593)),
    "GG19": ("Malta", (1427, 2092)),
    "AA07": ("Gibraltar", (347, 1718)),
}
HEX = 72


@pytest.fixture(scope="module")
def europe(corpus: Path) -> MapLayout:
    layout = Module.read(corpus / "a3r/module.vmod").layout("Map Window")
    assert layout is not None
    return layout


def conic(spot: Spot) -> tuple[float, float, float]:
    """What a conic map of Europe makes of a spot, up to where it is printed and how large."""
    turn = math.radians((spot.longitude - 15) * 0.75)
    from_pole = 90 - spot.latitude
    return 1.0, from_pole * math.sin(turn), from_pole * math.cos(turn)


def fitted(spots: dict[tuple[int, int], Spot], axis: int) -> list[float]:
    """Least squares: the weights that lead from the conic map to one pixel axis."""
    rows = [conic(spot) for spot in spots.values()]
    matrix = [
        [sum(row[i] * row[j] for row in rows) for j in range(3)]
        + [sum(row[i] * pixel[axis] for row, pixel in zip(rows, spots, strict=True))]
        for i in range(3)
    ]
    for i in range(3):
        for k in range(3):
            if k != i:
                share = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - share * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][3] / matrix[i][i] for i in range(3)]


def test_printed_hexes_lie_where_their_cities_lie(europe: MapLayout) -> None:
    stacks = {pixel: spot for pixel, (_, spot) in STACKS.items()}
    weights = [fitted(stacks, axis) for axis in (0, 1)]
    for name, (city, spot) in PRINTED.items():
        pixel = europe.point(name)
        assert pixel is not None, city
        expected = [sum(w * c for w, c in zip(axis, conic(spot), strict=True)) for axis in weights]
        # A slant the wrong way, or none, puts them up to 20 hexes off.
        assert math.dist(pixel, expected) < 2.5 * HEX, (city, pixel, expected)


@pytest.mark.parametrize(("pixel", "name"), [((1967, 284), "D41"), ((2543, 533), "H47")])
def test_stacks_stand_in_the_printed_hex(
    europe: MapLayout, pixel: tuple[int, int], name: str
) -> None:
    assert europe.place(*pixel).location == name
    assert europe.point(name) == pixel


@pytest.mark.parametrize("name", PUBLISHED)
def test_counters_stand_in_the_published_hexes(europe: MapLayout, name: str) -> None:
    city, pixel = PUBLISHED[name]
    assert europe.place(*pixel).location == name, city
    assert europe.point(name) == pixel


def test_there_are_counters_on_the_published_hexes(corpus: Path) -> None:
    save = Save.read(corpus / "a3r/1939.vsav")
    placed = {(at.x, at.y) for at in map(save.position, save.pieces) if at.map == "Map Window"}
    assert {pixel for _, pixel in PUBLISHED.values()} <= placed
    assert len(PUBLISHED.keys() | PRINTED.keys() | {"D61"}) == 20


def test_the_eastern_edge_runs_down_the_map(europe: MapLayout) -> None:
    """Russia's edge hexes are A62 to Z53; Perm, D61, lies on the same side."""
    north, perm, south = (europe.point(name) for name in ("A62", "D61", "Z53"))
    [siberia] = [region for region in europe.regions() if region.name == "Siberia Box"]
    assert north and perm and south
    assert north[1] < perm[1] < south[1]
    # The box north of them begins one hex further east.
    assert 0 < siberia.x - north[0] < 3 * HEX
    assert abs(perm[0] - north[0]) <= HEX


def test_every_hex_has_a_name_of_its_own(europe: MapLayout) -> None:
    [view] = europe.lattices()
    names = [cell.name for cell in view]
    assert len(names) == len(set(names)) > 2_000


JAVA = Path(__file__).parent / "java"
CLASSES = {
    "old": "ThirdReich.ObliqueHexGridNumbering",
    "new": N + "ObliqueHexGridNumbering",
}


def slanted_maps() -> list[tuple[str, str]]:
    """Maps by name: both classes, both slants, each way to count and to lie."""
    found = []
    for kind, tag in CLASSES.items():
        for bits in range(16):
            stagger, sideways, down, back = (bool(bits >> bit & 1) for bit in range(4))
            numbering = {
                "stagger": stagger,
                "vDescend": down,
                "hDescend": back,
                "hType": "A" if stagger else "N",
                "sep": "-",
                "hOff": -3,
                "vOff": 2,
            }
            grid = {"dx": 60, "dy": 69.28, "x0": 70, "y0": -20, "sideways": sideways}
            name = f"{kind} {bits}"
            hexes = element(G + "HexGrid", grid, element(tag, numbering))
            found.append((name, game_map(name, [board(name, (700, 500), hexes)])))
    return found


@pytest.mark.engine
def test_the_engine_counts_obliquely_alike(engine: Engine, tmp_path: Path) -> None:
    """The engine runs both classes, compiled into the module: 2,000 places on each map."""
    script = JAVA.parent.parent / "engine" / "compile.sh"
    path = subprocess.run(["bash", script], check=True, capture_output=True, text=True).stdout
    sources = sorted(str(source) for source in JAVA.rglob("*.java"))
    built = tmp_path / "built"
    subprocess.run(["javac", "-nowarn", "-d", built, "-cp", path.strip(), *sources], check=True)
    entries = {
        made.relative_to(built).as_posix(): made.read_bytes() for made in built.rglob("*.class")
    }
    maps = slanted_maps()
    file = write_module(tmp_path / "oblique.vmod", *(xml for _, xml in maps), entries=entries)
    module = Module.read(file)
    for name, _ in maps:
        layout = module.layout(name)
        assert layout is not None
        rng = random.Random(name)
        dropped = [(rng.randrange(700), rng.randrange(500)) for _ in range(2_000)]
        points = [layout.snap(x, y) for x, y in dropped]
        for asked in engine.ask(file, Grid(name, points)).points:
            place = layout.place(asked.x, asked.y)
            expected = None if asked.location == "offboard" else asked.location
            assert place.location == expected, (name, asked)
    assert module.warnings == []
