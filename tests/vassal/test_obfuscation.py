"""The veil over ``savedGame``: every key, chunks cut anywhere, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.errors import FormatError
from vassal_supply.vassal.obfuscation import deobfuscate, deobfuscate_chunks, key_of, obfuscate


@given(st.binary(max_size=200), st.integers(0, 255))
def test_reads_back_what_it_wrote(data: bytes, key: int) -> None:
    entry = obfuscate(data, key)
    assert deobfuscate(entry) == data
    assert deobfuscate(entry[:7] + entry[7:].upper()) == data
    assert key_of(entry) == key


def test_writes_what_the_engine_writes() -> None:
    assert obfuscate(b"begin_save", 0x1A) == b"!VCSK1a787f7d737445697b6c7f"


@given(st.binary(max_size=60), st.lists(st.integers(1, 9), max_size=80))
def test_chunks_may_be_cut_anywhere(data: bytes, cuts: list[int]) -> None:
    entry = obfuscate(data, 0x7F)
    chunks = []
    for length in cuts:
        chunks.append(entry[:length])
        entry = entry[length:]
    assert deobfuscate_chunks([*chunks, entry]) == (data, 0x7F)


@pytest.mark.parametrize(
    "text", [b"", b"begin_save", "begin_save Łódź".encode(), b"!VCS", b"!VCSJ00"]
)
def test_plain_text_passes(text: bytes) -> None:
    assert deobfuscate_chunks([text[:3], text[3:]]) == (text, None)
    assert key_of(text) is None


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (b"!VCSK", "no key after '!VCSK'; expected two hex digits"),
        (b"!VCSK0", "no key after '!VCSK'; expected two hex digits"),
        (b"!VCSKzz00", "no key after '!VCSK'; expected two hex digits"),
        (b"!VCSK00123", "odd number of hex digits (3); expected two for every byte"),
        (b"!VCSK0012G4", "'G' at offset 9; expected a hex digit"),
        (b"!VCSK0012\n", "'\\n' at offset 9; expected a hex digit"),
        (b"!VCSK00 12 ", "' ' at offset 7; expected a hex digit"),
        (b"!VCSK00\xff1", "'ÿ' at offset 7; expected a hex digit"),
    ],
)
def test_refuses_what_the_engine_refuses(entry: bytes, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        deobfuscate_chunks([entry[:8], entry[8:]], "game.vsav")
    assert str(caught.value) == f"game.vsav: savedGame: {words}"
