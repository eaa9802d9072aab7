"""The state of the world: which Country is whose, neutral, conquered or under a Policy, and what Posture they have.

It is read off the counters that the kit takes for markers of these kinds, and off the turn file, which has the last
word on whatever it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vassal_supply.model import Marker, Situation, Unit
from vassal_supply.systems.axis_empires.rulebook import AxisRules
from vassal_supply.tables import Table

WAR = "War"
"""The Posture that AE-10f speaks of."""

POLICY = "Policy"
"""The Posture of a Policy Affected Country whose marker does not say which."""

SEA = "sea"
"""The kind of link between a Port or Off-Map Box and a Naval Zone."""

NAVAL_ZONE = "naval-zone"
"""The feature of the space that is a Naval Zone."""

ALLIED = ("Western", "Soviet")
"""The Allied factions; the third is the Axis."""

TURN_KEYS: dict[str, str] = {
    "phasing": "the phasing faction (AE-25); else the kit's fact of that name",
    "posture": 'the Posture of factions or Countries, like { Western = "War" }; else Posture markers',
    "policy": 'Policy Affected Countries with their Posture, like { Turkey = "Limited War" }; else Policy markers',
    "conquered": "the Conquered Countries; else Conquered markers",
    "neutral": "the Neutral Minor Countries; else Neutral markers",
    "alignment": 'Countries that changed their faction, like { Bulgaria = "Soviet" }; else Alignment markers',
    "closed_ports": "ports that are not Open for another reason than an enemy Fleet unit",
    "open_ports": "hexes that are Open Ports of a Naval Zone though the map shows none, by zone",
}


class World(NamedTuple):
    """The state of the world at one moment.

    ``of`` is the faction of each Country and ``changed`` those that are no longer of the one they began in. ``policy``
    and ``posture`` give Postures by Country (the latter also by faction). ``phasing`` is empty when nobody says.
    """

    of: Mapping[str, str]
    changed: Mapping[str, str]
    neutral: frozenset[str]
    conquered: frozenset[str]
    policy: Mapping[str, str]
    posture: Mapping[str, str]
    phasing: str
    closed_ports: tuple[str, ...]
    open_ports: Mapping[str, tuple[str, ...]]

    def side_of(self, piece: Unit | Marker) -> str:
        """The faction of a counter: its Country's, if that has changed, else its own."""
        return self.changed.get(piece.nation, piece.side)

    def posture_of(self, side: str, country: str) -> str:
        """The Posture a counter has: the Policy of its Country, else its Country's Posture, else its faction's."""
        if country in self.policy:
            return self.policy[country] or POLICY
        return self.posture.get(country) or self.posture.get(side, "")

    def is_at_war(self, side: str, country: str) -> bool:
        """Whether AE-10f holds for a counter: Allied, with a Posture of War; a Posture nobody names counts as War."""
        posture = self.posture_of(side, country).strip().casefold()
        return side in ALLIED and posture in (WAR.casefold(), "")

    def enemies(self, side: str) -> list[str]:
        """The Countries enemy to a faction whose Cities and Ports AE-10d bars: not Conquered Allied ones."""
        return sorted(
            country
            for country, owner in self.of.items()
            if owner != side
            and country not in self.neutral
            and not (owner in ALLIED and country in self.conquered)
        )


def read_world(situation: Situation, rules: AxisRules, turn: Table | None) -> World:
    """The state that the situation's markers and the turn file show; raises the turn file's error for a slip in it."""
    read = _TurnFile(situation, rules, turn)
    markers = situation.markers
    changed = read.factions(
        "alignment", {one.nation: one.side for one in _of(markers, "alignment")}
    )
    world = World(
        of={**rules.of, **changed},
        changed=changed,
        neutral=read.countries("neutral", (one.nation for one in _of(markers, "neutral"))),
        conquered=read.countries("conquered", (one.nation for one in _of(markers, "conquered"))),
        policy=read.postures("policy", _postures(markers, "policy")),
        posture=read.postures("posture", _postures(markers, "posture")),
        phasing=read.phasing(),
        closed_ports=read.closed_ports(),
        open_ports=read.ports(),
    )
    read.done()
    return world


