"""Limits that are met and missed by one, and what differs between kinds of units: what the cases do not show."""

from __future__ import annotations

import pytest

from tests.systems.ocs.test_judge import judged, moved, opened
from vassal_supply.errors import RulebookError
from vassal_supply.systems.ocs import OcsSystem
from vassal_supply.tables import Table


@pytest.mark.parametrize(("space", "works"), [("46.18", True), ("47.18", False)])
def test_wagons_reach_ten_leg_points(space: str, works: bool) -> None:
    """OCS-7: 10 from the station at Samakh and 11."""
    case = opened("wagon-extender")
    wagon = case.find_unit("Wagon Extender")
    friends = tuple(one for one in case.situation.units if one.side == "Commonwealth")
    situation = moved(case.situation.replaced(units=friends), wagon.id, space=space)
    verdict = judged(case._replace(situation=situation)).verdicts[wagon.id]
    assert [reason.code for reason in verdict.reasons] == [
        "needs-none",
        "line" if works else "too-far",
    ]


@pytest.mark.parametrize(
    ("movement", "code"), [("truck", "no-path"), ("track", "path"), ("leg", "path")]
)
def test_only_truck_points_shun_zones_of_control(movement: str, code: str) -> None:
    """OCS-5a: the same battalion in the same place, whatever its counter says of its points in Move mode."""
    case = opened("trucks-under-zones")
    scouts = case.find_unit("Scouts")
    situation = moved(case.situation, scouts.id, values={**scouts.values, "movement": movement})
    rows = judged(case._replace(situation=situation)).sections["breakouts"]
    assert next(row["code"] for row in rows if row["name"] == "Scouts") == [code, "near"]


def test_a_failed_attempt_has_no_turn_of_return() -> None:
    """OCS-6: the second die is for those who succeed."""
    found = judged(opened("open-path"), 'breakout.Commonwealth."Frontier Battalion" = [4, 3]')
    (row,) = found.sections["attempts"]
    assert (row["dice"], row["success"], row["turns"], row["returns"]) == ([4], False, None, None)


def test_five_succeeds_in_a_later_turn_and_four_in_the_first() -> None:
    """OCS-5c, OCS-6."""
    for save, die, success in (
        ("open-path", 4, False),
        ("open-path", 5, True),
        ("gorge-breakout", 3, False),
        ("gorge-breakout", 4, True),
    ):
        turn = f'breakout.Commonwealth."Frontier Battalion" = {die}'
        (row,) = judged(opened(save), turn).sections["attempts"]
        assert row["success"] is success


def test_a_unit_that_eats_is_not_its_own_supplied_neighbour() -> None:
    """OCS-5b asks for another unit: the battalion that eats alone has none."""
    rows = judged(opened("to-a-unit-that-only-eats")).sections["breakouts"]
    (row,) = (one for one in rows if one["name"] == "Queens Battalion")
    assert (row["code"], row["near"]) == (["no-path", "not-near"], None)


def test_a_stack_loses_no_more_steps_than_are_out_of_supply() -> None:
    table = '[[attrition.table]]\nratings = [4]\nlosses = { "2..7" = 0, "8..12" = 3 }'
    dice = 'attrition.Commonwealth."39.21" = [6, 6]'
    (row,) = judged(opened("gorge-roll-8"), dice, table).sections["attrition"]
    assert (row["steps"], row["losses"], row["eliminated"]) == (1, 1, True)


def test_who_breaks_out_leaves_his_food_to_the_others() -> None:
    """A token feeds 2 regimental equivalents: a battalion of two and its neighbour cannot both eat of it."""
    case = opened("eats-a-token")
    big, small = case.find_unit("Frontier Battalion"), case.find_unit("5th Brigade")
    situation = moved(case.situation, big.id, values={**big.values, "re": 2})
    situation = moved(situation, small.id, space="39.21", values={**small.values, "re": 1})
    case = case._replace(situation=situation)
    orders = 'eat.Commonwealth = ["Frontier Battalion", "5th Brigade"]\n'
    stays = judged(case, orders)
    goes = judged(case, f'{orders}breakout.Commonwealth."Frontier Battalion" = 1')
    assert [found.verdicts[small.id].grade for found in (stays, goes)] == ["out", "full"]
    assert [row["feeds"] for row in goes.sections["eating"]] == [["5th Brigade (1 RE)"]]


def test_who_breaks_out_takes_what_he_carries_along() -> None:
    """A counter that is a unit and a source of supply points feeds nobody once it is gone."""
    case = opened("eats-a-token")
    big, small = case.find_unit("Frontier Battalion"), case.find_unit("5th Brigade")
    situation = moved(case.situation, small.id, space="39.21", values={**small.values, "re": 1})
    sources = tuple(
        one._replace(piece=big.id) if one.name == "1T" else one for one in situation.sources
    )
    case = case._replace(situation=situation.replaced(sources=sources))
    found = judged(case, 'breakout.Commonwealth."Frontier Battalion" = 1')
    assert found.verdicts[small.id].grade == "out"
    assert found.sections["eating"] == []


def test_a_rulebook_may_end_the_draw_with_a_free_hex() -> None:
    """The page's recipe for "adjacent is close enough": the sixth hex is free, a barred one still bars."""

    def grade(name: str) -> str:
        case = opened(name)
        table = case.kit.rulebook
        data = {key: table.get(key) for key in table.keys()}  # noqa: SIM118
        draw = next(one for one in data["leg"] if one["name"] == "draw")
        near = {key: value for key, value in draw.items() if key not in ("mp", "budget")}
        data["leg"] = [*data["leg"], near | {"name": "near", "limit": 1}]
        data["line"] = [
            line | {"legs": ["draw", "near"]} if line["legs"] == ["draw"] else line
            for line in data["line"]
        ]
        book = Table(data, file="r.toml", error=RulebookError)
        found = OcsSystem().determine(case.situation, book)
        return found.verdicts[case.find_unit("Rajput Battalion").id].grade

    assert [grade("draw-range-six"), grade("zone-on-the-way")] == ["full", "out"]
