"""Traits typed: what each kind's fields come to, and what is found wrong with them."""

from __future__ import annotations

import pytest

from tests.vassal.saves import piece, save_of
from vassal_supply.vassal.trait import Trait
from vassal_supply.vassal.trait_fields import FIELDS, KNOWN, READERS, KeyStroke, Problem
from vassal_supply.vassal.traits import make_trait

CTRL_A = KeyStroke(65, 130)
NAMED = KeyStroke(57344, 0, "Flip")

VALUES: list[tuple[str, dict[str, object]]] = [
    ("mark;Side,Nation", {}),
    (
        "emb2;Activate;2;A;Up;2;;Down;2;;Reset;;1;false;3;-4;a.png,b.png;+ (OOS),;true;Supply;65,130;;true;Fuel;2;1;true"
        ";65,130;57344,0,Flip;;note;0.5;Only;true",
        {
            "name": "Supply",
            "images": ("a.png", "b.png"),
            "level_names": ("+ (OOS)", ""),
            "x": 3,
            "y": -4,
            "loop": True,
            "follow": True,
            "followed": "Fuel",
            "first_level": 2,
            "always_active": True,
            "activate_keystroke": CTRL_A,
            "increase_keystroke": NAMED,
            "decrease_keystroke": None,
            "scale": 0.5,
            "only_state": True,
        },
    ),
    (
        "PROP;Steps;true,0,4,false;Set:65\\,130:P\\,3,More:57344\\,0\\,Flip:I\\,1;note",
        {
            "name": "Steps",
            "constraints": ("true", "0", "4", "false"),
            "changes": (("Set", CTRL_A, ("P", "3")), ("More", NAMED, ("I", "1"))),
        },
    ),
    ("calcProp;Total;{Steps+1};note", {"name": "Total", "expression": "{Steps+1}"}),
    (
        "label;76,130;Change;10;0,0,0;255,255,255,128;t;5;c;-5;b;c;$pieceName$;Dialog;1;90;Text;note;true",
        {
            "font_size": 10,
            "background": (0, 0, 0),
            "foreground": (255, 255, 255, 128),
            "vertical": "t",
            "x_offset": -5,
            "rotation": 90,
            "property_name": "Text",
            "always_format": True,
        },
    ),
    (
        "prototype;Infantry;Size=Div,Nation=German",
        {"parameters": {"Size": "Div", "Nation": "German"}},
    ),
    ("piece;;;u.png;Unit", {"image": "u.png", "name": "Unit"}),
    ("immob;gA;I;L;note", {"selection": "gA", "move": "I", "stack": "L"}),
    ("hide;73,130;Hide;0xFF8000;side:;0.3", {"background": (255, 128, 0), "transparency": 0.3}),
    (
        "obs;77,130;back.png;Mask;P80,130;Enemy;player:;Peek",
        {"image": "back.png", "mask_name": "Enemy"},
    ),
    (
        "restrict;Axis,Allies;true;false;",
        {"sides": ("Axis", "Allies"), "by_player": True, "movement": False},
    ),
    ("hideCmd;Flip;Hide;{x};65\\,130,57344\\,0\\,Flip", {"keystrokes": (CTRL_A, NAMED)}),
    ("hideCmd;Flip;Hide;{x};AB", {"keystrokes": (KeyStroke(65, 130), KeyStroke(66, 130))}),
    (
        "macro;M;Go;65,130;x=1;;57344\\,0\\,Flip;true;;;counted;;;3",
        {"actions": (NAMED,), "loop": True, "watched": ()},
    ),
    (
        "globalkey;Go;65,130;57344,0,Flip;x=1;true;4;false;false;Range;n;-1;COUNTER|true|CURLOC;true;a:1,b:2",
        {
            "range": 4,
            "target": ("COUNTER", "true", "CURLOC"),
            "parameters": (("a", "1"), ("b", "2")),
        },
    ),
    ("globalhotkey;Go;65,130;57344,0,Flip;n", {"sent_keystroke": NAMED}),
    ("setprop;VP;true,0,9,false;Set:65\\,130:P\\,1;n;Named Map;Main", {"level": "Named Map"}),
    ("setpieceprop;P;false,,,false;;n;MODULE;f;true;2;true", {"target": ("MODULE",), "range": 2}),
    (
        "placemark;Go;65,130;null;null;3;-3;true;;n;47;2;true",
        {"gpid": "47", "placement": 2, "above": True},
    ),
    ("replace;Go;65,130;null;null;0;0;false;;n;48;0;false", {"gpid": "48"}),
    ("delete;Delete;68,130;n", {"command": "Delete", "keystroke": KeyStroke(68, 130)}),
    ("clone;Clone;67,130;n", {"keystroke": KeyStroke(67, 130)}),
    (
        "return;Return;82,130;Draw;;n;2;true;{d}",
        {"deck": "Draw", "version": 2, "select_deck": True},
    ),
    ("sendto;Go;65,130;Main;;1;2;;;0;0;0;0;;L;;;;", {"map": "Main", "destination": "L"}),
    ("translate;Go;65,130;1;-1;true;0;0;0;0;n", {"move_stack": True}),
    (
        "rotate;6;65,130;66,130;CW;CCW;;;Facing;n;;;;true",
        {"facings": 6, "clockwise_keystroke": CTRL_A, "name": "Facing"},
    ),
    (
        "rotate;1;65,130;Turn;;;Facing;n",
        {"facings": 1, "angle_keystroke": CTRL_A, "name": "Facing"},
    ),
    ("pivot;Go;65,130;3;4;true;60.0;n", {"pivot_x": 3, "angle": 60.0}),
    ("report;65\\,130;$x$;;;n", {"keystrokes": (CTRL_A,), "cycle_formats": ()}),
    (
        "markmoved;m.png;12;-28;Moved;77,130;n;true",
        {"x": 12, "y": -28, "ignore_same_location": True},
    ),
    (
        "footprint;84,130;Trail;false;true;10;0,51,204;102,204,255;100;50;20;30;3.0",
        {"radius": 10, "fill": (0, 51, 204), "line_width": 3.0, "globally_visible": True},
    ),
    (
        "AreaOfEffect;1,2,3;50;2;true;;;Shade;false;;n;Area",
        {"radius": 2, "map_shader": "Shade", "name": "Area"},
    ),
    ("submenu;More;a,b;n", {"commands": ("a", "b")}),
    ("menuSeparator;---;", {"text": "---", "keystroke": None}),
    ("playSound;a.wav;Play;65,130;true;n;false", {"clip": "a.wav", "send_to_others": True}),
    (
        "button;65,130;1;2;3;4;n;false;false;1;2;5;6;7;8",
        {"width": 3, "points": 2, "corners": ((5, 6), (7, 8))},
    ),
    ("deselect;Go;65,130;n;true;A", {"unstack": True, "what": "A"}),
    ("table;2;3;Show;65,130;n", {"rows": 2, "columns": 3}),
    ("propertysheet;0Name~3Hits;Sheet;P;2;255;0;0;80,130;n", {"commit_style": 2, "red": 255}),
    ("nonRect2;0.5;s;p", {"scale": 0.5}),
    ("nonRect;shape", {"shape": "shape"}),
    ("locmsg;k;n;Hello", {"message": "Hello"}),
    ("mat;Ship;n", {"name": "Ship"}),
    ("matPiece;n;true;1;2;65,130", {"keep_facing": True, "detect_dx": 1, "find_keystroke": CTRL_A}),
    (
        "attach;Crew;n;Go;65,130;;;f;true;2;true;;-1;COUNTER",
        {"name": "Crew", "range": 2, "target": ("COUNTER",)},
    ),
    (
        "border;Hot;n;3;255,0,0;Cold;AND",
        {"thickness": 3, "colour": (255, 0, 0), "comparison": "AND"},
    ),
    ("basicName;Other", {"name": "Other"}),
    (
        "locCommand;n;locZones;f;$z$;65,130;true;false;true;false",
        {"kind": "locZones", "current_map_only": True},
    ),
    ("cmt;hello", {"text": "hello"}),
    (
        "emb;A\\;R;Act;U;Up;D;Down;1;2;a.png,+x;b.png",
        {"x": 1, "levels": (("a.png", "+x"), ("b.png",))},
    ),
]


