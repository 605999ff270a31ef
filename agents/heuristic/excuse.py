"""When to play the Excuse."""

from __future__ import annotations

from agents.heuristic import bits
from agents.heuristic.bits import Cards
from agents.heuristic.table import Table
from tarot_env.cardsets import EXCUSE_BIT, TRUMP_MASK


def before_the_last_trick(table: Table, left: Cards) -> Cards:
    now = table.cards_left == 2
    return Cards(bits.when(now, bits.NOTHING), bits.when(now, EXCUSE_BIT))


def save_a_good_card(table: Table, left: Cards) -> Cards:
    """Instead of a card that is worth something, or a trump, on a trick that is lost."""
    cheap = (left.suits & bits.PLAIN) != 0
    lost = ((table.beats.suits | table.beats.trumps & TRUMP_MASK) == 0) & ~table.ours & (table.best > 0)
    now = lost & ~cheap
    return Cards(bits.when(now, bits.NOTHING), bits.when(now, EXCUSE_BIT))


def keep(table: Table, left: Cards) -> Cards:
    return Cards(left.suits, left.trumps & TRUMP_MASK)
