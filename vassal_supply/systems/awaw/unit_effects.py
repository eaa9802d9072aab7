"""What a grade does to units (30.51 to 30.58), as tables; a unit's effects are built when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.determination import Effect
from vassal_supply.systems.awaw.board import AIR, GROUND, NAVAL

if TYPE_CHECKING:
    from vassal_supply.model import Unit
    from vassal_supply.supply.rulebook import Grade
    from vassal_supply.systems.awaw.judge import Judged
    from vassal_supply.systems.awaw.supply import Supply

Test = Callable[["Supply", "Unit"], bool]


class Row(NamedTuple):
    """One consequence: its rule, code and sentence, the kinds it is for, and where it holds (``None``: everywhere)."""

    rule: str
    code: str
    text: str
    kinds: tuple[str, ...]
    allowed: bool | None = None
    value: float | None = None
    when: Test | None = None


def _acts_as_infantry(supply: Supply, unit: Unit) -> bool:
    """Armor in both theatres, British and US mechanised infantry in Europe."""
    return supply.board.loses_armor(unit)


def _in_europe(supply: Supply, unit: Unit) -> bool:
    return supply.board.loses_armor(unit) and not supply.board.in_pacific(unit.space)


def _in_pacific(supply: Supply, unit: Unit) -> bool:
    return supply.board.loses_armor(unit) and supply.board.in_pacific(unit.space)


def _in_the_open(supply: Supply, unit: Unit) -> bool:
    """Not in a capital, objective hex, IC, bridgehead, railhead, nor in its home country."""
    return supply.board.loses_armor(unit) and not _is_sheltered(supply, unit)


def _is_sheltered(supply: Supply, unit: Unit) -> bool:
    board = supply.board
    words = board.book.words["terrain"]
    sheltered = (
        board.featured((*words["capital"], *words["objective"]))
        | board.ics
        | board.marked("bridgehead")
        | board.marked("railhead")
    )
    home = board.situation.map.spaces[unit.space].nation
    at_home = bool(home) and home in (unit.nation, supply.who.book.members.get(unit.nation, ""))
    return at_home or bool(sheltered >> board.ground.bit[unit.space] & 1)


def is_free_submarine(supply: Supply, unit: Unit) -> bool:
    """A submarine in a fortified port, free of what partial supply does to naval units (32.248)."""
    board = supply.board
    if board.kind(unit) != "submarine":
        return False
    words = board.book.words["terrain"]["fortified_port"]
    ports = board.featured(words) | board.marked("fortress")
    return bool(ports >> board.ground.bit[unit.space] & 1)


def _is_bound(supply: Supply, unit: Unit) -> bool:
    return not is_free_submarine(supply, unit)


BIG_AIR = ("bomber",)

PARTIAL: tuple[Row, ...] = (
    Row("30.522a", "ctl", "has its CTL reduced by one", GROUND, value=-1),
    Row(
        "30.522",
        "acts-as-infantry",
        "acts as infantry for all purposes, but may attack, its combat factor unchanged",
        GROUND,
        allowed=True,
        when=_acts_as_infantry,
    ),
    Row("30.522", "movement", "has a movement factor of three", GROUND, value=3, when=_in_europe),
    Row("30.522", "movement", "has a movement factor of two", GROUND, value=2, when=_in_pacific),
    Row("30.522", "zoc", "has no zone of control", GROUND, allowed=False, when=_acts_as_infantry),
    Row(
        "30.522",
        "dm-exploited",
        "is attacked by exploiting armor at -1 DM",
        GROUND,
        value=-1,
        when=_acts_as_infantry,
    ),
    Row(
        "30.522",
        "dm-ctl",
        "is attacked at -1 DM while its CTL is zero or less",
        GROUND,
        value=-1,
        when=_in_the_open,
    ),
    Row("30.522", "airdrop", "may not airdrop", ("airborne",), allowed=False),
    Row("30.522", "sea-transport", "may not be transported by sea", GROUND, allowed=False),
    Row("30.522", "invasion", "may not invade from the sea", GROUND, allowed=False),
    Row(
        "30.522",
        "attrition-loss",
        "is no attrition loss while its zone last fed the attrition zone by sea (14.52a)",
        GROUND,
        allowed=False,
    ),
    Row("30.523", "stage", "may stage", AIR, allowed=True),
    Row("30.523", "air-redeploy", "may redeploy from its base", AIR, allowed=True),
    Row("30.523", "oppose-bombing", "may oppose the bombing of its base", AIR, allowed=True),
    Row("30.523", "offensive", "may not conduct offensive operations", AIR, allowed=False),
    Row("30.523", "search", "may not search", AIR, allowed=False),
    Row("30.523", "air-cover", "may not provide air cover", AIR, allowed=False),
    Row("30.523", "attack-at-sea", "may not attack naval units at sea", AIR, allowed=False),
    Row("30.523", "drm", "has its nationality DRM reduced by one", AIR, value=-1),
    Row(
        "30.523",
        "defend-elsewhere",
        "may not fly defensively outside the hex of its base",
        AIR,
        allowed=False,
    ),
    Row(
        "30.523",
        "strategic-warfare",
        "may not take part in strategic warfare",
        BIG_AIR,
        allowed=False,
    ),
    Row("30.524", "base-change", "may change base", NAVAL, allowed=True),
    Row("30.524", "naval-redeploy", "may redeploy from its port", NAVAL, allowed=True),
    Row("30.524", "sw-box", "may operate in an SW box", NAVAL, allowed=True),
    Row(
        "30.524",
        "offensive",
        "may not conduct offensive operations",
        NAVAL,
        allowed=False,
        when=_is_bound,
    ),
    Row(
        "30.524",
        "sea-supply-protection",
        "may not protect sea supply",
        NAVAL,
        allowed=False,
        when=_is_bound,
    ),
    Row(
        "30.524",
        "escort",
        "may not provide or protect sea escort",
        NAVAL,
        allowed=False,
        when=_is_bound,
    ),
    Row("30.524", "intercept", "may not intercept", NAVAL, allowed=False, when=_is_bound),
    Row(
        "30.524",
        "drm",
        "has its nationality DRM reduced by one",
        NAVAL,
        value=-1,
        when=_is_bound,
    ),
)
"""What partial supply does (30.52)."""

ISOLATED: tuple[Row, ...] = (
    Row("30.531", "move", "may not move in the movement phase", GROUND, allowed=False),
    Row("30.531", "advance", "may not advance after combat", GROUND, allowed=False),
    Row(
        "30.531",
        "attrition-advance",
        "counts in attrition totals, but may not advance into hexes gained",
        GROUND,
        allowed=False,
    ),
    Row("30.531", "redeploy", "may not redeploy", GROUND, allowed=False),
    Row("30.53", "defend", "may not fly defensively from its base", AIR, allowed=False),
    Row(
        "30.53",
        "redeploy-through",
        "may not redeploy to or through an unsupplied base",
        AIR,
        allowed=False,
    ),
    Row(
        "30.53",
        "redeploy-through",
        "may not redeploy to or through an unsupplied port",
        NAVAL,
        allowed=False,
    ),
)
"""What isolation does on top of that (30.53)."""

_GONE_WHEN_OUT = ("oppose-bombing", "sw-box")
"""What partial supply leaves free and isolation takes."""


def effects(supply: Supply, unit: Unit, judged: Judged) -> tuple[Effect, ...]:
    """Everything that a unit's supply does to it."""
    found = list(_by_table(supply, unit, judged.grade))
    found += _of_exploitation(supply, unit, judged)
    found += _of_isolation(supply, unit, judged)
    return tuple(found)


