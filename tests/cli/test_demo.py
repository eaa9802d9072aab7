"""The demo: the whole way once, in a folder of its own."""

from __future__ import annotations

import shutil

import pytest

from vassal_supply.resources import example_folder
from vassal_supply.vassal.save import Save

LEFT = [
    *("encirclement-supply.vsav", "encirclement.vmod", "encirclement.vsav", "kit"),
    *("kit/kit.toml", "kit/map.toml", "kit/rulebook.toml"),
]
OUT_OR_PARTIAL = 10


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture(autouse=True)
def empty(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_it_says_what_it_found_and_what_to_open(run, tmp_path):
    ran = run("demo")
    assert (ran.status, ran.err) == (0, "")
    assert "Blue: 21 units, 19 in supply, 2 in partial supply\n" in ran.out
    assert "Red: 21 units, 13 in supply, 8 out of supply\n" in ran.out
    assert "14th Rifle (Red) on 0807 is out of supply.\n" in ran.out
    assert "  1008  1008 is held by 2nd Armoured [S-2]\n" in ran.out
    assert f"{OUT_OR_PARTIAL} supply marks are set" in ran.out
    folder = tmp_path / "vassal-supply-demo"
    assert files(folder) == LEFT
    next_command = ran.out.splitlines()[-1].partition("vassal-supply ")[2].split()
    assert run(*next_command).out.startswith("Encirclement: ")
    for name in ("encirclement.vmod", "encirclement.vsav", "encirclement-supply.vsav"):
        assert f"  {folder.relative_to(tmp_path) / name}" in ran.out
    pieces = Save.read(folder / "encirclement-supply.vsav").pieces.values()
    levels = [piece.properties["Supply_Level"] for piece in pieces]
    assert (levels.count("3"), levels.count("2"), levels.count("1")) == (8, 2, 32)


def test_twice_leaves_the_same(run, tmp_path):
    first = run("demo", "--write", "here")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert run("demo", "--write", "here") == first
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_from_files_that_nobody_may_write(run, tmp_path, monkeypatch):
    """As an installed package may have them; the copies are the player's own."""
    locked = shutil.copytree(example_folder(), tmp_path / "locked")
    for path in locked.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setattr("vassal_supply.resources.example_folder", lambda: locked)
    try:
        assert run("demo", "--write", "here").status == 0
        assert all(path.stat().st_mode & 0o200 for path in (tmp_path / "here").rglob("*"))
    finally:
        for path in locked.rglob("*"):
            path.chmod(0o755)


def test_where_it_cannot_write(run, tmp_path):
    (tmp_path / "taken").write_bytes(b"")
    ran = run("demo", "--write", "taken")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("vassal-supply: taken: ")
