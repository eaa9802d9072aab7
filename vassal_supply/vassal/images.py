"""The pixel size of a board's image, read from its first bytes.

Only the size matters here (it decides where the next board begins and where numbers that count down start), so no
image is decoded. Formats: those VASSAL modules use; anything else is left to Pillow.
"""

from __future__ import annotations

import math
import re

Size = tuple[int, int]

# JPEG frame headers, which hold the size; C4, C8 and CC are tables.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SVG_HEAD = 65536
# Pixels per unit at the 96 dots per inch the engine's SVG library assumes.
_SVG_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
}


def image_size(data: bytes) -> Size | None:
    """Width and height in pixels of the image that ``data`` begins; ``None`` when it cannot be told from these bytes."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    if data.startswith(b"BM") and len(data) >= 26:
        height = int.from_bytes(data[22:26], "little", signed=True)
        return int.from_bytes(data[18:22], "little"), abs(height)
    if data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _svg_size(data[:_SVG_HEAD])
    return _pillow_size(data)


def _jpeg_size(data: bytes) -> Size | None:
    at = 2
    fill_bytes = re.compile(rb"\xff*(?=\xff)")
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            filled = fill_bytes.match(data, at)
            at = filled.end() if filled else len(data)
        elif marker in _JPEG_FRAMES:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _svg_size(text: bytes) -> Size | None:
    root = re.search(rb"<(?:\w+:)?svg\b([^>]*)>", text)
    if not root:
        return None
    attributes = root[1].decode("utf-8", "replace")
    box = re.search(r"\bviewBox\s*=\s*[\"']([^\"']*)", attributes)
    sides = re.split(r"[\s,]+", box[1].strip()) if box else []
    width, height = _svg_length(attributes, "width"), _svg_length(attributes, "height")
    if len(sides) == 4:
        width = _svg_side(width, sides[2])
        height = _svg_side(height, sides[3])
    elif width is None or height is None:
        # Without a viewBox the engine makes it square; without any size it is empty.
        width = height = width or height
    return _whole_size(width or 0.0, height or 0.0)


def _whole_size(width: float, height: float) -> Size | None:
    """Whole pixels; ``None`` for a size no image can have."""
    if not (math.isfinite(width) and math.isfinite(height)):
        return None
    return int(width + 0.5), int(height + 0.5)


def _svg_side(length: float | None, box_side: str) -> float:
    """A length in pixels; a share of the viewBox (negative: the engine's percentage) or all of it when not given."""
    try:
        whole = float(box_side)
    except ValueError:
        return 0.0
    if length is None:
        return whole
    return -length * whole if length < 0 else length


def _svg_length(attributes: str, name: str) -> float | None:
    """A width or height attribute in pixels; a percentage comes back as a negative share."""
    found = re.search(rf"(?<![\w-]){name}\s*=\s*[\"']\s*(\d+\.?\d*|\.\d+)\s*(%|[a-z]*)", attributes)
    if not found:
        return None
    if found[2] == "%":
        return -float(found[1]) / 100
    return float(found[1]) * _SVG_UNITS.get(found[2], 1.0)


def _pillow_size(data: bytes) -> Size | None:
    import io
    import warnings

    from PIL import Image

    # Only the size is wanted: what Pillow's many readers say or raise of a damaged image is of no concern.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data)) as image:
                return image.size
        except Exception:
            return None
