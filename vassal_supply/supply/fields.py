"""Floods: from where a goal can be reached, and in how many steps, for all spaces of a map at once."""

from __future__ import annotations

from vassal_supply.supply.steps import Step


def flood(
    back: Step, goal: int, entered: int, carry: int, free: int, limit: int | None
) -> list[int]:
    """The spaces from which ``goal`` can be reached, as one field a round; round 0 is the goal itself.

    ``back`` is the step against the direction of the line. ``entered`` are the goal spaces that a line may enter,
    ``carry`` the spaces it may run through, ``free`` the spaces worth reaching (the goal not among them), ``limit``
    the most spaces a line may enter (``None``: any number).
    """
    rounds = [goal]
    front = goal & entered
    while front and (limit is None or len(rounds) <= limit):
        found = back.image(front) & free
        if not found:
            break
        rounds.append(found)
        free ^= found
        front = found & carry
    return rounds
