"""A kit's map data as two sheets, and back."""

from __future__ import annotations

import csv
import shutil

import pytest

from tests.kit.world import BOARDS, KIT, RULEBOOK, kit, module
from tests.vassal.saves import save_of
from vassal_supply.errors import KitError, WriteError
from vassal_supply.kit import KitFiles, build_map, parse_kit
from vassal_supply.maker import export_sheets, import_sheets
from vassal_supply.maker.ground import boards_of
from vassal_supply.resources import example_folder
from vassal_supply.vassal.module import Module

MAP = """\
# What the maker wrote above all.
schema = 1

[terrain]
wood = "A:0101..A:0202"
[features]
city = "Paris Sedan"
[[feature]]
kind = ["port", "fort"]
spaces = '"Baltic Sea"'
name = "Memel | Klaipeda"
owner = "Axis"
[names]
Sedan = ["Sedan, on the Meuse", 'the "Gap"']
[nations]
German = '"Bar le Duc"'
[regions]
West = "Paris"
North = "Paris Sedan"
[values]
Paris = 12
[control]
Soviet = "Sedan"
[neighbours]
Paris = 'Sedan "Bar le Duc"'
[lines]
rail = ["A:0101-A:0201-A:0302", "A:0101-A:0102"]
"light rail" = "Paris-Sedan"
[hexsides]
river = "A:0101/A:0102"
lake = "A:0102/A:0101"
[[link]]
kind = "strait"
spaces = "Paris-A:0101"
users = ["Axis", "Russian"]
one_way = true
name = "the Channel"
[[link]]
kind = "rail"
spaces = "Paris-A:0103"

# Where supply comes from.
[[source]]
kind = "city"   # the big ones
spaces = "Paris"

[same]
Paris = '"Paris 2"'
"""


@pytest.fixture
def folder(tmp_path):
    """A kit's folder beside its module."""
    module(tmp_path)
    (tmp_path / "kit").mkdir()
    for name, text in (("kit.toml", KIT), ("r.toml", RULEBOOK), ("map.toml", MAP)):
        (tmp_path / "kit" / name).write_text(text, encoding="utf-8")
    return tmp_path


def paths(folder):
    return folder / "s.csv", folder / "l.csv"


def model(folder):
    its_module = Module.read(folder / "game.vmod")
    its_kit = parse_kit(KitFiles.from_folder(folder / "kit"))
    boards = {one.name: boards_of(one) for one in its_module.maps}
    built = build_map(boards, its_module, its_kit)
    return (
        built.model.spaces,
        {(*sorted((one.a, one.b)), one.kind, one.users, one.name) for one in built.model.links},
        built.model.hexsides,
        built.data.control,
        built.data.sources,
    )


def test_out_and_in_again_changes_nothing_that_the_kit_means(folder):
    before = model(folder)
    counts = export_sheets(folder / "kit", Module.read(folder / "game.vmod"), *paths(folder))
    assert counts[1] == 2 + 4 + 2 + 1 + 1
    assert import_sheets(folder / "kit", *paths(folder)) == counts
    after = model(folder)
    # A name with the sheets' own sign in it becomes two.
    spaces = dict(before[0])
    spaces["Baltic Sea"] = spaces["Baltic Sea"]._replace(names=("Memel", "Klaipeda"))
    assert {
        id: one._replace(names=tuple(n.strip() for n in one.names)) for id, one in after[0].items()
    } == spaces
    assert after[1:] == before[1:]


def test_a_second_time_changes_no_byte(folder):
    its_module = Module.read(folder / "game.vmod")
    export_sheets(folder / "kit", its_module, *paths(folder))
    import_sheets(folder / "kit", *paths(folder))
    first = [path.read_bytes() for path in (*paths(folder), folder / "kit" / "map.toml")]
    export_sheets(folder / "kit", its_module, *paths(folder))
    import_sheets(folder / "kit", *paths(folder))
    assert [path.read_bytes() for path in (*paths(folder), folder / "kit" / "map.toml")] == first


def test_what_the_sheets_do_not_hold_stays_as_it_is_written(folder):
    export_sheets(folder / "kit", Module.read(folder / "game.vmod"), *paths(folder))
    import_sheets(folder / "kit", *paths(folder))
    text = (folder / "kit" / "map.toml").read_text(encoding="utf-8")
    assert text.startswith("# What the maker wrote above all.\nschema = 1\n")
    assert '# Where supply comes from.\n[[source]]\nkind = "city"   # the big ones\n' in text
    assert "[same]\nParis = '\"Paris 2\"'\n" in text
    assert text.count("[terrain]") == 1


