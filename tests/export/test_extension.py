from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from lxml import etree

from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from vassal_supply.case import open_case
from vassal_supply.errors import KitError, RequestError, SupplyError
from vassal_supply.export import export_extension
from vassal_supply.kit import KitFiles
from vassal_supply.resources import example_folder
from vassal_supply.vassal.pieces import parse_piece

EXAMPLE = example_folder()
KIT = EXAMPLE / "kit"
TRC_KIT = EXAMPLE.parent / "kits" / "trc-plain"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A copy of the example's module with the folder for its extensions beside it."""
    (tmp_path / "game_ext").mkdir()
    return Path(shutil.copyfile(EXAMPLE / "encirclement.vmod", tmp_path / "game.vmod"))


def slots(path: Path, entry: str = "buildFile.xml") -> list[etree._Element]:
    with ZipFile(path) as archive:
        root = etree.fromstring(archive.read(entry))
    return list(root.iter("VASSAL.build.widget.PieceSlot"))


def test_it_holds_kit_markers_and_what_says_whose_it_is(module: Path, tmp_path: Path) -> None:
    report = export_extension(module, KIT, tmp_path / "x.vmdx")
    with ZipFile(tmp_path / "x.vmdx") as archive:
        names = archive.namelist()
        root = etree.fromstring(archive.read("buildFile.xml"))
        assert archive.read("supply/map.toml") == (KIT / "map.toml").read_bytes()
        with ZipFile(module) as base:
            assert archive.read("moduledata") == base.read("moduledata")
    assert report.kit_files == ("kit.toml", "map.toml", "rulebook.toml")
    assert {"extensiondata", *(f"supply/{name}" for name in report.kit_files)} <= set(names)
    assert (root.get("module"), root.get("moduleVersion")) == ("Encirclement", "1.0")
    assert (root.get("extensionId"), root.get("anyModule")) == (report.extension_id, "false")
    assert report.folder == module.with_name("game_ext")


def test_markers_say_what_they_are_and_have_their_pictures(module: Path, tmp_path: Path) -> None:
    report = export_extension(module, KIT, tmp_path / "x.vmdx")
    kinds, pictures = [], []
    for n, slot in enumerate(slots(tmp_path / "x.vmdx")):
        assert slot.get("gpid") == f"{report.extension_id}:{n}"
        _, types, states = parse_piece((slot.text or "").encode())
        kinds.append(states[types.index(b"mark;SupplyMarker")].decode())
        pictures.append(types[-1].decode().split(";")[3])
    assert kinds == ["out", "partial", "source"]
    with ZipFile(tmp_path / "x.vmdx") as archive, ZipFile(module) as base:
        for picture in pictures:
            assert archive.read(f"images/{picture}").startswith(b"\x89PNG")
            # The engine would show the module's picture of that name instead.
            assert f"images/{picture}" not in base.namelist()


def test_the_same_input_gives_the_same_bytes(module: Path, tmp_path: Path) -> None:
    for name in ("a.vmdx", "b.vmdx"):
        export_extension(module, KIT, tmp_path / name)
    assert (tmp_path / "a.vmdx").read_bytes() == (tmp_path / "b.vmdx").read_bytes()


def test_an_edited_kit_keeps_its_extension_id(module: Path, tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KIT, tmp_path / "kit"))
    first = export_extension(module, kit, tmp_path / "a.vmdx")
    (kit / "map.toml").write_text("schema = 1\n", encoding="utf-8")
    second = export_extension(module, kit, tmp_path / "b.vmdx")
    assert first.extension_id == second.extension_id
    assert (tmp_path / "a.vmdx").read_bytes() != (tmp_path / "b.vmdx").read_bytes()


