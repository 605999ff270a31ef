"""Decisions and deals per CPU-second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Play = Callable[[], tuple[int, int]]
"""Plays for a while; returns the decisions taken and the deals finished."""


@dataclass(frozen=True)
class Rate:
    """What was measured, in units per CPU-second of this process."""

    name: str
    mode: str
    batch: int
    decisions: float
    deals: float


@dataclass(frozen=True)
class Stopwatch:
    """How long and how often everything is measured; the best repetition counts, as others share the machine."""

    seconds: float
    repetitions: int

    def rate(self, name: str, mode: str, batch: int, play: Play) -> Rate:
        """Call `play` once to warm up, then over and over."""
        play()
        best = max(self._once(play) for _ in range(self.repetitions))
        return Rate(name, mode, batch, *best)

    def _once(self, play: Play) -> tuple[float, float]:
        decisions = deals = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < self.seconds:
            more_decisions, more_deals = play()
            decisions += more_decisions
            deals += more_deals
        return decisions / spent, deals / spent
