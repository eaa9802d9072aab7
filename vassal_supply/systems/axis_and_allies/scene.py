"""One turn of a power as its saves show it: who holds what, what stands where, what was there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from vassal_supply.errors import RequestError
from vassal_supply.model import Marker, Situation, Space, Unit
from vassal_supply.systems import Previous, Request
from vassal_supply.systems.axis_and_allies.facts import Facts
from vassal_supply.systems.axis_and_allies.turnfile import TurnFile

LATE = ("income", "end")
"""Phases in which mobilisation is over."""


class Piece(NamedTuple):
    """A unit, or a marker that is one under the rulebook, like an industrial complex without a side."""

    id: str
    name: str
    kind: str
    power: str
    side: str
    space: str
    is_unit: bool

    @property
    def shown(self) -> str:
        """Its name, for sentences."""
        return self.name or self.kind


class Then(NamedTuple):
    """What an earlier state shows of a piece."""

    kind: str
    power: str
    space: str


class Earlier(NamedTuple):
    """The earlier state that a turn is compared with."""

    control: Mapping[str, str]
    pieces: Mapping[str, Then]
    money: Mapping[str, int]
    sides: Mapping[str, str]


class Scene:
    """A situation in the eyes of the power whose turn it is.

    Raises :class:`RequestError` when nobody says whose turn it is, or nobody knows that power.
    """

    def __init__(
        self, situation: Situation, facts: Facts, turn: TurnFile, request: Request
    ) -> None:
        self.situation, self.facts, self.turn = situation, facts, turn
        self.phase = request.phase
        self.pieces = tuple(_pieces(situation, facts))
        self.power = turn.power or str(situation.facts.get("power", ""))
        self.earlier = _earlier(request.previous, facts) if request.previous else None
        if self.power not in self.sides:
            known = ", ".join(sorted(self.sides))
            if turn.power and request.turn is not None:
                text = f"no power is called {turn.power!r}; expected one of {known}"
                request.turn.fail("power", text)
            asked = f"no power is called {self.power!r}" if self.power else "whose turn is it?"
            raise RequestError(
                f'{asked}; name one of {known} in the turn file (power = "...")'
                " or let the kit read a fact `power`"
            )
        self.side = self.sides[self.power]

    @cached_property
    def sides(self) -> dict[str, str]:
        """The side of each power that has a piece or holds a space, now or in the earlier state."""
        earlier = self.earlier.sides if self.earlier else {}
        return {**earlier, **_sides(self.situation, self.pieces)}

    @cached_property
    def powers(self) -> tuple[str, ...]:
        """All powers, side by side."""
        order = self.situation.sides
        return tuple(sorted(self.sides, key=lambda one: (order.index(self.sides[one]), one)))

    def holder(self, space: str) -> str:
        """The power that controls a space now; empty for nobody."""
        return self.situation.nation_control.get(space, "")

    def is_enemy(self, power: str) -> bool:
        """Whether a power fights on the other side."""
        return power in self.sides and self.sides[power] != self.side

    def space(self, name: str) -> Space:
        """A space by its id."""
        return self.situation.map.spaces[name]

    def is_sea(self, name: str) -> bool:
        """Whether a space is a sea zone."""
        return self.space(name).terrain == self.facts.words["sea"]

    def has(self, name: str, word: str) -> bool:
        """Whether a space has the feature that the rulebook calls ``word``."""
        return self.facts.words[word] in self.space(name).features

    @cached_property
    def territories(self) -> tuple[Space, ...]:
        """All land: the spaces that are no sea zone, no mobilisation box and no box of the chart."""
        return tuple(
            space
            for space in self.situation.map.spaces.values()
            if self._neighbours.get(space.id) and not self.is_sea(space.id)
        )

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The spaces adjacent to one, in the map's order."""
        return self._neighbours.get(name, ())

    def seas_of(self, name: str) -> tuple[str, ...]:
        """The sea zones adjacent to a territory."""
        return tuple(one for one in self.neighbours(name) if self.is_sea(one))

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        around: dict[str, set[str]] = {}
        for link in self.situation.map.links:
            if link.kind == "adjacent":
                around.setdefault(link.a, set()).add(link.b)
                around.setdefault(link.b, set()).add(link.a)
        order = {name: n for n, name in enumerate(self.situation.map.spaces)}
        return {
            name: tuple(sorted(others, key=order.__getitem__)) for name, others in around.items()
        }

    @cached_property
    def by_space(self) -> dict[str, list[Piece]]:
        """The pieces on each space."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.space, []).append(piece)
        return found

    def on(self, space: str, group: str = "", power: str = "") -> list[Piece]:
        """The pieces on a space, of one class or power if given."""
        return [
            piece
            for piece in self.by_space.get(space, ())
            if (not group or self.facts.group(piece.kind) == group)
            and (not power or piece.power == power)
        ]

    def complexes_on(self, space: str) -> list[Piece]:
        """The industrial complexes on a space: the one that counts first, and older ones before new ones."""
        return sorted(self.on(space, "complex"), key=self.placed.__contains__)

    @cached_property
    def waiting(self) -> tuple[Piece, ...]:
        """The power's bought units that still stand in a mobilisation box."""
        return tuple(
            piece
            for piece in self.pieces
            if self.has(piece.space, "mobilisation") and self._belongs(piece.power, piece.space)
        )

    @cached_property
    def placed(self) -> tuple[Piece, ...]:
        """The power's units that entered play since the earlier state; none without one."""
        return tuple(piece for piece in self.pieces if self._is_new(piece))

    @cached_property
    def bought(self) -> Counter[str] | None:
        """How many units of each kind were bought: by the turn file, else what waited; ``None`` when neither says."""
        if self.turn.bought is not None:
            return Counter(self.turn.bought)
        waited = Counter(then.kind for then in self._waited().values())
        return waited or None

    @cached_property
    def returned(self) -> Counter[str]:
        """How many units of each kind were bought and are neither placed nor waiting."""
        if self.earlier is None:
            return Counter()
        here = Counter(piece.kind for piece in (*self.placed, *self.waiting))
        return (self.bought or Counter()) - here

    @cached_property
    def unpaid(self) -> Counter[str]:
        """How many units of each kind entered play and were not bought, as far as anybody says what was."""
        if self.bought is None:
            return Counter()
        return Counter(piece.kind for piece in self.placed) - self.bought

    def _waited(self) -> dict[str, Then]:
        """What stood in the power's mobilisation boxes in the earlier state."""
        pieces = self.earlier.pieces if self.earlier else {}
        return {
            id: then
            for id, then in pieces.items()
            if then.kind in self.facts.units
            and then.space in self.situation.map.spaces
            and self.has(then.space, "mobilisation")
            and self._belongs(then.power, then.space)
        }

    @property
    def after_purchase(self) -> bool:
        """Whether units were waiting in the earlier state: the turn had begun by then."""
        return bool(self._waited())

    def _belongs(self, power: str, box: str) -> bool:
        owner = self.space(box).nation
        return power == self.power or (not power and owner in ("", self.power))

    def _is_new(self, piece: Piece) -> bool:
        if self.earlier is None or self.has(piece.space, "mobilisation"):
            return False
        if piece.kind not in self.facts.units:
            return False
        if piece.power not in (self.power, ""):
            return False
        return piece.id not in self.earlier.pieces or piece.id in self._waited()

    @cached_property
    def built(self) -> frozenset[str]:
        """Territories whose industrial complex the power built this turn (AA-1)."""
        new = {piece.space for piece in self.placed if piece in self.complexes_on(piece.space)[:1]}
        return frozenset(new) | (self.turn.built or frozenset())

    @cached_property
    def captured(self) -> frozenset[str]:
        """Territories that the power holds and did not hold when its turn began (AA-1)."""
        known = self.turn.captured or frozenset()
        if self.earlier is None:
            return known
        control = self.earlier.control
        return known | {
            name
            for name, power in self.situation.nation_control.items()
            if power == self.power and control.get(name, "") != self.power
        }

    @property
    def knows_captures(self) -> bool:
        """Whether the saves or the turn file show what was taken this turn."""
        if self.turn.captured is not None:
            return True
        return self.earlier is not None and not self.after_purchase

    def damage(self, space: str) -> int:
        """The damage markers under a territory's industrial complex."""
        word = self.facts.words["damage"]
        markers = [
            _number(marker.values.get("count"), 1)
            for marker in self.situation.markers
            if marker.kind == word and marker.space == space
        ]
        return sum(markers) + sum(
            _number(values.get("damage"), 0)
            for kind, values in self._values_on(space)
            if self.facts.group(kind) == "complex"
        )

    def _values_on(self, space: str) -> Iterator[tuple[str, Mapping[str, object]]]:
        everything: tuple[Unit | Marker, ...] = (*self.situation.units, *self.situation.markers)
        return ((one.kind, one.values) for one in everything if one.space == space)

    def money(self) -> dict[str, int]:
        """The treasuries that markers or facts show, by power."""
        return _money(self.situation, self.facts)


