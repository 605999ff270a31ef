"""Card sets as bit masks, for any number of sets at once.

A card set is two uint64 lanes, an array of shape ``(..., 2)``: lane 0 holds the suit cards (bit = id), lane 1 holds
the Excuse and the trumps (bit = id - 56: the Excuse is bit 0, trump n is bit n). Lane 1 goes on past the cards: its
bits 22..30 are the actions 78..86, so that a set of legal actions is a card set too.

>>> from tarot_env.cards import format_cards, parse_cards
>>> hand, trumps = from_ids(parse_cards("SK H2 EX T3")), from_ids(range(57, 78))
>>> format_cards(to_ids(hand & trumps))
'T3'
>>> format_cards(to_ids(hand & ~trumps))
'SK H2 EX'
>>> count(np.stack([hand, trumps]))
array([ 4, 21], dtype=uint8)

Arrays made here keep each lane contiguous in memory (``sets[..., 0]`` is a plain array), since every operation works
on one lane at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, KINGS, NUM_SUITS

Lanes = npt.NDArray[np.uint64]  # (..., 2)
Lane = npt.NDArray[np.uint64]  # (...)

LANE_SIZE: Final = EXCUSE  # ids in lane 0
NUM_IDS: Final = 87  # cards and the other actions

BITS: Final[Lanes] = np.moveaxis(
    np.array(
        [
            [1 << i if i < LANE_SIZE else 0 for i in range(NUM_IDS)],
            [1 << (i - LANE_SIZE) if i >= LANE_SIZE else 0 for i in range(NUM_IDS)],
        ],
        np.uint64,
    ),
    0,
    -1,
)  # (87, 2): the set that holds just this id
SUIT_BITS: Final[Lane] = BITS[:, 0].copy()  # (87,)
TRUMP_BITS: Final[Lane] = BITS[:, 1].copy()  # (87,)

ALL_SUIT_CARDS: Final = np.uint64((1 << LANE_SIZE) - 1)
SUIT_MASKS: Final[Lane] = np.array(
    [((1 << CARDS_PER_SUIT) - 1) << (CARDS_PER_SUIT * suit) for suit in range(NUM_SUITS)], np.uint64
)  # (4,)
KING_MASK: Final = np.uint64(sum(1 << king for king in KINGS))
EXCUSE_BIT: Final = np.uint64(1)
PETIT_BIT: Final = np.uint64(1 << 1)
TRUMP_21_BIT: Final = np.uint64(1 << 21)
TRUMP_MASK: Final = np.uint64((1 << 22) - 2)  # trumps 1..21, without the Excuse
BOUT_MASK: Final = EXCUSE_BIT | PETIT_BIT | TRUMP_21_BIT
DECK: Final[Lanes] = np.array([ALL_SUIT_CARDS, EXCUSE_BIT | TRUMP_MASK])  # (2,): all 78 cards

# Numbers as arrays: in a batch of one, NumPy takes longer to convert a number than to compute with it.
_NOTHING: Final = np.array(0, np.uint64)
_NUM_IDS: Final = np.array(NUM_IDS, np.uint64)
_LANE_SIZE: Final = np.array(LANE_SIZE, np.uint64)
_REST: Final = np.array(64 - LANE_SIZE, np.uint64)
_IN_SUITS: Final = np.array(LANE_SIZE)
_BYTES_ONE: Final = np.array(0x0101010101010101, np.uint64)
_BYTES_HIGH: Final = np.array(0x8080808080808080, np.uint64)
_BYTE: Final = np.array(255, np.uint64)
_EIGHT: Final = np.array(8, np.uint64)
# _SHIFT[n]: to the byte after n bytes, to the last one after all eight
_SHIFT: Final = np.array([0, 8, 16, 24, 32, 40, 48, 56, 56], np.uint64)
# _NTH[256 * k + byte]: position of the k-th set bit of a byte
_NTH: Final[npt.NDArray[np.uint8]] = np.array(
    [([i for i in range(8) if byte >> i & 1] + [0] * 8)[k] for k in range(8) for byte in range(256)], np.uint8
)


def empty(*shape: int) -> Lanes:
    """Empty sets, shape ``(*shape, 2)``."""
    return lanes_last(np.zeros((2, *shape), np.uint64))


def lanes_last(lanes: npt.NDArray[np.uint64]) -> Lanes:
    """A view of shape ``(..., 2)`` of lanes that stand one after the other, ``(2, ...)``."""
    return lanes.transpose(*range(1, lanes.ndim), 0)


def from_ids(ids: Iterable[int]) -> Lanes:
    """One set, shape ``(2,)``, of card or action ids."""
    union: Lanes = np.bitwise_or.reduce(BITS[list(ids)], axis=0, initial=np.uint64(0))
    return union


def to_ids(lanes: Lanes) -> list[int]:
    """Ids in one set of shape ``(2,)``, in increasing order."""
    suits, trumps = int(lanes[0]), int(lanes[1])
    whole = suits | trumps << LANE_SIZE
    return [i for i in range(whole.bit_length()) if whole >> i & 1]


def count(lanes: Lanes) -> npt.NDArray[np.uint8]:
    """Number of ids in each set, shape ``(...)``."""
    return np.bitwise_count(lanes[..., 0]) + np.bitwise_count(lanes[..., 1])


def contains(lanes: Lanes, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether each set, shape ``(..., 2)``, holds the id beside it, shape ``(...)``; none holds an id beyond 0..86."""
    suits = lanes[..., 0] & SUIT_BITS.take(ids, mode="clip")
    trumps = lanes[..., 1] & TRUMP_BITS.take(ids, mode="clip")
    held: npt.NDArray[np.bool_] = (suits | trumps) > _NOTHING
    return held & (ids.view(np.uint64) < _NUM_IDS)  # a negative number is a huge one there


