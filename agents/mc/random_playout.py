"""Playouts in which every card is drawn at random."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import HeuristicAgent
from agents.mc.playout import RANDOM, Lots, Scores
from agents.mc.random_cards import play_to_the_last_card
from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.engine import Engine

_NOBODY_TO_ASK: Final = 3  # cards played after which nobody is asked for a poignee any more


class RandomPlayout:
    """Any legal card. Bids, discard and announcements are the heuristic's: random ones would give contracts that no
    player ever plays, and the mean over them would say nothing about the bid in question."""

    name = RANDOM

    def __init__(self, repeats: int = 4) -> None:
        self.repeats = repeats
        self._talks = HeuristicAgent()
        play_to_the_last_card(Engine(1, seed=0), np.zeros(1, np.int64))

    def scores(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> Scores:
        """See `Playout.scores`."""
        self._open(engine, lots, rng)
        scores = engine.scores.copy()
        going = np.flatnonzero(~engine.done)
        if going.size:
            luck = rng.integers(np.iinfo(np.int64).max, size=lots.max() + 1)[lots]
            playing = play_to_the_last_card(engine.take(going), luck[going])
            playing.step(_only(playing), check=False)
            scores[going] = playing.scores
        return scores

    def _open(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> None:
        """Play on until there is nothing to do but to play cards: through the auction, the discard and the poignees."""
        while (opening := (engine.phase < Phase.PLAY) | (engine.state.ply < _NOBODY_TO_ASK) & ~engine.done).any():
            luck = rng.random(lots.max() + 1)[lots]
            legal = engine.state.legal
            actions = cardsets.nth(legal, (luck * cardsets.count(legal)).astype(np.uint64))
            talking = np.flatnonzero(engine.phase < Phase.PLAY)
            if talking.size:
                actions[talking] = self._talks.act(engine.take(talking).observe(), rng)
            engine.step(actions, check=False, where=opening)


def _only(engine: Engine) -> npt.NDArray[np.int64]:
    """The one legal action of each deal: (N,)."""
    return cardsets.nth(engine.state.legal, np.zeros(len(engine), np.uint64))
