"""``vassal-supply kit new|lint|import|export``."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_supply.cli.options import DEBUG, MAX_SIZE, PATH, megabytes

_SPACES = click.option(
    "--spaces", type=PATH, required=True, help="The sheet of spaces, a CSV file."
)
_LINKS = click.option("--links", type=PATH, required=True, help="The sheet of links, a CSV file.")


@click.group()
def command() -> None:
    """Make, check and edit the supply kit of a module."""


@command.command(epilog="Example: vassal-supply kit new game.vmod -o my-kit")
@click.argument("module", type=PATH)
@click.option(
    "--output", "-o", type=PATH, required=True, help="The folder to write; it may not hold a kit."
)
@MAX_SIZE
@DEBUG
def new(module: Path, output: Path, max_size: int | None, debug: bool) -> int:
    """Write a kit to begin with, out of what MODULE shows.

    That is sides, units, marks and maps. Every guess is marked "# guess:" in the files.
    """
    from vassal_supply.maker import scaffold
    from vassal_supply.vassal.module import Module

    made = scaffold(Module.read(module, max_size=megabytes(max_size)))
    made.write(output)
    click.echo(
        f"Wrote {', '.join(made.files)} in {output}, with {made.guesses} guesses to look at."
    )
    click.echo(f"Next: vassal-supply kit lint {output} --module {module}")
    return 0


@command.command(epilog="Example: vassal-supply kit lint my-kit --module game.vmod turn7.vsav")
@click.argument("folder", type=PATH)
@click.argument("save", type=PATH, required=False)
@click.option("--module", "-m", type=PATH, required=True, help="The module the kit is for.")
@MAX_SIZE
@DEBUG
def lint(folder: Path, save: Path | None, module: Path, max_size: int | None, debug: bool) -> int:
    """Say what is wrong with the kit in FOLDER, line by line.

    With SAVE also what its pieces show. Exits with 1 when there are errors.
    """
    from vassal_supply.maker import lint as find

    findings = find(folder, module, save, max_size=megabytes(max_size))
    for one in findings.in_order():
        click.echo(str(one))
    warnings = len(findings) - findings.errors
    click.echo(f"{_count(findings.errors, 'error')}, {_count(warnings, 'warning')}")
    return int(findings.errors > 0)


@command.command(
    "import",
    epilog="Example: vassal-supply kit import my-kit --module game.vmod --spaces s.csv --links l.csv",
)
@click.argument("folder", type=PATH)
@click.option(
    "--module", "-m", type=PATH, help="The module the kit is for, to hold the sheets' names to."
)
@_SPACES
@_LINKS
@MAX_SIZE
@DEBUG
def import_(
    folder: Path,
    module: Path | None,
    spaces: Path,
    links: Path,
    max_size: int | None,
    debug: bool,
) -> int:
    """Put two sheets into the map.toml of the kit in FOLDER.

    What they do not hold stays as it is. With the module, names that a spreadsheet took the zeros from, 101 for 0101,
    are mended.
    """
    from vassal_supply.maker import import_sheets
    from vassal_supply.vassal.module import Module

    its_module = None if module is None else Module.read(module, max_size=megabytes(max_size))
    counts = import_sheets(folder, spaces, links, its_module)
    click.echo(
        f"Put {_count(counts[0], 'space')} and {_count(counts[1], 'link')} into {folder / 'map.toml'}."
    )
    return 0


@command.command(
    epilog="Example: vassal-supply kit export my-kit --module game.vmod --spaces s.csv --links l.csv"
)
@click.argument("folder", type=PATH)
@click.option("--module", "-m", type=PATH, required=True, help="The module the kit is for.")
@_SPACES
@_LINKS
@MAX_SIZE
@DEBUG
def export(
    folder: Path, module: Path, spaces: Path, links: Path, max_size: int | None, debug: bool
) -> int:
    """Write the map data of the kit in FOLDER as two sheets."""
    from vassal_supply.maker import export_sheets
    from vassal_supply.vassal.module import Module

    counts = export_sheets(folder, Module.read(module, max_size=megabytes(max_size)), spaces, links)
    click.echo(
        f"Wrote {_count(counts[0], 'space')} to {spaces} and {_count(counts[1], 'link')} to {links}."
    )
    return 0


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
