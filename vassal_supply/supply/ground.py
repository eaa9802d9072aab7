"""A map's spaces as bits: the numbering that turns a set of spaces into one whole number.

The cells of a lattice are numbered row by row, with one empty column at the end of each row and an empty row
between lattices, so that a step to a neighbour is a shift that never lands on a wrong space. Spaces outside all
lattices (areas, boxes, sea zones) follow behind and are reached by links alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vassal_supply.model import MapModel, Space

# A lattice whose cells lie this thinly in their rectangle is cheaper as links than as a field of mostly nothing.
_THIN = 64

# With at least one bit in so many a field is quicker written out in digits.
_DENSE = 64

Sketch = bytearray
"""A field being drawn, as the digits of its number; the lowest bit is the last digit."""
SET = 49
"""The digit 1 of a sketch."""

# Fields longer than this are listed by way of text.
_LONG = 1 << 13


def bits_of(field: int) -> Iterator[int]:
    """The numbers of the bits set in a field, lowest first."""
    if field.bit_length() > _LONG:
        yield from _bits_of_long(field)
        return
    while field:
        low = field & -field
        yield low.bit_length() - 1
        field ^= low


def _bits_of_long(field: int) -> Iterator[int]:
    """The same by way of text, which does not copy the whole field for each bit."""
    digits = bin(field)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


class Ground:
    """The numbering of one map.

    ``bit`` maps a space id to its bit; ``ids`` is the way back (empty strings are padding). ``every`` is the field
    of all spaces, ``mesh`` that of lattice cells; ``up`` and ``down`` are the cells whose sideways neighbours
    include the row before and the row after their own. ``width`` is the shift from one row to the next. ``loose``
    lists neighbours that no shift joins; ``doubled`` the spaces whose cell another space holds already.
    The numbering follows the cells and the ids, never the order in which the map lists its spaces.
    """

    def __init__(self, model: MapModel) -> None:
        self.model = model
        self.bit: dict[str, int] = {}
        self.loose: list[tuple[int, int]] = []
        self.doubled: list[str] = []
        self._showing: dict[frozenset[str], int] = {}
        meshed, apart = self._sort_out()
        spans = {lattice: _span(cells) for lattice, cells in meshed.items()}
        self.width = 1 + max((len(columns) for columns, _ in spans.values()), default=0)
        size = self.width + 1  # so that no neighbour of the first row has a number below 0
        for lattice, cells in meshed.items():
            size = self._number(cells, *spans[lattice], size)
        mesh_size = size
        for space in sorted(apart, key=lambda space: space.id):
            self.bit[space.id] = size
            size += 1
        self.size = size
        self.ids = [""] * size
        for name, bit in self.bit.items():
            self.ids[bit] = name
        self.every = self.field(list(self.bit.values()))
        self.mesh = self.every & ((1 << mesh_size) - 1)
        self._tell_rows(meshed)
        self._join_thin(apart)

    def field(self, bits: Iterable[int]) -> int:
        """The field with just these bits."""
        chosen = bits if isinstance(bits, list) else list(bits)
        if self.size < _DENSE * len(chosen):
            sketch = self.blank()
            for bit in chosen:
                sketch[~bit] = SET
            return int(sketch, 2)
        buffer = bytearray(self.size // 8 + 1)
        for bit in chosen:
            buffer[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(buffer, "little")

    def blank(self) -> Sketch:
        """An empty sketch: mark ``sketch[~bit]`` with :data:`SET`, then ``int(sketch, 2)`` is the field."""
        return bytearray(b"0") * self.size

    def field_of(self, names: Iterable[str]) -> int:
        """The field of the spaces with these ids; ids the map does not have are passed over."""
        bit = self.bit
        return self.field([bit[name] for name in names if name in bit])

    def showing(self, words: frozenset[str]) -> int:
        """The spaces with one of these terrains or features."""
        if words not in self._showing:
            self._showing[words] = self.field_of(
                space.id
                for space in self.model.spaces.values()
                if space.terrain in words or space.features & words
            )
        return self._showing[words]

    def names_of(self, field: int) -> list[str]:
        """The ids of the spaces of a field, in the ground's order."""
        return [self.ids[bit] for bit in bits_of(field)]

    def count(self, number: int) -> str:
        """``number`` spaces in a player's word: hexes, squares, areas, or spaces where they mix."""
        kinds = {lattice.kind for lattice in self.model.lattices}
        one = "area" if not kinds else kinds.pop() if len(kinds) == 1 else "space"
        return f"{number} {one if number == 1 else one + ('es' if one == 'hex' else 's')}"

    def _sort_out(self) -> tuple[dict[int, dict[tuple[int, int], Space]], list[Space]]:
        """Spaces by lattice and cell, and those to be reached by links alone."""
        meshed: dict[int, dict[tuple[int, int], Space]] = {}
        apart: list[Space] = []
        for space in self.model.spaces.values():
            if space.lattice is None or space.cell is None:
                apart.append(space)
                continue
            cells = meshed.setdefault(space.lattice, {})
            other = cells.setdefault(space.cell, space)
            if other is not space:
                loser = max(space, other, key=lambda one: one.id)
                cells[space.cell] = min(space, other, key=lambda one: one.id)
                self.doubled.append(loser.id)
                apart.append(loser)
        self.doubled.sort()
        for lattice in [key for key, cells in meshed.items() if _is_thin(cells)]:
            apart.extend(meshed.pop(lattice).values())
        return dict(sorted(meshed.items())), apart

    def _number(
        self, cells: dict[tuple[int, int], Space], columns: range, rows: range, start: int
    ) -> int:
        """Give the cells of one lattice their bits from ``start`` on; the first free number after it."""
        width = self.width
        first = start - rows.start * width - columns.start
        for (column, row), space in cells.items():
            self.bit[space.id] = first + row * width + column
        return start + (len(rows) + 1) * width

    def _tell_rows(self, meshed: dict[int, dict[tuple[int, int], Space]]) -> None:
        up: list[int] = []
        down: list[int] = []
        for lattice, cells in meshed.items():
            square = self.model.lattices[lattice].kind == "square"
            for (column, _), space in cells.items():
                if square or not column % 2:
                    up.append(self.bit[space.id])
                if square or column % 2:
                    down.append(self.bit[space.id])
        self.up = self.field(up)
        self.down = self.field(down)

    def _join_thin(self, apart: list[Space]) -> None:
        """The neighbours of cells that were numbered without their lattice."""
        doubled = set(self.doubled)
        held = {
            (space.lattice, space.cell): self.bit[space.id]
            for space in apart
            if space.cell is not None and space.id not in doubled
        }
        for (lattice, cell), bit in held.items():
            assert lattice is not None and cell is not None
            for near in self.model.lattices[lattice].neighbours(*cell):
                if (lattice, near) in held:
                    self.loose.append((bit, held[lattice, near]))


def _span(cells: dict[tuple[int, int], Space]) -> tuple[range, range]:
    """Columns and rows of the rectangle that holds the cells."""
    rows = [row for _, row in cells]
    return range(min(cells)[0], max(cells)[0] + 1), range(min(rows), max(rows) + 1)


def _is_thin(cells: dict[tuple[int, int], Space]) -> bool:
    columns, rows = _span(cells)
    return len(columns) * len(rows) > _THIN * (len(cells) + _THIN)
