"""``vassal-supply export``."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_supply.cli.options import DEBUG, MAX_SIZE, PATH, megabytes, spare


@click.command(epilog="Example: vassal-supply export game.vmod --kit my-kit -o game-supply.vmdx")
@click.argument("module", type=PATH)
@click.option(
    "--kit",
    "-k",
    type=PATH,
    required=True,
    help="The supply kit: a folder, or an extension that brings it.",
)
@click.option("--output", "-o", type=PATH, required=True, help="The extension to write, X.vmdx.")
@MAX_SIZE
@DEBUG
def command(module: Path, kit: Path, output: Path, max_size: int | None, debug: bool) -> int:
    """Make an extension of MODULE that brings the supply kit and a palette of supply markers."""
    from vassal_supply.export import export_extension

    spare(output, [module, kit])
    click.echo(export_extension(module, kit, output, max_size=megabytes(max_size)))
    return 0
