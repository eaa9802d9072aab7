"""``kit lint``: what is wrong with a kit, each with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kit.world import BOARDS, MAPS, PALETTES, at, counter
from tests.vassal.modules import write_module
from tests.vassal.saves import file_of, text_of
from vassal_supply.maker import lint
from vassal_supply.resources import example_folder

KIT = """\
schema = 1
rulebook = "r.toml"

[module]
name = "Game"

[[map]]
name = "West"
short = "W"
spaces = "board:A"
[[map]]
name = "East"
spaces = "Paris Sedan \\"Bar le Duc\\""

[sides]
Axis = ["German"]
Soviet = ["Russian"]

[[marker]]
kind = "dump"
where = { Type = "Dump" }
source = "dump"
side = "{Side}"

[[unit]]
where = { Type = ["Inf", "HQ"] }
side = "{Side}"
"""
MAP = """\
schema = 1
[terrain]
wood = "0101"
[neighbours]
Paris = 'Sedan "Bar le Duc"'
[lines]
rail = ["0101-0202-0302"]
[hexsides]
river = "0101/0102"
[[source]]
kind = "city"
spaces = "Paris"
"""
RULEBOOK = """\
schema = 1
[zoc]
range = 1
[[leg]]
name = "land"
links = ["adjacent", "rail"]
bars = [{ by = "enemy-unit" }, { by = "terrain", any = ["wood"] }, { by = "hexside", any = "river" }]
[[line]]
to = ["city", "dump"]
legs = ["land"]
"""
PIECES = [
    counter("1", "ge-inf-01", {"Type": "Inf", "Side": "Axis"}, at("0101")),
    counter("2", "Dump", {"Type": "Dump", "Side": "Soviet"}, at("0102")),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("game")
    return write_module(folder / "game.vmod", *MAPS, *PALETTES, name="Game")


@pytest.fixture
def findings(game, tmp_path):
    """Lint the kit after changes to its files; gives findings without their folder."""

    def call(*changes, pieces=PIECES, **more):
        texts = {"kit.toml": KIT, "map.toml": MAP, "r.toml": RULEBOOK}
        for name, old, new in changes:
            assert old in texts[name], old
            texts[name] = texts[name].replace(old, new, 1)
        folder = tmp_path / "kit"
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        save = None
        if pieces is not None:
            save = tmp_path / "game.vsav"
            save.write_bytes(file_of(text_of(pieces, [BOARDS])))
        return [str(one).removeprefix(f"{folder}/") for one in lint(folder, game, save).in_order()]

    return call


def test_a_kit_without_fault(findings):
    assert findings() == []


def test_the_kits_of_the_project_are_without_fault(corpus):
    example = example_folder()
    found = lint(example / "kit", example / "encirclement.vmod", example / "encirclement.vsav")
    assert not found.errors
    kits = Path(__file__).resolve().parents[2] / "fixtures" / "kits"
    found = lint(kits / "trc-plain", corpus / "trc/module.vmod", corpus / "trc/campaign.vsav")
    assert not found.errors


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("map.toml", 'wood = "0101"', 'wood = ["0101",\n"0101 9999"]'),
            "map.toml:4: error: terrain.wood: no space is called '9999'",
        ),
        (
            ("map.toml", 'spaces = "Paris"', 'spaces = "Paris Lyon"'),
            "map.toml:12: error: source[1].spaces: no space is called 'Lyon'",
        ),
        (
            ("map.toml", '"0101-0202-0302"', '"0101-0202-0302",\n"0302-0303-0101"'),
            "map.toml:8: error: lines.rail: jumps from '0303' to '0101', which do not touch",
        ),
        (
            ("map.toml", '"0101-0202-0302"', '"0101-Paris"'),
            "map.toml:7: error: lines.rail: jumps from '0101' to 'Paris', which do not touch",
        ),
        (
            ("map.toml", '"0101/0102"', '"0101/0102 0101/0303"'),
            "map.toml:9: error: hexsides.river: '0101' and '0303' share no hexside",
        ),
        (
            ("map.toml", "[[source]]", "[[link]]\nkind = 'rail'\nspaces = 'Paris-0101'\none_way = true\n[[source]]"),
            "map.toml:13: warning: link[1].one_way: runs one way only: 'Paris > 0101'; leave it out if both ways",
        ),
        (
            ("map.toml", 'wood = "0101"', 'wood = "0101"\nhill = "0101 0102"'),
            "map.toml:4: warning: terrain.hill: '0101' stand under 'wood' too; 'hill' counts",
        ),
        (
            ("map.toml", "Sedan \"Bar le Duc\"", "Sedan"),
            "map.toml: warning: nothing joins these to another space: 'Bar le Duc'; see [neighbours]",
        ),
        (
            ("kit.toml", '["Inf", "HQ"]', '"HQ"'),
            "kit.toml: warning: no rule takes 1 piece standing on spaces of the kit, from the palette 'Counters/Germans': 'ge-inf-01'",
        ),
        (
            ("kit.toml", '"Dump"', '"Dunp"'),
            "kit.toml:21: warning: marker[1].where: fits no piece of the save or of the module's palettes",
        ),
        (
            ("kit.toml", "[[unit]]", "[[unit]]\nwhere = { Type = '*' }\nside = '{Side}'\n[[unit]]"),
            "kit.toml:29: warning: unit[2].where: earlier rules, or unless, take all pieces that it fits",
        ),
        (
            ("kit.toml", "[[unit]]", "[[mark]]\nlayer = 'Supply'\nlevels = { full = 1, out = 2 }\n[[unit]]"),
            "kit.toml:26: warning: mark[1].layer: no unit carries 'Supply'",
        ),
        (
            ("kit.toml", "[[unit]]", "[[mark]]\nmarker = 'oos'\n[[unit]]"),
            "kit.toml:26: error: mark[1].marker: 'oos' is the kind of no [[marker]]",
        ),
        (
            ("kit.toml", "[[unit]]", "[command]\nHQ = 'ge-*'\nHg = 'xx'\n[[unit]]"),
            "kit.toml:27: warning: command.Hg: no unit is called 'Hg'",
        ),
        (
            ("kit.toml", "[[unit]]", "[command]\nHQ = ['ge-*',\n'xx']\n[[unit]]"),
            "kit.toml:27: warning: command.HQ: no unit's name fits 'xx'",
        ),
        (
            ("kit.toml", 'name = "Game"', 'name = "Gane"'),
            "kit.toml:5: error: module.name: 'Gane'; the module is called 'Game'",
        ),
        (("kit.toml", "schema = 1", "schema = 7"), "kit.toml:1: error: schema: 7; this version reads schema 1"),
        (("kit.toml", "[[unit]]", "[[unit]"), "kit.toml:25: error: no valid TOML: "),
        (("kit.toml", "[[unit]]", "[[unit]]\nx = '''"), "kit.toml:29: error: no valid TOML: "),
        (("kit.toml", '"East"', '"Est"'), "kit.toml:12: error: map.name: the module has no map 'Est'"),
        (("kit.toml", "board:A", "board:C"), "kit.toml:10: error: map[1].spaces: no space is called 'board:C'"),
        (
            ("r.toml", '"adjacent", "rail"', '"adjacent", "raill"'),
            "r.toml:6: warning: leg[1].links: no link of the kit is called 'raill'",
        ),
        (
            ("r.toml", '"adjacent", "rail"', '"adjacent"'),
            "map.toml:7: warning: lines.rail: no leg of the rulebook follows a link of the kind 'rail'",
        ),
        (
            ("map.toml", "[[source]]", "[[link]]\nspaces = 'Paris-Sedan'\nkind = 'sea'\n[[source]]"),
            "map.toml:12: warning: link[1].kind: no leg of the rulebook follows a link of the kind 'sea'",
        ),
        (
            ("r.toml", '"city", "dump"', '"dump"'),
            "map.toml:11: warning: source[1].kind: no line of the rulebook may end on a source of the kind 'city'",
        ),
        (
            ("map.toml", 'wood = "0101"', 'wood = "101 0102"'),
            "map.toml:3: error: terrain.wood: no space is called '101'; did you mean '0101'?",
        ),
        (
            ("r.toml", '"city", "dump"', '"city", "port"'),
            "r.toml:9: warning: line[1].to: no source of the kit is called 'port'",
        ),
        (
            ("r.toml", 'any = ["wood"]', 'any = ["swamp"]'),
            "r.toml:7: warning: leg[1].bars[2].any: no terrain of the kit is called 'swamp'",
        ),
        (
            ("r.toml", 'any = "river"', 'any = "lake"'),
            "r.toml:7: warning: leg[1].bars[3].any: no hexside of the kit is called 'lake'",
        ),
        (
            ("r.toml", "[[line]]", "[needs]\nnone = 'depot'\n[[line]]"),
            "r.toml:9: warning: needs.none: no unit kind of the kit is called 'depot'",
        ),
        (
            ("r.toml", 'any = "river"', 'any = "river", spares = "Swedes"'),
            "r.toml:7: warning: leg[1].bars[3].spares: no side or nation of the kit is called 'Swedes'",
        ),
        (
            ("r.toml", "range = 1", "range = 1\nnot_into = ['bog']"),
            "r.toml:4: warning: zoc.not_into: no terrain or feature of the kit is called 'bog'",
        ),
        (
            ("r.toml", "[[line]]", "[[costs]]\nmp = 'foot'\nterrain = { wood = 1, ice = 2 }\n[[line]]"),
            "r.toml:10: warning: costs[1].terrain: no terrain of the kit is called 'ice'",
        ),
        (("r.toml", "range = 1", "ranje = 1"), "r.toml:3: error: zoc.ranje: unknown key; did you mean 'range'?"),
        (("r.toml", "schema = 1", "schema = 1\nsystem = 'x'"), "r.toml:2: error: system: no rule system 'x'; there are"),
    ],
)  # fmt: skip
def test_findings_name_file_and_line(findings, change, said):
    found = findings(change)
    assert any(one.startswith(said) for one in found), found


@pytest.mark.parametrize("zoc", ["", "[zoc]\nrange = 0\n"])
def test_a_bar_by_zones_of_control_that_nobody_has(findings, zoc):
    found = findings(
        ("r.toml", "[zoc]\nrange = 1\n", zoc),
        ("r.toml", '{ by = "enemy-unit" }', '{ by = "ezoc" }'),
    )
    line = 5 + zoc.count("\n")
    assert found == [
        f"r.toml:{line}: warning: leg[1].bars[1].by: no unit has a zone of control; expected [zoc]"
    ]


def test_levels_that_a_layer_does_not_have(game, tmp_path):
    example = example_folder()
    folder = tmp_path / "kit"
    shutil.copytree(example / "kit", folder)
    text = (folder / "kit.toml").read_text(encoding="utf-8")
    (folder / "kit.toml").write_text(text.replace("out = 3", "out = 4"), encoding="utf-8")
    found = lint(folder, example / "encirclement.vmod")
    assert [one.text for one in found if one.level == "error"] == [
        "mark[1].levels.out: 4; the layer 'Supply' of '1st Infantry' has 3 levels"
    ]


def test_without_a_save_the_palettes_are_judged(findings):
    found = findings(("kit.toml", '["Inf", "HQ"]', '"HQ"'), pieces=None)
    assert (
        found
        == [
            "kit.toml:21: warning: marker[1].where: fits no piece of the save or of the module's palettes",
            "kit.toml: warning: no rule takes 1 piece of the module, from the palette 'Counters/Germans': 'ge-inf-01'",
        ][::-1]
    )


def test_rules_by_place_need_a_save(findings):
    found = findings(("kit.toml", '["Inf", "HQ"]', '"*", zone = "Pool"'), pieces=None)
    assert not any("unit[1].where" in one for one in found)


def test_all_slips_at_once(findings):
    found = findings(
        ("map.toml", 'wood = "0101"', 'wood = "9999 8888"'),
        ("map.toml", '"0101/0102"', '"0101/0303"'),
        ("map.toml", 'spaces = "Paris"', 'spaces = "Lyon"'),
    )
    assert sum(": error: " in one for one in found) == 4


def test_the_command_fails_on_errors(run, game, tmp_path):
    folder = tmp_path / "kit"
    folder.mkdir()
    for name, text in (("kit.toml", KIT), ("map.toml", MAP), ("r.toml", RULEBOOK)):
        (folder / name).write_text(text, encoding="utf-8")
    ran = run("kit", "lint", folder, "-m", game)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "0 errors, 1 warning"
    (folder / "map.toml").write_text(MAP.replace("0302", "0303"), encoding="utf-8")
    ran = run("kit", "lint", folder, "-m", game)
    assert ran.status == 1
    assert ran.out.splitlines()[-1] == "1 error, 1 warning"
    ran = run("kit", "lint", folder, "-m", folder / "kit.toml")
    assert ran.status == 2
