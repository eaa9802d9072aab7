"""The turn file: what only the players know of a turn, and what of it save or rulebook may say.

:data:`KEYS` lists every key with what it means. A key that the turn file does not have is looked for among the facts
that the kit reads off the save, where lists are parted by semicolons (``neutral = "Spain; Turkey"``), and then in the
rulebook's table ``state``, where a kit says what holds unless somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vassal_supply.errors import KitError
from vassal_supply.model import Value
from vassal_supply.tables import Table

KEYS: Mapping[str, str] = {
    "moving": "whose player turn it is: a side, a faction or a nation, or several",
    "neutral": "nations that are not in the war",
    "surrendered": "majors, India, Australia that have surrendered, also those that came back",
    "conquered": "minor = the major that conquered it",
    "allies": "minor = the major it is associated with or allied to",
    "peace": "pairs of nations, factions or sides that are not at war and trace no line through each other's hexes",
    "not_acting": "sources that their faction lets rest this turn",
    "persian_route": "whether the Persian BRP route is open",
    "burma_road": "whether China has a Burma road result",
    "chinese_resistance": "the Chinese resistance level at the end of the last turn",
    "captured": "spaces taken in this turn's movement and combat",
    "exploited": "armor that exploited this turn",
    "exploited_last_turn": "armor that exploited in its owner's last player turn",
    "redeployed": "armor redeployed in the player turn in which it exploited, told then or at the next initial determination",
    "transports": "transports at hand: Atlantic, Pacific, Indian Ocean",
    "ports": "the port of each zone that sea supply goes to, where it has several",
    "declined": "zones, by any of their places, that get no sea supply",
    "sea": "sea supply lines, in the order in which they are traced",
    "invasion": "bridgeheads placed this turn and the ports or boxes they were launched from",
    "oil": "oil effects in force, by nation, faction or side",
    "oil_offset": "places in whose zones oil effects are offset",
    "ask": "the spaces that a question about hexes is for",
}


class SeaLine(NamedTuple):
    """A sea supply line as its player announced it (30.35 to 30.37).

    ``start`` and ``end`` are places; ``touches`` the ports it passes, ``hexes`` the sea hexes if he had to show them.
    ``islands`` are the islands of a group in order, ``reached`` the last one before a disruption (30.343). ``protected``
    are the forces that escort it; ``result``, ``attacks``, ``escorts`` and ``losses`` what became of it (30.38).
    """

    name: str
    start: str
    end: str
    nation: str = ""
    touches: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    carries: str = "supply"
    transport: str = ""
    islands: tuple[str, ...] = ()
    reached: str | None = None
    protected: tuple[Force, ...] = ()
    result: str = ""
    attacks: tuple[str, ...] = ()
    escorts: str = ""
    losses: bool = False
    presumed: bool = False


class Force(NamedTuple):
    """Naval units that protect a sea line: who, from where (a port or an SW box), with what (30.36)."""

    units: tuple[str, ...]
    based: str
    nation: str
    destroyer: bool
    transport: bool
    inverted: bool


class Invasion(NamedTuple):
    """A bridgehead placed this turn (30.24): its space, the ports or boxes of launch."""

    at: str
    launched: tuple[str, ...]


class Told(NamedTuple):
    """Everything that the turn file and the save's facts tell.

    ``moving`` is whose player turn the players say it is, ``shown`` whose the save shows.
    """

    moving: tuple[str, ...]
    shown: tuple[str, ...]
    neutral: frozenset[str]
    surrendered: frozenset[str]
    conquered: Mapping[str, str]
    allies: Mapping[str, str]
    peace: frozenset[frozenset[str]]
    not_acting: frozenset[str]
    persian_route: bool
    burma_road: bool
    chinese_resistance: int | None
    captured: frozenset[str]
    exploited: frozenset[str]
    exploited_last_turn: frozenset[str]
    redeployed: frozenset[str]
    transports: Mapping[str, int]
    ports: frozenset[str]
    declined: tuple[str, ...]
    lines: tuple[SeaLine, ...]
    invasions: tuple[Invasion, ...]
    oil: Mapping[str, frozenset[str]]
    offset: Mapping[str, frozenset[str]]
    ask: tuple[str, ...]


RESULTS = ("", "through", "disrupted", "abandoned")
ATTACKS = ("air", "naval", "submarine", "kept off")
ESCORTS = ("", "standing", "sunk", "withdrew")
CARGO = ("supply", "oil", "brp")
EFFECTS = ("air", "naval", "ground", "construction")


def read_turn(turn: Table | None, facts: Mapping[str, Value], state: Table) -> Told:
    """Read a turn file, facts and state for what it leaves open; raises their errors with file, line and key."""
    if turn is None:
        turn = Table({}, error=KitError)
    for table in (turn, state):
        for key in table.keys():  # noqa: SIM118
            if key not in KEYS:
                table.fail(key, f"unknown key; expected one of {', '.join(KEYS)}")
    read = _Reader(turn, facts, state)
    return Told(
        moving=turn.texts("moving", ()) or state.texts("moving", ()),
        shown=_split(facts.get("moving", "")),
        neutral=frozenset(read.texts("neutral")),
        surrendered=frozenset(read.texts("surrendered")),
        conquered=read.pairs("conquered"),
        allies=read.pairs("allies"),
        peace=read.peace(),
        not_acting=frozenset(read.texts("not_acting")),
        persian_route=read.flag("persian_route"),
        burma_road=read.flag("burma_road"),
        chinese_resistance=read.number("chinese_resistance"),
        captured=frozenset(read.texts("captured")),
        exploited=frozenset(read.texts("exploited")),
        exploited_last_turn=frozenset(read.texts("exploited_last_turn")),
        redeployed=frozenset(read.texts("redeployed")),
        transports=_numbers(read.table("transports")),
        ports=frozenset(read.texts("ports")),
        declined=read.texts("declined"),
        lines=tuple(_line(one, n) for n, one in enumerate(turn.tables("sea"), 1)),
        invasions=tuple(_invasion(one) for one in turn.tables("invasion")),
        oil=_effects(read.table("oil")),
        offset=_effects(read.table("oil_offset")),
        ask=read.texts("ask"),
    )


class _Reader:
    """The turn file before the facts, the facts before the rulebook's state."""

    def __init__(self, turn: Table, facts: Mapping[str, Value], state: Table) -> None:
        self._turn, self._facts, self._state = turn, facts, state

    def table(self, key: str) -> Table:
        """A table of the turn file, or of the state."""
        return self._of(key).table(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        if self._is_fact(key):
            return _split(self._facts[key])
        return self._of(key).texts(key, ())

    def pairs(self, key: str) -> dict[str, str]:
        """A table of texts; as a fact ``"Hungary = Germany; Finland = Germany"``."""
        if self._is_fact(key):
            parted = (text.partition("=") for text in _split(self._facts[key]))
            return {name.strip(): other.strip() for name, _, other in parted}
        table = self.table(key)
        return {name: table.text(name) for name in table.keys()}  # noqa: SIM118

    def flag(self, key: str) -> bool:
        """Yes or no."""
        if self._is_fact(key):
            return str(self._facts[key]).strip().lower() not in ("", "0", "false", "no")
        return self._of(key).flag(key, False)

    def number(self, key: str) -> int | None:
        """A whole number, ``None`` when nobody tells it."""
        if self._is_fact(key):
            value = self._facts[key]
            return value if isinstance(value, int) and not isinstance(value, bool) else None
        return self._of(key).integer(key) if key in self._of(key) else None

    def peace(self) -> frozenset[frozenset[str]]:
        """Pairs, like ``peace = [["Russia", "Japan"]]``; as a fact ``"Russia/Japan; ..."``."""
        if self._is_fact("peace"):
            texts = (text.split("/") for text in _split(self._facts["peace"]))
            return frozenset(frozenset(name.strip() for name in pair) for pair in texts)
        table = self._of("peace")
        value = table.get("peace")
        pairs = value if isinstance(value, list) else [] if value is None else [value]
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                table.fail("peace", f'{pair!r}; expected pairs, like [["Russia", "Japan"]]')
        return frozenset(frozenset(map(str, pair)) for pair in pairs if isinstance(pair, list))

    def _is_fact(self, key: str) -> bool:
        return key not in self._turn and bool(self._facts.get(key, ""))

    def _of(self, key: str) -> Table:
        return self._turn if key in self._turn else self._state


def _split(value: Value) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(value).split(";") if part.strip())


