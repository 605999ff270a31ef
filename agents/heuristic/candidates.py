"""Every legal card of many positions, one after the other, so that a habit can speak for or against each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from agents.heuristic.bits import Cards
from agents.heuristic.table import Bools, Counts, Floats, Table
from tarot_env import cardsets
from tarot_env.cards import EXCUSE, NO_SUIT, NUM_CARDS, NUM_SUITS, PETIT, SUIT, TRUMP_21, TRUMP_SUIT, VALUE
from tarot_env.cardsets import SUIT_MASKS
from tarot_env.play import STRENGTH, TRUMP_STRENGTH

T = TypeVar("T", bound=np.generic)

_KING: Final = 8  # half points of a king above those of a card that counts for nothing
_RANK: Final[Counts] = (STRENGTH - TRUMP_STRENGTH * (SUIT == TRUMP_SUIT)).astype(np.int8)


@dataclass(slots=True)
class Candidates:
    """R cards that may be played in N positions, in the order of the positions, each with its traits."""

    table: Table
    row: npt.NDArray[np.int64]  # (R,) its position
    card: npt.NDArray[np.int64]  # (R,)
    suit: Counts  # (R,) a suit, TRUMP_SUIT or NO_SUIT
    rank: Counts  # (R,) 1..14 in a suit, 1..21 of trumps, 0 of the Excuse
    court: npt.NDArray[np.int16]  # (R,) half points of a suit card above 1: 0, 2, 4, 6 or 8; 0 of the others
    plain: Bools  # (R,) a suit card
    king: Bools  # (R,)
    trump: Bools  # (R,)
    excuse: Bools  # (R,)
    petit: Bools  # (R,)
    twenty_one: Bools  # (R,)
    beats: Bools  # (R,) better than the best card of the trick
    master: Bools  # (R,) better than all hidden cards of its suit

    def at(self, of_positions: npt.NDArray[T]) -> npt.NDArray[T]:
        """What is true of its position: (N,) -> (R,)."""
        return of_positions.take(self.row)

    def of_suit(self, by_suit: npt.NDArray[T]) -> npt.NDArray[T]:
        """What is true of its suit: (N, 4) -> (R,); 0 or False of trumps and the Excuse."""
        found = by_suit.reshape(-1).take(self.row * NUM_SUITS + np.minimum(self.suit, NUM_SUITS - 1))
        return np.where(self.plain, found, found.dtype.type(0))

    # What the trick asks of the player: exactly one of these holds in a position.

    @property
    def opens(self) -> Bools:
        """Nothing is asked: a lead, or the second card after a led Excuse."""
        return self.at(self.table.led == NO_SUIT)

    @property
    def follows(self) -> Bools:
        """He has cards of the suit led."""
        return self.at(self._has_led_suit())

    @property
    def trumps_led(self) -> Bools:
        """Trumps were led, and he has some."""
        return self.at((self.table.led == TRUMP_SUIT) & (self.table.own_trumps > 0))

    @property
    def ruffs(self) -> Bools:
        """He has none of the suit led, but trumps."""
        table = self.table
        return self.at((table.led < TRUMP_SUIT) & ~self._has_led_suit() & (table.own_trumps > 0))

    @property
    def discards(self) -> Bools:
        """He has neither the suit led nor a trump."""
        return self.at((self.table.led != NO_SUIT) & ~self._has_led_suit() & (self.table.own_trumps == 0))

    def _has_led_suit(self) -> Bools:
        asked = np.minimum(self.table.led, NUM_SUITS - 1)
        has: Bools = (self.table.led < TRUMP_SUIT) & ((self.table.hand.suits & SUIT_MASKS.take(asked)) != 0)
        return has


def candidates(table: Table) -> Candidates:
    """All legal cards. Every position has at least one."""
    sets = cardsets.empty(len(table.taker))
    sets[:, 0], sets[:, 1] = table.legal
    row, card = np.divmod(np.flatnonzero(cardsets.to_bool(sets, NUM_CARDS)), NUM_CARDS)
    plain = card < EXCUSE
    court = np.where(plain, VALUE.take(card) - 1, np.int16(0))
    return Candidates(
        table=table,
        row=row,
        card=card,
        suit=SUIT.take(card),
        rank=_RANK.take(card),
        court=court,
        plain=plain,
        king=court == _KING,
        trump=card > EXCUSE,
        excuse=card == EXCUSE,
        petit=card == PETIT,
        twenty_one=card == TRUMP_21,
        beats=_among(table.beats, row, card),
        master=_among(table.masters, row, card),
    )


def _among(sets: Cards, row: npt.NDArray[np.int64], card: npt.NDArray[np.int64]) -> Bools:
    """Whether each card is in the set of its position."""
    suits = cardsets.SUIT_BITS.take(card) & sets.suits.take(row)
    among: Bools = (suits | cardsets.TRUMP_BITS.take(card) & sets.trumps.take(row)) != 0
    return among


def best_of(cards: Candidates, marks: Floats) -> npt.NDArray[np.int64]:
    """The card with the highest mark in each position, of equals the lowest id: (R,) -> (N,)."""
    starts = np.flatnonzero(np.diff(cards.row, prepend=-1))
    highest = np.maximum.reduceat(marks, starts)
    best = np.flatnonzero(marks == highest.take(cards.row))[::-1]
    chosen = np.empty(len(starts), np.int64)
    chosen[cards.row[best]] = cards.card[best]  # the last one written is the first one listed
    return chosen