def counted(count: int, kind: str) -> str:
    """So many units of a kind, in words: 1 tank, 2 tanks, 3 infantry."""
    if count == 1 or kind.endswith("y"):
        return f"{count} {kind}"
    return f"{count} {kind}{'es' if kind.endswith('x') else 's'}"


def _pieces(situation: Situation, facts: Facts) -> Iterator[Piece]:
    units: Iterable[Unit | Marker] = situation.units
    complexes = (one for one in situation.markers if facts.group(one.kind) == "complex")
    for one in (*units, *complexes):
        is_unit = isinstance(one, Unit)
        yield Piece(one.id, one.name, one.kind, one.nation, one.side, one.space, is_unit)


def _sides(situation: Situation, pieces: Iterable[Piece]) -> dict[str, str]:
    found = {piece.power: piece.side for piece in pieces if piece.power and piece.side}
    for marker in situation.markers:
        if marker.nation and marker.side:
            found.setdefault(marker.nation, marker.side)
    for space, power in situation.nation_control.items():
        if side := situation.control.get(space):
            found.setdefault(power, side)
    return found


def _money(situation: Situation, facts: Facts) -> dict[str, int]:
    word = facts.words["treasury"]
    found = {}
    for key, value in situation.facts.items():
        if key.startswith(word + " "):
            found[key.removeprefix(word + " ")] = _number(value, 0)
    for marker in situation.markers:
        if marker.kind == word:
            found[marker.nation] = _number(marker.values.get("ipc"), 0)
    return found