def test_hidden_files_stay_at_home(module: Path, tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KIT, tmp_path / "kit"))
    (kit / ".git").mkdir()
    (kit / ".git" / "config").write_text("", encoding="utf-8")
    (kit / "notes").mkdir()
    (kit / "notes" / "read me.txt").write_text("ö", encoding="utf-8")
    report = export_extension(module, kit, tmp_path / "x.vmdx")
    assert report.kit_files == ("kit.toml", "map.toml", "notes/read me.txt", "rulebook.toml")
    with ZipFile(tmp_path / "x.vmdx") as archive:
        assert archive.read("supply/notes/read me.txt") == "ö".encode()


def test_a_file_name_that_is_no_text(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python reads a name in Latin-1 from a disk whose names are UTF-8."""
    broken = KitFiles("kit", KitFiles.from_folder(KIT).files | {"L\udcf3d\udcfa.txt": b""})
    monkeypatch.setattr(KitFiles, "from_folder", lambda _: broken)
    with pytest.raises(KitError, match=r"'L\\udcf3d\\udcfa\.txt'.*no Unicode"):
        export_extension(module, KIT, tmp_path / "x.vmdx")
    assert not (tmp_path / "x.vmdx").exists()


def test_check_finds_the_kit_in_it(module: Path, tmp_path: Path) -> None:
    export_extension(module, KIT, tmp_path / "game_ext" / "supply.vmdx")
    case = open_case(EXAMPLE / "encirclement.vsav", module=module)
    assert case.kit.name == "Encirclement"
    assert "supply.vmdx" in case.kit.files.label


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        (('name = "Battlefield"', 'name = "Moon"'), KitError, "no map 'Moon'; it has Battlefield"),
        (
            ('[module]\nname = "Encirclement"', '[module]\nname = "Other"'),
            KitError,
            "this kit is for the module 'Other'",
        ),
        (("schema = 1", "schema = ["), KitError, "no valid TOML"),
    ],
)
def test_a_kit_that_does_not_fit(
    module: Path, tmp_path: Path, change: tuple[str, str], error: type[SupplyError], said: str
) -> None:
    kit = Path(shutil.copytree(KIT, tmp_path / "kit"))
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    assert change[0] in text
    (kit / "kit.toml").write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(error, match="kit") as caught:
        export_extension(module, kit, tmp_path / "x.vmdx")
    assert said in str(caught.value)
    assert not (tmp_path / "x.vmdx").exists()


def test_other_names_than_an_extensions_are_refused(module: Path) -> None:
    before = module.read_bytes()
    with pytest.raises(RequestError, match=r"expected a name that ends in \.vmdx"):
        export_extension(module, KIT, module)
    assert module.read_bytes() == before


def test_an_old_module_gets_the_old_build_file(corpus: Path, tmp_path: Path) -> None:
    export_extension(corpus / "trc" / "module.vmod", TRC_KIT, tmp_path / "x.vmdx")
    with ZipFile(tmp_path / "x.vmdx") as archive:
        names = archive.namelist()
    assert "buildFile" in names
    assert "buildFile.xml" not in names
    assert len(slots(tmp_path / "x.vmdx", "buildFile")) == 3


def test_the_engine_loads_it_without_a_question(engine: Engine, tmp_path: Path) -> None:
    out = tmp_path / "supply.vmdx"
    module = EXAMPLE / "encirclement.vmod"
    export_extension(module, KIT, out)
    answer = engine.ask(module, Dump(EXAMPLE / "encirclement.vsav"), extensions=[out])
    assert answer.extensions == {"supply": "1.0"}
    assert answer.opening.dialogs == ()
    assert answer.dialogs == ()
    assert answer.complaints == ()


def test_the_engine_loads_it_beside_a_real_old_module(
    engine: Engine, corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "supply.vmdx"
    module = corpus / "trc" / "module.vmod"
    export_extension(module, TRC_KIT, out)
    answer = engine.ask(module, Dump(corpus / "trc" / "campaign.vsav"), extensions=[out])
    assert answer.extensions == {"supply": "1.0"}
    assert not [dialog for dialog in answer.opening.dialogs if "xtension" in dialog]
