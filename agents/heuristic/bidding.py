"""What to bid: the published count of the hand against thresholds that our own deals gave.

The published thresholds (40, 56, 71, 81) are those of a prudent beginner. `benchmarks/calibrate_bids.py` plays every
contract of the same hands with this heuristic and finds from which count on it pays more than to pass.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import evaluation
from tarot_env import cardsets
from tarot_env.actions import PASS
from tarot_env.observation import Observation

THRESHOLDS: Final = (40, 45, 70, 80)
"""Lowest count for a prise, a garde, a garde sans, a garde contre."""


def bid(observation: Observation) -> npt.NDArray[np.int64]:
    """The highest contract that the hand is worth, if it is above what was bid; else PASS: (N,)."""
    count = evaluation.chavey(observation.hand)
    worth = np.searchsorted(THRESHOLDS, count, side="right")
    action = PASS + worth
    return np.where(cardsets.contains(observation.legal, action), action, PASS)
