"""Mutating saves and trying everything on them that a save is there for.

``python -m tests.vassal.mutants SAVE... --seconds 60`` goes on for as long as one likes; the tests do a little of it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.vassal.saves import piece, stack, text_of, zip_of
from vassal_supply.errors import SupplyError
from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.logs import Replay
from vassal_supply.vassal.obfuscation import deobfuscate, obfuscate
from vassal_supply.vassal.pieces import REFEREE
from vassal_supply.vassal.save import Save

# What means something in the format, put where it does not belong.
TOKENS = [
    *(
        b"\x1b",
        b"\\\x1b",
        b"\t",
        b"\\\t",
        b"/",
        b"\\/",
        b";",
        b"\\;",
        b",",
        b"'",
        b"\\",
        b"~",
        b"|",
        b"$",
        b"{",
        b"}",
    ),
    *(
        b"+/",
        b"-/",
        b"D/",
        b"M/",
        b"LOG\t",
        b"null",
        b"@@1",
        b"stack/",
        b"deck;",
        b"piece;",
        b"emb2;",
        b"PROP;",
    ),
    *(
        b"mark;",
        b"label;",
        b"calcProp;",
        b"obs;",
        b"hide;",
        b"rotate;",
        b"emb;",
        b"mat;",
        b"attach;",
        b"button;",
    ),
    *(
        b"TURN",
        b"BoardPicker\t",
        b"GlobalProperty\t;",
        b"EXT\t",
        b"PLAYER\t",
        b"MutableProperty\t",
        b"CHECK\t",
    ),
    *(
        b"0",
        b"-1",
        b"99999999999",
        b"1e999",
        b"\xff",
        b"\xc3",
        b"\x00",
        b"\n",
        "٣".encode(),
        b"$A$",
        b"{A+1}",
    ),
]


def sample() -> bytes:
    """A small save with something of everything."""
    layer = (
        "emb2;;2;;;2;;;2;;;;1;false;0;0;a,b;+ one,+ two;true;L;;;true;{A+1};1;1;true;;;;;1.0;;true"
    )
    traits = [
        (layer, "1"),
        ("mark;A,B", "1,y"),
        ("PROP;P;true,0,4,false;Set:65\\,130:P\\,3;", "2"),
        ("calcProp;C;{A*2+P};", ""),
        ("label;76,130;Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);;0;0;Text", "x $A$"),
        ("obs;;back.png;Mask;I;Enemy;side:", "null;"),
        ("hide;;Hide;;player:", "null"),
        ("rotate;6;65,130;66,130;CW;CCW;;;F", "2"),
        ("propertysheet;0Name~3Hits;Sheet;P;2;;;;80,130", "x~1/3"),
        ("button;65,130;1;2;3;4;n;false;false;1;2;5;6;7;8", ""),
        ("emb;A\\;R;On;U;Up;D;Down;1;2;a,+x;b", "1"),
        ("mat;Ship;", "1;2"),
        ("attach;Crew;", "1;3"),
        ("my.Own;x", "y"),
    ]
    pieces = [piece("1", *traits), piece("2", state="Main;1;2;7;1;UniqueID;2"), piece("3")]
    pieces += [stack("8", "1", "2"), f"+/9/deck;{';' * 12}Draw/Main;9;9;true;3"]
    others = [
        "Main BoardPicker\tN/rev\t0\t0",
        "TURNTurnTracker0\t0|1",
        "GlobalProperty\t;A;3;Module",
        "EXT\tX\t1",
    ]
    others += ["PLAYER\tp\tJo\tAxis"]
    log = [
        ["M/1/Main/7/7/null/Main/1/1/null/me", "CHATx"],
        ["D/2/Main;3;3;7;0/Main;1;2;7;1;UniqueID;2", "-/3"],
        [
            "D/8/Main;10;20;2;1/Main;10;20;1;2",
            piece("4"),
            stack("7", "4"),
            "MutableProperty\tA\t3\t4\tModule",
        ],
    ]
    return text_of(pieces, others, log).encode()


def mutated(data: bytes, random: random.Random, changes: int) -> bytes:
    """The bytes with a few places changed, cut, doubled or exchanged."""
    changed = bytearray(data)
    for _ in range(changes):
        place = random.randrange(len(changed) + 1)
        length = random.choice((0, 1, 2, 9, 200))
        part = bytes(changed[place : place + length])
        action = random.randrange(5)
        if action == 0:
            changed[place : place + 1] = bytes([random.randrange(256)])
        elif action in (1, 2):
            changed[place : place + length % 3] = random.choice(TOKENS)
        elif action == 3:
            del changed[place : place + length]
        else:
            other = random.randrange(len(changed) + 1)
            changed[other:other] = part
    return bytes(changed)


def try_everything(data: bytes) -> None:
    """Read a save and use it in every way; only errors of ours may leave."""
    save = Save.from_bytes(data, "mutant.vsav")
    assert save.edit().encoded() == save.stream.encode()
    for place, found in zip(save.positions(), save.pieces.values(), strict=True):
        assert isinstance(place.x, int)
        _ = found.name, dict(found.properties), found.name_for(REFEREE), found.gpid, found.own_place
        _ = [(trait.values, trait.problems) for trait in found.traits]
    _ = save.check_traits(), save.boards, save.turns, save.global_properties, save.extensions
    _ = save.sides, save.viewer("Axis"), save.vassal_version, save.module_name, repr(save)
    end = Replay(save)
    for step in end:
        assert step.number
    after = end.save()
    _ = list(after.positions())
    edit_something(save)


def edit_something(save: Save) -> None:
    """Change a piece, add one, take one away, and read the result."""
    editor = save.edit()
    for found in list(save.pieces.values())[:3]:
        try:
            editor.replace(found.with_place("Main", 1, 2))
            editor.add_piece(found.leaf, "Main", 3, 4)
        except SupplyError:
            continue
    for id in list(save.pieces)[-1:]:
        try:
            editor.remove(id)
        except SupplyError:
            continue
    save.with_stream(type(save.stream).parse(editor.encoded()))


def save_from(text: bytes) -> bytes:
    """A save file with this command text."""
    return zip_of({"savedGame": obfuscate(text, 0x42)})


def try_mutant(text: bytes, seed: int, changes: int) -> None:
    """One mutant of a command text; raises whatever is not ours."""
    try:
        try_everything(save_from(mutated(text, random.Random(seed), changes)))
    except SupplyError as error:
        assert str(error)


def try_broken_file(data: bytes, seed: int, changes: int) -> None:
    """One mutant of a whole file; raises whatever is not ours."""
    try:
        broken = mutated(data, random.Random(seed), changes)
        with Archive.from_bytes(broken, "mutant.vsav") as archive:
            _ = archive.kind, archive.metadata, archive.savedata, archive.extensiondata
        try_everything(broken)
    except SupplyError as error:
        assert str(error).startswith("mutant.vsav")


def texts(paths: Sequence[Path]) -> list[bytes]:
    """The command texts of some saves, and the sample's."""
    found = [sample()]
    for path in paths:
        with Archive.open(path) as archive:
            found.append(deobfuscate(archive.read("savedGame")))
    return found


def main() -> int:
    """Try mutants until the time is up; report the seeds of those that went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sources = texts(options.saves)
    files = [path.read_bytes() for path in options.saves] or [save_from(sample())]
    failures, seed, end = 0, options.seed, time.monotonic() + options.seconds
    while time.monotonic() < end:
        tries: list[tuple[Callable[[bytes, int, int], None], bytes]] = [
            (try_mutant, sources[seed % len(sources)]),
            (try_broken_file, files[seed % len(files)]),
        ]
        for attempt, data in tries:
            try:
                attempt(data, seed, 1 + seed % 12)
            except Exception:
                failures += 1
                print(f"{attempt.__name__} seed {seed} source {seed % len(sources)}")
                traceback.print_exc()
        seed += 1
    print(f"{seed - options.seed} mutants of each kind, {failures} went wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
