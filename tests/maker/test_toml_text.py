"""What a kit's new files say is read back as it was meant, whatever a module calls its things."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.maker.toml_text import comment, key, long_list, text, texts

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(WORDS, st.lists(WORDS, min_size=1))
def test_anything_is_read_back(one, many):
    assert tomllib.loads(f"{key(one)} = {text(one)} # {comment(one)}") == {one: one}
    assert tomllib.loads(f"x = {texts(many)}")["x"] in (many, many[0])


@pytest.mark.parametrize(
    "word", ["plain", "it's", 'a "b"', "back\\slash", "it's a \"b\"", "it's a back\\slash", "del\x7f", "'''", '"""']
)  # fmt: skip
def test_a_long_list_is_read_back(word):
    """As one text of several lines, or as a list where no such text can hold it."""
    found = tomllib.loads(f"x = {long_list([word] * 40)}")["x"]
    assert " ".join(" ".join([found] if isinstance(found, str) else found).split()) == " ".join(
        [word] * 40
    )
