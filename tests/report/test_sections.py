"""A rule system's sections as tables."""

from __future__ import annotations

from vassal_supply.report.sections import sections_text
from vassal_supply.supply import Determination


def shown(questions: tuple[str, ...] = (), **sections: object) -> str:
    return "\n".join(
        sections_text(Determination("x", {}, [], questions=questions, sections=sections))
    )


def test_rows_become_a_table_under_the_sections_name():
    rows = [
        {
            "id": "1",
            "space": "Rome",
            "units": 3,
            "open": True,
            "by": ["a", "b"],
            "rule": "R-1",
            "code": "c",
            "text": "why",
        },
        {
            "id": "2",
            "space": "Berlin",
            "units": None,
            "open": False,
            "by": [],
            "rule": "",
            "code": "c",
            "text": "",
        },
    ]
    assert shown(dead_pile=rows) == (
        "\nDead pile:\n"
        "  space   units  open  by\n"
        "  Rome    3      yes   a, b  why [R-1]\n"
        "  Berlin  -      no"
    )


def test_a_table_inside_a_cell():
    assert shown(rolls=[{"die": 3, "needs": {"out": 2, "in": 5}}]).endswith("3    out 2, in 5")


def test_what_is_no_list_of_like_rows_is_for_scripts():
    assert shown(state={"a": 1}, empty=[], words=["a"], text="b", mixed=[{"a": 1}, {"b": 2}]) == ""


def test_questions_come_last():
    text = shown(("Which HQ?",), rolls=[{"die": 3}])
    assert text.endswith("\n\nQuestions:\n  Which HQ?")
