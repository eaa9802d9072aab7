"""What supply allows in hexes (30.6): construction, bases, redeployment, as one table of questions.

``check --for`` asks one of them; the answer lists the controlled hexes where it may be done and where not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from vassal_supply.supply.ground import bits_of

if TYPE_CHECKING:
    from vassal_supply.supply.rulebook import Grade
    from vassal_supply.systems.awaw.supply import Supply


class Question(NamedTuple):
    """What a player may ask of hexes: the grades that allow it, the rule, the words for yes and no."""

    rule: str
    needs: tuple[Grade, ...]
    text: str
    where: str = ""


FULL: tuple[Grade, ...] = ("full",)
SOME: tuple[Grade, ...] = ("full", "partial")
ANY: tuple[Grade, ...] = ("full", "partial", "out")

QUESTIONS: Mapping[str, Question] = {
    "build-unit": Question("30.6", FULL, "units are built"),
    "build-airbase": Question("30.6", FULL, "airbases are built"),
    "build-rocket-base": Question("30.6", FULL, "rocket bases are built"),
    "build-port": Question("30.6", FULL, "ports are built"),
    "build-fortification": Question("30.1", FULL, "fortifications are built"),
    "air-mission": Question("30.6", FULL, "air units fly missions and intercept from here"),
    "naval-mission": Question(
        "30.6",
        FULL,
        "naval units sail on missions from here, some by full ports alone (21.36)",
        "port",
    ),
    "sea-supply-protection": Question(
        "30.6", FULL, "naval units protect sea supply from here", "port"
    ),
    "submarine-warfare": Question("30.524", FULL, "the port counts for submarine warfare", "port"),
    "redeploy-ground": Question("30.6", SOME, "ground units redeploy from, into and through here"),
    "redeploy-air-from": Question("30.6", ANY, "air units redeploy out of here"),
    "redeploy-air-to": Question("30.6", SOME, "air units redeploy into and through here"),
    "redeploy-naval-from": Question("30.6", ANY, "naval units redeploy out of here", "port"),
    "redeploy-naval-to": Question(
        "30.6", SOME, "naval units redeploy into and through here", "port"
    ),
    "enter": Question("30.6", ANY, "units move, advance, land and drop into here"),
    "redeploy-captured": Question(
        "30.43", SOME, "newly captured, may receive redeployments", "captured"
    ),
}
"""The words of ``--for``."""

WORDS: dict[Grade, str] = {
    "full": "fully supplied",
    "partial": "partially supplied",
    "out": "unsupplied",
}

FOREIGN = "controlled by others"
"""Said of hexes that nobody controls of those who ask."""


def answer(supply: Supply, action: str) -> list[dict[str, Any]]:
    """Where an action is allowed and where not: one row a grade, with the hexes."""
    question = QUESTIONS[action]
    rows: dict[tuple[Grade, str], list[str]] = {(grade, WORDS[grade]): [] for grade in ANY}
    rows["out", FOREIGN] = []
    for bit in bits_of(_asked(supply, question)):
        grade = supply.hex_grade(bit) if supply.is_asked_about(bit) else "out"
        words = WORDS[grade] if supply.is_asked_about(bit) else FOREIGN
        rows[grade, words].append(supply.board.ground.ids[bit])
    return [_row(action, question, *key, spaces) for key, spaces in rows.items() if spaces]


def _row(
    action: str, question: Question, grade: Grade, words: str, spaces: list[str]
) -> dict[str, Any]:
    allowed = grade in question.needs and (words != FOREIGN or action == "enter")
    return {
        "action": action,
        "grade": grade,
        "allowed": allowed,
        "rule": question.rule,
        "text": f"{words}: {question.text}" if allowed else f"not where it is {words}",
        "spaces": spaces,
    }


def _asked(supply: Supply, question: Question) -> int:
    """The hexes that a question is for: those the turn file asks about, else all the movers control."""
    board = supply.board
    field = 0
    for name in supply.told.ask:
        field |= 1 << board.place(name, "ask")
    if not supply.told.ask:
        field = _controlled(supply)
    if question.where == "port":
        field &= board.ports
    if question.where == "captured":
        taken = [board.place(name, "captured") for name in supply.told.captured]
        field &= board.ground.field(taken)
    return field


def _controlled(supply: Supply) -> int:
    field = 0
    for holder in _holders(supply):
        field |= supply.board.controlled_by((holder,))
    return field & (supply.board.land | supply.board.boxes)


def _holders(supply: Supply) -> Iterator[str]:
    for holder in supply.board.holders:
        if supply.who.faction(supply.leading(holder)) in supply.asked:
            yield holder
