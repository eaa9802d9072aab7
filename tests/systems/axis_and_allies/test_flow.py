"""Charging by maximum flow, held to what counting all subsets gives (Hall: the deficiency of the worst one)."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.systems.axis_and_allies.flow import charge

NAMES = ("A", "B", "C", "D")
capacities = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), min_size=1)
demands = st.lists(
    st.tuples(st.integers(1, 5), st.sets(st.sampled_from(NAMES), min_size=1)),
    min_size=1,
    max_size=5,
)


@given(capacities, demands)
def test_as_many_are_charged_as_can_be_and_the_bottlenecks_say_why(
    capacity: dict[str, int], wanted: list[tuple[int, set[str]]]
) -> None:
    groups = {
        f"g{n}": (units, tuple(one for one in capacity if one in where))
        for n, (units, where) in enumerate(wanted)
        if where & capacity.keys()
    }
    fit = charge(capacity, groups)
    for group, taken in fit.flows.items():
        assert set(taken) <= set(groups[group][1])
        assert sum(taken.values()) <= groups[group][0]
    assert all(fit.used(one) <= units for one, units in capacity.items())
    short = worst(capacity, groups)
    assert fit.total == sum(units for units, _ in groups.values()) - short
    assert sum(one.excess for one in fit.bottlenecks) == short
    for one in fit.bottlenecks:
        assert one.excess > 0
        assert set(one.complexes) == {name for group in one.groups for name in groups[group][1]}
        assert one.capacity == sum(capacity[name] for name in one.complexes)
        assert one.units == sum(groups[group][0] for group in one.groups)


def worst(capacity: dict[str, int], groups: dict[str, tuple[int, tuple[str, ...]]]) -> int:
    """The largest excess of any set of groups over the complexes they may use."""
    found = 0
    for size in range(1, len(groups) + 1):
        for some in combinations(groups.values(), size):
            reach = {name for _, where in some for name in where}
            found = max(found, sum(u for u, _ in some) - sum(capacity[name] for name in reach))
    return found


def test_nothing_to_charge() -> None:
    assert charge({"A": 3}, {}).total == 0


def test_separate_bottlenecks_are_told_apart() -> None:
    fit = charge({"A": 1, "B": 2, "C": 9}, {"x": (3, ("A",)), "y": (4, ("B",)), "z": (1, ("C",))})
    assert [(one.complexes, one.excess) for one in fit.bottlenecks] == [(("A",), 2), (("B",), 2)]
    assert fit.used("C") == 1


def test_a_complex_that_only_shares_a_sea_zone_is_no_bottleneck_of_its_own() -> None:
    fit = charge({"A": 3, "B": 2}, {"sea": (4, ("A", "B")), "A": (2, ("A",))})
    [one] = fit.bottlenecks
    assert (one.complexes, one.units, one.capacity, one.excess) == (("A", "B"), 6, 5, 1)
