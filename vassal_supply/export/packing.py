"""Putting entries into a new archive, always in the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZipInfo

from vassal_supply.vassal.zipwriter import ZipWriter

# The earliest date a zip can hold: no clock in the file.
_DATE = (1980, 1, 1, 0, 0, 0)
_ORDINARY_FILE = 0o100644 << 16
_UNIX = 3


def packed(entries: Mapping[str, bytes]) -> bytes:
    """A zip of the entries in their order."""
    output = BytesIO()
    writer = ZipWriter(output)
    for name, data in entries.items():
        info = ZipInfo(name, _DATE)
        info.create_system = _UNIX
        info.external_attr = _ORDINARY_FILE
        writer.add(info, data)
    writer.close()
    return output.getvalue()
