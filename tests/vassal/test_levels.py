"""The nesting of traits, against level-by-level decoding done the slow way."""

from __future__ import annotations

import time

from hypothesis import example, given
from hypothesis import strategies as st

from vassal_supply.vassal.levels import join_levels, split_levels
from vassal_supply.vassal.sequence import join, split

OWN = st.binary(max_size=5).map(lambda raw: bytes(b"\t\\'ab"[byte % 5] for byte in raw))


def slow_split(text: bytes, count: int) -> list[bytes]:
    """Level by level: own text, then the inner part, as ``Decorator`` reads them."""
    levels: list[bytes] = []
    while len(levels) < count - 1:
        tokens = split(text, b"\t")
        if len(tokens) == 1:
            break
        levels.append(tokens[0])
        text = tokens[1]
    return [*levels, text]


def slow_join(levels: list[bytes]) -> bytes:
    text = levels[-1]
    for own in reversed(levels[:-1]):
        text = join([own, text], b"\t")
    return text


@given(OWN.flatmap(lambda _: st.lists(OWN, min_size=1, max_size=6)))
def test_joins_as_nested_lists(levels: list[bytes]) -> None:
    assert join_levels(levels) == slow_join(levels)


@given(
    st.binary(max_size=16).map(lambda raw: bytes(b"\t\t\\\\'a"[b % 6] for b in raw)),
    st.integers(1, 7),
)
@example(b"'b\t''''''", 9)
@example(b"a\tb\\\tc\textra", 3)
def test_splits_as_nested_lists(text: bytes, count: int) -> None:
    assert split_levels(text, count) == slow_split(text, count)


@given(st.lists(OWN.map(lambda own: own.rstrip(b"\\")), min_size=1, max_size=8))
def test_reads_back_what_it_wrote(levels: list[bytes]) -> None:
    assert split_levels(join_levels(levels), len(levels)) == levels


def test_the_last_level_keeps_its_tabs() -> None:
    levels = [b"1", b"", b"Main;1;2;7;1;Note;a\tb"]
    assert split_levels(join_levels(levels), 3) == levels


def test_thousands_of_levels_take_time_in_proportion_to_the_text() -> None:
    levels = [b"1"] * 3000  # nine million bytes, nearly all backslashes
    start = time.perf_counter()
    text = join_levels(levels)
    assert split_levels(text, len(levels)) == levels
    assert split_levels(b"'" + text[1:], 2)[0] == b"'"
    assert time.perf_counter() - start < 60  # by far less than work that grows with the square
