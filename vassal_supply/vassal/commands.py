r"""The command text of a save or log: a tree of commands, kept as the flat run of its leaves.

A command with sub-commands is an ESC-delimited list of itself and its sub-commands, nested by escaping: an ESC that
ends a command ``k`` lists deep has exactly ``k`` backslashes before it. So one ``split`` at ESC gives every leaf in the
order the engine runs them (depth first, head first), and joining the same pieces gives back the same bytes. Only the
leaf somebody looks at is decoded. Engine class: ``VASSAL.build.GameModule`` (``encode``, ``decode``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from vassal_supply.errors import FormatError

ESC = b"\x1b"
_ESCAPE = b"\\"
_MAX_DEPTH = 1000


class CommandStream:
    """All commands of one ``savedGame``.

    ``tokens`` are the raw pieces between ESC bytes: a leaf, then the backslashes that tell the depth of the separator
    after it. They are never changed in place by readers; an editor works on a copy.
    """

    __slots__ = ("_depths", "_quotes", "tokens")

    def __init__(self, tokens: list[bytes], quotes: dict[int, tuple[int, int]]) -> None:
        self.tokens = tokens
        self._quotes = quotes
        self._depths: list[int] | None = None

    @classmethod
    def parse(cls, data: bytes, file: str = "") -> CommandStream:
        """Split the plain bytes of a ``savedGame``; any bytes are some stream.

        Raises FormatError, naming ``file``, for quoted lists nested more than 1,000 deep.
        """
        tokens = data.split(ESC)
        if data.startswith(b"'") or b"\x1b'" in data:
            return cls(tokens, _find_quotes(tokens, file))
        return cls(tokens, {})

    def encode(self) -> bytes:
        """The stream as bytes; byte for byte what was parsed."""
        return ESC.join(self.tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def leaf(self, index: int) -> bytes:
        """The text of leaf ``index`` (UTF-8), free of the stream's own escapes and quotes."""
        token = self.tokens[index]
        if index != len(self.tokens) - 1 and token.endswith(_ESCAPE):
            token = token.rstrip(_ESCAPE)
        if index in self._quotes:
            leading, trailing = self._quotes[index]
            token = token[leading : len(token) - trailing]
        return token

    def is_quoted(self, index: int) -> bool:
        """Whether leaf ``index`` begins or ends with quotes that are not its own."""
        return index in self._quotes

    @property
    def depths(self) -> list[int]:
        """How many lists deep the separator after each leaf is; 0 ends a command of the outermost list."""
        if self._depths is None:
            self._depths = [len(token) - len(token.rstrip(_ESCAPE)) for token in self.tokens]
            self._depths[-1] = 0
        return self._depths

    def leaves(self) -> Iterator[bytes]:
        """Every leaf's text, in the order the engine runs them."""
        return (self.leaf(index) for index in range(len(self.tokens)))

    def items(self) -> list[range]:
        """The commands of the outermost list, each as the range of its leaves."""
        found: list[range] = []
        start = 0
        last = len(self.tokens) - 1
        for index, token in enumerate(self.tokens):
            if index == last or not token.endswith(_ESCAPE):
                found.append(range(start, index + 1))
                start = index + 1
        return found

    def tree(self) -> Command:
        """The whole stream as a tree; nodes find their children when asked."""
        return Command(self, 0, len(self.tokens))


class Command:
    """One node of the command tree: a leaf, or a head with sub-commands."""

    __slots__ = ("_stream", "start", "stop")

    def __init__(self, stream: CommandStream, start: int, stop: int) -> None:
        self._stream = stream
        self.start = start
        self.stop = stop

    @property
    def is_leaf(self) -> bool:
        """Whether it has no sub-commands."""
        return self.stop - self.start == 1

    @property
    def text(self) -> bytes:
        """The text of the leaf, or of the head's first leaf."""
        return self._stream.leaf(self.start)

    def parts(self) -> list[Command]:
        """The head and the sub-commands, in order; a leaf has none."""
        if self.is_leaf:
            return []
        depths = self._stream.depths[self.start : self.stop - 1]
        level = min(depths)
        cuts = [self.start + n for n, depth in enumerate(depths, 1) if depth == level]
        edges = [self.start, *cuts, self.stop]
        return [Command(self._stream, begin, end) for begin, end in pairwise(edges)]

    def leaves(self) -> range:
        """The numbers of its leaves in the stream."""
        return range(self.start, self.stop)


def _find_quotes(tokens: list[bytes], file: str) -> dict[int, tuple[int, int]]:
    """How many quotes each leaf carries before and after its text, from the lists it begins or ends."""
    last = len(tokens) - 1
    depths = [len(token) - len(token.rstrip(_ESCAPE)) for token in tokens]
    bodies = [
        token if index == last else token[: len(token) - depths[index]]
        for index, token in enumerate(tokens)
    ]
    if max(depths[:-1], default=0) > _MAX_DEPTH:
        raise FormatError(
            f"commands nested more than {_MAX_DEPTH:,} deep; expected fewer",
            file=file,
            place="savedGame",
        )
    before = [0] * len(tokens)
    after = [0] * len(tokens)
    pending = [(0, last, 0)]
    while pending:
        start, stop, level = pending.pop()
        begin = start
        for index in range(start, stop + 1):
            if index != stop and depths[index] != level:
                continue
            quoted = _take_quotes(bodies, before, after, begin, index)
            if index != begin or quoted:
                pending.append((begin, index, level + 1))
            begin = index + 1
    return {
        index: (lead, trail)
        for index, (lead, trail) in enumerate(zip(before, after, strict=True))
        if lead or trail
    }


def _take_quotes(
    bodies: list[bytes], before: list[int], after: list[int], first: int, last: int
) -> bool:
    """Count off one pair of quotes around the text that runs from leaf ``first`` to leaf ``last``."""
    opening = before[first]
    closing = len(bodies[last]) - after[last] - 1
    if first == last and closing <= opening:
        return False
    if not bodies[first].startswith(b"'", opening) or closing < 0:
        return False
    if bodies[last][closing : closing + 1] != b"'":
        return False
    before[first] += 1
    after[last] += 1
    return True
