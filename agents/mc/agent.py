"""The honest player: its worlds agree with what it sees."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.mc.search import Search
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


class MonteCarloAgent:
    """Plays every legal action out to the end in many worlds and takes the one with the best mean score of its seat.

    The worlds are drawn anew for each decision, uniformly among all that agree with what the seat knows, and are the
    same for all its actions. The same generator and the same batch of observations give the same actions (of a search
    by the clock: if it has time for as many worlds); in another batch an observation meets other draws.
    """

    def __init__(self, search: Search) -> None:
        self.name = f"mc:{search.options}"
        self._search = search

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        return self._search.act(
            observation, lambda numbers, num_worlds: worlds(observation.take(numbers), num_worlds, rng), rng
        )
