"""The heuristic player: one small function for each phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import defence_follows, defence_leads, taker_follows, taker_leads
from agents.heuristic.announcements import announce_chelem, show_poignee
from agents.heuristic.bidding import bid
from agents.heuristic.discard import discard
from agents.heuristic.habits import choose
from agents.heuristic.table import look
from tarot_env.actions import PASS, Phase
from tarot_env.cards import NO_SUIT
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]


class HeuristicAgent:
    """What a good club player does, without search: its habits stand in the modules of this package."""

    name = "heuristic"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """See `Agent.act`. Nothing is left to chance: `rng` is not used."""
        actions = np.full(len(observation), PASS, np.int64)
        for phase, decide in _DECIDE.items():
            rows = np.flatnonzero((observation.phase == phase) & (observation.turn == 0))
            if rows.size:
                actions[rows] = decide(observation if rows.size == len(observation) else observation.take(rows))
        return actions


def play(observation: Observation) -> Actions:
    """A card to the trick: (N,)."""
    actions = np.empty(len(observation), np.int64)
    taking = observation.taker == 0
    leading = (observation.ply & 3) == 0
    opening = observation.led == NO_SUIT  # leading, or the first to play after a led Excuse
    for habits, where in (
        (taker_leads.HABITS, taking & opening),
        (taker_follows.HABITS, taking & ~opening),
        (defence_leads.HABITS, ~taking & leading),
        (defence_follows.HABITS, ~taking & ~leading),
    ):
        rows = np.flatnonzero(where)
        if rows.size:
            actions[rows] = choose(habits, look(observation.take(rows)))
    return actions


_DECIDE: Final[dict[Phase, Callable[[Observation], Actions]]] = {
    Phase.AUCTION: bid,
    Phase.DISCARD: discard,
    Phase.CHELEM: announce_chelem,
    Phase.POIGNEE: show_poignee,
    Phase.PLAY: play,
}
