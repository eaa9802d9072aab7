"""Guessing a game's sides, unit kinds and supply marks out of its module's counters. Every guess says why."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.maker.survey import Survey, mark_names

if TYPE_CHECKING:
    from vassal_supply.kit.seen import Seen
    from vassal_supply.vassal.traits import LayerTrait

_SIDE_MARKS = ("side", "faction", "alliance", "team", "army", "owner", "player", "force")
_NATION_MARKS = ("nation", "nationality", "country", "nat", "power")
_TYPE_MARKS = ("type", "unittype", "class", "kind", "category", "arm")
_NO_SIDES = re.compile(r"solitaire|referee|observer|moderator|umpire|spectator|solo|both", re.I)
_NO_UNITS = re.compile(
    r"marker|overlay|card|info|status|event|track|button|deck|turn|misc|other|unused|chart"
    r"|fortification|control",
    re.I,
)
_NATIONS = re.compile(
    r"german|brit|america|soviet|russia|france|french|ital|japan|axis|allied|allies|pol(and|ish)|finn|finland|romania"
    r"|hungar|chin|austria|turk|ottoman|spain|spanish|prussia|union|confedera|republic|nationalist|commonwealth|arab"
    r"|israel|egypt|swed|greek|greece|us$|usa|uk$|blue|red$|nato|pact|rebel|roman|persia|viet",
    re.I,
)
_SHORTEST_STEM = 3


class Sides(NamedTuple):
    """Sides with their nations, and where a counter shows whose it is.

    ``how`` is ``mark`` (``side_mark``, ``nation_mark``), ``palette`` or ``name``; ``where`` are the patterns that a
    unit's palette or name fits, with ``{nation}`` or ``{side}`` in them; ``apart`` the palettes that are no units.
    """

    sides: dict[str, list[str]]
    how: str
    why: str
    side_mark: str = ""
    nation_mark: str = ""
    where: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


class Layer(NamedTuple):
    """A layer that seems to show supply: what its levels seem to mean."""

    name: str
    levels: dict[str, str]
    why: str


def guess_sides(survey: Survey) -> Sides:
    """By marks, else by names that begin with a side's, else by palettes, else by the first word of names."""
    roster = [side for side in survey.module.sides if not _NO_SIDES.search(side)]
    return (
        _by_marks(survey)
        or (_by_names(survey, roster) if roster else None)
        or _by_palettes(survey, roster)
        or _by_names(survey, [])
        or Sides(
            {side: [] for side in roster} or {"Side": []}, "", "nothing shows whose a counter is"
        )
    )


def _mark_called(survey: Survey, words: Iterable[str], fewest: int, most: int) -> str:
    """The mark with one of these names that has a likely number of values."""
    by_name = {re.sub("[^a-z]", "", name.lower()): name for name in survey.marks}
    for word in words:
        name = by_name.get(word, "")
        if name and fewest <= len(survey.marks[name]) <= most:
            return name
    return ""


def _by_marks(survey: Survey) -> Sides | None:
    side, nation = (
        _mark_called(survey, _SIDE_MARKS, 2, 8),
        _mark_called(survey, _NATION_MARKS, 2, 40),
    )
    if not side and not nation:
        return None
    if not side:
        nations = sorted(survey.marks[nation])
        why = f"the mark {nation} of {survey.marks[nation].total()} counters; put nations of one side together"
        return Sides({one: [one] for one in nations}, "mark", why, nation_mark=nation)
    count = survey.marks[side]
    # One counter alone with a side of its own is a leftover of the module's making.
    several = [one for one, number in count.most_common() if number > 1]
    sides: dict[str, list[str]] = {one: [] for one in (several if len(several) > 1 else count)}
    why = f"the mark {side} of {count.total()} counters"
    if nation:
        why += f", and the side that most counters of a {nation} have"
        for one, of in _majorities(survey, side, nation):
            if of in sides and one != of:
                sides[of].append(one)
    return Sides(sides, "mark", why, side_mark=side, nation_mark=nation)


def _majorities(survey: Survey, side: str, nation: str) -> list[tuple[str, str]]:
    count: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for seen in survey.counters:
        shown = seen.properties.get(nation, ""), seen.properties.get(side, "")
        if all(shown):
            count[shown[0]][shown[1]] += 1
    return [(one, sides.most_common(1)[0][0]) for one, sides in count.items()]


