"""What a player is: a name, and an action for each of a batch of observations."""

from __future__ import annotations

from typing import Literal, Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from tarot_env.engine import Engine
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


class CheatingAgent(Agent, Protocol):
    """A player that sees all cards: an upper bound to measure honest players by, never one of them.

    Its name says so. Only a harness that has the deals themselves can seat it, by `act_seeing`; its `act` raises
    ValueError, so that it cannot slip in where observations are all there is.
    """

    cheats: Literal[True]

    def act_seeing(self, engine: Engine, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Decide for the seat to act in each of N deals, all cards seen.

        Args:
            engine: just the deals to decide in (``Engine.take``), none of them over. It is not stepped.
            rng: as in `Agent.act`.

        Returns:
            int64 (N,): a legal action for each deal.
        """
        ...


def is_cheat(agent: Agent) -> TypeGuard[CheatingAgent]:
    """Whether a player has to see all cards, and is to be asked by `CheatingAgent.act_seeing`."""
    return getattr(agent, "cheats", False) is True
