"""From the table of a ``rulebook.toml`` to a :class:`Rulebook`, refusing whatever the grammar does not know."""

from __future__ import annotations

from collections.abc import Mapping

from vassal_supply.errors import RulebookError
from vassal_supply.supply.costs import parse_budget, parse_costs, parse_mp_unit
from vassal_supply.supply.rulebook import (
    GRADES,
    BarRule,
    Costs,
    EffectRule,
    Grade,
    Leg,
    LineRule,
    Part,
    Rulebook,
    SourceRule,
    ZocRule,
    ZoneRule,
)
from vassal_supply.tables import Table

SCHEMA = 1
BARS = (
    "enemy-unit",
    "friendly-unit",
    "ezoc",
    "marker",
    "control",
    "terrain",
    "feature",
    "nation",
    "hexside",
)
_CONTROL = ("friendly", "enemy", "nobody")
_WORDS = ("marker", "terrain", "feature", "nation", "hexside")
_UNLESS = ("friendly-unit", "friendly-control")


def parse_rulebook(table: Mapping[str, object] | Table, *, file: str = "") -> Rulebook:
    """The rulebook that a parsed ``rulebook.toml`` says; ``file`` is the name errors give it.

    Raises :class:`vassal_supply.errors.RulebookError` with the dotted key and what is allowed there.
    """
    top = table if isinstance(table, Table) else Table(table, file=file, error=RulebookError)
    schema = top.integer("schema")
    if schema != SCHEMA:
        top.fail("schema", f"{schema}; this version reads schema {SCHEMA}")
    name, system = top.text("name", ""), top.text("system", "generic")
    zoc = _zoc(top.table("zoc")) if "zoc" in top else ZocRule(range=0)
    unit = parse_mp_unit(top)
    costs = tuple(parse_costs(one, unit) for one in top.tables("costs"))
    legs = _legs(top, costs, unit)
    lines = tuple(_line(one, legs) for one in top.tables("line"))
    if not lines:
        top.fail("line", "missing; expected at least one [[line]]")
    sources = tuple(_source(one) for one in top.tables("source"))
    need_none, needs_rule = _needs(top.table("needs"))
    effects = tuple(_effect(one) for one in top.tables("effect"))
    zones = _zones(top.table("zones"), legs) if "zones" in top else None
    top.done()
    return Rulebook(
        name=name,
        system=system,
        legs=legs,
        lines=lines,
        zoc=zoc,
        sources=sources,
        need_none=need_none,
        needs_rule=needs_rule,
        effects=effects,
        costs=costs,
        mp_unit=unit,
        zones=zones,
    )


def _zoc(table: Table) -> ZocRule:
    rule = ZocRule(
        range=_count(table, "range", 1),
        stopped_by_hexsides=frozenset(_words(table, "stopped_by_hexsides")),
        not_into=frozenset(_words(table, "not_into")),
        status=table.choice("status", ("any", "standing", "computed"), "any"),
        lost_when=frozenset(_words(table, "lost_when", GRADES, ("out",))),
        rule=table.text("rule", ""),
    )
    table.done()
    return rule


def _legs(top: Table, costs: tuple[Costs, ...], unit: tuple[int, int]) -> dict[str, Leg]:
    legs: dict[str, Leg] = {}
    for table in top.tables("leg"):
        name = table.text("name")
        if name in legs:
            table.fail("name", f"{name!r}; there is a leg of that name already")
        start, end = table.flag("start_exempt", True), table.flag("end_exempt", False)
        mp = _mp(table, costs)
        links = _words(table, "links", default=("adjacent",))
        if not links:
            table.fail("links", "[]; expected kinds of links; leave it out for adjacent spaces")
        legs[name] = Leg(
            name=name,
            links=frozenset(links),
            limit=_limit(table, mp, unit),
            bars=tuple(_bar(one, start, end) for one in table.tables("bars")),
            rule=table.text("rule", ""),
            mp=mp,
            leaving=_leaving(table, mp),
        )
        table.done()
    return legs


def _mp(table: Table, costs: tuple[Costs, ...]) -> str:
    """The movement type that pays for a leg; ``$name`` leaves it to the value of that name each unit has."""
    mp = table.text("mp", "")
    known = [one.name for one in costs]
    if mp and not mp.startswith("$") and mp not in known:
        table.fail("mp", f"{mp!r}; expected the mp of a [[costs]] table: {', '.join(known)}")
    return mp


def _leaving(table: Table, mp: str) -> bool:
    """Whether a leg pays for the spaces it leaves, as one does that is counted from its end."""
    if "pays" in table and not mp:
        table.fail("pays", "only a leg with mp pays")
    return table.choice("pays", ("entering", "leaving"), "entering") == "leaving"


def _limit(table: Table, mp: str, unit: tuple[int, int]) -> int | None:
    """The limit in spaces, or the budget in movement points where a leg pays them."""
    for key, other in (("limit", "budget"), ("budget", "limit")):
        if key in table and bool(mp) == (key == "limit"):
            wanted = "a leg with mp has a budget" if mp else "a leg without mp has a limit"
            table.fail(key, f"{wanted}; expected {other}")
    if "budget" in table:
        return parse_budget(table, unit)
    return _count(table, "limit") if "limit" in table else None


