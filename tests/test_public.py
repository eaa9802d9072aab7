"""The names the package promises are there, and cost nothing before they are used."""

from __future__ import annotations

import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import vassal_supply
from vassal_supply.resources import example_folder


def test_every_public_name_is_there() -> None:
    for name in vassal_supply.__all__:
        assert getattr(vassal_supply, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = vassal_supply.Nothing


def test_no_public_name_is_also_a_package_s() -> None:
    """Importing a package sets its name on its parent, whatever stood there."""
    parts = {found.name for found in pkgutil.iter_modules(vassal_supply.__path__)}
    assert "annotate" in parts
    assert parts.isdisjoint(vassal_supply.__all__)


def test_reading_by_the_public_names_alone() -> None:
    save = vassal_supply.Save.read(example_folder() / "encirclement.vsav")
    module = vassal_supply.Module.read(example_folder() / "encirclement.vmod")
    save.locate(module)
    piece = next(one for one in save.pieces.values() if one.name == "14th Rifle")
    assert piece.properties["LocationName"] == "0807"
    assert list(vassal_supply.Replay(save)) == []


def test_importing_the_package_loads_none_of_it() -> None:
    code = "import sys, vassal_supply; print([n for n in sys.modules if n.startswith('vassal_supply.')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "['vassal_supply.version']\n"


def test_pieces_of_a_case_tell_where_they_are_by_name() -> None:
    folder = example_folder()
    case = vassal_supply.open_case(
        folder / "encirclement.vsav", module=folder / "encirclement.vmod", kit=folder / "kit"
    )
    piece = next(one for one in case.save.pieces.values() if one.name == "14th Rifle")
    names = ("LocationName", "CurrentZone", "CurrentBoard", "CurrentMap")
    assert [piece.properties[name] for name in names] == ["0807", "", "Kolm", "Battlefield"]
    assert {*names} <= set(piece.properties)


def test_the_program_in_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = Path(__file__).resolve().parents[1] / "README.md"
    text = readme.read_text(encoding="utf-8")
    [program] = re.findall(r"<!-- python -->\n```python\n(.*?)```", text, re.DOTALL)
    shutil.copytree(example_folder(), tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    exec(compile(program, "README.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith("14th Rifle 0807 ") for line in said)
    assert "zone of control" in said[-1]
    before, after = map(vassal_supply.Save.read, ("encirclement.vsav", "marked.vsav"))
    assert before.pieces.keys() == after.pieces.keys()
    assert before.stream.encode() != after.stream.encode()