def test_the_sheets_are_what_a_spreadsheet_reads(folder):
    export_sheets(folder / "kit", Module.read(folder / "game.vmod"), *paths(folder))
    with paths(folder)[0].open(encoding="utf-8-sig", newline="") as file:
        rows = {row["space"]: row for row in csv.DictReader(file)}
    assert rows["Paris"]["features"] == "city"
    assert rows["Paris"]["regions"] == "North|West"
    assert rows["Paris"]["value"] == "12"
    assert rows["Sedan"]["names"] == 'Sedan, on the Meuse|the "Gap"'
    assert rows["A:0202"]["terrain"] == "wood"
    assert len(rows) == len(model(folder)[0])
    with paths(folder)[1].open(encoding="utf-8-sig", newline="") as file:
        links = list(csv.DictReader(file))
    assert {
        "kind": "river",
        "a": "A:0101",
        "b": "A:0102",
        "sort": "hexside",
        "users": "",
        "one_way": "",
        "name": "",
    } in links
    assert {
        "kind": "strait",
        "a": "Paris",
        "b": "A:0101",
        "sort": "link",
        "users": "Axis|Russian",
        "one_way": "yes",
        "name": "the Channel",
    } in links


def test_a_sheet_by_hand(folder):
    """With semicolons, few columns and no byte order mark, as a maker may bring it."""
    (folder / "kit" / "map.toml").unlink()
    spaces, links = paths(folder)
    spaces.write_text("space;terrain;nation\nA:0101;wood;\nParis;;German\n;;\n", encoding="utf-8")
    links.write_text("kind;a;b\nrail;A:0101;A:0201\nrail;A:0201;A:0301\n", encoding="utf-8")
    assert import_sheets(folder / "kit", spaces, links) == (2, 2)
    text = (folder / "kit" / "map.toml").read_text(encoding="utf-8")
    assert 'rail = "A:0101-A:0201-A:0301"' in text
    found = model(folder)
    assert found[0]["A:0101"].terrain == "wood"
    assert found[0]["Paris"].nation == "German"


@pytest.mark.parametrize(
    ("spaces", "links", "said"),
    [
        ("terrain\nwood\n", "kind,a,b\n", "s.csv: has no column 'space'"),
        ("space\nA:0101\n", "kind,a\n", "l.csv: has no column 'b'; expected a first row with kind, a, b, sort"),
        ("space,colour\n", "kind,a,b\n", "s.csv:1: column 'colour' is none of space, terrain"),
        ("space,value\nParis,much\n", "kind,a,b\n", "s.csv:2: value 'much' of Paris; expected a whole number"),
        ("space,value\nParis,²\n", "kind,a,b\n", "s.csv:2: value '²' of Paris"),
        ("space,value\nParis,--5\n", "kind,a,b\n", "s.csv:2: value '--5' of Paris"),
        ("space,terrain\nParis,a\nParis,b\n", "kind,a,b\n", "s.csv:3: 'Paris' has a row already"),
        ("space,terrain,Terrain\n", "kind,a,b\n", "s.csv:1: has the column 'terrain' twice"),
        ("space,terrain\nParis,a,b\n", "kind,a,b\n", "s.csv:2: 3 cells; expected at most the 2 of the head"),
        ('space,terrain\nParis,"a\nSedan,b\n', "kind,a,b\n", "s.csv:3: no table: unexpected end of data"),
        (f"space,terrain\nParis,{'x' * 200_000}\n", "kind,a,b\n", "s.csv:2: no table: field larger than"),
        ("space\n", "kind,a,b,sort\nrail,Paris,Sedan,hexsides\n", "l.csv:2: sort 'hexsides'; expected one of line,"),
        ("space\n", "kind,a,b,one_way\nrail,Paris,Sedan,maybe\n", "l.csv:2: one_way 'maybe'; expected yes or nothing"),
        ("space\n", "kind,a,b,sort,name\nriver,Paris,Sedan,hexside,Oise\n", "l.csv:2: a hexside has no users"),
        ("space,value\n,3\n", "kind,a,b\n", "s.csv:2: no space"),
        ("space\nA:0101\n", "kind,a,b\nrail,,x\n", "l.csv:2: no a"),
    ],
)  # fmt: skip
def test_slips_in_a_sheet(folder, spaces, links, said):
    before = (folder / "kit" / "map.toml").read_bytes()
    for path, text in zip(paths(folder), (spaces, links), strict=True):
        path.write_text(text, encoding="utf-8")
    with pytest.raises(KitError) as caught:
        import_sheets(folder / "kit", *paths(folder))
    assert said in str(caught.value)
    assert (folder / "kit" / "map.toml").read_bytes() == before


