"""Uniform random cards, compiled: about twenty times as fast as the engine, which steps all deals together.

The engine's rules of a trick are written once more here, without what only matters when a deal ends: its last card is
left to the engine, which takes in the last trick and scores. All numbers are int64, see `agents.solver.compiled`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import count, lowest, njit
from agents.solver.table import mixed
from tarot_env.cards import EXCUSE, NO_SUIT, PETIT, SUIT, TRUMP_21, TRUMP_SUIT, VALUE
from tarot_env.cardsets import EXCUSE_BIT
from tarot_env.engine import Engine
from tarot_env.legal import ABOVE, BESIDE, FOLLOWS
from tarot_env.play import NUM_TRICKS, STRENGTH
from tarot_env.state import NO_CARD, Int8, UInt8, lane

Ints = npt.NDArray[np.int64]
Points = npt.NDArray[np.int16]

LAST: Final = 4 * NUM_TRICKS - 1
"""Cards played before the last one."""

_FOLLOWS, _BESIDE, _ABOVE = FOLLOWS.view(np.int64), BESIDE.view(np.int64), ABOVE.view(np.int64)
_SUIT, _STRENGTH = SUIT.astype(np.int64), STRENGTH.astype(np.int64)
_EXCUSE_BIT: Final = int(EXCUSE_BIT)
_BOUT: Final[Ints] = np.isin(np.arange(len(SUIT)), (PETIT, TRUMP_21)).astype(np.int64)
# Half points for the winner of a trick; the Excuse stays with its side, which gives a card of one half point for it.
_WORTH: Final[Ints] = np.where(np.arange(len(SUIT)) == EXCUSE, 1, VALUE).astype(np.int64)
_EXCUSE_KEPT: Final = int(VALUE[EXCUSE]) - 1

_GOLDEN: Final = -7046029254386353131  # 2**64 over the golden ratio, as an int64: the step of SplitMix64


def play_to_the_last_card(engine: Engine, luck: Ints) -> Engine:
    """Play uniform random legal cards until one card is left in each deal: an engine of the same deals, played on.

    `engine` itself is used up. Voids and ceilings, which are for observations, stay as they were.

    Args:
        engine: deals in which nobody will be asked for anything but cards. Those that are over stay as they are.
        luck: (N,) seeds; the k-th cards of deals with the same seed have the same luck.
    """
    state = engine.state
    _play(
        lane(state.hand, 0).view(np.int64),
        lane(state.hand, 1).view(np.int64),
        state.history,
        state.leaders,
        state.trick,
        state.ply,
        state.seat,
        state.taker,
        state.led,
        state.best,
        state.winner,
        state.points,
        state.bouts,
        state.tricks,
        luck,
    )
    return Engine.from_state(state, engine.rules, engine.rng)


@njit
def _legal(suits: int, trumps: int, asked: int, highest: int) -> tuple[int, int]:
    """`tarot_env.legal.playable` for one hand."""
    follow = suits & int(_FOLLOWS[asked])
    if follow:
        return follow, trumps & int(_BESIDE[asked])
    if trumps > _EXCUSE_BIT:
        over = trumps & int(_ABOVE[highest])
        return 0, over if over > _EXCUSE_BIT else trumps
    return suits, trumps


@njit
def _nth(cards: int, rank: int) -> int:
    """The number of the set bit of this rank, 0 the lowest."""
    for _ in range(rank):
        cards &= cards - 1
    return lowest(cards)


@njit
def _take_trick(deal: int, trick: UInt8, points: Points, bouts: UInt8, tricks: Int8, taker: int, winner: int) -> None:
    """Give a full trick, not the last, to its winner's side, and the Excuse to its owner's."""
    winners = int(winner != taker)
    tricks[deal, winners] += 1
    for player in range(4):
        card = int(trick[deal, player])
        trick[deal, player] = NO_CARD
        points[deal, winners] += _WORTH[card]
        bouts[deal, winners] += _BOUT[card]
        if card == EXCUSE:
            owners = int(player != taker)
            points[deal, owners] += _EXCUSE_KEPT
            bouts[deal, owners] += 1


@njit
def _play(
    suits: Ints,
    trumps: Ints,
    history: UInt8,
    leaders: Int8,
    trick: UInt8,
    ply: UInt8,
    seat: Int8,
    taker: Int8,
    led: Int8,
    best: Int8,
    winner: Int8,
    points: Points,
    bouts: UInt8,
    tricks: Int8,
    luck: Ints,
) -> None:
    """Fields of a `State` by name; hands are the two lanes, flat."""
    for deal in range(len(ply)):
        if seat[deal] < 0:
            continue
        at_turn = int(seat[deal])
        asked = int(led[deal])
        highest = int(best[deal])
        wins = int(winner[deal])
        drawn = int(luck[deal])
        for number in range(ply[deal], LAST):
            place = 4 * deal + at_turn
            low, high = _legal(int(suits[place]), int(trumps[place]), asked, highest)
            in_suits = count(low)
            drawn += _GOLDEN
            rank = (mixed(drawn) >> 32 & 0xFFFFFFFF) * (in_suits + count(high)) >> 32
            if rank < in_suits:
                card = _nth(low, rank)
                suits[place] ^= 1 << card
            else:
                card = _nth(high, rank - in_suits)
                trumps[place] ^= 1 << card
                card += EXCUSE
            history[deal, number] = card
            trick[deal, at_turn] = card
            suit = int(_SUIT[card])
            if asked == NO_SUIT:
                asked = suit
            strength = int(_STRENGTH[card]) if suit in (asked, TRUMP_SUIT) else 0
            if strength > highest:
                highest = strength
                wins = at_turn
            at_turn = at_turn + 1 & 3
            if number & 3 == 3:
                _take_trick(deal, trick, points, bouts, tricks, int(taker[deal]), wins)
                leaders[deal, number + 1 >> 2] = wins
                at_turn = wins
                asked = NO_SUIT
                highest = 0
                wins = -1
        ply[deal] = LAST
        seat[deal] = at_turn
        led[deal] = asked
        best[deal] = highest
        winner[deal] = wins
