"""The names the package promises are there, and cost nothing before they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import vassal_supply
from vassal_supply.resources import example_folder


def test_every_public_name_is_there() -> None:
    for name in vassal_supply.__all__:
        assert getattr(vassal_supply, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = vassal_supply.Nothing


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
