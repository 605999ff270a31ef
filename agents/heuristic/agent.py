"""The heuristic player: one small function for each phase."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.heuristic import announcements, bidding, defence, taker
from agents.heuristic.discard import discard
from agents.heuristic.habits import choose, lowest
from agents.heuristic.table import look
from tarot_env.actions import PASS, Phase
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]


class HeuristicAgent:
    """What a good club player does, without search: see the modules of this package for its habits."""

    name = "heuristic"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """See `Agent.act`. The habits leave nothing to chance: `rng` is not used."""
        actions = np.full(len(observation), PASS, np.int64)
        for phase, decide in _DECIDE.items():
            rows = np.flatnonzero((observation.phase == phase) & (observation.turn == 0))
            if rows.size == len(observation):
                return decide(observation)
            if rows.size:
                actions[rows] = decide(observation.take(rows))
        return actions


def play(observation: Observation) -> Actions:
    """A card to the trick: (N,)."""
    actions = np.empty(len(observation), np.int64)
    taking = observation.taker == 0
    leading = (observation.ply & 3) == 0
    for habits, where in (
        (taker.LEADS, taking & leading),
        (taker.FOLLOWS, taking & ~leading),
        (defence.LEADS, ~taking & leading),
        (defence.FOLLOWS, ~taking & ~leading),
    ):
        rows = np.flatnonzero(where)
        if rows.size:
            actions[rows] = choose(habits, look(observation.take(rows)))
    return actions


_DECIDE = {
    Phase.AUCTION: bidding.bid,
    Phase.DISCARD: lambda observation: lowest(discard(observation)),
    Phase.CHELEM: announcements.chelem,
    Phase.POIGNEE: announcements.poignee,
    Phase.PLAY: play,
}
