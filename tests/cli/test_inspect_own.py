"""``inspect`` on small games of our own: whose eyes look, what a log's steps did, saves inside modules, odd company."""

from __future__ import annotations

import json

import pytest

from tests.vassal.modules import G, N, board, element, game_map, write_module
from tests.vassal.saves import file_of, piece, stack, text_of, zip_of
from vassal_supply.vassal.pieces import piece_leaf

M, W = "VASSAL.build.module.", "VASSAL.build.widget."
MASK, HIDE = "obs;;back.png;Mask;I;Enemy;player:", "hide;;Hide;;player:"
SUPPLY = "emb2;;2;;;2;;;2;;;;1;false;0;0;,oos.png;,+ (OOS);true;Supply;;;false;;1;1;true;;;;"
SECRETS = ("hunter2", "Joan Q. Player", "Tiger", "Submarine")


def save_text(log=()):
    pieces = [
        piece("1", (MASK, "hunter2;"), (SUPPLY, "2"), ("mark;Depot", "yes"), name="Tiger"),
        piece("2", (HIDE, "hunter2"), (SUPPLY, "2"), name="Submarine"),
        piece("3", (SUPPLY, "2"), ("PROP;Steps;", "4"), name="Łódź 漢字 🂡"),
        piece("4", ("mark;A\nB", "x"), name="two\nlines\x07", place=(None, 0, 0)),
        piece("5", name="Elsewhere", place=("Moon", 5, 5)),
        stack("8", "1", "3", place=("Map0", 150, 150)),
        "+/9/deck;" + ";" * 12 + "Draw/Main;9;9;true;",
    ]
    others = [
        "PLAYER\thunter2\tJoan Q. Player\tRed",
        "Map0BoardPicker\tB/rev\t0\t0",
        "EXT\tMore units\t1.2",
    ]
    return text_of(pieces, others, log)


@pytest.fixture
def module(tmp_path):
    """A module of one hex map, with a palette; boards may lie turned round."""
    numbers = element(N + "HexGridNumbering", {"sep": "."})
    hexes = element(G + "HexGrid", {"dy": 100, "x0": 50, "y0": 50}, numbers)
    types = [SUPPLY.encode(), b"PROP;OOS;", b"piece;;;u.png;Fuel"]
    definition = piece_leaf("null", types, [b"1", b"false", b"null;0;0;;0"]).decode()
    slots = [
        element(W + "PieceSlot", {"entryName": name, "gpid": gpid}, definition)
        for gpid, name in enumerate(("Tank", "Supply dump", "Roosevelt"), 7)
    ]
    return write_module(
        tmp_path / "game.vmod",
        element(M + "PlayerRoster", {}, "<entry>Red</entry><entry>Blue</entry>"),
        game_map("Main", [board("B", (600, 400), hexes, reversible=True)]),
        element(M + "PieceWindow", {"name": "Counters"}, *slots),
        element(M + "PredefinedSetup", {"name": "Start", "useFile": "true", "file": "start.vsav"}),
        element(M + "PredefinedSetup", {"name": "Gone", "useFile": "true", "file": "gone.vsav"}),
        entries={"start.vsav": file_of(save_text())},
    )


@pytest.fixture
def save(tmp_path, module):
    path = tmp_path / "turn.vsav"
    path.write_bytes(file_of(save_text()))
    return path


def told(ran):
    assert (ran.status, "Traceback" in ran.err) == (0, False)
    return json.loads(ran.out)


def test_an_outsider_sees_backs_and_nothing_invisible(run, save):
    for form in ("text", "json"):
        ran = run("inspect", save, "--pieces", "--format", form)
        assert not [secret for secret in SECRETS if secret in ran.out + ran.err]
    data = told(ran)
    assert [(one["id"], one["name"]) for one in data["pieces"]] == [
        ("1", "Enemy"),
        ("3", "Łódź 漢字 🂡 (OOS)"),
        ("4", "two\nlines\x07"),
        ("5", "Elsewhere"),
    ]
    assert data["palettes"] == {"masked": 1, "Counters": 3}
    assert data["supply"] == ["layer Supply: level 2 (1)"]
    texts = [one["text"] for one in data["warnings"]]
    assert "1 piece is invisible, and not listed; --viewer says whose eyes look" in texts
    assert "1 piece is masked; --viewer says whose eyes look" in texts


