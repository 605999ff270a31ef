"""Questions about many card sets at once, answered on whole lanes (see `tarot_env.cardsets`).

The suit lane is four fields of fourteen bits, so one shift moves all four suits; the trump lane is one field.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tarot_env.cards import CARDS_PER_SUIT, NUM_SUITS
from tarot_env.cardsets import EXCUSE_BIT, SUIT_MASKS, TRUMP_MASK, Lane

NOTHING: Final = np.uint64(0)
ONE: Final = np.uint64(1)


def _every_suit(ranks: range) -> np.uint64:
    return np.uint64(sum(1 << (CARDS_PER_SUIT * suit + rank) for suit in range(NUM_SUITS) for rank in ranks))


JACKS: Final = _every_suit(range(10, 11))
KNIGHTS: Final = _every_suit(range(11, 12))
QUEENS: Final = _every_suit(range(12, 13))
KINGS: Final = _every_suit(range(13, 14))
PLAIN: Final = _every_suit(range(10))

_SPREAD: Final = (1, 2, 4, 6)  # these shifts, one after the other, reach thirteen places
_STAYS_LOW: Final = [(np.uint64(k), _every_suit(range(CARDS_PER_SUIT - k))) for k in _SPREAD]
_STAYS_HIGH: Final = [(np.uint64(k), _every_suit(range(k, CARDS_PER_SUIT))) for k in _SPREAD]
_WORD: Final = [np.uint64(1 << k) for k in range(5)]  # for trumps: these reach 31 places


class Cards(NamedTuple):
    """N card sets by lane."""

    suits: Lane  # (N,)
    trumps: Lane  # (N,) the Excuse is bit 0


def below(suits: Lane) -> Lane:
    """All cards under the highest one of each suit, that one included."""
    for shift, stays in _STAYS_LOW:
        suits = suits | suits >> shift & stays
    return suits


def above(suits: Lane) -> Lane:
    """All cards over the lowest one of each suit, that one included."""
    for shift, stays in _STAYS_HIGH:
        suits = suits | suits << shift & stays
    return suits


def below_trump(trumps: Lane) -> Lane:
    """All bits under the highest one, that one included."""
    for shift in _WORD:
        trumps = trumps | trumps >> shift
    return trumps


def highest_trump(trumps: Lane) -> Lane:
    """The highest bit of each set alone, 0 of an empty one."""
    filled = below_trump(trumps)
    return filled ^ filled >> ONE


def lowest_trump(trumps: Lane) -> Lane:
    """The lowest bit of each set alone, 0 of an empty one."""
    return trumps & (~trumps + ONE)


def masters(hand: Lane, unseen: Lane) -> Lane:
    """Suit cards of a hand that no unseen card of their suit beats."""
    return hand & ~below(unseen)


def master_trumps(hand: Lane, unseen: Lane) -> Lane:
    """Trumps of a hand, without the Excuse, above all unseen trumps."""
    return hand & TRUMP_MASK & ~below_trump(unseen & TRUMP_MASK)


def by_suit(suits: Lane) -> npt.NDArray[np.int8]:
    """How many cards of each suit: (N,) -> (N, 4)."""
    number: npt.NDArray[np.int8] = np.bitwise_count(suits[:, None] & SUIT_MASKS).astype(np.int8)
    return number


def when(condition: npt.NDArray[np.bool_], lane: Lane | np.uint64) -> Lane:
    """The set where the condition holds, the empty set elsewhere."""
    return np.where(condition, lane, NOTHING)


def count_trumps(trumps: Lane) -> npt.NDArray[np.int8]:
    """Numbered trumps in each set: (N,)."""
    number: npt.NDArray[np.int8] = np.bitwise_count(trumps & TRUMP_MASK).astype(np.int8)
    return number


def holds_excuse(trumps: Lane) -> npt.NDArray[np.bool_]:
    """Whether the Excuse is in each set: (N,)."""
    held: npt.NDArray[np.bool_] = (trumps & EXCUSE_BIT) != 0
    return held
