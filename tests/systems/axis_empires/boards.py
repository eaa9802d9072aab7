"""Small boards of Axis Empires in the model's terms, drawn by chance."""

from __future__ import annotations

from random import Random

from vassal_supply.errors import RulebookError
from vassal_supply.model import Lattice, Link, MapModel, Marker, Situation, Source, Space, Unit
from vassal_supply.resources import template
from vassal_supply.tables import Table, parse_toml

SIDES = ("Axis", "Western", "Soviet")
NATIONS = {
    "Axis": ("Germany", "Italy"),
    "Western": ("Britain", "France", "Greece"),
    "Soviet": ("Russia",),
}
COUNTRIES = (*(name for names in NATIONS.values() for name in names), "Turkey")
UNITS = ("infantry", "armor", "hq", "air", "airdrop", "detachment", "logistics")
ROWS, COLUMNS = range(11, 17), range(1, 8)
ZONES = ("North Sea", "South Sea")
BOXES = {"West Box": "Western", "East Box": "Soviet"}


def rulebook(more: str = "") -> Table:
    """The built-in rulebook, with more laid over it as text."""
    data = template("rulebooks/axis_empires.toml").read_text(encoding="utf-8")
    return parse_toml((data + more).encode("utf-8"), file="rulebook.toml", error=RulebookError)


def countries() -> str:
    """The Countries of the random boards, as a rulebook names them."""
    return "".join(f"{side} = {list(names)}\n" for side, names in NATIONS.items())


def full_rulebook() -> Table:
    """The built-in rulebook with the random boards' Countries."""
    text = template("rulebooks/axis_empires.toml").read_text(encoding="utf-8")
    head = "[countries.of]"
    assert text.count(head) == 1
    text = text.replace(head, f"{head}\n{countries()}")
    text = text.replace("major = []", 'major = ["Germany", "Italy", "Britain", "France", "Russia"]')
    return parse_toml(text.encode("utf-8"), file="rulebook.toml", error=RulebookError)


def hex_name(row: int, column: int) -> str:
    """A hex as the games call it."""
    return f"e{row:02}{column:02}"


def hexes() -> dict[str, Space]:
    """The hexes of a small board, odd rows half a hex east of even ones."""
    return {
        hex_name(row, column): Space(hex_name(row, column), "Europe", column, row, 0, (row, column))
        for row in ROWS
        for column in COLUMNS
    }


def random_situation(rng: Random) -> Situation:
    """A whole situation: country, network, zones, boxes and counters by chance.

    Every other one is calm: few enemies and borders, long lines, many straits.
    """
    calm = rng.random() < 0.5
    model = _random_map(rng, calm=calm)
    names = [name for name, space in model.spaces.items() if space.lattice is not None]
    number = rng.randint(3, 5 if calm else 12)
    units = [_random_unit(rng, n, names) for n in range(number)]
    markers = list(_random_markers(rng, names))
    control = {name: rng.choice(SIDES) for name in rng.sample(names, rng.randint(0, 12))}
    sources = tuple(
        Source(box, "off-map box", box, frozenset({side})) for box, side in BOXES.items()
    )
    return Situation(model, SIDES, tuple(units), tuple(markers), sources, control)


def _random_map(rng: Random, *, calm: bool) -> MapModel:
    spaces = hexes()
    for name, space in spaces.items():
        features = {
            word for word, chance in (("city", 0.08), ("port", 0.12)) if rng.random() < chance
        }
        nation = rng.choice(COUNTRIES) if rng.random() < (0.2 if calm else 0.8) else ""
        spaces[name] = space._replace(features=frozenset(features), nation=nation)
    for zone in ZONES:
        inherent = {"western-convoy"} if rng.random() < 0.3 else set()
        spaces[zone] = Space(zone, "Europe", 0, 0, features=frozenset({"naval-zone"} | inherent))
    for box in BOXES:
        spaces[box] = Space(box, "Europe", 0, 0)
    model = MapModel(spaces, [Lattice("hex", sideways=True)])
    _join(rng, model, calm=calm)
    return model


def _join(rng: Random, model: MapModel, *, calm: bool) -> None:
    cells = model.cells()
    names = [name for name, space in model.spaces.items() if space.lattice is not None]
    for name in names:
        for near in model.adjacent(name, cells):
            if name > near:
                continue
            if rng.random() < 0.3:
                kinds = ["all-sea", "all-sea", "strait", "connected-strait", "mountain"]
                sides = ["connected-strait"] if calm else rng.sample(kinds, rng.randint(1, 2))
                model.hexsides[name, near] = frozenset(sides)
            if rng.random() < (0.45 if calm else 0.35):
                kind = rng.choice(("rail", "rail", "road", "road", "joint"))
                model.links.append(Link(name, near, kind))
    for zone in ZONES:
        for port in rng.sample(names, rng.randint(1, 5)):
            model.links.append(Link(port, zone, "sea"))
        model.links += [Link(zone, box, "sea") for box in BOXES if rng.random() < 0.3]
    for box in BOXES:
        model.links += [Link(box, name, "box") for name in rng.sample(names, rng.randint(0, 2))]
    if rng.random() < 0.3:
        model.links.append(Link(*BOXES, "box"))


def _random_unit(rng: Random, number: int, names: list[str]) -> Unit:
    side = rng.choice(SIDES)
    kind = rng.choice(UNITS)
    nation = rng.choice(NATIONS[side])
    where = rng.choice(names) if rng.random() < 0.95 else rng.choice(list(BOXES))
    return Unit(f"u{number}", f"{side}-{number}", "Europe", where, side, nation, kind)


def _random_markers(rng: Random, names: list[str]) -> list[Marker]:
    found = []
    for number in range(rng.randint(0, 10)):
        kind = rng.choice(
            ("partisan-base", "beachhead", "convoy", "convoy", "convoy", "fleet", "closed-port")
        )
        where = rng.choice(ZONES) if kind in ("convoy", "fleet") else rng.choice(names)
        side = rng.choice(SIDES)
        nation = rng.choice(NATIONS[side])
        found.append(Marker(f"m{number}", kind, "Europe", where, kind, side, nation=nation))
    for kind in ("policy", "conquered", "neutral"):
        for country in COUNTRIES:
            if rng.random() < 0.12:
                values = {"posture": "Limited War"} if kind == "policy" else {}
                found.append(
                    Marker(f"{kind} {country}", kind, "Europe", names[0], kind, "", values, country)
                )
    for side in SIDES:
        values = {"posture": rng.choice(("War", "Limited War"))}
        found.append(
            Marker(f"posture {side}", "posture", "Europe", names[0], "posture", side, values)
        )
    return found
