"""Gathering what is odd in a file without drowning in it: a few examples of each kind, the rest counted."""

from __future__ import annotations

from vassal_supply.errors import ReadWarning

_EXAMPLES = 5
_MOST_KINDS = 50


class Oddities:
    """The oddities of one file, ``file`` as the user named it."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._examples: dict[str, list[ReadWarning]] = {}
        self._counts: dict[str, int] = {}
        self._others = 0

    def note(self, kind: str, place: str, detail: str = "") -> None:
        """Remember one of a kind: where in ``savedGame``, and what more there is to say of it."""
        if kind not in self._counts and len(self._counts) == _MOST_KINDS:
            self._others += 1
            return
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        if count <= _EXAMPLES:
            text = f"{kind}: {detail}" if detail else kind
            where = f"{self._file}: savedGame: {place}"
            self._examples.setdefault(kind, []).append(ReadWarning(where, text))

    def warnings(self) -> list[ReadWarning]:
        """The examples, and one warning for the rest of each kind."""
        made: list[ReadWarning] = []
        for kind, examples in self._examples.items():
            made += examples
            rest = self._counts[kind] - len(examples)
            if rest:
                made.append(ReadWarning(f"{self._file}: savedGame", f"{kind}: {rest:,} more"))
        if self._others:
            text = f"{self._others:,} more oddities, of other kinds"
            made.append(ReadWarning(f"{self._file}: savedGame", text))
        return made
