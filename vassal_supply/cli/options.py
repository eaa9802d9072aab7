"""The options that verbs share, and how results leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from vassal_supply.case import Case
    from vassal_supply.errors import ReadWarning
    from vassal_supply.supply import Determination

PATH = click.Path(path_type=Path)

AT = click.option(
    "--at",
    default="end",
    metavar="STEP",
    help="The step of a log: a number, start or end (default).",
)

MAX_SIZE = click.option(
    "--max-size", type=click.IntRange(min=1), help="Let files inflate to this many megabytes."
)
DEBUG = click.option("--debug", is_flag=True, help="Show the traceback of an error.")


class Asked(NamedTuple):
    """What the common options of a verb that reads a save say."""

    save: Path
    module: Path | None
    kit: Path | None
    side: str | None
    phase: str
    action: str
    turn_file: Path | None
    previous: Path | None
    at: str
    viewer: str | None
    move: tuple[str, ...]
    remove: tuple[str, ...]
    add: tuple[str, ...]
    max_size: int | None
    quiet: bool
    debug: bool

    def open(self) -> Case:
        """The save with its module and kit."""
        from vassal_supply.case import open_case

        supposed = None
        if self.supposes:
            from vassal_supply.kit.hypotheses import Supposed

            supposed = Supposed(self.move, self.remove, self.add)
        return open_case(
            self.save,
            module=self.module,
            kit=self.kit,
            max_size=megabytes(self.max_size),
            viewer=self.viewer,
            supposed=supposed,
            at=self.at,
        )

    def spare_inputs(self, output: Path | None, case: Case) -> None:
        """Refuse to write over a file that was read."""
        module, kit = case.module, case.kit.files
        spare(
            output,
            [
                *(self.save, self.turn_file, self.previous),
                *(module.file, *(one.file for one in module.extensions)),
                *(self.kit, *map(kit.path, kit.files)),
            ],
        )

    @property
    def supposes(self) -> bool:
        """Whether a hypothesis was given."""
        return bool(self.move or self.remove or self.add)

    def determine(self, case: Case, side: str | None = None) -> Determination:
        """The determination of one side's units or of all."""
        return case.determine(
            side,
            phase=self.phase,
            action=self.action,
            turn_file=self.turn_file,
            previous=self.previous,
        )

    def tell(self, warnings: Iterable[ReadWarning]) -> None:
        """Print warnings, each on its line, on the error stream."""
        if not self.quiet:
            warn(warnings)


_READING = (
    click.argument("save", type=PATH),
    click.option("--module", "-m", type=PATH, help="The module; else the one beside the save."),
    click.option(
        "--kit",
        "-k",
        type=PATH,
        help="The supply kit; else the one inside module or extension.",
    ),
    click.option("--side", "-s", help="Only this side's units."),
    click.option(
        "--phase",
        "-p",
        default="",
        help="The phase of the turn, in the rule system's words.",
    ),
    click.option("--for", "action", default="", help="Judge for one action, like airdrop."),
    click.option("--turn-file", "-t", type=PATH, help="What only the players know, as TOML."),
    click.option("--previous", type=PATH, help="An earlier save, or the JSON of an earlier check."),
    AT,
    click.option(
        "--viewer", help="Whose eyes see masked pieces: a side, or referee; else nobody's."
    ),
    click.option("--move", multiple=True, metavar="'PIECE > SPACE'", help="Suppose a piece moved."),
    click.option("--remove", multiple=True, metavar="PIECE", help="Suppose a piece gone."),
    click.option("--add", multiple=True, metavar="'SLOT @ SPACE'", help="Suppose a new piece."),
    MAX_SIZE,
    click.option("--quiet", "-q", is_flag=True, help="No warnings and no progress."),
    DEBUG,
)
"""SAVE and the options of every verb that reads one, in the order of the help text."""


def reads_save(function: Callable[..., int]) -> Callable[..., int]:
    """The argument SAVE and the options of every verb that reads a save, handed on as one :class:`Asked`."""

    @wraps(function)
    def command(**words: Any) -> int:
        asked = Asked(**{name: words.pop(name) for name in Asked._fields})
        return function(asked, **words)

    for option in reversed(_READING):
        command = option(command)
    return command


def output_option(function: Callable[..., int]) -> Callable[..., int]:
    """``-o FILE`` for verbs whose result is text."""
    return click.option(
        "--output", "-o", type=PATH, help="Write to this file instead of the screen."
    )(function)


def spare(output: Path | None, inputs: Iterable[Path | str | None]) -> None:
    """Raise :class:`RequestError` if the file to write is one of the inputs, by whatever name."""
    from vassal_supply.errors import RequestError
    from vassal_supply.vassal.archive import same_file

    if output is not None and any(one is not None and same_file(one, output) for one in inputs):
        raise RequestError("is an input file; expected another name to write to", file=str(output))


def megabytes(count: int | None) -> int | None:
    """Megabytes in bytes."""
    return None if count is None else count * 1024 * 1024


def emit(text: str, output: Path | None = None) -> None:
    """Print a result, or write it whole to a file (``-`` is the screen)."""
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    from vassal_supply.vassal.archive import whole_file

    with whole_file(output) as out:
        out.write(text.encode("utf-8", "backslashreplace"))


def warn(warnings: Iterable[ReadWarning]) -> None:
    """Print warnings, each on its line, on the error stream."""
    for warning in warnings:
        say(f"warning: {warning.where}: {warning.text}")


def say(text: str) -> None:
    """Print a message on the error stream, on one line whatever names from a file are in it."""
    line = " ".join(text.splitlines())
    if not line.isprintable():
        # Control characters could drive the terminal.
        line = "".join(sign if sign.isprintable() else _escaped(sign) for sign in line)
    click.echo(f"vassal-supply: {line}", err=True)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")
