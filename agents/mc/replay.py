"""How likely one policy would have done, with the cards of a world, what everybody else was seen to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.mc.chances import chances
from tarot_env import bidding, cardsets, play
from tarot_env.actions import PASS, Phase
from tarot_env.cardsets import Lanes
from tarot_env.engine import Engine
from tarot_env.state import NOT_SPOKEN, State

Floats = npt.NDArray[np.float64]


def auction(worlds: Engine, policy: Agent, doubt: float, rng: np.random.Generator) -> Floats:
    """Log likelihood of the bids of seats 1 to 3: (N,).

    Args:
        worlds: N deals, seat 0 the one that looks (see `tarot_env.worlds`).
        policy: who is taken to have bid.
        doubt: the chance that a seat does anything legal instead, each as likely as the others.
    """
    goal = worlds.state
    engine = _dealt_again(worlds, rng)
    likelihood = np.zeros(len(goal.phase))
    for _ in range(4):
        spoken = np.take_along_axis(goal.bids, np.maximum(engine.seat, 0)[:, None].astype(np.int64), axis=1)[:, 0]
        going = (engine.phase == Phase.AUCTION) & (spoken != NOT_SPOKEN)
        bids = PASS + np.maximum(spoken, 0).astype(np.int64)
        likelihood += _seen(engine, bids, going, policy, doubt, rng)
        engine.step(bids, check=False, where=going)
    return likelihood


def cards(worlds: Engine, policy: Agent, doubt: float, rng: np.random.Generator) -> Floats:
    """Log likelihood of the cards played by seats 1 to 3: (N,). The arguments are those of `auction`."""
    goal = worlds.state
    engine = _before_the_first_card(worlds, rng)
    likelihood = np.zeros(len(goal.phase))
    for ply in range(int(goal.ply.max())):
        going = goal.ply > ply
        card = np.where(going, goal.history[:, ply], 0).astype(np.int64)
        likelihood += _seen(engine, card, going, policy, doubt, rng)
        engine.step(card, check=False, where=going)
    return likelihood


def _seen(
    engine: Engine,
    actions: npt.NDArray[np.int64],
    going: npt.NDArray[np.bool_],
    policy: Agent,
    doubt: float,
    rng: np.random.Generator,
) -> Floats:
    """Log likelihood of one action of each deal, 0 where it is seat 0's, forced, or not to be counted: (N,)."""
    number = cardsets.count(engine.state.legal)
    rows = np.flatnonzero(going & (engine.seat != 0) & (number > 1))
    likelihood = np.zeros(len(engine))
    if rows.size:
        chance = chances(policy, engine.take(rows).observe(), actions[rows], rng)
        likelihood[rows] = np.log((1 - doubt) * chance + doubt / number[rows])
    return likelihood


def _dealt_again(worlds: Engine, rng: np.random.Generator) -> Engine:
    """The worlds before the first bid."""
    state = _with_hands(worlds, worlds.state.dealt, ("dealer", "dog"))
    bidding.start_auction(state, slice(None))
    return Engine.from_state(state, replace(worlds.rules, all_pass="end"), rng)


def before_the_discard(worlds: Engine, rng: np.random.Generator) -> Engine:
    """Worlds in which the taker has picked up the dog, as they were when he had put nothing aside yet."""
    goal = worlds.state
    is_taker = (goal.taker[:, None] == np.arange(4))[..., None]
    hands = goal.owned | np.where(is_taker, goal.discard[:, None], np.uint64(0))
    state = _with_hands(worlds, hands, (*_AUCTION, "dog"))
    state.phase[:] = Phase.DISCARD
    state.seat[:] = goal.taker
    return Engine.from_state(state, worlds.rules, rng)


def put_aside_by(policy: Agent, engine: Engine, rng: np.random.Generator) -> Lanes:
    """All that lies aside when a policy has finished the discard: (N, 2). The discard is equally far in all deals."""
    while (engine.phase == Phase.DISCARD).any():
        engine.step(policy.act(engine.observe(), rng), check=False)
    return engine.state.discard


def _before_the_first_card(worlds: Engine, rng: np.random.Generator) -> Engine:
    """The worlds when the first trick is opened, poignees on the table already."""
    goal = worlds.state
    state = _with_hands(worlds, goal.owned, (*_AUCTION, "chelem", "dog", "discard", "poignee", "shown"))
    state.phase[:] = Phase.PLAY
    play.start_trick(state, slice(None), np.where(goal.chelem, goal.taker, (goal.dealer + 1) & 3))
    return Engine.from_state(state, replace(worlds.rules, poignee=False), rng)


_AUCTION: Final = ("dealer", "taker", "contract", "bids")


def _with_hands(worlds: Engine, hands: Lanes, kept: tuple[str, ...]) -> State:
    """Nothing but hands (N, 4, 2) and the parts of the state that are named."""
    state = State.allocate(len(worlds))
    state.owned[:] = hands
    state.hand[:] = hands
    for name in kept:
        getattr(state, name)[:] = getattr(worlds.state, name)
    return state
