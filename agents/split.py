"""Two players as one: it tells what bidding is worth from what play is worth."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from tarot_env.actions import Phase
from tarot_env.observation import Observation


class SplitAgent:
    """One player's bids, and all that follows by another.

    Args:
        bids: decides in the auction.
        rest: decides after it: discard, chelem, poignees, cards.

    Raises:
        ValueError: one of them is a cheat.
    """

    def __init__(self, bids: Agent, rest: Agent) -> None:
        for player in (bids, rest):
            if is_cheat(player):
                raise ValueError(f"split: {player.name} is a cheat and plays for itself alone")
        self.name = f"split:bids={bids.name},rest={rest.name}"
        self._bids = bids
        self._rest = rest

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(observation), np.int64)
        bidding = observation.phase == Phase.AUCTION
        for player, rows in ((self._bids, np.flatnonzero(bidding)), (self._rest, np.flatnonzero(~bidding))):
            if rows.size:
                actions[rows] = player.act(observation.take(rows), rng)
        return actions
