"""Charging units to industrial complexes by maximum flow, and the bottleneck where they do not all fit (AA-2).

A ship or a fighter on a carrier may be charged to any eligible complex beside its sea zone, so whether a set of
placements fits is a question of all complexes together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import networkx

Group = str
"""What units have in common that the same complexes may mobilise them: a territory, a sea zone, a class."""

_Node = tuple[str, str]
_SOURCE, _SINK = ("source", ""), ("sink", "")


class Bottleneck(NamedTuple):
    """Complexes that must mobilise more than they can: the groups that depend on them, and the least excess."""

    complexes: tuple[str, ...]
    groups: tuple[Group, ...]
    capacity: int
    units: int

    @property
    def excess(self) -> int:
        """How many units are too many, however they are charged."""
        return self.units - self.capacity


class Charge(NamedTuple):
    """The fullest way to charge units to complexes: how many of a group each takes, and where it does not fit."""

    flows: Mapping[Group, Mapping[str, int]]
    bottlenecks: tuple[Bottleneck, ...]

    @property
    def total(self) -> int:
        """How many units are charged."""
        return sum(sum(taken.values()) for taken in self.flows.values())

    def used(self, complex: str) -> int:
        """How many units a complex mobilises."""
        return sum(taken.get(complex, 0) for taken in self.flows.values())


def charge(
    capacity: Mapping[str, int], groups: Mapping[Group, tuple[int, tuple[str, ...]]]
) -> Charge:
    """Charge groups of units, each with its size and the complexes that may mobilise it, to complexes.

    The number charged is the greatest there is; the bottlenecks are the smallest sets of complexes that are too weak
    (those on the source's side of the cut), apart where they share no group.
    """
    if not groups:
        return Charge({}, ())
    import networkx
    from networkx.algorithms.flow import edmonds_karp

    graph: networkx.DiGraph[_Node] = networkx.DiGraph()
    graph.add_nodes_from([_SOURCE, _SINK])
    for complex, units in capacity.items():
        graph.add_edge(("complex", complex), _SINK, capacity=units)
    for group, (units, complexes) in groups.items():
        graph.add_edge(_SOURCE, ("group", group), capacity=units)
        graph.add_edges_from((("group", group), ("complex", one)) for one in complexes)
    residual = edmonds_karp(graph, _SOURCE, _SINK)
    flows = {
        group: {one: flow for one in complexes if (flow := _flow(residual, group, one)) > 0}
        for group, (_, complexes) in groups.items()
    }
    return Charge(flows, _bottlenecks(residual, capacity, groups))


def _flow(residual: networkx.DiGraph[_Node], group: Group, complex: str) -> int:
    return int(residual["group", group]["complex", complex]["flow"])


def _bottlenecks(
    residual: networkx.DiGraph[_Node],
    capacity: Mapping[str, int],
    groups: Mapping[Group, tuple[int, tuple[str, ...]]],
) -> tuple[Bottleneck, ...]:
    """What can still be reached from the source along edges that are not full, part by part."""
    import networkx

    slack: networkx.Graph[_Node] = networkx.Graph()
    reached, front = {_SOURCE}, [_SOURCE]
    while front:
        node = front.pop()
        for other, edge in residual[node].items():
            if edge["capacity"] > edge["flow"]:
                if node != _SOURCE:
                    slack.add_edge(node, other)
                else:
                    slack.add_node(other)
                if other not in reached:
                    reached.add(other)
                    front.append(other)
    slack.remove_nodes_from([_SOURCE])
    found = [_bottleneck(part, capacity, groups) for part in networkx.connected_components(slack)]
    order = {group: n for n, group in enumerate(groups)}
    return tuple(sorted(found, key=lambda one: order[one.groups[0]]))


def _bottleneck(
    part: set[_Node],
    capacity: Mapping[str, int],
    groups: Mapping[Group, tuple[int, tuple[str, ...]]],
) -> Bottleneck:
    complexes = tuple(one for one in capacity if ("complex", one) in part)
    inside = tuple(group for group in groups if ("group", group) in part)
    return Bottleneck(
        complexes,
        inside,
        sum(capacity[one] for one in complexes),
        sum(groups[group][0] for group in inside),
    )
