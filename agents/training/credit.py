"""Who is credited with what: advantages and value targets from final scores.

The four seats of a deal share one line of decisions. The critic says, before each of them, what every seat can expect;
what that changes by until the next decision, whoever takes it, is what a decision brought to each seat. So the
bootstrap of generalised advantage estimation (Schulman et al. 2016) goes from decision to decision along the deal, for
all four seats at once, and the advantage is read for the seat that decided.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.observation import Observation

Floats = npt.NDArray[np.float32]

UNIT: Final = 40.0
"""Points: about the standard deviation of a deal's score per defender before the multiplier."""

_MULTIPLIERS: Final = np.array((1, 1, 2, 4, 6), np.float32)
_AUCTION_MULTIPLIER: Final = 2.0
_TAKER_SHARE: Final = 3.0


def value_scale(observation: Observation) -> Floats:
    """Points that one unit of the critic stands for, by relative seat: float32 (N, 4).

    Once the contract stands, scores grow with its multiplier, and the taker's are three times a defender's. Dividing
    by both lets every deal weigh alike.
    """
    auction = observation.phase == Phase.AUCTION
    multiplier = np.where(auction, _AUCTION_MULTIPLIER, _MULTIPLIERS.take(observation.contract))
    taker = (observation.taker[:, None] == np.arange(4)) & ~auction[:, None]
    return (UNIT * multiplier[:, None] * np.where(taker, _TAKER_SHARE, 1.0)).astype(np.float32)


def advantages(
    values: Floats,
    scores: npt.NDArray[np.int32],
    deal: npt.NDArray[np.int64],
    seat: npt.NDArray[np.int64],
    starts: list[int],
    decay: float,
) -> tuple[Floats, Floats]:
    """Advantage of each decision for the seat that took it, and value targets for all seats, in points.

    Args:
        values: (M, 4) what each seat can expect before the decision, the one that decides first.
        scores: (N, 4) final scores, by absolute seat.
        deal, seat: (M,) where and by whom.
        starts: where each step's decisions start; a deal decides at most once in a step.
        decay: lambda of the estimate: 0 trusts the critic, 1 the final score.

    Returns:
        float32 (M,), (M, 4): targets are by relative seat, as `values`.
    """
    ahead = scores.astype(np.float32)  # (N, 4) what was expected at the next decision of the deal
    carried = np.zeros_like(ahead)  # (N, 4) advantage of the decisions after this one
    advantage, target = np.empty(len(values), np.float32), np.empty_like(values)
    for start, end in zip(reversed(starts[:-1]), reversed(starts[1:]), strict=True):
        rows = slice(start, end)
        deals = deal[rows, None]
        around = (seat[rows, None] + np.arange(4)) & 3
        now = values[rows]
        gain = ahead[deals, around] - now + decay * carried[deals, around]
        carried[deals, around] = gain
        ahead[deals, around] = now
        advantage[rows] = gain[:, 0]
        target[rows] = now + gain
    return advantage, target
