"""The honest player: its worlds agree with what it sees."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from agents.mc.search import Search
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


class Opinion(Protocol):
    """How likely the worlds are that agree with a view."""

    name: str

    def draw(self, observation: Observation, num_worlds: int, rng: np.random.Generator) -> Engine:
        """Like `tarot_env.worlds.worlds`, but not uniform."""
        ...


class MonteCarloAgent:
    """Plays every legal action out to the end in many worlds and takes the one with the best mean score of its seat.

    The worlds agree with what the seat knows and are drawn anew for each decision, the same for all its actions. They
    are uniform among all such deals, unless an inference is given.

    The same generator and the same batch of observations give the same actions (of a search by the clock: if it has
    time for as many worlds); in another batch an observation meets other draws.
    """

    def __init__(self, search: Search, inference: Opinion | None = None) -> None:
        self.name = f"mc:{search.options}" + (f",inference={inference.name}" if inference else "")
        self._search = search
        self._inference = inference

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        draw_worlds = self._inference.draw if self._inference else worlds

        def draw(numbers: npt.NDArray[np.int64], num_worlds: int) -> Engine:
            return draw_worlds(observation.take(numbers), num_worlds, rng)

        return self._search.act(observation, draw, rng)
