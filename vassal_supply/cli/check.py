"""``vassal-supply check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vassal_supply.cli.options import emit, open_from, output_option, reads_save, tell

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.supply import Determination

FAILING = {"out": ("out",), "partial": ("out", "partial")}


@click.command(epilog="Example: vassal-supply check turn7.vsav --side Axis --fail-on out")
@reads_save
@output_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
)
@click.option(
    "--fail-on", type=click.Choice(list(FAILING)), help="Exit with 1 if a unit is this badly off."
)
def command(
    save: Path,
    module: Path | None,
    kit: Path | None,
    side: str | None,
    max_size: int | None,
    quiet: bool,
    debug: bool,
    output: Path | None,
    form: str,
    fail_on: str | None,
) -> int:
    """Say which units in SAVE are in supply, and why the others are not."""
    case = open_from(save, module, kit, max_size)
    determination = case.determine(side)
    emit(_render(form, case, determination, side), output)
    if form != "json":
        tell(determination.warnings, quiet)
    failing = FAILING.get(fail_on or "", ())
    return int(any(verdict.grade in failing for verdict in determination.verdicts.values()))


def _render(form: str, case: Case, determination: Determination, side: str | None) -> str:
    if form == "json":
        from vassal_supply.report.as_json import check_json

        return check_json(case, determination, side)
    if form == "csv":
        from vassal_supply.report.as_csv import check_csv

        return check_csv(determination)
    from vassal_supply.report.as_text import check_text

    return check_text(case, determination)
