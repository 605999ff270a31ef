"""Observations as flat float32 vectors, with a table of named slices.

Nearly everything is a yes or no. Those are gathered as strings of bits, unpacked at once and written as zeros and ones;
the few amounts follow, divided by the most that they can be.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.bitstring import BitString
from tarot_env.cards import NO_SUIT, NUM_CARDS
from tarot_env.cardsets import LANE_SIZE, Lane
from tarot_env.observation import Observation
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.rules import Rules
from tarot_env.state import NO_CARD, State, lane

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Slice:
    """A named part of the vector: ``vector[..., start : start + length]``."""

    name: str
    start: int
    length: int
    meaning: str


# Card sets, 78 entries each, in the order in which `encode` stacks them.
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

Values = npt.NDArray[Any]  # (N,) or (N, k), integers or bools
_NUM_VALUES: Final = 256  # of a byte; -1 is the last


def _hot(first: int, size: int) -> Lane:
    """Bits by value: bit 0 for `first`, the next for the next; none outside first..first + size - 1."""
    bits = np.zeros(_NUM_VALUES, np.uint64)
    bits[first : first + size] = np.uint64(1) << np.arange(size, dtype=np.uint64)
    return bits


_TRUMPS: Final = NUM_CARDS - LANE_SIZE  # the Excuse too
_SEATS: Final = "self, next, opposite, previous"
_SEAT: Final = _hot(0, 4)
_SIDE: Final = _hot(0, 1) | sum((_hot(seat, 1) << np.uint64(1) for seat in (1, 2, 3)), np.uint64(0))
_POSITION: Final = np.tile(_SEAT[:4], _NUM_VALUES // 4)  # by the number of cards played
_WHOSE_TRICK: Final = 8  # the winner's seat counts so much, beside the taker's
_OURS: Final = np.zeros(_NUM_VALUES, np.uint64)
for _winner in range(4):
    for _taker in range(4):
        _OURS[_WHOSE_TRICK * _winner + _taker] = (_winner == _taker) == (_taker == 0)

# Flags of the table: name, length, meaning, a value, and the bits by value.
_FLAGS: Final[tuple[tuple[str, int, str, Callable[[Observation], Values], Lane], ...]] = (
    ("phase", 5, "auction, discard, chelem, poignee, play", lambda o: o.phase, _hot(Phase.AUCTION, 5)),
    ("dealer", 4, _SEATS, lambda o: o.dealer, _SEAT),
    ("taker", 4, f"highest bidder so far: {_SEATS}", lambda o: o.taker, _SEAT),
    ("side", 2, "taker, defender", lambda o: o.taker, _SIDE),
    ("contract", 4, "highest bid: prise, garde, garde sans, garde contre", lambda o: o.contract, _hot(1, 4)),
    ("chelem", 1, "announced", lambda o: o.chelem, _hot(1, 1)),
    ("position", 4, "place in the trick: lead, second, third, fourth", lambda o: o.ply, _POSITION),
    ("led", 5, "spades, hearts, diamonds, clubs, trumps", lambda o: o.led, _hot(0, NO_SUIT)),
    ("winner", 4, f"of the trick so far: {_SEATS}", lambda o: o.winner, _SEAT),
    ("trick_is_ours", 1, "the own side wins the trick so far", lambda o: o.winner * _WHOSE_TRICK + o.taker, _OURS),
)
# Flags of each seat, likewise.
_SEAT_FLAGS: Final[tuple[tuple[str, int, str, Callable[[Observation], Values], Lane], ...]] = (
    ("bid", 5, "pass, prise, garde, garde sans, garde contre", lambda o: o.bids, _hot(0, 5)),
    ("poignee", 3, "simple, double, triple shown", lambda o: o.poignee, _hot(1, 3)),
    (
        "void",
        4,
        "shown out of spades, hearts, diamonds, clubs",
        lambda o: o.void,
        np.arange(_NUM_VALUES, dtype=np.uint64),
    ),
)

# By contract. The official ones, whatever is played: to a network it is one more name of the contract.
_MULTIPLIER: Final = np.array((0, *Rules.official().multipliers), np.int8)

# Amounts: name, length, meaning, value and its maximum.
_AMOUNTS: Final[tuple[tuple[str, int, str, Callable[[Observation], Values], int], ...]] = (
    ("ceiling", 4, f"highest trump not shown out, / 21, by {_SEATS}", lambda o: o.ceiling, 21),
    ("points", 2, "of taker's side and defence so far, / 91", lambda o: o.points, 182),
    ("bouts", 2, "of taker's side and defence so far, / 3", lambda o: o.bouts, 3),
    ("tricks", 2, "won by taker's side and defence so far, / 18", lambda o: o.tricks, 18),
    ("multiplier", 1, "of the highest bid so far, / 6", lambda o: _MULTIPLIER.take(o.contract)[:, None], 6),
    ("best", 1, "strength of the trick's best card, / 35", lambda o: o.best[:, None], TRUMP_STRENGTH + 21),
    ("cards_played", 1, "by all seats, / 72", lambda o: o.ply[:, None], 72),
    ("surplus", 1, "trumps to be held back from the poignee, / 11", lambda o: o.surplus[:, None], 11),  # 21 - 10
)


def _number(entries: Iterable[tuple[str, int, str]]) -> tuple[Slice, ...]:
    table: list[Slice] = []
    for name, length, meaning in entries:
        start = table[-1].start + table[-1].length if table else 0
        table.append(Slice(name, start, length, meaning))
    return tuple(table)


SLICES: Final = _number(
    [
        *((name, NUM_CARDS, meaning) for name, meaning in _SETS),
        ("shown", _TRUMPS, "Excuse and trumps 1..21 of poignees, while still in the hands of those who showed them"),
        *((name, length, meaning) for name, length, meaning, _, _ in _FLAGS),
        *((f"{name}_{seat}", length, text) for seat in _SEATS.split(", ") for name, length, text, _, _ in _SEAT_FLAGS),
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


def part(name: str, table: Sequence[Slice] = SLICES) -> slice[int, int, None]:
    """Where a part of the vector stands, by its name.

    >>> part("dog")
    slice(624, 702, None)
    >>> part("hands")
    Traceback (most recent call last):
    ValueError: no part is called 'hands'; the nearest name is 'hand'

    Args:
        table: what describes the vector: `SLICES`, `HIDDEN_SLICES` or `full_state.STATE_SLICES`.

    Raises:
        ValueError: no part has this name.
    """
    for entry in table:
        if entry.name == name:
            return slice(entry.start, entry.start + entry.length)
    (near,) = difflib.get_close_matches(str(name), [entry.name for entry in table], n=1, cutoff=0)
    raise ValueError(f"no part is called {name!r}; the nearest name is {near!r}")


_SET_LENGTHS: Final = (LANE_SIZE, _TRUMPS)
_TABLE_BITS: Final = _TRUMPS + sum(length for _, length, _, _, _ in _FLAGS)
_SEAT_BITS: Final = sum(length for _, length, _, _, _ in _SEAT_FLAGS)
_BITS: Final = BitString([*_SET_LENGTHS * len(_SETS), _TABLE_BITS, 4 * _SEAT_BITS])
_HIDDEN_BITS: Final = BitString(_SET_LENGTHS * len(HIDDEN_SLICES))

_TRICK_BITS: Final = np.zeros((2, NO_CARD + 1), np.uint64)  # a lane each, by card
_TRICK_BITS[0, :LANE_SIZE] = np.uint64(1) << np.arange(LANE_SIZE, dtype=np.uint64)
_TRICK_BITS[1, LANE_SIZE:NUM_CARDS] = np.uint64(1) << np.arange(_TRUMPS, dtype=np.uint64)


def _by_value() -> Lane:
    """Bits of each flag, then of each flag of each seat, by value, where they stand in their piece."""
    table, at = [], _TRUMPS
    for _, length, _, _, bits in _FLAGS:
        table.append(bits << np.uint64(at))
        at += length
    at = 0
    for _, length, _, _, bits in _SEAT_FLAGS:
        table += [bits << np.uint64(_SEAT_BITS * seat + at) for seat in range(4)]
        at += length
    return np.stack(table)


_BY_VALUE: Final = _by_value()
_FIRST_VALUE: Final = np.arange(len(_BY_VALUE))[:, None] * _NUM_VALUES
_SCALE: Final = np.array([1 / most for _, length, _, _, most in _AMOUNTS for _ in range(length)], np.float32)


def encode(observation: Observation, out: Floats | None = None) -> Floats:
    """The vector of what each seat knows, described by `SLICES`.

    Args:
        out: float32 (N, SIZE) to write into, for loops that reuse their buffer; None for a fresh array.

    Returns:
        float32 (N, SIZE), every entry in 0..1. `out` if it was given.
    """
    vector = np.empty((len(observation), SIZE), np.float32) if out is None else out
    _BITS.write(_pieces(observation), vector[:, : _BITS.size])
    np.multiply(_amounts(observation), _SCALE, out=vector[:, _BITS.size :])
    return vector


def _pieces(observation: Observation) -> Lane:
    """The lanes of the card sets, then the flags of the table and those of the seats: (P, N)."""
    n = len(observation)
    pieces = np.empty((_BITS.number, n), np.uint64)
    sets = pieces[:-2].reshape(len(_SETS), 2, n)
    played = observation.played
    sets[0] = observation.hand.T
    sets[1:5] = played.transpose(1, 2, 0)
    sets[5:8] = _TRICK_BITS.take(observation.trick[:, 1:].T, axis=1).swapaxes(0, 1)
    sets[8] = observation.dog.T
    sets[9] = observation.discard.T
    flags = _flags(observation)
    held = np.bitwise_or.reduce(observation.shown[..., 1] & ~played[..., 1], axis=1)  # of the poignees
    pieces[-2] = np.bitwise_or.reduce(flags[: len(_FLAGS)], axis=0) | held
    pieces[-1] = np.bitwise_or.reduce(flags[len(_FLAGS) :], axis=0)
    return pieces


def _flags(observation: Observation) -> Lane:
    """The bits of each flag, in the order of `_BY_VALUE`: (F, N)."""
    n = len(observation)
    values = np.empty((len(_BY_VALUE), n), np.uint8)
    for row, (_, _, _, value, _) in enumerate(_FLAGS):
        values[row] = value(observation)
    by_seat = values[len(_FLAGS) :].reshape(len(_SEAT_FLAGS), 4, n)
    for row, (_, _, _, value, _) in enumerate(_SEAT_FLAGS):
        by_seat[row] = value(observation).T
    return _BY_VALUE.take(values + _FIRST_VALUE)


def _amounts(observation: Observation) -> Floats:
    """The amounts, not yet divided: (N, A)."""
    amounts = np.empty((len(observation), len(_SCALE)), np.float32)
    at = 0
    for _, length, _, value, _ in _AMOUNTS:
        amounts[:, at : at + length] = value(observation)
        at += length
    return amounts


def encode_hidden(state: State, seat: npt.ArrayLike | None = None, out: Floats | None = None) -> Floats:
    """What a seat does not know, for critics in training: described by `HIDDEN_SLICES`.

    Args:
        seat: whose view the seats are relative to, one or (N,); None for the seat to act, seat 0 where it is over.
        out: float32 (N, HIDDEN_SIZE) to write into, or None.
    """
    n = len(state.phase)
    viewer = np.maximum(state.seat, 0) if seat is None else np.broadcast_to(np.asarray(seat), n)
    others = state.base[:, None] + ((viewer[:, None] + np.arange(1, 4)) & 3)  # (N, 3)
    pieces = np.empty((_HIDDEN_BITS.number, n), np.uint64)
    for k in (0, 1):
        pieces[k:6:2] = lane(state.hand, k).take(others.T)
        pieces[6 + k] = state.dog[:, k]
        pieces[8 + k] = state.discard[:, k]
    vector = np.empty((n, HIDDEN_SIZE), np.float32) if out is None else out
    _HIDDEN_BITS.write(pieces, vector)
    return vector
