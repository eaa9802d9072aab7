"""What a player waits for, against the floor: starting Python and importing the two libraries a check cannot do without.

The floor is ``python -c "import click, lxml.etree"``. Beside it run, each in a process of its own:

- ``check``: ``python -m vassal_supply check`` on a campaign of The Russian Campaign, 215 pieces and a board of 1,260
  hexes, with its module and the kit ``fixtures/kits/trc-plain``, which plays on 1,023 of them and judges 92 units;
- ``json``: the same with ``--format json``, which works out the lines of supplied units too;
- ``help``: ``python -m vassal_supply --help``, which needs the first of the two libraries alone.

All are byte-compiled before, as in an installed package, and run in turn, so that all meet the same weather. What counts
is the processor's time of the process, which a busy machine stretches less than the clock's (where the system does not
tell it, as on Windows, the clock's), and of all rounds the best.

    python benchmarks/startup.py [CORPUS] [--rounds N]

One line a figure: ``figure NAME VALUE``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # measures the checkout it stands in
ROUNDS = 20
FLOOR = ("-c", "import click, lxml.etree")
COMMAND = ("-m", "vassal_supply")


def processor_time() -> float:
    """Seconds of processor time that all finished child processes have used, or the clock's seconds."""
    try:
        import resource
    except ImportError:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cost(words: Sequence[str], environment: Mapping[str, str]) -> float:
    """What one run of Python with these words costs, in seconds."""
    before = processor_time()
    subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    return processor_time() - before


def best_of(rounds: int, works: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The least that each run costs; the first round, which compiles, does not count."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        found: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(rounds + 1):
            for name, words in works.items():
                found[name].append(cost(words, environment))
    return {name: min(costs[1:]) for name, costs in found.items()}


def figures(corpus: Path, rounds: int) -> None:
    """Print the figures for the campaign."""
    check = (
        *COMMAND,
        "check",
        str(corpus / "trc" / "campaign.vsav"),
        "--module",
        str(corpus / "trc" / "module.vmod"),
        "--kit",
        str(ROOT / "fixtures" / "kits" / "trc-plain"),
    )
    works = {
        "base": FLOOR,
        "check": check,
        "json": (*check, "--format", "json"),
        "help": (*COMMAND, "--help"),
    }
    best = best_of(rounds, works)
    base = best.pop("base")
    print(f"figure startup.base_ms {base * 1000:.1f}")
    for name, ours in best.items():
        print(f"figure startup.{name}_over_base {ours / base:.2f}")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = ROOT.parent / "shared" / "corpus"
    parser.add_argument("corpus", nargs="?", type=Path, default=default)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    if not options.corpus.is_dir():
        sys.exit(f"no corpus at {options.corpus}")
    figures(options.corpus, options.rounds)


if __name__ == "__main__":
    main()