def _of(markers: Iterable[Marker], kind: str) -> list[Marker]:
    return [one for one in markers if one.kind == kind]


def _postures(markers: Iterable[Marker], kind: str) -> dict[str, str]:
    return {
        one.nation or one.side: str(one.values.get("posture", "")) for one in _of(markers, kind)
    }


class _TurnFile:
    """The turn file's keys, each in place of what the counters say."""

    def __init__(self, situation: Situation, rules: AxisRules, turn: Table | None) -> None:
        self._table = turn if turn is not None else Table({})
        self._situation = situation
        nations = {one.nation for one in situation.map.spaces.values()}
        nations |= {one.nation for one in situation.units}
        nations |= {one.nation for one in situation.markers}
        self._countries = (nations | rules.of.keys()) - {""}

    def done(self) -> None:
        """Refuse keys that nothing has read."""
        self._table.done()

    def phasing(self) -> str:
        """The phasing faction, empty when nobody says (AE-25)."""
        fact = self._situation.facts.get("phasing", "")
        if "phasing" not in self._table:
            return str(fact) if fact in self._situation.sides else ""
        return self._table.choice("phasing", self._situation.sides)

    def countries(self, key: str, shown: Iterable[str]) -> frozenset[str]:
        """A list of Countries, else those that markers show."""
        if key not in self._table:
            return frozenset(shown)
        names = self._table.texts(key)
        for name in names:
            self._known(self._table, key, name, self._countries, "Country")
        return frozenset(names)

    def factions(self, key: str, shown: Mapping[str, str]) -> dict[str, str]:
        """Countries with their faction; those that are not listed as shown."""
        inside = self._table.table(key)
        said = {}
        for name in inside.keys():  # noqa: SIM118
            self._known(inside, name, name, self._countries, "Country")
            said[name] = inside.choice(name, self._situation.sides)
        return {**shown, **said}

    def postures(self, key: str, shown: Mapping[str, str]) -> dict[str, str]:
        """Countries or factions with their Posture; a ``policy`` that is told replaces all that is shown (AE-10f)."""
        inside = self._table.table(key)
        known = self._countries | ({*self._situation.sides} if key == "posture" else set())
        said = {}
        for name in inside.keys():  # noqa: SIM118
            self._known(inside, name, name, known, "Country")
            said[name] = inside.text(name)
        if key == "policy" and key in self._table:
            return said
        return {**shown, **said}

    def closed_ports(self) -> tuple[str, ...]:
        """Ports that are not Open (AE-6)."""
        key = "closed_ports"
        if key not in self._table:
            return ()
        links = self._situation.map.links
        ports = {end for link in links if link.kind == SEA for end in (link.a, link.b)}
        ports |= {port for opened in self.ports().values() for port in opened}
        return self._spaces(self._table, key, ports, "port of a Naval Zone")

    def ports(self) -> dict[str, tuple[str, ...]]:
        """By Naval Zone, hexes that are Open though the map shows no port there (AE-6)."""
        inside = self._table.table("open_ports")
        spaces = self._situation.map.spaces
        zones = {name for name, space in spaces.items() if NAVAL_ZONE in space.features}
        hexes = {name for name, space in spaces.items() if space.lattice is not None}
        found = {}
        for zone in inside.keys():  # noqa: SIM118
            self._known(inside, zone, zone, zones, "Naval Zone")
            found[zone] = self._spaces(inside, zone, hexes, "hex")
        return found

    def _spaces(self, table: Table, key: str, known: set[str], what: str) -> tuple[str, ...]:
        names = table.texts(key)
        for name in names:
            self._known(table, key, name, known, what)
        return names

    def _known(self, table: Table, key: str, word: str, known: Iterable[str], what: str) -> None:
        if word not in known:
            import difflib

            close = difflib.get_close_matches(word, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            table.fail(key, f"no {what} is called {word!r}{hint}", word)
