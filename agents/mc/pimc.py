"""Sampled worlds, each solved as if all cards were seen: perfect information Monte Carlo (Levy 1989)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.mc.compare import best_ways
from agents.mc.ways import ways
from agents.solver import Solver
from agents.solver.seen import position_of
from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

Actions = npt.NDArray[np.int64]

MOST_CARDS: Final = 12
"""Cards in hand that can be solved within seconds."""


class PimcAgent:
    """Solves the last cards exactly in each of some worlds and takes the card with the best mean; before, it is `mc`.

    What is exact in each world is wrong for all together: in a world everybody knows where each card lies, and plays
    accordingly ("strategy fusion", Frank and Basin 1998).

    Args:
        before: who decides while hands are larger, and all that is no card.
        num_worlds: worlds for each decision, drawn uniformly.
        cards: cards left in hand from which on worlds are solved.

    Raises:
        ValueError: one of the numbers is not positive, or hands of so many cards are too large to be solved.
    """

    def __init__(self, before: Agent, num_worlds: int, cards: int) -> None:
        if num_worlds < 1:
            raise ValueError(f"worlds is at least 1, not {num_worlds}")
        if not 1 <= cards <= MOST_CARDS:
            raise ValueError(f"cards is 1 to {MOST_CARDS}, not {cards}: larger hands take seconds to solve")
        self.name = f"pimc:worlds={num_worlds},cards={cards}"
        self._before = before
        self._worlds = num_worlds
        self._cards = cards
        self._solver = Solver()

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """See `Agent.act`."""
        late = (observation.phase == Phase.PLAY) & (cardsets.count(observation.hand) <= self._cards)
        solved = late & (cardsets.count(observation.legal) > 1)
        actions = np.empty(len(observation), np.int64)
        for rows, decide in ((np.flatnonzero(solved), self._solve), (np.flatnonzero(~solved), self._before.act)):
            if rows.size:
                actions[rows] = decide(observation.take(rows), rng)
        return actions

    def _solve(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """The cards with the best mean over the worlds: (N,)."""
        compared = ways(observation, rng)
        drawn = worlds(observation, self._worlds, rng)
        taker_gains = np.zeros((len(observation), cardsets.NUM_IDS))
        for deal in range(len(drawn)):
            for card, score in self._solver.solve_all(position_of(drawn, deal)).items():
                taker_gains[deal // self._worlds, card] += score
        side = np.where(observation.taker == 0, 1, -1)
        values = (taker_gains * side[:, None])[compared.decision, compared.actions[:, 0]]
        chosen: Actions = compared.actions[best_ways(compared.decision, values, rng), 0]
        return chosen
