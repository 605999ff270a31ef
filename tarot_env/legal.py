"""What the seat to act may do: one function for each phase, and one that calls the right one."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import CHELEM, PASS, POIGNEE_SIMPLE, PRISE, Phase
from tarot_env.cards import NO_SUIT
from tarot_env.cardsets import (
    ALL_SUIT_CARDS,
    BOUT_MASK,
    EXCUSE_BIT,
    KING_MASK,
    SUIT_MASKS,
    TRUMP_BITS,
    TRUMP_MASK,
    Lane,
    Lanes,
    count,
    nth,
)
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.rules import POIGNEE_SIZES, Rules
from tarot_env.state import Int8, Rows, State, lane

_PASS: Final = TRUMP_BITS[PASS]
_CHELEM: Final = TRUMP_BITS[CHELEM]
_NOTHING: Final = np.array(0, np.uint64)  # as arrays, which NumPy need not convert each time
_EXCUSE: Final = np.array(EXCUSE_BIT)

# By what is led: the suit cards that follow it, all of them in an open trick (5) and none when trumps are led (4), and
# the trumps that may be played by who can follow.
FOLLOWS: Final[Lane] = np.array([*SUIT_MASKS, 0, ALL_SUIT_CARDS], np.uint64)  # (6,)
BESIDE: Final[Lane] = np.array([*[EXCUSE_BIT] * NO_SUIT, EXCUSE_BIT | TRUMP_MASK], np.uint64)  # (6,)
# Trumps above the best card of the trick, by its strength, and the Excuse.
ABOVE: Final[Lane] = np.array(
    [
        int(EXCUSE_BIT) | int(TRUMP_MASK) & ~((1 << max(1, strength - TRUMP_STRENGTH + 1)) - 1)
        for strength in range(TRUMP_STRENGTH + 22)
    ],
    np.uint64,
)


def update(state: State, rows: Rows, phase: int, rules: Rules) -> None:
    """Write the legal actions of deals that are all in `phase`."""
    suits: Lane | np.uint64 = np.uint64(0)
    trumps: Lane | np.uint64 = np.uint64(0)
    if phase == Phase.PLAY:
        at = state.base[rows] + state.seat[rows]
        suits, trumps = playable(lane(state.hand, 0)[at], lane(state.hand, 1)[at], state.led[rows], state.best[rows])
    elif phase == Phase.AUCTION:
        trumps = bids(state.contract[rows], rules)
    elif phase == Phase.DISCARD:
        suits, trumps = _discardable(state, rows)
    elif phase == Phase.CHELEM:
        trumps = _PASS | _CHELEM
    elif phase == Phase.POIGNEE:
        trumps = _announceable(state, rows)
    state.legal[rows, 0] = suits
    state.legal[rows, 1] = trumps


def playable(suits: Lane, trumps: Lane, led: Int8, best: Int8) -> tuple[Lane, Lane]:
    """Cards of a hand that may be played to a trick, as two lanes (S0).

    Follow suit; without it trump, higher than the highest trump of the trick where possible, even a partner's;
    without trumps play anything. The Excuse may always be played.

    Args:
        suits, trumps: (n,) the hand's two lanes.
        led: (n,) what the trick asks for, NO_SUIT while nothing does.
        best: (n,) strength of the trick's best card.
    """
    follow = suits & FOLLOWS.take(led)
    higher = trumps & ABOVE.take(best)
    must = np.where(higher > _EXCUSE, higher, trumps)
    follows = follow > _NOTHING
    legal_suits = np.where(follows | (trumps > _EXCUSE), follow, suits)
    legal_trumps = np.where(follows, trumps & BESIDE.take(led), must)
    return legal_suits, legal_trumps


def bids(contract: Int8, rules: Rules) -> Lane:
    """Pass, and every contract above the highest bid; a chelem goes with a garde contre (S0): (n,)."""
    higher = np.uint64(0b11110) << contract.astype(np.uint64) & np.uint64(0b11110)
    legal: Lane = _PASS | higher << np.uint64(PRISE - 56 - 1)
    if rules.chelem:
        legal |= np.where(contract < 4, _CHELEM, np.uint64(0))
    return legal


def _discardable(state: State, rows: Rows) -> tuple[Lane, Lane]:
    """No king, no bout, and trumps only when nothing else is left (S0)."""
    at = state.base[rows] + state.seat[rows]
    ordinary = lane(state.hand, 0)[at] & (ALL_SUIT_CARDS & ~KING_MASK)
    trumps = lane(state.hand, 1)[at] & ~BOUT_MASK
    return ordinary, np.where(ordinary == 0, trumps, np.uint64(0))


def _announceable(state: State, rows: Rows) -> Lane:
    """A size that can be shown or none; after the choice, the trumps that can be held back."""
    at = state.base[rows] + state.seat[rows]
    number, excuse = trumps_to_show(state, rows)
    sizes = np.full(number.shape, _PASS)
    for k, size in enumerate(POIGNEE_SIZES):
        shows = (number >= size) | ((number == size - 1) & excuse)
        sizes |= np.where(shows, TRUMP_BITS[POIGNEE_SIMPLE + k], np.uint64(0))
    return np.where(state.surplus[rows] > 0, lane(state.hand, 1)[at] & lane(state.shown, 1)[at] & TRUMP_MASK, sizes)


def trumps_to_show(state: State, rows: Rows) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """Numbered trumps of the seat to act, those that it put aside as taker counted too (FFT p.7), and whether it has
    the Excuse: (n,), (n,)."""
    seat = state.seat[rows]
    held = lane(state.hand, 1)[state.base[rows] + seat]
    aside = np.where(seat == state.taker[rows], state.discard[rows, 1], np.uint64(0))
    return np.bitwise_count((held | aside) & TRUMP_MASK), (held & EXCUSE_BIT) != 0


def any_of(legal: Lanes, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A uniform choice from each set of legal actions, (N, 2) -> int64 (N,); PASS where nothing is legal."""
    size = count(legal)
    chosen = nth(legal, (rng.random(len(size)) * size).astype(np.uint64))
    return np.where(size == 0, PASS, chosen)
