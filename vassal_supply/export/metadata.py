"""The small XML entries that say what an archive is: ``moduledata``, ``savedata``, ``extensiondata``."""

from __future__ import annotations

from typing import NamedTuple

from vassal_supply.export.xml import Element, element, to_xml

# Engines show no date from here; a fixed one keeps the same content in the same bytes.
_DATE_SAVED = "0"


class About(NamedTuple):
    """What metadata tells: ``version`` of the module or extension, ``vassal_version`` of the engine it is written for."""

    version: str
    vassal_version: str
    description: str = ""
    name: str = ""


def moduledata(about: About) -> bytes:
    """The entry ``moduledata`` of a module; its saves and extensions carry a copy."""
    return _data(about, element("name", text=about.name))


def savedata(about: About) -> bytes:
    """The entry ``savedata`` of a save; ``version`` is the module's, ``description`` the comment shown on loading."""
    return _data(about)


def extensiondata(about: About) -> bytes:
    """The entry ``extensiondata`` of an extension that belongs to one module."""
    return _data(about, element("universal", text="false"))


def _data(about: About, *more: Element) -> bytes:
    return to_xml(
        element(
            "data",
            {"version": 1},
            element("version", text=about.version),
            element("extra1"),
            element("extra2"),
            element("VassalVersion", text=about.vassal_version),
            element("dateSaved", text=_DATE_SAVED),
            element("description", text=about.description),
            *more,
        )
    )
