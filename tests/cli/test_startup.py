"""What a player waits for: help loads nothing heavy, and a check nothing it does without (see benchmarks/startup.py)."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests import trc
from vassal_supply.cli import VERBS
from vassal_supply.systems import BUILT_IN

HEAVY = ("lxml", "networkx", "PIL", "rich")
LOADED = """
import sys
from vassal_supply.cli import main
status = main(sys.argv[1:])
print("loaded:", *sys.modules)
"""
# What other verbs, kits and saves need, and a plain check does without.
SPARED = {
    "dataclasses",
    "json",
    "unicodedata",
    "vassal_supply.annotate",
    "vassal_supply.export",
    "vassal_supply.kit.facts",
    "vassal_supply.kit.hypotheses",
    "vassal_supply.maker",
    "vassal_supply.supply.explanation",
    "vassal_supply.supply.sharing",
    "vassal_supply.vassal.editing",
    "vassal_supply.vassal.expressions",
    "vassal_supply.vassal.extension",
    "vassal_supply.vassal.logs",
    "vassal_supply.vassal.palette",
    "vassal_supply.vassal.turns",
}


def modules(*words: str) -> set[str]:
    """The modules that a call of the command line has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=True
    )
    *_, last = done.stdout.splitlines()
    assert last.startswith("loaded:")
    return set(last.split()[1:])


def loaded(*words: str) -> list[str]:
    """The heavy packages that a call of the command line has loaded."""
    found = modules(*words)
    return [name for name in HEAVY if name in found]


@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help_loads_nothing_heavy(verb):
    assert loaded(*([verb] if verb else []), "--help") == []


def test_python_m_loads_no_more_for_help():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "vassal_supply", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert {"click", "vassal_supply.cli"} <= found
    assert not found & set(HEAVY)
    assert {name for name in found if name.startswith("vassal_supply.")} == {
        "vassal_supply.cli",
        "vassal_supply.errors",
        "vassal_supply.version",
    }


def test_python_m_is_the_same_command(run):
    done = subprocess.run(
        [sys.executable, "-m", "vassal_supply", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == run("--help").out
    assert (
        subprocess.run([sys.executable, "-m", "vassal_supply", "chek"], check=False).returncode == 2
    )


def test_a_check_loads_what_reads_xml_and_no_more(corpus):
    assert loaded("check", *trc.words(corpus), "-q") == ["lxml"]


def test_a_check_loads_no_rule_system_but_the_one_asked_for(corpus):
    homes = {home.partition(":")[0] for home in BUILT_IN.values()}
    found = modules("check", *trc.words(corpus), "-q")
    assert found & homes == {"vassal_supply.systems.generic"}


def test_a_plain_check_loads_nothing_that_only_others_need(corpus):
    for name in SPARED:
        assert find_spec(name), name
    assert not modules("check", *trc.words(corpus), "-q") & SPARED
