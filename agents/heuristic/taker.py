"""The taker's play."""

from __future__ import annotations

import numpy as np

from agents.heuristic import bits, excuse, habits
from agents.heuristic.bits import Cards
from agents.heuristic.table import SUITS_OF, Table, in_led_suit
from tarot_env.cardsets import PETIT_BIT, SUIT_MASKS, TRUMP_MASK

P = dict(sure=0.35, hunt_a=2, hunt_b=2, rich=5, cash=0.4)

NONE = bits.NOTHING


def drive_out_trumps(table: Table, left: Cards) -> Cards:
    long = (table.own_trumps * P["hunt_a"] >= table.out_trumps + P["hunt_b"]) & (table.out_trumps > 0)
    trumps = left.trumps & TRUMP_MASK & ~PETIT_BIT
    master = trumps & table.masters.trumps
    wish = np.where(master != 0, bits.lowest_trump(master), bits.lowest_trump(trumps))
    return Cards(bits.when(long, NONE), bits.when(long, wish))


def cash_masters(table: Table, left: Cards) -> Cards:
    safe = (table.risk < P["cash"]) << np.arange(4, dtype=np.uint8)
    return Cards(table.masters.suits & SUITS_OF.take(safe.sum(axis=1)), left.trumps & NONE)


def play_the_long_suit(table: Table, left: Cards) -> Cards:
    suit = table.own.argmax(axis=1)
    return Cards(SUIT_MASKS.take(suit), left.trumps & NONE)


def petit_home(table: Table, left: Cards) -> Cards:
    safe = (table.foes_behind == 0) | (in_led_suit(table, table.risk) < 0.15) & (table.led < 4)
    home = safe & ((table.beats.trumps & PETIT_BIT) != 0)
    return Cards(bits.when(home, NONE), bits.when(home, PETIT_BIT))


def win_for_sure(table: Table, left: Cards) -> Cards:
    last = table.foes_behind == 0
    risk = in_led_suit(table, table.risk)
    safe = last | (risk < P["sure"])
    suits = np.where(last, table.beats.suits, table.beats.suits & table.masters.suits)
    return Cards(bits.when(safe, suits), bits.when(last, table.beats.trumps & TRUMP_MASK))


def bring_points_home(table: Table, left: Cards) -> Cards:
    """Among cards that win for sure the one of most value."""
    last = table.foes_behind == 0
    wish = habits.dearest(table, Cards(left.suits & table.beats.suits, left.trumps))
    return Cards(bits.when(last, wish.suits), bits.when(last, NONE))


def keep_the_petit(table: Table, left: Cards) -> Cards:
    return Cards(left.suits, left.trumps & ~PETIT_BIT)


LEADS = (
    excuse.before_the_last_trick,
    excuse.keep,
    drive_out_trumps,
    cash_masters,
    play_the_long_suit,
    habits.cheapest,
)
FOLLOWS = (
    excuse.before_the_last_trick,
    petit_home,
    excuse.save_a_good_card,
    excuse.keep,
    win_for_sure,
    bring_points_home,
    keep_the_petit,
    habits.cheapest,
)
