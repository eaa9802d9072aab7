r"""The levels of a piece: its type and its state are nested TAB lists, one level a trait, outermost first.

Level ``k`` ends at the first TAB with exactly ``k`` backslashes before it; a TAB inside a level's own text has more.
Both directions are linear in the text, however deep the nesting. Engine classes: ``VASSAL.counters.Decorator`` and
``VASSAL.build.module.BasicCommandEncoder``.
"""

from __future__ import annotations

from vassal_supply.vassal.sequence import join, unquote

TAB = b"\t"
_ESCAPE = b"\\"
_AWKWARD = b"\t\\'"


def split_levels(text: bytes, count: int | None = None) -> list[bytes]:
    """Each level's own text, outermost first, the BasicPiece's last; at most ``count`` levels.

    The last level keeps whatever it holds, TABs included. What follows a level's inner part is dropped, as the engine
    drops it. Never raises.
    """
    parts = text.split(TAB)
    depths = [len(part) - len(part.rstrip(_ESCAPE)) for part in parts]
    plain = text[:1] != b"'" and b"\t'" not in text and (count is None or len(parts) <= count)
    if plain and depths[:-1] == list(range(len(parts) - 1)):
        levels = [part[: len(part) - depth] for part, depth in zip(parts, depths, strict=True)]
        levels[-1] = parts[-1]
        return levels
    return _split_irregular(parts, depths, count or len(parts))


def _split_irregular(parts: list[bytes], depths: list[int], count: int) -> list[bytes]:
    """The levels of a text with quotes, with TABs inside a level, or with parts no engine reads."""
    stop = len(parts) - 1
    ends: dict[int, list[int]] = {}
    for index in range(stop):
        ends.setdefault(depths[index], []).append(index)
    levels: list[bytes] = []
    start = 0
    while True:
        level = len(levels)
        cuts = [index for index in ends.get(level, ()) if start <= index < stop][:2]
        if not cuts or level == count - 1:
            levels.append(_own_text(parts, start, stop, level))
            return levels
        end = cuts[0]
        own = [*parts[start:end], parts[end][: len(parts[end]) - level]]
        levels.append(unquote(_own_text(own, 0, len(own) - 1, level + 1)))
        start = end + 1
        if len(cuts) > 1:
            stop = cuts[1]
            parts[stop] = parts[stop][: len(parts[stop]) - level]
        _unquote_span(parts, start, stop)


def _own_text(parts: list[bytes], start: int, stop: int, escapes: int) -> bytes:
    """The text of ``parts[start:stop + 1]`` with ``escapes`` backslashes off each TAB."""
    inside = [part[: len(part) - escapes] for part in parts[start:stop]]
    return TAB.join([*inside, parts[stop]])


def _unquote_span(parts: list[bytes], start: int, stop: int) -> None:
    """Take the pair of quotes off the inner text that begins in part ``start`` and ends in part ``stop``."""
    if start == stop:
        parts[start] = unquote(parts[start])
    elif parts[start].startswith(b"'") and parts[stop].endswith(b"'"):
        parts[start] = parts[start][1:]
        parts[stop] = parts[stop][:-1]


def join_levels(levels: list[bytes]) -> bytes:
    """The nested list for these levels, as the engine writes it."""
    if not any(level[:1] in _AWKWARD for level in levels if level):
        return _join_plain(levels)
    text = levels[-1]
    for own in reversed(levels[:-1]):
        text = join([own, text], TAB)
    return text


def _join_plain(levels: list[bytes]) -> bytes:
    """Join levels none of which needs quotes: every TAB gets its final backslashes at once."""
    pieces: list[bytes] = []
    last = len(levels) - 1
    for depth, own in enumerate(levels):
        inside = depth + 1 if depth < last else depth
        pieces.append(own.replace(TAB, _ESCAPE * inside + TAB) if TAB in own else own)
        pieces.append(_ESCAPE * depth + TAB)
    return b"".join(pieces[:-1])
