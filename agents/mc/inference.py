"""Worlds weighed by how likely the others would have bid, discarded and played so."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from agents.mc import replay
from agents.mc.put_aside import put_aside
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds as uniform_worlds

Floats = npt.NDArray[np.float64]

DRAWN_FOR_ONE: Final = 8
"""Uniform worlds that are drawn for each one that is kept."""
_WEIGHED_FOR_ONE: Final = 2
"""Those among them whose play is weighed, card by card: it takes longer and tells less than bids and discard."""

DOUBT_BID: Final = 0.05
DOUBT_DISCARD: Final = 0.1
DOUBT_CARD: Final = 0.7
"""Chance that a seat does anything legal rather than what the policy does. Good players differ most in their cards."""

_LEAST_EFFECTIVE: Final = 0.5  # effective worlds for each world kept; below, the weights are levelled


class Inference:
    """Draws worlds as the cards would lie if everybody bid, discarded and played like one policy, with some doubt.

    Raises:
        ValueError: the policy is a cheat.
    """

    def __init__(self, policy: Agent) -> None:
        if is_cheat(policy):
            raise ValueError(f"inference={policy.name}: a cheat cannot be inferred from")
        self.option = f"inference={policy.name}"
        self._policy = policy

    def draw(self, observation: Observation, num_worlds: int, rng: np.random.Generator) -> Engine:
        """Like `tarot_env.worlds.worlds`, but not uniform: importance resampling from a larger uniform sample."""
        pool = uniform_worlds(observation, num_worlds * DRAWN_FOR_ONE, rng)
        log_weights = replay.auction(pool, self._policy, DOUBT_BID, rng)
        log_weights += put_aside(pool, self._policy, DOUBT_DISCARD, rng)
        pool = _likely(pool, log_weights, DRAWN_FOR_ONE * num_worlds, _WEIGHED_FOR_ONE * num_worlds, rng)
        log_weights = replay.cards(pool, self._policy, DOUBT_CARD, rng)
        return _likely(pool, log_weights, _WEIGHED_FOR_ONE * num_worlds, num_worlds, rng)


def _likely(pool: Engine, log_weights: Floats, drawn: int, kept: int, rng: np.random.Generator) -> Engine:
    """Of each `drawn` worlds in a row, `kept` by their weights."""
    weights = levelled(log_weights.reshape(-1, drawn), _LEAST_EFFECTIVE * kept)
    places = resampled(weights, kept, rng) + np.arange(len(weights))[:, None] * drawn
    return pool.take(places.reshape(-1))


def levelled(log_weights: Floats, least_effective: float) -> Floats:
    """Weights (N, M) that sum to 1 in each row, drawn together until they are worth so many equal ones.

    The effective number is one over the sum of squares (Kish 1965). The weights are raised to a power below 1, found by
    halving, where it is too low.
    """
    low, high = np.zeros((len(log_weights), 1)), np.ones((len(log_weights), 1))
    weights = _normal(log_weights)
    exponent = high
    for _ in range(10):
        enough = 1 / np.square(weights).sum(axis=1, keepdims=True) >= least_effective
        low, high = np.where(enough, exponent, low), np.where(enough, high, exponent)
        exponent = np.where(low == 1, 1, (low + high) / 2)
        weights = _normal(exponent * log_weights)
    return _normal(low * log_weights)


def _normal(log_weights: Floats) -> Floats:
    weights = np.exp(log_weights - log_weights.max(axis=1, keepdims=True))
    normal: Floats = weights / weights.sum(axis=1, keepdims=True)
    return normal


def resampled(weights: Floats, number: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Places (N, number) in each row, each as often as its weight says, by steps of equal size from a random start."""
    upto = weights.cumsum(axis=1)
    marks = (np.arange(number) + rng.random((len(weights), 1))) / number * upto[:, -1:]
    rows = [np.searchsorted(up, mark) for up, mark in zip(upto, marks, strict=True)]
    return np.stack(rows).astype(np.int64)
