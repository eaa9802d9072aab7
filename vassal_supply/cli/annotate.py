"""``vassal-supply annotate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vassal_supply.cli.options import PATH, Asked, emit, reads_save

if TYPE_CHECKING:
    from vassal_supply.annotate import Annotation


@click.command(epilog="Example: vassal-supply annotate turn7.vsav -o turn7-supply.vsav")
@reads_save
@click.option("--output", "-o", type=PATH, help="The save to write; never SAVE itself.")
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
    annotation = _annotation(asked, clearing)
    if output is not None and not dry_run:
        annotation.write(output)
    emit(_summary(annotation, None if dry_run else output))
    return 0


def _annotation(asked: Asked, clearing: bool) -> Annotation:
    from vassal_supply.annotate import annotate, clear

    case = asked.open()
    if clearing:
        annotation = clear(case, asked.side)
    else:
        determination = asked.determine(case, asked.side)
        asked.tell(determination.warnings)
        annotation = annotate(case, determination)
    asked.tell(annotation.warnings)
    return annotation


def _summary(annotation: Annotation, output: Path | None) -> str:
    from vassal_supply.report.as_text import columns

    rows = [[f"  {one.space}", one.piece, one.text] for one in annotation.changes]
    head = f"{len(rows)} mark{'' if len(rows) == 1 else 's'} "
    head += "would change" if output is None else f"changed in {output}"
    return "\n".join([head + (":" if rows else "."), *columns(rows), ""])
