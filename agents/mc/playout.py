"""Who plays worlds on to their end, many at once."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from agents.registry import load
from tarot_env.engine import Engine

Lots = npt.NDArray[np.int64]
Scores = npt.NDArray[np.int32] | npt.NDArray[np.float64]

RANDOM: Final = "random"

# Finished deals are dropped once they are so large a part of the batch: dropping copies the rest.
_DROP_AT: Final = 0.2


class Playout(Protocol):
    """Who plays on from the positions that are compared."""

    name: str
    repeats: int
    """Playouts of one way to act in one world: worth their time if chance makes them differ."""

    def scores(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> Scores:
        """The scores of all seats when the deals have been played on to their end, or what they can expect: (N, 4).

        Args:
            engine: N deals; it is used up.
            lots: (N,) deals with the same number, 0 and up, are to have the same luck at each step.
        """
        ...


class AgentPlayout:
    """All four seats play like one agent, each seeing only what it would see."""

    repeats = 1

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent

    def scores(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> Scores:
        """See `Playout.scores`."""
        scores = np.zeros((len(engine), 4), np.int32)
        deals = np.arange(len(engine))
        while True:
            over = engine.done
            number = np.count_nonzero(over)
            if number > _DROP_AT * len(engine):
                scores[deals[over]] = engine.scores[over]
                if number == len(engine):
                    return scores
                going = np.flatnonzero(~over)
                deals, engine = deals[going], engine.take(going)
            engine.step(self._agent.act(engine.observe(), rng), check=False)


def playout_of(spec: str) -> Playout:
    """The playout that a text names: ``"random"``, or any player that `agents.load` knows.

    Raises:
        ValueError: as `agents.load`; the player is a cheat; or random cards cannot be compiled, for want of numba.
    """
    if spec == RANDOM:
        try:
            from agents.mc.random_playout import RandomPlayout
        except ImportError:
            raise ValueError("random playouts are compiled by numba: pip install 'tarot-env[search]'") from None
        return RandomPlayout()
    agent = load(spec)
    if is_cheat(agent):
        raise ValueError(f"playout={agent.name}: a cheat cannot play worlds out")
    return AgentPlayout(agent)
