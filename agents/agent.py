"""What a player is: a name, and an action for each of a batch of observations."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from tarot_env.observation import Observation


class Agent(Protocol):
    """A player. It sees observations and nothing else: no engine, no other hand."""

    name: str

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Decide in N positions at once, which may stand in different phases.

        Args:
            observation: N views, each of the seat to act (``turn == 0``).
            rng: the only source of chance; the same generator state gives the same actions.

        Returns:
            int64 (N,): a legal action for each view; PASS where nothing is legal (the deal is over).
        """
        ...
