"""``kit new``: a kit to begin with, out of what a module shows. Whatever is guessed says so on its line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import RequestError, WriteError
from vassal_supply.maker.ground import Ground, survey_maps
from vassal_supply.maker.guesses import (
    Sides,
    guess_kinds,
    guess_layers,
    guess_markers,
    guess_players,
    guess_sides,
    guess_types,
    is_unit,
    side_in,
)
from vassal_supply.maker.map_text import map_toml
from vassal_supply.maker.rulebook_text import rulebook_toml
from vassal_supply.maker.survey import Survey
from vassal_supply.maker.toml_text import comment, key, table, text, texts
from vassal_supply.resources import template
from vassal_supply.vassal.module import Module

if TYPE_CHECKING:
    from vassal_supply.kit.seen import Seen

GUESS = "# guess: "
"""Begins the comment on every line that somebody must look at."""

SCHEMAS = ".schema"
"""The folder of a new kit for the schemas; being hidden, it is no part of the kit."""

_LONGEST = 12


class Scaffold(NamedTuple):
    """The files of a new kit by name."""

    files: dict[str, str]

    @property
    def guesses(self) -> int:
        """How many guesses a maker has to look at."""
        return sum(one.count(GUESS) for one in self.files.values())

    def write(self, folder: Path) -> None:
        """Write the files into a folder, and beside them the schemas by which editors know them.

        Raises :class:`WriteError` when the folder holds one of the files already.
        """
        for name in self.files:
            if (folder / name).exists():
                raise WriteError("is there already; name another folder", file=str(folder / name))
        schemas = folder / SCHEMAS
        schemas.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            about = f"#:schema {SCHEMAS}/{Path(name).stem}.schema.json\n"
            (folder / name).write_text(about + content, encoding="utf-8", newline="\n")
        for path in template("schema").glob("*.json"):
            (schemas / path.name).write_bytes(path.read_bytes())


def scaffold(module: Module) -> Scaffold:
    """The kit that a module suggests. Raises :class:`RequestError` for a module without a map."""
    grounds = survey_maps(module)
    if not grounds:
        raise RequestError("has no map to play on; a supply kit needs one", file=module.file)
    survey = Survey(module)
    sides = guess_sides(survey)
    return Scaffold(
        {
            "kit.toml": _kit_toml(survey, sides, grounds),
            "map.toml": map_toml(grounds, list(sides.sides)),
            "rulebook.toml": rulebook_toml(grounds),
        }
    )


def _kit_toml(survey: Survey, sides: Sides, grounds: list[Ground]) -> str:
    module = survey.module
    types = guess_types(survey, sides)
    units = [seen for seen in survey.counters if is_unit(seen, sides)]
    markers = guess_markers(survey, units)
    lines = [
        f"# A supply kit for {comment(module.name)}, as its module suggests it.",
        "# Look at each line marked as a guess, mend it or take the mark off; then try: vassal-supply kit lint",
        "",
        "schema = 1",
        f"name = {text(module.name + ', supply')}",
        'rulebook = "rulebook.toml"',
        "",
        "[module]",
        f"name = {text(module.name)}",
        "",
        *_maps(grounds),
        *_sides(sides),
        *_players(survey, sides),
        *_apart(sides, markers),
        *_markers(markers, sides),
        *_units(survey, sides, types, guess_kinds(units)),
        *_marks(survey, units, markers),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _maps(grounds: list[Ground]) -> list[str]:
    lines = []
    for number, ground in enumerate(grounds):
        sign = "# " if number else ""
        why = f"  {GUESS}{ground.why}" if not number else f"  # or this too: {ground.why}"
        lines += [f"{sign}[[map]]", f"{sign}name = {text(ground.name)}{why}"]
        if ground.zones:
            wanted = " ".join(
                f'zone:"{zone}"' if " " in zone else f"zone:{zone}" for zone in ground.zones
            )
            lines += [f"{sign}spaces = {text(wanted)}  {GUESS}zones whose places have names"]
        if ground.has_joints:
            lines += [f"{sign}joined = true  {GUESS}its boards make one surface"]
        lines += [""]
    return lines


def _sides(sides: Sides) -> list[str]:
    lines = ["[sides]", f"{GUESS}{comment(sides.why)}"]
    for side, nations in sides.sides.items():
        lines.append(f"{key(side)} = [{', '.join(map(text, nations))}]")
    return [*lines, ""]


def _players(survey: Survey, sides: Sides) -> list[str]:
    """The roster, where its names are not the sides'."""
    roster = [side for side in survey.module.sides if side not in sides.sides]
    if not roster:
        return []
    likely = guess_players(survey, sides.sides)
    return [
        f"# Players of the module's roster, for --viewer: {', '.join(map(text, roster))}",
        "[players]",
        *(
            f"{key(side)} = {text(likely[side])}  {GUESS}by the initials"
            if side in likely
            else f'# {key(side)} = "..."'
            for side in sides.sides
        ),
        "",
    ]


