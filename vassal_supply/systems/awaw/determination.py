"""One determination (30.4): every unit's verdict, and what goes with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.supply import Determination, Verdict
from vassal_supply.systems.awaw import sections
from vassal_supply.systems.awaw.book import read_book
from vassal_supply.systems.awaw.doubts import doubts
from vassal_supply.systems.awaw.judge import Judged, account, judge
from vassal_supply.systems.awaw.memory import Memory
from vassal_supply.systems.awaw.slips import slips
from vassal_supply.systems.awaw.supply import Supply
from vassal_supply.systems.awaw.turn import read_turn

if TYPE_CHECKING:
    from vassal_supply.model import Situation, Unit
    from vassal_supply.supply import Effect, Explanation
    from vassal_supply.systems import Request
    from vassal_supply.tables import Table


class UnitVerdict(Verdict):
    """A verdict whose effects are built when somebody asks for them."""

    __slots__ = ("_built", "_judged", "_supply")

    def __init__(self, supply: Supply, unit: Unit, judged: Judged) -> None:
        self._supply = supply
        self._judged = judged
        self._built: tuple[Effect, ...] | None = None
        super().__init__(unit, judged.grade, (), partial(account, supply, unit, judged))

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What the grade does to the unit (30.5)."""
        if self._built is None:
            from vassal_supply.systems.awaw.unit_effects import effects

            self._built = effects(self._supply, self.unit, self._judged)
        return self._built

    @effects.setter
    def effects(self, value: tuple[Effect, ...]) -> None:
        assert not value


def determine(situation: Situation, rulebook: Table, request: Request) -> Determination:
    """The determination that is asked for; raises what :class:`vassal_supply.systems.System` says."""
    for side in request.sides or ():
        if side not in situation.sides:
            known = ", ".join(situation.sides)
            raise RequestError(f"no side {side!r} in this game; its sides are {known}")
    book = read_book(rulebook)
    told = read_turn(request.turn, situation.facts, book.state)
    try:
        memory = Memory(request.phase, told, situation, request.previous)
    except RequestError as error:
        file = request.previous.file if request.previous else ""
        raise RequestError(error.text, file=file) from None
    supply = Supply(situation, book, told, memory, request.sides)
    judged, warnings = _judge_all(supply, request.sides)
    units = {unit.id: unit for unit in situation.units}
    verdicts: dict[str, Verdict] = {
        name: UnitVerdict(supply, units[name], one) for name, one in judged.items()
    }
    return Determination(
        "awaw",
        verdicts,
        [*warnings, *_doubts(supply), *slips(supply), *_about_lines(supply)],
        explain=partial(_explain, supply, judged),
        supply_zones=sections.zones(supply),
        questions=sections.questions(supply),
        sections=_sections(supply, judged, request),
    )


def _judge_all(
    supply: Supply, sides: frozenset[str] | None
) -> tuple[dict[str, Judged], list[ReadWarning]]:
    judged: dict[str, Judged] = {}
    warnings = []
    known = supply.board.ground.bit
    for unit in supply.situation.units:
        if sides is not None and unit.side not in sides:
            continue
        if unit.space in known:
            judged[unit.id] = judge(supply, unit)
        else:
            text = f"stands on {unit.space}, which is no space of the map; it was not judged"
            warnings.append(ReadWarning(unit.name, text))
    return judged, warnings


def _sections(supply: Supply, judged: dict[str, Judged], request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {
        "sea_lines": sections.sea_lines(supply),
        "sea_line_details": sections.sea_line_details(supply),
    }
    if request.phase == "post-combat":
        found["eliminated"] = sections.eliminated(supply, judged)
    if request.action:
        from vassal_supply.systems.awaw.hex_effects import answer

        found["hexes"] = answer(supply, request.action)
    if request.phase in ("initial", "post-combat"):
        found["memory"] = sections.memory(supply, judged)
    return found


def _doubts(supply: Supply) -> list[ReadWarning]:
    return [ReadWarning("earlier determination", text) for text in doubts(supply)]


def _about_lines(supply: Supply) -> list[ReadWarning]:
    return [
        ReadWarning(f"sea line {run.line.name}", f"{run.fault[2]} [{run.fault[1]}]")
        for faction in supply.moving
        for run in supply.sea(faction).runs
        if run.fault
    ]


def _explain(supply: Supply, judged: dict[str, Judged], unit_id: str) -> Explanation:
    from vassal_supply.systems.awaw.explanation import explain

    for unit in supply.situation.units:
        if unit.id == unit_id and unit.space in supply.board.ground.bit:
            verdict = UnitVerdict(supply, unit, judged.get(unit_id) or judge(supply, unit))
            return explain(supply, verdict)
    raise RequestError(f"no unit {unit_id!r} stands on a space of the map")
