"""Random situations and rulebooks for the tests, and small readable ones drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from vassal_supply.model import Lattice, Link, MapModel, Marker, Situation, Source, Space, Unit

SIDES = ("Red", "Blue")
USERS = (
    frozenset[str](),
    frozenset[str](),
    frozenset({"Red"}),
    frozenset({"Blue"}),
    frozenset({"Borduria", "Syldavia"}),
)
LINKS = (["adjacent"],) * 4 + (["adjacent", "road"], ["rail"], ["sea", "road"])
NATIONS = {"Red": ("Ruritania", "Borduria"), "Blue": ("Syldavia", "")}


def random_map(rng: Random) -> MapModel:
    """One or two small lattices with holes, a few boxes, hexsides, and links of several kinds."""
    model = MapModel()
    for number in range(rng.choice((1, 1, 2))):
        model.lattices.append(Lattice(rng.choice(("hex", "hex", "square")), rng.random() < 0.2))
        first = rng.randint(-3, 4), rng.randint(-3, 4)
        for column in range(rng.randint(1, 6)):
            for row in range(rng.randint(1, 5)):
                if rng.random() < 0.95:
                    _add_space(model, rng, number, (first[0] + column, first[1] + row))
    for _ in range(rng.randint(0 if model.spaces else 1, 4)):
        _add_space(model, rng, None, None)
    _join(model, rng)
    return model


def _join(model: MapModel, rng: Random) -> None:
    ids = sorted(model.spaces)
    cells = model.cells()
    for space in ids:
        for near in model.adjacent(space, cells):
            if space < near and rng.random() < 0.25:
                model.hexsides[space, near] = frozenset({rng.choice(("river", "lake"))})
            if rng.random() < 0.2:
                model.links.append(_link(rng, space, near))
    for _ in range(rng.randint(0, 8)):
        model.links.append(_link(rng, rng.choice(ids), rng.choice(ids)))


def _add_space(
    model: MapModel, rng: Random, lattice: int | None, cell: tuple[int, int] | None
) -> None:
    name = f"s{rng.randrange(10**6):06d}"
    features = frozenset(word for word in ("city", "port") if rng.random() < 0.2)
    terrain = rng.choice(("clear", "clear", "hill", "lake"))
    nation = rng.choice(("Ruritania", "Syldavia"))
    model.spaces[name] = Space(name, "map", 0, 0, lattice, cell, terrain, features, (), nation)


def _link(rng: Random, one: str, other: str) -> Link:
    users = rng.choice((frozenset(), frozenset({"Red"}), frozenset({"Ruritania", "Blue"})))
    return Link(
        one, other, rng.choice(("road", "rail", "sea", "adjacent")), users, rng.random() < 0.7
    )


def random_situation(rng: Random, model: MapModel | None = None) -> Situation:
    """Units, markers, sources and control strewn over a random map."""
    model = model or random_map(rng)
    ids = sorted(model.spaces)
    units = []
    for number in range(rng.randint(2, 14)):
        side = rng.choice(SIDES)
        units.append(
            Unit(
                f"u{number}",
                f"{side}-{number}",
                "map",
                rng.choice(ids),
                side,
                rng.choice(NATIONS[side]),
                rng.choice(("unit", "unit", "hq", "depot")),
                rng.random() < 0.7,
                rng.choice(("", "full", "out")),
                {"movement": rng.choice(("truck", "leg", "boat")), "throw": rng.randint(0, 4)},
                tuple(f"u{rng.randrange(14)}" for _ in range(rng.randint(0, 2))),
            )
        )
    markers = [
        Marker(
            f"m{n}",
            f"marker {n}",
            "map",
            rng.choice(ids),
            rng.choice(("mine", "base")),
            rng.choice(("", *SIDES)),
        )
        for n in range(rng.randint(0, 4))
    ]
    sources = [
        Source(
            rng.choice(ids),
            rng.choice(("city", "edge")),
            users=rng.choice(USERS),
            grade=rng.choice(("full", "full", "partial")),
        )
        for _ in range(rng.randint(0, 7))
    ]
    control = {space: rng.choice(("", *SIDES)) for space in ids if rng.random() < 0.5}
    return Situation(model, SIDES, tuple(units), tuple(markers), tuple(sources), control)


def random_rulebook(rng: Random) -> dict[str, object]:
    """The table of a rulebook with one to three legs and one to three line rules."""
    legs = [_random_leg(rng, f"leg{number}") for number in range(rng.randint(1, 3))]
    names = [str(leg["name"]) for leg in legs]
    table: dict[str, object] = {
        "schema": 1,
        "mp_unit": "1/2",
        "costs": [_random_costs(rng, "truck"), _random_costs(rng, "leg")],
        "leg": legs,
        "line": [_random_line(rng, names, f"L-{number}") for number in range(rng.randint(1, 3))],
    }
    if rng.random() < 0.8:
        table["zoc"] = {
            "range": rng.choice((0, 1, 1, 1, 2)),
            "stopped_by_hexsides": rng.choice(([], ["lake"])),
            "not_into": rng.choice(([], ["city"], ["hill"])),
            "status": rng.choice(("any", "standing")),
        }
    if rng.random() < 0.3:
        table["source"] = [{"kinds": ["city"], "closed": [{"by": "enemy-unit"}]}]
    if rng.random() < 0.2:
        table["needs"] = {"none": ["depot"]}
    return table


def _random_leg(rng: Random, name: str) -> dict[str, object]:
    leg: dict[str, object] = {
        "name": name,
        "links": rng.choice(LINKS),
        "start_exempt": rng.random() < 0.8,
        "end_exempt": rng.random() < 0.3,
        "bars": [_random_bar(rng) for _ in range(rng.randint(0, 2))],
    }
    if rng.random() < 0.3:
        leg["mp"] = rng.choice(("truck", "leg", "$movement"))
        leg["budget"] = rng.randint(0, 6)
        if rng.random() < 0.4:
            leg["pays"] = rng.choice(("entering", "leaving", "leaving"))
    elif rng.random() < 0.7:
        leg["limit"] = rng.randint(0, 6)
    return leg


def _random_costs(rng: Random, name: str) -> dict[str, object]:
    return {
        "mp": name,
        "terrain": {"clear": rng.choice((1, "1/2")), "hill": rng.choice((2, 1.5, "no"))},
        "features": rng.choice(({}, {"city": "1/2"}, {"city": "no", "port": 1})),
        "links": rng.choice(({}, {"road": "1/2"}, {"road": 0, "rail": 1}, {"sea": "no"})),
        "hexsides": rng.choice(({}, {"river": 1}, {"river": "1/2", "lake": "no"})),
        **({"default": rng.choice((1, 3))} if rng.random() < 0.5 else {}),
    }


def _random_line(rng: Random, legs: list[str], rule: str) -> dict[str, object]:
    line: dict[str, object] = {
        "legs": [_random_part(rng, legs) for _ in range(rng.randint(1, 3))],
        "grade": rng.choice(("full", "full", "partial")),
        "rule": rule,
    }
    if rng.random() < 0.3:
        line["for"] = rng.sample(("unit", "hq", "depot"), 2)
    if rng.random() < 0.1:
        line["on"] = ["clear", "port"]
    if rng.random() < 0.25:
        line["to_units"] = [rng.choice(("hq", "unit"))]
        line["own"] = rng.random() < 0.5
        if rng.random() < 0.3:
            line["legs"] = rng.choice(legs)
            line["reach"] = "throw"
    elif rng.random() < 0.3:
        line["to"] = [rng.choice(("city", "edge"))]
    return line


def _random_part(rng: Random, legs: list[str]) -> object:
    some = rng.sample(legs, rng.randint(1, len(legs)))
    return rng.choice((rng.choice(legs), rng.choice(legs), some, {"one": some}))


def _random_bar(rng: Random) -> dict[str, object]:
    bar = dict(
        rng.choice(
            (
                {"by": "enemy-unit"},
                {"by": "enemy-unit", "kinds": ["unit"]},
                {"by": "friendly-unit", "kinds": ["hq"]},
                {"by": "ezoc"},
                {"by": "ezoc", "unless": "friendly-unit"},
                {"by": "ezoc", "unless": ["friendly-unit"], "unless_kinds": ["unit"]},
                {"by": "terrain", "any": ["lake"]},
                {"by": "terrain", "none": ["clear", "hill"]},
                {"by": "feature", "any": ["port"]},
                {"by": "hexside", "any": ["river", "lake"]},
                {"by": "control", "not": "friendly"},
                {"by": "control", "is": ["enemy"]},
                {"by": "marker", "any": ["mine"], "whose": "enemy"},
                {"by": "marker", "none": ["base"], "on": ["port", "hill"]},
                {"by": "nation", "any": ["Syldavia"], "unless": "friendly-control"},
            )
        )
    )
    if rng.random() < 0.15:
        bar["spares"] = [rng.choice(("Red", "Borduria", "Syldavia", "u3"))]
    if rng.random() < 0.2:
        bar["start_exempt"] = rng.random() < 0.5
    if rng.random() < 0.2:
        bar["end_exempt"] = rng.random() < 0.5
    return bar


def shuffled(situation: Situation, rng: Random) -> Situation:
    """The same situation with everything listed in another order."""

    def mixed(items):
        return tuple(rng.sample(items, len(items)))

    old = situation.map
    model = MapModel(
        dict(mixed(list(old.spaces.items()))),
        list(old.lattices),
        list(mixed(old.links)),
        dict(mixed(list(old.hexsides.items()))),
    )
    return Situation(
        model,
        situation.sides,
        mixed(situation.units),
        mixed(situation.markers),
        mixed(situation.sources),
        dict(mixed(list(situation.control.items()))),
    )


def drawn(picture: str, pieces: Mapping[str, tuple[str, str]] | None = None) -> MapModel:
    """A hex map from text: one character a hex, columns across, ``.`` clear, blank none, letters terrain by ``pieces``."""
    model = MapModel(lattices=[Lattice("hex")])
    for row, line in enumerate(picture.strip("\n").splitlines()):
        for column, sign in enumerate(line):
            if sign != " ":
                name = f"{column + 1:02d}{row + 1:02d}"
                terrain = "clear" if sign == "." else sign
                model.spaces[name] = Space(
                    name, "map", column * 60, row * 60 + column % 2 * 30, 0, (column, row), terrain
                )
    return model
