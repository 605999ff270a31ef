"""Chelem and poignées, by what they pay on average."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from agents.heuristic.table import hidden_cards
from tarot_env import cardsets
from tarot_env.actions import CHELEM, PASS
from tarot_env.cardsets import PETIT_BIT
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]

_SURE_TRUMPS: Final = 3


def announce_chelem(observation: Observation) -> Actions:
    """Announcing gains 200 when it is made and loses 200 when not (S0), so it has to be made more often than not. That
    takes a hand without a losing suit card and with three trumps from the top: measured on 40,000 strong hands."""
    hidden = hidden_cards(observation)
    hand = observation.hand
    losers = hand[:, 0] & ~bits.masters(hand[:, 0], hidden.suits)
    sure_trumps = np.bitwise_count(bits.master_trumps(hand[:, 1], hidden.trumps))
    return np.where((losers == 0) & (sure_trumps >= _SURE_TRUMPS), CHELEM, PASS)


def show_poignee(observation: Observation) -> Actions:
    """The largest, always: its points go to the side that wins (S0), and whoever holds ten trumps is mostly on it, as
    taker in 91 of 100 deals, as defender in 69 (measured on 15,000). The Petit is held back first, so that nobody
    learns where to hunt it, then the highest trumps."""
    held_back = np.where((observation.legal[:, 1] & PETIT_BIT) != 0, PETIT_BIT, observation.legal[:, 1])
    return np.where(observation.surplus > 0, _last(held_back), _last(observation.legal[:, 1]))


def _last(trumps: cardsets.Lane) -> Actions:
    """The highest id of each set; PASS is lower than the sizes of poignées: (N,)."""
    highest = bits.highest_trump(trumps)
    ids: Actions = np.bitwise_count(highest - bits.ONE).astype(np.int64) + cardsets.LANE_SIZE
    return ids
