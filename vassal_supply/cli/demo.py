"""``vassal-supply demo``."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from vassal_supply.cli.options import DEBUG, emit

MODULE, SAVE, KIT = "encirclement.vmod", "encirclement.vsav", "kit"
ANNOTATED = "encirclement-supply.vsav"


@click.command(epilog="Example: vassal-supply demo --write my-folder")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path),
    default="vassal-supply-demo",
    show_default=True,
    help="The folder for the files that VASSAL opens.",
)
@DEBUG
def command(folder: Path, debug: bool) -> int:
    """Check, explain and annotate the bundled example, an encirclement.

    Leaves module, save and annotated save in a folder, to be opened in VASSAL.
    """
    from vassal_supply.annotate import annotate_save
    from vassal_supply.case import open_case
    from vassal_supply.report.as_text import check_text, explanation_text

    _unpack(folder)
    case = open_case(folder / SAVE, module=folder / MODULE, kit=folder / KIT)
    determination = case.determine()
    emit(check_text(case, determination) + "\n")
    cut_off = next(verdict for verdict in determination.verdicts.values() if verdict.grade == "out")
    emit(explanation_text(case.explain(determination, cut_off.unit)) + "\n")
    annotation = annotate_save(case, determination)
    annotation.write(folder / ANNOTATED)
    emit(_what_to_open(folder, len(annotation.changes)))
    return 0


def _unpack(folder: Path) -> None:
    from vassal_supply.resources import example_folder

    example = example_folder()
    for source in (example / MODULE, example / SAVE, *(example / KIT).glob("*.toml")):
        target = folder / source.relative_to(example)
        target.parent.mkdir(parents=True, exist_ok=True)
        # Without the rights of the original: an installed package may be nobody's to write.
        shutil.copyfile(source, target)


def _what_to_open(folder: Path, marks: int) -> str:
    return (
        f"{marks} supply marks are set in the annotated save. Open in VASSAL, the module first:\n"
        f"  {folder / MODULE}\n"
        f"  {folder / SAVE}  (before)\n"
        f"  {folder / ANNOTATED}  (with the units that are cut off marked)\n"
        f"Try the verbs on it: vassal-supply check {folder / SAVE} --kit {folder / KIT}\n"
    )
