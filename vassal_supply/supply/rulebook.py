"""A game's supply rules as data: the records a rulebook is made of.

:func:`vassal_supply.supply.parse_rulebook` makes one from the table of a ``rulebook.toml``; the modules of
``vassal_supply.systems`` may also build one in Python. All records are immutable and hashable.
"""

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
    ``end_exempt`` say whether it holds on the unit's own space and on the source's. ``on`` narrows the bar to spaces
    with one of these terrains or features, ``spares`` are the sides, nations or unit ids it does not hold for.
    ``rule`` and ``code`` name it.
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
    on: frozenset[str] = frozenset()
    spares: frozenset[str] = frozenset()


class Costs(NamedTuple):
    """What movement points a movement type pays, all in the rulebook's unit (``mp_unit``).

    ``terrain`` and ``features`` are what entering a space costs, a feature's cost before the terrain's, ``None`` where
    it may not be entered; ``default`` is for terrain that is not listed. ``links`` are the kinds of link that cost the
    same whatever they lead into; ``hexsides`` is added for crossing one by plain adjacency. With ``leaving`` it is the
    space left that is paid for, not the one entered.
    """

    name: str
    terrain: tuple[tuple[str, int | None], ...] = ()
    features: tuple[tuple[str, int | None], ...] = ()
    links: tuple[tuple[str, int | None], ...] = ()
    hexsides: tuple[tuple[str, int | None], ...] = ()
    default: int | None = None
    leaving: bool = False


class Leg(NamedTuple):
    """One kind of stretch of a supply line.

    ``links`` are the kinds of link it may follow, ``adjacent`` among them for lattice neighbours; ``limit`` is the
    number of spaces it may enter, or with ``mp`` the movement points (in the rulebook's unit) it may spend; ``None``
    for any number. ``mp`` names the :class:`Costs` to pay, or with a ``$`` before it the unit value that names them;
    ``leaving`` pays them from the end of the line to the unit, for each space that the line leaves.
    Every space of the stretch is tested against ``bars``, its first and last too, except where a bar's exemptions say
    otherwise.
    """

    name: str
    links: frozenset[str] = frozenset({"adjacent"})
    limit: int | None = None
    bars: tuple[BarRule, ...] = ()
    rule: str = ""
    mp: str = ""
    leaving: bool = False


class Part(NamedTuple):
    """One part of a line: one stretch along one of ``legs``, or with ``often`` any number of them in any order."""

    legs: tuple[str, ...]
    often: bool = False


class LineRule(NamedTuple):
    """One way to be in supply: ``parts`` in order from the unit, each of which may be empty, to a source in ``to``.

    ``units`` are the unit kinds it serves and ``to`` the source kinds it may end on; empty means all. ``on`` narrows it
    to units on spaces with one of these terrains or features. With ``to_units`` it ends on a friendly unit of one of
    these kinds instead, which must itself be in supply; with ``own`` it must be one of the unit's superiors, and
    ``reach`` is the value of the unit it ends on that replaces the limit.
    A unit whose line holds gets ``grade``, or the grade of what it ends on if that is worse.
    """

    parts: tuple[Part, ...]
    units: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()
    grade: Grade = "full"
    rule: str = ""
    on: frozenset[str] = frozenset()
    to_units: frozenset[str] = frozenset()
    own: bool = False
    reach: str = ""

    @property
    def legs(self) -> tuple[str, ...]:
        """The names of all legs it may use, in order, each once."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.legs))


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


class ZoneRule(NamedTuple):
    """Supply zones: what hangs together along one leg, for each side."""

    leg: str
    rule: str = ""


class Rulebook(NamedTuple):
    """A whole rulebook. ``need_none`` are the unit kinds that need no supply, ``needs_rule`` the rule that says so.

    ``mp_unit`` is the smallest part of a movement point that any cost is a multiple of, as (1, parts).
    """

    name: str
    system: str
    legs: dict[str, Leg]
    lines: tuple[LineRule, ...]
    zoc: ZocRule = ZocRule(range=0)
    sources: tuple[SourceRule, ...] = ()
    need_none: frozenset[str] = frozenset()
    needs_rule: str = ""
    effects: tuple[EffectRule, ...] = ()
    costs: tuple[Costs, ...] = ()
    mp_unit: tuple[int, int] = (1, 1)
    zones: ZoneRule | None = None

    @property
    def bars(self) -> list[BarRule]:
        """All bars there are, of legs and of sources."""
        found = [bar for leg in self.legs.values() for bar in leg.bars]
        return found + [bar for rule in self.sources for bar in rule.bars]
