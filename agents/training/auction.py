"""The auction learnt apart: every bid is tried with the same cards, and its score taken as it comes.

In self-play a bid is learnt from the one that was made, and hands for the highest contracts come once in thousands of
deals. Here a seat with the turn to bid makes each bid that it may in turn, the policy plays each deal to its end, and
what the bids bring is seen side by side: no exploration, and the luck of the cards drops out of their comparison.
Half of the deals hold a strong hand. Only the logits of the four contracts change, as linear functions of
what the policy's trunk makes of the view: the play stays what it was, and so does what PASS decides elsewhere, to
announce no chelem and no poignee.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.mc.playout import AgentPlayout
from agents.network.agent import NetworkAgent
from agents.network.compute import Compute
from agents.network.model import Policy
from agents.training.strong_deals import redeal_strong
from tarot_env.actions import GARDE_CONTRE, PASS, PRISE, Phase
from tarot_env.cards import EXCUSE
from tarot_env.encoding import encode
from tarot_env.engine import Engine

BIDS: Final = slice(PASS, GARDE_CONTRE + 1)
"""The actions of the auction that are tried, and their logits in the head for what is decided around the play."""
CONTRACTS: Final = slice(PRISE, GARDE_CONTRE + 1)
"""Those whose logits are learnt."""
# The same in the policy's head `others`, whose first action is the Excuse.
_LEARNT: Final = slice(CONTRACTS.start - EXCUSE, CONTRACTS.stop - EXCUSE)
_PASS: Final = PASS - EXCUSE
_PASSES: Final = 60
_MINIBATCH: Final = 4096
_LEARNING_RATE: Final = 3e-3
_POINTS: Final = 100.0  # that the loss is counted in


@dataclass(slots=True)
class Tried:
    """M auctions at a decision, every bid tried."""

    views: Tensor  # float32 (M, width) what the policy's trunk makes of the table
    points: Tensor  # float32 (M, 5) score of the seat to act after each bid; 0 where it may not be made
    legal: Tensor  # bool (M, 5)


def deal_unevenly(engine: Engine) -> npt.NDArray[np.int64]:
    """Deal again: half of the deals as they come, half with a strong hand.

    Returns:
        A seat of each deal, (N,): the one with that hand, any where the deal is as it comes.
    """
    engine.reset()
    seats = engine.rng.integers(0, 4, len(engine))
    strong = np.arange(len(engine)) % 2 == 1
    seats[strong] = redeal_strong(engine, strong)
    return seats


def try_all_bids(engine: Engine, policy: Policy, compute: Compute) -> Tried:
    """Deal again; in each deal one seat tries all bids, the others bid and all play by the policy."""
    bidder = deal_unevenly(engine)
    sampling = NetworkAgent("policy", policy, greedy=False, compute=compute)
    while (waiting := (engine.phase == Phase.AUCTION) & (engine.seat != bidder)).any():
        actions = np.full(len(engine), PASS)
        rows = np.flatnonzero(waiting)
        actions[rows] = sampling.act(engine.take(rows).observe(), engine.rng)
        engine.step(actions, where=waiting)
    tables = engine.take(np.flatnonzero(engine.phase == Phase.AUCTION))
    legal = tables.legal_mask()[:, BIDS]
    row, bid = np.nonzero(legal)
    arms = tables.take(row)
    arms.step(PASS + bid)
    scores = AgentPlayout(NetworkAgent("policy", policy, compute=compute)).scores(arms, row, engine.rng)
    points = np.zeros(legal.shape, np.float32)
    points[row, bid] = scores[np.arange(len(row)), tables.seat[row]]
    observation = tables.observe()
    view = torch.from_numpy(encode(observation))
    with torch.inference_mode():
        _, table = policy.trunk(view.to(compute.device))
    return Tried(table.clone(), torch.from_numpy(points).to(compute.device), torch.from_numpy(legal).to(compute.device))


def learn_auction(policy: Policy, engine: Engine, generator: torch.Generator, rounds: int, compute: Compute) -> None:
    """Let the policy bid what brings most, by all bids tried in so many rounds of the engine's deals.

    What was tried in the first half of the rounds teaches the bids that are made in the second half.
    """
    tried: list[Tried] = []
    for number in range(rounds):
        tried.append(try_all_bids(engine, policy, compute))
        if number + 1 in (rounds // 2, rounds):
            before, after, best = _fit(policy, tried, generator)
            decisions = sum(len(part.views) for part in tried)
            print(
                f"auction: {number + 1} of {rounds} rounds, {decisions} decisions; the policy's bids brought "
                f"{before:+.1f} points, now {after:+.1f}; the best with hindsight {best:+.1f}",
                file=sys.stderr,
                flush=True,
            )


def _fit(policy: Policy, tried: list[Tried], generator: torch.Generator) -> tuple[float, float, float]:
    """Make the expected score as large as can be.

    Returns:
        Points that the likeliest bids brought before, that they bring now, and that the best ones would.
    """
    views = torch.cat([part.views for part in tried])
    points = torch.cat([part.points for part in tried])
    legal = torch.cat([part.legal for part in tried])
    head = policy.others  # its first part is the head for what is decided around the play
    weight = head.weight[_LEARNT].detach().clone().requires_grad_()
    bias = head.bias[_LEARNT].detach().clone().requires_grad_()
    passes = (views @ head.weight[_PASS] + head.bias[_PASS]).detach()[:, None]

    def logits(rows: Tensor) -> Tensor:
        bids = torch.cat([passes[rows], views[rows] @ weight.T + bias], dim=1)
        return bids.masked_fill(~legal[rows], float("-inf"))

    def brought() -> float:
        with torch.no_grad():
            bids = logits(torch.arange(len(views))).argmax(dim=1, keepdim=True)
            return float(points.gather(1, bids).mean())

    before = brought()
    optimiser = torch.optim.Adam([weight, bias], lr=_LEARNING_RATE)
    for done in range(_PASSES):
        optimiser.param_groups[0]["lr"] = _LEARNING_RATE * (1 - 0.9 * done / _PASSES)
        for rows in torch.split(torch.randperm(len(views), generator=generator, device=views.device), _MINIBATCH):
            loss = -(logits(rows).softmax(dim=1) * points[rows]).sum(dim=1).mean() / _POINTS
            optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            optimiser.step()
    with torch.no_grad():
        head.weight[_LEARNT], head.bias[_LEARNT] = weight, bias
    best = points.masked_fill(~legal, float("-inf")).max(dim=1).values
    return before, brought(), float(best.mean())
