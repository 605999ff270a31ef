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

    option: str
    """What it is called in the name of a player."""

    def draw(self, observation: Observation, num_worlds: int, rng: np.random.Generator) -> Engine:
        """Like `tarot_env.worlds.worlds`, but not uniform."""
        ...


class MonteCarloAgent:
    """Plays every legal action out to the end in many worlds and takes the one with the best mean score of its seat.

    The worlds agree with what the seat knows and are drawn anew for each decision, the same for all its actions. They
    are uniform among all such deals, unless there is an opinion of them.

    The same generator and the same batch of observations give the same actions (of a search by the clock: if it has
    time for as many worlds); in another batch an observation meets other draws.
    """

    def __init__(self, search: Search, opinion: Opinion | None = None) -> None:
        self.name = f"mc:{search.options}" + (f",{opinion.option}" if opinion else "")
        self._search = search
        self._draw = opinion.draw if opinion else worlds

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""

        def draw(numbers: npt.NDArray[np.int64], num_worlds: int) -> Engine:
            return self._draw(observation.take(numbers), num_worlds, rng)

        return self._search.act(observation, draw, rng)
