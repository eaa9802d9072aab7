"""Rule systems are found by name, the built-in ones without looking further."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from tests.supply.scenes import random_rulebook, random_situation
from tests.supply.test_explanation import PLAIN, hexes
from vassal_supply.errors import KitError, RequestError, RulebookError
from vassal_supply.supply import determine, parse_rulebook
from vassal_supply.systems import Request, check_request, find_system, names
from vassal_supply.tables import Table


def test_the_generic_system_determines_and_explains():
    system = find_system("generic")
    situation = hexes("...", ["Red-1 0101", "Blue-a 0201"], ["Red 0301"])
    table = Table(PLAIN, file="r.toml", error=RulebookError)
    found = system.determine(situation, table, Request(sides=frozenset({"Red"})))
    assert {name: verdict.grade for name, verdict in found.verdicts.items()} == {"p0": "out"}
    assert [bar.by for bar in system.explain(found, "p0").bars] == [("Blue-a",)] * 2
    for verdict in found.verdicts.values():
        assert all(reason.code in system.codes for reason in verdict.reasons)


def test_the_generic_turn_file_has_no_keys():
    system = find_system("generic")
    turn = Table({"phase": "supply"}, file="turn.toml", error=KitError)
    with pytest.raises(KitError, match=r"turn\.toml: phase: unknown key"):
        check_request(system, Request(turn=turn))


def test_an_unknown_side_is_refused():
    system, situation = find_system("generic"), hexes("..", [], [])
    with pytest.raises(RequestError, match="no side 'Green' in this game; its sides are Red, Blue"):
        system.determine(situation, Table(PLAIN), Request(sides=frozenset({"Green"})))


def test_an_unknown_system_lists_those_there_are():
    assert "generic" in names()
    with pytest.raises(RequestError, match=r"no rule system 'chess'; there are .*generic"):
        find_system("chess")


def test_the_built_in_systems_need_no_package_metadata():
    code = (
        "import sys; from vassal_supply.systems import Request, check_request, find_system; find_system('generic');"
        "print([name for name in ('importlib.metadata', 'networkx', 'lxml') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert done.stdout.strip() == "[]"


def test_the_engine_gives_every_code_that_is_declared_and_no_other():
    seen = set()
    for seed in range(300):
        rng = Random(seed)
        situation, rulebook = random_situation(rng), parse_rulebook(random_rulebook(rng))
        for verdict in determine(situation, rulebook).verdicts.values():
            seen |= {reason.code for reason in verdict.reasons}
    elsewhere = {"no-room", "unsettled"}  # test_capacity.py and test_computed.py
    assert seen == set(find_system("generic").codes) - elsewhere
