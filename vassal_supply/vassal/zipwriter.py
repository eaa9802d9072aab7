"""Writes a zip the way VASSAL can read it, passing other people's entries through with their compressed bytes.

Every entry has its sizes in the local header (the engine reads saves as a stream, so no data descriptors after the
data), is deflated or copied as it was, and keeps its date. The same input gives the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from typing import IO
from zipfile import ZIP_DEFLATED, ZipInfo

from vassal_supply.errors import WriteError

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_LIMIT = 0xFFFFFFFF
_UTF8_NAME = 0x800
_DESCRIPTOR = 0x8
_ZIP64_EXTRA = 1


class ZipWriter:
    """Writes entries one after the other to ``output``; call :meth:`close` at the end for the directory."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._directory: list[bytes] = []
        self._offset = 0

    def copy(self, info: ZipInfo, source: IO[bytes], comment: bytes = b"") -> None:
        """Pass an entry of the zip in ``source`` through: same name, date, attributes and compressed bytes."""
        source.seek(info.header_offset)
        fields = _LOCAL.unpack(source.read(_LOCAL.size))
        name = source.read(fields[9])
        source.seek(fields[10], 1)
        self._put(info, name, info.CRC, info.compress_size, info.file_size, info.compress_type)
        remaining = info.compress_size
        while remaining:
            block = source.read(min(remaining, 1 << 20))
            if not block:
                raise EOFError(f"entry {info.filename} ends early")
            self._write(block)
            remaining -= len(block)

    def add(self, info: ZipInfo, data: bytes) -> None:
        """Write an entry with this content, deflated; name, date and attributes come from ``info``."""
        deflater = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflater.compress(data) + deflater.flush()
        name = info.filename.encode("utf-8")
        self._put(info, name, zlib.crc32(data), len(packed), len(data), ZIP_DEFLATED)
        self._write(packed)

    def close(self) -> None:
        """Write the central directory. Raises WriteError when the zip outgrew the plain zip format (4 GB)."""
        directory = b"".join(self._directory)
        count = len(self._directory)
        if self._offset + len(directory) > _LIMIT or count > 0xFFFF:
            raise WriteError(
                "the file would be larger than a plain zip may be (4 GB, 65,535 entries)"
            )
        end = _END.pack(b"PK\5\6", 0, 0, count, count, len(directory), self._offset, 0)
        self._write(directory + end)

    def _put(
        self, info: ZipInfo, name: bytes, crc: int, packed: int, size: int, method: int
    ) -> None:
        if max(packed, size, self._offset) > _LIMIT:
            raise WriteError(f"entry {info.filename} is too large for a plain zip (4 GB)")
        flags = info.flag_bits & ~_DESCRIPTOR
        if not name.isascii():
            # An old zip may hold names in another code page; its flag must stay as it was.
            flags = flags | _UTF8_NAME if name == info.filename.encode("utf-8") else flags
        extra = _without_zip64(info.extra)
        stamp, day = _dos_time(info)
        common = (20, flags, method, stamp, day, crc, packed, size, len(name), len(extra))
        self._directory.append(
            _CENTRAL.pack(
                b"PK\1\2",
                info.create_version | info.create_system << 8,
                *common,
                len(info.comment),
                0,
                info.internal_attr,
                info.external_attr,
                self._offset,
            )
            + name
            + extra
            + info.comment
        )
        self._write(_LOCAL.pack(b"PK\3\4", *common) + name + extra)

    def _write(self, block: bytes) -> None:
        try:
            self._output.write(block)
        except OSError as error:  # a full disk is no fault of the zip that is being copied
            raise WriteError(f"cannot be written ({error.strerror or error})") from None
        self._offset += len(block)


def _dos_time(info: ZipInfo) -> tuple[int, int]:
    year, month, day, hour, minute, second = info.date_time
    return hour << 11 | minute << 5 | second // 2, max(year - 1980, 0) << 9 | month << 5 | day


def _without_zip64(extra: bytes) -> bytes:
    """Extra fields without the one for sizes above 4 GB, which would contradict the sizes written here."""
    kept = b""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind != _ZIP64_EXTRA:
            kept += extra[: 4 + length]
        extra = extra[4 + length :]
    return kept
