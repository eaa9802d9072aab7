"""Build files that are broken or hostile end in one clear error, quickly; odd ones in warnings."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.vassal.grid_cases import zone
from tests.vassal.modules import G, N, board, build_file, element, game_map, write_module
from vassal_supply.errors import ArchiveError, FormatError
from vassal_supply.vassal.archive import write_zip
from vassal_supply.vassal.buildfile import Reading, components, flag, parse
from vassal_supply.vassal.cells import Effort
from vassal_supply.vassal.layout import MapLayout
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.summary import summarize

GROWING = "".join(
    f'<!ENTITY e{number} "{f"&e{number - 1};" * 10 if number else "x"}">' for number in range(12)
)
BROKEN = {
    "cut short": "<VASSAL.build.GameModule><VASSAL.build.module.Map>",
    "no XML": "begin_save",
    "empty": "",
    "two roots": "<a/><b/>",
    "unquoted": "<VASSAL.build.GameModule name=x/>",
    "control character": "<VASSAL.build.GameModule name='\x1b'/>",
    "unknown entity": "<VASSAL.build.GameModule name='&nobody;'/>",
    "too deep": "<a>" * 5_000 + "</a>" * 5_000,
}
HOSTILE = {
    "growing entities": f"<!DOCTYPE a [{GROWING}]><VASSAL.build.GameModule name='&e11;'/>",
    "growing entities in text": f"<!DOCTYPE a [{GROWING}]><a>&e11;</a>",
    "external entity": '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>',
    "external in parameter": '<!DOCTYPE a [<!ENTITY % f SYSTEM "http://localhost:9/x">%f;]><a/>',
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_xml_is_a_format_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / "broken.vmod"
    write_zip(path, {"buildFile.xml": BROKEN[name].encode("utf-8"), "moduledata": b"<data/>"})
    with pytest.raises(FormatError) as caught:
        Module.read(path)
    assert str(caught.value).startswith(f"{path}: buildFile.xml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", HOSTILE)
def test_entities_are_refused_at_once(name: str, encoding: str) -> None:
    started = time.perf_counter()
    with pytest.raises(FormatError, match=r"entities|not well-formed"):
        parse(HOSTILE[name].encode(encoding), file="x.vmod")
    assert time.perf_counter() - started < 30  # unbounded, it would not end at all


def test_a_doctype_alone_is_read_without_looking_elsewhere() -> None:
    root = parse(b'<!DOCTYPE a SYSTEM "http://localhost:9/a.dtd"><a name="x"/>')
    assert root.get("name") == "x"


def test_the_error_names_the_line() -> None:
    with pytest.raises(FormatError) as caught:
        parse(b"<a>\n<b>\n</a>", file="x.vmod", entry="buildFile")
    assert str(caught.value).startswith("x.vmod: buildFile line 3: ")


def test_a_huge_build_file_is_refused_by_what_it_inflates_to(tmp_path: Path) -> None:
    path = tmp_path / "huge.vmod"
    data = b"<a>" + b" " * (65 << 20) + b"</a>"
    write_zip(path, {"buildFile.xml": data, "moduledata": b"<data/>"})
    with pytest.raises(ArchiveError, match="more than 64 MB"):
        Module.read(path)


def test_a_large_module_is_read_in_linear_time() -> None:
    def seconds(count: int) -> float:
        slots = element("VASSAL.build.widget.PieceSlot", {"entryName": "a"}, "+/null/x/y") * count
        data = build_file(element("VASSAL.build.module.PieceWindow", {}, slots)).encode("utf-8")
        started = time.process_time()
        parse(data)
        return time.process_time() - started

    small = min(seconds(8_000) for _ in range(3))
    assert seconds(80_000) < 40 * max(small, 0.002)  # the square would be a hundredfold


@pytest.mark.parametrize("kind", ["save", "extension"])
def test_other_files_are_no_module(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "other"
    entries = {"savedGame": b"begin_save"} if kind == "save" else {"extensiondata": b"<data/>"}
    write_zip(path, {**entries, "buildFile.xml": b"<a/>"})
    with pytest.raises(ArchiveError, match=f"is an? {kind}.*expected a module"):
        Module.read(path)


def test_numbers_that_are_none_keep_their_default_and_are_noted() -> None:
    reading = Reading("x.vmod", "buildFile.xml")
    root = parse(b"<a one='1' two='2.5' bad='x' far='99999999999' nan='NaN' blank=' '/>")
    assert reading.integer(root, "one", 7) == 1
    assert reading.real(root, "two", 7) == 2.5
    assert [reading.integer(root, key, 7) for key in ("bad", "two", "far", "blank", "none")] == [
        7
    ] * 5
    assert reading.real(root, "nan", 7) == 7
    assert len(reading.warnings) == 4
    assert reading.warnings[0].where == "x.vmod: buildFile.xml line 1"
    assert "bad='x'" in reading.warnings[0].text


def test_flags_are_read_as_java_reads_them() -> None:
    root = parse(b"<a yes='TRUE' no='yes' empty=''/>")
    assert [flag(root, key, True) for key in ("yes", "no", "empty", "none")] == [
        True,
        False,
        False,
        True,
    ]


def test_of_very_many_oddities_some_are_noted() -> None:
    root = parse(b"<a>%b</a>" % (b"<b n='x'/>" * 1_000))
    reading = Reading("x.vmod", "buildFile.xml")
    for child in root:
        reading.integer(child, "n", 0)
    assert len(reading.warnings) == 101
    assert reading.warnings[-1] == ("x.vmod", "more is odd in it, which is not listed")


def test_folders_are_transparent() -> None:
    folder = "VASSAL.build.module.folder."
    root = parse(
        build_file(
            element(
                folder + "ModuleSubFolder",
                {"name": "All maps"},
                element(folder + "ModuleSubFolder", {}, game_map("Inner", [])),
                game_map("Outer", []),
            ),
            "<!-- a note -->",
        ).encode("utf-8")
    )
    names = [child.get("mapName") for child in components(root)]
    assert names == [None, "Inner", "Outer"]  # the encoder has no name


ODD_GRIDS = {
    "no size": element(G + "HexGrid", {"dx": 0, "dy": 0}),
    "negative": element(G + "SquareGrid", {"dx": -5}),
    "not a number": element(G + "HexGrid", {"dx": "NaN", "dy": "x"}),
    "unknown class": element("my.own.HexGrid", {"dx": 60, "dy": 70}),
    "unknown numbering": element(G + "HexGrid", {"dy": 60}, element("my.Numbering", {})),
    "many zeros": element(
        G + "HexGrid", {"dy": 60}, element(N + "HexGridNumbering", {"hLeading": 2_000_000_000})
    ),
    "bad zone": element(G + "ZonedGrid", {}, zone("Z", "1,2;x,y;5;7,8,9")),
    "no path": element(G + "ZonedGrid", {}, zone("Z", "")),
    "zone in line": element(G + "ZonedGrid", {}, zone("Z", "1,1;5,5")),
    "zone beyond the world": element(
        G + "ZonedGrid",
        {},
        zone(
            "Z", f"1,1;{'9' * 400},5;9,9", element(G + "HexGrid", {"dy": 60}), form="$gridLocation$"
        ),
        zone("Box", f"1,1;{'9' * 400},5;99999999999,7"),
    ),
    "names beyond reading": element(
        G + "HexGrid",
        {"dy": 60},
        element(
            N + "HexGridNumbering",
            {"hType": "A", "hOff": 2_147_483_000, "locationFormat": "$gridLocation$" * 10_000},
        ),
    ),
}


@pytest.mark.parametrize("name", ODD_GRIDS)
def test_odd_grids_are_read_as_far_as_they_go(tmp_path: Path, name: str) -> None:
    path = write_module(
        tmp_path / "odd.vmod", game_map("M", [board("B", (300, 200), ODD_GRIDS[name])])
    )
    module = Module.read(path)
    layout = module.layout("M")
    assert layout is not None
    assert layout.place(50, 50).board == "B"
    layout.lattices()
    layout.regions()
    assert layout.snap(50, 50)
    assert len(layout.place(50, 50).location or "") < 1_000
    assert module.warnings or name in ("many zeros", "no path", "zone in line")


def test_a_grid_finer_than_any_map_is_refused(tmp_path: Path) -> None:
    grid = element(G + "SquareGrid", {"dx": 1, "dy": 1})
    path = write_module(tmp_path / "fine.vmod", game_map("M", [board("B", (5_000, 5_000), grid)]))
    layout = Module.read(path).layout("M")
    assert layout is not None
    with pytest.raises(FormatError, match="1,000,000 cells") as caught:
        layout.lattices()
    assert str(caught.value).startswith(f"{path}: board B: ")


def test_old_edges_beyond_the_world_are_none(tmp_path: Path) -> None:
    picker = element("VASSAL.build.module.map.BoardPicker", {}, board("B", (300, 200)))
    attributes = {"mapName": "M", "edge": f"{'9' * 400}, 7"}
    path = write_module(
        tmp_path / "edge.vmod", element("VASSAL.build.module.Map", attributes, picker)
    )
    layout = Module.read(path).layout("M")
    assert layout is not None
    assert layout.map.edge == (0, 7)
    assert layout.place(5, 8).board == "B"


OUTLINE = "0,0;999,0;999,999;0,999"
HOSTILE_GRIDS = {
    "many zones with grids": [
        zone(f"z{n}", OUTLINE, element(G + "HexGrid", {"dy": 9}), form="$name$ $gridLocation$")
        for n in range(3_000)
    ],
    "an endless outline": [
        zone(
            "z",
            ";".join(f"{n % 999},{n * 7 % 999}" for n in range(100_000)),
            element(G + "HexGrid", {"dy": 9}),
            form="$gridLocation$",
        )
    ],
}


@pytest.mark.parametrize("name", HOSTILE_GRIDS)
def test_zones_that_would_take_minutes_are_refused(tmp_path: Path, name: str) -> None:
    grid = element(G + "ZonedGrid", {}, *HOSTILE_GRIDS[name])
    path = write_module(tmp_path / "slow.vmod", game_map("M", [board("B", (999, 999), grid)]))
    module = Module.read(path)
    layout = module.layout("M")
    assert layout is not None
    start = time.perf_counter()
    with pytest.raises(FormatError, match="zones and regions are too many") as caught:
        layout.lattices()
    assert str(caught.value).startswith(f"{path}: board B: ")
    assert "board B, 999 x 999 pixels" in "\n".join(summarize(module).lines())
    assert time.perf_counter() - start < 60


def test_so_many_regions_that_looking_at_them_would_take_hours(tmp_path: Path) -> None:
    regions = [
        element(G + "Region", {"name": f"r{n}", "originx": n % 999, "originy": n // 999})
        for n in range(100_000)
    ]
    grid = element(G + "RegionGrid", {}, *regions)
    path = write_module(tmp_path / "slow.vmod", game_map("M", [board("B", (999, 999), grid)]))
    found = Module.read(path).map("M")
    assert found is not None
    layout = MapLayout(found, found.default_boards(), Effort(looks=3_000_000))
    assert layout.place(7, 3).location == "r3004"
    with pytest.raises(FormatError, match="zones and regions are too many"):
        for x in range(100):
            layout.place(x, 0)
