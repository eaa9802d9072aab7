"""The judgement: the engine's chains of headquarters, with declarations, landings, phases and dice around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from vassal_supply.errors import ReadWarning
from vassal_supply.model import Situation, Unit
from vassal_supply.supply import Determination, Engine, Verdict
from vassal_supply.supply.determination import Account, Reason
from vassal_supply.systems import Request
from vassal_supply.systems.chain import to_the_break
from vassal_supply.systems.paid import with_costs, with_distance
from vassal_supply.systems.tactics2 import sentences
from vassal_supply.systems.tactics2.book import Book, FirstTurn
from vassal_supply.systems.tactics2.command import Shore, carry_out
from vassal_supply.systems.tactics2.rolls import Row, roll_for, without_die
from vassal_supply.systems.tactics2.turnfile import Orders

if TYPE_CHECKING:
    from vassal_supply.supply import Explanation

SUPPLY, SETUP = "supply", "setup"


class Judge:
    """One situation under a rulebook of this system, with the orders of a turn file."""

    def __init__(self, situation: Situation, book: Book, orders: Orders, request: Request) -> None:
        self.given = situation
        self.book = book
        self.orders = orders
        self.request = request
        self.command = carry_out(situation, book, orders, request.previous)
        self.doomed = self._doomed()
        kept = [one for one in self.command.situation.sources if not one.users & self.doomed.keys()]
        self.situation = self.command.situation.replaced(sources=tuple(kept))
        self.engine = Engine(self.situation, book.engine)

    def determine(self) -> Determination:
        """The verdicts, the dice and what the players should settle."""
        plain = self.engine.determine(self.request.sides)
        verdicts = {name: self._verdict(one) for name, one in plain.verdicts.items()}
        phase, questions = self._phase()
        rolls: list[Row] = []
        if phase == SUPPLY:
            out = [one.unit for one in verdicts.values() if one.grade == "out"]
            rolls = roll_for(out, self.book.phase, self.orders)
        sections = {
            "seed": self.orders.seed or None,
            "rolls": rolls,
            "landings": [_landing_row(shore) for shore in self._shores()],
        }
        return Determination(
            self.book.engine.system,
            verdicts,
            [*plain.warnings, *self._bivouac(phase)],
            explain=partial(self.explain, verdicts),
            questions=(
                *self._asked(),
                *questions,
                *self._open_dice(rolls),
                *self._idle_dice(verdicts),
            ),
            sections=sections,
        )

    def explain(self, verdicts: Mapping[str, Verdict], unit_id: str) -> Explanation:
        """The engine's explanation with this system's reasons."""
        found = self.engine.explain(unit_id)
        found = to_the_break(self.engine, found, self.book.chain_rule)
        verdict = verdicts.get(unit_id) or self._verdict(found.verdict)
        found = found._replace(verdict=verdict)
        if unit_id in self.command.speechless:
            text = tuple(reason.text for reason in verdict.reasons)
            return found._replace(would_be=(), bars=(), limit=None, missed=None, text=text)
        return found

    def _verdict(self, plain: Verdict) -> Verdict:
        unit = plain.unit
        told = (*self.command.told.get(unit.id, ()), *self.doomed.get(unit.id, ()))
        first = self.book.first_turn
        effects = plain.effects
        if first is not None and self._is_first_turn(first, unit.kind):
            effects = (*effects, first.stacking)
        alone = unit.id in self.command.speechless

        def tell() -> Account:
            reasons = told if alone else (*self._plain_reasons(plain), *told)
            return Account(plain.line, plain.source, reasons)

        return Verdict(unit, plain.grade, effects, tell)

    def _plain_reasons(self, plain: Verdict) -> tuple[Reason, ...]:
        """The engine's reasons, with what the route costs and which headquarters it is."""
        unit = plain.unit
        if plain.grade != "out":
            return with_costs(self.engine, unit, plain.reasons)
        reasons = with_distance(self.engine, unit, plain.reasons)
        return tuple(self._without_hq(unit, self._of_the_chain(one)) for one in reasons)

    def _without_hq(self, unit: Unit, reason: Reason) -> Reason:
        """Which headquarters is missing, or that the order of battle has none for the unit."""
        if reason.code != "no-source":
            return reason
        over = self.given.commanders.get(unit.name, ())
        if set(over) & {one.name for one in self.given.units if one.side == unit.side}:
            return reason
        return reason._replace(text=sentences.without_hq(over))

    def _of_the_chain(self, reason: Reason) -> Reason:
        """A break further up is a matter of the chain, unless the line leads to a unit that is no superior."""
        own = {line.rule for line in self.book.engine.lines if line.own}
        if reason.code == "hq-out" and reason.rule in own:
            return reason._replace(rule=self.book.chain_rule)
        return reason

    def _is_first_turn(self, first: FirstTurn, kind: str) -> bool:
        turn = self.orders.turn
        return kind in first.kinds and turn is not None and turn <= first.until

    def _doomed(self) -> dict[str, tuple[Reason, ...]]:
        """Landed units that go down with their army's headquarters, where the rulebook says so (T2-3)."""
        shores = [one for one in self.command.shores if one.open and not one.rule.outlives_army]
        if not shores:
            return {}
        engine = Engine(self.command.situation, self.book.engine)
        armies = {unit.id: unit for unit in self.given.units}
        found: dict[str, tuple[Reason, ...]] = {}
        for shore in shores:
            over = [armies[name] for name in armies[shore.unit.id].superiors if name in armies]
            lost = [one.name for one in over if engine.grade_of(one) == "out"]
            if lost:
                found[shore.unit.id] = (sentences.army_out(lost, shore.rule.rule),)
        return found

    def _phase(self) -> tuple[str, list[str]]:
        """The phase that is judged, and a remark where it is not the Supply Phase (T2-1)."""
        rule = self.book.phase
        phase = self.request.phase
        if phase and phase != SUPPLY:
            return phase, [sentences.no_dice_yet(rule)]
        player = str(self.given.facts.get("player", ""))
        if not phase and rule.after and player and player != rule.after:
            return "", [sentences.not_his_turn(player, rule)]
        return SUPPLY, []

    def _bivouac(self, phase: str) -> list[ReadWarning]:
        """Headquarters that are not set up where they must be (T2-9)."""
        first = self.book.first_turn
        if phase != SETUP or first is None:
            return []
        return [
            ReadWarning(unit.name, sentences.not_in_bivouac(unit, first))
            for unit in self.given.units
            if unit.kind in first.kinds
            and unit.space in self.given.map.spaces
            and first.bivouac not in self.given.map.spaces[unit.space].features
        ]

    def _shores(self) -> list[Shore]:
        sides = self.request.sides
        return [one for one in self.command.shores if sides is None or one.unit.side in sides]

    def _asked(self) -> list[str]:
        sides = self.request.sides
        return [
            question for side, question in self.command.questions if sides is None or side in sides
        ]

    def _open_dice(self, rolls: list[Row]) -> list[str]:
        names = without_die(rolls)
        return [sentences.roll_dice(names, self.book.phase)] if names else []

    def _idle_dice(self, verdicts: Mapping[str, Verdict]) -> list[str]:
        """Dice that were given for units that do not roll (T2-8)."""
        full = [one.unit for one in verdicts.values() if one.grade != "out"]
        names = [sentences.who(unit) for unit in full if unit.id in self.orders.dice]
        return [sentences.idle_dice(names, self.book.phase)] if names else []


def judge(situation: Situation, book: Book, orders: Orders, request: Request) -> Determination:
    """The supply of a situation under the Tactics II variant."""
    return Judge(situation, book, orders, request).determine()


def _landing_row(shore: Shore) -> Row:
    return {
        "id": shore.unit.id,
        "name": shore.unit.name,
        "side": shore.unit.side,
        "square": shore.square,
        "open": shore.open,
        "rule": shore.reason.rule,
        "code": shore.reason.code,
        "text": shore.reason.text,
    }
