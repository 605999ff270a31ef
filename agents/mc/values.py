"""What every legal action is worth, as a target to learn from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.mc.compare import total_scores
from agents.mc.random_playout import RandomPlayout
from agents.mc.ways import ways
from tarot_env import cardsets
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


def action_values(
    observation: Observation, num_worlds: int, rng: np.random.Generator, repeats: int = 1
) -> npt.NDArray[np.float64]:
    """Mean score of the seat to act after each legal action, in points, by random playouts: float64 (N, 87).

    NaN stands where nothing was played out: at what is not legal, and in the discard at cards that begin none of the
    sets compared. A card that begins some of them is worth what the best of these is.

    Args:
        observation: N views, each of a seat that is to act.
        num_worlds: deals that agree with a view, drawn uniformly, for each of its actions the same.
        repeats: playouts of one action in one world.

    Raises:
        ValueError: as `tarot_env.worlds.worlds`.
    """
    order = np.argsort(observation.ply, kind="stable")  # like positions together: they take as many steps to the cards
    observation = observation.take(order)
    compared, playout = ways(observation, rng), RandomPlayout(repeats)

    def draw(numbers: npt.NDArray[np.int64], num_worlds: int) -> Engine:
        return worlds(observation.take(numbers), num_worlds, rng)

    means = total_scores(compared, num_worlds, draw, playout, rng) / (num_worlds * repeats)
    values = np.full((len(observation), cardsets.NUM_IDS), np.nan)
    np.fmax.at(values, (order[compared.decision], compared.actions[:, 0]), means)
    return values