@pytest.mark.parametrize(("viewer", "seen"), [("Red", True), ("referee", True), ("Blue", False)])
def test_other_eyes(run, save, viewer, seen):
    data = told(run("inspect", save, "--pieces", "--viewer", viewer, "--format", "json"))
    names = {one["id"]: one["name"] for one in data["pieces"]}
    assert ("2" in names, names["1"].startswith("Tiger")) == (seen, seen)
    assert ("mark Depot: yes (1)" in data["supply"]) == seen
    assert any("masked" in one["text"] for one in data["warnings"]) != seen
    assert "hunter2" not in json.dumps(data)


def test_eyes_that_are_nobody_s(run, save):
    ran = run("inspect", save, "--viewer", "Green")
    assert (ran.status, ran.out) == (2, "")
    assert "no such side; expected referee or one of Red, Blue" in ran.err


def test_a_map_by_its_engine_id_lies_as_its_board_picker_says(run, save):
    data = told(run("inspect", save, "--pieces", "--format", "json"))
    [found] = [one for one in data["pieces"] if one["id"] == "3"]
    # The board is turned round: 150,150 of the map is 450,250 of the board.
    assert (found["map"], found["location"], found["board"]) == ("Main", "05.03", "B")
    assert {"name": "Main", "pieces": 2, "boards": [{"name": "B", "reversed": True}]} in data[
        "maps"
    ]


def test_a_map_that_the_module_does_not_have(run, save):
    ran = run("inspect", save)
    assert f"1 piece is on a map 'Moon' that {save.parent / 'game.vmod'} does not have" in ran.err
    assert "Needs the extension More units 1.2 (not at hand)\n" in ran.out


def test_names_with_line_ends_stay_on_their_line(run, save):
    ran = run("inspect", save, "--pieces")
    assert "-     -         -     two lines          4\n" in ran.out
    assert "\x07" not in ran.out


def test_numbers_stand_in_line(run, save):
    ran = run("inspect", save)
    assert "  Counters  3\n  masked    1\n" in ran.out
    assert ran.out.startswith("Save that names no module, read with Test 1.0\n")


