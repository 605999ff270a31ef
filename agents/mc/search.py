"""The search: so many worlds, or so much time, for each decision."""

from __future__ import annotations

import time
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.mc.compare import Draw, Totals, best_ways, total_scores
from agents.mc.playout import Playout
from agents.mc.ways import Ways, ways
from tarot_env import cardsets
from tarot_env.actions import PASS
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]

DEFAULT_WORLDS: Final = 100
_WORLDS_A_ROUND: Final = 20  # where the clock says how many rounds there are


class Search:
    """Compares every way to act in the same worlds.

    Args:
        playout: who plays on after the action that is tried.
        worlds: worlds for each decision; None: 100, or as many as `ms` allows.
        ms: milliseconds for each decision on average over a batch, in rounds of 20 worlds, at least one of them.

    Attributes:
        options: what differs from a plain search of 100 worlds, as text.

    Raises:
        ValueError: both worlds and ms are given, or one of them is not positive.
    """

    def __init__(self, playout: Playout, worlds: int | None = None, ms: float | None = None) -> None:
        if worlds is not None and ms is not None:
            raise ValueError("give worlds or ms, not both: ms draws as many worlds as it has time for")
        if worlds is not None and worlds < 1:
            raise ValueError(f"worlds is at least 1, not {worlds}")
        if ms is not None and not ms > 0:
            raise ValueError(f"ms is more than 0, not {ms}")
        self._playout = playout
        self._worlds = DEFAULT_WORLDS if worlds is None else worlds
        self._ms = ms
        self.options = f"worlds={self._worlds}" if ms is None else f"ms={ms:g}"
        if playout.name != "random":
            self.options += f",playout={playout.name}"

    def act(self, observation: Observation, draw: Draw, rng: np.random.Generator) -> Actions:
        """An action for each of N views, (N,); PASS where nothing is legal. A forced action takes no time.

        Args:
            draw: worlds of the views by their numbers.
            rng: draws the playouts and settles ties.
        """
        number = cardsets.count(observation.legal)
        actions = cardsets.nth(observation.legal, np.zeros(len(observation), np.uint64))
        actions[number == 0] = PASS
        chosen = np.flatnonzero(number > 1)
        if chosen.size:
            compared = ways(observation.take(chosen), rng)
            totals = self._totals(compared, lambda numbers, worlds: draw(chosen[numbers], worlds), rng)
            actions[chosen] = compared.actions[best_ways(compared.decision, totals, rng), 0]
        return actions

    def _totals(self, compared: Ways, draw: Draw, rng: np.random.Generator) -> Totals:
        """Total scores of the ways: (R,)."""
        if self._ms is None:
            return total_scores(compared, self._worlds, draw, self._playout, rng)
        start = time.perf_counter()
        end = start + self._ms / 1000 * len(compared.counts())
        totals = total_scores(compared, _WORLDS_A_ROUND, draw, self._playout, rng)
        now = time.perf_counter()
        longest = now - start
        while now + longest <= end:
            totals += total_scores(compared, _WORLDS_A_ROUND, draw, self._playout, rng)
            before, now = now, time.perf_counter()
            longest = max(longest, now - before)
        return totals