def _by_table(supply: Supply, unit: Unit, grade: Grade) -> Iterator[Effect]:
    if grade == "full":
        return
    kind = supply.board.kind(unit)
    rows = PARTIAL if grade == "partial" else PARTIAL + ISOLATED
    for row in rows:
        if grade == "out" and row.code in _GONE_WHEN_OUT:
            continue
        if kind in row.kinds and (row.when is None or row.when(supply, unit)):
            yield Effect(row.rule, row.code, row.text, row.allowed, row.value)


def _of_exploitation(supply: Supply, unit: Unit, judged: Judged) -> Iterator[Effect]:
    """30.58: armor supplied for its exploitation alone may not exploit again."""
    if judged.code != "exploited":
        return
    bit = supply.board.ground.bit[unit.space]
    if supply.reach(unit.nation).grade(bit) != "full":
        text = "may not exploit this turn: it has no full supply but for its last exploitation"
        yield Effect("30.58", "exploit", text, allowed=False)


def _of_isolation(supply: Supply, unit: Unit, judged: Judged) -> Iterator[Effect]:
    """30.54 to 30.57, and 30.27 for what holds out in an IC."""
    from vassal_supply.systems.awaw import elimination

    if judged.grade == "out" and supply.board.is_ground(unit):
        yield from elimination.of_unit(supply, unit)
    elif judged.code == "in-hex":
        yield from elimination.of_ic(supply, unit)


def all_rows() -> tuple[Row, ...]:
    """Every row of the tables."""
    return PARTIAL + ISOLATED
