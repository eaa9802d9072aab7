"""``-`` for standard input and output, and no input file ever written over."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vassal_supply.resources import example_folder
from vassal_supply.vassal.save import Save

MODULE, SAVE, KIT = "encirclement.vmod", "encirclement.vsav", "kit"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the example, to work in; it holds a file of every kind that a verb may read."""
    game = tmp_path / "game"
    shutil.copytree(example_folder(), game)
    (game / "turn.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(game)
    return game


@pytest.fixture
def standard_input(monkeypatch):
    """Puts bytes where ``-`` reads."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


@pytest.mark.parametrize("words", [("check", "-"), ("explain", "-", "14th Rifle")])
def test_a_save_from_standard_input(run, folder, standard_input, words):
    named = [SAVE if word == "-" else word for word in words]
    standard_input((folder / SAVE).read_bytes())
    assert run(*words, "--kit", KIT) == run(*named, "--kit", KIT)


def test_an_annotated_save_on_standard_output(folder, standard_input, capfdbinary):
    from vassal_supply.cli import main

    assert main(["annotate", SAVE, "--kit", KIT, "-o", "named.vsav"]) == 0
    capfdbinary.readouterr()
    standard_input((folder / SAVE).read_bytes())
    assert main(["annotate", "-", "--kit", KIT, "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == (folder / "named.vsav").read_bytes()
    assert err.startswith(b"10 marks changed in -:\n")


@pytest.mark.parametrize("name", [SAVE, MODULE])
def test_any_file_from_standard_input(run, folder, standard_input, name):
    standard_input((folder / name).read_bytes())
    ran = run("inspect", "-", "--module", MODULE)
    assert ran.out.startswith(("Save of Encirclement 1.0", "Module Encirclement 1.0"))
    assert ran == run("inspect", name, "--module", MODULE)


def test_standard_input_that_is_no_save(run, folder, standard_input):
    standard_input(b"hello")
    ran = run("check", "-", "--kit", KIT)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("vassal-supply: -: is no zip")


INPUTS = [SAVE, MODULE, f"{KIT}/kit.toml", f"{KIT}/rulebook.toml", "turn.toml", "earlier.vsav"]


@pytest.mark.parametrize("target", INPUTS)
@pytest.mark.parametrize("verb", ["check", "explain", "annotate"])
def test_no_input_is_written_over(run, folder, target, verb):
    shutil.copyfile(SAVE, "earlier.vsav")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    more = ("14th Rifle",) if verb == "explain" else ()
    common = ("--kit", KIT, "--turn-file", "turn.toml", "--previous", "earlier.vsav")
    ran = run(verb, SAVE, *more, *common, "-o", target)
    assert ran == (
        2,
        "",
        f"vassal-supply: {target}: is an input file; expected another name to write to\n",
    )
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("link", ["hard", "symbolic", "folder", "spelling"])
def test_nor_by_another_name(run, folder, link):
    other = folder / "other.vsav"
    if link == "hard":
        other.hardlink_to(folder / SAVE)
    elif link == "symbolic":
        other.symlink_to(folder / SAVE)
    elif link == "folder":
        (folder / "here").symlink_to(folder)
        other = folder / "here" / SAVE
    else:
        other = folder / "kit" / ".." / SAVE
    before = (folder / SAVE).read_bytes()
    for verb in ("check", "annotate"):
        ran = run(verb, SAVE, "--kit", KIT, "-o", other)
        assert (ran.status, ran.out) == (2, "")
        assert "is an input file" in ran.err
    assert (folder / SAVE).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "target"),
    [
        (("inspect", SAVE), SAVE),
        (("inspect", SAVE), MODULE),
        (("inspect", MODULE), MODULE),
        (("export", "game.vmdx", "--kit", KIT), "game.vmdx"),
        (("export", MODULE, "--kit", "own.vmdx"), "own.vmdx"),
    ],
)
def test_inspect_and_export_spare_what_they_read(run, folder, words, target):
    shutil.copyfile(MODULE, "game.vmdx")
    assert run("export", MODULE, "--kit", KIT, "-o", "own.vmdx").status == 0
    before = (folder / target).read_bytes()
    ran = run(*words, "-o", target)
    assert (ran.status, ran.out, "is an input file" in ran.err) == (2, "", True)
    assert (folder / target).read_bytes() == before


def test_a_file_marked_as_read_only_is_kept(run, folder):
    (folder / "out.vsav").write_bytes(b"kept")
    (folder / "out.vsav").chmod(0o444)
    ran = run("annotate", SAVE, "--kit", KIT, "-o", "out.vsav")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("vassal-supply: out.vsav: is marked as read-only")
    assert (folder / "out.vsav").read_bytes() == b"kept"
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("target", "said"), [("none/out.vsav", "No such file"), ("source", "is a folder")]
)
def test_where_nothing_can_be_written(run, folder, target, said):
    before = sorted(folder.rglob("*"))
    ran = run("annotate", SAVE, "--kit", KIT, "-o", target)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"vassal-supply: {target}: ")
    assert said in ran.err
    assert sorted(folder.rglob("*")) == before


def test_looking_first_and_clearing(run, folder):
    looked = run("annotate", SAVE, "--kit", KIT, "--dry-run", "-o", "out.vsav").out
    assert looked.startswith("10 marks would change:\n  0707  31st Rifle    was in supply, now out")
    assert not (folder / "out.vsav").exists()
    done = run("annotate", SAVE, "--kit", KIT, "-o", "out.vsav").out
    assert done == looked.replace("would change", "changed in out.vsav")
    again = run("annotate", "out.vsav", "--kit", KIT, "-o", "again.vsav").out
    assert again == "0 marks changed in again.vsav.\n"
    assert (folder / "again.vsav").read_bytes() == (folder / "out.vsav").read_bytes()
    cleared = run("annotate", "out.vsav", "--kit", KIT, "--clear", "-o", "cleared.vsav").out
    assert cleared.startswith("10 marks changed in cleared.vsav:\n")
    assert Save.read("cleared.vsav").stream.encode() == Save.read(SAVE).stream.encode()


def call(*words: object, **more: object) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "vassal_supply", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, timeout=120, **more)


def test_a_reader_that_has_seen_enough(folder):
    words = shlex.join([sys.executable, "-m", "vassal_supply", "inspect", SAVE, "--pieces"])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for piped in ("2>&1", "", "--format json"):
        script = f"{{ {words} {piped}; echo status $? >&2; }} | true"
        ran = subprocess.run(
            ["bash", "-c", script], env=environment, capture_output=True, timeout=120
        )
        told = [line for line in ran.stderr.decode().splitlines() if "warning" not in line]
        assert told == ["status 0"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_standard_output(folder):
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "vassal_supply", "inspect", SAVE]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        ran = subprocess.run(command, env=environment, stdout=full, stderr=-1, timeout=120)
    assert ran.returncode == 2
    assert ran.stderr == b"vassal-supply: standard output: No space left on device\n"


def test_a_file_name_that_is_no_unicode(folder):
    odd = os.fsdecode(b"turn\xff7.vsav")
    try:
        shutil.copyfile(SAVE, odd)
    except OSError:
        pytest.skip("this system has no such names")
    text = call("inspect", odd, "--format", "json", "--module", MODULE)
    assert json.loads(text.stdout)["file"] == odd
    for words in (("check", odd, "--kit", KIT), ("inspect", odd), ("inspect", odd, "-o", "x.txt")):
        ran = call(*words)
        assert (ran.returncode, b"Traceback" in ran.stderr) == (0, False)
    ran = call("inspect", os.fsdecode(b"no\xff.vsav"))
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"vassal-supply: no\\udcff.vsav: cannot be read")


def test_one_line_whatever_a_name_holds(run, folder):
    ran = run("inspect", "a\nb\rc\x1b[2Jd\x9be")
    said = (
        "cannot be read (" if sys.getfilesystemencoding() == "utf-8" else "no file can be called so"
    )
    assert ran.err.startswith(rf"vassal-supply: a b c\x1b[2Jd\x9be: {said}")
    assert ran.err.count("\n") == 1
