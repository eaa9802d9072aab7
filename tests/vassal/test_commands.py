"""The command tree, against the engine's recursive decoding done the slow way."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from vassal_supply.vassal.commands import Command, CommandStream
from vassal_supply.vassal.sequence import join, split

STREAM = st.binary(max_size=24).map(lambda raw: bytes(b"\x1b\x1b\\\\'a"[byte % 6] for byte in raw))
LEAF = st.text(alphabet="ab'/\t", max_size=4).map(str.encode)
TREE = st.recursive(LEAF, lambda node: st.lists(node, min_size=2, max_size=4), max_leaves=12)


def slow_leaves(text: bytes) -> list[bytes]:
    """The leaves as ``GameModule.decode`` finds them: the first token, unless it is all there is, is decoded again."""
    tokens = split(text, b"\x1b")
    if tokens[0] == text:
        return [text]
    return [leaf for token in tokens for leaf in slow_leaves(token)]


def encoded(tree: object) -> bytes:
    if isinstance(tree, bytes):
        return tree
    assert isinstance(tree, list)
    return join([encoded(node) for node in tree], b"\x1b")


def leaves_of(tree: object) -> list[bytes]:
    if isinstance(tree, bytes):
        return [tree]
    assert isinstance(tree, list)
    return [leaf for node in tree for leaf in leaves_of(node)]


@given(STREAM)
@example(b"'a\x1b''\\\x1bb'''")
@example(b"\\\x1b")
def test_leaves_are_the_engines(text: bytes) -> None:
    stream = CommandStream.parse(text)
    # The outermost text is no item of a list, so quotes around all of it are the head's.
    assert list(stream.leaves()) == slow_leaves(text)


@given(STREAM)
def test_encodes_to_the_same_bytes(text: bytes) -> None:
    assert CommandStream.parse(text).encode() == text


@given(TREE)
def test_finds_every_leaf_of_a_tree(tree: object) -> None:
    found = [leaf for leaf in CommandStream.parse(encoded(tree)).leaves() if leaf]
    assert found == [leaf for leaf in slow_leaves(encoded(tree)) if leaf]


def shape(command: Command) -> object:
    parts = command.parts()
    return [shape(part) for part in parts] if parts else command.text


def test_tree_of_a_save() -> None:
    text = encoded(
        [b"begin_save", b"", [b"", b"+/1", b"+/2"], [b"NOTES\t", [b"PNOTE", b"x"]], b"end_save"]
    )
    stream = CommandStream.parse(text)
    assert shape(stream.tree()) == [
        b"begin_save",
        b"",
        [b"", b"+/1", b"+/2"],
        [b"NOTES\t", [b"PNOTE", b"x"]],
        b"end_save",
    ]
    assert [len(item) for item in stream.items()] == [1, 1, 3, 3, 1]
    assert stream.tree().leaves() == range(9)


def test_a_deep_tree_needs_no_stack() -> None:
    text = b"a".join(b"\\" * depth + b"\x1b" for depth in range(3000))
    stream = CommandStream.parse(b"a" + text + b"a")
    assert len(stream) == 3001
    assert stream.encode() == b"a" + text + b"a"
    node = stream.tree()
    while node.parts():
        node = node.parts()[-1]
    assert node.text == b"a"
