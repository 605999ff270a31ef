"""What a player works out from the table before he chooses a card: for N positions in the play at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from agents.heuristic.bits import Cards
from tarot_env.cards import CARDS_PER_SUIT, NO_SUIT, NUM_CARDS, NUM_SUITS, TRUMP_SUIT, VALUE
from tarot_env.cardsets import SUIT_MASKS, TRUMP_MASK, Lane
from tarot_env.observation import Observation
from tarot_env.play import TRUMP_STRENGTH

Bools = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int8]

SUITS_OF: Final[Lane] = np.array(
    [sum(int(SUIT_MASKS[s]) for s in range(NUM_SUITS) if chosen >> s & 1) for chosen in range(32)], np.uint64
)
"""All cards of the suits in a set of suits, given as bits."""

_FOLLOWS: Final[Lane] = np.array([*SUIT_MASKS, 0, sum(map(int, SUIT_MASKS))], np.uint64)  # by what is led
# Cards of any suit, and trumps, that are stronger than the best of a trick, by its strength.
_SUITS_OVER: Final[Lane] = np.array(
    [
        sum(1 << (CARDS_PER_SUIT * s + r) for s in range(NUM_SUITS) for r in range(best, CARDS_PER_SUIT))
        for best in range(TRUMP_STRENGTH + 22)
    ],
    np.uint64,
)
_TRUMPS_OVER: Final[Lane] = np.array(
    [int(TRUMP_MASK) & ~((1 << max(1, best - TRUMP_STRENGTH + 1)) - 1) for best in range(TRUMP_STRENGTH + 22)],
    np.uint64,
)
_VALUE: Final = np.concatenate([VALUE, np.zeros(256 - NUM_CARDS, np.int16)])  # (256,), nothing for NO_CARD
# Chance that one of three hidden hands has none of n cards.
_VOID_CHANCE: Final = np.array([(2 / 3) ** n for n in range(CARDS_PER_SUIT + 1)], np.float32)


@dataclass(slots=True)
class Table:
    """N positions seen by the seat to act; "foes" are the other side, "behind" are those still to play to the trick."""

    legal: Cards
    hand: Cards
    unseen: Cards  # in the other hands, or put aside face down
    own: Counts  # (N, 4) cards of each suit in hand
    out: Counts  # (N, 4) unseen cards of each suit
    own_trumps: Counts  # (N,)
    out_trumps: Counts  # (N,)
    cards_left: Counts  # (N,) in hand
    taker: Counts  # (N,) his seat, 0 = oneself
    led: Counts  # (N,) suit, TRUMP_SUIT or NO_SUIT
    best: Counts  # (N,) strength of the best card of the trick
    worth: npt.NDArray[np.int16]  # (N,) half points on the table
    ours: Bools  # (N,) the trick's best card is our side's
    foes_behind: Counts  # (N,)
    partners_behind: Counts  # (N,)
    foe_ruffs: npt.NDArray[np.uint8]  # (N,) suits that a foe behind is known to ruff, as bits
    partner_ruffs: npt.NDArray[np.uint8]  # (N,)
    risk: npt.NDArray[np.float32]  # (N, 4) chance that a foe behind ruffs a suit
    beats: Cards  # legal cards that are better than the best of the trick
    masters: Cards  # cards in hand that no unseen card of their suit beats


def look(observation: Observation) -> Table:
    """Work out what the habits ask for."""
    hand = Cards(observation.hand[:, 0], observation.hand[:, 1])
    legal = Cards(observation.legal[:, 0], observation.legal[:, 1])
    hidden = observation.unseen
    unseen = Cards(hidden[:, 0], hidden[:, 1])
    own, out = bits.by_suit(hand.suits), bits.by_suit(unseen.suits)
    out_trumps = bits.count_trumps(unseen.trumps)
    taker = observation.taker
    is_taker = taker == 0
    place = (observation.ply & 3).astype(np.int8)
    seats = np.arange(1, 4, dtype=np.int8)
    behind = seats <= 3 - place[:, None]  # (N, 3) seats 1..3
    foe = is_taker[:, None] | (taker[:, None] == seats)  # (N, 3)
    ruffs = np.where(
        behind & (observation.ceiling[:, 1:] > 0) & (out_trumps > 0)[:, None], observation.void[:, 1:], np.uint8(0)
    )
    trumping = behind & (observation.ceiling[:, 1:] > 0) & (out_trumps > 0)[:, None]
    foe_ruffs = np.bitwise_or.reduce(np.where(foe, ruffs, np.uint8(0)), axis=1)
    trumping_foes = (trumping & foe).sum(axis=1).astype(np.float32)
    known = foe_ruffs[:, None] >> np.arange(4, dtype=np.uint8) & 1
    opened = observation.led != NO_SUIT
    best = observation.best
    follows = legal.suits & _FOLLOWS.take(observation.led)
    return Table(
        legal=legal,
        hand=hand,
        unseen=unseen,
        own=own,
        out=out,
        own_trumps=bits.count_trumps(hand.trumps),
        out_trumps=out_trumps,
        cards_left=(18 - observation.ply // 4).astype(np.int8),
        taker=taker,
        led=observation.led,
        best=best,
        worth=_VALUE.take(observation.trick).sum(axis=1, dtype=np.int16),
        ours=opened & ~is_taker & (observation.winner != taker),
        foes_behind=(behind & foe).sum(axis=1).astype(np.int8),
        partners_behind=(behind & ~foe).sum(axis=1).astype(np.int8),
        foe_ruffs=foe_ruffs,
        partner_ruffs=np.bitwise_or.reduce(np.where(foe, np.uint8(0), ruffs), axis=1),
        risk=np.minimum(1, known + trumping_foes[:, None] * _VOID_CHANCE.take(out)),
        beats=Cards(follows & _SUITS_OVER.take(best), legal.trumps & _TRUMPS_OVER.take(best)),
        masters=Cards(bits.masters(hand.suits, unseen.suits), bits.master_trumps(hand.trumps, unseen.trumps)),
    )


def in_led_suit(table: Table, by_suit: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The figure of the suit led, 0 where trumps or nothing are: (N, 4) -> (N,)."""
    led = np.minimum(table.led, NUM_SUITS - 1).astype(np.int64)
    return np.where(table.led < TRUMP_SUIT, by_suit[np.arange(len(led)), led], np.float32(0))
