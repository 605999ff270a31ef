"""What to bid: the published count of the hand against thresholds that our own deals gave.

The published thresholds (40, 56, 71, 81) are prudent: they ask for a contract that is nearly sure.
`benchmarks/calibrate_bids.py` plays every contract of the same hands with this heuristic and finds the count from which
on each pays more than the contract below it, or than to pass.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import evaluation
from tarot_env import cardsets
from tarot_env.actions import PASS
from tarot_env.observation import Observation
from tarot_env.rules import Contract

THRESHOLDS: Final[dict[Contract, int]] = {
    Contract.PRISE: 43,
    Contract.GARDE: 46,
    Contract.GARDE_SANS: 63,
    Contract.GARDE_CONTRE: 74,
}
"""The least count for each contract."""

GARDE_SANS_FROM: Final = Contract.GARDE_SANS
"""From here on the count includes voids and singletons: without the dog they are there to stay."""


def bid(observation: Observation) -> npt.NDArray[np.int64]:
    """The highest contract that the hand is worth, if it is above what was bid; else PASS: (N,)."""
    count = evaluation.chavey(observation.hand)
    overbid = count + evaluation.short_suit_points(observation.hand)
    worth = np.zeros(len(observation), np.int64)
    for contract, threshold in THRESHOLDS.items():
        worth = np.where((overbid if contract >= GARDE_SANS_FROM else count) >= threshold, contract, worth)
    action = PASS + worth
    return np.where(cardsets.contains(observation.legal, action), action, PASS)
