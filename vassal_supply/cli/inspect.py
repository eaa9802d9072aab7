"""``vassal-supply inspect``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vassal_supply.cli.options import (
    AT,
    DEBUG,
    MAX_SIZE,
    PATH,
    emit,
    megabytes,
    output_option,
    spare,
    warn,
)

if TYPE_CHECKING:
    from vassal_supply.errors import ReadWarning
    from vassal_supply.report.save_view import SaveView
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.pieces import Viewer
    from vassal_supply.vassal.save import Save


@click.command(epilog="Example: vassal-supply inspect turn7.vsav --pieces --format json")
@click.argument("file", type=PATH)
@click.option("--module", "-m", type=PATH, help="The module of a save; else the one beside it.")
@click.option("--setup", help="Look at a save inside a module: a predefined setup or an entry.")
@click.option("--pieces", is_flag=True, help="List every piece of a save, and where it is.")
@click.option("--steps", is_flag=True, help="List what every step of a log did.")
@AT
@click.option(
    "--viewer",
    help="Whose eyes see masked and invisible pieces: a side, or referee; else nobody's.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@output_option
@MAX_SIZE
@click.option("--quiet", "-q", is_flag=True, help="No warnings.")
@DEBUG
def command(
    file: Path, output: Path | None, form: str, max_size: int | None, quiet: bool, **asked: Any
) -> int:
    """Say what FILE is and what is in it: a module, an extension, a save or a log, whatever it is called."""
    from vassal_supply.vassal.archive import Archive

    limit = megabytes(max_size)
    with Archive.open(file, max_size=limit) as archive:
        kind = archive.kind
    warnings: Iterable[ReadWarning]
    if kind == "save" or asked["setup"] is not None:
        view = _open_save(file, limit, **asked)
        spare(output, [file, view.module.file if view.module else None])
        emit(_render_save(view, form, asked["pieces"], asked["steps"]), output)
        warnings = view.warnings
    else:
        contents = _open_contents(file, kind, limit)
        spare(output, [file])
        emit(_render_contents(contents, form), output)
        warnings = contents.warnings
    if form != "json" and not quiet:
        warn(warnings)
    return 0


def _open_save(
    file: Path,
    limit: int | None,
    *,
    module: Path | None,
    setup: str | None,
    at: str,
    viewer: str | None,
    **_: object,
) -> SaveView:
    """A save with its module; without one at hand it is looked at alone."""
    from vassal_supply.finding import open_module
    from vassal_supply.report.save_view import SaveView
    from vassal_supply.vassal.logs import Replay
    from vassal_supply.vassal.save import Save

    notes: tuple[ReadWarning, ...] = ()
    opened: Module | None
    if setup is not None:
        save, opened = _open_setup(file, setup, module, limit)
    else:
        save = Save.read(file, max_size=limit)
        if module is not None:
            opened = open_module(save, module, max_size=limit)
        else:
            opened, notes = _module_beside(save, limit)
    eyes = _eyes(viewer, save, opened)
    if not save.is_log and at in ("start", "end"):
        return SaveView(save, module=opened, viewer=eyes, notes=notes)
    replay = Replay(save, opened.stacking if opened else None).to(at)
    log = save if save.is_log else None
    return SaveView(
        replay.save(), log=log, step=replay.number, module=opened, viewer=eyes, notes=notes
    )


def _module_beside(save: Save, limit: int | None) -> tuple[Module | None, tuple[ReadWarning, ...]]:
    """The module beside a save, if there is one that fits, and what is wrong with one that does not."""
    from vassal_supply.errors import ReadWarning, RequestError, SupplyError
    from vassal_supply.finding import find_module, open_module

    try:
        beside = find_module(save)
    except RequestError:
        return None, ()
    try:
        return open_module(save, beside, max_size=limit), ()
    except SupplyError as error:
        return None, (ReadWarning(str(beside), f"is not used: {error.text}"),)


def _open_setup(
    file: Path, wanted: str, module: Path | None, limit: int | None
) -> tuple[Save, Module]:
    """A save that a module holds, by the name of its predefined setup or of its entry."""
    from vassal_supply.errors import RequestError
    from vassal_supply.finding import open_module
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save

    holder = Module.read(file, max_size=limit)
    entries = {one.name: one.entry for one in holder.setups if one.entry in holder.archive}
    entry = entries.get(wanted, wanted)
    if entry not in holder.archive:
        known = ", ".join(entries) or "none"
        raise RequestError(
            f"holds no setup {wanted!r}; those whose saves are in it: {known}", file=str(file)
        )
    save = Save.from_bytes(holder.archive.read(entry), f"{file}: {entry}", max_size=limit)
    return save, open_module(save, module or file, max_size=limit)


def _eyes(viewer: str | None, save: Save, module: Module | None) -> Viewer:
    from vassal_supply.errors import RequestError
    from vassal_supply.vassal.pieces import OUTSIDER, REFEREE

    if viewer is None:
        return OUTSIDER
    if viewer == "referee":
        return REFEREE
    sides = dict.fromkeys((*save.sides, *(module.sides if module else ())))
    if viewer not in sides:
        raise RequestError(
            f"--viewer {viewer}: no such side; expected referee or one of {', '.join(sides)}",
            file=save.file,
        )
    return save.viewer(viewer)


def _open_contents(file: Path, kind: str, limit: int | None) -> Contents:
    from vassal_supply.vassal.extension import Extension
    from vassal_supply.vassal.module import Module

    return (Extension if kind == "extension" else Module).read(file, max_size=limit)


def _render_save(view: SaveView, form: str, pieces: bool, steps: bool) -> str:
    from vassal_supply.report import inspection

    render = inspection.save_json if form == "json" else inspection.save_text
    return render(view, pieces=pieces, steps=steps)


def _render_contents(contents: Contents, form: str) -> str:
    from vassal_supply.report import inspection
    from vassal_supply.vassal.summary import summarize

    summary = summarize(contents)
    return (
        inspection.contents_json(contents, summary)
        if form == "json"
        else inspection.contents_text(contents, summary)
    )
