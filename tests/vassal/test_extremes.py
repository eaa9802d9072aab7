"""Saves that are large, deep or wicked: read in time and memory in proportion, or refused in one line."""

from __future__ import annotations

import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from tests.vassal.saves import ESC, piece, save_of, stack, text_of, zip_of
from vassal_supply.errors import ArchiveError, FormatError
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.logs import Replay
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.save import Save

# Seconds. Work in proportion to the size takes one or two; work that grows with its square takes many minutes.
PATIENCE = 60


def seconds_since(start: float) -> float:
    return time.perf_counter() - start


def test_100_000_empty_stacks() -> None:
    empty = [f"+/{n}/stack/null;0;0;@@-1" for n in range(10**12, 10**12 + 100_000)]
    start = time.perf_counter()
    save = save_of([*empty, piece("1"), stack("9", "1")])
    assert save.position("1").stack == "9"
    assert (len(save.stacks), save.warnings) == (100_001, [])
    editor = save.edit()
    editor.remove("1")
    assert editor.encoded().count(b"+/") == 100_000
    assert len(save.at("end").stacks) == 100_001
    assert seconds_since(start) < PATIENCE


def test_one_stack_of_100_000() -> None:
    ids = [str(n) for n in range(10**12, 10**12 + 100_000)]
    leaves = [piece(id, place=(None, 0, 0)) for id in ids]
    start = time.perf_counter()
    save = save_of([*leaves, stack("8", *ids), stack("9", *reversed(ids))])
    assert save.position(ids[0]).index == 99_999
    assert sum(place.stack == "9" for place in save.positions()) == 100_000
    assert save.stacks["8"].members == []
    assert seconds_since(start) < PATIENCE


def test_an_id_used_100_000_times() -> None:
    start = time.perf_counter()
    leaves = [leaf for n in range(50_000) for leaf in (piece("1"), stack("9", "1"))]
    save = save_of(leaves)
    assert (list(save.pieces), save.position("1").stack) == (["1"], "9")
    assert [warning.text for warning in save.warnings][-1] == "an id used twice: 99,993 more"
    assert len(save.warnings) == 6
    assert seconds_since(start) < PATIENCE


def test_traits_300_deep() -> None:
    traits = [(f"mark;M{n}", str(n)) for n in range(300)]
    save = save_of([piece("1", *traits)])
    found = save.pieces["1"]
    assert (found.properties["M299"], found.properties["M0"]) == ("299", "0")
    assert len(found.traits) == 301
    changed = found.with_mark("M150", "new").with_place("Other", 1, 2)
    assert changed.properties["M150"] == "new"
    editor = save.edit()
    editor.replace(changed)
    assert Save(CommandStream.parse(editor.encoded())).position("1")[:3] == ("Other", 1, 2)


def test_traits_3_000_deep() -> None:
    start = time.perf_counter()
    found = save_of([piece("1", *[("mark;A", "x")] * 3000, name="Deep")]).pieces["1"]
    assert (found.name, found.properties["A"], len(found.traits)) == ("Deep", "x", 3001)
    assert found.with_mark("A", "y").properties["A"] == "y"
    assert seconds_since(start) < PATIENCE


def test_commands_3_000_deep() -> None:
    start = time.perf_counter()
    deep = b"".join(b"x" + b"\\" * depth + ESC.encode() for depth in range(3000))
    text = b"begin_save\x1b" + deep + b"x\x1bend_save"
    save = Save(CommandStream.parse(text))
    assert save.stream.encode() == text
    assert len(save.stream.items()) == 4
    assert seconds_since(start) < PATIENCE


def test_quoted_commands_too_deep_are_refused() -> None:
    deep = "".join("'" + "\\" * depth + ESC for depth in range(1500))
    text = f"begin_save{ESC}{deep}{ESC}end_save"
    with pytest.raises(FormatError, match="savedGame: commands nested more than 1,000 deep"):
        CommandStream.parse(text.encode())


def test_a_million_quotes() -> None:
    start = time.perf_counter()
    text = ESC.join(["begin_save", "'" * 1_000_000, "end_save"])
    stream = CommandStream.parse(text.encode())
    assert stream.encode() == text.encode()
    assert list(stream.leaves()) == [b"begin_save", b"", b"end_save"]
    assert seconds_since(start) < PATIENCE


def test_a_million_backslashes() -> None:
    slashes = "\\" * 1_000_000
    text = text_of([piece("1", ("mark;A", f"{slashes}x"), (f"my.Trait;{slashes}", slashes + "x"))])
    start = time.perf_counter()
    save = Save(CommandStream.parse(text.encode()))
    assert save.pieces["1"].properties["A"].endswith("x")
    assert save.stream.encode() == text.encode()
    assert seconds_since(start) < PATIENCE


def test_a_log_of_50_000_moves() -> None:
    moves = [[f"M/{n % 9 + 1}/Main/{n % 7}/3/null/Main/1/1/null/me"] for n in range(50_000)]
    save = save_of([piece(str(n)) for n in range(1, 10)], (), moves)
    start = time.perf_counter()
    replay = Replay(save)
    assert sum(len(step.moved) for step in replay) > 40_000
    assert len(replay.save().pieces) == 9
    assert seconds_since(start) < PATIENCE


