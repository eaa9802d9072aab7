"""Pieces: names and properties as the engine exposes them, masks, and edits that touch one level only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.saves import piece, save_of, stack
from vassal_supply.errors import FormatError, RequestError
from vassal_supply.vassal.pieces import OUTSIDER, REFEREE, Piece, parse_piece
from vassal_supply.vassal.save import Save

GLOBAL = "GlobalProperty\t;Season;2;Module"


def layer(
    name: str, images: str = "a.png,b.png", names: str = ",", follow: str = "", first: int = 1
) -> str:
    """The type of a layer."""
    head = "emb2;;2;;;2;;;2;;;;1;false;0;0;"
    return f"{head}{images};{names};true;{name};;;{'true' if follow else 'false'};{follow};{first};1;true"


def one(*traits: tuple[str, str], name: str = "Unit", others: tuple[str, ...] = ()) -> Piece:
    return save_of([piece("1", *traits, name=name)], others).pieces["1"]


def test_marks() -> None:
    found = one(("mark;Side,Nation,Size", "Axis,German"))
    assert {name: found.properties[name] for name in ("Side", "Nation", "Size")} == {
        "Side": "Axis",
        "Nation": "German",
        "Size": "",
    }


def test_the_outermost_trait_of_a_name_wins() -> None:
    found = one(("mark;A", "outer"), ("PROP;A;;;", "inner"), ("mark;A,A", "first,second"))
    assert found.properties["A"] == "outer"
    assert one(("mark;A,A", "first,second")).properties["A"] == "first"


@pytest.mark.parametrize(
    ("state", "level", "active", "image", "label", "name"),
    [
        ("1", "1", "true", "a.png", "Weak", "Weak Unit"),
        ("2", "2", "true", "b.png", "(OOS)", "Unit (OOS)"),
        ("3", "3", "true", "c.png", "Wreck", "Wreck"),
        ("-2", "-2", "false", "", "", "Unit"),
        ("9", "3", "true", "c.png", "Wreck", "Wreck"),
        ("-9", "-3", "false", "", "", "Unit"),
        ("0", "0", "false", "", "", "Unit"),
        ("x", "-1", "false", "", "", "Unit"),
        ("2;AB", "2", "true", "b.png", "(OOS)", "Unit (OOS)"),
    ],
)
def test_layer(state: str, level: str, active: str, image: str, label: str, name: str) -> None:
    found = one((layer("Supply", "a.png,b.png,c.png", "Weak +,+ (OOS),Wreck"), state))
    keys = ("Supply_Level", "Supply_Active", "Supply_Image")
    assert tuple(found.properties[key] for key in keys) == (level, active, image)
    assert found.properties["Supply_Name"].strip() == label
    assert found.name == name


@pytest.mark.parametrize(
    ("follow", "first", "state", "level"),
    [
        ("Season", 1, "1", "2"),
        ("Season", 2, "1", "1"),
        ("Season", 9, "1", "1"),
        ("Season", -9, "1", "3"),
        ("Season", 1, "-1", "-2"),
        ("Missing", 1, "3", "1"),
        ("{Season+1}", 1, "1", "3"),
        ("{Count(1)}", 1, "2", "2"),
        ("Word", 1, "2", "2"),
    ],
)
def test_a_layer_that_follows_a_property(follow: str, first: int, state: str, level: str) -> None:
    kind = layer("L", "a,b,c", ",,", follow, first)
    found = one((kind, state), ("mark;Word", "x"), others=(GLOBAL,))
    assert found.properties["L_Level"] == level


def test_a_layer_of_vassal_2() -> None:
    found = one(("emb;A;On;U;Up;D;Down;0;0;a.png,+ flipped;b.png", "1"))
    assert found.name == "Unit flipped"


@pytest.mark.parametrize(
    ("own_type", "state", "name", "text"),
    [
        ("label;;", "", "Unit", ""),
        ("label;;", " lost ", "Unit (lost)", "lost"),
        ("label;;;;;;;;;;;;$label$ of $pieceName$", "Part", "Part of Unit", "Part"),
        ("label;;;;;;;;;;;;$pieceName$", "x", "Unit", "x"),
        ("label;;;;;;;;;;;;$pieceName$-$Side$", "x", "Unit-Axis", "x"),
        ("label;;;;;;;;;;;;$pieceName$;;;;Text", "$Side$ $Text$$Nix$", "Unit", "Axis Nix"),
        ("label;;;;;;;;;;;;<$pieceName$>;;;;T;;true", "", "<Unit>", ""),
        ("label;;;;;;;;;;;;$pieceName$", "{Season+1}", "Unit", "3"),
    ],
)
def test_label(own_type: str, state: str, name: str, text: str) -> None:
    found = one((own_type, state), ("mark;Side", "Axis"), others=(GLOBAL,))
    assert found.name == name
    fields = own_type.split(";")
    assert found.properties[fields[16] if len(fields) > 16 else "TextLabel"].rstrip() == text


def test_other_traits_with_properties() -> None:
    found = one(
        ("PROP;Steps;true,0,4,false;;", "3"),
        ("calcProp;Double;{Steps*2};", ""),
        ("calcProp;Guess;{Random(6)};", ""),
        ("markmoved;m.png;0;0", "true"),
        ("rotate;6;;;;;;;Facing;", "2"),
        ("rotate;1;;;;;Free;", "-90.0"),
        ("AreaOfEffect;;50;1;false;;;;false;;;Zone", "true"),
        ("propertysheet;0Leader~1Notes~3Hits;Sheet", "Rommel~a|b~1/3"),
        ("mat;Ship;", "2;8;9"),
        ("matPiece;;true", "noMat"),
        ("attach;Crew;", "1;8"),
        ("basicName;Renamed", ""),
    )
    expected = {
        "Steps": "3",
        "Double": "6",
        "Moved": "true",
        "Facing_Facing": "3",
        "Facing_Degrees": "120",
        "Free_Facing": "1",
        "Free_Degrees": "90",
        "Zone_Active": "true",
        "Leader": "Rommel",
        "Notes": "a\nb",
        "Hits": "1/3",
        "MatName": "Ship",
        "MatID": "Ship_1",
        "MatNumCargo": "2",
        "IsCargo": "true",
        "AttachCount": "1",
        "Crew_AttachCount": "1",
        "BasicName": "Renamed",
        "PieceName": "Renamed",
        "PieceUID": "1",
        "PieceId": "7",
    }
    assert {name: found.properties.get(name) for name in expected} == expected
    assert "Guess" not in found.properties
    assert expected.keys() <= set(found.properties)


def test_where_it_is_are_properties_too() -> None:
    save = save_of(
        [
            piece("1", place=(None, 0, 0)),
            piece("2", place=(None, 0, 0)),
            piece("3", state="Main;1;2;47;2;UniqueID;3;OldMap;Other Map"),
            stack("9", "1", "2", place=("Main", 30, 40)),
            "+/8/deck;" + ";" * 12 + "Draw/Cards;5;6;true;3",
        ]
    )
    lower, deck = save.pieces["1"].properties, save.pieces["3"].properties
    names = (
        "CurrentMap",
        "CurrentX",
        "CurrentY",
        "StackPos",
        "StackSize",
        "DeckName",
        "DeckPosition",
    )
    assert [lower[name] for name in names] == ["Main", "30", "40", "2", "2", "", "0"]
    assert [deck[name] for name in names] == ["Cards", "5", "6", "1", "1", "Draw", "1"]
    assert (deck["UniqueID"], deck["OldMap"], deck["PieceId"]) == ("3", "Other Map", "47")


def test_a_card_knows_how_many_lie_over_it() -> None:
    cards = [piece(id, place=(None, 0, 0)) for id in "123"]
    save = save_of([*cards, "+/8/deck;" + ";" * 12 + "Draw/Cards;5;6;true;1,2,3"])
    found = [save.pieces[id].properties for id in "123"]
    # BasicPiece counts from the top of the deck; a deck's first member lies lowest.
    assert [one["DeckPosition"] for one in found] == ["3", "2", "1"]
    assert [one["StackPos"] for one in found] == ["3", "2", "1"]


def test_a_piece_on_a_mat_tells_of_it() -> None:
    save = save_of(
        [piece("1", ("mat;Ship;", "1;2"), name="Bismarck"), piece("2", ("matPiece;;true", "1"))]
    )
    cargo = save.pieces["2"].properties
    names = ("IsCargo", "CurrentMat", "CurrentMatID", "CurrentMatBasicName", "CurrentMatPieceName")
    assert [cargo[name] for name in names] == ["true", "Ship", "Ship_1", "Bismarck", "Bismarck"]
    lost = save_of([piece("2", ("matPiece;;true", "77"))]).pieces["2"].properties
    assert (lost["IsCargo"], "CurrentMat" in lost) == ("true", False)
    itself = (
        save_of([piece("1", ("matPiece;;true", "1"), ("mat;Ship;", "1;1"))]).pieces["1"].properties
    )
    assert itself["CurrentMat"] == "Ship"


def test_mats_that_lie_on_each_other_end() -> None:
    label = ("label;;;;;;;;;;;;$pieceName$ on $CurrentMatPieceName$", "x")
    ring = [
        piece(str(n), label, ("matPiece;;true", str((n + 1) % 500)), ("mat;M;", "0"))
        for n in range(500)
    ]
    save = save_of(ring)
    for viewer in (OUTSIDER, REFEREE):
        assert save.pieces["0"].name_for(viewer).startswith("Unit on ")


def masked() -> Save:
    types = (
        ("mark;Out", "outer"),
        ("obs;;back.png;Mask;I;Enemy;side:", "Axis;"),
        (layer("Supply", names="+ (in),+ (out)"), "2"),
        ("mark;Side", "Axis"),
    )
    hidden = (("hide;;Conceal;;side:", "secret-word"), ("mark;Side", "Allies"))
    return save_of(
        [
            piece("1", *types, name="Panzer"),
            piece("2", *hidden, name="Spy"),
            piece("3", types[1], name="x"),
        ],
        ["PLAYER\tsecret-word\tJoan Doe\tAllies"],
    )


def test_an_outsider_sees_the_mask() -> None:
    found = masked().pieces["1"]
    assert found.name == "Enemy"
    assert found.is_masked() and not found.is_masked(REFEREE)
    assert not found.lies_open() and found.lies_open(REFEREE)
    assert (found.properties["Out"], found.properties["BasicName"]) == ("outer", "Enemy")
    assert found.properties["Obscured"] == "true"
    for name in ("Supply_Level", "Side", "UniqueID"):
        assert name not in found.properties
    assert found.properties["PieceId"] == ""


def test_the_owner_and_the_referee_see_through() -> None:
    save = masked()
    found = save.pieces["1"]
    for viewer in (save.viewer("Axis"), REFEREE):
        assert found.name_for(viewer) == "Panzer (out)(Enemy)"
        seen = found.properties_for(viewer)
        assert (seen["Side"], seen["Obscured"], seen["ObscuredToOthers"]) == (
            "Axis",
            "false",
            "true",
        )
    assert found.name_for(save.viewer("Allies")) == "Enemy"


def test_an_invisible_piece_has_no_name() -> None:
    save = masked()
    found = save.pieces["2"]
    assert (found.name, found.is_hidden(), found.properties["Invisible"]) == ("", True, "true")
    # Hidden by a player under the password; the side's eyes are those of the players who took it.
    assert found.name_for(save.viewer("Allies")) == "Spy(Conceal)"
    assert not found.is_hidden(save.viewer("Allies"))
    assert found.is_hidden(save.viewer("Axis"))
    assert found.lies_open(save.viewer("Allies")) and not found.lies_open(save.viewer("Axis"))


def test_no_owner_shows() -> None:
    restricted = piece("4", ("restrict;Axis;true;x", "secret-word"), ("table;x;1", "secret-word"))
    save = save_of([*(found.leaf.decode() for found in masked().pieces.values()), restricted])
    assert len(save.check_traits()) == 2
    save = save_of(
        [found.leaf.decode() for found in save.pieces.values()],
        ["PLAYER\tsecret-word\tJoan Doe\tAllies", "PNOTE\tsecret-word\tJoan"],
    )
    for each in save.pieces.values():
        texts = [repr(each), repr(each.traits), repr(each.properties), repr(save.viewer("Allies"))]
        texts += [repr(save), repr(save.check_traits()), repr(save.sides), each.name_for(REFEREE)]
        assert not any("secret-word" in text or "Joan" in text for text in texts)


def test_properties_that_name_each_other_end() -> None:
    loop = one(
        ("calcProp;A;{B+1};", ""), ("calcProp;B;{A+1};", ""), (layer("L", follow="L_Level"), "2")
    )
    assert dict(loop.properties)["L_Level"] in ("1", "2")
    chain = [(layer(f"L{n}", follow=f"L{n + 1}_Level"), "2") for n in range(300)]
    assert one(*chain).properties["L0_Level"]
    label = one(("label;;;;;;;;;;;;$PieceName$ $label$", "$PieceName$"))
    assert len(label.name) < 100


def test_names_do_not_grow_without_end() -> None:
    doubling = [("label;;;;;;;;;;;;$pieceName$$pieceName$", "x")] * 60
    assert len(one(*doubling).name) < 1_000_000


# Edits -----------------------------------------------------------------------------------------------------------

TRAITS = (
    ("label;", "a/b; c\td 'e' \\ 東京"),
    (layer("Supply"), "1"),
    ("mark;Side,Size,Note", "Axis,,x\\,y"),
    ("PROP;Steps;;;", "2"),
    ("my.Trait;x", "'kept'"),
    (layer("Fuel", follow="Steps"), "-1"),
)


def states(found: Piece) -> list[bytes]:
    return parse_piece(found.leaf)[2]


@pytest.mark.parametrize(
    ("edit", "level", "state"),
    [
        (lambda p: p.with_layer("Supply", 2), 1, b"2"),
        (lambda p: p.with_layer("Supply", 2, active=False), 1, b"-2"),
        (lambda p: p.with_layer("Supply", active=False), 1, b"-1"),
        (lambda p: p.with_mark("Size", "Div"), 2, b"Axis,Div,x\\,y"),
        (lambda p: p.with_property("Steps", "4\t'"), 3, b"4\t'"),
        (lambda p: p.with_place("Other; Map", 7, -8), 6, b"Other\\; Map;7;-8;7;0"),
        (lambda p: p.with_place(None, 0, 0), 6, b"null;0;0;7;0"),
        (lambda p: p.with_state(0, ""), 0, b""),
        (lambda p: p.with_state(0, "\\'"), 0, b"\\'"),
    ],
)
def test_an_edit_changes_one_level(edit: object, level: int, state: bytes) -> None:
    before = one(*TRAITS)
    assert callable(edit)
    after: Piece = edit(before)
    assert after.leaf != before.leaf
    assert parse_piece(after.leaf)[:2] == parse_piece(before.leaf)[:2]
    wanted = states(before)
    wanted[level] = state
    assert states(after) == wanted


def test_setting_what_is_there_gives_the_same_bytes() -> None:
    found = one(*TRAITS)
    assert found.with_layer("Supply", 1).leaf == found.leaf
    assert found.with_mark("Side", "Axis").leaf == found.leaf
    assert found.with_layer("Supply", 2).with_layer("Supply", 1).leaf == found.leaf


AWKWARD = st.text(alphabet="\\'\t/;,a\x00ł", max_size=6)


@given(AWKWARD, st.integers(0, 5))
def test_any_state_reads_back_or_is_refused(text: str, level: int) -> None:
    # A last backslash is the format's own flaw.
    flawed = text.endswith("\\") and not text.startswith("\\")
    try:
        changed = one(*TRAITS).with_state(level, text)
    except RequestError as error:
        assert flawed
        assert "VASSAL would not read it back" in str(error)
    else:
        wanted = states(one(*TRAITS))
        wanted[level] = text.encode()
        assert states(changed) == wanted


@given(AWKWARD)
def test_any_mark_or_map_reads_back_or_is_refused(text: str) -> None:
    found = one(*TRAITS)
    others = {name: value for name, value in found.properties.items() if name in ("Side", "Name")}
    try:
        marked = found.with_mark("Size", text)
        assert marked.properties["Size"] == text
        assert {name: marked.properties[name] for name in others} == others
    except RequestError as error:
        assert "VASSAL would not read it back" in str(error)
    try:
        assert found.with_place(text, -3, 4).own_place == (text, -3, 4)
    except RequestError as error:
        assert "VASSAL would not read it back" in str(error)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda p: p.with_layer("Nix", 1), "has no layer 'Nix'"),
        (lambda p: p.with_layer("Supply", 3), "layer 'Supply' has no level 3; expected 1 to 2"),
        (lambda p: p.with_layer("Supply", 0), "layer 'Supply' has no level 0; expected 1 to 2"),
        (lambda p: p.with_layer("Fuel", 1), "layer 'Fuel' follows the property 'Steps'; set that"),
        (lambda p: p.with_mark("Nix", "x"), "has no mark 'Nix'"),
        (lambda p: p.with_property("Nix", "x"), "has no dynamic property 'Nix'"),
        (
            lambda p: p.with_property("Steps", "4\\"),
            "cannot hold '4\\\\': VASSAL would not read it back",
        ),
        (
            lambda p: p.with_mark("Side", "x\\"),
            "cannot hold 'x\\\\': VASSAL would not read it back",
        ),
        (lambda p: p.with_place("M\\", 1, 2), "cannot hold 'M\\\\': VASSAL would not read it back"),
    ],
)
def test_an_edit_that_cannot_be(edit: object, words: str) -> None:
    assert callable(edit)
    found = one(*TRAITS[1:])
    with pytest.raises(RequestError) as caught:
        edit(found)
    assert str(caught.value) == f"game.vsav: piece 1 ({found.name}): {words}"


def test_a_state_in_a_foreign_hand_is_not_touched() -> None:
    found = save_of(["+/1/mark;A\tpiece;;;;U/'x'\tMain;1;2;7;0"]).pieces["1"]
    assert found.properties["A"] == "x"
    with pytest.raises(
        FormatError, match=r"^game.vsav: savedGame: piece 1: its state is not as VASSAL writes it"
    ):
        found.with_mark("A", "y")


def test_a_piece_without_an_innermost_level() -> None:
    found = save_of(["+/1/mark;A/x"]).pieces["1"]
    assert (found.basic, found.gpid, found.name) == (None, "", "")
    with pytest.raises(RequestError, match="has no place of its own"):
        found.with_place("Main", 1, 2)
    assert OUTSIDER.sees(None)
