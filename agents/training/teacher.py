"""Whom a network learns from before it plays against itself."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt
from torch import Tensor, from_numpy

from agents.agent import Agent
from agents.registry import load
from agents.training.collect import Actor, Asked
from agents.training.credit import UNIT, value_scale
from agents.training.guest import Guest
from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS, Phase
from tarot_env.observation import Observation

Floats = npt.NDArray[np.float32]


class Teacher(Protocol):
    """Says how likely it would take each action."""

    name: str

    def logits(self, observation: Observation, rng: np.random.Generator) -> Floats:
        """Log probabilities but for a constant, float32 (N, 87); minus infinity for what it never does."""
        ...


class AgentTeacher:
    """A player; what it does, it does always."""

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent

    def logits(self, observation: Observation, rng: np.random.Generator) -> Floats:
        """See `Teacher.logits`."""
        logits = np.full((len(observation), NUM_ACTIONS), -np.inf, np.float32)
        logits[np.arange(len(logits)), self._agent.act(observation, rng)] = 0
        return logits


class SearchTeacher:
    """Flat Monte Carlo teaches the play of the cards by what each card is worth, the heuristic all before it.

    A player that only says which card it takes hides that others were as good; the worth of all cards, found in the
    same worlds, says far more about each decision.

    Args:
        worlds: worlds for each decision, one playout of each card in each.
        temperature: points per defender before the multiplier that make a card e times as likely.
    """

    def __init__(self, worlds: int, temperature: float) -> None:
        from agents.mc.values import action_values

        self.name = f"mc:worlds={worlds}"
        self._values = action_values
        self._worlds = worlds
        self._temperature = temperature
        self._talks = AgentTeacher(load("heuristic"))

    def logits(self, observation: Observation, rng: np.random.Generator) -> Floats:
        """See `Teacher.logits`."""
        logits = np.full((len(observation), NUM_ACTIONS), -np.inf, np.float32)
        playing = observation.phase == Phase.PLAY
        for rows, log_chances in (
            (np.flatnonzero(playing), self._cards),
            (np.flatnonzero(~playing), self._talks.logits),
        ):
            if rows.size:
                logits[rows] = log_chances(observation.take(rows), rng)
        return logits

    def _cards(self, observation: Observation, rng: np.random.Generator) -> Floats:
        values = self._values(observation, self._worlds, rng)
        points = values * (UNIT / self._temperature / value_scale(observation)[:, :1])
        logits: Floats = np.where(cardsets.to_bool(observation.legal), points, -np.inf).astype(np.float32)
        return logits


def teacher_of(spec: str, temperature: float) -> Teacher:
    """The teacher that a text names: ``"mc:worlds=30"`` teaches values, any other player its choices.

    Raises:
        ValueError: as `agents.load`.
    """
    player = Guest(spec)  # says what is wrong with the text, or is missing
    name, _, worlds = spec.partition(":worlds=")
    if name == "mc" and worlds.isdecimal():
        return SearchTeacher(int(worlds), temperature)
    return AgentTeacher(player)


def by_teacher(teacher: Teacher, rng: np.random.Generator) -> Actor:
    """A teacher that acts for the network that is to learn from it."""

    def act(asked: Asked) -> Tensor:
        return from_numpy(teacher.logits(asked.observation, rng)).to(asked.encoded.device)

    return act
