"""The tricks: one card on the table, and the trick taken in when it is full."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.cards import EXCUSE, NO_SUIT, NUM_CARDS, PETIT, SUIT, TRUMP_21, TRUMP_SUIT, VALUE
from tarot_env.cardsets import SUIT_BITS, TRUMP_BITS
from tarot_env.rules import Rules
from tarot_env.state import NEXT_SEAT, NO_CARD, Int8, Rows, State, UInt8, lane, pick

NUM_TRICKS: Final = 18

TRUMP_STRENGTH: Final = 14
"""Strength of a card in a trick: 1..14 in the suit led, 14 + n for trump n, 0 for the Excuse and for a discard."""
STRENGTH: Final[Int8] = np.array(
    [c % 14 + 1 for c in range(EXCUSE)] + [0] + [TRUMP_STRENGTH + n for n in range(1, 22)], np.int8
)  # (78,), if the card is of the suit led


# What a card does to a trick, by what the trick asks for, the strength of its best card, and the card: one look-up in
# place of a dozen comparisons.
_SUIT: Final[list[int]] = SUIT.tolist()
_STRENGTH: Final[list[int]] = STRENGTH.tolist()
_NUM_STRENGTHS: Final = TRUMP_STRENGTH + 22
_NOTHING_SHOWN: Final = 21  # a ceiling that says nothing


def _outcome(led: int, best: int, card: int) -> tuple[int, int, bool, int, int]:
    """What the trick asks for then, the strength of its best card, whether that is this one, and what the seat has
    shown: the bit of a void, and a ceiling. Who does not follow holds none of the suit led, who then does not trump has
    no trump, and who plays below the highest trump of the trick has none above it. The Excuse says nothing."""
    suit = _SUIT[card]
    asked = suit if led == NO_SUIT else led
    strength = _STRENGTH[card] if suit in (asked, TRUMP_SUIT) else 0
    follows = suit in (asked, NO_SUIT)
    void = 1 << asked if not follows and asked != TRUMP_SUIT else 0
    ceiling = _NOTHING_SHOWN
    if suit == TRUMP_SUIT and strength < best:
        ceiling = best - TRUMP_STRENGTH
    elif not follows and suit != TRUMP_SUIT:
        ceiling = 0
    return asked, max(best, strength), strength > best, void, ceiling


_OUTCOMES: Final[UInt8] = np.array(
    [
        _outcome(led, best, card)
        for led in range(NO_SUIT + 1)
        for best in range(_NUM_STRENGTHS)
        for card in range(NUM_CARDS)
    ],
    np.uint8,
).T.copy()  # (5, 6 * 36 * 78)
_BY_LED: Final = np.array(_NUM_STRENGTHS * NUM_CARDS)
_BY_BEST: Final = np.array(NUM_CARDS)

# What a card brings to the side that wins the trick: half points, 256 for a bout, 4096 marks the Excuse. The Excuse
# itself brings one half point, the low card that its side gives for it (or, lost, the rest of its own value).
_HALF_POINTS: Final = np.array(255)
_BOUTS_SHIFT: Final = np.array(8)
_BOUTS: Final = np.array(15)
_HAS_EXCUSE: Final = np.array(4096)
_WORTH: Final[npt.NDArray[np.int64]] = np.array(
    [4096 + 1 if c == EXCUSE else VALUE[c] + 256 * (c in (PETIT, TRUMP_21)) for c in range(NUM_CARDS)]
)
_EXCUSE_KEPT: Final = 8  # half points that go with the Excuse itself, 9 less the one given for it

_LAST_PLY: Final = np.array(4 * NUM_TRICKS, np.uint8)
_FULL: Final[npt.NDArray[np.bool_]] = np.arange(4 * NUM_TRICKS + 1) % 4 == 0  # by ply, after a card
# Numbers as arrays: in a batch of one, NumPy takes longer to convert a number than to compute with it.
_ONE: Final = np.array(1, np.int8)
_PLY: Final = np.array(1, np.uint8)
_HALF, _QUARTER = np.array(1), np.array(2)  # shifts
_TRICKS: Final = np.array(NUM_TRICKS)
_LEADERS: Final = np.array(NUM_TRICKS + 1)


def play(state: State, rows: Rows, cards: npt.NDArray[np.int64], rules: Rules) -> None:
    """Play one card in each of these deals, whose actions were checked."""
    seat, ply, base = state.seat[rows], state.ply[rows], state.base[rows]
    at = base + seat
    for k, bits in enumerate((SUIT_BITS, TRUMP_BITS)):
        hand = lane(state.hand, k)
        hand[at] = hand[at] ^ bits.take(cards)
    state.history.reshape(-1)[base * _TRICKS + ply] = cards
    state.trick.reshape(-1)[at] = cards

    situation = state.led[rows] * _BY_LED + state.best[rows] * _BY_BEST + cards
    led, best, wins, shown_void, shown_ceiling = _OUTCOMES.take(situation, axis=1)
    void, ceiling = state.void.reshape(-1), state.ceiling.reshape(-1)
    void[at] = void[at] | shown_void
    ceiling[at] = np.minimum(ceiling[at], shown_ceiling)

    state.led[rows] = led
    state.best[rows] = best
    state.winner[rows] = np.where(wins, seat, state.winner[rows])
    state.seat[rows] = NEXT_SEAT.take(seat)
    state.ply[rows] = ply = ply + _PLY
    full = _FULL.take(ply).nonzero()[0]
    if full.size:
        _take_trick(state, pick(rows, full), rules)


def start_trick(state: State, rows: Rows, leader: Int8) -> None:
    """Open a trick: nothing is asked for yet."""
    state.leaders.reshape(-1)[(state.base[rows] * _LEADERS + state.ply[rows]) >> _QUARTER] = leader
    state.seat[rows] = leader
    state.trick[rows] = NO_CARD
    state.led[rows] = NO_SUIT
    state.best[rows] = 0
    state.winner[rows] = -1


def _take_trick(state: State, rows: npt.NDArray[np.int64], rules: Rules) -> None:
    """Give full tricks to their winners, the Excuse to its owner, and open the next trick."""
    cards = state.trick[rows]  # (n, 4)
    taker, winner = state.taker[rows], state.winner[rows]
    last = state.ply[rows] == _LAST_PLY
    if np.count_nonzero(last):
        winner = np.where(excuse_crowns_chelem(state, rows) & last, taker, winner)
    defence = winner != taker
    worth = np.add.reduce(_WORTH.take(cards), axis=1)
    at = (state.base[rows] >> _HALF) + defence
    points, bouts, tricks = state.points.reshape(-1), state.bouts.reshape(-1), state.tricks.reshape(-1)
    points[at] = points[at] + (worth & _HALF_POINTS)
    bouts[at] = bouts[at] + (worth >> _BOUTS_SHIFT & _BOUTS)
    tricks[at] = tricks[at] + _ONE
    with_excuse = (worth >= _HAS_EXCUSE).nonzero()[0]
    if with_excuse.size:
        _give_excuse(state, rows[with_excuse], cards[with_excuse], defence[with_excuse], last[with_excuse], rules)
    start_trick(state, rows, winner)


def _give_excuse(
    state: State,
    rows: npt.NDArray[np.int64],
    cards: UInt8,
    winners: npt.NDArray[np.bool_],
    last: npt.NDArray[np.bool_],
    rules: Rules,
) -> None:
    """The Excuse stays with the side that played it, for a half point given to the winner; in the last trick it
    changes sides (S0). Where no card can be given the half point is due all the same: the Excuse counts 4 (FFT p.8).
    Sides are False = the taker's, True = the defence."""
    owner = (cards == EXCUSE).argmax(axis=1) != state.taker[rows]
    crowned = last & ~owner & ~winners
    lost_to = winners if rules.excuse_in_last_trick == "winner" else ~(crowned | owner)
    at = (state.base[rows] >> _HALF) + np.where(last, lost_to, owner)
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
