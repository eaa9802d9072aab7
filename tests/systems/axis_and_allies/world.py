"""A small world for tests of the system by itself: two sides, a handful of territories, one sea."""

from __future__ import annotations

from typing import Any

from vassal_supply.errors import KitError, RulebookError
from vassal_supply.model import Link, MapModel, Marker, Situation, Space, Unit
from vassal_supply.resources import built_in_rulebook
from vassal_supply.supply import Determination
from vassal_supply.systems import Previous, Request, find_system
from vassal_supply.tables import Table, parse_toml

SIDES = {"Axis": ("Germany", "Italy"), "Allies": ("Russia",)}
SIDE_OF = {power: side for side, powers in SIDES.items() for power in powers}
LAND = {"Berlin": ("Germany", 5), "Rome": ("Italy", 3), "Moscow": ("Russia", 4), "Marsh": ("", 0)}
BORDERS = [
    ("Berlin", "Rome"),
    ("Berlin", "Moscow"),
    ("Berlin", "Sea"),
    ("Rome", "Sea"),
    ("Moscow", "Marsh"),
]
BOX = "Germany box"


def board() -> MapModel:
    spaces = [
        Space(
            id=name,
            map="World",
            x=0,
            y=0,
            nation=owner,
            value=value,
            features=frozenset({"capital", "victory-city"} if owner else ()),
        )
        for name, (owner, value) in LAND.items()
    ]
    spaces.append(Space(id="Sea", map="World", x=0, y=0, terrain="sea"))
    box = Space(id=BOX, map="World", x=0, y=0, features=frozenset({"mobilisation"}))
    spaces.append(box._replace(nation="Germany"))
    links = [Link(a, b, "adjacent") for a, b in BORDERS]
    return MapModel(spaces={one.id: one for one in spaces}, links=links)


def unit(id: str, kind: str, space: str, power: str = "Germany", **values: Any) -> Unit:
    return Unit(id, f"{power} {kind}", "World", space, SIDE_OF[power], power, kind, values=values)


def marker(kind: str, space: str, power: str = "", **values: Any) -> Marker:
    return Marker(
        f"{kind} {space}", kind, "World", space, kind, SIDE_OF.get(power, ""), values, power
    )


def situation(
    *pieces: Unit | Marker, held: dict[str, str] | None = None, **facts: Any
) -> Situation:
    owners = {name: owner for name, (owner, _) in LAND.items() if owner} | (held or {})
    return Situation(
        map=board(),
        sides=tuple(SIDES),
        units=tuple(one for one in pieces if isinstance(one, Unit)),
        markers=tuple(one for one in pieces if isinstance(one, Marker)),
        control={name: SIDE_OF[power] for name, power in owners.items()},
        nation_control=owners,
        facts={"power": "Germany", **facts},
    )


def check(
    now: Situation,
    before: Situation | dict[str, object] | None = None,
    turn: dict[str, object] | None = None,
    **asked: str,
) -> Determination:
    """What the system says of a situation; ``before`` is an earlier one or an earlier result."""
    previous = None
    if isinstance(before, Situation):
        previous = Previous(before)
    elif before is not None:
        previous = Previous(result=before)
    table = None if turn is None else Table(turn, file="turn.toml", error=KitError)
    data = built_in_rulebook("axis_and_allies") or b""
    rulebook = parse_toml(data, file="r.toml", error=RulebookError)
    request = Request(turn=table, previous=previous, **asked)
    return find_system("axis_and_allies").determine(now, rulebook, request)


def codes(determination: Determination) -> list[str]:
    """The codes of the violations."""
    rows: Any = determination.sections["violations"]
    return sorted(row["code"] for row in rows)


def rows(determination: Determination, section: str) -> Any:
    """A section's rows."""
    return determination.sections[section]


def with_power(now: Situation, power: str) -> Situation:
    """The same in another power's turn."""
    return now.replaced(facts={**now.facts, "power": power})
