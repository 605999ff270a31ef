"""Deals played to the end, many at once."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from agents.heuristic import HeuristicAgent
from agents.registry import load
from tarot_env.actions import Phase
from tarot_env.engine import Engine

Actions = npt.NDArray[np.int64]

# Finished deals are dropped once they are so large a part of the batch: dropping copies the rest.
_DROP_AT: Final = 0.2


class Playout(Protocol):
    """Who plays on from the positions that are compared."""

    name: str

    def choose(self, engine: Engine, rng: np.random.Generator) -> Actions:
        """A legal action for each deal, anything where a deal is over: int64 (N,)."""
        ...


class RandomPlayout:
    """Any legal card. Bids, discard and announcements are the heuristic's: random ones would give contracts that no
    player ever plays, and the mean over them would say nothing about the bid in question."""

    name = "random"

    def __init__(self) -> None:
        self._talks = HeuristicAgent()

    def choose(self, engine: Engine, rng: np.random.Generator) -> Actions:
        """See `Playout.choose`."""
        actions = engine.sample_legal(rng)
        talking = np.flatnonzero(engine.phase < Phase.PLAY)
        if talking.size:
            actions[talking] = self._talks.act(engine.take(talking).observe(), rng)
        return actions


class AgentPlayout:
    """All four seats play like one agent, each seeing only what it would see."""

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent

    def choose(self, engine: Engine, rng: np.random.Generator) -> Actions:
        """See `Playout.choose`."""
        return self._agent.act(engine.observe(), rng)


def playout_of(spec: str) -> Playout:
    """The playout that a text names: ``"random"``, or any player that `agents.load` knows.

    Raises:
        ValueError: as `agents.load`; or the player is a cheat.
    """
    if spec == RandomPlayout.name:
        return RandomPlayout()
    agent = load(spec)
    if is_cheat(agent):
        raise ValueError(f"playout={agent.name}: a cheat cannot play worlds out")
    return AgentPlayout(agent)


def play_out(engine: Engine, playout: Playout, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """The scores of all seats when everybody plays on like `playout`: int32 (N, 4). `engine` is played on."""
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
        engine.step(playout.choose(engine, rng), check=False)
