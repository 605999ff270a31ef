"""Bounds on the margin at the start of a trick that need no search: two cards or more left, no chelem in sight."""

from agents.solver.block import (
    BOUTS,
    EXCUSE,
    LEFT,
    MARGIN,
    MARGINS,
    PETIT,
    TAKER_SEAT,
    category_set,
    hand_of,
)
from agents.solver.compiled import get, njit
from agents.solver.tricks import EXCUSE_KEPT, TARGETS


@njit
def at_least(block: int, frame: int, live: int) -> int:
    """A lower bound: the taker can keep his Excuse by playing it now."""
    bound = get(frame, MARGIN)
    taker = hand_of(block, get(block, TAKER_SEAT))
    if taker & category_set(block, EXCUSE):
        bound += EXCUSE_KEPT
    if live & get(block, PETIT):
        bound += min(0, get(block, MARGINS))
    return bound


@njit
def at_most(block: int, frame: int, live: int) -> int:
    """An upper bound: a defender can play the Excuse now, and keep all of it but the half point."""
    bound = get(frame, MARGIN) + get(frame, LEFT)
    excuse = category_set(block, EXCUSE)
    if live & excuse:
        taker = hand_of(block, get(block, TAKER_SEAT))
        bound += EXCUSE_KEPT + 1 if taker & excuse else 1
    if live & get(block, PETIT):
        bouts = get(frame, BOUTS)
        bound += TARGETS[bouts] - TARGETS[bouts + 1] + max(0, get(block, MARGINS + 6))
    return bound
