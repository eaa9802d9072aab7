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


def test_threats_are_told_by_the_units_they_threaten():
    def row(space: str, side: str, lost: str, *units: str) -> dict[str, object]:
        return {"space": space, "side": side, "lost": lost, "ids": ["1"], "units": list(units)}

    rows = [
        row("0101", "Red", "taken", "A"),
        row("0102", "Red", "in an enemy zone of control", "A", "B"),
        row("0103", "Red", "taken", "A"),
        row("0104", "Red", "in an enemy zone of control", "A"),
        row("0101", "Blue", "taken", "C"),
    ]
    assert shown(threats=rows) == (
        "\nThreats to Red:\n"
        "  A, B\n"
        "    in an enemy zone of control  0102\n"
        "  A\n"
        "    taken                        0101 0103\n"
        "    in an enemy zone of control  0104\n"
        "\nThreats to Blue:\n"
        "  C\n"
        "    taken  0101"
    )
    assert shown(threats=[]) == ""
