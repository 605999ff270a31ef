"""The worth of a hand before the auction.

Noël Chavey's table ("Le jeu de tarot", Hatier 1986; le21bollenois.com/levaluation-du-jeu) gives points to bouts,
trumps, court cards and long suits. They are not the points of the game.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from tarot_env.cardsets import EXCUSE_BIT, PETIT_BIT, TRUMP_21_BIT, Lane, Lanes

Points = npt.NDArray[np.int64]

_MAJORS: Final = np.uint64(sum(1 << number for number in range(16, 22)))
_PETIT: Final[Points] = np.array([0] * 5 + [5, 7] + [9] * 16)  # by trumps, the Excuse counted
_LONG_SUIT: Final[Points] = np.array([0] * 5 + [5, 7] + [9] * 8)  # by cards in the suit
_SHORT_SUIT: Final[Points] = np.array([6, 3] + [0] * 13)  # by cards in the suit


def chavey(hand: Lanes) -> Points:
    """The count of hands of 18 cards, shape ``(N, 2)`` -> ``(N,)``.

    The first published example, a hand to bid garde on, which takes 56:

    >>> from tarot_env.cards import parse_cards
    >>> from tarot_env.cardsets import from_ids
    >>> hand = "T21 T19 T12 T6 T1 EX HK HN H10 H8 H1 DJ D8 CQ CN C7 S6 S4"
    >>> int(chavey(from_ids(parse_cards(hand))[None])[0])
    60
    """
    suits, trumps = hand[:, 0], hand[:, 1]
    points: Points = trump_points(trumps) + court_points(suits) + _LONG_SUIT.take(bits.by_suit(suits)).sum(axis=1)
    return points


def short_suit_points(hand: Lanes) -> Points:
    """What voids (6) and singletons (3) add, to an overbid only: ``(N, 2)`` -> ``(N,)``."""
    points: Points = _SHORT_SUIT.take(bits.by_suit(hand[:, 0])).sum(axis=1)
    return points


def trump_points(trumps: Lane) -> Points:
    """Bouts, number of trumps, and major trumps (16 to 21), alone or in a run: (N,)."""
    length = bits.count_trumps(trumps) + bits.holds_excuse(trumps)
    majors = trumps & _MAJORS
    in_a_run = majors & (majors << bits.ONE | majors >> bits.ONE)
    points: Points = (
        np.where((trumps & TRUMP_21_BIT) != 0, 10, 0)
        + np.where((trumps & EXCUSE_BIT) != 0, 8, 0)
        + np.where((trumps & PETIT_BIT) != 0, _PETIT.take(length), 0)
        + np.where(length > 4, 2 * length, 0)
        + 2 * np.bitwise_count(majors)
        + np.bitwise_count(in_a_run)
    )
    return points


def court_points(suits: Lane) -> Points:
    """King and queen of a suit 10, a king 6, a queen 3, a knight 2, a jack 1: (N,)."""
    marriages = suits & bits.QUEENS & (suits & bits.KINGS) >> bits.ONE
    points: Points = (
        6 * np.bitwise_count(suits & bits.KINGS).astype(np.int64)
        + 3 * np.bitwise_count(suits & bits.QUEENS)
        + np.bitwise_count(marriages)
        + 2 * np.bitwise_count(suits & bits.KNIGHTS)
        + np.bitwise_count(suits & bits.JACKS)
    )
    return points