def test_steps_of_a_log(run, tmp_path, module):
    log = [
        ["M/3/Main/350/250/null/Main/150/150/null/hunter2", "CHAT<Joan Q. Player> - hello"],
        ["D/3/-2\t6\\\tMain;350;250;7;0/2\t4\\\tMain;350;250;7;0", "CHAT* Joan Q. Player lies"],
        ["D/1/null;\t2\\\tyes\\\\\tMain;1;1;7;0/hunter2;\t2\\\tyes\\\\\tMain;1;1;7;0"],
        ["UNDO\ttrue", "-/4", piece("6", name="New", place=("Main", 150, 150)), "UNDO\tfalse"],
        ["M/2/Main/9/8/null/Main/10/20/null/hunter2"],
        [
            "M/6/Main/9/9/null/Main/1/1/null/hunter2",
            "MutableProperty\tWho\t\tJoan Q. Player\tModule",
        ],
    ]
    path = tmp_path / "turn.vlog"
    path.write_bytes(file_of(save_text(log)))
    data = told(run("inspect", path, "--steps", "--format", "json"))
    here = {"map": "Main", "x": 150, "y": 150, "location": "05.03"}
    there = {"map": "Main", "x": 350, "y": 250, "location": "03.02"}
    name = "Łódź 漢字 🂡 (OOS)"
    assert data["steps"] == 6
    assert data["log"] == [
        {
            "step": 1,
            "moved": [{"id": "3", "name": name, "from": here, "to": there}],
            "chat": ["<Red> - hello"],
        },
        {
            "step": 2,
            "changed": [
                {
                    "id": "3",
                    "name": "Łódź 漢字 🂡",
                    "properties": [
                        {"name": "Supply_Image", "before": "oos.png", "after": ""},
                        {"name": "Supply_Name", "before": " (OOS)", "after": ""},
                        {"name": "Supply_Level", "before": "2", "after": "-2"},
                        {"name": "Supply_Active", "before": "true", "after": "false"},
                        {"name": "Steps", "before": "4", "after": "6"},
                    ],
                }
            ],
            "chat": ["* Red lies"],
        },
        {
            "step": 3,
            "changed": [
                {
                    "id": "1",
                    "name": "Tiger (OOS)",
                    "properties": [
                        {"name": "ObscuredToOthers", "before": "true", "after": "false"}
                    ],
                }
            ],
        },
        {
            "step": 4,
            "undo": True,
            "appeared": [{"id": "6", "name": "New", "at": here}],
            "vanished": [
                {
                    "id": "4",
                    "name": "two\nlines\x07",
                    "at": {"map": None, "x": 0, "y": 0, "location": None},
                }
            ],
        },
        {"step": 5},
        {
            "step": 6,
            "moved": [
                {
                    "id": "6",
                    "name": "New",
                    "from": here,
                    "to": {"map": None, "x": 9, "y": 9, "location": None, "deck": "Draw"},
                }
            ],
            "properties": [{"name": "Who", "before": "", "after": "Red"}],
        },
    ]
    words = run("inspect", path, "--steps").out
    for line in (
        f"Step 1\n  {name}: 05.03 -> 03.02\n  | <Red> - hello\nStep 2\n",
        "  Łódź 漢字 🂡: Supply_Level 2 -> -2\n",
        "Step 4, taking back an earlier one\n  New appears on Main: 05.03\n",
        "  two lines  is gone from no map\n",
        "Step 5: nothing that shows\n",
        "  New: Main: 05.03 -> the deck Draw\n",
    ):
        assert line in words
    assert not [secret for secret in SECRETS[:2] if secret in words + json.dumps(data)]
    early = told(run("inspect", path, "--steps", "--format", "json", "--at", "2"))
    assert early["log"] == data["log"][:2]
    assert told(run("inspect", path, "--steps", "--format", "json", "--at", "start"))["log"] == []


def test_the_steps_of_a_save_are_none(run, save):
    assert told(run("inspect", save, "--steps", "--format", "json"))["log"] == []
    ran = run("inspect", save, "--at", "3")
    assert (ran.status, ran.out) == (2, "")
    assert "has no step 3 to go to; expected 0 to 0, start or end" in ran.err
    assert run("inspect", save, "--at", "0").status == 0


@pytest.mark.parametrize("wanted", ["Start", "start.vsav"])
def test_a_save_inside_a_module(run, module, wanted):
    ran = run("inspect", module, "--setup", wanted, "--pieces", "--format", "json")
    data = told(ran)
    assert (data["kind"], data["file"]) == ("save", f"{module}: start.vsav")
    assert [one["location"] for one in data["pieces"] if one["id"] == "3"] == ["05.03"]


def test_a_setup_that_is_not_there(run, module, save):
    for wanted in ("Gone", "Nothing", "images"):
        ran = run("inspect", module, "--setup", wanted)
        assert (ran.status, ran.out) == (2, "")
        assert f"game.vmod: holds no setup '{wanted}'" in ran.err
        assert "in it: Start" in ran.err
    ran = run("inspect", module, "--setup", "moduledata")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "game.vmod: moduledata: is no zip" in ran.err
    assert run("inspect", save, "--setup", "Start").status == 2


