"""SequenceEncoder against vectors the engine made, and against itself."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.vassal.sequence import join, plain, quote, split, split_raw, unquote

VECTORS = Path(__file__).parent / "data" / "sequence_vectors.txt"
AWKWARD = st.text(alphabet="\\,'a\t;", max_size=8)


def vectors() -> list[tuple[str, list[str], str]]:
    """Each text, the tokens the engine decodes from it, and what it encodes for the list of it and ``z``."""
    found = []
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        text, tokens, encoded = line.split("\x01")
        found.append((text, tokens[1:-1].split("><"), encoded))
    return found


def test_vectors_are_all_there() -> None:
    assert len(vectors()) == 341


def test_splits_as_the_engine_does() -> None:
    for text, tokens, _ in vectors():
        assert split(text, ",") == tokens, text
        assert split(text.encode(), b",") == [token.encode() for token in tokens], text


def test_joins_as_the_engine_does() -> None:
    for text, _, encoded in vectors():
        assert join([text, "z"], ",") == encoded, text
        assert join([text.encode(), b"z"], b",") == encoded.encode(), text


@given(st.lists(AWKWARD, min_size=1))
def test_reads_back_what_it_wrote(items: list[str]) -> None:
    readable = [
        item if item.startswith("\\") else item.rstrip("\\") for item in items
    ]  # the format's own flaw
    assert split(join(readable, ","), ",") == readable


@given(st.text(alphabet="\\,'a", max_size=20))
def test_raw_items_joined_are_the_text(text: str) -> None:
    raw = split_raw(text, ",")
    assert ",".join(raw) == text
    assert [plain(item, ",") for item in raw] == split(text, ",")


@given(AWKWARD, st.sampled_from(",;\t"))
def test_bytes_and_text_agree(item: str, delimiter: str) -> None:
    assert quote(item.encode(), delimiter.encode()) == quote(item, delimiter).encode()
    assert unquote(item.encode()) == unquote(item).encode()


def test_nested_lists_of_one_delimiter_grow_in_steps() -> None:
    inner = join(["c", "d"], ",")
    middle = join(["b", inner], ",")
    assert join(["a", middle], ",") == "a,b\\,c\\\\,d"


def test_any_text_passes() -> None:
    words = ["Łódź", "東京", "🪖;'", "", "'quoted'", "\\back"]
    assert split(join(words, ";"), ";") == words
    assert split(join([word.encode() for word in words], b";"), b";") == [w.encode() for w in words]


def test_a_long_list_takes_no_longer_than_its_length() -> None:
    text = "a\\,".join("x" for _ in range(200_000))
    assert split(text, ",") == ["a,".join("x" for _ in range(200_000))]
