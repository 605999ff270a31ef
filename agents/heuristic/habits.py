"""How habits become a card: each names the cards it would like, the next ones choose among those.

A habit that likes nothing of what is left is silent. A player is a list of habits, the most important first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from agents.heuristic.bits import Cards
from agents.heuristic.table import Table
from tarot_env.cardsets import (
    BOUT_MASK,
    PETIT_BIT,
    TRUMP_21_BIT,
    TRUMP_MASK,
    Lane,
    empty,
    nth,
)

Habit = Callable[[Table, Cards], Cards]
"""From the table and the cards that are left to the ones that this habit would play, none where it has no opinion."""


def choose(habits: Sequence[Habit], table: Table) -> npt.NDArray[np.int64]:
    """The card that the habits leave: ids (N,)."""
    left = table.legal
    for habit in habits:
        left = narrow(left, habit(table, left))
    return lowest(left)


def narrow(left: Cards, wish: Cards) -> Cards:
    """What is wished of what is left; all that is left where nothing is."""
    suits, trumps = left.suits & wish.suits, left.trumps & wish.trumps
    silent = (suits | trumps) == 0
    return Cards(np.where(silent, left.suits, suits), np.where(silent, left.trumps, trumps))


def lowest(cards: Cards) -> npt.NDArray[np.int64]:
    """The first card of each set by id: (N,)."""
    sets = empty(len(cards.suits))
    sets[:, 0], sets[:, 1] = cards
    return nth(sets, np.zeros(len(sets), np.uint64))


_CLASSES: Final = (bits.PLAIN, bits.JACKS, bits.KNIGHTS, bits.QUEENS, bits.KINGS)
_PLAIN_TRUMPS: Final = TRUMP_MASK & ~BOUT_MASK


def cheapest(table: Table, left: Cards) -> Cards:
    """The card of least value, and the lowest of those; a bout only when there is nothing else."""
    suits = left.suits
    chosen = suits & bits.PLAIN
    for mask in _CLASSES[1:]:
        chosen = np.where(chosen == 0, suits & mask, chosen)
    trumps = left.trumps & _PLAIN_TRUMPS
    plain = (chosen & bits.PLAIN) != 0
    low = bits.lowest_trump(trumps)
    # trumps are dear: only where there is no plain card
    t = np.where(plain, bits.NOTHING, low)
    s = np.where(~plain & (trumps != 0), bits.NOTHING, chosen)
    nothing = (s | t) == 0
    return Cards(s, np.where(nothing, last_resort(left.trumps), t))


def last_resort(trumps: Lane) -> Lane:
    return np.where((trumps & TRUMP_21_BIT) != 0, trumps & TRUMP_21_BIT, trumps)


def dearest(table: Table, left: Cards) -> Cards:
    """The card of most value."""
    suits = left.suits
    chosen = suits & bits.KINGS
    for mask in (bits.QUEENS, bits.KNIGHTS, bits.JACKS, bits.PLAIN):
        chosen = np.where(chosen == 0, suits & mask, chosen)
    petit = left.trumps & PETIT_BIT
    return Cards(np.where(petit != 0, bits.NOTHING, chosen), petit)
