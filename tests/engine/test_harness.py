"""The judge itself: what it says of the corpus is what was written down of it, job after job."""

from __future__ import annotations

import gzip
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.engine.compare import compare, levels
from tests.engine.harness import Engine, EngineError, why_missing
from tests.engine.jobs import (
    PLACE,
    Dump,
    Game,
    Grid,
    Info,
    Job,
    LaidBoard,
    Layer,
    Picture,
    Resave,
    Steps,
)

pytestmark = pytest.mark.engine

KNOWN = [
    "trc/campaign.vsav",
    "trc/new.vsav",
    "a3r/1939.vsav",
    "kassala/default-setup.vsav",
    "ragnarok/start.vsav",
    "tld/0606-1.log",
    pytest.param("tld/0608-2.log", marks=pytest.mark.engine_full),
    pytest.param("pog/historical.vsav", marks=pytest.mark.engine_full),
]
LOGS = ["0606-1", "0606-2", "0606-3", "0607-1", "0607-3", "0608-2", "0610-5", "0611-1"]


def written_down(save: Path) -> list[dict[str, object]]:
    with gzip.open(save.with_suffix(".engine.json.gz"), "rt", encoding="utf-8") as file:
        pieces: list[dict[str, object]] = json.load(file)["pieces"]
    return pieces


def places(game: Game) -> list[dict[str, object]]:
    return [
        {name: getattr(piece, name) for name in ("id", "name", *PLACE)}
        for piece in game.pieces.values()
    ]


@pytest.mark.parametrize("name", KNOWN)
def test_dump_is_what_was_written_down(engine: Engine, corpus: Path, name: str) -> None:
    save = corpus / name
    answer = engine.ask(save.parent / "module.vmod", Dump(save))
    assert places(answer.game) == written_down(save)
    assert answer.metadata_valid
    assert answer.dialogs == ()


def test_a_job_leaves_nothing_behind(engine: Engine, corpus: Path, tmp_path: Path) -> None:
    trc = corpus / "trc"
    again = tmp_path / "again.vsav"
    shutil.copyfile(trc / "campaign.vsav", again)  # another path: not the remembered answer
    jobs: list[Job] = [
        Dump(trc / "campaign.vsav", traits=True),
        Dump(trc / "new.vsav"),
        Dump(tmp_path / "missing.vsav"),
        Dump(corpus / "a3r" / "1939.vsav"),
        Grid("TRC Map", [(0, 0)]),
        Dump(again, traits=True),
    ]
    first, new, missing, foreign, _, last = engine.run(trc / "module.vmod", jobs)
    assert first.ok and new.ok and last.ok
    assert "FileNotFoundException" in missing.error
    assert foreign.complaints != ()
    assert foreign.game.pieces == {}
    assert last.game.data["pieces"] == first.game.data["pieces"]
    assert {name: last.data[name] for name in first.data} == first.data


def test_a_job_that_must_succeed_fails_with_the_engines_words(engine: Engine, corpus: Path) -> None:
    trc = corpus / "trc"
    with pytest.raises(EngineError, match=r"no map Mars among .*TRC Map"):
        engine.ask(trc / "module.vmod", Grid("Mars", [(0, 0)]))


def test_a_module_that_does_not_open(engine: Engine, tmp_path: Path) -> None:
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(b"no zip")
    answers = engine.run(broken, [Info(), Info()])
    assert [answer.ok for answer in answers] == [False, False]
    assert "the engine ended without an answer" in answers[0].error


def test_an_engine_that_dies_is_started_again(corpus: Path) -> None:
    if missing := why_missing():
        pytest.skip(missing)
    module, save = corpus / "kassala" / "module.vmod", corpus / "kassala" / "default-setup.vsav"
    own = Engine()
    try:
        assert own.ask(module, Info()).ok
        for process in own.processes():
            process.kill()
        died, alive = own.run(module, [Dump(save), Dump(save, settle=True)])
    finally:
        own.close()
    assert "the engine ended without an answer" in died.error
    assert places(alive.game) == written_down(save)


def test_picture(engine: Engine, corpus: Path, tmp_path: Path) -> None:
    kassala, out = corpus / "kassala", tmp_path / "map.png"
    engine.ask(kassala / "module.vmod", Picture(kassala / "default-setup.vsav", "Main Map", out))
    with Image.open(out) as picture:
        picture.load()
        assert picture.size == (2048, 2593)


