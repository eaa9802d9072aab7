"""Supply checks for board wargames played with VASSAL.

.. code-block:: python

    case = vassal_supply.open_case("turn7.vsav", module="game.vmod", kit="my-kit")
    determination = case.determine()
    vassal_supply.annotate_save(case, determination).write("turn7-supply.vsav")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from vassal_supply.version import __version__

if TYPE_CHECKING:
    from vassal_supply.annotate import annotate_save, clear_save
    from vassal_supply.case import Case, open_case
    from vassal_supply.errors import SupplyError
    from vassal_supply.export import export_extension
    from vassal_supply.vassal.extension import Extension
    from vassal_supply.vassal.logs import Replay
    from vassal_supply.vassal.module import Module
    from vassal_supply.vassal.save import Save


__all__ = [
    "Case",
    "Extension",
    "Module",
    "Replay",
    "Save",
    "SupplyError",
    "__version__",
    "annotate_save",
    "clear_save",
    "export_extension",
    "open_case",
]

_HOMES = {
    "Case": "case",
    "Extension": "vassal.extension",
    "Module": "vassal.module",
    "Replay": "vassal.logs",
    "Save": "vassal.save",
    "SupplyError": "errors",
    "annotate_save": "annotate",
    "clear_save": "annotate",
    "export_extension": "export",
    "open_case": "case",
}


def __getattr__(name: str) -> object:
    """Load what is asked for, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
