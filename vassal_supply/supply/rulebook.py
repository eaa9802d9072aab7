"""A game's supply rules as data: the records a rulebook is made of.

:func:`vassal_supply.supply.parse_rulebook` makes one from the table of a ``rulebook.toml``; the modules of
``vassal_supply.systems`` may also build one in Python. All records are immutable and hashable.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Grade = Literal["full", "partial", "out"]
GRADES: tuple[Grade, ...] = ("full", "partial", "out")
_RANK = {"out": 0, "partial": 1, "full": 2}


def worst(*grades: Grade) -> Grade:
    """The worst of some grades: what a line of such parts is worth."""
    return min(grades, key=_RANK.__getitem__)


class BarRule(NamedTuple):
    """What keeps a supply line out of a space, or from crossing a hexside.

    ``by`` says what bars: ``enemy-unit``, ``friendly-unit``, ``ezoc``, ``marker``, ``control``, ``terrain``,
    ``feature``, ``nation`` or ``hexside``. ``any`` are the words that bar, ``none`` bars whatever has none of its
    words. ``kinds`` narrows units, ``whose`` markers. ``unless`` names what lifts the bar from a space
    (``friendly-unit``, ``friendly-control``), ``unless_kinds`` the kinds of unit that can. ``start_exempt`` and
    ``end_exempt`` say whether it holds on the unit's own space and on the source's. ``rule`` and ``code`` name it.
    """

    by: str
    rule: str = ""
    code: str = ""
    any: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    whose: str = "any"
    unless: frozenset[str] = frozenset()
    unless_kinds: frozenset[str] = frozenset()
    start_exempt: bool = True
    end_exempt: bool = False


class Leg(NamedTuple):
    """One kind of stretch of a supply line.

    ``links`` are the kinds of link it may follow, ``adjacent`` among them for lattice neighbours; ``limit`` is the
    number of spaces it may enter, ``None`` for any number. Every space of the stretch is tested against ``bars``,
    its first and last too, except where a bar's exemptions say otherwise.
    """

    name: str
    links: frozenset[str] = frozenset({"adjacent"})
    limit: int | None = None
    bars: tuple[BarRule, ...] = ()
    rule: str = ""


class LineRule(NamedTuple):
    """One way to be in supply: ``legs`` in order from the unit, each of which may be empty, to a source in ``to``.

    ``units`` are the unit kinds it serves and ``to`` the source kinds it may end on; empty means all. A unit whose
    line holds gets ``grade``, or the source's own grade if that is worse.
    """

    legs: tuple[str, ...]
    units: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()
    grade: Grade = "full"
    rule: str = ""


class SourceRule(NamedTuple):
    """When a source of these kinds gives nothing: while one of ``bars`` holds on its space. Empty kinds mean all."""

    kinds: frozenset[str]
    bars: tuple[BarRule, ...]
    rule: str = ""


class ZocRule(NamedTuple):
    """The zone of control of every unit that has one.

    It reaches ``range`` hexes (0: none) but not across hexsides in ``stopped_by_hexsides``, nor into terrain or
    features in ``not_into``. ``status`` says whose zone counts: ``any`` unit's, or by ``standing`` marks or the
    grade being ``computed`` only that of units graded none of ``lost_when``.
    """

    range: int = 1
    stopped_by_hexsides: frozenset[str] = frozenset()
    not_into: frozenset[str] = frozenset()
    status: str = "any"
    lost_when: frozenset[str] = frozenset({"out"})
    rule: str = ""


class EffectRule(NamedTuple):
    """What a grade does to units of ``units`` (empty: all): a code with its rule and a sentence.

    ``allowed`` is set where the effect permits or forbids something, ``value`` where it changes a number.
    """

    grade: Grade
    code: str
    text: str
    rule: str = ""
    units: frozenset[str] = frozenset()
    allowed: bool | None = None
    value: float | None = None


class Rulebook(NamedTuple):
    """A whole rulebook. ``need_none`` are the unit kinds that need no supply, ``needs_rule`` the rule that says so."""

    name: str
    system: str
    legs: dict[str, Leg]
    lines: tuple[LineRule, ...]
    zoc: ZocRule = ZocRule(range=0)
    sources: tuple[SourceRule, ...] = ()
    need_none: frozenset[str] = frozenset()
    needs_rule: str = ""
    effects: tuple[EffectRule, ...] = ()
