"""The cheat: it searches in the world as it is."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from agents.mc.search import Search
from tarot_env.engine import Engine
from tarot_env.observation import Observation


class PeekingAgent:
    """A cheat, for an upper bound: `MonteCarloAgent` with the true cards in place of worlds.

    What it gains over the honest player is what hidden cards cost that player.
    """

    cheats: Literal[True] = True

    def __init__(self, search: Search) -> None:
        self.name = f"mc:peek,{search.options}"
        self._search = search

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Never: there are no cards to look at in an observation.

        Raises:
            ValueError: always.
        """
        raise ValueError(f"{self.name} is a cheat that looks at all cards: it plays in evaluate.py only")

    def act_seeing(self, engine: Engine, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `CheatingAgent.act_seeing`."""
        return self._search.act(
            engine.observe(), lambda numbers, num_worlds: engine.take(np.repeat(numbers, num_worlds)), rng
        )
