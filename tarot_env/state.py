"""Everything that is true of N deals, as a struct of arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cards import NO_SUIT
from tarot_env.cardsets import Lane, Lanes, empty, lanes_last

Int8 = npt.NDArray[np.int8]
UInt8 = npt.NDArray[np.uint8]
Rows = slice | npt.NDArray[np.int64]
"""Which deals an operation is for. A full slice where all are: its reads are views and cost nothing."""

NEXT_SEAT: Final[Int8] = np.array([1, 2, 3, 0], np.int8)
NO_CARD = 255
NOT_SPOKEN = -1


def pick(rows: Rows, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The deals at places `chosen` of `rows`."""
    return chosen if isinstance(rows, slice) else rows[chosen]


def lane(sets: Lanes, number: int) -> Lane:
    """One lane of sets of shape ``(N, 4, 2)`` as a flat view: seat s of deal n stands at ``4 * n + s``."""
    return sets[..., number].reshape(-1)


def sets_at(sets: Lanes, places: npt.NDArray[np.int64]) -> Lanes:
    """The sets at flat places, see `lane`, in fresh arrays: ``(N, 4, 2), (...)`` -> ``(..., 2)``."""
    return lanes_last(sets.transpose(2, 0, 1).reshape(2, -1).take(places, axis=1))


def seats_of(given: npt.ArrayLike, num_deals: int, what: str) -> Int8:
    """Seats 0..3 that a caller gives, one for all deals or one for each: int8 (N,).

    Raises:
        ValueError: they are not; says `what` they were given as.
    """
    seats = np.asarray(given)
    if seats.dtype.kind not in "iu" or seats.shape not in ((), (num_deals,)):
        raise ValueError(f"{what} is a seat 0..3, or {num_deals} of them, not {seats.dtype} of shape {seats.shape}")
    one_each = np.empty(num_deals, seats.dtype)
    one_each[:] = seats
    if np.count_nonzero(one_each >> 2):  # the bits that no seat has; those of a negative number too
        raise ValueError(f"{what} is a seat 0..3, not {seats.tolist()}")
    return one_each.astype(np.int8)


