"""One order of the suits for all positions that are alike.

The four suits of tarot are interchangeable: rename them, and the same play earns the same points. A network that always
sees them in an order that depends only on what is in them has one position to learn instead of up to 24.

An order is int64 (N, 4): ``order[n, new]`` is the suit that becomes suit `new`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env import encoding
from tarot_env.actions import NUM_ACTIONS
from tarot_env.cards import CARDS_PER_SUIT, NO_SUIT, NUM_SUITS
from tarot_env.cardsets import LANE_SIZE, SUIT_BITS, Lane, Lanes
from tarot_env.observation import Observation
from tarot_env.state import State

Order = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

_PLACES: Final[Lane] = np.arange(0, LANE_SIZE, CARDS_PER_SUIT, dtype=np.uint64)[:, None]  # (4, 1): where suits begin
_ONE_SUIT: Final = np.array((1 << CARDS_PER_SUIT) - 1, np.uint64)

# The key by which suits are sorted, from its high bits: led, number of cards in the own hand, those cards, a digest of
# all else that an encoding shows of the suit, and its number, which keeps suits that look the same in their order.
_LED_BIT, _COUNT_BIT, _HAND_BIT, _SUIT_BITS = 63, 59, 45, 2
_HANDS: Final = np.arange(1 << CARDS_PER_SUIT, dtype=np.uint64)
_BY_HAND: Final[Lane] = np.bitwise_count(_HANDS).astype(np.uint64) << np.uint64(_COUNT_BIT) | _HANDS << np.uint64(
    _HAND_BIT
)
_BY_LED: Final[Lane] = np.eye(NUM_SUITS, NO_SUIT + 1, dtype=np.uint64) << np.uint64(_LED_BIT)  # (4, 6)
_LAST: Final[Lane] = np.arange(NUM_SUITS, dtype=np.uint64)[::-1, None]  # (4, 1): the higher, the earlier
_NUM_SHOWN: Final = 8  # what the digest is made of, see `suit_order`
_WEIGHTS: Final[Lane] = np.random.default_rng(0).integers(0, 1 << 64, (_NUM_SHOWN, 1, 1), np.uint64) | np.uint64(1)
_UNUSED: Final = np.array(64 - _HAND_BIT, np.uint64)
_SUIT_NUMBER: Final = np.array((1 << _SUIT_BITS) - 1, np.uint64)
# (4, 16), by seat and value of `void`: bit k of a suit, if seat k has shown that it holds no card of the suit.
_VOIDS: Final[Lane] = np.array(
    [
        [sum(1 << (CARDS_PER_SUIT * s + seat) for s in range(NUM_SUITS) if value >> s & 1) for value in range(16)]
        for seat in range(4)
    ],
    np.uint64,
)
_SEAT_VOIDS: Final = np.arange(4) * 16

# An order as one number below 256, two bits for each suit, and what it makes of ids, suits and bits of suits.
_NUM_ORDERS: Final = 1 << 2 * NUM_SUITS
_DIGITS: Final = 4 ** np.arange(NUM_SUITS)
_NUM_IDS: Final = 256  # of uint8: whatever is no card of a suit stays what it is


def _ids(suits: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(256,): all ids, where cards of suit s go to suit ``suits[s]``."""
    ids = np.arange(_NUM_IDS)
    ids[:LANE_SIZE] = (suits[:, None] * CARDS_PER_SUIT + np.arange(CARDS_PER_SUIT)).reshape(-1)
    return ids


_THERE: Final = np.zeros((_NUM_ORDERS, _NUM_IDS), np.uint8)
_BACK: Final = np.zeros((_NUM_ORDERS, _NUM_IDS), np.uint8)
_LED: Final = np.zeros((_NUM_ORDERS, NO_SUIT + 1), np.int8)
_VOID: Final = np.zeros((_NUM_ORDERS, 1 << NUM_SUITS), np.uint8)
for _order in map(np.array, permutations(range(NUM_SUITS))):
    _number, _inverse, _values = _order @ _DIGITS, np.argsort(_order), np.arange(1 << NUM_SUITS)
    _THERE[_number], _BACK[_number] = _ids(_inverse), _ids(_order)
    _LED[_number] = [*_inverse, NUM_SUITS, NO_SUIT]
    _VOID[_number] = sum((_values >> _order[new] & 1) << new for new in range(NUM_SUITS))


