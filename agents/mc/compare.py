"""Mean scores of ways to act, over common worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.mc.playout import Playout
from agents.mc.ways import NOTHING, Ways
from tarot_env.engine import Engine

BATCH: Final = 16_384
"""Deals that are played out together, about: where a step of the engine is cheapest for each deal."""

Totals = npt.NDArray[np.float64]
Draw = Callable[[npt.NDArray[np.int64], int], Engine]
"""Worlds, so many, of the decisions with these numbers: deals ``n * W .. n * W + W - 1`` are those of the n-th."""


def chunks(sizes: npt.NDArray[np.int64], most: int) -> list[slice]:
    """Runs of decisions whose sizes add up to `most` or little more; a decision that is larger stands alone."""
    number = (np.cumsum(sizes) - sizes) // most
    starts = np.flatnonzero(np.diff(number, prepend=-1)).tolist()
    return [slice(start, end) for start, end in zip(starts, [*starts[1:], len(sizes)], strict=True)]


def total_scores(ways: Ways, num_worlds: int, draw: Draw, playout: Playout, rng: np.random.Generator) -> Totals:
    """What the seat to act scores in all its worlds together, for each of R ways to act: float64 (R,).

    Args:
        num_worlds: for each decision.
        draw: draws them, for some decisions after the other.
    """
    totals = np.empty(len(ways.decision))
    for decisions in chunks(ways.counts() * num_worlds * playout.repeats, BATCH):
        part, places = ways.of(decisions)
        worlds = draw(np.arange(decisions.start, decisions.stop), num_worlds)
        totals[places] = _scores_in(worlds, num_worlds, part, playout, rng)
    return totals


def _scores_in(worlds: Engine, num_worlds: int, ways: Ways, playout: Playout, rng: np.random.Generator) -> Totals:
    """`total_scores` in worlds that are drawn.

    All ways of a decision are played out in the same worlds and with the same luck, so that both drop out of what one
    is better than another: that is worth more than twice the playouts.

    Args:
        worlds: N * W deals, those of decision n being ``n * W .. n * W + W - 1``. It is not stepped.
        num_worlds: W.
        ways: what is compared in the N decisions.
    """
    each = num_worlds * playout.repeats
    lots = (ways.decision[:, None] * each + np.arange(each)).reshape(-1)  # (R * each,)
    rules = replace(worlds.rules, all_pass="end")  # another deal after four passes is worth nothing yet
    engine = Engine.from_state(worlds.state.take(lots // playout.repeats), rules, rng)
    seat = engine.seat.astype(np.int64)
    _act(engine, np.repeat(ways.actions, each, axis=0))
    scores = playout.scores(engine, lots, rng)[np.arange(len(lots)), seat]
    totals: Totals = scores.reshape(-1, each).sum(axis=1, dtype=np.float64)
    return totals


def _act(engine: Engine, actions: npt.NDArray[np.int64]) -> None:
    """Do the actions (N, 6) one after the other, NOTHING standing for none."""
    engine.step(actions[:, 0], check=False)
    for action in actions.T[1:]:
        where = action != NOTHING
        if not where.any():
            return
        engine.step(action, check=False, where=where)


def best_ways(decision: npt.NDArray[np.int64], values: Totals, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Of each decision the way with the highest value, any of equals: int64 (N,), places among the R ways.

    Args:
        decision: (R,) as in `Ways`.
        values: (R,)
    """
    order = np.lexsort((rng.random(len(values)), values, decision))
    last = np.flatnonzero(np.diff(decision, append=-1))
    return order[last]