def _apart(sides: Sides, markers: dict[str, list[str]]) -> list[str]:
    if not sides.apart:
        return []
    slots = [name for names in markers.values() for name in names]
    return [
        "[[ignore]]",
        f"{GUESS}palettes that hold no units",
        "where = { palette = [",
        *(f"    {text(pattern)}," for pattern in sides.apart),
        "] }",
        *([f"unless = {table([('slot', texts(slots))])}"] if slots else []),
        "",
    ]


def _markers(markers: dict[str, list[str]], sides: Sides) -> list[str]:
    lines = []
    for kind, names in markers.items():
        lines += [
            "[[marker]]",
            f"kind = {text(kind)}  {GUESS}by the name of its palette slots",
            f"where = {table([('slot', texts(names))])}",
        ]
        lines += [*(_control(names, sides) if kind == "control" else ()), ""]
    return lines


def _control(names: list[str], sides: Sides) -> list[str]:
    """What makes a marker show control: whose it is, by the names of its slots."""
    entries = [f"{key(name)} = {text(side)}" for name in names if (side := side_in(name, sides))]
    if not entries:
        return [
            f"# controls = true  {GUESS}if it shows who controls its space; it needs a side too"
        ]
    return [
        f"controls = true  {GUESS}it shows who controls its space",
        'side = "{slot|control}"',
        "",
        f"[tables.control]  {GUESS}by the words in the slots' names",
        *entries,
    ]


def _where(sides: Sides, types: tuple[str, list[str]], names: list[str]) -> str:
    entries = []
    if names:
        entries.append(("name", texts(names)))
    if sides.how == "mark":
        mark = sides.side_mark or sides.nation_mark
        known = (
            list(sides.sides) if sides.side_mark else [n for s in sides.sides.values() for n in s]
        )
        entries.append((mark, texts(known) if len(known) <= _LONGEST else text("?*")))
        if types[0]:
            entries.append((types[0], texts(types[1]) if len(types[1]) <= _LONGEST else text("?*")))
    elif sides.how == "palette":
        entries.append(("palette", texts(sides.where)))
    elif sides.how == "name" and not names:
        entries.append(("name", texts(sides.where)))
    return table(entries or [("name", text("*"))])


def _allegiance(sides: Sides, named: bool) -> list[str]:
    """The lines that say whose a unit is."""
    if sides.how == "mark":
        found = [("side", sides.side_mark), ("nation", sides.nation_mark)]
        return [f"{word} = {text('{' + mark + '}')}" for word, mark in found if mark]
    if sides.how == "palette" or (sides.how == "name" and not named):
        return ['nation = "{nation}"']
    return [f"side = {text(next(iter(sides.sides)))}  {GUESS}nothing shows it"]


def _units(
    survey: Survey, sides: Sides, types: tuple[str, list[str]], kinds: dict[str, list[str]]
) -> list[str]:
    unless = _unless(survey)
    lines = []
    for kind, names in kinds.items():
        if sides.how == "name":
            names = [_with_nation(name, sides) for name in names]
        lines += [
            "[[unit]]",
            f"kind = {text(kind)}  {GUESS}by its name",
            f"where = {_where(sides, types, names)}",
            *unless,
            *_allegiance(sides, False),
            *(["zoc = false"] if kind != "unit" else []),
            *(['source = "depot"'] if kind == "depot" else []),
            "",
        ]
    why = f"  {GUESS}all the rest" if kinds else f"  {GUESS}one kind for all"
    return [
        *lines,
        "[[unit]]",
        f'kind = "unit"{why}',
        f"where = {_where(sides, types, [])}",
        *unless,
        *_allegiance(sides, False),
        "",
    ]


def _with_nation(name: str, sides: Sides) -> str:
    """A kind's pattern that also captures the nation at the name's beginning."""
    stem = sides.where[0].removesuffix("*")
    return stem + name.removeprefix("*").lstrip(stem[-1]) if name.startswith("*") else name


def _unless(survey: Survey) -> list[str]:
    """Cards that are ordinary pieces."""
    card = next((name for name in survey.marks if name.lower() == "card"), "")
    return [f"unless = {table([(card, text('?*'))])}"] if card else []


def _marks(survey: Survey, units: list[Seen], markers: dict[str, list[str]]) -> list[str]:
    lines = []
    for layer in guess_layers(survey, units):
        lines += [
            "[[mark]]",
            f"layer = {text(layer.name)}  {GUESS}{comment(layer.why)}",
            f"levels = {table(layer.levels.items())}",
            "",
        ]
    if slots := markers.get("oos"):
        lines += [
            "[[mark]]",
            f'marker = "oos"  {GUESS}a counter laid on units that are out of supply',
            f"slot = {text(slots[0])}",
            'grade = "out"',
            "",
        ]
    if not lines:
        lines = [
            "# No layer or counter of the module seems to show supply. A kit may bring its own markers: see export.",
            "",
        ]
    return lines
