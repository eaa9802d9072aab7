"""How long a determination of A World at War takes, against reading the save it came from.

The scene: one map of 100 columns and 60 rows (6,000 hexes), Germany and Italy in the west, Britain and Russia in the east,
a sea between them with 40 islands, half of them each side's. 60 ports, a dozen industrial centres, full and limited
sources by name, London at rest; 1,500 units (one in six of them armor), most in two bands that lean into each other in the north, where there is no
sea, some behind, some on islands and in the enemy's land. All is drawn from one seed and written as a module, a kit and a
save, which are then read as ``check`` reads them.

    python benchmarks/awaw.py

One line a figure: ``figure NAME VALUE``, the median of several rounds in turn. ``reading`` is the save with what the kit
makes of its pieces, module, kit and map read before; ``save_alone`` the save's commands and pieces and where they stand. ``determination`` is
everything that a check shows of all units and zones as text; ``with_all_lines`` has every unit's line, reasons and effects
worked out too, as JSON needs them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from fixtures.build.save import ESC, FIRST_ID, KEY, TAB
from vassal_supply.case import open_case
from vassal_supply.export.definitions import Trait, add_piece, basic_piece, mark
from vassal_supply.export.metadata import About, moduledata, savedata
from vassal_supply.export.packing import packed
from vassal_supply.export.xml import element, to_xml
from vassal_supply.kit import build_map, read_situation
from vassal_supply.systems import Request
from vassal_supply.systems.awaw.determination import determine
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.pieces import stack_leaf
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.sequence import join

SEED = 1941
COLUMNS, ROWS, UNITS = 100, 60, 1500
DX, DY = 60, 70
ROUNDS = 7
ABOUT = About("1.0", "3.5.0", "A benchmark", "Benchmark")
NAMED = {
    "Berlin": (8, 20),
    "Rome": (12, 50),
    "London": (80, 50),
    "Breslau": (20, 15),
    "Milan": (15, 45),
    "Birmingham": (85, 45),
    "Cairo": (75, 55),
    "Tripoli": (30, 55),
}


def main() -> int:
    """Make the scene, time it, print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder)
        case = open_case(folder / "bench.vsav", module=folder / "bench.vmod", kit=folder / "kit")
        built = build_map(case.save.boards, case.module, case.kit)

        def save_alone() -> object:
            return list(Save.read(folder / "bench.vsav").positions())

        def reading() -> object:
            save = Save.read(folder / "bench.vsav")
            return read_situation(save, case.module, case.kit, built=built)

        def determination() -> object:
            return determine(case.situation, case.kit.rulebook, Request(phase="initial"))

        def with_all_lines() -> object:
            found = determine(case.situation, case.kit.rulebook, Request(phase="initial"))
            return [(one.line, one.reasons, one.effects) for one in found.verdicts.values()]

        _tell_scene(determine(case.situation, case.kit.rulebook, Request()).verdicts.values())
        jobs: dict[str, Callable[[], object]] = {
            "save_alone": save_alone,
            "reading": reading,
            "determination": determination,
            "with_all_lines": with_all_lines,
        }
        taken: dict[str, list[float]] = {job: [] for job in jobs}
        for _ in range(ROUNDS):
            for job, run in jobs.items():
                begin = perf_counter()
                run()
                taken[job].append((perf_counter() - begin) * 1000)
    best = {job: median(times) for job, times in taken.items()}
    for job, value in best.items():
        print(f"figure awaw.{job}_ms {value:.1f}")
    print(f"figure awaw.determination_over_reading {best['determination'] / best['reading']:.2f}")
    return 0


def _tell_scene(verdicts: object) -> None:
    from collections import Counter

    count = Counter(one.grade for one in verdicts)  # type: ignore[attr-defined]
    grades = ", ".join(f"{number} {grade}" for grade, number in sorted(count.items()))
    print(f"scene: {COLUMNS * ROWS} hexes, {UNITS} units: {grades}")


def _hex(column: int, row: int) -> str:
    return f"{column:03}{row:03}"


def _land(column: int, row: int) -> str:
    """Whose land a hex is, empty at sea; the front leans from the north-east to the south-west."""
    front = 50 + (20 - row) // 3 if row < 25 else 50
    if row >= 25 and 42 <= column <= 58:
        return ""
    west = column < front
    return ("Germany" if row < 35 else "Italy") if west else ("Russia" if row < 35 else "Britain")


