"""How a save lays out a map's boards."""

from typing import NamedTuple


class BoardPlacement(NamedTuple):
    """One board of a map as its ``BoardPicker`` command lays it out, in the cell (``column``, ``row``) of the layout."""

    name: str
    reversed: bool
    column: int
    row: int
