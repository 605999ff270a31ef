"""From one yes-or-no search to the exact value: which scores can the taker's side reach?"""

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import njit
from agents.solver.deck import Deck
from agents.solver.scores import NOBODY, demand, score
from agents.solver.search import ALIVE, MARGIN, Workspace, probe
from agents.solver.table import mixed

Ints = npt.NDArray[np.int64]

UNBOUNDED: Final = 1 << 20


@njit
def value(
    deck: Deck,
    game: Ints,
    contract: Ints,
    root: Ints,
    petit_live: bool,
    work: Workspace,
    mask: int,
    generation: int,
    guess: int,
) -> int:
    """The taker's score under best play of both sides from the position in `work.hands` and the frame `root`.

    Each probe asks whether the taker scores at least `wanted`. By how much its margin is passed or missed bounds the
    score too: in every class the deal may still fall into, the score at that many points more or less.
    """
    low = -UNBOUNDED
    high = UNBOUNDED
    wanted = guess
    margins = np.zeros((3, 3), np.int64)
    while low < high:
        plain = demand(contract, wanted, 0, NOBODY)
        regime = 0
        for premium in range(-1, 2):
            for chelem in range(3):
                margin = 2 * (plain - demand(contract, wanted, premium, chelem))
                margins[premium + 1, chelem] = margin
                regime = mixed(regime ^ margin)
        work.frames[0] = root
        work.frames[0, MARGIN] -= 2 * plain
        margin = probe(deck, game, margins, regime & 0xFFFFFFFF, work, mask, generation)
        bound = UNBOUNDED if margin >= 0 else -UNBOUNDED
        for premium in range(-1, 2):
            for chelem in range(3):
                if (premium and not petit_live) or (chelem and not root[ALIVE] & chelem):
                    continue
                over = demand(contract, wanted, premium, chelem) + margin // 2
                reached = score(contract, over, premium, chelem)
                bound = min(bound, reached) if margin >= 0 else max(bound, reached)
        if margin >= 0:
            low = max(low, bound)
            wanted = low + 1
        else:
            high = min(high, bound)
            wanted = high
    return low