def _bar(table: Table, start_exempt: bool, end_exempt: bool) -> BarRule:
    by = table.choice("by", BARS)
    for key in ("unless", "unless_kinds", "on"):
        if by == "hexside" and key in table:
            table.fail(key, "a bar by hexside holds on every side of its kinds")
    any_of, none_of = _bar_words(table, by)
    kinds = _words(table, "kinds") if by in ("enemy-unit", "friendly-unit") else ()
    whose = table.choice("whose", ("any", "enemy", "friendly"), "any") if by == "marker" else "any"
    start, end = table.flag("start_exempt", start_exempt), table.flag("end_exempt", end_exempt)
    bar = BarRule(
        by=by,
        rule=table.text("rule", ""),
        code=table.text("code", by),
        any=frozenset(any_of),
        none=frozenset(none_of),
        kinds=frozenset(kinds),
        whose=whose,
        unless=frozenset(_words(table, "unless", _UNLESS)),
        unless_kinds=frozenset(_words(table, "unless_kinds")),
        start_exempt=start,
        end_exempt=end,
        on=frozenset(_words(table, "on")),
        spares=frozenset(_words(table, "spares")),
    )
    table.done()
    return bar


def _bar_words(table: Table, by: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that bar, and the words whose lack bars."""
    if by == "control":
        any_of, none_of = _words(table, "is", _CONTROL), _words(table, "not", _CONTROL)
        names = "is", "not"
    elif by == "hexside":
        any_of, none_of, names = _words(table, "any"), (), ("any", "any")
    elif by in _WORDS:
        any_of, none_of, names = _words(table, "any"), _words(table, "none"), ("any", "none")
    else:
        return (), ()
    if bool(any_of) == bool(none_of):
        wanted = f"either {names[0]} or {names[1]}" if names[0] != names[1] else names[0]
        table.fail(names[0], f"a bar by {by} needs {wanted}, with at least one word")
    return any_of, none_of


def _line(table: Table, legs: Mapping[str, Leg]) -> LineRule:
    line = LineRule(
        parts=_parts(table, legs),
        units=frozenset(_words(table, "for")),
        to=frozenset(_words(table, "to")),
        grade=_grade(table, "full"),
        rule=table.text("rule", ""),
        on=frozenset(_words(table, "on")),
        to_units=frozenset(_words(table, "to_units")),
        own=table.flag("own", False),
        reach=table.text("reach", ""),
    )
    if line.grade == "out":
        table.fail("grade", "'out'; expected full or partial")
    if line.to and line.to_units:
        table.fail("to_units", "a line ends on sources (to) or on units (to_units), not on both")
    for key in ("own", "reach"):
        if key in table and not line.to_units:
            table.fail(key, "only a line that ends on units (to_units) can have it")
    if line.reach and len(line.legs) != 1:
        table.fail("reach", "only a line of a single leg can have it")
    table.done()
    return line


def _parts(table: Table, legs: Mapping[str, Leg]) -> tuple[Part, ...]:
    """The legs of a line: a name is one stretch, a list any of its legs in any order, {one = [...]} one of them."""
    listed = table.get("legs")
    if isinstance(listed, str):
        listed = [listed]
    if not isinstance(listed, list):
        table.fail("legs", "missing; expected a list of legs" if listed is None else repr(listed))
    return tuple(_part(table, legs, item) for item in listed)


def _part(table: Table, legs: Mapping[str, Leg], item: object) -> Part:
    names: object = item
    often = isinstance(item, list)
    if isinstance(item, str):
        names = [item]
    elif isinstance(item, Mapping) and set(item) == {"one"}:
        names = item["one"]
    if not isinstance(names, list) or not names:
        table.fail(
            "legs", f"{item!r}; expected the name of a leg, a list of names or {{one = [...]}}"
        )
    for name in names:
        if not isinstance(name, str) or name not in legs:
            table.fail("legs", f"{name!r}; expected one of {', '.join(legs)}")
    return Part(tuple(names), often)


def _zones(table: Table, legs: Mapping[str, Leg]) -> ZoneRule:
    found = ZoneRule(table.choice("leg", tuple(legs)), table.text("rule", ""))
    table.done()
    return found


def _grade(table: Table, default: str | None) -> Grade:
    chosen = table.choice("grade", GRADES, default)
    return next(grade for grade in GRADES if grade == chosen)


def _source(table: Table) -> SourceRule:
    for closing in table.tables("closed"):
        for key in ("start_exempt", "end_exempt"):
            if key in closing:
                closing.fail(key, "what closes a source holds on its space, wherever a line begins")
    rule = SourceRule(
        kinds=frozenset(_words(table, "kinds")),
        bars=tuple(_bar(one, False, False) for one in table.tables("closed")),
        rule=table.text("rule", ""),
    )
    if any(bar.by == "hexside" for bar in rule.bars):
        table.fail("closed", "a hexside cannot close a source")
    table.done()
    return rule


def _needs(table: Table) -> tuple[frozenset[str], str]:
    found = frozenset(_words(table, "none")), table.text("rule", "")
    table.done()
    return found


def _effect(table: Table) -> EffectRule:
    effect = EffectRule(
        grade=_grade(table, None),
        code=table.text("code"),
        text=table.text("text"),
        rule=table.text("rule", ""),
        units=frozenset(_words(table, "for")),
        allowed=table.flag("allowed", False) if "allowed" in table else None,
        value=_number(table, "value"),
    )
    table.done()
    return effect


def _words(
    table: Table, key: str, allowed: tuple[str, ...] = (), default: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """A string or list of strings, ``default`` when missing; each out of ``allowed`` unless that is empty."""
    words = table.texts(key, default)
    for word in words:
        if allowed and word not in allowed:
            table.fail(key, f"{word!r}; expected one of {', '.join(allowed)}")
    return words


def _count(table: Table, key: str, default: int | None = None) -> int:
    number = table.integer(key, default)
    if number < 0:
        table.fail(key, f"{number}; expected 0 or more")
    return number


def _number(table: Table, key: str) -> float | None:
    value = table.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        table.fail(key, f"{value!r}; expected a number")
    return value
