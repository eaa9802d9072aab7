"""Where things can be: spaces, the lattices they lie in, the links between them."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import networkx

LatticeKind = Literal["hex", "square"]

Value = str | int | float | bool
"""What a kit can read off a counter or say of a space's source."""

# Steps (column, row) to the neighbours, per lattice kind and parity of the column's stagger.
_HEX_LEVEL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_HEX_LOWERED = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_SQUARE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class Lattice(NamedTuple):
    """A regular grid of spaces in its own (column, row) counting.

    Columns with an odd number sit half a hex lower than even ones. A grid of sideways hexes is the same lattice
    seen lying down: its ``column`` counts along the pixel y axis, its ``row`` along x.
    """

    kind: LatticeKind
    sideways: bool = False

    def neighbours(self, column: int, row: int) -> Iterator[tuple[int, int]]:
        """The cells that share a hexside (or, on squares, a side or corner) with (column, row)."""
        steps = _SQUARE if self.kind == "square" else (_HEX_LOWERED if column % 2 else _HEX_LEVEL)
        return ((column + dc, row + dr) for dc, dr in steps)


class Space(NamedTuple):
    """A hex, square, area, box or sea zone.

    ``id`` is its location name (``Map:name`` where two maps of a kit share it); ``x``, ``y`` the centre in map pixels;
    ``lattice`` the index of its lattice in :attr:`MapModel.lattices` and ``cell`` its (column, row) there, or ``None``
    for an area or box that lies in no lattice. ``nation`` is the country it is printed as part of, ``regions`` the
    named groups it belongs to, ``value`` the number printed in it (income, victory points, port size).
    """

    id: str
    map: str
    x: int
    y: int
    lattice: int | None = None
    cell: tuple[int, int] | None = None
    terrain: str = ""
    features: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    nation: str = ""
    value: int = 0
    regions: frozenset[str] = frozenset()


class Link(NamedTuple):
    """A way from one space to another besides lattice adjacency, or one that carries a kind (road, rail, strait...).

    ``users`` are the sides or nations that may use it; empty means all. ``both`` is false for a one-way link. ``name``
    is what a player calls it, and what a rule that opens or closes it by name goes by.
    """

    a: str
    b: str
    kind: str
    users: frozenset[str] = frozenset()
    both: bool = True
    name: str = ""


class Source(NamedTuple):
    """A supply source: a space where lines of its users may end.

    ``kind`` is the rulebook's word for it (city, edge, port, depot...), ``name`` what a player calls it, ``users`` the
    sides or nations that may use it (empty: all), ``grade`` the best grade a line to it can give, ``piece`` the id of
    the counter it comes from, empty for a printed one. ``values`` are whatever else the kit says of it, for rules that
    ask: a capacity, a condition.
    """

    space: str
    kind: str = "source"
    name: str = ""
    users: frozenset[str] = frozenset()
    grade: str = "full"
    piece: str = ""
    values: Mapping[str, Value] = MappingProxyType({})

    def __hash__(self) -> int:
        return hash((self.space, self.kind, self.name, self.users, self.grade, self.piece))


class MapModel:
    """All spaces of the maps in play, in a fixed order, with their links.

    ``spaces`` maps id to space. ``hexsides`` maps an unordered pair of neighbouring space ids, in sorted order, to the
    kinds of that hexside (river, impassable...).
    """

    __slots__ = ("hexsides", "lattices", "links", "spaces")

    # Written out, as in Situation: to make a dataclass of it would slow every start.
    def __init__(
        self,
        spaces: dict[str, Space] | None = None,
        lattices: list[Lattice] | None = None,
        links: list[Link] | None = None,
        hexsides: dict[tuple[str, str], frozenset[str]] | None = None,
    ) -> None:
        self.spaces = {} if spaces is None else spaces
        self.lattices = [] if lattices is None else lattices
        self.links = [] if links is None else links
        self.hexsides = {} if hexsides is None else hexsides

    def cells(self) -> dict[tuple[int, int, int], str]:
        """Space ids by (lattice, column, row)."""
        return {
            (space.lattice, *space.cell): space.id
            for space in self.spaces.values()
            if space.lattice is not None and space.cell is not None
        }

    def adjacent(self, space_id: str, cells: Mapping[tuple[int, int, int], str]) -> Iterator[str]:
        """Ids of the lattice neighbours of a space; ``cells`` comes from :meth:`cells`."""
        space = self.spaces[space_id]
        if space.lattice is None or space.cell is None:
            return
        for column, row in self.lattices[space.lattice].neighbours(*space.cell):
            if found := cells.get((space.lattice, column, row)):
                yield found

    def graph(self, kinds: Iterable[str] = ("adjacent",)) -> "networkx.MultiDiGraph[str]":
        """The map as a networkx graph with a ``kind`` on each edge; lattice adjacency counts as ``adjacent``."""
        import networkx

        wanted = set(kinds)
        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        graph.add_nodes_from(self.spaces)
        if "adjacent" in wanted:
            cells = self.cells()
            graph.add_edges_from(
                (one, other, {"kind": "adjacent"})
                for one in self.spaces
                for other in self.adjacent(one, cells)
            )
        for link in self.links:
            if link.kind in wanted:
                graph.add_edge(link.a, link.b, kind=link.kind)
                if link.both:
                    graph.add_edge(link.b, link.a, kind=link.kind)
        return graph
