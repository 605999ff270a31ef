"""Engines brought to positions of all kinds by random legal actions, and single deals played again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from random_deals import random_deal, strong_deal
from side_by_side import deal_out

from tarot_env.actions import CHELEM, PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cardsets import TRUMP_MASK, Lanes, to_ids
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.rules import Contract, Rules
from tarot_env.state import State


def deals_engine(rules: Rules, num_random: int, num_strong: int, seed: int) -> Engine:
    """Random deals, then deals with 10 to 18 trumps in one hand."""
    rng = random.Random(seed)
    deals = [random_deal(rng) for _ in range(num_random)] + [strong_deal(rng) for _ in range(num_strong)]
    return deal_out(rules, deals, seed)


def mixed_engine(rules: Rules, seed: int, deals: int = 100) -> Engine:
    """Random deals and, twice as many, deals with ten trumps or more in a hand."""
    return deals_engine(rules, deals // 3, deals - deals // 3, seed)


def decisions(engine: Engine, contract: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
    """Play random legal actions to the end; before each step, the deals that are not over.

    A hand of ten trumps bids, any other mostly passes. With `contract`, the seat with the most trumps bids that and
    the others pass.
    """
    trumps = np.bitwise_count(engine.state.dealt[..., 1] & TRUMP_MASK)  # (N, 4)
    while not engine.done.all():
        yield np.flatnonzero(~engine.done)
        actions = engine.sample_legal()
        seat = np.maximum(engine.seat, 0)
        own = np.take_along_axis(trumps, seat[:, None].astype(np.int64), axis=1)[:, 0]
        if contract is None:
            passes = (own < 10) & (engine.rng.random(len(engine)) < 0.7)
        else:
            passes = seat != trumps.argmax(axis=1)
            actions = np.where(engine.phase == Phase.AUCTION, PASS + contract, actions)
        engine.step(np.where((engine.phase == Phase.AUCTION) & passes, PASS, actions))


def played_again(deal: Engine) -> Engine:
    """The same cards dealt anew, and everything that was done since done again; every action is checked."""
    goal = deal.state
    engine = Engine(1, deal.rules, 0)
    engine.reset(hands=goal.dealt, dog=goal.dog, dealer=goal.dealer)
    while (action := _next_action(engine.state, goal)) is not None:
        engine.step([action])
    return engine


def _next_action(now: State, goal: State) -> int | None:
    """What was done next in a single deal, None at the goal. Cards put or held aside come in the order of their ids."""
    seat, phase = int(now.seat[0]), now.phase[0]
    if phase == Phase.AUCTION:
        bid = int(goal.bids[0, seat])
        with_chelem = bid == Contract.GARDE_CONTRE and bool(goal.chelem[0])
        return None if bid < 0 else CHELEM if with_chelem else PASS + bid
    if phase == Phase.DISCARD:
        left = to_ids(goal.discard[0] & ~now.discard[0])
        return left[0] if left else None
    if phase == Phase.CHELEM:
        return None if goal.phase[0] == Phase.CHELEM else CHELEM if goal.chelem[0] else PASS
    if phase == Phase.POIGNEE and now.surplus[0] > 0:
        left = to_ids(now.legal[0] & ~goal.shown[0, seat])
        return left[0] if left else None
    if phase == Phase.POIGNEE:
        asked = goal.phase[0] == Phase.POIGNEE and goal.ply[0] == now.ply[0] and goal.poignee[0, seat] == 0
        return None if asked else POIGNEE_SIMPLE - 1 + int(goal.poignee[0, seat]) if goal.poignee[0, seat] else PASS
    return int(goal.history[0, now.ply[0]]) if now.ply[0] < goal.ply[0] else None


def true_holdings(engine: Engine, observation: Observation) -> Lanes:
    """(N, 5, 2): the hands around the seat to act and the hidden pile, as they are."""
    state, n = engine.state, len(engine)
    seats = (np.maximum(engine.seat, 0)[:, None] + np.arange(4)) % 4
    hands = np.take_along_axis(state.hand, seats[..., None], axis=1)
    hidden_dog = (state.phase == Phase.AUCTION) | (state.contract > Contract.GARDE)
    pile = np.where(hidden_dog[:, None], state.dog, state.discard & ~observation.discard)
    return np.concatenate([hands, pile.reshape(n, 1, 2)], axis=1)