def _islands(chance: Random) -> dict[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    while len(found) < 40:
        at = chance.randrange(44, 57), chance.randrange(27, 59)
        found[at] = "Italy" if len(found) % 2 else "Britain"
    return found


def _write(folder: Path) -> None:
    chance = Random(SEED)
    islands = _islands(chance)
    (folder / "kit").mkdir()
    (folder / "kit" / "kit.toml").write_text(_KIT, encoding="utf-8")
    (folder / "kit" / "rulebook.toml").write_text(_RULEBOOK, encoding="utf-8")
    (folder / "kit" / "map.toml").write_text(_map_toml(chance, islands), encoding="utf-8")
    (folder / "bench.vmod").write_bytes(packed({"moduledata": moduledata(ABOUT), **_module()}))
    (folder / "bench.vsav").write_bytes(packed(_save(chance, islands)))


def _module() -> dict[str, bytes]:
    build, board = "VASSAL.build.", "VASSAL.build.module.map.boardPicker."
    numbering = {"first": "H", "hType": "N", "vType": "N", "hLeading": 2, "vLeading": 2}
    numbering |= {"hOff": 1, "vOff": 1, "stagger": "false", "sep": ""}
    hexes = element(
        board + "board.HexGrid",
        {"dx": DX, "dy": DY, "x0": 40, "y0": 40, "sideways": False},
        element(board + "board.mapgrid.HexGridNumbering", numbering),
    )
    size = {"width": COLUMNS * DX + 40, "height": ROWS * DY + 60}
    picker = element(
        build + "module.map.BoardPicker",
        {},
        element(board + "Board", {"name": "Front", **size}, hexes),
    )
    root = element(
        build + "GameModule",
        {"name": "Benchmark", "version": "1.0", "VassalVersion": "3.5.0"},
        element(build + "module.BasicCommandEncoder"),
        element(build + "module.Map", {"mapName": "Front"}, picker),
    )
    return {"buildFile.xml": to_xml(root)}


def _map_toml(chance: Random, islands: dict[tuple[int, int], str]) -> str:
    lands: dict[str, list[str]] = {"sea": []}
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            land = islands.get((column, row)) or _land(column, row)
            lands.setdefault(land or "sea", []).append(_hex(column, row))
    sea = lands.pop("sea")
    coast = [(41, row) for row in range(25, 60, 3)] + [(59, row) for row in range(25, 60, 3)]
    ports = [_hex(*at) for at in (*islands, *coast[:20])]
    factories = [_hex(chance.randrange(60, 99), chance.randrange(1, 30)) for _ in range(12)]
    nations = "\n".join(f"{land} = {_words(hexes)}" for land, hexes in lands.items())
    names = "\n".join(f'"{_hex(*at)}" = "{name}"' for name, at in NAMED.items())
    return f"""schema = 1
[terrain]
sea = {_words(sea)}
[features]
port = {_words(ports)}
one-hex-island = {_words([_hex(*at) for at in islands])}
ic = {_words(factories)}
[nations]
{nations}
[names]
{names}
"{_hex(100, 1)}" = "Urals box"
[[link]]
kind = "edge"
name = "Urals-Europe"
from = "{_hex(100, 1)}"
to = "{_hex(99, 1)} {_hex(99, 2)} {_hex(100, 2)}"
"""


def _words(hexes: list[str]) -> str:
    lines = [" ".join(hexes[n : n + 40]) for n in range(0, len(hexes), 40)]
    return "[" + ", ".join(f'"{line}"' for line in lines) + "]"


def _save(chance: Random, islands: dict[tuple[int, int], str]) -> dict[str, bytes]:
    pieces: list[str] = []
    piles: dict[tuple[int, int], list[str]] = {}
    for number in range(UNITS):
        nation, at = _place(chance, islands, number)
        kind = "armor" if number % 6 == 0 else "air" if number % 17 == 1 else "infantry"
        piece_id = str(FIRST_ID + number)
        x, y = 40 + (at[0] - 1) * DX, 40 + (at[1] - 1) * DY + (at[0] - 1) % 2 * (DY // 2)
        piles.setdefault((x, y), []).append(piece_id)
        state = join(["Front", str(x), str(y), str(number), "1", "UniqueID", piece_id], ";")
        basic = basic_piece("u.png", f"{nation} {kind}")._replace(state=state)
        traits: list[Trait] = [mark({"Nation": nation, "Kind": kind}), basic]
        pieces.append(add_piece(piece_id, traits))
    for number, ((x, y), ids) in enumerate(piles.items(), UNITS):
        pieces.append(stack_leaf(str(FIRST_ID + number), "Front", x, y, ids).decode("utf-8"))
    board = join(["FrontBoardPicker", "Front", "0", "0"], TAB)
    text = join(["begin_save", "", join(["", *pieces], ESC), board, "end_save"], ESC)
    return {
        "savedGame": obfuscate(text.encode("utf-8"), KEY),
        "savedata": savedata(ABOUT),
        "moduledata": moduledata(ABOUT),
    }


def _place(
    chance: Random, islands: dict[tuple[int, int], str], number: int
) -> tuple[str, tuple[int, int]]:
    """A nation and where its unit stands: mostly near the front, one in ten behind the enemy's, some on islands."""
    if number % 20 == 0:
        at = chance.choice(list(islands))
        return islands[at], at
    while True:
        row = chance.randrange(1, ROWS + 1)
        spread = 6 if number % 3 else 30
        column = 50 + (20 - row) // 3 + chance.randrange(-spread, spread + 1)
        land = _land(column, row)
        if land:
            strays = number % 40 == 1
            other = {
                "Germany": "Russia",
                "Russia": "Germany",
                "Italy": "Britain",
                "Britain": "Italy",
            }
            return other[land] if strays else land, (column, row)


_KIT = """schema = 1
name = "Benchmark"
rulebook = "rulebook.toml"
control = ["occupier", "marker", "map", "nation"]
[module]
name = "Benchmark"
[[map]]
name = "Front"
[sides]
Axis = ["Germany", "Italy"]
Allies = ["Britain", "Russia"]
[tables.zoc]
armor = true
"*" = false
[[unit]]
kind = "{Kind}"
where = { Kind = "air" }
nation = "{Nation}"
zoc = false
controls = false
[[unit]]
kind = "{Kind}"
where = { Kind = "*" }
nation = "{Nation}"
zoc = "{Kind|zoc}"
"""

_RULEBOOK = """schema = 1
system = "awaw"
base = "awaw"
[state]
not_acting = ["London"]
"""

if __name__ == "__main__":
    sys.exit(main())
