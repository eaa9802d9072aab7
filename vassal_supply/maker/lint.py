"""``kit lint``: a kit held to its module, its own rulebook and, if there is one, a save."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vassal_supply.errors import RequestError, SupplyError
from vassal_supply.finding import open_module
from vassal_supply.kit import KitFiles, build_map, parse_kit, read_situation
from vassal_supply.maker.findings import Findings
from vassal_supply.maker.ground import boards_of
from vassal_supply.maker.lint_map import lint_map
from vassal_supply.maker.lint_pieces import lint_pieces
from vassal_supply.maker.lint_words import lint_words
from vassal_supply.systems import Request, system_of
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.pieces import REFEREE
from vassal_supply.vassal.save import Save

if TYPE_CHECKING:
    from vassal_supply.kit import Kit
    from vassal_supply.kit.maps import Boards, BuiltMap
    from vassal_supply.model import Situation


def lint(
    folder: Path, module: Path, save: Path | None = None, *, max_size: int | None = None
) -> Findings:
    """Everything that is wrong, or looks wrong, with a kit's folder.

    Without a save the kit is held to the module's palettes and to the boards a new game starts with. Raises
    :class:`SupplyError` only for a module or save that cannot be read.
    """
    findings = Findings()
    opened = None if save is None else Save.read(save, max_size=max_size)
    its_module = (
        Module.read(module, max_size=max_size)
        if opened is None
        else open_module(opened, module, max_size=max_size)
    )
    if opened is not None and opened.is_log:
        opened = opened.at("end", its_module.stacking)
    try:
        kit = parse_kit(KitFiles.from_folder(folder))
        _lint_kit(findings, kit, its_module, opened)
    except SupplyError as error:
        findings.raised(error)
    return findings


def _lint_kit(findings: Findings, kit: Kit, module: Module, save: Save | None) -> None:
    if kit.module and kit.module != module.name:
        findings.error(
            kit.table, "module.name", f"{kit.module!r}; the module is called {module.name!r}"
        )
    boards = _boards(kit, module) if save is None else save.boards
    built = build_map(boards, module, kit, findings.error)
    lint_map(findings, kit, built)
    situation = None
    if save is not None:
        situation = read_situation(save, module, kit, viewer=REFEREE, built=built)
        for warning in situation.warnings:
            findings.warning(kit.table, "", warning.text)
    lint_pieces(findings, kit, module, built, save)
    _lint_rulebook(findings, kit, built, situation)
    lint_words(findings, kit, built)


def _boards(kit: Kit, module: Module) -> Boards:
    """The boards of a new game; for a map whose players choose them, the first that there is."""
    maps = {one.name: module.map(one.name) for one in kit.maps}
    return {name: boards_of(on_map) for name, on_map in maps.items() if on_map is not None}


def _lint_rulebook(
    findings: Findings, kit: Kit, built: BuiltMap, situation: Situation | None
) -> None:
    """Let the rule system itself read the rulebook; what it must ask the players is no slip."""
    from vassal_supply.model import Situation

    shown = situation or Situation(
        map=built.model, sides=tuple(kit.sides), sources=tuple(built.data.sources)
    )
    try:
        system_of(kit.rulebook).determine(shown, kit.rulebook, Request())
    except RequestError:
        # What only the players know is no slip of the kit's.
        return
    except SupplyError as error:
        findings.raised(error)
