"""What is found by itself: the module beside a save, its extensions, the kit that one of them brings."""

from __future__ import annotations

import shutil
import zipfile

import pytest

from vassal_supply.case import open_case
from vassal_supply.errors import RequestError
from vassal_supply.export import export_extension
from vassal_supply.resources import example_folder

EXAMPLE = example_folder()
MODULE, SAVE = "encirclement.vmod", "encirclement.vsav"
FOREIGN = EXAMPLE.parent / "tactics2"


@pytest.fixture
def folder(tmp_path):
    """Module and save beside each other, and the folder of the module's extensions."""
    for name in (MODULE, SAVE):
        shutil.copyfile(EXAMPLE / name, tmp_path / name)
    (tmp_path / "encirclement_ext").mkdir()
    return tmp_path


def bring_kit(folder, name="supply.vmdx"):
    out = folder / "encirclement_ext" / name
    export_extension(folder / MODULE, EXAMPLE / "kit", out)
    return out


def test_module_and_kit_are_found_from_the_save_alone(folder):
    bring_kit(folder)
    case = open_case(folder / SAVE)
    assert (case.module.file, case.kit.name) == (str(folder / MODULE), "Encirclement")
    assert len(case.determine().verdicts) == 42


def test_modules_of_other_names_are_passed_over(folder):
    shutil.copyfile(FOREIGN / "tactics2.vmod", folder / "a.vmod")
    (folder / "b.vmod").write_bytes(b"no zip")
    bring_kit(folder)
    assert open_case(folder / SAVE).module.file == str(folder / MODULE)


def test_two_modules_of_its_name(folder):
    shutil.copyfile(folder / MODULE, folder / "copy.vmod")
    with pytest.raises(RequestError, match=r"could be .*copy\.vmod, .*encirclement\.vmod; say"):
        open_case(folder / SAVE)


def test_no_module_beside_it(folder):
    (folder / MODULE).unlink()
    with pytest.raises(RequestError, match="the module 'Encirclement' is not beside the save in "):
        open_case(folder / SAVE)


def test_a_module_of_another_version_is_told(folder):
    bring_kit(folder)
    with zipfile.ZipFile(folder / SAVE) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(folder / SAVE, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data.replace(b"<version>1.0<", b"<version>0.9<"))
    assert open_case(folder / SAVE).situation.warnings == [
        (
            str(folder / SAVE),
            f"saved with version 0.9 of the module; {folder / MODULE} is version 1.0",
        )
    ]


def test_no_kit_anywhere(folder):
    with pytest.raises(RequestError, match="holds no supply kit, nor do its extensions"):
        open_case(folder / SAVE)


def test_a_broken_extension_hides_no_kit(folder):
    """The engine passes over what it cannot load, and so does the search for the kit."""
    (folder / "encirclement_ext" / "a.vmdx").write_bytes(b"no zip")
    bring_kit(folder)
    case = open_case(folder / SAVE)
    assert case.kit.name == "Encirclement"
    assert [one.where for one in case.situation.warnings] == [
        str(folder / "encirclement_ext" / "a.vmdx")
    ]


def test_an_extension_of_another_module_brings_none(folder):
    export_extension(
        FOREIGN / "tactics2.vmod", FOREIGN / "kit", folder / "encirclement_ext" / "a.vmdx"
    )
    bring_kit(folder)
    case = open_case(folder / SAVE)
    assert case.kit.name == "Encirclement"
    assert "is for the module" in case.situation.warnings[0].text


def test_two_kits_are_a_question(folder):
    one, other = bring_kit(folder, "a.vmdx"), bring_kit(folder, "b.vmdx")
    with pytest.raises(RequestError, match=r"could be that in .*a\.vmdx or .*b\.vmdx; say which"):
        open_case(folder / SAVE)
    for chosen in (one, other):
        assert str(chosen) in open_case(folder / SAVE, kit=chosen).kit.files.label


def test_a_kit_is_exported_again_from_an_extension(folder):
    one = bring_kit(folder, "a.vmdx")
    again = folder / "again.vmdx"
    export_extension(folder / MODULE, one, again)
    assert again.read_bytes() == one.read_bytes()
