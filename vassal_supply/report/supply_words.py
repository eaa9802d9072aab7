"""What sounds like supply: how ``inspect`` guesses which layers, marks and counters a module shows supply with."""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = (
    r"(?i:suppl|isolat|unsup|out.?of.?s\b|logist|depot|\bdumps?\b|cut.?off)"
    r"|(?<![A-Za-z])(?i:oos)(?![a-z])|OOS(?![A-Za-z])"
)
"""Parts of names; ``oos`` only where it is no part of a longer word, as in ``Roosevelt``."""


def sounds_like_supply(*names: str) -> bool:
    """Whether one of these names sounds as if it were about supply."""
    return any(map(_sounds, names))


@lru_cache(maxsize=4096)
def _sounds(name: str) -> bool:
    return re.search(_WORDS, name) is not None