def test_a_stack_of_30_000_told_anew_in_a_log() -> None:
    ids = [str(n) for n in range(10**12, 10**12 + 30_000)]
    leaves = [piece(id, place=(None, 0, 0)) for id in ids]
    first, second = stack("9", *ids), stack("9", *reversed(ids))
    save = save_of(
        [*leaves, first], (), [[second], ["M/9/Main/4/4/null/Main/1/1/null/me"], [second]]
    )
    start = time.perf_counter()
    replay = Replay(save)
    assert [len(step.moved) for step in replay] == [0, 30_000, 30_000]
    assert replay.save().stacks["9"].members == ids[::-1]
    assert seconds_since(start) < PATIENCE


@pytest.fixture(scope="module")
def hundred_megabytes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save whose ``savedGame`` has 100 MB."""
    path = tmp_path_factory.mktemp("large") / "large.vsav"
    traits = [("emb2;" + "x" * 200, "1")] * 60
    leaves = [piece(str(n), *traits) for n in range(10**12, 10**12 + 3_200)]
    data = text_of(leaves).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("savedGame", obfuscate(data, 0x11))
    return path


def test_100_megabytes_in_bounded_memory(hundred_megabytes: Path) -> None:
    with zipfile.ZipFile(hundred_megabytes) as archive:
        size = archive.getinfo("savedGame").file_size
    assert size > 100_000_000
    tracemalloc.start()
    try:
        save = Save.read(hundred_megabytes)
        assert sum(place.map == "Main" for place in save.positions()) == 3_200
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * size


def test_100_megabytes_changed_and_written(hundred_megabytes: Path, tmp_path: Path) -> None:
    save = Save.read(hundred_megabytes)
    editor = save.edit()
    first = next(iter(save.pieces.values()))
    editor.replace(first.with_place("Other", 1, 2))
    editor.write(tmp_path / "out.vsav")
    assert Save.read(tmp_path / "out.vsav").position(first.id).map == "Other"


def test_a_bomb_in_saved_game_stops_at_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.vsav"
    zeros = b"0" * (1 << 20)
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("savedGame", "w") as entry,
    ):
        entry.write(b"!VCSK00")
        for _ in range(800):
            entry.write(zeros)
    assert path.stat().st_size < 2_000_000
    with pytest.raises(ArchiveError) as caught:
        Save.read(path)
    assert str(caught.value) == (
        f"{path}: savedGame: inflates to more than 768 MB; expected less (--max-size raises the limit)"
    )


def test_a_save_inside_a_save_is_only_an_entry() -> None:
    data = zip_of({"savedGame": b"begin_save\x1bend_save"})
    for _ in range(20):
        data = zip_of({"savedGame": b"begin_save\x1bend_save", "more.vsav": data})
    assert Save.from_bytes(data, "nest.vsav").pieces == {}


def test_20_000_new_pieces_on_one_spot_of_a_log() -> None:
    steps = [
        [f"+/{n}/piece;;;u;N/Main;5;5;7;0", f"M/{n}/Main/7/7/null/Main/5/5/null/me"]
        for n in range(10**12, 10**12 + 20_000)
    ]
    start = time.perf_counter()
    replay = Replay(save_of([], (), steps))
    assert sum(len(step.appeared) for step in replay) == 20_000
    [members] = [stack.members for stack in replay.save().stacks.values()]
    # Who comes to a stack without a word of where goes to its bottom.
    assert members == [str(n) for n in range(10**12 + 19_999, 10**12 - 1, -1)]
    assert seconds_since(start) < PATIENCE


def test_4_000_pieces_that_never_stack_on_one_spot_of_a_log() -> None:
    never = ("immob;;N;V;", "")
    pieces = [piece(str(n), never, place=("Main", n, 1)) for n in range(1, 4_000)]
    steps = [[f"M/{n}/Main/7/7/null/Main/{n}/1/null/me"] for n in range(1, 4_000)]
    start = time.perf_counter()
    end = save_of(pieces, (), steps).at("end")
    assert {end.position(id)[:4] for id in end.pieces} == {("Main", 7, 7, None)}
    assert seconds_since(start) < PATIENCE


def test_100_000_maps() -> None:
    pieces = [piece(str(n), place=(f"M{n}", 1, 1)) for n in range(100_000)]
    pickers = [f"M{n}BoardPicker\tB{n}\t0\t0" for n in range(100_000)]
    start = time.perf_counter()
    save = save_of(pieces, pickers)
    assert all(save.boards[place.map or ""][0].name for place in save.positions())
    assert seconds_since(start) < PATIENCE


def test_thousands_of_decks_that_are_counted() -> None:
    deck = "deck;" + ";" * 12
    pieces = [piece(str(n), (f"calcProp;A;{{D{n}_numPieces}}", "")) for n in range(5_000)]
    decks = [f"+/d{n}/{deck}D{n}/Main;9;9;true;{n}" for n in range(5_000)]
    start = time.perf_counter()
    save = save_of([*pieces, *decks])
    assert {found.properties["A"] for found in save.pieces.values()} == {"1"}
    assert seconds_since(start) < PATIENCE


def test_100_000_kinds_of_traits_nobody_knows() -> None:
    save = save_of([piece(str(n), (f"my{n};x", "")) for n in range(100_000)])
    warnings = save.check_traits()
    assert len(warnings) == 51
    assert warnings[-1].text == "99,950 more oddities, of other kinds"
