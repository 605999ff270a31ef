"""Which six cards the taker puts aside, one at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from tarot_env import cardsets
from tarot_env.cardsets import SUIT_MASKS
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation

_NEVER: Final = 99


def discard(observation: Observation) -> npt.NDArray[np.int64]:
    """The next card to put aside: (N,)."""
    to_go = DOG_SIZE - cardsets.count(observation.discard).astype(np.int8)
    ordinary = observation.legal[:, 0]
    suit = _suit_to_shorten(ordinary, observation.hand[:, 0], to_go)
    sets = cardsets.empty(len(observation))
    sets[:, 0] = ordinary & SUIT_MASKS.take(suit)
    sets[:, 1] = bits.when(ordinary == 0, observation.legal[:, 1])
    return cardsets.nth(sets, np.zeros(len(sets), np.uint64))


def _suit_to_shorten(
    ordinary: cardsets.Lane, hand: cardsets.Lane, to_go: npt.NDArray[np.int8]
) -> npt.NDArray[np.int64]:
    """The shortest suit that can be emptied with the cards still to go (a void ruffs at once, a bare king controls the
    suit: le-tarot.fr/strategie/preneur/lecart); where none can, the shortest, so that the long suit stays."""
    number = bits.by_suit(ordinary)
    can_be_emptied = (number > 0) & (number <= to_go[:, None])
    length = np.where(number > 0, bits.by_suit(hand), _NEVER)
    shortest = length.argmin(axis=1)
    first_void = np.where(can_be_emptied, number, _NEVER).argmin(axis=1)
    suit: npt.NDArray[np.int64] = np.where(can_be_emptied.any(axis=1), first_void, shortest)
    return suit
