"""Finds the files that come with the package, in an installed wheel and in a checkout alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder() -> Path:
    """The folder that holds ``templates`` and ``fixtures``."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def example_folder() -> Path:
    """The bundled example: module, save and kit of the encirclement."""
    return data_folder() / "fixtures" / "encirclement"


def template(name: str) -> Path:
    """A file or folder below ``templates``, by its name with forward slashes."""
    return data_folder().joinpath("templates", *name.split("/"))


def built_in_rulebook(name: str) -> bytes | None:
    """The rulebook that a kit names without bringing it; ``None`` when there is none of that name."""
    folder = template("rulebooks")
    path = folder / f"{name}.toml"
    return path.read_bytes() if path.parent == folder and path.is_file() else None
