"""The defenders' play."""

from __future__ import annotations

import numpy as np

from agents.heuristic import bits, excuse, habits
from agents.heuristic.bits import Cards
from agents.heuristic.table import SUITS_OF, Bools, Table, in_led_suit
from tarot_env.cardsets import PETIT_BIT, SUIT_MASKS, TRUMP_MASK

P = dict(sure=0.35, cash=0.4, force=3, length=1, risk=0, returns=3)
NONE = bits.NOTHING


def cash_masters(table: Table, left: Cards) -> Cards:
    safe = (table.risk < P["cash"]) << np.arange(4, dtype=np.uint8)
    return Cards(table.masters.suits & SUITS_OF.take(safe.sum(axis=1)), left.trumps & NONE)


def lead_a_suit(table: Table, left: Cards) -> Cards:
    force = (table.foe_ruffs[:, None] >> np.arange(4, dtype=np.uint8)) & 1
    score = table.own * P["length"] + force * P["force"]
    score = np.where(table.own > 0, score, -99)
    suit = score.argmax(axis=1)
    return Cards(SUIT_MASKS.take(suit), left.trumps & NONE)


def ours_for_sure(table: Table) -> Bools:
    unbeaten: Bools = table.ours & (table.foes_behind == 0)
    return unbeaten


def save_the_petit(table: Table, left: Cards) -> Cards:
    sure = ours_for_sure(table)
    risk = in_led_suit(table, table.risk)
    mine = ((table.beats.trumps & PETIT_BIT) != 0) & ((table.foes_behind == 0) | (risk < 0.3) & (table.led < 4))
    now = sure | mine
    return Cards(bits.when(now, NONE), bits.when(now, PETIT_BIT))


def load(table: Table, left: Cards) -> Cards:
    sure = ours_for_sure(table)
    wish = habits.dearest(table, left)
    return Cards(bits.when(sure, wish.suits), bits.when(sure, wish.trumps))


def take_from_the_taker(table: Table, left: Cards) -> Cards:
    now = (table.foes_behind == 0) & ~table.ours
    wish = habits.dearest(table, Cards(table.beats.suits, table.beats.trumps))
    return Cards(bits.when(now, wish.suits), bits.when(now, table.beats.trumps & TRUMP_MASK))


def put_up_a_master(table: Table, left: Cards) -> Cards:
    risk = in_led_suit(table, table.risk)
    now = (table.foes_behind > 0) & (risk < P["sure"]) & (table.led < 4)
    return Cards(bits.when(now, table.masters.suits & table.beats.suits), left.trumps & NONE)


def keep_the_petit(table: Table, left: Cards) -> Cards:
    return Cards(left.suits, left.trumps & ~PETIT_BIT)


LEADS = (
    excuse.before_the_last_trick,
    excuse.keep,
    cash_masters,
    lead_a_suit,
    habits.cheapest,
)
FOLLOWS = (
    excuse.before_the_last_trick,
    save_the_petit,
    excuse.save_a_good_card,
    excuse.keep,
    load,
    take_from_the_taker,
    put_up_a_master,
    keep_the_petit,
    habits.cheapest,
)
