"""Which six cards the taker puts aside."""

from __future__ import annotations

import numpy as np

from agents.heuristic import bits
from agents.heuristic.bits import Cards
from tarot_env import cardsets
from tarot_env.cardsets import SUIT_MASKS
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation


def discard(observation: Observation) -> Cards:
    legal = observation.legal[:, 0]
    hand = observation.hand[:, 0]
    left = DOG_SIZE - cardsets.count(observation.discard).astype(np.int8)  # cards still to go
    number = bits.by_suit(legal)
    fits = (number > 0) & (number <= left[:, None])
    # a suit that can be emptied, the shortest first
    cost = np.where(fits, number, 99)
    suit = cost.argmin(axis=1)
    any_fit = fits.any(axis=1)
    # otherwise: points from suits without protection, shortest suit
    total = bits.by_suit(hand)
    cost2 = np.where(number > 0, total, 99)
    suit2 = cost2.argmin(axis=1)
    chosen = np.where(any_fit, suit, suit2)
    wish = legal & SUIT_MASKS.take(chosen)
    trumps = bits.lowest_trump(observation.legal[:, 1])
    return Cards(wish, bits.when(legal == 0, trumps))