def test_a_sheet_in_another_encoding(folder):
    for path in paths(folder):
        path.write_bytes("space\nMünchen\n".encode("latin-1"))
    with pytest.raises(KitError, match="is no UTF-8; save the sheet as CSV UTF-8"):
        import_sheets(folder / "kit", *paths(folder))


def test_the_example_goes_round(run, tmp_path):
    shutil.copytree(example_folder() / "kit", tmp_path / "kit")
    shutil.copy(example_folder() / "encirclement.vmod", tmp_path / "game.vmod")
    before = model(tmp_path)
    sheets = ("--spaces", tmp_path / "s.csv", "--links", tmp_path / "l.csv")
    ran = run("kit", "export", tmp_path / "kit", "-m", tmp_path / "game.vmod", *sheets)
    assert ran.status == 0
    assert ran.out.startswith("Wrote 280 spaces to ")
    ran = run("kit", "import", tmp_path / "kit", *sheets)
    assert ran.status == 0
    assert model(tmp_path) == before


def test_links_between_boards_are_the_modules(folder):
    """``joined`` makes them, so the sheets leave them out."""
    save, its_module = save_of([], [BOARDS]), Module.read(folder / "game.vmod")
    joined = build_map(save.boards, its_module, kit(KIT)).model.links
    assert joined
    export_sheets(folder / "kit", its_module, *paths(folder))
    text = paths(folder)[1].read_text(encoding="utf-8")
    assert not any(f"{one.a},{one.b}" in text for one in joined)


def test_what_a_spreadsheet_makes_of_the_example(tmp_path):
    """Zeros gone from the front of numbers, all cells quoted, other signs between them, other ends of lines."""
    shutil.copytree(example_folder() / "kit", tmp_path / "kit")
    shutil.copy(example_folder() / "encirclement.vmod", tmp_path / "game.vmod")
    its_module, before = Module.read(tmp_path / "game.vmod"), model(tmp_path)
    export_sheets(tmp_path / "kit", its_module, *paths(tmp_path))
    for path in paths(tmp_path):
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.lstrip("0") for cell in row] for row in csv.reader(file)]
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    assert '"101"' in paths(tmp_path)[0].read_text(encoding="utf-8")
    import_sheets(tmp_path / "kit", *paths(tmp_path), its_module)
    assert model(tmp_path) == before


def test_names_are_held_to_the_module(folder):
    spaces, links = paths(folder)
    spaces.write_text("space\nParis\n", encoding="utf-8")
    links.write_text("kind,a,b\nrail,Paris,Pariss\n", encoding="utf-8")
    with pytest.raises(KitError, match=r"l\.csv:2: no space is called 'Pariss'"):
        import_sheets(folder / "kit", *paths(folder), Module.read(folder / "game.vmod"))


@pytest.mark.parametrize(
    ("word", "both"), [("FALSCH", True), ("no", True), ("WAHR", False), ("x", False)]
)
def test_yes_and_no_as_spreadsheets_write_them(folder, word, both):
    spaces, links = paths(folder)
    spaces.write_text("space\rParis\r", encoding="utf-8")
    links.write_text(f"Kind\tA\tB\tOne_way\rrail\tParis\tSedan\t{word}\r", encoding="utf-8")
    import_sheets(folder / "kit", *paths(folder))
    text = (folder / "kit" / "map.toml").read_text(encoding="utf-8")
    assert ("one_way = true" not in text) is both


@pytest.mark.parametrize(
    "before", ['schema = 1\nterrain.wood = "Paris"\n', "schema = 1\n[terrain\n", b"schema = 1 # \xff\n"]
)  # fmt: skip
def test_a_map_that_cannot_take_the_sheets_stays_as_it_is(folder, before):
    data = before if isinstance(before, bytes) else before.encode()
    (folder / "kit" / "map.toml").write_bytes(data)
    for path, text in zip(
        paths(folder), ("space,terrain\nSedan,wood\n", "kind,a,b\n"), strict=True
    ):
        path.write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match=r"map\.toml"):
        import_sheets(folder / "kit", *paths(folder))
    assert (folder / "kit" / "map.toml").read_bytes() == data


def test_one_file_cannot_be_both_sheets(folder):
    path = folder / "s.csv"
    with pytest.raises(WriteError, match="cannot be both sheets"):
        export_sheets(folder / "kit", Module.read(folder / "game.vmod"), path, path)
    assert not path.exists()


def test_a_kit_that_is_a_file(folder):
    for path in paths(folder):
        path.write_text("space,kind,a,b\n", encoding="utf-8")
    with pytest.raises(KitError, match=r"game\.vmod: is no folder; expected a supply kit"):
        import_sheets(folder / "game.vmod", *paths(folder))
