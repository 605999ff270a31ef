"""The deals that everybody is measured on.

Deal k of a seed is always the same: its cards and its dealer come from a generator of its own, seeded with (seed, k).
Neither the number of deals nor the number of processes, nor who plays, has a part in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import HeuristicAgent
from tarot_env.cardsets import Lanes, empty
from tarot_env.dealing import deal_playable
from tarot_env.engine import Engine
from tarot_env.rules import Rules

_CARDS_STREAM: Final = 1  # keeps the generator of the cards apart from the others that the seed reaches


@dataclass(frozen=True, slots=True)
class Deals:
    """N deals before the auction."""

    hands: Lanes  # (N, 4, 2)
    dog: Lanes  # (N, 2)
    dealer: npt.NDArray[np.int8]  # (N,)

    def __len__(self) -> int:
        return len(self.dealer)

    def on_tables(self, rows: npt.NDArray[np.int64], rules: Rules) -> Engine:
        """An engine with one table for each of `rows`, which may name a deal many times."""
        engine = Engine(len(rows), rules, seed=0)  # deals once for nothing: nothing else is drawn from this seed
        engine.reset(hands=self.hands[rows], dog=self.dog[rows], dealer=self.dealer[rows])
        return engine


def frozen(seed: int, numbers: range) -> Deals:
    """The deals with these numbers, as they come."""
    return _deal(seed, np.array(numbers), np.zeros(len(numbers), np.int64))


def contested(seed: int, numbers: range, rules: Rules) -> tuple[Deals, npt.NDArray[np.int8]]:
    """The deals with these numbers and the seat that takes each, (N,), when the heuristic bids. One that it passes all
    round is dealt again until a seat takes."""
    attempt = np.zeros(len(numbers), np.int64)
    while True:
        deals = _deal(seed, np.array(numbers), attempt)
        taker = _taker(deals, rules)
        passed = taker < 0
        if not passed.any():
            return deals, taker
        attempt += passed


def _deal(seed: int, numbers: npt.NDArray[np.int64], attempts: npt.NDArray[np.int64]) -> Deals:
    hands, dog = empty(len(numbers), 4), empty(len(numbers))
    dealer = np.zeros(len(numbers), np.int8)
    for row, (number, attempt) in enumerate(zip(numbers.tolist(), attempts.tolist(), strict=True)):
        rng = np.random.default_rng((_CARDS_STREAM, seed, number, attempt))
        deal, dealt_by = deal_playable(1, rng, rng.integers(0, 4, 1, dtype=np.int8))
        hands[row], dog[row], dealer[row] = deal[0, :4], deal[0, 4], dealt_by[0]
    return Deals(hands, dog, dealer)


def _taker(deals: Deals, rules: Rules) -> npt.NDArray[np.int8]:
    """The seat that takes when the heuristic bids, -1 where all pass: (N,)."""
    engine = deals.on_tables(np.arange(len(deals)), rules)
    heuristic, rng = HeuristicAgent(), np.random.default_rng(0)  # not used: the heuristic leaves nothing to chance
    for _ in range(4):
        engine.step(heuristic.act(engine.observe(), rng))
    return engine.state.taker
