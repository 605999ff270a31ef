"""Deals in which one seat holds a strong hand, up to those that take a chelem.

Such hands come once in thousands of deals, so that self-play hardly meets what is decided with them. Here the cards of
one hand are drawn one after the other, each with a chance in proportion to its weight; the others get what is left, as
it comes, so that from the strong hand nobody learns anything about them that would not be true of any deal.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env import cardsets, dealing
from tarot_env.cards import BOUTS, NUM_CARDS, PETIT, SUIT, TRUMP_21, VALUE
from tarot_env.dealing import HAND_SIZE
from tarot_env.engine import Engine

NO_SEAT: Final = -1
"""In place of the seat with the strong hand, in a deal that has none."""

_STRONGEST: Final = 4.0  # power of the weights: at 0 any hand, at 1 about a garde sans, at 4 a third take all tricks
_SUIT_FACTORS: Final = (0.4, 0.7, 1.0, 1.6)  # of the four suits, in any order: a chelem needs long ones and short ones


def _weights() -> npt.NDArray[np.float64]:
    """(78,): court cards and high trumps before low ones, for it takes winners to win tricks, and bouts before all."""
    weights = (VALUE + 1) / 2
    weights[PETIT : TRUMP_21 + 1] = 1.5 + np.arange(21) / 6
    weights[list(BOUTS)] = 8.0
    return weights


_WEIGHT: Final = _weights()


def redeal_strong(engine: Engine, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Deal those of the engine's deals again such that a seat holds a strong hand, of a strength drawn for each deal.

    Args:
        where: bool (N,).

    Returns:
        That seat of each of the n deals, (n,).
    """
    n, rng = int(where.sum()), engine.rng
    seats = rng.integers(0, 4, n)
    deals, again = cardsets.empty(n, 5), np.arange(n)
    while again.size:
        deals[again] = dealing.cut(_orders(seats[again], rng))
        again = again[dealing.petit_sec(deals[again, :4]).any(axis=1)]
    engine.reset(where, hands=deals[:, :4], dog=deals[:, 4])
    return seats


def _orders(seats: npt.NDArray[np.int64], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Decks in the order in which they are dealt, (n, 78), with a strong hand for these seats (n,).

    To sort exponential times divided by weights is to draw cards with chances in proportion to the weights (Efraimidis
    and Spirakis, "Weighted random sampling with a reservoir", 2006).
    """
    n = len(seats)
    power = _STRONGEST * rng.random((n, 1)) ** 2  # half of them at most 1: most bids have to be weighed there
    suits = rng.permuted(np.tile(_SUIT_FACTORS, (n, 1)), axis=1)  # (n, 4)
    factors = np.concatenate([suits, np.ones((n, 2))], axis=1)[:, SUIT]  # (n, 78), 1 for trumps and the Excuse
    drawn = (rng.exponential(size=(n, NUM_CARDS)) / (_WEIGHT * factors) ** power).argsort(axis=1)
    strong, rest = drawn[:, :HAND_SIZE], rng.permuted(drawn[:, HAND_SIZE:], axis=1)
    before = HAND_SIZE * seats[:, None]  # cards that are dealt before it
    place = np.arange(NUM_CARDS)
    is_strong = (place >= before) & (place < before + HAND_SIZE)
    order = np.empty((n, NUM_CARDS), np.int64)
    order[is_strong], order[~is_strong] = strong.reshape(-1), rest.reshape(-1)
    return order
