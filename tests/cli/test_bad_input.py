"""Bad input: one line that names the file, exit status 2, nothing written."""

from __future__ import annotations

import shutil
import zipfile

import pytest

from vassal_supply.cli import main
from vassal_supply.errors import ArchiveError
from vassal_supply.resources import example_folder
from vassal_supply.vassal.save import Save

MODULE, SAVE, KIT = "encirclement.vmod", "encirclement.vsav", "kit"


@pytest.fixture
def folder(tmp_path):
    """The example, to be spoilt."""
    shutil.copytree(example_folder(), tmp_path / "game")
    return tmp_path / "game"


def rezip(path, **entries):
    """The archive at ``path`` with entries replaced (bytes) or dropped (``None``)."""
    with zipfile.ZipFile(path) as old:
        kept = {name: old.read(name) for name in old.namelist()} | entries
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in kept.items():
            if data is not None:
                new.writestr(name, data)


def saved_game(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("savedGame")


def truncate(path):
    path.write_bytes(path.read_bytes()[:2000])


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


SPOILT = {
    "not a zip": (SAVE, lambda save: save.write_bytes(b"hello"), "zip"),
    "empty": (SAVE, lambda save: save.write_bytes(b""), "zip"),
    "missing": (SAVE, lambda save: save.unlink(), "No such file"),
    "no savedGame": (SAVE, lambda save: rezip(save, savedGame=None), "savedGame"),
    "zip cut short": (SAVE, truncate, ""),
    "savedGame cut short": (
        SAVE,
        lambda save: rezip(save, savedGame=saved_game(save)[:501]),
        "savedGame",
    ),
    "odd number of digits": (
        SAVE,
        lambda save: rezip(save, savedGame=saved_game(save)[:-1]),
        "savedGame",
    ),
    "not hexadecimal": (
        SAVE,
        lambda save: rezip(save, savedGame=saved_game(save)[:-2] + b"zz"),
        "savedGame",
    ),
    "of another module": (SAVE, lambda save: rezip(save, moduledata=MODULEDATA), "'Another'"),
    "a kit for a missing map": (
        f"{KIT}/kit.toml",
        lambda kit: edit(kit, 'name = "Battlefield"', 'name = "Moon"'),
        "'Moon'",
    ),
    "a kit that is no TOML": (
        f"{KIT}/kit.toml",
        lambda kit: kit.write_text("schema = ", encoding="utf-8"),
        "TOML",
    ),
    "a rulebook with a slip": (
        f"{KIT}/rulebook.toml",
        lambda book: edit(book, "limit = ", "limits = "),
        "limits",
    ),
    "a rulebook of a system that is none": (
        f"{KIT}/rulebook.toml",
        lambda book: edit(book, 'system = "generic"', 'system = "chess"'),
        "rulebook.toml:16: system: no rule system 'chess'; there are",
    ),
    "a space that is none": (
        f"{KIT}/map.toml",
        lambda data: edit(data, "schema = 1", 'schema = 1\ncontrol = { Red = "9999" }'),
        "'9999'",
    ),
}
MODULEDATA = (
    b'<?xml version="1.0"?><data version="1"><version>1</version><name>Another</name></data>'
)


@pytest.mark.parametrize("fault", SPOILT)
@pytest.mark.parametrize("verb", ["check", "explain", "annotate"])
def test_one_line_names_the_file(run, folder, tmp_path, fault, verb):
    name, spoil, said = SPOILT[fault]
    spoil(folder / name)
    out = tmp_path / "out.vsav"
    more = {"check": (), "explain": ("14th Rifle",), "annotate": ("-o", out)}[verb]
    ran = run(verb, folder / SAVE, *more, "--module", folder / MODULE, "--kit", folder / KIT)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("vassal-supply: ")
    assert name.rpartition("/")[2] in ran.err
    assert said in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", SAVE, "--side", "Green"), "no side is called 'Green'; the kit knows Blue, Red"),
        (("explain", SAVE, "14th Rifel"), "did you mean 14th Rifle or "),
        (("explain", SAVE, "14th Rifel@0807"), "did you mean 14th Rifle or "),
        (("explain", SAVE, "14th Rifle@0708"), "did you mean 14th Rifle@0807?"),
        (("explain", SAVE, "14th Rifle", "--side", "Blue"), "no unit is called '14th Rifle'"),
        (
            ("check", SAVE, "--phase", "night"),
            "--phase night: no such word in the system 'generic'",
        ),
        (
            ("check", SAVE, "--for", "airdrop"),
            "--for airdrop: no such word in the system 'generic'",
        ),
        (("check", SAVE, "--kit", "nowhere"), "no such folder"),
        (("check", SAVE, "--kit", MODULE), "holds no supply kit"),
        (("check", SAVE, "--module", SAVE), "expected a module"),
        (("check", SAVE, "--module", "other.vmod"), "No such file"),
        (("annotate", SAVE), "-o"),
        (("annotate", SAVE, "-o", SAVE), SAVE),
        (("check",), "SAVE"),
        (("chek", SAVE), "chek"),
    ],
)
def test_bad_requests(run, folder, monkeypatch, words, said):
    monkeypatch.chdir(folder)
    more = () if "--kit" in words or len(words) < 2 or words[0] == "chek" else ("--kit", KIT)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    ran = run(*words, *more)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_an_ambiguous_name_lists_the_choices(run, folder):
    text = Save.read(folder / SAVE).stream.encode()
    rezip(folder / SAVE, savedGame=text.replace(b";15th Rifle/", b";14th Rifle/"))
    common = ("--module", folder / MODULE, "--kit", folder / KIT)
    ran = run("explain", folder / SAVE, "14th Rifle", *common)
    assert ran.status == 2
    assert "names 2 units: " in ran.err
    assert "14th Rifle@0708" in ran.err
    assert "14th Rifle@0807" in ran.err
    assert run("explain", folder / SAVE, "14th Rifle@0708", *common).status == 0


def test_debug_shows_where_an_error_comes_from(folder, tmp_path):
    (folder / SAVE).write_bytes(b"hello")
    words = ["check", str(folder / SAVE)]
    assert main(words) == 2
    with pytest.raises(ArchiveError, match="is no zip"):
        main([*words, "--debug"])


def test_a_player_may_stop_it(run, folder, monkeypatch):
    def stop(*words, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("vassal_supply.case.open_case", stop)
    ran = run("check", folder / SAVE)
    assert (ran.status, ran.out, ran.err.strip()) == (2, "", "vassal-supply: stopped")
