"""Keeping players' names and passwords out of what is told of a log.

A save keeps them in clear: a player's id is the password. Chat and report lines name players, so those lines are gone
through before anybody sees them. Engine classes: ``VASSAL.build.module.PlayerRoster``, ``Chatter``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from vassal_supply.vassal.sequence import split

if TYPE_CHECKING:
    from vassal_supply.vassal.commands import CommandStream

_SOMEBODY = "player"
_LOG = b"LOG\t"
# The leaves that name players, and their fields that do, the side of the player being in the field given last.
_NAMING: dict[bytes, tuple[tuple[int, ...], int | None]] = {
    b"PLAYER\t": ((1, 2), 3),
    b"PYREMOVE\t": ((1,), None),
    b"PNOTE\t": ((1,), None),
    b"SNOTE\t": ((2, 6), None),
    b"LOCKSPOTAB\t": ((2, 3), None),
}
# ``<Name> - what was said``, as the engine begins a line of chat; not the HTML a report may begin with.
_HTML = "a|b|big|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|s|small|span|strong|sub|sup|table|td|tr|tt|u|ul"
_SPEAKER = rf"^([\s*|!?~]*(?:<|&lt;))(?!/?(?:{_HTML})\b)([^<>]*?)(?=>|&gt;)"
# Of hundreds of thousands of names, which no game has, none would be found in sensible time.
_MOST_NAMES = 1_000


def anonymizer(stream: CommandStream) -> Callable[[str], str]:
    """What takes the names and passwords that a save or log holds out of a line of text."""
    known = dict(_names(stream))
    longest_first = sorted(known, key=len, reverse=True)
    words = "|".join(map(re.escape, longest_first[:_MOST_NAMES]))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None
    speaker = re.compile(_SPEAKER, re.IGNORECASE)

    def clean(text: str) -> str:
        spoken = speaker.match(text)
        if spoken and spoken[2] not in known:
            text = spoken[1] + _SOMEBODY + text[spoken.end(2) :]
        return pattern.sub(lambda found: known[found[0]], text) if pattern else text

    return clean


def _names(stream: CommandStream) -> Iterator[tuple[str, str]]:
    """Each name or password in the stream, and what is to stand for it."""
    for index, token in enumerate(stream.tokens):
        text = token.removeprefix(_LOG)
        head = text[: text.find(b"\t") + 1]
        if head not in _NAMING:
            continue
        places, side_place = _NAMING[head]
        fields = split(stream.leaf(index).removeprefix(_LOG).decode("utf-8", "replace"), "\t")
        side = fields[side_place] if side_place is not None and side_place < len(fields) else ""
        for place in places:
            if place < len(fields) and fields[place].strip():
                yield fields[place].strip(), side or _SOMEBODY