def trait(own_type: str, state: str = "") -> Trait:
    return make_trait(own_type.encode(), state.encode(), 0)


@pytest.mark.parametrize(
    ("own_type", "values"), VALUES, ids=[text.split(";")[0] for text, _ in VALUES]
)
def test_values(own_type: str, values: dict[str, object]) -> None:
    found = trait(own_type)
    assert found.is_known
    assert not found.problems
    assert {name: found.values.get(name) for name in values} == values


def test_every_kind_is_tried() -> None:
    assert {text.split(";")[0] for text, _ in VALUES} == KNOWN


def test_every_field_has_a_reader() -> None:
    kinds = {item.partition(":")[2] or "text" for text in FIELDS.values() for item in text.split()}
    assert kinds == READERS.keys()


@pytest.mark.parametrize(
    ("own_type", "problem"),
    [
        ("delete;Delete;68;n", None),  # a single letter, as before VASSAL 3.2
        ("delete;Delete;a,b;n", Problem("keystroke", "a,b", "a key stroke (code,modifiers)")),
        ("table;2x;3", Problem("rows", "2x", "a whole number")),
        ("table;1_0;3", Problem("rows", "1_0", "a whole number")),
        ("table;٣;3", Problem("rows", "٣", "a whole number")),
        (f"table;{'9' * 5000};3", Problem("rows", "9" * 5000, "a whole number")),
        ("nonRect2;half;x", Problem("scale", "half", "a number")),
        ("restrict;A;maybe", Problem("by_player", "maybe", "true or false")),
        ("border;p;n;3;300,0,0", Problem("colour", "300,0,0", "a colour (red,green,blue)")),
        ("border;p;n;3;0xZZ", Problem("colour", "0xZZ", "a colour (red,green,blue)")),
        ("report;65\\,x;f", Problem("keystrokes", "65\\,x", "key strokes (code,modifiers)")),
        (
            "PROP;p;;Set:x\\,y:P",
            Problem("changes", "Set:x\\,y:P", "key commands with their changes"),
        ),
        ("button;;1;2;3;4;n;false;false;1;1;5;y", Problem("corners", "5;y", "a whole number")),
    ],
)
def test_a_field_that_cannot_be_read(own_type: str, problem: Problem | None) -> None:
    found = trait(own_type)
    assert list(found.problems) == ([problem] if problem else [])
    assert problem is None or problem.field == "corners" or problem.field not in found.values


