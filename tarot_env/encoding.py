"""Observations as flat float32 vectors, with a table of named slices.

Nearly everything is a yes or no. Those are gathered as bits, unpacked at once and written as zeros and ones; the few
amounts follow, divided by the most that they can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cards import NO_SUIT, NUM_CARDS
from tarot_env.cardsets import Lane, Lanes, empty
from tarot_env.observation import Observation
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.state import NO_CARD, State, lane

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Slice:
    """A named part of the vector: ``vector[..., start : start + length]``."""

    name: str
    start: int
    length: int
    meaning: str


# Card sets, 78 entries each, in the order in which `_card_sets` stacks them.
_SETS: Final = (
    ("hand", "cards of the seat that looks"),
    ("played_self", "cards that it has played"),
    ("played_next", "cards that the next seat has played"),
    ("played_opposite", "cards that the opposite seat has played"),
    ("played_previous", "cards that the previous seat has played"),
    ("trick_next", "card of the next seat in the current trick"),
    ("trick_opposite", "card of the opposite seat in the current trick"),
    ("trick_previous", "card of the previous seat in the current trick"),
    ("dog", "the dog, once it is shown"),
    ("discard", "the own discard, or the trumps in the taker's"),
)
_SET_BYTES: Final = 10  # seven of lane 0, three of lane 1, two bits of which hold no card
_SHOWN_BYTES: Final = 3


def _hot(first: int, size: int) -> Lane:
    """Table from a value -1..8 to one bit: bit 0 for `first`; no bit outside first..first + size - 1."""
    return np.array([1 << v - first if 0 <= v - first < size else 0 for v in (*range(9), -1)], np.uint64)


_SEATS: Final = "self, next, opposite, previous"
_PHASE, _SEAT, _CONTRACT, _LED = _hot(Phase.AUCTION, 5), _hot(0, 4), _hot(1, 4), _hot(0, NO_SUIT)
_SIDE: Final = _hot(0, 1) | sum((_hot(seat, 1) << np.uint64(1) for seat in (1, 2, 3)), np.uint64(0))
_BID, _POIGNEE = _hot(0, 5), _hot(1, 3)


def _trick_is_ours(observation: Observation) -> Lane:
    with_taker = observation.winner == observation.taker
    return ((with_taker == (observation.taker == 0)) & (observation.winner >= 0)).astype(np.uint64)


# Flags of the table: name, length, meaning, and the bits.
_FLAGS: Final[tuple[tuple[str, int, str, Callable[[Observation], Lane]], ...]] = (
    ("phase", 5, "auction, discard, chelem, poignee, play", lambda o: _PHASE.take(o.phase)),
    ("dealer", 4, _SEATS, lambda o: _SEAT.take(o.dealer)),
    ("taker", 4, f"highest bidder so far: {_SEATS}", lambda o: _SEAT.take(o.taker)),
    ("side", 2, "taker, defender", lambda o: _SIDE.take(o.taker)),
    ("contract", 4, "highest bid: prise, garde, garde sans, garde contre", lambda o: _CONTRACT.take(o.contract)),
    ("chelem", 1, "announced", lambda o: o.chelem.astype(np.uint64)),
    ("position", 4, "place in the trick: lead, second, third, fourth", lambda o: _SEAT.take(o.ply & 3)),
    ("led", 5, "spades, hearts, diamonds, clubs, trumps", lambda o: _LED.take(o.led)),
    ("winner", 4, f"of the trick so far: {_SEATS}", lambda o: _SEAT.take(o.winner)),
    ("trick_is_ours", 1, "the own side wins the trick so far", _trick_is_ours),
)
_FLAG_BYTES: Final = 5

# Flags of each seat: 12 bits, made in `_seat_flags`.
_SEAT_FLAGS: Final = (
    ("bid", 5, "pass, prise, garde, garde sans, garde contre"),
    ("poignee", 3, "simple, double, triple shown"),
    ("void", 4, "shown out of spades, hearts, diamonds, clubs"),
)
_SEAT_FLAG_BYTES: Final = 6
_SEAT_SHIFTS: Final = np.array([0, 12, 24, 36], np.uint64)

# Amounts: name, length, meaning, value and its maximum.
_AMOUNTS: Final[tuple[tuple[str, int, str, Callable[[Observation], npt.NDArray[np.integer]], int], ...]] = (
    ("ceiling", 4, f"highest trump not shown out, / 21, by {_SEATS}", lambda o: o.ceiling, 21),
    ("points", 2, "of taker's side and defence so far, / 91", lambda o: o.points, 182),
    ("bouts", 2, "of taker's side and defence so far, / 3", lambda o: o.bouts, 3),
    ("tricks", 2, "won by taker's side and defence so far, / 18", lambda o: o.tricks, 18),
    ("multiplier", 1, "of the highest bid so far, / 6", lambda o: _MULTIPLIER.take(o.contract)[:, None], 6),
    ("best", 1, "strength of the trick's best card, / 35", lambda o: o.best[:, None], TRUMP_STRENGTH + 21),
    ("cards_played", 1, "by all seats, / 72", lambda o: o.ply[:, None], 72),
    ("surplus", 1, "trumps to be held back from the poignee, / 11", lambda o: o.surplus[:, None], 11),  # 21 - 10
)
_MULTIPLIER: Final = np.array((0, 1, 2, 4, 6), np.int8)


def _number(entries: Iterable[tuple[str, int, str]]) -> tuple[Slice, ...]:
    table: list[Slice] = []
    for name, length, meaning in entries:
        start = table[-1].start + table[-1].length if table else 0
        table.append(Slice(name, start, length, meaning))
    return tuple(table)


SLICES: Final = _number(
    [
        *((name, NUM_CARDS, meaning) for name, meaning in _SETS),
        ("shown", 22, "Excuse and trumps 1..21 of poignees, while still in the hands of those who showed them"),
        *((name, length, meaning) for name, length, meaning, _ in _FLAGS),
        *((f"{name}_{seat}", length, text) for seat in _SEATS.split(", ") for name, length, text in _SEAT_FLAGS),
        *((name, length, meaning) for name, length, meaning, _, _ in _AMOUNTS),
    ]
)
SIZE: Final = SLICES[-1].start + SLICES[-1].length

HIDDEN_SLICES: Final = _number(
    (name, NUM_CARDS, meaning)
    for name, meaning in (
        ("hand_next", "hand of the next seat"),
        ("hand_opposite", "hand of the opposite seat"),
        ("hand_previous", "hand of the previous seat"),
        ("true_dog", "the dog"),
        ("true_discard", "the discard"),
    )
)
HIDDEN_SIZE: Final = NUM_CARDS * len(HIDDEN_SLICES)

_BITS: Final = sum(length for _, length, _, _ in _FLAGS)
_TRICK_BITS: Final = np.zeros((2, NO_CARD + 1), np.uint64)
_TRICK_BITS[0, :56] = np.uint64(1) << np.arange(56, dtype=np.uint64)
_TRICK_BITS[1, 56:NUM_CARDS] = np.uint64(1) << np.arange(22, dtype=np.uint64)


def encode(observation: Observation, out: Floats | None = None) -> Floats:
    """The vector of what each seat knows, described by `SLICES`.

    Args:
        out: float32 (N, SIZE) to write into, for loops that reuse their buffer; None for a fresh array.

    Returns:
        float32 (N, SIZE), every entry in 0..1. `out` if it was given.
    """
    n, cards = len(observation), len(_SETS) * _SET_BYTES
    vector = np.empty((n, SIZE), np.float32) if out is None else out
    packed = np.empty((n, cards + _SHOWN_BYTES + _FLAG_BYTES + _SEAT_FLAG_BYTES), np.uint8)
    _pack_sets(_card_sets(observation), packed[:, :cards])
    at = cards
    for bits, size in ((_shown(observation), _SHOWN_BYTES), (_flags(observation), _FLAG_BYTES)):
        packed[:, at : at + size] = bits.view(np.uint8).reshape(n, 8)[:, :size]
        at += size
    packed[:, at:] = _seat_flags(observation).view(np.uint8).reshape(n, 8)[:, :_SEAT_FLAG_BYTES]

    bits = np.unpackbits(packed.reshape(-1), bitorder="little").reshape(n, -1)
    to = _spread_sets(bits[:, : 8 * cards], vector)
    at = 8 * cards
    for length, size in ((22, _SHOWN_BYTES), (_BITS, _FLAG_BYTES), (48, _SEAT_FLAG_BYTES)):
        vector[:, to : to + length] = bits[:, at : at + length]
        to, at = to + length, at + 8 * size
    for _, length, _, value, most in _AMOUNTS:
        np.multiply(value(observation), np.float32(1 / most), out=vector[:, to : to + length])
        to += length
    return vector


def encode_hidden(state: State, seat: npt.ArrayLike | None = None, out: Floats | None = None) -> Floats:
    """What a seat does not know, for critics in training: described by `HIDDEN_SLICES`.

    Args:
        seat: whose view the seats are relative to, one or (N,); None for the seat to act, seat 0 where it is over.
        out: float32 (N, HIDDEN_SIZE) to write into, or None.
    """
    n = len(state.phase)
    viewer = np.maximum(state.seat, 0) if seat is None else np.broadcast_to(np.asarray(seat), n)
    others = state.base[:, None] + ((viewer[:, None] + np.arange(1, 4)) & 3)  # (N, 3)
    sets = empty(n, len(HIDDEN_SLICES))
    for k in (0, 1):
        sets[:, :3, k] = lane(state.hand, k).take(others)
        sets[:, 3, k] = state.dog[:, k]
        sets[:, 4, k] = state.discard[:, k]
    packed = np.empty((n, len(HIDDEN_SLICES) * _SET_BYTES), np.uint8)
    _pack_sets(sets, packed)
    vector = np.empty((n, HIDDEN_SIZE), np.float32) if out is None else out
    _spread_sets(np.unpackbits(packed.reshape(-1), bitorder="little").reshape(n, -1), vector)
    return vector


def _card_sets(observation: Observation) -> Lanes:
    """(N, len(_SETS), 2)."""
    sets = empty(len(observation), len(_SETS))
    others = observation.trick[:, 1:]
    for k in (0, 1):
        sets[:, 0, k] = observation.hand[:, k]
        sets[:, 1:5, k] = observation.played[..., k]
        sets[:, 5:8, k] = _TRICK_BITS[k].take(others)
        sets[:, 8, k] = observation.dog[:, k]
        sets[:, 9, k] = observation.discard[:, k]
    return sets


def _shown(observation: Observation) -> Lane:
    """Trump lane of the poignees that are still held: (N,)."""
    held: Lane = np.bitwise_or.reduce(observation.shown[..., 1] & ~observation.played[..., 1], axis=1)
    return held


def _flags(observation: Observation) -> Lane:
    """The flags of the table, one after the other: (N,)."""
    flags = np.zeros(len(observation), np.uint64)
    at = 0
    for _, length, _, bits in _FLAGS:
        flags |= bits(observation) << np.uint64(at)
        at += length
    return flags


def _seat_flags(observation: Observation) -> Lane:
    """Bid, poignee and shown voids of the four seats, 12 bits each: (N,)."""
    flags = _BID.take(observation.bids)
    flags |= _POIGNEE.take(observation.poignee) << np.uint64(5)
    flags |= observation.void.astype(np.uint64) << np.uint64(8)
    flags <<= _SEAT_SHIFTS
    joined: Lane = np.bitwise_or.reduce(flags, axis=1)
    return joined


def _pack_sets(sets: Lanes, packed: npt.NDArray[np.uint8]) -> None:
    """(N, S, 2) card sets as (N, S * 10) bytes."""
    n, number, _ = sets.shape
    by_set = packed.reshape(n, number, _SET_BYTES)
    by_set[..., :7] = sets[..., 0].view(np.uint8).reshape(n, number, 8)[..., :7]
    by_set[..., 7:] = sets[..., 1].view(np.uint8).reshape(n, number, 8)[..., :3]


def _spread_sets(bits: npt.NDArray[np.uint8], vector: Floats) -> int:
    """Write the bits of S sets, (N, S * 80), as S * 78 entries at the front of the vectors; returns S * 78."""
    n, number = len(bits), bits.shape[1] // (8 * _SET_BYTES)
    size = number * NUM_CARDS
    vector[:, :size].reshape(n, number, NUM_CARDS)[...] = bits.reshape(n, number, -1)[..., :NUM_CARDS]
    return size
