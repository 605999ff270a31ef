"""Calls learnt apart, bids and chelem: each is tried with the same cards, and its score taken as it comes.

In self-play a call is learnt from the one that was made, and hands for the highest contracts come once in thousands of
deals. Here a seat that has to call makes each call that it may in turn, the policy plays each deal to its end, and what
the calls bring is seen side by side: no exploration, and the luck of the cards drops out of their comparison. Half of
the deals hold a strong hand. Only the logits of the contracts and of the chelem change, as linear functions of what the
policy's trunk makes of the view: the play stays what it was, and so does what PASS decides elsewhere, to announce no
poignee.
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
from tarot_env.actions import CHELEM, GARDE_CONTRE, PASS, PRISE, Phase
from tarot_env.cards import EXCUSE
from tarot_env.encoding import encode
from tarot_env.engine import Engine


@dataclass(frozen=True, slots=True)
class Call:
    """What a seat may say at a decision, besides PASS."""

    name: str
    phase: Phase
    learnt: slice
    """Actions whose logits are learnt."""

    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """All that are tried, PASS first: (A,)."""
        return np.array([PASS, *range(self.learnt.start, self.learnt.stop)])

    @property
    def logits(self) -> slice:
        """Where the head for what is decided around the play, whose first action is the Excuse, has what is learnt."""
        return slice(self.learnt.start - EXCUSE, self.learnt.stop - EXCUSE)


BIDS: Final = Call("auction", Phase.AUCTION, slice(PRISE, GARDE_CONTRE + 1))
CHELEMS: Final = Call("chelem", Phase.CHELEM, slice(CHELEM, CHELEM + 1))
_PASS: Final = PASS - EXCUSE
_PASSES: Final = 60
_MINIBATCH: Final = 4096
_LEARNING_RATE: Final = 3e-3
_POINTS: Final = 100.0  # that the loss is counted in


@dataclass(slots=True)
class Tried:
    """M tables at a decision, every call tried."""

    views: Tensor  # float32 (M, width) what the policy's trunk makes of the table
    points: Tensor  # float32 (M, A) score of the seat to act after each call; 0 where it may not be made
    legal: Tensor  # bool (M, A)


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


def try_all(call: Call, engine: Engine, policy: Policy, compute: Compute) -> Tried | None:
    """Deal again; in each deal one seat tries all that it may say, before and after that all decide by the policy.

    Returns:
        None where the decision came to none of those seats.
    """
    seat = deal_unevenly(engine)
    sampling = NetworkAgent("policy", policy, greedy=False, compute=compute)
    while (waiting := (engine.phase < call.phase) | (engine.phase == call.phase) & (engine.seat != seat)).any():
        actions = np.full(len(engine), PASS)
        rows = np.flatnonzero(waiting)
        actions[rows] = sampling.act(engine.take(rows).observe(), engine.rng)
        engine.step(actions, where=waiting)
    reached = np.flatnonzero(engine.phase == call.phase)
    if not reached.size:
        return None
    tables = engine.take(reached)
    legal = tables.legal_mask()[:, call.actions]
    row, said = np.nonzero(legal)
    arms = tables.take(row)
    arms.step(call.actions[said])
    scores = AgentPlayout(NetworkAgent("policy", policy, compute=compute)).scores(arms, row, engine.rng)
    points = np.zeros(legal.shape, np.float32)
    points[row, said] = scores[np.arange(len(row)), tables.seat[row]]
    observation = tables.observe()
    view = torch.from_numpy(encode(observation))
    with torch.inference_mode():
        _, table = policy.trunk(view.to(compute.device))
    return Tried(table.clone(), torch.from_numpy(points).to(compute.device), torch.from_numpy(legal).to(compute.device))


def learn_calls(policy: Policy, engine: Engine, generator: torch.Generator, rounds: int, compute: Compute) -> None:
    """Let the policy announce, then bid, what brings most, by all calls tried in so many rounds of the engine's deals.

    What was tried in the first half of the rounds teaches the calls that are made in the second half.
    """
    for call in (CHELEMS, BIDS):
        tried: list[Tried] = []
        for number in range(rounds):
            found = try_all(call, engine, policy, compute)
            tried += [found] if found is not None else []
            if number + 1 in (rounds // 2, rounds) and tried:
                decisions = sum(len(part.views) for part in tried)
                before, after, best = _fit(call, policy, tried, generator)
                print(
                    f"{call.name}: {number + 1} of {rounds} rounds, {decisions} decisions; the policy's calls brought "
                    f"{before:+.1f} points, now {after:+.1f}; the best with hindsight {best:+.1f}",
                    file=sys.stderr,
                    flush=True,
                )


def _fit(call: Call, policy: Policy, tried: list[Tried], generator: torch.Generator) -> tuple[float, float, float]:
    """Make the expected score as large as can be.

    Returns:
        Points that the likeliest calls brought before, that they bring now, and that the best ones would.
    """
    views = torch.cat([part.views for part in tried])
    points = torch.cat([part.points for part in tried])
    legal = torch.cat([part.legal for part in tried])
    head = policy.others  # its first part is the head for what is decided around the play
    weight = head.weight[call.logits].detach().clone().requires_grad_()
    bias = head.bias[call.logits].detach().clone().requires_grad_()
    passes = (views @ head.weight[_PASS] + head.bias[_PASS]).detach()[:, None]

    def logits(rows: Tensor) -> Tensor:
        calls = torch.cat([passes[rows], views[rows] @ weight.T + bias], dim=1)
        return calls.masked_fill(~legal[rows], float("-inf"))

    def brought() -> float:
        with torch.no_grad():
            likeliest = logits(torch.arange(len(views))).argmax(dim=1, keepdim=True)
            return float(points.gather(1, likeliest).mean())

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
        head.weight[call.logits], head.bias[call.logits] = weight, bias
    best = points.masked_fill(~legal, float("-inf")).max(dim=1).values
    return before, brought(), float(best.mean())
