"""``vassal-supply check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vassal_supply.cli.options import Asked, emit, output_option, reads_save

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
    "--fail-on",
    type=click.Choice(list(FAILING)),
    help="Exit with 1 if a unit is this badly off or a rule was broken.",
)
@click.option("--threats", is_flag=True, help="Add what the loss of each space would cut off.")
def command(
    asked: Asked, output: Path | None, form: str, fail_on: str | None, threats: bool
) -> int:
    """Say which units in SAVE are in supply, and why the others are not."""
    case = asked.open()
    asked.spare_inputs(output, case)
    determination = asked.determine(case, asked.side)
    if threats:
        determination.sections["threats"] = case.threats(
            asked.side, action=asked.action, turn_file=asked.turn_file
        )
    emit(_render(form, case, determination, asked), output)
    if form != "json":
        asked.tell(determination.warnings)
    return int(fail_on is not None and _is_bad(determination, fail_on))


def _is_bad(determination: Determination, fail_on: str) -> bool:
    """Whether a unit is that badly off, or the rule system found something done against the rules."""
    grades = FAILING[fail_on]
    return bool(determination.sections.get("violations")) or any(
        verdict.grade in grades for verdict in determination.verdicts.values()
    )


def _render(form: str, case: Case, determination: Determination, asked: Asked) -> str:
    if form == "json":
        from vassal_supply.report.as_json import check_json

        return check_json(case, determination, side=asked.side, phase=asked.phase)
    if form == "csv":
        from vassal_supply.report.as_csv import check_csv

        return check_csv(determination)
    from vassal_supply.report.as_text import check_text

    return check_text(case, determination)
