"""``vassal-supply annotate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vassal_supply.cli.options import PATH, Asked, emit, reads_save

if TYPE_CHECKING:
    from vassal_supply.annotate import Annotation
    from vassal_supply.case import Case


@click.command(epilog="Example: vassal-supply annotate turn7.vsav -o turn7-supply.vsav")
@reads_save
@click.option("--output", "-o", type=PATH, help="The save to write; no file that is read.")
@click.option(
    "--clear",
    "clearing",
    is_flag=True,
    help="Take back every supply mark instead, players' own too.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
def command(asked: Asked, output: Path | None, clearing: bool, dry_run: bool) -> int:
    """Write the supply marks of the module into a copy of SAVE.

    Sets what the kit names, like the out-of-supply layer of the counters; all else stays as it was.
    """
    if output is None and not dry_run:
        raise click.UsageError("name the save to write with -o, or look first with --dry-run")
    if asked.supposes:
        raise click.UsageError(
            "--move, --remove and --add are for check and explain; annotate marks what the save holds"
        )
    case = asked.open()
    asked.spare_inputs(output, case)
    annotation = _annotation(asked, case, clearing)
    if output is None or dry_run:
        emit(_summary(annotation, "would change"))
        return 0
    annotation.write(output)
    # A save that goes to standard output has it for itself.
    click.echo(_summary(annotation, f"changed in {output}"), nl=False, err=str(output) == "-")
    return 0


def _annotation(asked: Asked, case: Case, clearing: bool) -> Annotation:
    from vassal_supply.annotate import annotate_save, clear_save

    if clearing:
        annotation = clear_save(case, asked.side)
    else:
        determination = asked.determine(case, asked.side)
        asked.tell(determination.warnings)
        annotation = annotate_save(case, determination)
    asked.tell(annotation.warnings)
    return annotation


def _summary(annotation: Annotation, done: str) -> str:
    from vassal_supply.report.as_text import columns

    rows = [[f"  {one.space}", one.piece, one.text] for one in sorted(annotation.changes)]
    head = f"{len(rows)} mark{'' if len(rows) == 1 else 's'} {done}"
    return "\n".join([head + (":" if rows else "."), *columns(rows), ""])
