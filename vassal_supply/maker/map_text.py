"""The ``map.toml`` of a new kit."""

from __future__ import annotations

from vassal_supply.kit.ranges import quoted
from vassal_supply.maker.ground import Ground
from vassal_supply.maker.toml_text import key, long_list, text
from vassal_supply.vassal.cells import Cell, LatticeView, Region
from vassal_supply.vassal.module import Module

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


def map_toml(module: Module, grounds: list[Ground], sides: list[str]) -> str:
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
    if ground.is_area_map:
        return [region.name for region in _regions(ground)]
    view = max(ground.layout.lattices(), key=len)
    cells = list(view)
    middle = cells[len(cells) // 2]
    return [middle.name, *(near.name for near in view.neighbours(middle))]


def _regions(ground: Ground) -> list[Region]:
    found: dict[str, Region] = {}
    for region in ground.layout.regions():
        if region.name and (not ground.zones or region.zone in ground.zones):
            found.setdefault(region.name, region)
    return list(found.values())


def _neighbours(ground: Ground) -> str:
    lines = [
        "# Areas and those they touch; each pair once.",
        f"{_GUESS}by how near the areas' middles are. Go through it with the printed map.",
        "[neighbours]",
    ]
    for name, others in nearest(_regions(ground)).items():
        lines.append(f"{key(name)} = {long_list(map(quoted, others))}")
    return "\n".join([*lines, ""])


def nearest(regions: list[Region]) -> dict[str, list[str]]:
    """Pairs of areas that have no third area between them (a Gabriel graph), each pair under its first area."""
    found: dict[str, list[str]] = {}
    place = {region.name: (region.x, region.y) for region in regions}

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
        region = next(iter(_regions(ground)), None) if ground else None
        spaces = _written(region.name) if region else "..."
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
    """The left and right edge of the largest grid, as compact lists."""
    view: LatticeView = max(ground.layout.lattices(), key=len)
    low, high = min(cell.x for cell in view), max(cell.x for cell in view)
    # Two neighbouring columns of hexes, or rows of sideways ones, may both reach the edge.
    step = max(
        (abs(cell.x - near.x) for cell in list(view)[:1] for near in view.neighbours(cell)),
        default=1,
    )
    left = [cell for cell in view if cell.x < low + step * 0.75]
    right = [cell for cell in view if cell.x > high - step * 0.75]
    return [("western", _compact(view, left)), ("eastern", _compact(view, right))]


def _compact(view: LatticeView, cells: list[Cell]) -> str:
    """A list of cells, as a range where they fill a rectangle of the numbering."""
    numbers = [view.displayed(cell) for cell in cells]
    columns, rows = ({number[axis] for number in numbers} for axis in (0, 1))
    area = (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    if len(cells) > 1 and area == len(set(numbers)) == len(cells):
        first, last = cells[numbers.index(min(numbers))], cells[numbers.index(max(numbers))]
        return f"{quoted(first.name)}..{quoted(last.name)}"
    return " ".join(quoted(cell.name) for cell in cells)
