"""The engine against its slow twin, and what must hold of any determination."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.supply import twin
from tests.supply.legal import problems
from tests.supply.scenes import random_rulebook, random_situation, shuffled
from tests.supply.twin import BEST
from vassal_supply.model import Link, MapModel, Source
from vassal_supply.supply import determine, parse_rulebook

seeds = st.integers(min_value=0, max_value=2**32)
slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def grades_of(determination):
    return {name: verdict.grade for name, verdict in determination.verdicts.items()}


@given(seeds)
@slow
def test_engine_and_twin_agree_and_every_line_is_legal(seed):
    rng = Random(seed)
    situation, rulebook = random_situation(rng), parse_rulebook(random_rulebook(rng))
    found = determine(situation, rulebook)
    assert grades_of(found) == twin.grades(situation, rulebook)
    for verdict in found.verdicts.values():
        assert problems(situation, rulebook, verdict) == []
        assert verdict.reasons


@given(seeds)
@slow
def test_nothing_depends_on_the_order_of_things(seed):
    rng = Random(seed)
    situation, rulebook = random_situation(rng), parse_rulebook(random_rulebook(rng))
    one, other = determine(situation, rulebook), determine(shuffled(situation, rng), rulebook)
    for name, verdict in one.verdicts.items():
        twin_verdict = other.verdicts[name]
        assert (verdict.grade, verdict.line, verdict.source, verdict.reasons) == (
            twin_verdict.grade,
            twin_verdict.line,
            twin_verdict.source,
            twin_verdict.reasons,
        )


def supplied(situation, rulebook):
    return {
        name: BEST.index(verdict.grade)
        for name, verdict in determine(situation, rulebook).verdicts.items()
    }


@given(seeds)
@slow
def test_more_links_sources_or_fewer_bars_never_take_supply_away(seed):
    rng = Random(seed)
    situation, table = random_situation(rng), random_rulebook(rng)
    before = supplied(situation, parse_rulebook(table))
    ids = sorted(situation.map.spaces)
    old = situation.map
    kind = rng.choice(("road", "rail", "sea"))
    link = Link(rng.choice(ids), rng.choice(ids), kind)
    linked = MapModel(old.spaces, old.lattices, [*old.links, link], old.hexsides)
    more_links = situation.replaced(map=linked)
    source = Source(rng.choice(ids), rng.choice(("city", "edge")), users=frozenset({"Red"}))
    more_sources = situation.replaced(sources=(*situation.sources, source))
    fewer_bars = deepcopy(table)
    for leg in fewer_bars["leg"]:
        if leg["bars"]:
            leg["bars"].pop(rng.randrange(len(leg["bars"])))
            break
    for changed, rules in (
        (more_links, table),
        (more_sources, table),
        (situation, fewer_bars),
    ):
        after = supplied(changed, parse_rulebook(rules))
        assert all(after[name] <= grade for name, grade in before.items())
