"""Players that play any card: the floor of every comparison."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.heuristic import HeuristicAgent
from tarot_env.actions import Phase
from tarot_env.legal import any_of
from tarot_env.observation import Observation


class RandomAgent:
    """Any legal action, each as likely as the others."""

    name = "random"

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        return any_of(observation.legal, rng)


class RandomCardsAgent:
    """The heuristic's bids, discard and announcements, then any legal card: it separates bidding from play."""

    name = "random-cards"

    def __init__(self) -> None:
        self._talks = HeuristicAgent()

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        actions = any_of(observation.legal, rng)
        talking = np.flatnonzero(observation.phase != Phase.PLAY)
        if talking.size:
            actions[talking] = self._talks.act(observation.take(talking), rng)
        return actions
