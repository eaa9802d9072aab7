"""Real saves and logs: byte for byte there and back, everything where the engine has it."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.compare import compare, levels
from tests.engine.harness import Engine
from tests.engine.jobs import Dump
from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.commands import CommandStream
from vassal_supply.vassal.levels import join_levels
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.obfuscation import deobfuscate, key_of, obfuscate
from vassal_supply.vassal.pieces import parse_piece, piece_leaf
from vassal_supply.vassal.save import Save

DUMPED = (
    "trc/campaign.vsav",
    "trc/new.vsav",
    "a3r/1939.vsav",
    "tld/0606-1.log",
    "tld/0608-2.log",
    "pog/historical.vsav",
    "kassala/default-setup.vsav",
    "ragnarok/start.vsav",
)


def games(corpus: Path) -> Iterator[tuple[str, Save, bytes]]:
    """Every save and log of the corpus, and every save inside a module, with its ``savedGame`` entry."""
    for path in sorted(corpus.glob("*/*")):
        if path.suffix in (".vsav", ".log"):
            with zipfile.ZipFile(path) as archive:
                yield path.name, Save.read(path), archive.read("savedGame")
        elif path.suffix == ".vmod":
            with Archive.open(path) as module:
                for name in module.names:
                    if name.endswith((".vsav", ".sav")):
                        data = module.read(name)
                        with Archive.from_bytes(data, name) as inside:
                            entry = inside.read("savedGame")
                        yield f"{path.parent.name}!{name}", Save.from_bytes(data, name), entry


def written_down(path: Path) -> list[dict[str, Any]]:
    """What the engine said of a save's pieces."""
    with gzip.open(path.with_suffix(".engine.json.gz"), "rt", encoding="utf-8") as file:
        pieces: list[dict[str, Any]] = json.load(file)["pieces"]
    return pieces


def test_the_whole_text_comes_back_byte_for_byte(corpus: Path) -> None:
    seen = 0
    for name, save, entry in games(corpus):
        text = deobfuscate(entry, name)
        assert save.stream.encode() == text, name
        assert save.edit().encoded() == text, name
        key = key_of(entry)
        assert key is not None and obfuscate(text, key) == entry, name
        seen += 1
    assert seen >= 14


def test_every_tree_is_sound(corpus: Path) -> None:
    for name, save, _ in games(corpus):
        tree = save.stream.tree()
        found: list[int] = []
        pending = [tree]
        while pending:
            node = pending.pop()
            parts = node.parts()
            pending += reversed(parts)
            if not parts:
                found += node.leaves()
        assert found == list(range(len(save.stream))), name
        assert save.stream.leaf(0) == b"begin_save", name


def test_every_piece_is_written_as_it_was_read(corpus: Path) -> None:
    for name, save, _ in games(corpus):
        for piece in save.pieces.values():
            id, types, states = parse_piece(piece.leaf)
            assert piece_leaf(id, types, states) == piece.leaf, (name, piece.id)
            assert len(types) == len(states) == len(piece.traits), (name, piece.id)
            assert piece.with_state(0, states[0].decode()).leaf == piece.leaf, (name, piece.id)
            assert join_levels(types), name
        for stack in save.stacks.values():
            if stack.map is not None and "@@" in save.text(stack.index):
                assert stack.leaf_with(stack.members) == save.stream.leaf(stack.index), name
        for deck in save.decks.values():
            assert deck.leaf_with(deck.members) == save.stream.leaf(deck.index), name


def test_a_stack_that_comes_before_its_member(corpus: Path) -> None:
    [warning] = Save.read(corpus / "trc" / "campaign.vsav").warnings
    assert warning.where.endswith("campaign.vsav: savedGame: stack 1200859626891")
    assert warning.text == (
        "a stack that lists pieces which come after it: 1447557399911; they are passed over"
    )


def test_every_trait_is_known_and_every_field_read(corpus: Path) -> None:
    for name, save, _ in games(corpus):
        assert save.check_traits() == [], name
        assert len(save.warnings) == (name in ("campaign.vsav", "new.vsav")), name
        assert sum(len(piece.traits) for piece in save.pieces.values()) > 20, name


