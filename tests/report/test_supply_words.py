"""What sounds like supply, and what does not."""

from __future__ import annotations

import pytest

from vassal_supply.report.supply_words import sounds_like_supply


@pytest.mark.parametrize(
    "name",
    [
        *("Supply", "unsupplied", "OOS", "oos_marker", "Isolated", "Out of Supply (AP)"),
        *("UNSUPPLIED", "Sea Supply", "Logistics", "ammo dump", "Depot 3", "isOOS", "OutOfSupply"),
        *("supply-dump.png", "+ (OOS)", "cut off"),
    ],
)
def test_supply(name: str) -> None:
    assert sounds_like_supply("Step", name)


@pytest.mark.parametrize("name", ["", "Roosevelt", "Goose", "ROOST", "Dumpling", "Outpost", "HQ"])
def test_other_things(name: str) -> None:
    assert not sounds_like_supply(name)
