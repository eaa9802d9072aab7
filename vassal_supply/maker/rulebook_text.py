"""The ``rulebook.toml`` of a new kit."""

from __future__ import annotations

from vassal_supply.maker.ground import Ground

_HEAD = """\
# The supply rule as data. The numbers and rule numbers are guesses: put those of the game.

schema = 1
name = "supply"  # guess: what players call the rule
"""

_HEXES = """\
[zoc]
range = 1  # guess: every unit controls the spaces around it

[[leg]]
name = "overland"
links = ["adjacent"]
limit = 10  # guess: spaces, the unit's own not counted
start_exempt = true  # the unit's own space may hold anything
bars = [
    { by = "enemy-unit", rule = "?" },
    { by = "ezoc", rule = "?", unless = "friendly-unit" },  # guess: a friendly unit opens the space
]

[[line]]
legs = ["overland"]
rule = "?"
"""

_AREAS = """\
[[leg]]
name = "overland"
links = ["adjacent"]
start_exempt = true  # the unit's own space may hold anything
bars = [
    { by = "enemy-unit", rule = "?" },
    { by = "control", is = "enemy", rule = "?" },  # guess: lines do not run through enemy-controlled areas
]

[[line]]
legs = ["overland"]
rule = "?"
"""


def rulebook_toml(grounds: list[Ground]) -> str:
    """The whole file: range and zones of control for grids, free ways through areas."""
    areas = bool(grounds) and grounds[0].is_area_map
    return "\n".join([_HEAD, _AREAS if areas else _HEXES])
