"""No name or password of a player is in what is told of a log."""

from __future__ import annotations

import time

import pytest

from tests.vassal.saves import piece, save_of
from vassal_supply.vassal.logs import Replay
from vassal_supply.vassal.save import Save

OTHERS = [
    "PLAYER\thunter2\tJoan (of Arc)\tRed",
    "PLAYER\ts3cret\tAl\t",
    "PLAYER\t\t\tGreen",
    "PNOTE\tnotes-owner\ttext",
    "SNOTE\tname\tsnote-owner\ttrue\ttext\t1\tSnoteHandle",
    "LOCKSPOTAB\ttab\tLocker\thash77\t1",
]
LOG = [["PLAYER\tlater-pass\tLater Larry\tBlue", "PYREMOVE\tgone-pass"]]


def game() -> Save:
    return save_of([piece("1")], OTHERS, LOG)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<Joan (of Arc)> - hello Al, Also", "<Red> - hello player, Also"),
        ("&lt;Somebody&gt; - hello", "&lt;player&gt; - hello"),
        ("* <Some Body> Turn Updated", "* <player> Turn Updated"),
        ("<b>Attack</b> by Later Larry", "<b>Attack</b> by Blue"),
        ("<font color=red>Joan (of Arc)</font>", "<font color=red>Red</font>"),
        ("hunter2 s3cret later-pass gone-pass", "Red player Blue player"),
        ("notes-owner snote-owner SnoteHandle Locker hash77", "player " * 4 + "player"),
        ("1-3 Pz: 0304 -> 0305", "1-3 Pz: 0304 -> 0305"),
        ("", ""),
    ],
)
def test_a_line(line: str, told: str) -> None:
    assert game().anonymous(line) == told


def test_steps_tell_no_names() -> None:
    change = "MutableProperty\tLast\tLater Larry\tJoan (of Arc)\tModule"
    save = save_of([piece("1")], OTHERS, [*LOG, ["CHAT<Al> hunter2", change]])
    step = list(Replay(save))[-1]
    assert step.chat == ("<player> Red",)
    assert step.properties == (("Last", "", "Red"),)
    assert "Joan" not in repr(step)


def test_very_many_names() -> None:
    others = [f"PLAYER\tpass{n}\tName{n}\tRed" for n in range(50_000)]
    start = time.perf_counter()
    assert save_of([piece("1")], others).anonymous("x" * 100_000) == "x" * 100_000
    assert time.perf_counter() - start < 30
