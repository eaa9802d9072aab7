"""``vassal-supply explain``."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_supply.cli.options import emit, open_from, output_option, reads_save


@click.command(epilog='Example: vassal-supply explain turn7.vsav "3rd Panzer@1925"')
@reads_save
@click.argument("piece")
@output_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(
    save: Path,
    piece: str,
    module: Path | None,
    kit: Path | None,
    side: str | None,
    max_size: int | None,
    quiet: bool,
    debug: bool,
    output: Path | None,
    form: str,
) -> int:
    """Say why PIECE (an id, NAME or NAME@SPACE) in SAVE is in supply or out of it.

    In supply: its line, leg by leg. Out of supply: the nearest line there would be, and what bars it.
    """
    case = open_from(save, module, kit, max_size)
    unit = case.find_unit(piece, side)
    explanation = case.explain(case.determine(), unit)
    if form == "json":
        from vassal_supply.report.as_json import explanation_json

        emit(explanation_json(explanation), output)
    else:
        from vassal_supply.report.as_text import explanation_text

        emit(explanation_text(explanation), output)
    return 0
