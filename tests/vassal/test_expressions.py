"""Expressions: what they come to, and what is left unanswered."""

from __future__ import annotations

import inspect
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.vassal.expressions import evaluate, expand

PROPERTIES = {
    "Steps": "2",
    "Nation": "German",
    "Big": "2147483647",
    "On": "true",
    "Neg": "-7",
    "Zero": "007",
    "Half": "2.50",
    "Place": "26.30",
    "Range": "1-2",
    "Huge": "99999999.5",
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{Steps+1}", "3"),
        ("{ Steps * 3 - 1 }", "5"),
        ("{2+3*4}", "14"),
        ("{(2+3)*4}", "20"),
        ("{10-3-2}", "5"),
        ("{Neg/2}", "-3"),
        ("{Neg%3}", "-1"),
        ("{Big+1}", "-2147483648"),
        ("{1.5*Steps}", "3.0"),
        ('{Nation+" "+Steps}', "German 2"),
        ('{Nation=="German"}', "true"),
        ('{Nation!="German" || Steps<=1}', "false"),
        ("{On && !false}", "true"),
        ("{Steps > 1 ? 10 : 20}", "10"),
        ('{If(Steps==1,"one","more")}', "more"),
        ('{GetProperty("Nat"+"ion")}', "German"),
        ('{Nation.contains("erm") && Nation.length()==6}', "true"),
        ('{Nation.toUpperCase().startsWith("GER")}', "true"),
        ('{Missing==""}', "true"),
        ('{Missing+"x"}', "x"),
        ("{-Steps}", "-2"),
        ("{Zero+1}", "8"),
        ('{Half+"x"}', "2.5x"),
        ("{Place}", "26.3"),
        ('{GetProperty("Place")+""}', "26.30"),
        ("{Half>2}", "true"),
        ("{Half==2.5}", "true"),
        ("{Range}", "1-2"),
        ('{"a\\"b"}', 'a"b'),
        ("$Nation$ $Steps$/$Missing$", "German 2/Missing"),
        ("plain", "plain"),
        ("12", "12"),
    ],
)
def test_value(text: str, value: str) -> None:
    assert evaluate(text, PROPERTIES.get) == value


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{Count(\"{Nation=='German'}\")}",
        "{Random(6)}",
        "{Steps=3}",
        "{x = 3; x}",
        "{1/0}",
        "{Nation*2}",
        "{Half+1}",
        "{Huge}",
        "{!Steps}",
        "{Steps?1:2}",
        "{Nation.getClass()}",
        '{"open}',
        "{1 2}",
        "{(1}",
        "{Steps.}",
        "{99999999999999999999999}",
        "{" + "(" * 500 + "1" + ")" * 500 + "}",
        "{" + "!" * 100_000 + "true}",
        "{a" + ".trim()" * 50_000 + "}",
    ],
)
def test_unanswered(text: str) -> None:
    found = evaluate(text, PROPERTIES.get)
    assert found is None or len(found) < 100


@given(st.text(alphabet="{}()\"'.,+-*/%<>=!&|?:$ aIf019", max_size=30))
def test_no_text_does_harm(text: str) -> None:
    for found in (evaluate("{" + text + "}", PROPERTIES.get), evaluate(text, PROPERTIES.get)):
        assert found is None or isinstance(found, str)


def test_a_text_does_not_grow_without_end() -> None:
    doubling = {f"p{n}": f"$p{n - 1}$$p{n - 1}$" for n in range(1, 60)} | {"p0": "x" * 100}

    def lookup(name: str) -> str | None:
        return (
            expand(doubling[name], lookup)
            if name in doubling and name != "p0"
            else doubling.get(name)
        )

    assert len(expand("$p12$", lookup)) < 1_000_000


def test_a_deep_expression_asked_for_from_deep_within() -> None:
    code = "{" + "(" * 55 + "A + 1" + ")" * 55 + "}"
    assert evaluate(code, {"A": "1"}.get) == "2"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 200)
    try:
        assert evaluate(code.replace("A", "B"), {"B": "1"}.get) is None
    finally:
        sys.setrecursionlimit(limit)
    assert evaluate(code.replace("A", "B"), {"B": "1"}.get) == "2"


def test_a_format_of_many_long_texts_stays_as_it_is() -> None:
    text = "$A$" * 100_000
    assert expand(text, {"A": "x" * 60_000}.get) == text
