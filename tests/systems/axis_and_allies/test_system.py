"""The system by itself: other ways a kit may show things, other earlier states, and what a player's slip is told."""

from __future__ import annotations

import json

import pytest

from tests.systems.axis_and_allies.world import (
    BOX,
    check,
    codes,
    marker,
    rows,
    situation,
    unit,
    with_power,
)
from vassal_supply.errors import KitError, RequestError
from vassal_supply.systems import Request, check_request, find_system
from vassal_supply.tables import Table

COMPLEX = unit("c", "complex", "Berlin")


def tanks(count: int, space: str, start: int = 0) -> list:
    return [unit(f"t{n}", "tank", space) for n in range(start, start + count)]


def test_a_complex_without_a_side_belongs_to_who_holds_the_territory():
    now = situation(marker("complex", "Berlin"), marker("complex", "Moscow"), *tanks(2, "Berlin"))
    found = check(now, situation(marker("complex", "Berlin"), marker("complex", "Moscow")))
    assert codes(found) == []
    assert [(row["space"], row["used"]) for row in rows(found, "production")] == [("Berlin", 2)]


def test_a_new_complex_without_a_side_is_judged_too():
    before = situation(COMPLEX)
    held = {"Rome": "Germany"}
    now = situation(COMPLEX, marker("complex", "Rome"), held=held)
    [row] = rows(check(now, before), "violations")
    assert (row["code"], row["id"]) == ("captured", "complex Rome")


def test_a_new_complex_without_a_side_is_judged_wherever_it_stands():
    now = situation(COMPLEX, marker("complex", "Rome"), marker("complex", "Sea"))
    assert codes(check(now, situation(COMPLEX))) == ["complex-at-sea", "not-held"]


@pytest.mark.parametrize(
    "damage",
    [
        [marker("damage", "Berlin", count=3)],
        [marker("damage", "Berlin"), marker("damage", "Berlin", count=2)],
    ],
)
def test_damage_markers_may_count(damage):
    [row] = rows(check(situation(COMPLEX, *damage)), "production")
    assert (row["damage"], row["capacity"]) == (3, 2)


def test_damage_may_stand_on_the_complex():
    found = check(situation(unit("c", "complex", "Berlin", damage=4)))
    assert rows(found, "production")[0]["capacity"] == 1


def test_nothing_is_returned_where_nobody_sees_what_was_placed():
    now = situation(COMPLEX, *tanks(2, "Berlin"))
    assert codes(check(now, turn={"bought": {"tank": 2}})) == []


def test_counters_from_the_palette_for_those_in_the_box_are_no_refund():
    before = situation(COMPLEX, *tanks(3, BOX))
    found = check(situation(COMPLEX, *tanks(3, "Berlin", start=10)), before)
    assert codes(found) == []
    assert [row["returned"] for row in rows(found, "purchases")] == [0]


def test_a_treasury_may_be_a_fact():
    before = situation(COMPLEX, **{"treasury Germany": 9})
    now = situation(COMPLEX, **{"treasury Germany": 14})
    found = check(now, before, phase="income")
    assert codes(found) == []
    assert rows(found, "treasury")[0]["due"] == 14
    assert codes(check(before, before, phase="income")) == ["treasury"]


def test_the_result_of_an_earlier_check_is_an_earlier_state():
    box = [unit("i", "infantry", BOX), *tanks(5, BOX)]
    before = situation(COMPLEX, *box, **{"treasury Germany": 9})
    now = situation(COMPLEX, unit("i", "infantry", "Berlin"), *tanks(5, "Berlin"))
    result = json.loads(json.dumps(check(before).sections))
    by_save, by_result = check(now, before), check(now, result)
    assert by_save.sections == by_result.sections
    assert codes(by_save) == ["over-capacity"]


def test_a_result_of_another_system_is_no_earlier_state():
    with pytest.raises(RequestError, match="no section `state`"):
        check(situation(COMPLEX), {"units": []})


@pytest.mark.parametrize("state", [{}, {"control": 3}, {"control": {}, "pieces": {"a": ["tank"]}}])
def test_a_damaged_result_is_no_earlier_state(state):
    with pytest.raises(RequestError, match="section `state` is damaged"):
        check(situation(COMPLEX), {"state": state})


def test_whose_turn_it_is_must_be_said():
    with pytest.raises(
        RequestError, match=r"whose turn is it\?; name one of Germany, Italy, Russia"
    ):
        check(with_power(situation(COMPLEX), ""))
    with pytest.raises(RequestError, match="no power is called 'France'"):
        check(with_power(situation(COMPLEX), "France"))


def test_the_turn_file_says_whose_turn_it_is():
    found = check(situation(COMPLEX), turn={"power": "Russia"})
    assert rows(found, "treasury") == []
    assert [row["space"] for row in rows(found, "room")] == ["Moscow"]


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (
            {"captured": ["Brelin"]},
            r"captured: no space is called 'Brelin'; did you mean 'Berlin'\?",
        ),
        (
            {"bought": {"tnak": 2}},
            r"bought\.tnak: no kind of unit is called 'tnak'; did you mean 'tank'",
        ),
        ({"bought": {"tank": -1}}, r"bought\.tank: -1; expected a number from 0"),
        (
            {"power": "Grmany"},
            r"power: no power is called 'Grmany'; expected one of Germany, Italy",
        ),
        ({"victory": "glorious"}, r"victory: 'glorious'; expected one of normal, total"),
        ({"blitz": [{"path": ["Berlin", "Rome"]}]}, r"blitz\[1\]\.path: 2 spaces; expected three"),
        ({"attack": [{"space": "Rome", "atackers": {}}]}, r"attack\[1\]\.atackers: unknown key"),
    ],
)
def test_a_slip_in_the_turn_file(turn, message):
    with pytest.raises(KitError, match=message):
        check(situation(COMPLEX), turn=turn)