def test_a_trait_nobody_knows_is_kept_as_it_is() -> None:
    found = trait("my.Trait;a;b", "state")
    assert (found.kind, found.body, found.state, found.is_known) == (
        "my.Trait",
        "a;b",
        "state",
        False,
    )
    assert found.fields == ("a", "b")
    assert found.values == {}
    assert list(found.property_names()) == []


def test_what_is_odd_is_told_with_piece_trait_and_field() -> None:
    save = save_of(
        [
            piece("1", ("my.Trait;a", "x"), ("table;two;3", ""), name="Tank"),
            piece("2", ("emb2;" + ";" * 15 + "a.png;;true;Fuel", "high"), name="Truck"),
            "+/3/mark;A\tdelete;\\\tpiece;;;;Bad/x\tnull;1;1",
            "+/4/mark;A/x",
        ]
    )
    told = [(warning.where, warning.text) for warning in save.check_traits()]
    assert told == [
        (
            "game.vsav: savedGame: piece 1 (Tank): trait 1",
            "a trait of a kind VASSAL does not have ('my.Trait'); it is kept as it is",
        ),
        (
            "game.vsav: savedGame: piece 1 (Tank): trait 2",
            "table: field rows is 'two'; expected a whole number",
        ),
        (
            "game.vsav: savedGame: piece 2 (Truck): trait 1",
            "layer 'Fuel': its level is no whole number",
        ),
        ("game.vsav: savedGame: piece 3 (Bad)", "fewer states than traits: 1 missing"),
        ("game.vsav: savedGame: piece 4 ()", "a piece without its innermost level (piece;)"),
    ]


def test_many_of_a_kind_are_counted() -> None:
    save = save_of([piece(str(n), ("my.Trait;a", "x")) for n in range(1000)])
    *examples, rest = save.check_traits()
    assert len(examples) == 5
    assert (rest.where, rest.text.rpartition(": ")[2]) == ("game.vsav: savedGame", "995 more")
