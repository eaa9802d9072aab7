"""The judgement of one situation: breakouts first, then the Supply Phase of what is left, and attrition.

A unit that tries to break out is gone from the map either way and takes no part in the Supply Phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Determination, Grade, Verdict
from vassal_supply.supply.determination import Account, Effect, Reason
from vassal_supply.supply.engine import check_sides
from vassal_supply.supply.wording import no_such_space
from vassal_supply.systems import Request
from vassal_supply.systems.chain import to_the_break
from vassal_supply.systems.ocs import attrition, breakout, counted, eating, sentences
from vassal_supply.systems.ocs.book import Book
from vassal_supply.systems.ocs.hour import Hour
from vassal_supply.systems.ocs.memory import Memory
from vassal_supply.systems.ocs.network import Network
from vassal_supply.systems.ocs.turnfile import Orders
from vassal_supply.systems.paid import with_costs, with_distance

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation

SUPPLY, BREAKOUT = "supply", "breakout"

Row = dict[str, object]


class Judge:
    """One situation under a rulebook of this system, with the orders of a turn file."""

    def __init__(self, situation: Situation, book: Book, orders: Orders, request: Request) -> None:
        check_sides(situation, request.sides)
        self.book = book
        self.orders = orders
        self.request = request
        self.phase = request.phase or SUPPLY
        self.asked = frozenset(request.sides or situation.sides)
        self.own = frozenset({orders.player} & set(situation.sides) or situation.sides)
        self.memory = Memory(book, orders, request.previous)
        network = Network(situation, book)
        before = Hour(network, orders, frozenset(situation.sides))
        self.tried = self._breakouts(before)
        self.gone = {str(one.row["id"]) for one in self.tried if self._is_gone(one)}
        self.hour = before
        if self.gone:
            left = tuple(unit for unit in situation.units if unit.id not in self.gone)
            sources = tuple(one for one in situation.sources if one.piece not in self.gone)
            rest = situation.replaced(units=left, sources=sources)
            network = Network(rest, book, network.engine.scene.ways)
            self.hour = Hour(network, orders, frozenset(situation.sides))
        self.network = network
        self.situation = situation

    def determine(self) -> Determination:
        """The verdicts, attrition, breakouts, what is eaten, and what the players should settle."""
        warnings = list(counted.wrong_facts(self.network.given, self.orders))
        warnings += counted.slips(self.network.given, self.book, self.asked)
        verdicts: dict[str, Verdict] = {}
        for unit in self.network.given.units:
            if unit.side not in self.asked:
                continue
            if unit.space not in self.network.engine.ground.bit:
                warnings.append(ReadWarning(unit.name, no_such_space(unit)))
                continue
            verdicts[unit.id] = self._verdict(unit)
        checked = self._attrition(verdicts)
        return Determination(
            self.book.engine.system,
            verdicts,
            warnings,
            explain=partial(self.explain, verdicts),
            questions=(*checked.questions, *self._breakout_questions()),
            sections=self._sections(checked),
        )

    def explain(self, verdicts: Mapping[str, Verdict], unit_id: str) -> Explanation:
        """The engine's explanation with this system's verdict."""
        if unit_id in self.gone:
            raise RequestError("has tried to break out and is gone from the map", place=unit_id)
        unit = next((one for one in self.network.given.units if one.id == unit_id), None)
        if unit is None or unit.space not in self.network.engine.ground.bit:
            raise RequestError(f"no unit {unit_id!r} stands on a space of the map")
        verdict = verdicts.get(unit_id) or self._verdict(unit)
        plain = self.network.verdict(unit)
        engine = self.network.engine
        found = to_the_break(engine, engine.explain(plain.unit.id), self.book.trace_rule)
        text = (*(reason.text for reason in verdict.reasons), *found.text[len(plain.reasons) :])
        return found._replace(unit=unit, verdict=verdict, text=text)

    def _sections(self, checked: attrition.Checked) -> dict[str, object]:
        supply = self.phase == SUPPLY
        return {
            "seed": self.orders.seed or None,
            "breakouts": [one.row for one in self.tried],
            "attempts": [row for one in self.tried for row in one.attempts],
            "eating": eating.rows(self.hour.meals, self.book) if supply else [],
            "attrition": checked.rows,
            "cut_off": self._cut_off(),
            "railheads": self._railheads(),
        }

    def _is_on(self, side: str) -> bool:
        """Whether it is a side's own Supply Phase (OCS-1)."""
        return self.phase == SUPPLY and side in self.own

    def _verdict(self, unit: Unit) -> Verdict:
        plain = self.network.verdict(unit)
        if unit.kind not in self.book.kinds.combat:
            return self._no_combat_unit(unit, plain)
        marked = unit.supply == "out"
        out = unit.id in self.hour.out if self._is_on(unit.side) else marked
        grade: Grade = "out" if out else "full"
        effects = self._effects(unit, grade)
        return Verdict(unit, grade, effects, partial(self._tell, unit, plain, marked))

    def _effects(self, unit: Unit, grade: Grade) -> tuple[Effect, ...]:
        found = self.network.engine.effects(unit, grade)
        action = self.request.action
        return tuple(one for one in found if not action or one.code.startswith(action))

    def _no_combat_unit(self, unit: Unit, plain: Verdict) -> Verdict:
        """Other counters need no trace; an extender tells whether it works."""
        need = Reason(
            self.book.engine.needs_rule, "needs-none", "it is no combat unit and needs no trace"
        )

        def tell() -> Account:
            if unit.kind not in self.book.kinds.extender:
                return Account((), None, (need,))
            return Account(plain.line, plain.source, (need, *plain.reasons))

        return Verdict(unit, "full", (), tell)

    def _tell(self, unit: Unit, plain: Verdict, marked: bool) -> Account:
        traces = plain.grade != "out"
        reasons = self._line_reasons(plain)
        if not self._is_on(unit.side):
            told = reasons[0]
            reasons = [sentences.not_its_phase(told.text, self.book)]
            if marked:
                reasons.insert(0, sentences.marked(self.book))
        elif traces:
            reasons += [sentences.marker_off(self.book, "can trace")] if marked else []
        elif unit.id in self.hour.fed:
            reasons += [sentences.eats(self.hour.meals.fed[unit.id], self.book)]
            reasons += [sentences.marker_off(self.book, "eats")] if marked else []
        else:
            reasons += self._hunger(unit, marked)
        return Account(plain.line, plain.source, tuple(reasons))

    def _line_reasons(self, plain: Verdict) -> list[Reason]:
        """The engine's reasons, with what a line costs, in the words of railways where a station is dead."""
        if plain.grade != "out":
            return list(with_costs(self.network.engine, plain.unit, plain.reasons))
        reasons = with_distance(self.network.engine, plain.unit, plain.reasons)
        return [sentences.about_station(reason) for reason in reasons]

    def _hunger(self, unit: Unit, marked: bool) -> list[Reason]:
        found = [sentences.no_food(self.hour.refusals[unit.id], self.book)]
        if marked:
            found.append(sentences.marked(self.book))
        if not self.memory.was_out(unit):
            found.append(sentences.first_turn_out(self.book.losses.first_turn_drm, self.book))
        return found

    def _attrition(self, verdicts: Mapping[str, Verdict]) -> attrition.Checked:
        """Attrition of the stacks that are out in their own Supply Phase."""
        combat = [unit for unit in self.network.given.units if self.network.is_combat(unit)]
        out = [
            verdict.unit
            for verdict in verdicts.values()
            if verdict.grade == "out" and self._is_on(verdict.unit.side)
        ]
        stacks = attrition.stacks_of(out, combat)
        on = {side for side in self.asked if self._is_on(side)}
        return attrition.check(stacks, self.book, self.orders, self.memory, on)

    def _breakouts(self, hour: Hour) -> list[breakout.Tried]:
        """Everybody who cannot trace, with his chances, in the Breakout Segment of his own turn."""
        if self.phase not in (SUPPLY, BREAKOUT):
            return []
        network = hour.network
        candidates = [
            breakout.judge(network, unit, hour.fed, hour.out, self.memory)
            for unit in hour.cut_off()
            if unit.side in self.own and unit.side in self.asked
        ]
        cut_off = {one.unit.id for one in candidates}
        candidates += [
            breakout.refused(network, unit)
            for unit in network.given.units
            if unit.id in self.orders.breakout
            and unit.id not in cut_off
            and unit.side in self.asked
        ]
        return [breakout.attempt(one, self.book, self.orders) for one in candidates]

    def _is_gone(self, tried: breakout.Tried) -> bool:
        return tried.gone >= tried.number

    def _breakout_questions(self) -> list[str]:
        rule = self.book.breakout.roll_rule
        return [
            sentences.cite(
                f"{one.row['name']} ({one.row['space']}): {sentences.ROLL_BREAKOUT}", rule
            )
            for one in self.tried
            if any(_is_open(row) for row in one.attempts)
        ]

    def _cut_off(self) -> dict[str, list[Row]]:
        """By side, who cannot trace in its own turn: for the check of the next one.

        Nobody runs out of supply at another time (OCS-1), so that is no memory of it.
        """
        found: dict[str, list[Row]] = {side: [] for side in sorted(self.asked)}
        if self.phase not in (SUPPLY, BREAKOUT):
            return found
        for unit in self.hour.cut_off():
            if unit.side in self.asked & self.own:
                found[unit.side].append(
                    {
                        "id": unit.id,
                        "name": unit.name,
                        "space": unit.space,
                        "eats": unit.id in self.hour.fed,
                        "first_turn": not self.memory.was_out(unit),
                    }
                )
        return found

    def _railheads(self) -> dict[str, list[Row]]:
        """By side, the stations with whether trains reach them."""
        found: dict[str, list[Row]] = {side: [] for side in sorted(self.asked)}
        for unit, verdict in self.network.stations():
            if unit.side in self.asked:
                found[unit.side].append(
                    {
                        "space": unit.space,
                        "name": unit.name,
                        "open": verdict.grade != "out",
                        "source": verdict.source.space if verdict.source else None,
                        "rule": verdict.reasons[0].rule,
                        "text": verdict.reasons[0].text,
                    }
                )
        return found


def judge(situation: Situation, book: Book, orders: Orders, request: Request) -> Determination:
    """The supply of a situation under the rules of the series."""
    return Judge(situation, book, orders, request).determine()


def _is_open(attempt: Row) -> bool:
    """Whether a die of an attempt is still to be rolled."""
    return attempt["code"] == "open" or (attempt["code"] == "succeeds" and attempt["turns"] is None)
