"""On which line of a TOML file something stands."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply import toml_lines
from vassal_supply.toml_lines import line_of

TEXT = '''schema = 1            # a comment with [brackets] and "quotes
[module]
name = "x # no comment"

[[leg]]
name = "a"
[[leg]]
name = "b"
bars = [
  { by = "x" },   # } ]
  { by = "y", any = [
     "q", "r"] },
]
[leg.sub]
x = 3
[[leg.part]]
y = 1
[[leg.part]]
y = 2
[terrain]
"a b" = """
one
two"""
'c.d' = ["three", "four",
   "three"]
deep.er = 5
'''


@pytest.mark.parametrize(
    ("place", "word", "line"),
    [
        ("schema", "", 1),
        ("module", "", 2),
        ("module.name", "", 3),
        ("leg[1]", "", 5),
        ("leg[1].name", "", 6),
        ("leg[2].name", "", 8),
        ("leg[2].bars", "", 9),
        ("leg[2].bars[1].by", "", 10),
        ("leg[2].bars[2].any", "", 11),
        ("leg[2].bars[2].any", "r", 12),
        ("leg[2].bars[2].none", "", 11),
        ("leg[2].sub.x", "", 15),
        ("leg[2].part[2].y", "", 19),
        ("leg[2].nope", "", 7),
        ("terrain.a b", "two", 22 + 1),
        ("terrain.c.d", "", 24),
        ("terrain.c.d", "absent", 24),
        ("terrain.deep.er", "", 26),
        ("terrain.none", "", 20),
        ("nowhere", "", 0),
        ("", "", 0),
    ],
)
def test_lines(place, word, line):
    tomllib.loads(TEXT)
    assert line_of(TEXT, place, word) == line


@given(st.text("ab=[]{}.,\"'#\n 1", max_size=60), st.text("ab[]1.", max_size=10))
def test_no_text_is_too_odd(text, place):
    assert 0 <= line_of(text, place) <= text.count("\n") + 1


@pytest.mark.parametrize("text", ['"{b]{{,=[}a{', "a = [}]", "[" * 100_000, "a = " + "[" * 100_000])
def test_brackets_that_close_nothing_end_too(text):
    assert line_of(text, "a.b") in (0, 1)


def test_many_questions_go_through_a_file_once(monkeypatch):
    scans = []
    scan = toml_lines._Scan
    monkeypatch.setattr(toml_lines, "_Scan", lambda text: scans.append(text) or scan(text))
    text = "a = 1\nb = 2  # asked of a thousand times\n"
    assert {line_of(text, "b") for _ in range(1000)} == {2}
    assert scans == [text]
