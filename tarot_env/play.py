"""The tricks: one card on the table, and the trick taken in when it is full."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.cards import EXCUSE, NO_SUIT, NUM_CARDS, PETIT, SUIT, TRUMP_21, TRUMP_SUIT, VALUE
from tarot_env.cardsets import SUIT_BITS, TRUMP_BITS
from tarot_env.rules import Rules
from tarot_env.state import NO_CARD, Int8, Rows, State, UInt8, lane, pick

NUM_TRICKS: Final = 18

TRUMP_STRENGTH: Final = 14
"""Strength of a card in a trick: 1..14 in the suit led, 14 + n for trump n, 0 for the Excuse and for a discard."""
STRENGTH: Final[Int8] = np.array(
    [c % 14 + 1 for c in range(EXCUSE)] + [0] + [TRUMP_STRENGTH + n for n in range(1, 22)], np.int8
)  # (78,), if the card is of the suit led

_VOID_BIT: Final[UInt8] = np.array([1, 2, 4, 8, 0, 0], np.uint8)  # by what was led

# What a card brings to the side that wins the trick: half points, 256 for a bout, 4096 marks the Excuse. The Excuse
# itself brings one half point, the low card that its side gives for it (or, lost, the rest of its own value).
_HAS_EXCUSE: Final = 4096
_WORTH: Final[npt.NDArray[np.int16]] = np.array(
    [_HAS_EXCUSE + 1 if c == EXCUSE else VALUE[c] + 256 * (c in (PETIT, TRUMP_21)) for c in range(NUM_CARDS)],
    np.int16,
)
_EXCUSE_KEPT: Final = 8  # half points that go with the Excuse itself, 9 less the one given for it


def play(state: State, rows: Rows, cards: npt.NDArray[np.int64], rules: Rules) -> None:
    """Play one card in each of these deals, whose actions were checked."""
    seat, ply, best = state.seat[rows], state.ply[rows], state.best[rows]
    at = state.base[rows] + seat
    lane(state.hand, 0)[at] ^= SUIT_BITS.take(cards)
    lane(state.hand, 1)[at] ^= TRUMP_BITS.take(cards)
    state.history.reshape(-1)[state.base[rows] * NUM_TRICKS + ply] = cards
    state.trick.reshape(-1)[at] = cards

    suit = SUIT.take(cards)
    led = np.where(state.led[rows] == NO_SUIT, suit, state.led[rows])
    trumped = suit == TRUMP_SUIT
    strength = STRENGTH.take(cards) * ((suit == led) | trumped)
    _note_shown_out(state, at, suit, led, trumped & (strength < best), best)

    state.winner[rows] = np.where(strength > best, seat, state.winner[rows])
    state.best[rows] = np.maximum(best, strength)
    state.led[rows] = led
    state.seat[rows] = (seat + 1) & 3
    state.ply[rows] = after = ply + 1
    full = np.flatnonzero((after & 3) == 0)
    if full.size:
        _take_trick(state, pick(rows, full), rules)


def start_trick(state: State, rows: Rows, leader: Int8) -> None:
    """Open a trick: nothing is asked for yet."""
    state.leaders.reshape(-1)[state.base[rows] // 4 * 19 + state.ply[rows] // 4] = leader
    state.seat[rows] = leader
    state.trick[rows] = NO_CARD
    state.led[rows] = NO_SUIT
    state.best[rows] = 0
    state.winner[rows] = -1


def _note_shown_out(
    state: State,
    at: npt.NDArray[np.int64],
    suit: Int8,
    led: Int8,
    undertrumps: npt.NDArray[np.bool_],
    best: Int8,
) -> None:
    """Who does not follow holds none of the suit led, who then does not trump has no trump, and who plays below the
    highest trump of the trick has none above it. The Excuse says nothing."""
    telling = np.flatnonzero(((suit != led) & (suit != NO_SUIT)) | undertrumps)
    if not telling.size:
        return
    at, suit, led = at[telling], suit[telling], led[telling]
    ceiling = state.ceiling.reshape(-1)
    state.void.reshape(-1)[at] |= np.where(suit == led, np.uint8(0), _VOID_BIT.take(led))
    above = np.where(undertrumps[telling], best[telling] - TRUMP_STRENGTH, 21)
    ceiling[at] = np.minimum(ceiling[at], np.where(suit == TRUMP_SUIT, above, 0))


def _take_trick(state: State, rows: npt.NDArray[np.int64], rules: Rules) -> None:
    """Give full tricks to their winners, the Excuse to its owner, and open the next trick."""
    trick = state.ply[rows] // 4 - 1
    cards = state.history.view(np.uint32)[rows, trick].view(np.uint8).reshape(-1, 4)  # (n, 4)
    taker = state.taker[rows]
    winner = state.winner[rows]
    last = trick == NUM_TRICKS - 1
    if last.any():
        winner = np.where(excuse_crowns_chelem(state, rows) & last, taker, winner)
    defence = (winner != taker).astype(np.int64)
    worth = _WORTH.take(cards).sum(axis=1, dtype=np.int16)
    at = state.base[rows] // 2 + defence
    state.points.reshape(-1)[at] += worth & 255
    state.bouts.reshape(-1)[at] += (worth >> 8 & 15).astype(np.uint8)
    state.tricks.reshape(-1)[at] += 1
    with_excuse = np.flatnonzero(worth >= _HAS_EXCUSE)
    if with_excuse.size:
        _give_excuse(state, rows[with_excuse], cards[with_excuse], defence[with_excuse], last[with_excuse], rules)
    start_trick(state, rows, winner)


def _give_excuse(
    state: State,
    rows: npt.NDArray[np.int64],
    cards: UInt8,
    winners: npt.NDArray[np.int64],
    last: npt.NDArray[np.bool_],
    rules: Rules,
) -> None:
    """The Excuse stays with the side that played it, for a half point given to the winner; in the last trick it
    changes sides (S0). Where no card can be given the half point is due all the same: the Excuse counts 4 (FFT p.8)."""
    leader = state.leaders[rows, state.ply[rows] // 4 - 1]
    player = (leader + (cards == EXCUSE).argmax(axis=1)) & 3
    owner = (player != state.taker[rows]).astype(np.int64)
    crowned = last & (owner == 0) & (winners == 0)
    to_taker = crowned | (owner == 1)
    lost_to = winners if rules.excuse_in_last_trick == "winner" else 1 - to_taker.astype(np.int64)
    at = state.base[rows] // 2 + np.where(last, lost_to, owner)
    state.points.reshape(-1)[at] += _EXCUSE_KEPT
    state.bouts.reshape(-1)[at] += 1


def excuse_crowns_chelem(state: State, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether the taker led the Excuse to the last trick after winning the 17 before, which wins that trick (S0)."""
    crowns: npt.NDArray[np.bool_] = (
        (state.history[rows, 4 * (NUM_TRICKS - 1)] == EXCUSE)
        & (state.leaders[rows, NUM_TRICKS - 1] == state.taker[rows])
        & (state.tricks[rows, 0] >= NUM_TRICKS - 1)
    )
    return crowns
