"""What a line breaks, in a referee's words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from vassal_supply.model import Marker, Unit
from vassal_supply.supply.explanation import Bar
from vassal_supply.systems.axis_empires.referee import FREE_LIMIT, Broken, Nearest
from vassal_supply.systems.axis_empires.sentences import (
    BY_SEA,
    FREE,
    IN_BOX,
    RAILWAY,
    ROAD,
    STRAIT,
    place,
)

if TYPE_CHECKING:
    from vassal_supply.systems.axis_empires.judge import Judge

_TEXTS = {
    "source-held": "{here} is no supply source while it holds {pieces}",
    "ezoc": "{here} is in the zone of control of {pieces}",
    "enemy": "{here} holds {pieces}",
    "partisan-base": "{here} holds {pieces} and no friendly ground unit",
    "enemy-city": "{here}, a {built} in {country}, an enemy Country, is not under {side} control",
    "neutral": "{here} lies in {country}, a Neutral Minor Country",
    "policy": "{here} lies in {country}, a Policy Affected Country; the counter's Posture is War",
    "all-sea": "the hexside from {start} to {here} is all sea and no strait, without a Beachhead beside it",
    "fleet": "{pieces} is On Station in {zone}: no port there is Open to the {side} faction",
    "no-convoy": "no {side} Supply Convoy is in the Convoys Box of {zone}",
    "policy-convoy": "the Supply Convoy in {zone} is that of a Policy Affected Country; the counter's Posture is War",
    "closed-port": "{here} is not an Open Port, by {pieces}",
}
"""What a referee says of each bar, by its code."""

_LIFTS = {
    "ezoc": "another friendly unit there would lift this",
    "partisan-base": "a friendly ground unit there would lift this",
}
"""What would lift a bar, where a unit in the right place does."""


def bars_of(judge: Judge, unit: Unit, nearest: Nearest, *, hints: bool = False) -> tuple[Bar, ...]:
    """All that the nearest line of a counter breaks, in the order in which it meets it; with ``hints`` what would help."""
    teller = _Teller(judge, unit, nearest)
    bars = [(broken, teller.bar(broken)) for broken in nearest.broken]
    lifts = _LIFTS if hints else {}
    return tuple(
        bar._replace(text=f"{bar.text}; {lifts[broken.bar.code]}")
        if broken.bar and broken.bar.code in lifts
        else bar
        for broken, bar in bars
    )


class _Teller:
    """Words what one line breaks."""

    def __init__(self, judge: Judge, unit: Unit, nearest: Nearest) -> None:
        self._unit = unit
        self._line = nearest.line
        self._scene = judge.engine(judge.users_of(unit)).scene
        self._model = judge.situation.map

    def bar(self, broken: Broken) -> Bar:
        """One rule that the line breaks."""
        if broken.bar is None:
            if broken.limit == FREE_LIMIT:
                return Bar(broken.space, (), "10.2 AE-4", self._not_free(broken))
            return Bar(broken.space, (), "10.2 AE-5b", self._second(broken))
        pieces = self._scene.causes(broken.bar, self._unit.side, broken.space)
        text = self._text(broken, broken.bar.code, pieces)
        return Bar(broken.space, tuple(piece.name for piece in pieces), broken.bar.rule, text)

    def _text(self, broken: Broken, code: str, pieces: Sequence[Unit | Marker]) -> str:
        space = self._model.spaces[broken.space]
        built = [word.capitalize() for word in ("city", "port") if word in space.features]
        return _TEXTS[code].format(
            here=self._place(broken.space),
            zone=self._place(broken.space),
            start=self._place(broken.start) if broken.start else "",
            pieces=_listed([piece.name for piece in pieces]),
            side=self._unit.side,
            country=space.nation,
            built=" and ".join(built),
        )

    def _not_free(self, broken: Broken) -> str:
        legs = [step.leg for step in self._line]
        at = next(
            n
            for n, step in enumerate(self._line)
            if step.space == broken.space and step.leg == FREE
        )
        free = legs[1 : at + 1]
        if set(free) <= {FREE, IN_BOX}:
            number = free.count(FREE)
            return f"{self._place(broken.space)} would be free hex number {number}, where two are allowed"
        return f"{self._place(broken.space)} is off the network, and free hexes come first or not at all"

    def _second(self, broken: Broken) -> str:
        """The piece that is one too many, and the one before it."""
        at = next(n for n, step in enumerate(self._line) if step.space == broken.space)
        pieces = self._pieces()
        number = next((n for n, (end, _) in enumerate(pieces) if n and end >= at), len(pieces) - 1)
        return (
            f"{pieces[number][1]} would be a second piece that is not rail, "
            f"after {pieces[number - 1][1]}"
        )

    def _pieces(self) -> list[tuple[int, str]]:
        """The pieces of the line that are not rail, each with the step where it ends."""
        found: list[tuple[int, str]] = []
        end = 0
        for leg, steps in groupby(self._line[1:], key=lambda step: step.leg):
            spaces = [self._line[end].space, *(step.space for step in steps)]
            start, end = end, end + len(spaces) - 1
            joins = self._line[start].leg in (FREE, BY_SEA, IN_BOX)
            joins = joins and "rail" not in self._model.spaces[spaces[0]].features
            if leg == ROAD:
                found.append((end, self._run(spaces[0] if joins else spaces[1], spaces[-1])))
            elif joins and leg in (STRAIT, RAILWAY):
                found.append((start, self._run(spaces[0], spaces[0])))
            if leg == STRAIT:
                found += [
                    (start + n, self._strait(*pair)) for n, pair in enumerate(pairwise(spaces), 1)
                ]
        return found

    def _strait(self, one: str, other: str) -> str:
        return f"the Connected Strait between {self._place(one)} and {self._place(other)}"

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
