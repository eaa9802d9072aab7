"""Slots and prototypes: pieces are made as the engine makes them."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import pytest
from lxml import etree

from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from tests.vassal.modules import board, element, game_map, write_module
from vassal_supply.errors import FormatError
from vassal_supply.vassal import palette
from vassal_supply.vassal.archive import write_zip
from vassal_supply.vassal.formats import LONGEST, substitute
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.obfuscation import obfuscate
from vassal_supply.vassal.palette import Slot, expand, markers_in, slots_in
from vassal_supply.vassal.pieces import parse_piece, piece_leaf
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.sequence import join
from vassal_supply.vassal.summary import summarize

W = "VASSAL.build.widget."
M = "VASSAL.build.module."
UNIT = b"piece;;;unit.png;1st Infantry"
PLACE = b"null;0;0;7;0"


def definition(types: list[bytes], states: list[bytes]) -> str:
    return piece_leaf("null", types, states).decode("utf-8")


def prototype(*traits: tuple[bytes, bytes]) -> str:
    types, states = zip(*traits, strict=True) if traits else ((), ())
    return definition([*types, b"piece;;;;"], [*states, b"null;0;0;;0"])


# Each prototype as its traits' types and states.
PROTOTYPES = {
    "Unit": prototype((b"mark;Type", b"Unit"), (b"prototype;Moves;", b""), (b"cmt;why", b"")),
    "Moves": prototype((b"markmoved;m.png;0;0;Moved;;", b"false")),
    "Step": prototype(
        (b"PROP;$name$;true,0,9,false;;$most$", b"3"), (b"mark;A,$name$,B", b"$start$,x,5$5")
    ),
    "Loop": prototype((b"mark;Loop", b"x"), (b"prototype;Loop", b"")),
    "Awkward": prototype((rb"label;;;10;;;t;0;c;0;b;c;$pieceName$\;$label$", b"it's; a\\/b, c")),
    "Empty": prototype(),
}
PIECES = {
    "plain": ([b"mark;Side", UNIT], [b"Red", PLACE]),
    "nested": ([b"prototype;Unit", b"mark;Side", UNIT], [b"", b"Red", PLACE]),
    "between": (
        [b"delete;Delete;68,130;", b"prototype;Moves", b"mark;Side", UNIT],
        [b"", b"", b"Red", PLACE],
    ),
    "parameters": (
        [b"prototype;Step;name=Steps,most=4,start=2", UNIT],
        [b"", PLACE],
    ),
    "unset": ([b"prototype;Step", UNIT], [b"", PLACE]),
    "no parameters": ([b"prototype;Step;", UNIT], [b"", PLACE]),
    "commas": ([rb"prototype;Step;name=a\,b,most=9", UNIT], [b"", PLACE]),
    "missing": ([b"prototype;Nobody", b"mark;Side", UNIT], [b"", b"Red", PLACE]),
    "commented": ([b"cmt;a note", b"mark;Side", UNIT], [b"", b"Red", PLACE]),
    "awkward": ([b"prototype;Awkward", b"mark;Side", UNIT], [b"", b"R\\'\\/;d", PLACE]),
    "empty": ([b"prototype;Empty", b"mark;Side", UNIT], [b"", b"Red", PLACE]),
    "twice": ([b"prototype;Moves", b"prototype;Unit", UNIT], [b"", b"", PLACE]),
}


@pytest.fixture
def module_file(tmp_path: Path) -> Path:
    stacks = [
        element(
            M + "map.SetupStack",
            {"name": name, "x": 10 + 40 * number, "y": 20, "owningBoard": "Field"},
            element(W + "PieceSlot", {"entryName": name, "gpid": number}, definition(*levels)),
        )
        for number, (name, levels) in enumerate(PIECES.items(), 1)
    ]
    field = game_map("Field", [board("Field", (900, 200))], *stacks)
    prototypes = [
        element(M + "PrototypeDefinition", {"name": name}, text)
        for name, text in PROTOTYPES.items()
    ]
    return write_module(
        tmp_path / "proto.vmod", element(M + "PrototypesContainer", {}, *prototypes), field
    )


def test_slots_know_where_they_lie(module_file: Path) -> None:
    module = Module.read(module_file)
    slot = module.slot("2")
    assert slot is not None
    assert (slot.name, slot.path, slot.kind) == ("nested", ("Field", "nested"), "PieceSlot")
    assert [slot.name for slot in module.slots] == list(PIECES)
    assert module.slot("99") is None
    assert module.slot("", "1st Infantry", "unit.png") is None  # it lies in several palettes


def test_prototypes_unfold_in_their_place(module_file: Path) -> None:
    module = Module.read(module_file)
    types = {slot.name: parse_piece(module.expanded(slot))[1] for slot in module.slots}
    assert types["nested"] == [
        b"mark;Type",
        b"markmoved;m.png;0;0;Moved;;",
        b"mark;Side",
        UNIT,
    ]
    assert types["parameters"][0] == b"PROP;Steps;true,0,9,false;;4"
    assert types["missing"] == types["commented"] == types["empty"] == [b"mark;Side", UNIT]


@pytest.mark.engine
def test_pieces_are_made_as_the_engine_makes_them(
    engine: Engine, module_file: Path, tmp_path: Path
) -> None:
    # Without the marker SETUP_STACK the engine sets up the at-start stacks.
    text = "begin_save\x1b\x1b\x1bFieldBoardPicker\tField\t0\t0\x1bend_save"
    save = tmp_path / "new.vsav"
    write_zip(save, {"savedGame": obfuscate(text.encode("utf-8"), 17)})
    game = engine.ask(module_file, Dump(save, traits=True)).game
    module = Module.read(module_file)
    made = {piece.gpid: piece for piece in game.pieces.values()}
    assert len(made) == len(PIECES)
    for slot in module.slots:
        _, types, states = parse_piece(module.expanded(slot))
        # Comments are newer than 3.6, which reads them as marks without a name.
        traits = [trait for trait in made[slot.gpid].traits if trait["type"] != "mark;"]
        engine_types = [trait["type"].encode("utf-8") for trait in traits]
        engine_states = [trait["state"].encode("utf-8") for trait in traits]
        # The engine adds trailing fields of its own version, and the BasicPiece now has a place.
        assert [own.rstrip(b";") for own in types[:-1]] == [
            own[: len(ours.rstrip(b";"))]
            for own, ours in zip(engine_types, types[:-1], strict=False)
        ], slot.name
        assert len(engine_types) == len(types)
        # A mark whose name came apart at a comma has an empty last value more.
        assert states[:-1] == [state.rstrip(b",") for state in engine_states[:-1]], slot.name


def test_a_prototype_inside_itself_ends() -> None:
    types, _ = expand(definition([b"prototype;Loop", UNIT], [b"", PLACE]), PROTOTYPES)
    assert types == [b"mark;Loop", UNIT]


def test_prototypes_that_multiply_are_an_error() -> None:
    names = [f"p{number}" for number in range(20)]
    doubling = {
        name: prototype((f"prototype;{after}".encode(), b""), (f"prototype;{after}".encode(), b""))
        for name, after in itertools.pairwise(names)
    }
    doubling["p19"] = prototype((b"mark;x", b"1"))
    with pytest.raises(FormatError, match=r"m\.vmod: prototypes multiply to more than 10,000 uses"):
        expand(definition([b"prototype;p0", UNIT], [b"", PLACE]), doubling, "m.vmod")
    doubling["p19"] = prototype()
    with pytest.raises(FormatError, match="10,000 uses"):
        expand(definition([b"prototype;p0", UNIT], [b"", PLACE]), doubling, "m.vmod")
    many = {"many": prototype(*[(b"mark;x", b"1")] * 101)}
    with pytest.raises(FormatError, match="10,000 traits"):
        expand(definition([b"prototype;many"] * 100 + [UNIT], [b""] * 100 + [PLACE]), many)


def test_prototypes_hundreds_deep_end_where_the_engine_ends_them() -> None:
    deep = {
        f"p{n}": prototype((b"mark;x", b"1"), (f"prototype;p{n + 1}".encode(), b""))
        for n in range(2_000)
    }
    types, _ = expand(definition([b"prototype;p0", UNIT], [b"", PLACE]), deep)
    assert types == [b"mark;x"] * 50 + [UNIT]


def test_a_parameter_that_doubles_at_every_step() -> None:
    doubling = {
        f"p{n}": prototype((b"mark;M", b"$x$"), (f"prototype;p{n + 1};x=$x$$x$".encode(), b""))
        for n in range(45)
    }
    start = time.perf_counter()
    _, states = expand(definition([b"prototype;p0;x=ab", UNIT], [b"", PLACE]), doubling)
    assert states[:3] == [b"ab", b"abab", b"abababab"]
    assert max(map(len, states)) <= LONGEST
    assert time.perf_counter() - start < 60
    wide = {"w": prototype((b"mark;M", b"$x$" * 900)), "p0": prototype()}
    pieces = [b"prototype;w;x=" + b"y" * 900] * 30 + [UNIT]
    with pytest.raises(FormatError, match="16 MB of text"):
        expand(definition(pieces, [b""] * 30 + [PLACE]), wide)


def test_a_marker_that_places_ever_new_markers() -> None:
    spec = "+/null/prototype;P;x=$x$1\tpiece;;;;a/\tnull;0;0"
    fields = ["placemark", "c", "65,130", spec, "null", "0", "0", "false", "", "", "$x$", "0"]
    places = join(fields, ";")
    prototypes = {"P": prototype((places.encode(), b""))}
    slot = Slot("1", "s", (), definition([b"prototype;P;x=1", UNIT], [b"", PLACE]), "PieceSlot")
    with pytest.raises(FormatError, match=r"m\.vmod: piece 's' can place more than 1,000 others"):
        list(markers_in(slot, prototypes, "m.vmod"))
    first = list(itertools.islice(markers_in(slot, prototypes), 3))
    assert [one.gpid for one in first] == ["1", "11", "111"]


def test_a_palette_of_ever_the_same_long_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = prototype(*[(b"mark;x", b"1")] * 90)
    long = prototype(*[(b"prototype;S", b"")] * 90)
    made = [
        element(M + "PrototypeDefinition", {"name": name}, text)
        for name, text in (("S", short), ("L", long))
    ]
    use = element(
        W + "PieceSlot", {"entryName": "s"}, definition([b"prototype;L", UNIT], [b"", b""])
    )
    path = write_module(
        tmp_path / "m.vmod",
        element(M + "PrototypesContainer", {}, *made),
        element(M + "PieceWindow", {"entryName": "W"}, *[use] * 50),
    )
    monkeypatch.setattr(palette, "_MOST_TRAITS", 90_000)
    with pytest.raises(FormatError, match="its pieces have more than 90,000 traits"):
        summarize(Module.read(path))
    with pytest.raises(FormatError, match="its pieces have more than 90,000 traits"):
        Module.read(path).slot("no such gpid")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a $x$ b", "a 1 b"),
        ("$x$$y$", "1y"),
        ("price $5", "price 5"),
        ("$x$ and $", "1 and "),
        ("nothing", "nothing"),
    ],
)
def test_substitution(text: str, expected: str) -> None:
    assert substitute(text, {"x": "1"}) == expected


def test_markers_a_piece_can_place_have_gpids_of_their_own() -> None:
    inner = definition([b"mark;Kind", b"piece;;;oos.png;Out of supply"], [b"oos", PLACE])
    spec = inner.replace(";", "\\;")
    places = f"placemark;Mark;77,130;{spec};;0;0;false;;;42;0".encode()
    root = etree.fromstring(
        element(
            "VASSAL.build.GameModule",
            {"name": "x"},
            element(
                M + "PieceWindow",
                {"name": "Counters"},
                element(
                    W + "PieceSlot",
                    {"entryName": "HQ", "gpid": 5},
                    definition([places, UNIT], [b"", PLACE]),
                ),
            ),
        )
    )
    [slot] = slots_in(root)
    [marker] = markers_in(slot, {})
    assert marker[:3] == ("42", "Out of supply", ("Counters", "HQ"))
    assert marker.kind == "placemark"
    assert parse_piece(marker.definition.encode())[1][0] == b"mark;Kind"


SAVES = {
    "kassala/default-setup": 23,
    "ragnarok/start": 99,
    "pog/historical": 844,
    "trc/campaign": 214,
    "a3r/1939": 418,
}


@pytest.mark.corpus
@pytest.mark.parametrize("name", SAVES)
def test_pieces_of_real_saves_are_made_like_their_slots(corpus: Path, name: str) -> None:
    save = Save.read(corpus / f"{name}.vsav")
    module = Module.read(corpus / name.split("/")[0] / "module.vmod")
    joined = alike = 0
    for piece in save.pieces.values():
        looks = piece.basic
        assert looks is not None
        slot = module.slot(piece.gpid, looks.field(3), looks.field(2))
        if slot is None:
            continue
        joined += 1
        made, live = (parse_piece(leaf)[1] for leaf in (module.expanded(slot), piece.leaf))
        heads = [[own.partition(b";")[0] for own in types] for types in (made, live)]
        alike += heads[0] == heads[1]
        if name.startswith(("kassala", "ragnarok")):
            # Saved by the same engine that wrote the module: not a byte differs.
            assert made == live, piece.name
    assert joined == SAVES[name]
    # Some pieces of the oldest save are older than their slots.
    assert alike == joined if name != "a3r/1939" else alike > joined * 0.9
