"""How likely a policy is to do what was seen."""

from __future__ import annotations

from typing import Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from tarot_env.observation import Observation


class _KnowsItsChances(Agent, Protocol):
    def logits(self, observation: Observation) -> npt.NDArray[np.float32]:
        """Of all actions, float32 (N, 87); minus infinity where one is not legal."""
        ...


def knows_its_chances(policy: Agent) -> TypeGuard[_KnowsItsChances]:
    """Whether a policy, as a network does, says how likely each action is, and not only which one it takes."""
    return hasattr(policy, "logits")


def chances(
    policy: Agent, observation: Observation, actions: npt.NDArray[np.int64], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Chance that a policy does these actions: float64 (N,); 1 or 0 if it only says which one it takes."""
    if not knows_its_chances(policy):
        same: npt.NDArray[np.bool_] = policy.act(observation, rng) == actions
        return same.astype(np.float64)
    logits = policy.logits(observation).astype(np.float64)
    likelihood = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance: npt.NDArray[np.float64] = likelihood[np.arange(len(actions)), actions] / likelihood.sum(axis=1)
    return chance
