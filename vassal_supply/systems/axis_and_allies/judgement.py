"""A whole turn judged: mobilisation, money and victory, or one question about combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from vassal_supply.errors import ReadWarning
from vassal_supply.supply import Determination, Effect, Explanation, Reason, Verdict
from vassal_supply.systems import Request
from vassal_supply.systems.axis_and_allies import sections as rows
from vassal_supply.systems.axis_and_allies.combat import (
    contested,
    fighting,
    find_battles,
    find_captures,
    ground_fault,
    judge_blitz,
    moved_complexes,
    supported_units,
)
from vassal_supply.systems.axis_and_allies.money import (
    Income,
    chart_fault,
    find_incomes,
    find_purchases,
    find_treasury,
    gift_faults,
    refund_fault,
    treasury_fault,
    unpaid_fault,
    waiting_fault,
)
from vassal_supply.systems.axis_and_allies.placement import Placements, judge
from vassal_supply.systems.axis_and_allies.room import find_room
from vassal_supply.systems.axis_and_allies.scene import LATE, Scene, state_of
from vassal_supply.systems.axis_and_allies.sections import Row
from vassal_supply.systems.axis_and_allies.verdicts import (
    Judge,
    explanation_of,
    find_verdict,
    plain_verdict,
)
from vassal_supply.systems.axis_and_allies.victory import agreed, find_standings, is_checked

SYSTEM = "axis_and_allies"


def judge_turn(scene: Scene, request: Request) -> Determination:
    """Mobilisation, money and victory as the saves stand."""
    placements, purchases = judge(scene), find_purchases(scene)
    incomes = find_incomes(scene)
    treasury = find_treasury(scene, purchases, incomes)
    standings, late = find_standings(scene), waiting_fault(scene)
    room = cache(partial(find_room, scene, placements))
    judges = Judge(scene, placements, room)
    verdicts = judges.verdicts(request.sides, late)
    whole = (
        late,
        unpaid_fault(scene),
        refund_fault(scene, placements.complexes, purchases),
        treasury_fault(scene, treasury),
        *_chart_faults(scene, incomes),
        *gift_faults(scene),
    )
    return Determination(
        SYSTEM,
        verdicts,
        _warnings(scene, incomes),
        explain=partial(judges.explain, verdicts),
        questions=_questions(scene),
        sections={
            "violations": _violations(scene, placements, whole),
            "placements": rows.placement_rows(placements),
            "bottlenecks": rows.bottleneck_rows(scene, placements),
            "production": rows.production_rows(scene, placements),
            "room": rows.room_rows(room()),
            "purchases": rows.purchase_rows(purchases),
            "income": rows.income_rows(incomes),
            "treasury": rows.treasury_rows(scene, treasury),
            "victory": rows.victory_rows(scene, standings),
            "state": state_of(scene),
        },
    )


def _violations(
    scene: Scene, placements: Placements, whole: tuple[Reason | None, ...]
) -> list[Row]:
    """What was done against the rules: by units, by complexes that moved, by the turn as a whole."""
    wrong = [(one.reason, one.piece) for one in placements.placed if not one.right]
    moved = [(reason, piece) for piece, reason in moved_complexes(scene)]
    return [
        *(rows.violation(reason, piece) for reason, piece in (*wrong, *moved)),
        *(rows.violation(reason) for reason in whole if reason is not None),
    ]


def _chart_faults(scene: Scene, incomes: tuple[Income, ...]) -> tuple[Reason, ...]:
    """A wrong chart is a fault once the power has collected by it, and a warning before."""
    faults = (chart_fault(scene, one) for one in incomes if one.power == scene.power)
    return tuple(fault for fault in faults if fault) if scene.phase in LATE else ()


def _questions(scene: Scene) -> tuple[str, ...]:
    found = []
    if not scene.knows_captures:
        found.append(
            f"Which territories did {scene.power} take this turn? Give the save of the start of the turn with"
            " --previous, or `captured` in the turn file; until then all are taken as held since its start."
        )
    if is_checked(scene) and not agreed(scene):
        names = " or ".join(
            f"{name} ({cities} victory cities)"
            for name, cities in scene.facts.victory.conditions.items()
        )
        found.append(f"Which victory condition was agreed: {names}? Say it in the turn file.")
    return tuple(found)


def _warnings(scene: Scene, incomes: tuple[Income, ...]) -> list[ReadWarning]:
    found = list(scene.situation.warnings)
    strange = Counter(
        one.kind for one in scene.situation.units if one.kind not in scene.facts.units
    )
    found += [
        ReadWarning("rulebook", f"has no [unit.{kind}]; {count} such units are not judged")
        for kind, count in strange.items()
    ]
    returned = (kind for kind in scene.returned if scene.facts.cost(kind) is None)
    found += [
        ReadWarning("rulebook", f"no cost of {kind}: its refund is not known") for kind in returned
    ]
    found += _strange_words(scene)
    told = {scene.power} if scene.phase in LATE else set()
    faults = (chart_fault(scene, one) for one in incomes if one.power not in told)
    found += [ReadWarning("chart", fault.text) for fault in faults if fault]
    return found


def _strange_words(scene: Scene) -> Iterator[ReadWarning]:
    """What the turn file says of territories and the save shows otherwise."""
    for key, names in (("captured", scene.turn.captured), ("built", scene.turn.built)):
        for name in sorted(names or ()):
            if scene.holder(name) != scene.power:
                text = (
                    f"{scene.power} does not control {name}; {scene.holder(name) or 'nobody'} does"
                )
                yield ReadWarning(f"turn file: {key}", text)
            elif key == "built" and not scene.complexes_on(name):
                yield ReadWarning("turn file: built", f"no industrial complex stands in {name}")


def judge_action(scene: Scene, request: Request) -> Determination:
    """The answer to a question of ``--for``."""
    answer = _ACTIONS[request.action](scene)
    effects = _battle_effects(scene) if request.action == "attack" else {}
    verdicts = {
        unit.id: plain_verdict(unit, effects.get(unit.id, ()))
        for unit in scene.situation.units
        if request.sides is None or unit.side in request.sides
    }
    return Determination(
        SYSTEM,
        verdicts,
        list(scene.situation.warnings),
        explain=partial(_explain, verdicts),
        sections=answer,
    )


def _explain(verdicts: Mapping[str, Verdict], unit_id: str) -> Explanation:
    return explanation_of(find_verdict(verdicts, unit_id))


def _attack(scene: Scene) -> dict[str, object]:
    battles = find_battles(scene)
    forces: dict[str, Counter[str]] = {}
    for value in battles:
        if value.role == "defence" and scene.facts.group(value.kind) == "complex":
            continue
        forces.setdefault(value.space, Counter())[value.kind] += value.units
    faults = ((space, ground_fault(scene, space, kinds)) for space, kinds in forces.items())
    violations = [rows.violation(fault, space=space) for space, fault in faults if fault]
    return {"violations": violations, "battles": rows.battle_rows(battles)}


def _blitz(scene: Scene) -> dict[str, object]:
    runs = tuple(judge_blitz(scene, blitz) for blitz in scene.turn.blitzes)
    violations = [
        rows.violation(run.reason, space=run.blitz.path[1]) for run in runs if not run.legal
    ]
    return {"violations": violations, "blitzes": rows.blitz_rows(runs)}


def _capture(scene: Scene) -> dict[str, object]:
    captures = find_captures(scene)
    violations: list[Row] = [
        rows.violation(one.reason, space=one.space) for one in captures if not one.right
    ]
    return {"violations": violations, "captures": rows.capture_rows(captures)}


_ACTIONS: dict[str, Callable[[Scene], dict[str, object]]] = {
    "attack": _attack,
    "blitz": _blitz,
    "capture": _capture,
}


def _battle_effects(scene: Scene) -> dict[str, tuple[Effect, ...]]:
    """The value of each unit that stands with enemies, by unit id."""
    found: dict[str, tuple[Effect, ...]] = {}
    for space in contested(scene):
        own = fighting(scene, space, scene.power)
        lifted = supported_units(scene.facts.units, Counter(one.kind for one in own))
        for piece in own:
            supported = lifted.get(piece.kind, 0) > 0
            if supported:
                lifted[piece.kind] -= 1
            found[piece.id] = _attacker(scene, piece.kind, supported)
        for power in filter(scene.is_enemy, scene.powers):
            for piece in fighting(scene, space, power):
                found[piece.id] = _defender(scene, piece.kind)
    return found


def _attacker(scene: Scene, kind: str, supported: bool) -> tuple[Effect, ...]:
    unit = scene.facts.units[kind]
    value = unit.supported if supported else unit.attack
    able = "may capture a territory" if unit.captures else "captures no territory"
    capture = Effect("AA-11", "capture", able, allowed=unit.captures)
    if value is None:
        return (Effect("AA-11", "no-attack", "has no attack", allowed=False), capture)
    text = f"attacks at {value}" + (", supported by artillery" if supported else "")
    return (Effect("AA-11", "attack", text, value=value), capture)


def _defender(scene: Scene, kind: str) -> tuple[Effect, ...]:
    value = scene.facts.units[kind].defence
    if value is None:
        return ()
    return (Effect("AA-11", "defence", f"defends at {value}", value=value),)