def to_bool(lanes: Lanes, size: int = NUM_IDS) -> npt.NDArray[np.bool_]:
    """One bool for each of the first `size` ids: ``(N, 2)`` -> ``(N, size)``."""
    words = np.empty((len(lanes), 2), "<u8")  # 87 bits end to end
    words[:, 0] = lanes[:, 0] | lanes[:, 1] << _LANE_SIZE
    words[:, 1] = lanes[:, 1] >> _REST
    return np.unpackbits(words.view(np.uint8), axis=1, count=size, bitorder="little").view(np.bool_)


def nth(lanes: Lanes, rank: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """The id at place `rank` (0 = lowest) of each set: ``(N, 2), (N,)`` -> ``(N,)``; rank must be below the count.

    >>> int(nth(from_ids([3, 13, 77])[None], np.array([2], np.uint64))[0])
    77
    """
    suits, trumps = lanes[..., 0], lanes[..., 1]
    in_suits = np.bitwise_count(suits)
    second = rank >= in_suits
    word = np.where(second, trumps, suits)
    ids: npt.NDArray[np.int64] = _nth_bit(word, rank - second * in_suits) + second * _IN_SUITS
    return ids


def _nth_bit(word: Lane, rank: Lane) -> npt.NDArray[np.int64]:
    """Select in a 64-bit word: find the byte by prefix sums of byte counts, then look its bit up."""
    upto = np.bitwise_count(word.view(np.uint8)).view(np.uint64) * _BYTES_ONE  # byte i: bits in bytes 0..i
    before = ((rank * _BYTES_ONE | _BYTES_HIGH) - upto) & _BYTES_HIGH  # high bit of byte i: upto[i] <= rank
    shift = _SHIFT.take(np.bitwise_count(before))
    skipped = upto << _EIGHT >> shift & _BYTE
    byte = word >> shift & _BYTE
    place = _NTH.take(((rank - skipped) << _EIGHT | byte).view(np.int64), mode="clip")
    ids: npt.NDArray[np.int64] = shift.view(np.int64) + place
    return ids