@pytest.mark.parametrize("relative", DUMPED)
def test_everything_is_where_the_engine_has_it(corpus: Path, relative: str) -> None:
    path = corpus / relative
    save = Save.read(path)
    dump = written_down(path)
    for theirs in dump:
        piece = save.pieces[theirs["id"]]
        ours = save.position(piece)
        assert piece.name == theirs["name"]
        assert (ours.x, ours.y, ours.index) == (theirs["x"], theirs["y"], theirs["index"])
        assert (ours.stack or ours.deck) == theirs["stack"]
        if theirs["deck"] is None:
            assert (ours.map, ours.deck) == (theirs["map"], None)
        else:
            deck = save.decks[theirs["stack"]]
            assert (ours.map, deck.map, deck.name) == (None, theirs["map"], theirs["deck"])
    maps = {theirs["map"] for theirs in dump}
    on_maps = {id for id in save.pieces if save.position(id).map in maps}
    assert on_maps == {theirs["id"] for theirs in dump if theirs["deck"] is None}


@pytest.mark.parametrize("relative", ["trc/campaign.vsav", "a3r/1939.vsav", "ragnarok/start.vsav"])
def test_properties_are_the_engines(engine: Engine, corpus: Path, relative: str) -> None:
    path = corpus / relative
    save = Save.read(path)
    module = Module.read(path.parent / "module.vmod")
    save.locate(module)
    compared = 0
    for id, theirs in engine.ask(path.parent / "module.vmod", Dump(path)).game.all_pieces.items():
        ours = save.pieces[id].properties
        assert ours["CurrentBoard"] == theirs.board
        assert ours["CurrentZone"] == theirs.zone
        if theirs.location != "offboard":  # else ours may be a name of our own making
            assert ours["LocationName"] == theirs.location
        for name, value in theirs.properties.items():
            if name in ours and value is not None:
                assert ours[name] == value, (id, name)
                compared += 1
        assert save.pieces[id].gpid == theirs.gpid
    assert compared > 300


def test_one_layer_set_and_nothing_else(engine: Engine, corpus: Path, tmp_path: Path) -> None:
    path = corpus / "trc" / "campaign.vsav"
    save = Save.read(path)
    marked = [piece for piece in save.pieces.values() if piece.layer("Supply")][::7]
    editor = save.edit()
    for piece in marked:
        editor.replace(piece.with_layer("Supply", 2))
    editor.write(tmp_path / "out.vsav")
    before, after = save.stream.tokens, Save.read(tmp_path / "out.vsav").stream.tokens
    assert [i for i, (one, two) in enumerate(zip(before, after, strict=True)) if one != two] == [
        piece.index for piece in marked
    ]
    module = path.parent / "module.vmod"
    was = engine.ask(module, Dump(path)).game
    answer = engine.ask(module, Dump(tmp_path / "out.vsav"))
    difference = compare(was, answer.game)
    assert (difference.appeared, difference.vanished, difference.moved) == ((), (), {})
    shown = {id for id, level in levels(answer.game, "Supply").items() if level == 2}
    assert shown == {piece.id for piece in marked}
    assert (answer.dialogs, answer.complaints, answer.metadata_valid) == ((), (), True)


def test_a_piece_added_is_there_for_the_engine(
    engine: Engine, corpus: Path, tmp_path: Path
) -> None:
    path = corpus / "trc" / "campaign.vsav"
    save = Save.read(path)
    editor = save.edit()
    pattern = next(piece for piece in save.pieces.values() if piece.layer("Supply"))
    new = editor.add_piece(pattern.leaf, "TRC Map", 1543, 2287)
    gone = next(id for id in save.pieces if save.position(id).stack)
    editor.remove(gone)
    editor.write(tmp_path / "out.vsav")
    answer = engine.ask(path.parent / "module.vmod", Dump(tmp_path / "out.vsav"))
    there = answer.game.pieces[new]
    assert (there.name, there.map, there.x, there.y) == (pattern.name, "TRC Map", 1543, 2287)
    assert gone not in answer.game.all_pieces
    assert (answer.dialogs, answer.complaints) == ((), ())


def test_a_log_at_its_end_loads_as_a_save(engine: Engine, corpus: Path, tmp_path: Path) -> None:
    log = corpus / "tld" / "0606-1.log"
    end = Save.read(log).at("end")
    end.edit().write(tmp_path / "end.vsav")
    game = engine.ask(log.parent / "module.vmod", Dump(tmp_path / "end.vsav")).game
    for id, theirs in game.pieces.items():
        ours = end.position(id)
        assert (ours.map, ours.x, ours.y, ours.stack, ours.index) == (
            theirs.map,
            theirs.x,
            theirs.y,
            theirs.stack,
            theirs.index,
        )


def test_streams_of_the_corpus_are_seldom_quoted(corpus: Path) -> None:
    for name, save, _ in games(corpus):
        quoted = [index for index in range(len(save.stream)) if save.stream.is_quoted(index)]
        assert quoted == [], name
        assert isinstance(save.stream, CommandStream)