def test_resave_keeps_every_piece_in_its_place(
    engine: Engine, corpus: Path, tmp_path: Path
) -> None:
    module, save = corpus / "trc" / "module.vmod", corpus / "trc" / "campaign.vsav"
    out = tmp_path / "again.vsav"
    engine.ask(module, Resave(save, out))
    with zipfile.ZipFile(out) as archive:
        assert sorted(archive.namelist()) == ["moduledata", "savedGame", "savedata"]
    before, after = (engine.ask(module, Dump(path)).game for path in (save, out))
    difference = compare(before, after)
    assert (difference.vanished, difference.moved, difference.relevelled) == ((), {}, {})


def test_a_file_written_anew_is_asked_about_anew(
    engine: Engine, corpus: Path, tmp_path: Path
) -> None:
    trc, save = corpus / "trc", tmp_path / "game.vsav"
    shutil.copyfile(trc / "campaign.vsav", save)
    campaign = engine.ask(trc / "module.vmod", Dump(save)).game
    shutil.copyfile(trc / "new.vsav", save)
    new = engine.ask(trc / "module.vmod", Dump(save)).game
    assert places(new) == written_down(trc / "new.vsav")
    difference = compare(campaign, new)
    assert "map" in difference.moved["1447557399656"]


def test_layers_count_from_one(engine: Engine, corpus: Path) -> None:
    trc = corpus / "trc"
    game = engine.ask(trc / "module.vmod", Dump(trc / "campaign.vsav")).game
    assert game.pieces["1447557399656"].layers["Supply"] == Layer(level=1, active=True)
    assert levels(game, "Supply")["1447557399656"] == 1
    assert levels(game, "nothing") == {}


def test_grid_snaps_and_names(engine: Engine, corpus: Path) -> None:
    trc = corpus / "trc"
    points = [(1543, 2287), (1550, 2280), (10, 10)]
    on_hex, near, off = engine.ask(trc / "module.vmod", Grid("TRC Map", points)).points
    assert (on_hex.location, on_hex.snap_x, on_hex.snap_y) == ("1925", 1543, 2287)
    assert on_hex.back == (1543 - 75, 2287 - 75)  # the board begins behind the edge
    assert (near.snap_x, near.snap_y, near.range) == (1543, 2287, 0)
    assert (off.location, off.board) == ("offboard", None)


def test_boards_may_be_laid(engine: Engine, corpus: Path) -> None:
    module = corpus / "trc" / "module.vmod"
    two = (LaidBoard("TRC4"), LaidBoard("TRC4", column=1))
    answer = engine.ask(module, Grid("TRC Map", [(1543, 2287), (1543 + 3200, 2287)], boards=two))
    assert [(board["column"], board["x"]) for board in answer.data["boards"]] == [
        (0, 75),
        (1, 3275),
    ]
    assert [point.location for point in answer.points] == ["1925", "1925"]
    unknown = engine.run(module, [Grid("TRC Map", [(0, 0)], boards=[LaidBoard("TRC5")])])[0]
    assert "no board TRC5 among [TRC4]" in unknown.error


def test_info_needs_no_game(engine: Engine, corpus: Path) -> None:
    maps = engine.ask(corpus / "pog" / "module.vmod", Info()).data["maps"]
    assert {board["name"] for board in maps[0]["boards"]} >= {"Classic Map"}


def test_log_steps(engine: Engine, corpus: Path) -> None:
    tld = corpus / "tld"
    answer = engine.ask(tld / "module.vmod", Steps(tld / "0606-1.log", at=(0, 5), trail=True))
    assert places(answer.games[0]) == written_down(tld / "0606-1.log")
    assert len(answer.data["trail"]) == 5
    change = answer.data["trail"][4]["changes"][0]
    assert (change["id"], change["from"]["map"]) == ("1168285238620", "Allied Airborne Display")
    assert (change["to"]["map"], change["to"]["location"]) == ("Normandy", "2724")
    moved = compare(answer.games[0], answer.games[5]).moved
    assert moved["1168285238620"]["location"] == ("offboard", "2724")
    beyond = engine.run(tld / "module.vmod", [Steps(tld / "0606-1.log", at=(5000,))])[0]
    assert "the log has 1091" in beyond.error


@pytest.mark.engine_full
@pytest.mark.parametrize("name", LOGS)
def test_every_log_runs_to_its_end(engine: Engine, corpus: Path, name: str) -> None:
    tld = corpus / "tld"
    answer = engine.ask(tld / "module.vmod", Steps(tld / f"{name}.log", at=(0, "end")))
    assert answer.steps > 100
    assert compare(answer.games[0], answer.end).moved
    assert answer.dialogs == ()
