"""One save with the module and the kit it needs: what every verb that reads a save starts from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vassal_supply.errors import RequestError
from vassal_supply.finding import check_belongs, check_kit, find_kit, open_module
from vassal_supply.kit import NO_PLAN, Kit, build_map, parse_kit, read_situation
from vassal_supply.kit.naming import find
from vassal_supply.model import Situation, Unit
from vassal_supply.systems import (
    Previous,
    Request,
    System,
    Threatened,
    check_request,
    system_of,
)
from vassal_supply.tables import Table, parse_toml
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import OUTSIDER, REFEREE, Viewer
from vassal_supply.vassal.save import Save

if TYPE_CHECKING:
    from vassal_supply.kit.hypotheses import Supposed
    from vassal_supply.supply import Determination, Explanation
    from vassal_supply.supply.threats import Cuts


class Case(NamedTuple):
    """A save opened with its module and kit, and the situation they show.

    ``viewer`` is whose eyes look at masked and invisible pieces. ``supposed`` says in words what the situation
    supposes to be otherwise than the save shows. ``log`` is the log whose step the save is, if it is one.
    """

    save: Save
    module: Module
    kit: Kit
    situation: Situation
    system: System
    viewer: Viewer = OUTSIDER
    supposed: tuple[str, ...] = ()
    log: Save | None = None

    def determine(
        self,
        side: str | None = None,
        *,
        phase: str = "",
        action: str = "",
        turn_file: Path | str | None = None,
        previous: Path | str | None = None,
    ) -> Determination:
        """The supply of every unit, or of one side's units, with a warning for all that was odd on the way there.

        ``phase`` and ``action`` are words of the rule system, ``turn_file`` the TOML file with what only the players
        know, ``previous`` an earlier save or the JSON of an earlier check. Raises :class:`RequestError` for a side,
        phase or action that there is none of, and :class:`KitError` for a slip in the turn file.
        """
        request = self._request(side, action, turn_file)._replace(
            phase=phase, previous=self._previous(None if previous is None else Path(previous))
        )
        check_request(self.system, request)
        found = self.system.determine(self.situation, self.kit.rulebook, request)
        # What was odd in the files comes before what could not be judged.
        known = self.situation.warnings
        found.warnings[:] = [*known, *(one for one in found.warnings if one not in known)]
        return found

    def explain(self, determination: Determination, unit: Unit) -> Explanation:
        """Why a unit is supplied, or what stands in its way."""
        return self.system.explain(determination, unit.id)

    def threats(
        self, side: str | None = None, *, action: str = "", turn_file: Path | str | None = None
    ) -> list[dict[str, object]]:
        """What each space's loss to the enemy would put out of supply, of one side or all.

        A row has the ``space``, the ``side`` that loses it, how it is ``lost`` (taken, or drawn into an enemy zone of
        control), and the ``ids`` and names of the ``units``. ``action`` and ``turn_file`` are those of
        :meth:`determine`. Raises :class:`RequestError` under a rule system that does not work threats out.
        """
        request = self._request(side, action, turn_file)
        from vassal_supply.supply.threats import threat_rows

        system, rulebook = self._threatened(), self.kit.rulebook
        return [
            row
            for one in (self.kit.sides if side is None else (side,))
            for row in threat_rows(
                system.threats(self.situation, rulebook, one, request), self.situation, one
            )
        ]

    def cuts(self, unit: Unit, *, action: str = "", turn_file: Path | str | None = None) -> Cuts:
        """The smallest sets of up to three spaces whose loss would cut a unit off.

        ``action`` and ``turn_file`` are those of :meth:`determine`.
        Raises :class:`RequestError` for a unit that is out already, or under a system that does not work threats out.
        """
        request = self._request(None, action, turn_file)
        return self._threatened().cuts(self.situation, self.kit.rulebook, unit.id, request)

    def _request(self, side: str | None, action: str, turn_file: Path | str | None) -> Request:
        """What is asked of the rule system; raises for a side that there is none of, and a broken turn file."""
        self._check_side(side)
        return Request(
            sides=None if side is None else frozenset({side}),
            action=action,
            turn=None if turn_file is None else _read_turn_file(Path(turn_file)),
        )

    def _threatened(self) -> Threatened:
        if not isinstance(self.system, Threatened):
            raise RequestError(
                f"the rule system {self.system.name!r} does not work out threats",
                file=self.save.file,
            )
        return self.system

    def find_unit(self, wanted: str, side: str | None = None) -> Unit:
        """The unit that PIECE names: an id, ``NAME`` or ``NAME@SPACE``, among one side's units or all.

        Raises :class:`RequestError` when none or several are called so.
        """
        self._check_side(side)
        units = [unit for unit in self.situation.units if side in (None, unit.side)]
        return find(units, wanted, file=self.save.file)

    def _previous(self, path: Path | None) -> Previous | None:
        """The earlier state: the one that is named, else the start of a log, for a system that has use for it."""
        if path is not None:
            return self._read_previous(path)
        if self.log is not None and getattr(self.system, "compares", False):
            return self._earlier(_at(self.log, "start", self.module))
        return None

    def _earlier(self, save: Save) -> Previous:
        return Previous(read_situation(save, self.module, self.kit, viewer=self.viewer))

    def _read_previous(self, path: Path) -> Previous:
        """An earlier save under the same module and kit, or the JSON that a check wrote."""
        data = path.read_bytes()
        if not data.lstrip().startswith(b"{"):
            save = Save.read(path)
            check_belongs(save, self.module)
            return self._earlier(_at(save, "end", self.module))
        import json

        try:
            result = json.loads(data.decode("utf-8"))
        except ValueError as error:
            raise RequestError(
                f"no valid JSON: {error}; expected what check --format json wrote", file=str(path)
            ) from None
        for key, own in (("system", self.system.name), ("module", self.module.name)):
            if result.get(key) != own:
                text = f"{key}: {result.get(key)!r}; expected what check --format json wrote for {own!r}"
                raise RequestError(text, file=str(path))
        return Previous(result=result, file=str(path))

    def _check_side(self, side: str | None) -> None:
        if side is not None and side not in self.kit.sides:
            known = ", ".join(self.kit.sides)
            raise RequestError(
                f"no side is called {side!r}; the kit knows {known}", file=self.save.file
            )


def open_case(
    save: Path | str,
    *,
    module: Path | str | None = None,
    kit: Path | str | None = None,
    max_size: int | None = None,
    viewer: str | None = None,
    supposed: Supposed | None = None,
    at: str | int = "end",
) -> Case:
    """Open a save with its module and kit.

    Without ``module`` it is looked for beside the save; without ``kit`` inside the module and its extensions.
    ``max_size`` (bytes) raises the limits on what may be inflated. ``viewer`` is a side, or ``referee``, whose eyes look
    at masked and invisible pieces; without it an outsider's. ``supposed`` are a player's hypotheses. ``at`` is
    the step of a log: a number, ``start`` or ``end``. Raises :class:`SupplyError` subclasses.
    """
    opened = Save.read(save, max_size=max_size)
    its_module = open_module(opened, None if module is None else Path(module), max_size=max_size)
    log = opened if opened.is_log and at != "start" else None
    opened = _at(opened, at, its_module)
    its_kit = parse_kit(find_kit(its_module, None if kit is None else Path(kit), max_size=max_size))
    check_kit(its_kit, its_module)
    system = system_of(its_kit.rulebook)
    eyes = _eyes(viewer, opened, its_kit)
    built = build_map(opened.boards, its_module, its_kit)
    situation = read_situation(opened, its_module, its_kit, viewer=eyes, built=built)
    plan = NO_PLAN
    if supposed is not None and any(supposed):
        from vassal_supply.kit.hypotheses import make_plan

        plan = make_plan(supposed, opened, its_module, built, situation)
        situation = read_situation(opened, its_module, its_kit, viewer=eyes, plan=plan, built=built)
    situation.warnings[:0] = [*opened.warnings, *its_module.warnings]
    return Case(opened, its_module, its_kit, situation, system, eyes, plan.said, log)


def _at(save: Save, step: str | int, module: Module) -> Save:
    """A log as it stands after a step, a save as it is; pieces can tell where they are by name."""
    found = save.at(step, module.stacking) if save.is_log else save
    found.locate(module)
    return found


def _eyes(viewer: str | None, save: Save, kit: Kit) -> Viewer:
    """Whose eyes look: a side's sees what it, or any player who took it, has masked or hidden."""
    if viewer is None:
        return OUTSIDER
    if viewer == "referee":
        return REFEREE
    if viewer not in kit.sides:
        raise RequestError(
            f"--viewer {viewer}: no such side; expected referee or one of {', '.join(kit.sides)}",
            file=save.file,
        )
    players = (viewer, *kit.players.get(viewer, ()))
    return Viewer(frozenset().union(*(save.viewer(player).owners for player in players)))


def _read_turn_file(path: Path) -> Table:
    return parse_toml(path.read_bytes(), file=str(path))
