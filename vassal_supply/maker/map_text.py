"""The ``map.toml`` of a new kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vassal_supply.kit.ranges import quoted
from vassal_supply.kit.spaces import Raw
from vassal_supply.maker.ground import Ground
from vassal_supply.maker.toml_text import key, long_list, text
from vassal_supply.model import Lattice

_GUESS = "# guess: "
_MOST_NEIGHBOURS = 12

_HEAD = """\
# The map as supply rules see it, by the module's own location names.
# A list is names and ranges: "0101 0303..0506"; names with blanks in double quotes: '"Port Said" Suez'.

schema = 1
"""

_EXAMPLES = """\
# [terrain]
# forest = "{a} {b}"
#
# [features]
# city = "{a}"
#
# [names]
# {key} = "What players call it"
#
# [lines]
# rail = ["{a}-{b}"]
#
# [hexsides]
# river = ["{a}/{b}"]
#
# [[link]]
# kind = "strait"
# spaces = ["{a}-{b}"]
"""


def map_toml(grounds: list[Ground], sides: list[str]) -> str:
    """The whole file: examples with the map's own names, neighbours of areas, sources to mend."""
    ground = grounds[0] if grounds else None
    names = _names(ground) if ground else []
    one, other = [*names, "0101", "0102"][:2]
    examples = _EXAMPLES.format(a=_written(one), b=_written(other), key=key(one))
    parts = [_HEAD, examples]
    if ground and ground.is_area_map:
        parts.append(_neighbours(ground))
    parts.append(_sources(ground, sides))
    return "\n".join(parts)


def _written(name: str) -> str:
    """A name for use inside a basic string of TOML."""
    return quoted(name).replace('"', '\\"')


def _names(ground: Ground) -> list[str]:
    """Some spaces of the map that touch, for examples."""
    if ground.is_area_map:
        return list(ground.spaces)
    spaces = _largest_grid(ground)
    cells = {raw.cell: id for id, raw in spaces.items()}
    middle = list(spaces)[len(spaces) // 2]
    cell = spaces[middle].cell or (0, 0)
    kind = max(ground.layout.lattices(), key=len).kind
    around = Lattice(kind).neighbours(*cell)
    return [middle, *(cells[near] for near in around if near in cells)]


def _largest_grid(ground: Ground) -> dict[str, Raw]:
    """The spaces of the grid with the most cells."""
    count = Counter(raw.lattice for raw in ground.spaces.values() if raw.lattice is not None)
    largest = max(count, key=lambda lattice: count[lattice])
    return {id: raw for id, raw in ground.spaces.items() if raw.lattice == largest}


def _neighbours(ground: Ground) -> str:
    lines = [
        "# Areas and those they touch; each pair once.",
        f"{_GUESS}by how near the areas' middles are. Go through it with the printed map.",
        "[neighbours]",
    ]
    place = {id: (raw.x, raw.y) for id, raw in ground.spaces.items()}
    for name, others in nearest(place).items():
        lines.append(f"{key(name)} = {long_list(map(quoted, others))}")
    return "\n".join([*lines, ""])


def nearest(place: Mapping[str, tuple[int, int]]) -> dict[str, list[str]]:
    """Pairs of areas that have no third area between them (a Gabriel graph), each pair under its first area.

    ``place`` are the areas' middles in pixels.
    """
    found: dict[str, list[str]] = {}

    def apart(one: str, other: str) -> int:
        (ax, ay), (bx, by) = place[one], place[other]
        return (ax - bx) ** 2 + (ay - by) ** 2

    around = {
        one: sorted((o for o in place if o != one), key=lambda o: apart(one, o))[:_MOST_NEIGHBOURS]
        for one in place
    }
    for one, near in around.items():
        for other in near:
            if one in found.get(other, ()):
                continue
            if all(
                apart(one, third) + apart(third, other) > apart(one, other)
                for third in near
                if third != other
            ):
                found.setdefault(one, []).append(other)
    return found


def _sources(ground: Ground | None, sides: list[str]) -> str:
    lines = ["# Where supply comes from."]
    edges = _edges(ground) if ground and not ground.is_area_map else []
    if not edges:
        first = next(iter(ground.spaces), "") if ground else ""
        spaces = _written(first) if first else "..."
        return "\n".join(
            [
                *lines,
                f"{_GUESS}none; without a source every unit is out",
                *(
                    f'# [[source]]\n# users = [{text(side)}]\n# kind = "home"\n# spaces = "{spaces}"'
                    for side in sides
                ),
                "",
            ]
        )
    for side, (name, spaces) in zip(sides, edges, strict=False):
        lines += [
            "[[source]]",
            f"users = [{text(side)}]",
            'kind = "edge"',
            f"name = {text(f'the {name} map edge')}  {_GUESS}which edge is whose",
            f"spaces = {text(spaces)}",
            "",
        ]
    return "\n".join(lines)


def _edges(ground: Ground) -> list[tuple[str, str]]:
    """The left and right edge of the map's grids, as compact lists."""
    grid = {id: raw for id, raw in ground.spaces.items() if raw.lattice is not None}
    low, high = min(raw.x for raw in grid.values()), max(raw.x for raw in grid.values())
    reach = _column_width(ground) * 0.75
    left = {id: raw for id, raw in grid.items() if raw.x < low + reach}
    right = {id: raw for id, raw in grid.items() if raw.x > high - reach}
    return [("western", _compact(left)), ("eastern", _compact(right))]


def _column_width(ground: Ground) -> int:
    """How far apart two columns are, in pixels; of sideways hexes both halves of a staggered one reach the edge."""
    view = max(ground.layout.lattices(), key=len)
    first = next(iter(view))
    return max((abs(first.x - near.x) for near in view.neighbours(first)), default=1)


def _compact(spaces: Mapping[str, Raw]) -> str:
    """A list of spaces, as a range where they fill a rectangle of one numbering."""
    numbers = {raw.number: id for id, raw in spaces.items() if raw.number}
    (lattice, *first), (last_lattice, *last) = min(numbers), max(numbers)
    area = (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
    if len(spaces) > 1 and lattice == last_lattice and area == len(numbers) == len(spaces):
        return f"{quoted(numbers[min(numbers)])}..{quoted(numbers[max(numbers)])}"
    return " ".join(map(quoted, spaces))
