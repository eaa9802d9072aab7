"""Sharing out what is limited: as many takers as can be served at once, the first of them preferred."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Giver = TypeVar("Giver", bound=Hashable)


def share_out(wishes: Mapping[str, Sequence[Giver]], room: Mapping[Giver, int]) -> dict[str, Giver]:
    """Which giver serves which taker.

    ``wishes`` are the givers each taker could have, ``room`` how many takers each giver can serve. As many takers are
    served as can be; a taker is never dropped for one that comes after him.
    """
    serving: dict[Giver, list[str]] = {giver: [] for giver in room}
    for taker in wishes:
        _seat(taker, wishes, room, serving, set())
    return {taker: giver for giver, takers in serving.items() for taker in takers}


def _seat(
    taker: str,
    wishes: Mapping[str, Sequence[Giver]],
    room: Mapping[Giver, int],
    serving: dict[Giver, list[str]],
    tried: set[Giver],
) -> bool:
    """Find a taker a giver, moving others to another of theirs if need be."""
    for giver in wishes[taker]:
        if giver in tried:
            continue
        tried.add(giver)
        takers = serving[giver]
        if len(takers) < room[giver]:
            takers.append(taker)
            return True
        for place, other in enumerate(takers):
            if _seat(other, wishes, room, serving, tried):
                takers[place] = taker
                return True
    return False