def _number(value: object, default: int) -> int:
    return int(value) if isinstance(value, int | float) else default


def _earlier(previous: Previous, facts: Facts) -> Earlier:
    if previous.situation is not None:
        situation = previous.situation
        pieces = tuple(_pieces(situation, facts))
        return Earlier(
            situation.nation_control,
            {one.id: Then(one.kind, one.power, one.space) for one in pieces},
            _money(situation, facts),
            _sides(situation, pieces),
        )
    state = previous.result.get("state")
    if not isinstance(state, Mapping):
        raise RequestError(
            "the earlier result has no section `state`; expected one that check --format json"
            " wrote under this system, for all sides",
            file=previous.file,
        )
    try:
        return Earlier(
            dict(state["control"]),
            {id: Then(*then) for id, then in state["pieces"].items()},
            dict(state["money"]),
            dict(state["sides"]),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RequestError(f"the earlier result's section `state` is damaged: {error!r}") from None


def state_of(scene: Scene) -> dict[str, object]:
    """What a later check needs of this one, for ``--previous RESULT.json``."""
    return {
        "control": dict(scene.situation.nation_control),
        "pieces": {one.id: [one.kind, one.power, one.space] for one in scene.pieces},
        "money": scene.money(),
        "sides": scene.sides,
    }
