"""Saves as the engine loads them: who lies where, what else is told, what is odd, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vassal.saves import ESC, file_of, piece, save_of, stack, text_of, zip_of
from vassal_supply.errors import ArchiveError, FormatError, RequestError, SupplyError
from vassal_supply.vassal.boards import BoardPlacement
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.pieces import Position
from vassal_supply.vassal.save import Save

DECK = "deck;" + ";" * 12


def places(*leaves: str) -> dict[str, Position]:
    save = save_of(leaves)
    return dict(zip(save.pieces, save.positions(), strict=True))


def test_a_stack_decides_where_its_members_are() -> None:
    found = places(
        piece("1", place=(None, 0, 0)),
        piece("2", place=("Other", 5, 5)),
        piece("3", place=("Main", 7, 8)),
        piece("4", place=(None, 3, 4)),
        stack("9", "1", "2", place=("Main", 30, 40)),
    )
    assert found == {
        "1": Position("Main", 30, 40, "9", None, 0),
        "2": Position("Main", 30, 40, "9", None, 1),
        "3": Position("Main", 7, 8, None, None, None),
        "4": Position(None, 3, 4, None, None, None),
    }


def test_a_stack_without_a_map_is_off_all_maps() -> None:
    found = places(piece("1"), "+/9/stack/null;1;@@-1")
    assert found["1"] == Position(None, 0, 0, "9", None, 0)


def test_members_of_a_deck_are_on_no_map() -> None:
    save = save_of([piece("1"), piece("2"), f"+/8/{DECK}Draw\\/Pile/Main;30;40;true;2,1"])
    assert save.position("1") == Position(None, 30, 40, None, "8", 1)
    deck = save.decks["8"]
    assert (deck.name, deck.map, deck.face_down, deck.members) == (
        "Draw/Pile",
        "Main",
        True,
        ["2", "1"],
    )
    assert save_of([f"+/8/{DECK}Empty/Main;30;40;false"]).decks["8"].members == []


def test_what_comes_later_counts() -> None:
    found = places(
        stack("7", "1", place=("Main", 1, 1)),  # before its member: the engine finds nobody
        piece("1", place=("Main", 5, 5)),
        piece("2"),
        piece("3"),
        stack("8", "2", "3", "2", place=("Main", 2, 2)),
        stack("9", "3", place=("Main", 3, 3)),  # takes a member from the stack before
    )
    assert found == {
        "1": Position("Main", 5, 5, None, None, None),
        "2": Position("Main", 2, 2, "8", None, 0),
        "3": Position("Main", 3, 3, "9", None, 0),
    }


def test_an_id_used_twice() -> None:
    save = save_of(
        [
            piece("1", name="First"),
            stack("9", "1", place=("Main", 1, 1)),
            piece("1", name="Second", place=("Main", 8, 8)),
            stack("9", place=("Main", 2, 2)),
        ]
    )
    assert save.pieces["1"].name == "Second"
    assert save.position("1") == Position("Main", 8, 8, None, None, None)
    assert [(w.where, w.text) for w in save.warnings] == [
        ("game.vsav: savedGame: command 5", "an id used twice: the later 1 counts"),
        ("game.vsav: savedGame: command 6", "an id used twice: the later 9 counts"),
    ]


def test_oddities_are_told_with_their_place() -> None:
    save = save_of(
        [piece("null"), stack("8", "5", "6", "7", "99"), f"+/9/{DECK}D/Main;1;1;true;4"],
        ["D/1/x/y", "M/1/x/0/0/null/x/0/0/null"],
    )
    assert [(w.where, w.text) for w in save.warnings] == [
        ("game.vsav: savedGame: command 3", "a piece without an id: it gets one of its own"),
        ("game.vsav: savedGame: command 6", "a change outside the log: it is passed over"),
        ("game.vsav: savedGame: command 7", "a change outside the log: it is passed over"),
        (
            "game.vsav: savedGame: stack 8",
            "a stack that lists pieces which are not there: 5, 6, 7, ...; they are passed over",
        ),
        (
            "game.vsav: savedGame: deck 9",
            "a deck that lists pieces which are not there: 4; they are passed over",
        ),
    ]
    assert [found.name for found in save.pieces.values()] == ["Unit"]


@pytest.mark.parametrize(
    ("state", "place"),
    [
        ("Main;1;2", ("Main", 1, 2)),  # VASSAL 2
        ("Main;1;2;7", ("Main", 1, 2)),
        ("A\\; B's;-1;+2;7;0", ("A; B's", -1, 2)),
        ("'\\'x';1;2;7;0", ("\\'x", 1, 2)),
        ("Main;x;2_0;7;0", ("Main", 0, 0)),
        ("Main;99999999999;1;7;0", ("Main", 0, 1)),
        ("Main;1;2;7;1;Note;a\tb;c", ("Main", 1, 2)),
        ("a/b;1;2;7;0", ("a/b", 1, 2)),
        ("Łódź 東京;1;2;7;0", ("Łódź 東京", 1, 2)),
        ("", (None, 0, 0)),
        (";5;6", (None, 5, 6)),
    ],
)
@pytest.mark.parametrize(
    "traits",
    [(), (("mark;A", "b"),), (("label;", "'"), ("mark;A", "\tpiece;"), ("label;", "'a\tb"))],
)
def test_a_place_is_found_however_it_is_written(
    state: str, place: tuple[str | None, int, int], traits: tuple[tuple[str, str], ...]
) -> None:
    save = save_of([piece("1", *traits, state=state)])
    found = save.position("1")
    assert (found.map, found.x, found.y) == place
    assert save.pieces["1"].own_place == place


@pytest.mark.parametrize("state", ["", "x", "x\ty", "x\ty\\\tz"])
def test_a_piece_with_too_few_states_is_on_no_map(state: str) -> None:
    types = "mark;A\tmark;B\\\tmark;C\\\\\tpiece;;;unit.png;Main;7;8"
    save = save_of([f"+/1/{types}/{state}", f"+/2/mark;A\tpiece;;;u.png;Unit/{state[:1]}"])
    assert [save.position(id)[:3] for id in "12"] == [(None, 0, 0)] * 2
    assert save.pieces["1"].missing_levels > 0
    assert "fewer states than traits" in save.check_traits()[0].text


def test_a_byte_order_mark_is_kept() -> None:
    text = "\ufeff" + text_of([piece("1")])
    save = Save(CommandStream.parse(text.encode()), file="x.vsav")
    assert [(one.where, one.text) for one in save.warnings] == [
        ("x.vsav: savedGame: command 0", "a byte order mark before the first command")
    ]
    assert save.position("1").map == "Main"
    assert save.edit().encoded() == text.encode()


def test_ids_and_stacks_with_awkward_texts() -> None:
    save = save_of([piece("a/1"), piece("'b'"), stack("s/1", "a/1", "'b'", place=("M'; /", 1, 2))])
    assert save.position("a/1") == Position("M'; /", 1, 2, "s/1", None, 0)
    assert save.position("'b'") == Position("M'; /", 1, 2, "s/1", None, 1)


def test_quotes_around_whole_lists_of_commands() -> None:
    text = f"begin_save{ESC}'\\{ESC}{piece('1')}\\{ESC}{stack('9', '1')}'{ESC}end_save"
    from vassal_supply.vassal.commands import CommandStream

    save = Save(CommandStream.parse(text.encode()))
    assert save.position("1").stack == "9"
    assert save.stream.encode() == text.encode()


def test_what_a_save_tells_besides() -> None:
    save = save_of(
        [piece("1")],
        [
            "Main MapBoardPicker\tNorth\t0\t0\tSouth/rev\t0\t1",
            "EmptyBoardPicker",
            "TURNTurnTracker0\t1|3;0;false;-1",
            "GlobalProperty\t;VP;10;Module",
            "GlobalProperty\t;VP;4;Main Map",
            "GlobalProperty\t;Old;1",
            "PLAYER\tpassword\tJoan Doe\tAxis",
            "PLAYER\tpassword\tJoan Doe\tAxis",
            "PLAYER\tother\tJo\t",
            "EXT\tMore Units\t1.2",
            "EXT\tNo version",
            "my.Custom/anything",
        ],
    )
    assert save.boards == {
        "Main Map": (
            BoardPlacement("North", False, 0, 0),
            BoardPlacement("South", True, 0, 1),
        ),
        "Empty": (),
    }
    assert save.turns == {"TurnTracker0": "1|3;0;false;-1"}
    assert save.global_properties == {"Module": {"VP": "10", "Old": "1"}, "Main Map": {"VP": "4"}}
    assert save.sides == ("Axis",)
    assert save.extensions == (("More Units", "1.2"), ("No version", ""))
    assert (save.is_log, save.steps, save.warnings) == (False, 0, [])


META = b"<data><name>Game</name><version>1.1</version><VassalVersion>3.7.10</VassalVersion></data>"


def test_metadata_tells_the_module(tmp_path: Path) -> None:
    path = tmp_path / "x.vsav"
    own = META.replace(b"1.1", b"1.0").replace(b"3.7.10", b"3.6.2").replace(b"Game", b"")
    path.write_bytes(file_of(text_of([piece("1")]), savedata=own, moduledata=META))
    save = Save.read(path)
    assert (save.module_name, save.module_version, save.vassal_version) == ("Game", "1.0", "3.6.2")


def test_what_savedata_leaves_out_moduledata_tells(tmp_path: Path) -> None:
    entries = {
        "savedata": b"<data><version/><dateSaved>1</dateSaved></data>",
        "moduledata": b"<data><name>Game</name><version>2</version><VassalVersion>3</VassalVersion></data>",
    }
    save = Save.from_bytes(file_of(text_of([piece("1")]), **entries), "x.vsav")
    assert (save.module_name, save.module_version, save.vassal_version) == ("Game", "2", "3")


def test_a_save_without_metadata_tells_less() -> None:
    save = Save.from_bytes(file_of(text_of([piece("1")])), "x.vsav")
    assert (save.module_name, save.module_version, save.vassal_version) == (None, "", "")
    old = save_of([], ["CHECK\trunningVassalVersion<2.9.8\tALERT\\\tVersion mismatch"])
    assert old.vassal_version == "2.9.8"


def test_broken_metadata_is_a_warning() -> None:
    save = Save.from_bytes(file_of(text_of([piece("1")]), moduledata=b"<data"), "x.vsav")
    assert save.module_name is None
    [warning] = save.warnings
    assert warning.where == "x.vsav: moduledata"
    assert warning.text.endswith("; expected XML")


def test_plain_text_is_read_and_written_back_plain(tmp_path: Path) -> None:
    before = file_of(text_of([piece("1", name="Łódź 東京 🪖")]), key=None)
    save = Save.from_bytes(before, "x.vsav")
    assert (save.key, save.pieces["1"].name) == (None, "Łódź 東京 🪖")
    save.edit().write(tmp_path / "y.vsav")
    assert Save.read(tmp_path / "y.vsav").stream.encode() == save.stream.encode()
    assert b"!VCSK" not in (tmp_path / "y.vsav").read_bytes()


def test_bytes_that_are_no_utf_8_pass_through() -> None:
    text = (
        text_of([piece("1", ("mark;A", "x"), name="Caf@"), piece("2")])
        .encode()
        .replace(b"@", b"\xe9")
    )
    save = Save.from_bytes(zip_of({"savedGame": text}), "x.vsav")
    assert save.pieces["1"].name == "Caf\ufffd"
    [warning] = save.warnings
    assert warning == (
        "x.vsav: savedGame",
        f"byte {text.index(0xE9)} of the text is no UTF-8: such bytes are kept, and shown as \ufffd",
    )
    editor = save.edit()
    editor.replace(save.pieces["1"].with_mark("A", "y"))
    assert editor.encoded() == text.replace(b"/x\t", b"/y\t")


# Edits -----------------------------------------------------------------------------------------------------------

GAME = (piece("1", ("mark;A", "x")), piece("2"), piece("3"), stack("8", "1", "2"), stack("9", "3"))


def test_replacing_touches_one_command() -> None:
    save = save_of(GAME, ["NOTES\tkeep"])
    editor = save.edit()
    assert not editor.changed
    editor.replace(save.pieces["1"].with_mark("A", "y"))
    assert editor.changed
    assert editor.encoded() == save.stream.encode().replace(b"/x\t", b"/y\t")
    editor.replace(save.pieces["1"])
    assert not editor.changed
    assert editor.encoded() == save.stream.encode()


def edited(save: Save, data: bytes) -> Save:
    from vassal_supply.vassal.commands import CommandStream

    return save.with_stream(CommandStream.parse(data))


def test_adding_a_piece() -> None:
    save = save_of(GAME, ["NOTES\tkeep"], [["+/2000000000000/stack/Main;1;1"]])
    editor = save.edit()
    definition = b"+/null/mark;A\tpiece;;;m.png;Marker/z\tnull;0;0;;0"
    ids = [
        editor.add_piece(definition, "Main", 5, 6, gpid="47"),
        editor.add_piece(definition, "Main", 7, 8, stack=False),
    ]
    after = edited(save, editor.encoded())
    assert ids == ["2000000000001", "2000000000003"]
    assert after.position(ids[0]) == Position("Main", 5, 6, "2000000000002", None, 0)
    assert after.position(ids[1]) == Position("Main", 7, 8, None, None, None)
    added = after.pieces[ids[0]]
    assert (added.gpid, added.name, added.properties["A"]) == ("47", "Marker", "z")
    assert added.properties["UniqueID"] == ids[0]
    again = after.edit()  # taken away again, the save is as it was
    for id in ids:
        again.remove(id)
    assert again.encoded() == save.stream.encode()


def test_adding_to_a_save_without_pieces() -> None:
    save = save_of([])
    editor = save.edit()
    id = editor.add_piece(b"+/null/piece;;;m.png;Marker/null;0;0;;0", "Main", 5, 6)
    after = edited(save, editor.encoded())
    assert after.position(id).map == "Main"
    assert after.stream.leaf(0) == b"begin_save"
    assert after.stream.leaf(len(after.stream) - 1) == b"end_save"


def test_removing() -> None:
    save = save_of(GAME)
    editor = save.edit()
    editor.remove("1")
    editor.remove(save.pieces["3"])
    after = edited(save, editor.encoded())
    assert list(after.pieces) == ["2"]
    assert (after.stacks.keys(), after.stacks["8"].members, after.warnings) == ({"8"}, ["2"], [])
    editor.remove("2")
    assert edited(save, editor.encoded()).stream.encode() == text_of([]).encode()


def test_a_piece_on_top_of_a_stack_that_is_there() -> None:
    save = save_of(GAME, ["NOTES\tkeep"])
    editor = save.edit()
    definition = b"+/null/piece;;;m.png;Marker/null;0;0;;0"
    new = [editor.add_piece(definition, "Main", 10, 20, onto="8") for _ in range(2)]
    after = edited(save, editor.encoded())
    assert after.stacks["8"].members == ["1", "2", *new]
    assert (after.stacks.keys(), after.warnings) == ({"8", "9"}, [])


def test_out_of_a_deck() -> None:
    save = save_of([piece("1"), piece("2"), f"+/8/{DECK}Draw/Main;3;4;true;1,2"])
    editor = save.edit()
    editor.remove("1")
    assert edited(save, editor.encoded()).decks["8"].members == ["2"]
    editor.remove("2")
    deck = edited(save, editor.encoded()).decks["8"]
    assert (deck.members, deck.name, deck.face_down) == ([], "Draw", True)


def test_new_members_for_a_stack() -> None:
    save = save_of(GAME)
    editor = save.edit()
    editor.set_members("8", ["2", "1"])
    assert edited(save, editor.encoded()).stacks["8"].members == ["2", "1"]


def test_a_stack_moves_behind_its_new_members() -> None:
    """The engine fills a stack with what is there when it makes it."""
    save = save_of([piece("1"), stack("8", "1"), piece("2"), piece("3")])
    editor = save.edit()
    editor.set_members("8", ["3", "1"])
    after = edited(save, editor.encoded())
    assert after.stacks["8"].members == ["3", "1"]
    assert after.stacks["8"].index > after.pieces["3"].index
    assert (after.position("3").stack, after.position("2").stack) == ("8", None)


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda e: e.remove("7"), "game.vsav: no piece 7"),
        (lambda e: e.set_members("7", []), "game.vsav: no stack or deck 7"),
        (
            lambda e: e.add_piece(b"+/null/mark;A/x", "Main", 1, 1),
            "game.vsav: '+/null/mark;A/x': is no whole piece",
        ),
        (
            lambda e: e.add_piece(b"+/null/piece;;;u;N/Main;1;1;7;0", "M\\", 1, 1),
            "game.vsav: no save can hold a map called 'M\\\\'",
        ),
        (lambda e: e.add_leaf(b"NOTES\tx"), "is no command for a piece; expected +/id/type/state"),
        (lambda e: e.add_leaf(b"+/1/stack/x\x1b"), "is no command for a piece"),
        (lambda e: e.write("y.vsav"), "game.vsav: was not read from a file; expected one to copy"),
    ],
)
def test_edits_that_cannot_be(work: object, words: str) -> None:
    assert callable(work)
    with pytest.raises((RequestError, FormatError)) as caught:
        work(save_of(GAME).edit())
    assert words in str(caught.value)


# What is no save -------------------------------------------------------------------------------------------------

WHOLE = file_of(text_of(GAME))
NOT_A_SAVE = [
    (
        b"hello",
        ArchiveError,
        "is no zip, or a damaged one; expected a VASSAL module, extension, save or log",
    ),
    (b"", ArchiveError, "is no zip, or a damaged one"),
    (WHOLE[: len(WHOLE) // 2], ArchiveError, "is no zip, or a damaged one"),
    (zip_of({"a": b""}), ArchiveError, "has no entry savedGame; expected a save or log"),
    (
        zip_of({"buildFile.xml": b"", "moduledata": b""}),
        ArchiveError,
        "has no entry savedGame; expected a save or log, but this is a module or extension",
    ),
    (zip_of({"savedGame": b"!VCSK00616"}), FormatError, "savedGame: odd number of hex digits (3)"),
    (
        zip_of({"savedGame": b"!VCSK00xy"}),
        FormatError,
        "savedGame: 'x' at offset 7; expected a hex digit",
    ),
    (zip_of({"savedGame": b""}), FormatError, "savedGame: does not begin with begin_save"),
    (zip_of({"savedGame": b"\x89PNG"}), FormatError, "savedGame: does not begin with begin_save"),
    (
        file_of(text_of(GAME)[:-30]),
        FormatError,
        "savedGame: ends after 8 commands without end_save; expected a whole save",
    ),
]


@pytest.mark.parametrize(("data", "kind", "words"), NOT_A_SAVE)
def test_what_is_no_save(tmp_path: Path, data: bytes, kind: type[SupplyError], words: str) -> None:
    path = tmp_path / "x.vsav"
    path.write_bytes(data)
    with pytest.raises(kind) as caught:
        Save.read(path)
    assert str(caught.value).startswith(f"{path}: {words}")
    assert "\n" not in str(caught.value)
