"""Questions about many card sets at once, answered on whole lanes (see `tarot_env.cardsets`).

The suit lane is four fields of fourteen bits, so one shift moves all four suits; the trump lane is one field.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tarot_env.cards import CARDS_PER_SUIT, NUM_SUITS
from tarot_env.cardsets import EXCUSE_BIT, SUIT_MASKS, TRUMP_MASK, Lane

ONE: Final = np.uint64(1)


def _every_suit(ranks: range) -> np.uint64:
    return np.uint64(sum(1 << (CARDS_PER_SUIT * suit + rank) for suit in range(NUM_SUITS) for rank in ranks))


JACKS: Final = _every_suit(range(10, 11))
KNIGHTS: Final = _every_suit(range(11, 12))
QUEENS: Final = _every_suit(range(12, 13))
KINGS: Final = _every_suit(range(13, 14))

# A bit moved down by these steps, one after the other, fills all places below it in its field.
_IN_SUITS: Final = [(np.uint64(k), _every_suit(range(CARDS_PER_SUIT - k))) for k in (1, 2, 4, 6)]
_IN_TRUMPS: Final = [np.uint64(k) for k in (1, 2, 4, 8, 16)]


class Cards(NamedTuple):
    """N card sets by lane."""

    suits: Lane  # (N,)
    trumps: Lane  # (N,) the Excuse is bit 0


def below(suits: Lane) -> Lane:
    """All cards under the highest one of each suit, that one included."""
    for step, stays_in_its_suit in _IN_SUITS:
        suits = suits | suits >> step & stays_in_its_suit
    return suits


def below_trump(trumps: Lane) -> Lane:
    """All bits under the highest one, that one included."""
    for step in _IN_TRUMPS:
        trumps = trumps | trumps >> step
    return trumps


def highest_trump(trumps: Lane) -> Lane:
    """The highest bit of each set alone, 0 of an empty one."""
    filled = below_trump(trumps)
    return filled ^ filled >> ONE


def masters(hand: Lane, hidden: Lane) -> Lane:
    """Suit cards of a hand that no hidden card of their suit beats."""
    return hand & ~below(hidden)


def master_trumps(hand: Lane, hidden: Lane) -> Lane:
    """Trumps of a hand, without the Excuse, above all hidden trumps."""
    return hand & TRUMP_MASK & ~below_trump(hidden & TRUMP_MASK)


def by_suit(suits: Lane) -> npt.NDArray[np.int8]:
    """How many cards of each suit: (N,) -> (N, 4)."""
    number: npt.NDArray[np.int8] = np.bitwise_count(suits[:, None] & SUIT_MASKS).astype(np.int8)
    return number


def count_trumps(trumps: Lane) -> npt.NDArray[np.int8]:
    """Numbered trumps in each set: (N,)."""
    number: npt.NDArray[np.int8] = np.bitwise_count(trumps & TRUMP_MASK).astype(np.int8)
    return number


def holds_excuse(trumps: Lane) -> npt.NDArray[np.bool_]:
    """Whether the Excuse is in each set: (N,)."""
    held: npt.NDArray[np.bool_] = (trumps & EXCUSE_BIT) != 0
    return held


def kings_in(suits: Lane) -> npt.NDArray[np.bool_]:
    """Suits whose king is in each set: (N,) -> (N, 4)."""
    return _suits_with(KINGS, suits)


def queens_in(suits: Lane) -> npt.NDArray[np.bool_]:
    """Suits whose queen is in each set: (N,) -> (N, 4)."""
    return _suits_with(QUEENS, suits)


def _suits_with(rank: np.uint64, suits: Lane) -> npt.NDArray[np.bool_]:
    held: npt.NDArray[np.bool_] = (suits[:, None] & rank & SUIT_MASKS) != 0
    return held
