"""What is true of every deal at every moment."""

from __future__ import annotations

import numpy as np

from tarot_env.actions import Phase
from tarot_env.cardsets import DECK, count
from tarot_env.engine import Engine
from tarot_env.rules import Contract
from tarot_env.scoring import half_points, taker_totals
from tarot_env.state import State


def assert_conserved(state: State) -> None:
    """Hands, cards played, and the dog or the discard are the deck, each card once."""
    picked_up = (state.phase != Phase.AUCTION) & (state.contract > 0) & (state.contract <= Contract.GARDE)
    aside = np.where(picked_up[:, None], state.discard, state.dog)
    places = np.concatenate([state.hand, state.played, aside[:, None]], axis=1)  # (N, 9, 2)
    assert (np.bitwise_or.reduce(places, axis=1) == DECK).all()
    assert (count(places).sum(axis=1) == 78).all()


def assert_finished(engine: Engine) -> None:
    """Deals that are over: 91 points in whole numbers, scores that sum to zero, and to nothing where all passed."""
    state, played = engine.state, engine.state.contract > 0
    aside = np.where((state.contract > Contract.GARDE)[:, None], state.dog, state.discard)
    halves, bouts = taker_totals(state)
    assert engine.done.all()
    assert (state.points.sum(axis=1) + half_points(aside) == 182)[played].all()
    assert (halves % 2 == 0)[played].all()
    assert ((bouts >= 0) & (bouts <= 3)).all()
    assert (engine.scores.sum(axis=1) == 0).all()
    assert (engine.scores[~played] == 0).all()
    defence = engine.scores[played][np.arange(4) != state.taker[played, None]].reshape(-1, 3)
    assert (defence == defence[:, :1]).all()
