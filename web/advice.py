"""What an agent would do, and how sure it is; in the review also what each card would have come to."""

from __future__ import annotations

import importlib.util
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from agents import Agent
from tarot_env import Observation
from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.cards import NAMES
from tarot_env.cardsets import count, to_ids
from tarot_env.engine import Engine

Json = dict[str, Any]
SOLVABLE_CARDS: Final = 7
"""Cards in the longest hand up to which the solver answers at once."""


def advice(agent: Agent, seen: Observation, rng: np.random.Generator) -> Json:
    """The agent's choice for the seat to act, and its probabilities where it has some."""
    choice = int(agent.act(seen, rng)[0])
    told: Json = {"agent": agent.name, "choice": ACTION_NAMES[choice], "probabilities": None}
    logits = getattr(agent, "logits", None)
    if callable(logits):
        told["probabilities"] = _probabilities(logits(seen)[0], to_ids(seen.legal[0]))
    return told


def _probabilities(logits: npt.NDArray[np.float32], legal: list[int]) -> dict[str, float]:
    weights = np.exp(logits[legal] - logits[legal].max())
    return {ACTION_NAMES[a]: round(float(w), 4) for a, w in zip(legal, weights / weights.sum(), strict=True)}


def solved(engine: Engine) -> Json | None:
    """What each card of the seat to act comes to when all play the best cards and see all hands.

    Returns:
        The score of the seat to act by card name; None where the solver does not reach, or is not installed.
    """
    within_reach = engine.phase[0] == Phase.PLAY and int(count(engine.state.hand[0]).max()) <= SOLVABLE_CARDS
    if not within_reach or importlib.util.find_spec("numba") is None:
        return None
    from agents.solver import solve_all
    from agents.solver.seen import position_of

    seat, taker = int(engine.seat[0]), int(engine.state.taker[0])
    share = 3 if seat == taker else -1
    return {NAMES[card]: share * value for card, value in solve_all(position_of(engine)).items()}
