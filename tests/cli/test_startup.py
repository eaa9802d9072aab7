"""What a player waits for: help loads nothing heavy, and a whole check costs little more than its two libraries."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import trc
from vassal_supply.cli import VERBS

HEAVY = ("lxml", "networkx", "PIL", "rich")
LOADED = f"""
import sys
from vassal_supply.cli import main
status = main(sys.argv[1:])
print("heavy:", *[name for name in {HEAVY} if name in sys.modules])
"""
RUNS = 7


def loaded(*words: str) -> list[str]:
    """The heavy packages that a call of the command line has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=True
    )
    *_, last = done.stdout.splitlines()
    assert last.startswith("heavy:")
    return last.split()[1:]


@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help_loads_nothing_heavy(verb):
    assert loaded(*([verb] if verb else []), "--help") == []


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell what a child has used")
def test_a_whole_check_costs_three_times_its_libraries_at_most(corpus, tmp_path):
    """Processor time, so that other work on the machine does not count, and the best of some runs."""
    import resource

    env = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(tmp_path)  # compiled, as in an installed package

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    def cost(*words: str) -> float:
        best = []
        for _ in range(RUNS):
            before = used()
            subprocess.run([sys.executable, *words], env=env, capture_output=True, check=True)
            best.append(used() - before)
        return min(best)

    libraries = cost("-c", "import click, lxml.etree")
    assert cost("-m", "vassal_supply", "check", *trc.words(corpus)) <= 3 * libraries