def test_what_the_turn_file_says_and_the_save_does_not_show_is_named():
    turn = {"captured": ["Berlin", "Moscow", "Sea"], "built": ["Berlin", "Rome"]}
    found = check(situation(COMPLEX, held={"Rome": "Germany"}), turn=turn)
    assert [f"{one.where}: {one.text}" for one in found.warnings] == [
        "turn file: captured: Germany does not control Moscow; Russia does",
        "turn file: captured: Germany does not control Sea; nobody does",
        "turn file: built: no industrial complex stands in Rome",
    ]


def test_only_its_words_are_phases_actions_and_turn_keys():
    system = find_system("axis_and_allies")
    with pytest.raises(RequestError, match="it knows purchase, mobilisation, income, end"):
        check_request(system, Request(phase="combat"))
    with pytest.raises(RequestError, match="it knows attack, blitz, capture"):
        check_request(system, Request(action="move"))
    with pytest.raises(KitError, match=r"weather: unknown key"):
        check_request(system, Request(turn=Table({"weather": "fair"}, file="turn.toml")))


def test_units_that_the_rulebook_does_not_know_are_named():
    found = check(situation(COMPLEX, unit("z", "zeppelin", "Berlin")))
    assert [one.text for one in found.warnings] == [
        "has no [unit.zeppelin]; 1 such units are not judged"
    ]


@pytest.mark.parametrize("space", ["Berlin", "Rome", "Sea"])
@pytest.mark.parametrize("waits", [True, False])
def test_units_that_the_rulebook_does_not_know_are_not_judged(space, waits):
    before = situation(COMPLEX, *([unit("z", "zeppelin", BOX)] if waits else []))
    found = check(situation(COMPLEX, unit("z", "zeppelin", space)), before)
    assert codes(found) == []
    assert found.verdicts["z"].grade == "full"
    assert [row["used"] for row in rows(found, "production")] == [0]


def test_a_refund_without_a_price_is_named():
    before = situation(COMPLEX, *tanks(6, BOX), unit("s", "submarine", BOX))
    found = check(situation(COMPLEX, *tanks(5, "Berlin")), before)
    assert "no cost of submarine: its refund is not known" in [one.text for one in found.warnings]
    assert codes(found) == []


def test_only_a_sides_units_are_listed():
    system_says = check(situation(COMPLEX, unit("r", "infantry", "Moscow", "Russia")))
    assert set(system_says.verdicts) == {"c", "r"}
    now = situation(COMPLEX, unit("r", "infantry", "Moscow", "Russia"))
    assert set(check(now, sides=frozenset({"Axis"})).verdicts) == {"c"}


def test_units_go_by_their_own_power_even_beside_an_ally():
    """Italy's new infantry in Italy is none of Germany's business; Germany's own there is through an ally's complex."""
    complexes = [COMPLEX, unit("d", "complex", "Rome", "Italy")]
    now = situation(
        *complexes, unit("i", "infantry", "Rome", "Italy"), unit("g", "infantry", "Rome")
    )
    assert codes(check(now, situation(*complexes))) == ["allied-complex"]


def test_a_waiting_unit_with_room_elsewhere_is_told_where():
    now = situation(COMPLEX, unit("s", "submarine", BOX))
    reasons = check(now).verdicts["s"].reasons
    assert [one.code for one in reasons] == ["waiting", "could-go"]
    assert reasons[1].text == "it could go to Sea (5)"


def test_a_new_complex_that_no_territory_may_get_goes_back():
    now = situation(COMPLEX, unit("d", "complex", "Marsh"))
    reasons = check(now, situation(COMPLEX)).verdicts["d"].reasons
    assert [one.code for one in reasons] == ["not-held", "back-to-box"]
    assert reasons[1].text.startswith("no territory may get it elsewhere")


def test_a_placed_units_line_leads_to_its_complex():
    found = check(situation(COMPLEX, unit("s", "submarine", "Sea")), situation(COMPLEX))
    verdict = found.verdicts["s"]
    assert [(step.space, step.leg) for step in verdict.line] == [
        ("Sea", ""),
        ("Berlin", "mobilisation"),
    ]
    assert verdict.source is not None
    assert (verdict.source.piece, verdict.source.values["capacity"]) == ("c", 5)


def test_a_fallen_capital_leaves_the_treasuries_unjudged():
    """What becomes of the money is not in this text."""
    before = situation(COMPLEX, **{"treasury Germany": 9, "treasury Russia": 7})
    now = situation(
        COMPLEX, held={"Moscow": "Germany"}, **{"treasury Germany": 25, "treasury Russia": 0}
    )
    assert codes(check(now, before, phase="income")) == []


def test_victory_without_an_agreed_condition_is_asked():
    found = check(situation(COMPLEX), turn={"power": "Germany", "captured": []}, phase="end")
    assert found.questions == ()
    assert {row["won"] for row in rows(found, "victory")} == {None}


def test_nobody_explains_a_piece_that_is_no_unit():
    system = find_system("axis_and_allies")
    with pytest.raises(RequestError, match="no unit with the id 'x'"):
        system.explain(check(situation(COMPLEX)), "x")
    with pytest.raises(RequestError, match="no unit with the id 'x'"):
        system.explain(check(situation(COMPLEX), action="attack"), "x")


def test_networkx_is_not_loaded_where_nothing_is_charged():
    import subprocess
    import sys

    code = (
        "import sys; from vassal_supply.systems import find_system; find_system('axis_and_allies');"
        "print('networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
