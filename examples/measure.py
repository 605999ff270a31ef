"""What every example prints in the end: how its policy does against random play, by the measure of evaluate.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import View
from agents.arena.report import interval
from agents.arena.results import Results
from agents.arena.run import evaluate
from agents.registry import PLAYERS
from tarot_env.actions import PASS
from tarot_env.encoding import encode
from tarot_env.observation import Observation

Policy = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], npt.ArrayLike]
"""Observations, float32 (N, SIZE), and masks, bool (N, 87), to a legal action for each, integers (N,)."""


def best_legal(scores: npt.ArrayLike, masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The legal action with the highest score, (N,), from scores (N, 87)."""
    return np.where(masks, np.asarray(scores), -np.inf).argmax(axis=1)


class Trained:
    """A policy of any library as a player."""

    name = "trained"

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `agents.agent.Agent`."""
        masks = observation.legal_mask()
        masks[~masks.any(axis=1), PASS] = True  # a deal that is over: most libraries take no mask without an action
        return np.asarray(self._policy(encode(observation), masks), np.int64)


def measure(policy: Policy, deals: int = 500, *, bids: bool = True, seed: int = 7) -> dict[str, Any]:
    """Print what the policy gains over random play on the same deals, with 95 % intervals.

    Args:
        bids: whether it has learned to bid; False measures its cards only.

    Returns:
        The object that ``evaluate.py --format json`` prints.
    """

    def trained() -> Agent:
        return Trained(policy)

    PLAYERS[Trained.name] = trained
    contest = Contest(
        (Trained.name, "random", "random-cards"), seed, views=(View.CARDS, View.GAME) if bids else (View.CARDS,)
    )
    ledger = Ledger(len(contest.players))
    evaluate(contest, ledger, deals)
    results = Results.of(contest, ledger)
    print(f"trained against random play on {deals} duplicate deals, seed {seed}, 95 % intervals")
    print(f"  card play alone, points of each defender        {interval(results.cards[0].sum)}")
    if bids:
        over_random, over_random_cards, _ = results.game
        print(f"  own bids, points a deal, random bids too        {interval(over_random.points_per_deal)}")
        print(f"  own bids, points a deal, the heuristic's bids   {interval(over_random_cards.points_per_deal)}")
    return results.as_json()