def _by_names(survey: Survey, roster: list[str]) -> Sides | None:
    """Names that begin with a word of the roster, or with one of a few words that many share."""
    count: Counter[tuple[str, str]] = Counter()
    for seen in survey.counters:
        if hit := re.match(r"([^\W\d_]{2,})([-_ ])", seen.basic_name):
            count[hit[1], hit[2]] += 1
    words = {pair: number for pair, number in count.items() if number > 1}
    if roster:
        words = {pair: number for pair, number in words.items() if _alike(pair[0], roster)}
    if len({word for word, _ in words}) < 2 or sum(words.values()) * 3 < len(survey.counters):
        return None
    signs = Counter(sign for _, sign in words)
    where = tuple("{nation}" + sign + "*" for sign, _ in signs.most_common(1))
    nations = sorted({word for word, _ in words})
    if roster:
        sides = {side: [one for one in nations if _alike(one, [side])] for side in roster}
        return Sides(sides, "name", "the first word of counters' names", where=where)
    why = "the first word of counters' names; put nations of one side together"
    return Sides({one: [one] for one in nations}, "name", why, where=where)


def _by_palettes(survey: Survey, roster: list[str]) -> Sides | None:
    """The level of the palettes whose tabs are called like sides or nations."""
    inside: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for path, number in survey.palettes.items():
        for depth in range(len(path)):
            inside[path[:depth]][path[depth]] += number

    def score(prefix: tuple[str, ...]) -> tuple[int, int]:
        hits = [name for name in inside[prefix] if _is_nation(name, roster)]
        return len(hits), sum(inside[prefix][name] for name in hits)

    best = max(inside, key=score, default=())
    nations = [name for name in inside[best] if _is_nation(name, roster)]
    if len(nations) < 2:
        return None
    stem = "/".join((*best, "{nation}"))
    others = [path for path in survey.palettes if any(_NO_UNITS.search(name) for name in path)]
    why = f"the tabs of the palette {'/'.join(best) or 'list'}"
    sides = _gathered(nations, roster)
    if sides.keys() == set(nations):
        why += "; put nations of one side together"
    return Sides(sides, "palette", why, where=(f"{stem}/*", stem), apart=_branches(others))


