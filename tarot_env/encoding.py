"""Observations as flat float32 vectors, with a table of named slices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cards import NO_SUIT, NUM_CARDS
from tarot_env.cardsets import Lanes, empty
from tarot_env.observation import Observation
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.rules import Contract
from tarot_env.state import NO_CARD, State, lane

Floats = npt.NDArray[np.float32]
Feature = npt.NDArray[np.generic]

_LANES: Final = ((0, 7), (1, 3))  # lane, its bytes that hold cards
_SET_BYTES: Final = 10
_SET_BITS: Final = 80  # two more than cards: the last byte is not full


@dataclass(frozen=True, slots=True)
class Slice:
    """A named part of the vector: ``vector[..., start : start + length]``."""

    name: str
    start: int
    length: int
    meaning: str


def _one_hot(values: npt.NDArray[np.integer], first: int, size: int) -> npt.NDArray[np.bool_]:
    """(...) -> (..., size): place of the value among first, first + 1 ..."""
    hot: npt.NDArray[np.bool_] = values[..., None] == np.arange(first, first + size, dtype=values.dtype)
    return hot.reshape(len(values), -1)


def _flag(values: Feature) -> Feature:
    return values.reshape(len(values), -1)


def _share(values: npt.NDArray[np.integer], most: int) -> Floats:
    return _flag(values.astype(np.float32) / np.float32(most))


def _side(observation: Observation) -> Feature:
    return np.stack([observation.taker == 0, observation.taker > 0], axis=1)


def _trick_to_own_side(observation: Observation) -> Feature:
    same = (observation.winner == observation.taker) == (observation.taker == 0)
    return _flag(same & (observation.best > 0))


_SEATS: Final = "self, next, opposite, previous"

# Card sets, in the order in which `_card_sets` stacks them.
_SETS: Final = (
    ("hand", "cards of the seat that looks"),
    ("unseen", "cards that it has not seen"),
    ("played_self", "cards that it has played"),
    ("played_next", "cards that the next seat has played"),
    ("played_opposite", "cards that the opposite seat has played"),
    ("played_previous", "cards that the previous seat has played"),
    ("trick_next", "card of the next seat in the current trick"),
    ("trick_opposite", "card of the opposite seat in the current trick"),
    ("trick_previous", "card of the previous seat in the current trick"),
    ("dog", "the dog, once it is shown"),
    ("discard", "the own discard, or the trumps in the taker's"),
    ("shown", "cards of poignees that are still in the hands of those who showed them"),
)

# The rest: name, length, meaning, and how it is computed.
_FEATURES: Final[tuple[tuple[str, int, str, Callable[[Observation], Feature]], ...]] = (
    ("phase", 5, "auction, discard, chelem, poignee, play", lambda o: _one_hot(o.phase, Phase.AUCTION, 5)),
    ("dealer", 4, _SEATS, lambda o: _one_hot(o.dealer, 0, 4)),
    ("taker", 4, f"highest bidder so far: {_SEATS}", lambda o: _one_hot(o.taker, 0, 4)),
    ("side", 2, "taker, defender", _side),
    ("contract", 4, "highest bid so far: prise, garde, garde sans, garde contre", lambda o: _one_hot(o.contract, 1, 4)),
    ("multiplier", 1, "of that contract, / 6", lambda o: _flag(_MULTIPLIER.take(o.contract))),
    ("bids", 20, f"pass, prise, garde, garde sans, garde contre of {_SEATS}", lambda o: _one_hot(o.bids, 0, 5)),
    ("chelem", 1, "announced", lambda o: _flag(o.chelem)),
    ("poignee", 12, f"simple, double, triple shown by {_SEATS}", lambda o: _one_hot(o.poignee, 1, 3)),
    ("surplus", 1, "trumps to be held back from the poignee, / 8", lambda o: _share(o.surplus, 8)),
    ("void", 16, f"spades, hearts, diamonds, clubs shown out by {_SEATS}", lambda o: _flag(_VOID.take(o.void, axis=0))),
    ("ceiling", 4, f"highest trump not shown out, / 21, by {_SEATS}", lambda o: _share(o.ceiling, 21)),
    ("position", 4, "place in the trick: lead, second, third, fourth", lambda o: _one_hot(o.ply & 3, 0, 4)),
    ("led", 5, "spades, hearts, diamonds, clubs, trumps", lambda o: _one_hot(o.led, 0, NO_SUIT)),
    ("winner", 4, f"of the trick so far: {_SEATS}", lambda o: _one_hot(np.where(o.best > 0, o.winner, -1), 0, 4)),
    ("winning_side", 1, "the trick is with the own side so far", _trick_to_own_side),
    ("best", 1, "strength of the trick's best card, / 35", lambda o: _share(o.best, TRUMP_STRENGTH + 21)),
    ("trick_number", 1, "tricks played, / 18", lambda o: _share(o.ply // 4, 18)),
    ("points", 2, "of taker's side and defence so far, / 91", lambda o: _share(o.points, 182)),
    ("bouts", 2, "of taker's side and defence so far, / 3", lambda o: _share(o.bouts, 3)),
    ("tricks", 2, "of taker's side and defence so far, / 18", lambda o: _share(o.tricks, 18)),
)

_MULTIPLIER: Final[Floats] = np.array((0, 1, 2, 4, 6), np.float32) / 6
_VOID: Final = np.unpackbits(np.arange(16, dtype=np.uint8)[:, None], axis=1, bitorder="little")[:, :4].astype(np.bool_)


def _table() -> tuple[Slice, ...]:
    entries = [(name, NUM_CARDS, meaning) for name, meaning in _SETS]
    entries += [(name, length, meaning) for name, length, meaning, _ in _FEATURES]
    starts = np.cumsum([0, *(length for _, length, _ in entries)])
    return tuple(Slice(name, int(at), size, text) for at, (name, size, text) in zip(starts, entries, strict=False))


SLICES: Final = _table()
SIZE: Final = SLICES[-1].start + SLICES[-1].length
HIDDEN_SLICES: Final = tuple(
    Slice(name, NUM_CARDS * k, NUM_CARDS, meaning)
    for k, (name, meaning) in enumerate(
        (
            ("hand_next", "hand of the next seat"),
            ("hand_opposite", "hand of the opposite seat"),
            ("hand_previous", "hand of the previous seat"),
            ("true_dog", "the dog"),
            ("true_discard", "the discard"),
        )
    )
)
HIDDEN_SIZE: Final = NUM_CARDS * len(HIDDEN_SLICES)


def encode(observation: Observation, out: Floats | None = None) -> Floats:
    """The vector of what each seat knows, described by `SLICES`.

    Args:
        out: float32 (N, SIZE) to write into, for loops that reuse their buffer; None for a fresh array.

    Returns:
        float32 (N, SIZE), every entry in 0..1 (but `points`, at most 1 too). `out` if it was given.
    """
    vector = np.empty((len(observation), SIZE), np.float32) if out is None else out
    _write_sets(_card_sets(observation), vector)
    at = NUM_CARDS * len(_SETS)
    for _, length, _, compute in _FEATURES:
        vector[:, at : at + length] = compute(observation)
        at += length
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
    vector = np.empty((n, HIDDEN_SIZE), np.float32) if out is None else out
    _write_sets(sets, vector)
    return vector


def _card_sets(observation: Observation) -> Lanes:
    """(N, len(_SETS), 2)."""
    sets = empty(len(observation), len(_SETS))
    trick = observation.trick[:, 1:]
    unseen = observation.unseen
    for k in (0, 1):
        sets[:, 0, k] = observation.hand[:, k]
        sets[:, 1, k] = unseen[:, k]
        sets[:, 2:6, k] = observation.played[..., k]
        sets[:, 6:9, k] = _TRICK_BITS[k].take(trick)
        sets[:, 9, k] = observation.dog[:, k]
        sets[:, 10, k] = observation.discard[:, k]
        held = observation.shown[..., k] & ~observation.played[..., k]
        sets[:, 11, k] = held[:, 0] | held[:, 1] | held[:, 2] | held[:, 3]
    return sets


_TRICK_BITS: Final = np.zeros((2, NO_CARD + 1), np.uint64)
_TRICK_BITS[0, :56] = np.uint64(1) << np.arange(56, dtype=np.uint64)
_TRICK_BITS[1, 56:NUM_CARDS] = np.uint64(1) << np.arange(22, dtype=np.uint64)


def _write_sets(sets: Lanes, vector: Floats) -> None:
    """(N, S, 2) card sets as S * 78 zeros and ones at the front of each vector."""
    n, number, _ = sets.shape
    packed = np.empty((n, number, _SET_BYTES), np.uint8)
    start = 0
    for k, size in _LANES:
        packed[..., start : start + size] = sets[..., k].view(np.uint8).reshape(n, number, 8)[..., :size]
        start += size
    bits = np.unpackbits(packed.reshape(-1), bitorder="little").reshape(n, number, _SET_BITS)
    vector[:, : number * NUM_CARDS].reshape(n, number, NUM_CARDS)[...] = bits[..., :NUM_CARDS]