@pytest.mark.parametrize("other", ["foreign", "broken"])
def test_a_save_beside_a_module_it_does_not_fit_is_looked_at_alone(run, tmp_path, other):
    maps = game_map("Another", [board("B", (9, 9))])
    write_module(tmp_path / "other.vmod", maps if other == "foreign" else "<not xml")
    (tmp_path / "turn.vsav").write_bytes(file_of(text_of([piece("1")])))
    ran = run("inspect", tmp_path / "turn.vsav", "--format", "json")
    warnings = told(ran)["warnings"]
    assert [
        one for one in warnings if "other.vmod" in one["where"] and "is not used" in one["text"]
    ]
    assert "name it with --module" in warnings[-1]["text"]
    named = run("inspect", tmp_path / "turn.vsav", "--module", tmp_path / "other.vmod")
    assert (named.status, named.out) == (2, "")


def test_what_in_a_module_sounds_like_supply(run, module):
    ran = run("inspect", module)
    assert ran.out.endswith(
        "Looks like supply:\n"
        "  layer Supply: (nothing), + (OOS)\n"
        "  property OOS\n"
        "  counter Supply dump\n"
    )
    data = told(run("inspect", module, "--format", "json"))
    assert data["supply"][-1] == "counter Supply dump"
    assert data["properties"] == {"OOS": 3}
    assert (data["name"], data["module"]) == ("Test", "Test")


def test_an_extension_says_whose_it_is(run, tmp_path):
    root = '<VASSAL.build.module.ModuleExtension module="Test" version="2" extensionId="x"/>'
    for universal, belongs in (("false", "Test"), ("true", "any module")):
        data = root.replace("module=", f'anyModule="{universal}" module=').encode()
        (tmp_path / "more.zip").write_bytes(
            zip_of({"buildFile.xml": data, "extensiondata": b"<data/>"})
        )
        ran = run("inspect", tmp_path / "more.zip")
        assert ran.out.startswith(f"Extension more 2 for {belongs}\n")
        found = told(run("inspect", tmp_path / "more.zip", "--format", "json"))
        assert (found["kind"], found["name"], found["module"]) == ("extension", "more", belongs)


def test_maps_of_an_extension_that_the_save_names(run, tmp_path, module, save):
    squares = element(N + "SquareGridNumbering", {"sep": "/"})
    grid = element(G + "SquareGrid", {"dx": 50, "dy": 50, "x0": 25, "y0": 25}, squares)
    added = game_map("Extra", [board("E", (200, 200), grid)])
    root = '<VASSAL.build.module.ModuleExtension module="Test" version="1.2" extensionId="x">'
    data = f"{root}{added}</VASSAL.build.module.ModuleExtension>".encode()
    folder = tmp_path / "game_ext"
    folder.mkdir()
    (folder / "More units.vmdx").write_bytes(
        zip_of({"buildFile.xml": data, "extensiondata": b"<data/>"})
    )
    text = save_text().replace("Moon;5;5", "Extra;105;60")
    save.write_bytes(file_of(text))
    data = told(run("inspect", save, "--pieces", "--format", "json"))
    [found] = [one for one in data["pieces"] if one["id"] == "5"]
    assert (found["map"], found["location"], found["board"]) == ("Extra", "03/02", "E")
    assert "Needs the extension More units 1.2\n" in run("inspect", save).out
    (folder / "More units.vmdx").write_bytes(b"broken")
    ran = run("inspect", save)
    assert ran.status == 0
    assert "More units.vmdx: left out: is no zip, or a damaged one" in ran.err


def test_how_many_pieces_lie_in_decks(run, save):
    text = save_text().replace(";9;9;true;", ";9;9;true;3,5")
    save.write_bytes(file_of(text))
    assert "\n  in decks   2\n" in run("inspect", save).out
    data = told(run("inspect", save, "--pieces", "--format", "json"))
    assert data["in_decks"] == 2
    assert [(one["map"], one["deck"]) for one in data["pieces"] if one["id"] == "5"] == [
        (None, "9")
    ]
