"""Mutated saves: whatever is wrong with a file, only errors of ours leave."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vassal.mutants import (
    sample,
    save_from,
    texts,
    try_broken_file,
    try_everything,
    try_mutant,
)
from vassal_supply.vassal.save import Save

SEEDS = st.integers(0, 10**9)


def test_the_sample_itself_is_sound() -> None:
    try_everything(save_from(sample()))
    save = Save.from_bytes(save_from(sample()), "x.vsav")
    assert (save.warnings, save.steps, len(save.pieces)) == ([], 3, 3)
    assert [warning.text.partition(" (")[0] for warning in save.check_traits()] == [
        "a trait of a kind VASSAL does not have"
    ]


@settings(max_examples=400, deadline=None)
@given(SEEDS, st.integers(1, 12))
def test_mutants_of_the_sample(seed: int, changes: int) -> None:
    try_mutant(sample(), seed, changes)


@settings(max_examples=200, deadline=None)
@given(SEEDS, st.integers(1, 12))
def test_files_of_the_sample_broken(seed: int, changes: int) -> None:
    try_broken_file(save_from(sample()), seed, changes)


def test_mutants_of_real_saves(corpus: Path) -> None:
    paths = [
        corpus / "ragnarok" / "start.vsav",
        corpus / "kassala" / "default-setup.vsav",
        corpus / "trc" / "new.vsav",
    ]
    for seed in range(20):
        for text in texts(paths):
            try_mutant(text, seed, 1 + seed)
        for path in paths:
            try_broken_file(path.read_bytes(), seed, 1 + seed)
