"""The Attrition Table is read, checked and looked up."""

from __future__ import annotations

from typing import Any

import pytest

from vassal_supply.errors import RulebookError
from vassal_supply.systems.ocs.losses import Losses, parse_losses
from vassal_supply.tables import Table


def losses(*columns: dict[str, Any]) -> Losses:
    data = {"rule": "OCS-3", "first_turn_drm": -1, "table": list(columns)}
    return parse_losses(Table(data, file="r.toml", place="attrition", error=RulebookError))


FOUR = {"ratings": [4], "steps": 1, "losses": {"2..7": 0, "8..12": 1}}


def test_a_column_gives_losses_by_the_roll() -> None:
    column = losses(FOUR).column(4, 1)
    assert column is not None
    assert [column.lost(roll) for roll in (2, 7, 8, 12)] == [0, 0, 1, 1]


def test_beyond_the_dice_the_ends_count() -> None:
    column = losses(FOUR | {"losses": {"2": 0, "3..11": 1, "12": 2}}).column(4, 1)
    assert column is not None
    assert (column.lost(1), column.lost(13)) == (0, 2)


def test_columns_are_told_apart_by_rating_and_steps() -> None:
    table = losses(
        FOUR,
        FOUR | {"steps": "2..3", "losses": {"2..12": 2}},
        {"ratings": [0, 5], "losses": {"2..12": 3}},
    )
    found = [table.column(*one) for one in ((4, 1), (4, 3), (5, 1), (5, 9), (4, 4), (3, 1))]
    assert [one and one.losses[0] for one in found] == [0, 2, 3, 3, None, None]


def test_without_a_table_there_is_no_column() -> None:
    assert losses().column(4, 1) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"losses": {"2..7": 0, "9..12": 1}}, r"losses: nothing for the roll 8; expected 2 to 12"),
        ({"losses": {}}, "nothing for the roll 2, 3"),
        ({"losses": {"2..8": 0, "8..12": 1}}, r"losses\.8\.\.12: the roll 8 stands there twice"),
        ({"losses": {"2..12": 0, "13": 1}}, "two dice never show 13"),
        ({"losses": {"2..7": 1, "8..12": 0}}, "the losses fall from 1 on 7 to 0 on 8"),
        ({"losses": {"2..12": -1}}, "-1; expected steps lost, 0 or more"),
        ({"losses": {"2..x": 0}}, "expected a number like 8 or a span like 2..7"),
        ({"losses": {"12..2": 0}}, "expected a number like 8 or a span like 2..7"),
        ({"ratings": []}, r"expected Action Ratings like \[3, 4\]"),
        ({"ratings": ["4"]}, r"expected Action Ratings like \[3, 4\]"),
        ({"steps": 0}, "a stack that rolls has a step or more"),
        ({"steps": "1.."}, "expected a number like 8 or a span like 2..7"),
        ({"stepz": 1}, "unknown key"),
    ],
)
def test_a_slip_in_the_table_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        losses(FOUR | change)


@pytest.mark.parametrize("steps", [1, "1..3"])
def test_no_stack_may_be_in_two_columns(steps: object) -> None:
    with pytest.raises(RulebookError, match="another column of the table has stacks"):
        losses(FOUR, {"ratings": [3, 4], "steps": steps, "losses": {"2..12": 1}})


def test_a_column_for_any_steps_meets_every_other() -> None:
    with pytest.raises(RulebookError, match="another column of the table has stacks"):
        losses(FOUR, {"ratings": [4], "losses": {"2..12": 1}})
