"""What is known of a deal before anybody plays it: a control variate for the game view.

Some deals give skill more room than others: a deal with a strong hand is played for more points than one that is
passed out. `room` guesses from the cards alone how many points such a deal is worth to the better player, less the
mean over all deals. It was fixed beforehand, on deals of another seed and with two players of the house
(`benchmarks/fit_luck.py`), and its mean is zero. To take a multiple of it off each deal's figure thus changes no mean,
but narrows the interval where it follows the figure. It does so for players that are far apart; for those that are
close, who wins a deal does not show in the cards.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.arena.deals import Deals
from agents.arena.plays import Floats
from agents.arena.statistics import Estimate, estimate
from agents.heuristic.evaluation import chavey
from tarot_env.scoring import count_bouts

KNOTS: Final = (30, 35, 40, 45, 50, 55, 60, 65)
"""Where the slope over the best hand's count may change."""

# By benchmarks/fit_luck.py with its defaults; on deals that it was not fitted on the guess correlates with 0.70.
WEIGHTS: Final = (
    1.9306,
    3.3857,
    0.7715,
    0.2179,
    -0.415,
    -9.942,
    97.3917,
    -36.7672,
    -66.0359,
    77.0588,
    -23.2194,
    9.3466,
    -0.7603,
    -0.2563,
    -0.1454,
    13.5412,
    -3.1629,
    -14.4878,
)
MEAN: Final = 34.0955


def room(deals: Deals) -> Floats:
    """Points that a deal is worth to the better player, less their mean over all deals: (N,)."""
    guess: Floats = features(deals) @ np.array(WEIGHTS) - MEAN
    return guess


def features(deals: Deals) -> Floats:
    """What the guess is made of: (N, 18). Counts are Chavey's, see `agents.heuristic.evaluation`."""
    count = np.stack([chavey(deals.hands[:, seat]) for seat in range(4)], axis=1)  # (N, 4)
    trumps = np.bitwise_count(deals.hands[:, :, 1])  # (N, 4), the Excuse counted
    by_rank = np.take_along_axis(trumps, np.argsort(-count, axis=1, kind="stable"), axis=1)
    ranked = -np.sort(-count, axis=1)
    best = ranked[:, :1]
    columns: tuple[npt.NDArray[np.generic], ...] = (
        ranked / 10,
        np.maximum(best - np.array(KNOTS), 0) / 10,
        by_rank[:, :3],
        count_bouts(deals.dog)[:, None],
        best * count_bouts(deals.dog)[:, None] / 10,
        np.ones_like(best),
    )
    return np.concatenate(columns, axis=1, dtype=np.float64)


def controlled(values: Floats, room: Floats) -> Estimate:
    """The mean of one number for each deal (NaN: not played), with the part that follows `room` taken off.

    How much of it is taken off deals of even numbers is told by the odd ones, and the other way round: no deal has a
    say in its own correction, so the mean stays right for any number of deals.
    """
    corrected = np.full_like(values, np.nan)
    for parity in (0, 1):
        here, there = (np.arange(len(values)) % 2 == parity), (np.arange(len(values)) % 2 != parity)
        corrected[here] = values[here] - _slope(values[there], room[there]) * room[here]
    return estimate(corrected)


def _slope(values: Floats, room: Floats) -> float:
    """Of the line through the deals that were played, 0 where they are too few to draw one."""
    played = ~np.isnan(values)
    if played.sum() < 10:
        return 0.0
    deviation = room[played] - room[played].mean()
    return float(deviation @ values[played] / (deviation @ deviation))
