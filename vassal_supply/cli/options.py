"""The options that verbs share, and how results leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.errors import ReadWarning

Function = TypeVar("Function", bound=Callable[..., Any])

_PATH = click.Path(path_type=Path)


def reads_save(function: Function) -> Function:
    """The argument SAVE and the options of every verb that reads a save."""
    for option in reversed(
        [
            click.argument("save", type=_PATH),
            click.option(
                "--module", "-m", type=_PATH, help="The module; else the one beside the save."
            ),
            click.option(
                "--kit",
                "-k",
                type=_PATH,
                help="The supply kit; else the one inside module or extension.",
            ),
            click.option("--side", "-s", help="Only this side's units."),
            click.option(
                "--max-size",
                type=click.IntRange(min=1),
                help="Let files inflate to this many megabytes.",
            ),
            click.option("--quiet", "-q", is_flag=True, help="No warnings and no progress."),
            click.option("--debug", is_flag=True, help="Show the traceback of an error."),
        ]
    ):
        function = option(function)
    return function


def output_option(function: Function) -> Function:
    """``-o FILE`` for verbs whose result is text."""
    return click.option(
        "--output", "-o", type=_PATH, help="Write to this file instead of the screen."
    )(function)


def open_from(save: Path, module: Path | None, kit: Path | None, max_size: int | None) -> Case:
    """The case that the common options name."""
    from vassal_supply.case import open_case

    limit = None if max_size is None else max_size * 1024 * 1024
    return open_case(save, module=module, kit=kit, max_size=limit)


def emit(text: str, output: Path | None) -> None:
    """Print a result, or write it whole to a file (``-`` is the screen)."""
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    from vassal_supply.vassal.archive import whole_file

    with whole_file(output) as out:
        out.write(text.encode("utf-8"))


def tell(warnings: Iterable[ReadWarning], quiet: bool) -> None:
    """Print warnings, each on its line, on the error stream."""
    if not quiet:
        for warning in warnings:
            click.echo(f"vassal-supply: warning: {warning.where}: {warning.text}", err=True)
