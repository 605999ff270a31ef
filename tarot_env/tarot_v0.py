"""Four-player French tarot for PettingZoo: ``from tarot_env import tarot_v0; env = tarot_v0.env()``."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tarot_env.aec import raw_env
from tarot_env.spaces import ILLEGAL_REWARD, SeatObservation

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv[str, SeatObservation, Any]:
    """`raw_env` in the wrappers that PettingZoo's card games have.

    >>> table = env(rules="casual", reward_scale=100)
    >>> table.reset(seed=7)
    >>> for seat in table.agent_iter():
    ...     observation, reward, termination, truncation, info = table.last()
    ...     lowest = int(observation["action_mask"].argmax())
    ...     table.step(None if termination or truncation else lowest)
    >>> table.agents
    []

    An illegal action ends the episode: its seat gets `ILLEGAL_REWARD` divided by `reward_scale`, the others nothing.
    An action outside ``Discrete(87)`` raises AssertionError, a call before `reset` AttributeError.

    Args:
        options: of `raw_env`.
    """
    table = raw_env(**options)
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD / table.reward_scale)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))
