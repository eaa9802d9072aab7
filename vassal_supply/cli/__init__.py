"""The command line: one file per verb, loaded when it is called."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys
from importlib import import_module

import click

from vassal_supply.errors import SupplyError
from vassal_supply.version import __version__

VERBS = {
    "inspect": "Say what a module, extension, save or log is and holds.",
    "check": "Say which units are in supply.",
    "explain": "Say why one unit is in supply or out of it.",
    "annotate": "Write the supply marks into a copy of the save.",
    "kit": "Make, check and edit the supply kit of a module.",
    "export": "Make an extension with a kit and supply markers for a module.",
    "demo": "Run the whole way once on the bundled example.",
}

BAD_INPUT = 2


class _Verbs(click.Group):
    """Lists the verbs without loading them, so that ``--help`` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"vassal_supply.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: vassal-supply check turn7.vsav --module game.vmod --kit my-kit",
)
@click.version_option(__version__, prog_name="vassal-supply")
def cli() -> None:
    """Supply checks for board wargames played with VASSAL.

    Reads a module and a save, says which units are cut off and why, and writes the marks back.
    """


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0 done, 1 the verdict is bad, 2 bad usage or input."""
    if argv is None:
        # A command ends before collecting its garbage would pay, and need not look for any at its end.
        gc.disable()
        atexit.register(gc.freeze)
    arguments = sys.argv[1:] if argv is None else argv
    _speak_utf8()
    try:
        status = int(cli.main(arguments, prog_name="vassal-supply", standalone_mode=False) or 0)
        _flush()
        return status
    except (BrokenPipeError, SystemExit):  # click makes the one into the other
        # Whoever reads has seen enough.
        _hush()
        return 0
    except (click.ClickException, click.Abort, KeyboardInterrupt) as error:
        return _complain(_in_words(error))
    except (SupplyError, OSError, MemoryError, UnicodeEncodeError) as error:
        if "--debug" in arguments:
            raise
        return _complain(_in_words(error))


def _in_words(error: BaseException) -> str:
    """What to tell a player of an error."""
    if isinstance(error, click.UsageError) and error.ctx:
        return f"{error.format_message()} (try '{error.ctx.command_path} --help')"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, SupplyError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for a file this large"
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object}: no file can be called so here; expected signs of {error.encoding}"
    if isinstance(error, OSError):
        if error.filename is None:
            _hush()
        return f"{error.filename or 'standard output'}: {error.strerror or error}"
    return "stopped"


def _complain(text: str) -> int:
    from vassal_supply.cli.options import say

    say(text)
    return BAD_INPUT


def _flush() -> None:
    """Send what was printed on its way, so that a fault there is told like any other."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _hush() -> None:
    """Let Python's own last flush of a stream that takes no more go nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    r"""UTF-8 into files and pipes; a console keeps its own encoding and shows what it cannot as ``?``.

    File names that are no Unicode text stay readable: their odd bytes are written like ``\udcff``.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream.isatty():
            reconfigure(errors="replace")
        elif reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
