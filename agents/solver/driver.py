"""From one yes-or-no search to the exact value: which scores can the taker's side reach?"""

from typing import Final

from agents.solver.block import (
    ALIVE,
    BEST,
    MARGIN,
    MARGINS,
    NOBODY,
    PETIT,
    REGIME,
    ROOT,
    SEAT,
    frame_at,
)
from agents.solver.compiled import get, njit, put
from agents.solver.scores import MULTIPLIER, demand, score
from agents.solver.search import probe
from agents.solver.table import mixed

UNBOUNDED: Final = 1 << 20
FIRST_STEP: Final = 5  # points by which the second probe asks for more or less than the first; then twice as many


@njit
def value(block: int, guess: int) -> int:
    """The taker's score under best play of both sides from the position in the block's hands and its frame ROOT.

    Each probe asks whether the taker scores at least `wanted`. By how much its margin is passed or missed bounds the
    score too: in every class the deal may still fall into, it is the score at that many points more or less.
    """
    root = frame_at(block, ROOT)
    search = frame_at(block, 0)
    low = -UNBOUNDED
    high = UNBOUNDED
    wanted = guess
    step = FIRST_STEP * get(block, MULTIPLIER)
    while low < high:
        for field in range(SEAT, BEST):
            put(search, field, get(root, field))
        put(search, MARGIN, get(root, MARGIN) - set_demands(block, wanted))
        margin = probe(block)
        bound = reached(block, get(root, ALIVE), wanted, margin)
        if margin >= 0:
            low = max(low, bound)
        else:
            high = min(high, bound)
        if low > -UNBOUNDED and high < UNBOUNDED:
            wanted = (low + high + 1) // 2
        else:
            wanted = min(low + step, high) if margin >= 0 else max(high - step + 1, low + 1)
            step *= 2
    return low


@njit
def set_demands(block: int, wanted: int) -> int:
    """Write what each class of endings demands less than the plain one; return what that demands, in half points."""
    plain = 2 * demand(block, wanted, 0, NOBODY)
    regime = 0
    for premium in range(-1, 2):
        for chelem in range(3):
            margin = plain - 2 * demand(block, wanted, premium, chelem)
            put(block, MARGINS + 3 * (premium + 1) + chelem, margin)
            regime = mixed(regime ^ margin)
    put(block, REGIME, regime & 0xFFFFFFFF)
    return plain


@njit
def reached(block: int, alive: int, wanted: int, margin: int) -> int:
    """The score that a margin over (under, < 0) the demands of `wanted` guarantees the taker (the defence)."""
    bound = UNBOUNDED if margin >= 0 else -UNBOUNDED
    for premium in range(-1, 2):
        if premium and not get(block, PETIT):
            continue
        for chelem in range(3):
            if chelem and not alive & chelem:
                continue
            points = demand(block, wanted, premium, chelem) + margin // 2
            other = score(block, points, premium, chelem)
            bound = min(bound, other) if margin >= 0 else max(bound, other)
    return bound
