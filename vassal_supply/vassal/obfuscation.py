"""The veil over a ``savedGame`` entry: ``!VCSK``, a key byte, and every byte of the text XOR the key, all in hex.

An entry without that head is plain UTF-8 text (VASSAL before 3.2, and still read by every engine). Engine classes:
``VASSAL.tools.io.ObfuscatingOutputStream`` and ``DeobfuscatingInputStream``.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable

from vassal_supply.errors import FormatError

HEADER = b"!VCSK"
_HEAD_LENGTH = len(HEADER) + 2
_PLACE = "savedGame"
_HEX_DIGITS = frozenset(b"0123456789abcdefABCDEF")


def key_of(data: bytes) -> int | None:
    """The key byte (0 to 255) of an obfuscated entry; ``None`` for plain text. Raises FormatError for a spoilt key."""
    if not data.startswith(HEADER):
        return None
    return _parse_key(data, "")


def deobfuscate(data: bytes, file: str = "") -> bytes:
    """The plain bytes of a ``savedGame`` entry; plain text passes through.

    Raises FormatError, naming ``file`` and the offset, for an odd number of digits or anything that is no hex digit.
    """
    return deobfuscate_chunks([data], file)[0]


def deobfuscate_chunks(chunks: Iterable[bytes], file: str = "") -> tuple[bytes, int | None]:
    """The plain bytes of an entry that comes in pieces, and its key; needs no second copy of the whole entry.

    Raises FormatError like :func:`deobfuscate`.
    """
    source = iter(chunks)
    head = b""
    for chunk in source:
        head += chunk
        if len(head) >= _HEAD_LENGTH:
            break
    if not head.startswith(HEADER):
        return b"".join([head, *source]), None
    key = _parse_key(head, file)
    table = bytes(value ^ key for value in range(256))
    return _decode_hex(head[_HEAD_LENGTH:], source, table, file), key


def _decode_hex(first: bytes, rest: Iterable[bytes], table: bytes, file: str) -> bytes:
    plain: list[bytes] = []
    offset = _HEAD_LENGTH
    carry = b""
    for chunk in _chain(first, rest):
        digits = carry + chunk if carry else chunk
        if len(digits) % 2:
            carry = digits[-1:]
            digits = digits[:-1]
        else:
            carry = b""
        try:
            plain.append(binascii.unhexlify(digits).translate(table))
        except binascii.Error:
            raise _bad_digit(digits, offset, file) from None
        offset += len(digits)
    if carry:
        if carry[0] not in _HEX_DIGITS:
            raise _bad_digit(carry, offset, file)
        raise FormatError(
            f"odd number of hex digits ({offset + 1 - _HEAD_LENGTH}); expected two for every byte",
            file=file,
            place=_PLACE,
        )
    return plain[0] if len(plain) == 1 else b"".join(plain)


def _chain(first: bytes, rest: Iterable[bytes]) -> Iterable[bytes]:
    yield first
    yield from rest


def _parse_key(data: bytes, file: str) -> int:
    digits = data[len(HEADER) : _HEAD_LENGTH]
    if len(digits) < 2 or not _HEX_DIGITS.issuperset(digits):
        raise FormatError("no key after '!VCSK'; expected two hex digits", file=file, place=_PLACE)
    return int(digits, 16)


def _bad_digit(digits: bytes, offset: int, file: str) -> FormatError:
    bad = next(place for place, digit in enumerate(digits) if digit not in _HEX_DIGITS)
    return FormatError(
        f"{chr(digits[bad])!r} at offset {offset + bad}; expected a hex digit",
        file=file,
        place=_PLACE,
    )


def obfuscate(data: bytes, key: int) -> bytes:
    """An entry's bytes from plain text and a key byte (0 to 255), in lower-case hex as the engine writes it."""
    table = bytes(value ^ key for value in range(256))
    return b"%s%02x%s" % (HEADER, key, binascii.hexlify(data.translate(table)))
