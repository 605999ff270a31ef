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
_LEAVE_AT: Final = 0.8  # deals whose cards are not played yet, as a part of the batch, when the others leave it


class RandomPlayout:
    """Any legal card. Bids, discard and announcements are the heuristic's: random ones would give contracts that no
    player ever plays, and the mean over them would say nothing about the bid in question."""

    name = RANDOM

    def __init__(self, repeats: int = 4) -> None:
        self.repeats = repeats
        self._talks = HeuristicAgent()
        play_to_the_last_card(Engine(1, seed=0), np.zeros(1, np.int64))  # compiled now, not while a clock runs

    def scores(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> Scores:
        """See `Playout.scores`."""
        scores = np.empty((len(engine), 4), np.int32)
        deals, luck = np.arange(len(engine)), rng.integers(np.iinfo(np.int64).max, size=lots.max() + 1)
        while True:
            opening = _is_opening(engine)
            number = np.count_nonzero(opening)
            if number == 0:
                scores[deals] = _scores_of_cards(engine, luck[lots])
                return scores
            if number <= _LEAVE_AT * len(engine):
                opened, going = np.flatnonzero(~opening), np.flatnonzero(opening)
                scores[deals[opened]] = _scores_of_cards(engine.take(opened), luck[lots[opened]])
                deals, lots, engine, opening = deals[going], lots[going], engine.take(going), opening[going]
            engine.step(self._open(engine, rng.random(len(luck))[lots], rng), check=False, where=opening)

    def _open(self, engine: Engine, luck: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """What is bid, put aside, announced, or, in the first trick, played: (N,)."""
        legal = engine.state.legal
        actions = cardsets.nth(legal, (luck * cardsets.count(legal)).astype(np.uint64))
        talking = np.flatnonzero(engine.phase < Phase.PLAY)
        if talking.size:
            actions[talking] = self._talks.act(engine.take(talking).observe(), rng)
        return actions


def _is_opening(engine: Engine) -> npt.NDArray[np.bool_]:
    """Whether something else than a card may still be asked for: (N,)."""
    first = engine.state.ply < _NOBODY_TO_ASK
    opening: npt.NDArray[np.bool_] = (first | (engine.phase < Phase.PLAY)) & ~engine.done
    return opening


def _scores_of_cards(engine: Engine, luck: npt.NDArray[np.int64]) -> Scores:
    """The scores after random cards, of the deals that are over already those that they have: (N, 4)."""
    engine = play_to_the_last_card(engine, luck)
    engine.step(cardsets.nth(engine.state.legal, np.zeros(len(engine), np.uint64)), check=False)
    return engine.scores
