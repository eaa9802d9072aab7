"""``vassal-supply export``."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_supply.cli.options import PATH


@click.command(epilog="Example: vassal-supply export game.vmod --kit my-kit -o game-supply.vmdx")
@click.argument("module", type=PATH)
@click.option("--kit", "-k", type=PATH, required=True, help="The folder of the supply kit.")
@click.option("--output", "-o", type=PATH, required=True, help="The extension to write, X.vmdx.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def command(module: Path, kit: Path, output: Path, debug: bool) -> int:
    """Make an extension of MODULE that brings the supply kit and a palette of supply markers."""
    from vassal_supply.export import export_extension

    report = export_extension(module, kit, output)
    click.echo(report)
    return 0
