"""How fast saves are read, against the floor: what no reader can do without.

The floor is inflating ``savedGame``, undoing its hex (``fromhex``, ``translate``), decoding it as UTF-8 and splitting it
at its separators, each step done once on the whole text. The load is ours: command tree, and id, map, pixel and stack
of each piece. The names are the load and then the location name of each piece on a map of the module, which is open
already. All are measured in turn in one process, in the processor's time, which a busy machine stretches less than the
clock's; the best of several rounds counts.

    python benchmarks/decode.py [CORPUS] [--no-growth]

One line a figure: ``figure NAME VALUE``; then a table for ever larger saves, up to a savedGame of 465 MB.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parent.parent)
)  # measures the checkout it stands in

from vassal_supply.vassal.commands import ESC
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.pieces import piece_leaf, stack_leaf
from vassal_supply.vassal.save import Save

ROUNDS = 15
SAVES = {"pog": "pog/historical.vsav", "tld": "tld/0606-1.log"}
GROWTH = (1, 7, 29, 116, 465)
_ESCAPE = b"\\"


def floor(path: Path) -> int:
    """The least any reader does; the number of commands."""
    with zipfile.ZipFile(path) as archive:
        data = archive.read("savedGame")
    key = int(data[5:7], 16)
    table = bytes(value ^ key for value in range(256))
    text = bytes.fromhex(data[7:].decode("ascii")).translate(table).decode("utf-8")
    return len(text.split("\x1b"))


def load(path: Path) -> int:
    """The command tree, and id, map, pixel and stack of each piece; the number of pieces on maps."""
    save = Save.read(path)
    return sum(1 for place in save.positions() if place.map is not None)


def names(path: Path, module: Module) -> int:
    """The load, and the location name of each piece on a map; the number of names."""
    save = Save.read(path)
    layouts: dict[str, MapLayout | None] = {}
    named = 0
    for place in save.positions():
        if place.map is None:
            continue
        if place.map not in layouts:
            layouts[place.map] = module.layout(place.map, save.boards.get(place.map))
        layout = layouts[place.map]
        named += layout is not None and layout.place(place.x, place.y).location is not None
    return named


def best_of(rounds: int, *works: Callable[[], object]) -> list[float]:
    """The shortest time in seconds of each work, done in turn so that all meet the same weather."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            start = time.process_time()
            work()
            best[number] = min(best[number], time.process_time() - start)
    return best


def peak(work: Callable[[], object]) -> int:
    """The most memory in bytes that Python held at once while doing ``work``."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def size_of(path: Path) -> int:
    """The size of a save's ``savedGame`` entry in bytes."""
    with zipfile.ZipFile(path) as archive:
        return archive.getinfo("savedGame").file_size


def figures(corpus: Path) -> None:
    """Print the figures for the corpus saves."""
    for name, relative in SAVES.items():
        path = corpus / relative
        module = Module.read(path.parent / "module.vmod")
        least, ours, named = best_of(
            ROUNDS,
            lambda path=path: floor(path),
            lambda path=path: load(path),
            lambda path=path, module=module: names(path, module),
        )
        print(f"figure decode.{name}.floor_ms {least * 1000:.1f}")
        print(f"figure decode.{name}.load_over_floor {ours / least:.2f}")
        print(f"figure decode.{name}.names_over_floor {named / least:.2f}")
    path = corpus / SAVES["pog"]
    print(f"figure decode.pog.peak_over_savedgame {peak(lambda: load(path)) / size_of(path):.2f}")


def big_save(folder: Path, megabytes: int) -> Path:
    """A save of our own whose savedGame has about this many megabytes: deep pieces in stacks, many empty stacks."""
    types = [f"emb2;;2;;Layer {n};2;;;2;;;;1;false;0;0;a{n}.png,b{n}.png" for n in range(160)]
    levels = [level.encode() for level in (*types, "piece;;;unit.png;Unit")]
    states = [b"1"] * len(types)
    leaves = [b"begin_save", b"", _ESCAPE]
    wanted, size, number = megabytes * 500_000, 0, 10**12
    while size < wanted:
        x, y = number % 4000, number // 4000 % 4000
        place = b"null;%d;%d;%d;0" % (x, y, number % 900)
        piece = piece_leaf(str(number), levels, [*states, place])
        stacks = [stack_leaf(str(number + 1), "Map", x, y, [str(number)])]
        stacks += [stack_leaf(str(number + n), None, 0, 0, []) for n in range(2, 8)]
        for leaf in (piece, *stacks):
            leaves.append(leaf + _ESCAPE)
            size += len(leaf) + 2
        number += 8
    leaves[-1] = leaves[-1].rstrip(_ESCAPE)
    entry = obfuscate(ESC.join([*leaves, b"end_save"]), 0x5A)
    path = folder / f"{megabytes}.vsav"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("savedGame", entry)
    return path


def growth() -> None:
    """Print how time and memory grow with the save; both should stay in proportion."""
    print(
        f"{'savedGame':>12} {'pieces':>8} {'floor':>9} {'load':>9} {'load/floor':>11} {'peak/size':>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for megabytes in GROWTH:
            path = big_save(Path(folder), megabytes)
            least, ours = best_of(2, lambda path=path: floor(path), lambda path=path: load(path))
            size = size_of(path)
            most = peak(lambda path=path: load(path)) / size
            row = f"{size / 1e6:>9.0f} MB {load(path):>8,} {least * 1000:>6.0f} ms {ours * 1000:>6.0f} ms"
            print(f"{row} {ours / least:>11.2f} {most:>10.2f}", flush=True)
            path.unlink()


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus"
    parser.add_argument("corpus", nargs="?", type=Path, default=default)
    parser.add_argument("--growth", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    if not options.corpus.is_dir():
        sys.exit(f"no corpus at {options.corpus}")
    figures(options.corpus)
    if options.growth:
        growth()


if __name__ == "__main__":
    main()