def suit_order(observation: Observation) -> Order:
    """The order in which a network sees the suits: int64 (N, 4).

    First the suit led, if one is; then by the number of cards in the own hand, most first, and by their ranks, highest
    first. Suits that are still alike come in an order that is arbitrary but depends only on what an encoding shows of
    them: two of them keep their order if it shows the same of both.
    """
    sets = np.empty((1 + _NUM_SHOWN, len(observation)), np.uint64)
    sets[0] = observation.hand[:, 0]
    sets[1:5] = observation.played[..., 0].T
    sets[5] = observation.dog[:, 0]
    sets[6] = observation.discard[:, 0]
    np.bitwise_or.reduce(SUIT_BITS.take(observation.trick, mode="clip"), axis=1, out=sets[7])
    np.bitwise_or.reduce(_VOIDS.take(observation.void + _SEAT_VOIDS), axis=1, out=sets[8])
    of_suit = _by_suit(sets, _PLACES)
    key = np.add.reduce(of_suit[1:] * _WEIGHTS, axis=0)  # (4, N); modulo 2 ** 64: the high bits depend on all
    key >>= _UNUSED
    key &= ~_SUIT_NUMBER
    key |= _BY_HAND.take(of_suit[0].view(np.int64))
    key |= _BY_LED.take(observation.led, axis=1)
    key |= _LAST
    np.invert(key, out=key)  # to sort the highest first; and the number of a suit is now in the low bits
    return (np.sort(key, axis=0) & _SUIT_NUMBER).view(np.int64).T


def permuted(observation: Observation, order: Order) -> Observation:
    """The same view with the suits renamed. What does not name a suit is shared with `observation`, not copied."""
    sets = np.empty((8, len(observation)), np.uint64)
    sets[0] = observation.legal[:, 0]
    sets[1] = observation.hand[:, 0]
    sets[2] = observation.dog[:, 0]
    sets[3] = observation.discard[:, 0]
    sets[4:] = observation.played[..., 0].T
    suits = _renamed(sets, order)
    number = order @ _DIGITS
    ids = number[:, None] * _NUM_IDS
    return replace(  # poignees, `shown`, are trumps and the Excuse
        observation,
        legal=_with_suits(observation.legal, suits[0]),
        hand=_with_suits(observation.hand, suits[1]),
        dog=_with_suits(observation.dog, suits[2]),
        discard=_with_suits(observation.discard, suits[3]),
        played=_with_suits(observation.played, suits[4:].T),
        history=_THERE.take(ids + observation.history),
        trick=_THERE.take(ids + observation.trick),
        led=_LED.take(number * (NO_SUIT + 1) + observation.led),
        void=_VOID.take(number[:, None] * (1 << NUM_SUITS) + observation.void),
    )


def encode_hidden_permuted(
    state: State, order: Order, seat: npt.ArrayLike | None = None, out: Floats | None = None
) -> Floats:
    """`encoding.encode_hidden` of the same deals with the suits renamed: float32 (N, HIDDEN_SIZE)."""
    sets = np.empty((6, len(order)), np.uint64)
    sets[:4] = state.hand[..., 0].T
    sets[4] = state.dog[:, 0]
    sets[5] = state.discard[:, 0]
    suits = _renamed(sets, order)
    hidden = replace(  # all that `encode_hidden` reads; this state goes nowhere else
        state,
        hand=_with_suits(state.hand, suits[:4].T),
        dog=_with_suits(state.dog, suits[4]),
        discard=_with_suits(state.discard, suits[5]),
    )
    return encoding.encode_hidden(hidden, seat, out)


def actions_there(order: Order, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Real actions (N,) as they are called in the permuted views: int64 (N,)."""
    return _THERE.take(order @ _DIGITS * _NUM_IDS + actions).astype(np.int64)


def actions_back(order: Order, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Actions (N,) that were chosen in permuted views as they are really called: int64 (N,)."""
    return _BACK.take(order @ _DIGITS * _NUM_IDS + actions).astype(np.int64)


def logits_there(order: Order, logits: Floats) -> Floats:
    """Numbers for the real actions, (N, 87), in the places that these have in the permuted views."""
    return np.take_along_axis(logits, _BACK[order @ _DIGITS, :NUM_ACTIONS].astype(np.int64), axis=1)


def logits_back(order: Order, logits: Floats) -> Floats:
    """Numbers for the actions of the permuted views, (N, 87), in the places of the real actions."""
    return np.take_along_axis(logits, _THERE[order @ _DIGITS, :NUM_ACTIONS].astype(np.int64), axis=1)


def _by_suit(sets: Lane, places: Lane) -> Lane:
    """Cards of the four suits that begin at `places`, (4, N) or (4, 1), 14 bits each: ``(k, N)`` -> ``(k, 4, N)``."""
    suits = sets[:, None] >> places
    suits &= _ONE_SUIT
    return suits


def _renamed(sets: Lane, order: Order) -> Lane:
    """Lanes of suit cards with the suits in a new order: ``(k, N)`` -> ``(k, N)``."""
    suits = _by_suit(sets, (order.T * CARDS_PER_SUIT).view(np.uint64))
    suits <<= _PLACES
    renamed: Lane = np.bitwise_or.reduce(suits, axis=1)
    return renamed


def _with_suits(sets: Lanes, suits: Lane) -> Lanes:
    """A copy of sets with other suit cards."""
    changed = sets.copy(order="K")
    changed[..., 0] = suits
    return changed
