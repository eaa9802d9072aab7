"""Lines along a single row of hexes, drawn as text: the network, the one piece that is not rail, the own hex.

The counter stands on the first hex, its Home Country City is the last. Hexes: ``-`` without symbol, ``R`` Rail, ``D`` Road, ``B``
both. Between them: a blank joins nothing, ``=`` is a printed line, ``j`` a printed connection of two kinds of symbol, ``~`` a
Connected Strait, ``s`` a plain strait, ``|`` all sea; ``#`` is a line drawn across all sea, ``*`` one across a Connected Strait.
"""

from __future__ import annotations

import pytest

from tests.systems.axis_empires.boards import SIDES, full_rulebook
from vassal_supply.model import Lattice, Link, MapModel, Situation, Space, Unit
from vassal_supply.systems.axis_empires import AxisEmpires

SYMBOLS = {"-": (), "R": ("rail",), "D": ("road",), "B": ("rail", "road")}
HEXSIDES = {
    "~": "connected-strait",
    "*": "connected-strait",
    "s": "strait",
    "|": "all-sea",
    "#": "all-sea",
}


def drawn(row: str) -> Situation:
    """The situation of a row."""
    signs, between = row[::2], row[1::2]
    names = [f"e13{number:02}" for number in range(1, len(signs) + 1)]
    spaces = {
        name: Space(name, "Europe", n, 0, 0, (13, n), features=frozenset(SYMBOLS[sign]))
        for n, (name, sign) in enumerate(zip(names, signs, strict=True))
    }
    spaces[names[-1]] = spaces[names[-1]]._replace(
        nation="Germany", features=spaces[names[-1]].features | {"city"}
    )
    model = MapModel(spaces, [Lattice("hex", sideways=True)])
    for n, sign in enumerate(between):
        pair = names[n], names[n + 1]
        if sign in "=#*j":
            kind = "joint" if sign == "j" else _kind(signs[n], signs[n + 1])
            model.links.append(Link(*pair, kind))
        if sign in HEXSIDES:
            model.hexsides[pair] = frozenset({HEXSIDES[sign]})
    unit = Unit("u", "6th Army", "Europe", names[0], "Axis", "Germany", "infantry")
    return Situation(model, SIDES, (unit,))


def _kind(one: str, other: str) -> str:
    """Symbols stand in the hexes already, so a line need not give them."""
    if "D" in (one, other) and "R" in (one, other):
        return "joint"
    return "road" if "D" in (one, other) else "rail"


@pytest.mark.parametrize(
    ("row", "supplied"),
    [
        # AE-4: two free hexes, over anything but the sea
        ("- - -", True),
        ("- - - -", False),
        ("- - R=R", True),
        ("- - - R=R", False),
        ("-s-~-", True),
        ("-|- -", False),
        ("R#R=R=R", False),
        # AE-5: printed connections, any distance, and no free hex behind them
        ("R=R=R=R=R=R=R=R", True),
        ("R=R=R R=R=R", False),
        ("R=R=RsR=R=R", False),
        ("R=R=R - -", False),
        ("- - R=R=R -", False),
        # AE-5b: one run of Road hexes
        ("- - R=D=D=D=R=R", True),
        ("- - R=D=R=D=R=R", False),
        ("- - D=D=R=R=R", True),
        ("- - D=R=D=R=R", False),
        ("- - R=R=R=D", True),
        ("- - D=R=R=D", False),
        # ...a hex with both symbols
        ("- - R=B=R=D=R=R", True),
        ("- - R=D=B=D=R=R", True),
        ("- - B=R=D=R=R", True),
        ("- - D=B=D=B=R", True),
        ("- - D=B=R=B=D=R", False),
        # ...or one Connected Strait, from symbol to symbol
        ("- - R~R=R=R", True),
        ("- - R~R~R=R", False),
        ("- - R*R=R*R=R", False),
        ("- - R*R=R=R", True),
        ("- - R~- R=R", False),
        ("- - R~R=D=R=R", False),
        ("- - R=D=R~R=R", False),
        ("- - D~R=R=R", False),
        ("- - R~D=R=R", False),
        ("- - R~B=R=R", True),
        ("- - B~R=R=R", True),
        # ...but the own Road hex starts no run, and free hexes spend nothing
        ("D~R=R=R", True),
        ("- D R~R=R=R", True),
        ("-~-~R~R=R", True),
        # ...a connection of two kinds of symbol is one like others
        ("- - R~RjB=R=R", True),
        ("- - RjD=R=R", True),
    ],
)
def test_a_row(row: str, supplied: bool) -> None:
    found = AxisEmpires().determine(drawn(row), full_rulebook())
    assert (found.verdicts["u"].grade == "full") == supplied
    bars = found.explain("u").bars
    assert bool(bars) != supplied


@pytest.mark.parametrize(("start", "supplied"), [("D", True), ("- - D", False)])
def test_the_own_road_hex_starts_no_run(start: str, supplied: bool) -> None:
    """A printed connection to another sheet, where no free hex leads: the run behind it may follow (AE-5b)."""
    situation = drawn(f"{start} R=D=R=R")
    gap = (len(start) + 1) // 2
    names = list(situation.map.spaces)
    for name in names[gap:]:
        space = situation.map.spaces[name]
        assert space.cell is not None
        situation.map.spaces[name] = space._replace(cell=(13, space.cell[1] + 5))
    situation.map.links.append(Link(names[gap - 1], names[gap], "joint"))
    found = AxisEmpires().determine(situation, full_rulebook())
    assert (found.verdicts["u"].grade == "full") == supplied
