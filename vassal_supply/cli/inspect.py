"""``vassal-supply inspect``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

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
    from vassal_supply.report.inspection import SaveView
    from vassal_supply.vassal.contents import Contents


@click.command(epilog="Example: vassal-supply inspect turn7.vsav --pieces --format json")
@click.argument("file", type=PATH)
@click.option("--module", "-m", type=PATH, help="The module of a save; else the one beside it.")
@click.option("--pieces", is_flag=True, help="List every piece of a save, and where it is.")
@AT
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@output_option
@MAX_SIZE
@click.option("--quiet", "-q", is_flag=True, help="No warnings.")
@DEBUG
def command(
    file: Path,
    module: Path | None,
    pieces: bool,
    at: str,
    form: str,
    output: Path | None,
    max_size: int | None,
    quiet: bool,
    debug: bool,
) -> int:
    """Say what FILE is and what is in it: a module, an extension, a save or a log, whatever it is called."""
    from vassal_supply.vassal.archive import Archive

    limit = megabytes(max_size)
    with Archive.open(file, max_size=limit) as archive:
        kind = archive.kind
    if kind == "save":
        view = _open_save(file, module, at, limit)
        spare(output, [file, view.module.file if view.module else None])
        emit(_render_save(view, form, pieces), output)
        warnings: Iterable[ReadWarning] = view.warnings
    else:
        contents = _open_contents(file, kind, limit)
        spare(output, [file])
        emit(_render_contents(contents, form), output)
        warnings = contents.warnings
    if form != "json" and not quiet:
        warn(warnings)
    return 0


def _open_save(file: Path, module: Path | None, at: str, limit: int | None) -> SaveView:
    """A save with its module; without one at hand it is looked at alone."""
    from vassal_supply.errors import RequestError
    from vassal_supply.finding import find_module, open_module
    from vassal_supply.report.inspection import SaveView
    from vassal_supply.vassal.save import Save

    save = Save.read(file, max_size=limit)
    if module is None:
        try:
            module = find_module(save)
        except RequestError:
            module = None
    opened = None if module is None else open_module(save, module, max_size=limit)
    if save.is_log:
        return SaveView(save.at(at, opened.stacking if opened else None), log=save, module=opened)
    return SaveView(save, module=opened)


def _open_contents(file: Path, kind: str, limit: int | None) -> Contents:
    from vassal_supply.vassal.extension import Extension
    from vassal_supply.vassal.module import Module

    return (Extension if kind == "extension" else Module).read(file, max_size=limit)


def _render_save(view: SaveView, form: str, pieces: bool) -> str:
    from vassal_supply.report import inspection

    render = inspection.save_json if form == "json" else inspection.save_text
    return render(view, pieces=pieces)


def _render_contents(contents: Contents, form: str) -> str:
    from vassal_supply.report import inspection
    from vassal_supply.vassal.summary import summarize

    summary = summarize(contents)
    return (
        inspection.contents_json(contents, summary)
        if form == "json"
        else inspection.contents_text(summary)
    )
