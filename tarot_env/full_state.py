"""The whole table as one flat float32 vector, hidden cards included: for centralised critics, never for a player."""

from __future__ import annotations

from typing import Final

import numpy as np

from tarot_env.encoding import HIDDEN_SIZE, HIDDEN_SLICES, SIZE, SLICES, Floats, Slice, encode, encode_hidden
from tarot_env.observation import observe
from tarot_env.rules import Rules
from tarot_env.state import State

STATE_SIZE: Final = SIZE + HIDDEN_SIZE + 4

STATE_SLICES: Final = (
    *SLICES,
    *(Slice(hidden.name, SIZE + hidden.start, hidden.length, hidden.meaning) for hidden in HIDDEN_SLICES),
    Slice("turn", SIZE + HIDDEN_SIZE, 4, "whose turn: self, next, opposite, previous"),
)
"""Seats are absolute: "self" is seat 0, next is seat 1, and so on."""


def encode_state(state: State, rules: Rules, out: Floats | None = None) -> Floats:
    """What seat 0 knows, what it does not, and whose turn it is, described by `STATE_SLICES`.

    Args:
        out: float32 (N, STATE_SIZE) to write into; None for a fresh array.

    Returns:
        float32 (N, STATE_SIZE), every entry in 0..1. `out` if it was given.
    """
    vector = np.empty((len(state.phase), STATE_SIZE), np.float32) if out is None else out
    encode(observe(state, rules, seat=0), vector[:, :SIZE])
    encode_hidden(state, 0, vector[:, SIZE : SIZE + HIDDEN_SIZE])
    vector[:, SIZE + HIDDEN_SIZE :] = state.seat[:, None] == np.arange(4)
    return vector
