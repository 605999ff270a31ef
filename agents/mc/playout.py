"""Deals played to the end, many at once."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from agents.heuristic import HeuristicAgent
from agents.registry import load
from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.engine import Engine

Actions = npt.NDArray[np.int64]
Luck = npt.NDArray[np.float64]

# Finished deals are dropped once they are so large a part of the batch: dropping copies the rest.
_DROP_AT: Final = 0.2


class Playout(Protocol):
    """Who plays on from the positions that are compared."""

    name: str
    repeats: int
    """Playouts of one way to act in one world: worth their time if chance makes them differ."""

    def choose(self, engine: Engine, luck: Luck, rng: np.random.Generator) -> Actions:
        """A legal action for each deal, anything where a deal is over: int64 (N,).

        Args:
            luck: float64 (N,) from 0 to below 1: uniform draws, equal in deals that are to have the same luck.
            rng: for what needs more than one draw.
        """
        ...


class RandomPlayout:
    """Any legal card. Bids, discard and announcements are the heuristic's: random ones would give contracts that no
    player ever plays, and the mean over them would say nothing about the bid in question."""

    name = "random"
    repeats = 4

    def __init__(self) -> None:
        self._talks = HeuristicAgent()

    def choose(self, engine: Engine, luck: Luck, rng: np.random.Generator) -> Actions:
        """See `Playout.choose`."""
        legal = engine.state.legal
        actions = cardsets.nth(legal, (luck * cardsets.count(legal)).astype(np.uint64))
        talking = np.flatnonzero(engine.phase < Phase.PLAY)
        if talking.size:
            actions[talking] = self._talks.act(engine.take(talking).observe(), rng)
        return actions


class AgentPlayout:
    """All four seats play like one agent, each seeing only what it would see."""

    repeats = 1

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent

    def choose(self, engine: Engine, luck: Luck, rng: np.random.Generator) -> Actions:
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


def play_out(
    engine: Engine, lots: npt.NDArray[np.int64], playout: Playout, rng: np.random.Generator
) -> npt.NDArray[np.int32]:
    """The scores of all seats when everybody plays on like `playout`: int32 (N, 4). `engine` is played on.

    Args:
        lots: (N,) deals with the same number, 0 and up, have the same luck at each step.
    """
    scores = np.zeros((len(engine), 4), np.int32)
    deals, num_lots = np.arange(len(engine)), int(lots.max()) + 1
    while True:
        over = engine.done
        number = np.count_nonzero(over)
        if number > _DROP_AT * len(engine):
            scores[deals[over]] = engine.scores[over]
            if number == len(engine):
                return scores
            going = np.flatnonzero(~over)
            deals, lots, engine = deals[going], lots[going], engine.take(going)
        luck = rng.random(num_lots)[lots]
        engine.step(playout.choose(engine, luck, rng), check=False)
