"""The explanation of one counter's verdict: its line, or the nearest there would be and what it breaks."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from vassal_supply.model import Unit
from vassal_supply.supply.explanation import Bar, Explanation
from vassal_supply.systems.axis_empires.referee import Broken, Nearest, Referee
from vassal_supply.systems.axis_empires.refusal import FREE_LIMIT
from vassal_supply.systems.axis_empires.sentences import (
    FREE,
    ROAD,
    STRAIT,
    place,
)

if TYPE_CHECKING:
    from vassal_supply.supply import Verdict
    from vassal_supply.systems.axis_empires.judge import Judge


def explain(judge: Judge, unit: Unit, verdict: Verdict, *, overland: bool) -> Explanation:
    """Why a counter has its grade, in a referee's words."""
    reasons = tuple(reason.text for reason in verdict.reasons)
    if verdict.grade != "out":
        return Explanation(unit, verdict, verdict.line, verdict.source, (), (), None, None, reasons)
    engine = judge.engine(judge.users_of(unit, overland=overland))
    nearest = Referee(engine, unit, by_sea=not overland).nearest()
    if nearest is None:
        return Explanation(unit, verdict, (), None, (), (), reasons[0], None, reasons)
    teller = _Teller(judge, unit, nearest)
    bars = tuple(teller.bar(broken) for broken in nearest.broken)
    text = (*reasons, *(bar.text for bar in bars))
    return Explanation(unit, verdict, (), None, nearest.line, bars, None, None, text)


_TEXTS = {
    "source-held": "{here} is no supply source while it holds {pieces}",
    "ezoc": "{here} is in the zone of control of {pieces}; another friendly unit there would lift this",
    "enemy": "{here} holds {pieces}",
    "partisan-base": "{here} holds {pieces} and no friendly ground unit",
    "enemy-city": "{here} has a {built}, lies in {country}, an enemy Country, and is not under {side} control",
    "neutral": "{here} lies in {country}, a Neutral Minor Country",
    "policy": "{here} lies in {country}, a Policy Affected Country; the counter's Posture is War",
    "all-sea": "the hexside from {start} to {here} is all sea and no strait, without a Beachhead beside it",
    "fleet": "{pieces} is On Station in the {zone}: no port there is Open to the {side} faction",
    "no-convoy": "the Convoys Box of the {zone} holds no {side} Supply Convoy that the counter may use",
    "closed-port": "{here} is not an Open Port, by {pieces}",
}
"""What a referee says of each bar, by its code."""


class _Teller:
    """Words what a line breaks."""

    def __init__(self, judge: Judge, unit: Unit, nearest: Nearest) -> None:
        self._judge = judge
        self._unit = unit
        self._line = nearest.line
        self._engine = judge.engine(judge.users_of(unit))
        self._model = judge.situation.map

    def bar(self, broken: Broken) -> Bar:
        """One rule that the line breaks."""
        if broken.bar is None:
            rule = "10.2 AE-4" if broken.limit == FREE_LIMIT else "10.2 AE-5b"
            text = self._too_far(broken) if broken.limit == FREE_LIMIT else self._second(broken)
            return Bar(broken.space, (), rule, text)
        pieces = self._engine.scene.causes(broken.bar, self._unit.side, broken.space)
        text = self._text(broken, broken.bar.code, _listed([piece.name for piece in pieces]))
        return Bar(broken.space, tuple(piece.name for piece in pieces), broken.bar.rule, text)

    def _text(self, broken: Broken, code: str, pieces: str) -> str:
        start = self._place(broken.start) if broken.start else ""
        return _TEXTS.get(code, _TEXTS["closed-port"]).format(
            here=self._place(broken.space),
            zone=broken.space,
            start=start,
            pieces=pieces,
            side=self._unit.side,
            country=self._model.spaces[broken.space].nation,
            built=" and ".join(self._built(broken.space)),
        )

    def _built(self, space: str) -> list[str]:
        return [
            word.capitalize()
            for word in ("city", "port")
            if word in self._model.spaces[space].features
        ]

    def _too_far(self, broken: Broken) -> str:
        legs = [step.leg for step in self._line]
        at = next(
            n
            for n, step in enumerate(self._line)
            if step.space == broken.space and step.leg == FREE
        )
        if set(legs[1:at]) <= {FREE}:
            return (
                f"{self._place(broken.space)} would be free hex number {at}, where two are allowed"
            )
        return f"{self._place(broken.space)} is off the network, and free hexes only come first"

    def _second(self, broken: Broken) -> str:
        first, *others = self._pieces()
        second = next(
            (one for at, one in others if at >= self._at(broken)), others[-1][1] if others else ""
        )
        return f"{second} would be a second piece that is not rail, after {first[1]}"

    def _at(self, broken: Broken) -> int:
        return next(n for n, step in enumerate(self._line) if step.space == broken.space)

    def _pieces(self) -> list[tuple[int, str]]:
        """The pieces of the line that are not rail, each with where it ends, in words."""
        found: list[tuple[int, str]] = []
        end = 0
        for leg, steps in groupby(self._line[1:], key=lambda step: step.leg):
            spaces = [step.space for step in steps]
            start, end = end, end + len(spaces)
            before = self._line[start].space
            joined = start > 0 and self._line[start].leg in (FREE, "sea", "box")
            on_road = "rail" not in self._model.spaces[before].features
            if leg == ROAD:
                first = before if joined and on_road else spaces[0]
                found.append((end, self._run(first, spaces[-1])))
            elif joined and on_road and leg in (STRAIT, "rail"):
                found.append((start, self._run(before, before)))
            if leg == STRAIT:
                found.append((end, f"the Connected Strait at {self._place(spaces[-1])}"))
        return found

    def _run(self, first: str, last: str) -> str:
        if first == last:
            return f"the Road hex {self._place(first)}"
        return f"the run of Road hexes from {self._place(first)} to {self._place(last)}"

    def _place(self, space: str) -> str:
        return place(self._model, space)


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
