"""What both sides have won, as it is told at a table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cardsets import DECK
from tarot_env.observation import Observation
from tarot_env.rules import Contract
from tarot_env.scoring import count_bouts, half_points


def tally(observation: Observation) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Half points and bouts of the taker's side and the defence, (N, 2) each: so far as the seat knows them, and as on
    the score sheet once the deal is over.

    By then every seat knows them: the six cards that nobody played are the taker's, or the defence's in a garde contre
    (S0).
    """
    points, bouts = observation.points.astype(np.int64), observation.bouts.astype(np.int64)
    over = np.flatnonzero((observation.phase == Phase.DONE) & (observation.contract != Contract.NONE))
    aside = DECK & ~np.bitwise_or.reduce(observation.played[over], axis=1)
    to_defence = observation.contract[over] == Contract.GARDE_CONTRE
    for won, value in ((points, half_points), (bouts, count_bouts)):
        won[over, 1] += value(aside) * to_defence
        won[over, 0] = value(DECK) - won[over, 1]
    return points, bouts