def _branches(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Patterns for palettes, each down to the first name that is none of units."""
    found = []
    for path in paths:
        depth = next(number for number, name in enumerate(path) if _NO_UNITS.search(name))
        found.append("/".join(path[: depth + 1]))
    return tuple(dict.fromkeys(one + end for one in found for end in ("", "/*")))


def _gathered(nations: list[str], roster: list[str]) -> dict[str, list[str]]:
    """Nations under the side of the roster that is called alike; the rest under a side that none is called like."""
    if not roster:
        return {one: [one] for one in nations}
    sides: dict[str, list[str]] = {side: [] for side in roster}
    left: list[str] = []
    for one in nations:
        like = _alike(one, roster)
        (sides[like] if like else left).append(one)
    spare = next((side for side in roster if not sides[side]), roster[0])
    sides[spare] += left
    return sides


def _is_nation(name: str, roster: list[str]) -> bool:
    if _NO_UNITS.search(name) or "neutral" in name.lower():
        return False
    return bool(_alike(name, roster)) or bool(_NATIONS.match(name))


def _alike(word: str, names: Iterable[str]) -> str:
    """The name that begins like a word, empty when none does."""
    for name in names:
        one, other = word.lower(), name.lower()
        shortest = min(len(one), len(other))
        stem = max(_SHORTEST_STEM, (shortest + 1) * 2 // 3)
        if shortest >= _SHORTEST_STEM and one[:stem] == other[:stem]:
            return name
    return ""


def guess_players(survey: Survey, sides: Iterable[str]) -> dict[str, str]:
    """The player of the roster that has a side's initials, by side."""
    initials = {"".join(word[0] for word in name.split()): name for name in survey.module.sides}
    return {side: initials[side] for side in sides if side in initials}


def side_in(name: str, sides: Sides) -> str:
    """The side that a word of a counter's name speaks of, itself or by one of its nations; empty when none does."""
    for word in re.findall(r"\w+", name):
        for side, nations in sides.sides.items():
            if word in (side, *nations) or _alike(word, (side, *nations)):
                return side
    return ""


def guess_types(survey: Survey, sides: Sides) -> tuple[str, list[str]]:
    """The mark that tells kinds of counters apart, and its values that are units; empty when there is none."""
    name = _mark_called(survey, _TYPE_MARKS, 1, 25)
    if not name or name in (sides.side_mark, sides.nation_mark):
        return "", []
    values = [value for value, _ in survey.marks[name].most_common() if not _NO_UNITS.search(value)]
    units = [seen for seen in survey.counters if is_unit(seen, sides)]
    with_type = sum(seen.properties.get(name, "") in values for seen in units)
    return (name, values) if units and with_type * 2 > len(units) else ("", [])


def is_unit(seen: Seen, sides: Sides) -> bool:
    """Whether a counter shows whose it is, by the guess."""
    if sides.how == "mark":
        return all(
            seen.properties.get(mark, "") for mark in (sides.side_mark, sides.nation_mark) if mark
        )
    from vassal_supply.kit.selectors import Pattern

    shown = seen.basic_name if sides.how == "name" else seen.one("palette")
    nations = {one for side in sides.sides.items() for one in (side[0], *side[1])}
    hits = (Pattern(where).match(shown) for where in sides.where)
    return any(hit is not None and hit.get("nation", "") in nations for hit in hits)


_KINDS = {
    "hq": ("hq", "headquarters"),
    "depot": ("depot", "dump", "supply", "supplies", "railhead"),
    "air": ("air", "fighter", "bomber", "luftwaffe", "interceptor", "jet", "aircraft", "sac"),
    "naval": ("naval", "fleet", "submarine", "u-boat", "ship", "cruiser", "carrier", "convoy", "asw"),
}  # fmt: skip


def guess_kinds(units: Iterable[Seen]) -> dict[str, list[str]]:
    """Patterns for the names of counters that seem to be headquarters, depots, air or naval units."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for seen in units:
        name = seen.basic_name
        for kind, words in _KINDS.items():
            for word in words:
                hit = re.search(rf"(^|[\s_-])({word})([\s_-]|$)", name, re.I)
                if hit:
                    start, end = "*" + hit[1] if hit[1] else "", hit[3] + "*" if hit[3] else ""
                    found[kind][start + hit[2] + end] = None
    return {kind: list(patterns) for kind, patterns in found.items()}


_SUPPLY = re.compile(r"suppl|(?<![a-z])oos(?![a-z])|isolat|cut.?off", re.I)
_OUT = re.compile(r"(?<![a-z])oos(?![a-z])|out.?of.?suppl|unsuppl|no.?suppl|isolat|cut.?off", re.I)
_PARTLY = re.compile(r"partial|limited|low|emergency", re.I)
_BLANK = re.compile(r"^\s*$|transparent|blank|empty|clear", re.I)


def guess_layers(survey: Survey, units: list[Seen]) -> list[Layer]:
    """Layers of units whose name, level names or images speak of supply."""
    carriers = {id(seen) for seen in units}
    found = []
    for name, holders in survey.layers.items():
        own = [trait for seen, trait in holders if id(seen) in carriers]
        if own and (layer := _layer(name, own[0], len(own))):
            found.append(layer)
    return found


def _layer(name: str, trait: LayerTrait, carriers: int) -> Layer | None:
    images = trait.images
    labels = [*trait.level_names, *([""] * len(images))]
    shown = [f"{label} {image}" for label, image in zip(labels, images, strict=False)]
    if not _SUPPLY.search(" ".join((name, *shown))):
        return None
    why = f"{carriers} units carry the layer {name!r}, whose levels show {', '.join(images)}"
    out = next((n for n, one in enumerate(shown, 1) if _OUT.search(one)), 0)
    out = out or next((n for n, one in enumerate(shown, 1) if _SUPPLY.search(one)), len(shown))
    partial = next((n for n, one in enumerate(shown, 1) if _PARTLY.search(one) and n != out), 0)
    others = [n for n in range(1, len(shown) + 1) if n not in (out, partial)]
    full = next((n for n in others if _BLANK.search(images[n - 1])), others[0] if others else 0)
    levels = {"full": str(full) if full else '"off"'}
    levels |= {"partial": str(partial)} if partial else {}
    return Layer(name, levels | {"out": str(out)}, why)


def guess_markers(survey: Survey, units: list[Seen]) -> dict[str, list[str]]:
    """Palette slots of counters that are no units and seem to show isolation or control, by marker kind."""
    taken = {id(seen) for seen in units}
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for seen in survey.counters:
        if id(seen) in taken or seen.slot is None or not seen.slot.name:
            continue
        name = seen.slot.name
        if _OUT.search(name) and "Card" not in mark_names(seen):
            found["oos"][name] = None
        elif re.search(r"(?<![a-z])control(led)?(?![a-z])", name, re.I):
            found["control"][name] = None
    return {kind: list(names) for kind, names in found.items()}