def _numbers(table: Table) -> dict[str, int]:
    return {key: table.integer(key) for key in table.keys()}  # noqa: SIM118


def _effects(table: Table) -> dict[str, frozenset[str]]:
    found = {}
    for key in table.keys():  # noqa: SIM118
        words = table.texts(key)
        for word in words:
            if word not in EFFECTS:
                table.fail(key, f"{word!r}; expected any of {', '.join(EFFECTS)}", word)
        found[key] = frozenset(words)
    return found


def _invasion(table: Table) -> Invasion:
    found = Invasion(table.text("at"), table.texts("from", ()))
    table.done()
    return found


def _line(table: Table, number: int) -> SeaLine:
    start, end = table.text("from"), table.text("to")
    reached = table.get("reached")
    attacks = table.texts("attacks", ())
    for word in attacks:
        if word not in ATTACKS:
            table.fail("attacks", f"{word!r}; expected any of {', '.join(ATTACKS)}", word)
    line = SeaLine(
        name=table.text("name", "") or f"{start} - {end}",
        start=start,
        end=end,
        nation=table.text("nation", ""),
        touches=table.texts("touches", ()),
        hexes=table.texts("hexes", ()),
        carries=table.choice("carries", CARGO, "supply"),
        transport=table.text("transport", ""),
        islands=table.texts("islands", ()),
        reached=None if reached is None else table.text("reached"),
        protected=tuple(_force(one) for one in table.tables("protected")),
        result=table.choice("result", RESULTS, ""),
        attacks=attacks,
        escorts=table.choice("escorts", ESCORTS, ""),
        losses=table.flag("losses", False),
    )
    table.done()
    return line


def _force(table: Table) -> Force:
    force = Force(
        units=table.texts("units", ()),
        based=table.text("based"),
        nation=table.text("nation", ""),
        destroyer=table.flag("destroyer", False),
        transport=table.flag("transport", False),
        inverted=table.flag("inverted", False),
    )
    table.done()
    return force
