"""``vassal-supply explain``."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_supply.cli.options import Asked, emit, output_option, reads_save


@click.command(epilog='Example: vassal-supply explain turn7.vsav "3rd Panzer@1925"')
@reads_save
@click.argument("piece")
@output_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("--threats", is_flag=True, help="Add the fewest spaces whose loss would cut it off.")
def command(asked: Asked, piece: str, output: Path | None, form: str, threats: bool) -> int:
    """Say why PIECE (an id, NAME or NAME@SPACE) in SAVE is in supply or out of it.

    In supply: its line, leg by leg. Out of supply: the nearest line there would be, and what bars it.
    """
    case = asked.open()
    asked.spare_inputs(output, case)
    unit = case.find_unit(piece, asked.side)
    determination = asked.determine(case)
    explanation = case.explain(determination, unit)
    cuts = case.cuts(unit, action=asked.action, turn_file=asked.turn_file) if threats else None
    if form == "json":
        from vassal_supply.report.as_json import explanation_json

        emit(explanation_json(explanation, cuts=cuts), output)
        return 0
    from vassal_supply.report.as_text import explanation_text, grade_words

    text = explanation_text(explanation, grade_words(case.system))
    emit(text + (f"What would cut it off: {cuts.text}\n" if cuts else ""), output)
    asked.tell(determination.warnings)
    return 0
