"""Spaces that all environments share, and how a position fills them."""

from __future__ import annotations

import math
import numbers
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS
from tarot_env.cardsets import Lanes
from tarot_env.encoding import SIZE, encode
from tarot_env.observation import Observation
from tarot_env.rules import AllPass, Rules

ILLEGAL_REWARD: Final = -1000.0
"""Points for an illegal action where it ends the episode: fewer than any garde can lose, chelems apart,
3 * (2 * (25 + 56 + 10) + 40) = 666, so that it is no way out of a bad deal."""


SeatObservation = dict[str, Any]
"""What environments give to a learner: ``"observation"`` float32 (..., SIZE), see `encoding.SLICES`, and
``"action_mask"`` int8 (..., 87), 1 = legal, zeros when it is not this seat's turn."""


def observation_space() -> spaces.Dict:
    """Of one seat: ``{"observation": float32 (SIZE,), "action_mask": int8 (87,)}``, everything in 0..1."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The one action space, see `actions`."""
    return spaces.Discrete(NUM_ACTIONS)


def mask(legal: Lanes) -> npt.NDArray[np.int8]:
    """int8 (N, 87), fresh, from sets of legal actions (N, 2)."""
    return cardsets.to_bool(legal).view(np.int8)


def seat_observations(observation: Observation) -> SeatObservation:
    """N views as a batch of observations, in fresh arrays."""
    return {"observation": encode(observation), "action_mask": mask(observation.legal)}


def rules_for(rules: Rules | str, all_pass: AllPass) -> Rules:
    """The rules given, or the preset named, which then does `all_pass` after four passes.

    Raises:
        ValueError: no preset has this name.
    """
    if isinstance(rules, Rules):
        return rules
    return replace(Rules.named(rules), all_pass=all_pass)


def check_reward_scale(reward_scale: float) -> float:
    """Points to one unit of reward.

    Raises:
        ValueError: not a positive number.
    """
    scale = _number(reward_scale)
    if not 0 < scale < math.inf:
        raise ValueError(f"reward_scale is a positive number of points to one unit of reward, not {reward_scale!r}")
    return scale


def check_illegal_reward(illegal_reward: float) -> float:
    """Points for an illegal action.

    Raises:
        ValueError: not a finite number.
    """
    points = _number(illegal_reward)
    if not math.isfinite(points):
        raise ValueError(f"illegal_reward is a number of points, not {illegal_reward!r}")
    return points


def _number(value: Any) -> float:
    """NaN for what is none: a text or a yes or no would pass `float`."""
    return math.nan if isinstance(value, bool) or not isinstance(value, numbers.Real) else float(value)
