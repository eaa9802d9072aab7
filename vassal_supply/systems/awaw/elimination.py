"""Elimination by isolation, who is spared, and how the defence of those wears off (30.54, 30.56, 30.57, 30.27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.supply.determination import Effect
from vassal_supply.systems.awaw.board import AIR, NAVAL
from vassal_supply.systems.awaw.who import COMMUNISTS, NATIONALISTS

if TYPE_CHECKING:
    from vassal_supply.model import Marker, Unit
    from vassal_supply.systems.awaw.supply import Supply

BASES = ("airbase", "rocket_base", "bridgehead")


class Spared(NamedTuple):
    """The exception that keeps an isolated unit in play: its rule and sentence."""

    rule: str
    text: str


def spared(supply: Supply, unit: Unit) -> Spared | None:
    """The first exception of 30.542 that holds for a unit, ``None`` when isolation eliminates it."""
    board = supply.board
    bit = board.ground.bit[unit.space]
    if board.kind(unit) in AIR + NAVAL:
        return Spared("30.542", "air and naval units are never eliminated by isolation")
    if board.forts >> bit & 1:
        return Spared("30.542a", "it stands in a fortress or fortification")
    if board.pacific >> bit & 1 and (board.ports | board.one_hex_islands) >> bit & 1:
        return Spared("30.542b", "it stands in a Pacific port or on a one-hex island")
    hiding = board.terrain(board.book.words["terrain"]["hiding"])
    if unit.nation == "Japan" and hiding >> bit & 1:
        return Spared("30.542c", "it is a Japanese unit in the jungle")
    chinese = supply.who.faction(unit.nation) in (NATIONALISTS, COMMUNISTS)
    if chinese and board.regions("china") >> bit & 1:
        return Spared("30.542d", "it is a Chinese unit in China")
    return None


def of_unit(supply: Supply, unit: Unit) -> Iterator[Effect]:
    """What becomes of an isolated ground unit."""
    saved = spared(supply, unit)
    if saved is not None:
        yield Effect(saved.rule, "survives", f"is not eliminated: {saved.text}", allowed=True)
        yield from _wears_off(supply, unit)
    elif is_eliminated(supply, unit):
        yield Effect("30.541", "eliminated", "is eliminated: still isolated after combat", False)
        text = "costs twice its BRPs to rebuild in the same game turn, the normal cost later"
        yield Effect("30.56", "rebuild", text, value=2)
    elif supply.memory.phase != "post-combat":
        text = "is eliminated after combat if it is isolated then too"
        yield Effect("30.541", "in-danger", text)


def is_eliminated(supply: Supply, unit: Unit) -> bool:
    """Whether a unit that is isolated now goes: it was isolated at the initial determination too (30.541)."""
    return (
        supply.memory.before(unit.id) == "out"
        and supply.is_moving(unit.nation)
        and spared(supply, unit) is None
    )


def turns_isolated(supply: Supply, unit: Unit) -> int:
    """The turns that a survivor has been isolated for, this one counted once it is over (30.57)."""
    before = supply.memory.counts("erosion").get(unit.id, 0)
    return before + (1 if supply.memory.is_post_combat else 0)


def _wears_off(supply: Supply, unit: Unit) -> Iterator[Effect]:
    """30.57: the hex's DM, fort and terrain included, is one less for each turn, never below face value."""
    dm = defence(supply, unit.space)
    lost = min(turns_isolated(supply, unit), dm)
    if lost:
        text = f"defends at {lost} DM less than the {dm} of its hex, never below face value"
        yield Effect("30.57", "dm", text, value=-lost)


def of_ic(supply: Supply, unit: Unit) -> Iterator[Effect]:
    """30.27: in an IC alone the DM falls too, a turn later for every five BRPs in it."""
    bit = supply.board.ground.bit[unit.space]
    if not supply.board.ics >> bit & 1:
        return
    turns = turns_in_ic(supply, unit.space)
    delay = brps(supply, unit.space) // supply.book.delay_per
    lost = min(max(0, turns - delay), defence(supply, unit.space))
    if lost:
        text = f"defends at {lost} DM less: {turns} turns in an IC without other supply"
        yield Effect("30.27", "dm", text, value=-lost)


def turns_in_ic(supply: Supply, space: str) -> int:
    """The turns that the units in an IC have drawn on it alone."""
    before = supply.memory.counts("ics").get(space, 0)
    return before + (1 if supply.memory.is_post_combat else 0)


def brps(supply: Supply, space: str) -> int:
    """The BRPs of an IC: its counter's, or the value printed in its hex."""
    for marker in supply.board.placed("ic"):
        value = marker.values.get("brp")
        if marker.space == space and isinstance(value, int):
            return value
    return supply.situation.map.spaces[space].value


def defence(supply: Supply, space: str) -> int:
    """The DM of a hex with its terrain and forts, by the rulebook's ``[defence]``."""
    board, table = supply.board, supply.book.defence
    bit = board.ground.bit[space]
    one = supply.situation.map.spaces[space]
    words = {one.terrain, *one.features}
    for key in ("fortress", "fortification", "ic"):
        if board.marked(key) >> bit & 1:
            words.add(key)
    return sum(table.get(word, 0) for word in words)


def lost_bases(supply: Supply) -> list[Marker]:
    """The airbases, rocket bases and bridgeheads that go with no supply in both determinations (30.541)."""
    memory = supply.memory
    if not memory.same_turn:
        return []
    found = []
    for key in BASES:
        for marker in supply.board.placed(key):
            bit = supply.board.ground.bit.get(marker.space)
            if bit is None:
                continue
            holder = marker.nation or supply.holder(bit)
            faction = supply.who.faction(holder)
            before = marker.space in memory.hexes(faction, "out")
            if faction in supply.moving and before and supply.base_grade(holder, bit) == "out":
                found.append(marker)
    return found