@dataclass(slots=True)
class State:
    """N deals. Sides are 0 = the taker's, 1 = the defence; seats are absolute; -1 is "nobody yet"."""

    phase: Int8  # (N,) a Phase
    seat: Int8  # (N,) whose turn, -1 when over
    dealer: Int8  # (N,)
    taker: Int8  # (N,) highest bidder so far
    contract: Int8  # (N,) a Contract: the highest bid so far
    bids: Int8  # (N, 4) a Contract by seat (0 = passed), NOT_SPOKEN before
    chelem: npt.NDArray[np.bool_]  # (N,) announced by the taker
    owned: Lanes  # (N, 4, 2) what each seat plays with: its hand as dealt, the taker's with the dog, less the discard
    hand: Lanes  # (N, 4, 2) what each seat holds now
    dog: Lanes  # (N, 2)
    discard: Lanes  # (N, 2) what the taker has put aside
    poignee: Int8  # (N, 4) size shown: 0 none, 1 simple, 2 double, 3 triple
    shown: Lanes  # (N, 4, 2) cards of the poignee
    surplus: Int8  # (N,) trumps still to be held back by the seat that is showing
    ply: UInt8  # (N,) cards played so far, 0..72
    history: UInt8  # (N, 72) cards in the order they were played, NO_CARD after
    leaders: Int8  # (N, 19) who led each trick; the last column: who won the last one
    trick: UInt8  # (N, 4) card of each seat in the current trick, NO_CARD where it has not played
    led: Int8  # (N,) what the trick asks for: a suit, TRUMP_SUIT, or NO_SUIT while nothing does
    best: Int8  # (N,) strength of the trick's best card, see play.STRENGTH
    winner: Int8  # (N,) seat of that card, -1 while nothing can win
    void: UInt8  # (N, 4) bit s: the seat has shown that it holds no card of suit s
    ceiling: UInt8  # (N, 4) the seat has shown that it holds no trump above this (0: no trump at all)
    points: npt.NDArray[np.int16]  # (N, 2) half points in the tricks of each side
    bouts: UInt8  # (N, 2) bouts in the tricks of each side
    tricks: Int8  # (N, 2) tricks won by each side
    scores: npt.NDArray[np.int32]  # (N, 4) zeros until the deal is over
    legal: Lanes  # (N, 2) legal actions of the seat to act, as a card set; empty when over
    base: npt.NDArray[np.int64]  # (N,) 4 * n: where deal n starts in a flat lane

    @classmethod
    def allocate(cls, num_deals: int) -> Self:
        """Space for N deals. Nothing is dealt yet."""
        n = num_deals

        def seats(*shape: int) -> Int8:
            return np.full(shape, -1, np.int8)

        return cls(
            phase=np.full(n, Phase.DONE, np.int8),
            seat=seats(n),
            dealer=seats(n),
            taker=seats(n),
            contract=np.zeros(n, np.int8),
            bids=np.full((n, 4), NOT_SPOKEN, np.int8),
            chelem=np.zeros(n, np.bool_),
            owned=empty(n, 4),
            hand=empty(n, 4),
            dog=empty(n),
            discard=empty(n),
            poignee=np.zeros((n, 4), np.int8),
            shown=empty(n, 4),
            surplus=np.zeros(n, np.int8),
            ply=np.zeros(n, np.uint8),
            history=np.full((n, 72), NO_CARD, np.uint8),
            leaders=seats(n, 19),
            trick=np.full((n, 4), NO_CARD, np.uint8),
            led=np.full(n, NO_SUIT, np.int8),
            best=np.zeros(n, np.int8),
            winner=seats(n),
            void=np.zeros((n, 4), np.uint8),
            ceiling=np.full((n, 4), 21, np.uint8),
            points=np.zeros((n, 2), np.int16),
            bouts=np.zeros((n, 2), np.uint8),
            tricks=np.zeros((n, 2), np.int8),
            scores=np.zeros((n, 4), np.int32),
            legal=empty(n),
            base=np.arange(n, dtype=np.int64) * 4,
        )

    def clear(self, rows: Rows) -> None:
        """Forget all that was bid, announced and played in these deals."""
        for name, value in _AT_START.items():
            getattr(self, name)[rows] = value

    def take(self, indices: npt.NDArray[np.int64]) -> State:
        """A new state whose deal i is deal ``indices[i]`` of this one."""
        arrays: dict[str, Any] = {f.name: take_rows(getattr(self, f.name), indices) for f in fields(self)}
        arrays["base"] = np.arange(len(indices), dtype=np.int64) * 4
        return State(**arrays)

    @property
    def played(self) -> Lanes:
        """(N, 4, 2): the cards that each seat has played."""
        return self.owned ^ self.hand

    @property
    def dealt(self) -> Lanes:
        """(N, 4, 2): the hands of 18 cards as they were dealt."""
        dealt = self.owned.copy(order="K")
        picked_up = np.flatnonzero((self.phase != Phase.AUCTION) & (self.contract > 0) & (self.contract <= 2))
        at = self.base[picked_up] + self.taker[picked_up]
        for k in (0, 1):
            lane(dealt, k)[at] ^= self.dog[picked_up, k] ^ self.discard[picked_up, k]
        return dealt


_AT_START = {
    "taker": -1,
    "contract": 0,
    "bids": NOT_SPOKEN,
    "chelem": False,
    "discard": 0,
    "poignee": 0,
    "shown": 0,
    "surplus": 0,
    "ply": 0,
    "history": NO_CARD,
    "leaders": -1,
    "trick": NO_CARD,
    "led": NO_SUIT,
    "best": 0,
    "winner": -1,
    "void": 0,
    "ceiling": 21,
    "points": 0,
    "bouts": 0,
    "tricks": 0,
    "scores": 0,
}


def row_numbers(indices: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """What a caller gives as numbers of deals.

    Raises:
        ValueError: something else; a mask would be taken for the numbers 0 and 1.
    """
    numbers = np.asarray(indices)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise ValueError(f"deals are taken by number, not by {numbers.dtype}; numpy.flatnonzero numbers a mask")
    return numbers.astype(np.int64, copy=False)


def take_rows(array: npt.NDArray[Any], indices: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Rows of an array; card sets keep their lanes contiguous."""
    if array.dtype == np.uint64:
        return lanes_last(array.transpose(-1, *range(array.ndim - 1)).take(indices, axis=1))
    return array.take(indices, axis=0)
