"""What a determination says: a verdict for each unit, with its line, reasons and effects."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import ReadWarning, RequestError
from vassal_supply.model import Source, Unit
from vassal_supply.supply.rulebook import Grade

if TYPE_CHECKING:
    from vassal_supply.supply.explanation import Explanation


class Step(NamedTuple):
    """One space of a supply line and the name of the leg that entered it; the unit's own space has no leg."""

    space: str
    leg: str


class Reason(NamedTuple):
    """Why a unit has its grade: the rule's number, a code for scripts, a sentence for players."""

    rule: str
    code: str
    text: str


class Effect(NamedTuple):
    """What the grade does to the unit: ``allowed`` where it permits or forbids, ``value`` where it changes a number."""

    rule: str
    code: str
    text: str
    allowed: bool | None = None
    value: float | None = None


class Account(NamedTuple):
    """The part of a verdict that is only worked out when somebody asks: line, source and reasons."""

    line: tuple[Step, ...]
    source: Source | None
    reasons: tuple[Reason, ...]


class Verdict:
    """The supply of one unit. ``line``, ``source`` and ``reasons`` are worked out when first asked for."""

    __slots__ = ("_account", "_tell", "effects", "grade", "unit")

    def __init__(
        self,
        unit: Unit,
        grade: Grade,
        effects: tuple[Effect, ...],
        tell: Callable[[], Account],
    ) -> None:
        self.unit = unit
        self.grade: Grade = grade
        self.effects = effects
        self._tell = tell
        self._account: Account | None = None

    def __repr__(self) -> str:
        return f"<Verdict {self.unit.name} at {self.unit.space}: {self.grade}>"

    @property
    def line(self) -> tuple[Step, ...]:
        """The line from the unit's own space to its source's; empty without one."""
        return self._told().line

    @property
    def source(self) -> Source | None:
        """The source the line ends on; ``None`` without a line."""
        return self._told().source

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the unit has this grade; never empty."""
        return self._told().reasons

    def _told(self) -> Account:
        if self._account is None:
            self._account = self._tell()
        return self._account


class Determination:
    """The supply of the units that were asked for, in one situation.

    ``verdicts`` goes by unit id, in the situation's order. ``supply_zones`` are the zones a system reports,
    ``questions`` what only the players can answer, ``sections`` what else a system reports, by section name; all
    three are empty under the generic system. ``warnings`` name what could not be judged.
    """

    __slots__ = (
        "_explain",
        "questions",
        "sections",
        "supply_zones",
        "system",
        "verdicts",
        "warnings",
    )

    def __init__(
        self,
        system: str,
        verdicts: dict[str, Verdict],
        warnings: list[ReadWarning],
        *,
        explain: Callable[[str], "Explanation"] | None = None,
        supply_zones: tuple[object, ...] = (),
        questions: tuple[str, ...] = (),
        sections: Mapping[str, object] | None = None,
    ) -> None:
        self._explain = explain
        self.system = system
        self.verdicts = verdicts
        self.warnings = warnings
        self.supply_zones = supply_zones
        self.questions = questions
        self.sections = dict(sections or {})

    def explain(self, unit_id: str) -> "Explanation":
        """Why a unit has its grade.

        Raises :class:`vassal_supply.errors.RequestError` for a piece that is no unit on the map.
        """
        if self._explain is None:
            raise RequestError(f"the system {self.system!r} explains nothing")
        return self._explain(unit_id)
