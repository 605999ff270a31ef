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
from collections.abc import Sequence
from dataclasses import dataclass, fields
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
from tarot_env.actions import CHELEM, PASS, PRISE, Phase
from tarot_env.cards import EXCUSE
from tarot_env.encoding import encode
from tarot_env.engine import Engine

CALLS: Final = slice(PASS, CHELEM + 1)
"""Actions that are tried: PASS, the contracts, and the chelem, asked for in the auction or after the discard."""
LEARNT: Final = slice(PRISE, CHELEM + 1)
"""Those whose logits are learnt."""
PHASES: Final = (Phase.AUCTION, Phase.CHELEM)
"""Decisions at which they are tried."""
# The same in the policy's head `others`, whose first action is the Excuse.
_LEARNT: Final = slice(LEARNT.start - EXCUSE, LEARNT.stop - EXCUSE)
_PASS: Final = PASS - EXCUSE
_PASSES: Final = 60
_MINIBATCH: Final = 4096
_LEARNING_RATE: Final = 3e-3
_POINTS: Final = 100.0  # that the loss is counted in
_POINTS_OF_DOUBT: Final = 50.0  # by which a chelem has to be better to be e times as likely, at first
_RIDGE: Final = 1e-3


@dataclass(slots=True)
class Tried:
    """M tables at a decision, every call tried."""

    views: Tensor  # float32 (M, width) what the policy's trunk makes of the table
    points: Tensor  # float32 (M, 6) score of the seat to act after each call; 0 where it may not be made
    legal: Tensor  # bool (M, 6)

    @classmethod
    def joined(cls, parts: Sequence[Tried]) -> Tried:
        """One after the other."""
        return cls(*(torch.cat([getattr(part, field.name) for part in parts]) for field in fields(cls)))


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


def try_all(phase: Phase, engine: Engine, policy: Policy, compute: Compute) -> Tried | None:
    """Deal again; in each deal one seat tries all calls in this phase, before and after that all decide by the policy.

    Returns:
        None where the decision came to none of those seats.
    """
    seat = deal_unevenly(engine)
    sampling = NetworkAgent("policy", policy, greedy=False, compute=compute)
    while (waiting := (engine.phase < phase) | (engine.phase == phase) & (engine.seat != seat)).any():
        actions = np.full(len(engine), PASS)
        rows = np.flatnonzero(waiting)
        actions[rows] = sampling.act(engine.take(rows).observe(), engine.rng)
        engine.step(actions, where=waiting)
    reached = np.flatnonzero(engine.phase == phase)
    if not reached.size:
        return None
    tables = engine.take(reached)
    legal = tables.legal_mask()[:, CALLS]
    row, said = np.nonzero(legal)
    arms = tables.take(row)
    arms.step(PASS + said)
    scores = AgentPlayout(NetworkAgent("policy", policy, compute=compute)).scores(arms, row, engine.rng)
    points = np.zeros(legal.shape, np.float32)
    points[row, said] = scores[np.arange(len(row)), tables.seat[row]]
    observation = tables.observe()
    view = torch.from_numpy(encode(observation))
    with torch.inference_mode():
        _, table = policy.trunk(view.to(compute.device))
    return Tried(table.clone(), torch.from_numpy(points).to(compute.device), torch.from_numpy(legal).to(compute.device))


def learn_calls(policy: Policy, engine: Engine, generator: torch.Generator, rounds: int, compute: Compute) -> None:
    """Let the policy say what brings most, by all calls tried in so many rounds of the engine's deals for each phase.

    What was tried in the first half of the rounds teaches the calls that are made in the second half.
    """
    tried: dict[Phase, list[Tried]] = {phase: [] for phase in PHASES}
    for number in range(rounds):
        for phase in PHASES:
            found = try_all(phase, engine, policy, compute)
            tried[phase] += [found] if found is not None else []
        if number + 1 in (rounds // 2, rounds):
            of_phases = {phase: Tried.joined(parts) for phase, parts in tried.items() if parts}
            before = {phase: _brought(policy, part) for phase, part in of_phases.items()}
            _fit(policy, Tried.joined(list(of_phases.values())), generator)
            for phase, part in of_phases.items():
                best = float(part.points.masked_fill(~part.legal, float("-inf")).max(dim=1).values.mean())
                print(
                    f"{phase.name.lower()}: {number + 1} of {rounds} rounds, {len(part.views)} decisions; the policy's "
                    f"calls brought {before[phase]:+.1f} points, now {_brought(policy, part):+.1f}; the best with "
                    f"hindsight {best:+.1f}",
                    file=sys.stderr,
                    flush=True,
                )


def _brought(policy: Policy, tried: Tried) -> float:
    """Mean points of the likeliest calls."""
    head = policy.others
    with torch.no_grad():
        likeliest = _logits(head.weight[_LEARNT], head.bias[_LEARNT], policy, tried).argmax(dim=1, keepdim=True)
        return float(tried.points.gather(1, likeliest).mean())


def _logits(weight: Tensor, bias: Tensor, policy: Policy, tried: Tried) -> Tensor:
    """Of the calls by these weights (5, width) and biases (5,), and of PASS by the policy's: (M, 6)."""
    head = policy.others
    passes = (tried.views @ head.weight[_PASS] + head.bias[_PASS]).detach()[:, None]
    calls = torch.cat([passes, tried.views @ weight.T + bias], dim=1)
    return calls.masked_fill(~tried.legal, float("-inf"))


def _fit(policy: Policy, tried: Tried, generator: torch.Generator) -> None:
    """Make the expected score as large as can be."""
    head = policy.others  # its first part is the head for what is decided around the play
    _begin_with_what_a_chelem_brings(policy, tried)
    weight = head.weight[_LEARNT].detach().clone().requires_grad_()
    bias = head.bias[_LEARNT].detach().clone().requires_grad_()
    optimiser = torch.optim.Adam([weight, bias], lr=_LEARNING_RATE)
    for done in range(_PASSES):
        optimiser.param_groups[0]["lr"] = _LEARNING_RATE * (1 - 0.9 * done / _PASSES)
        order = torch.randperm(len(tried.views), generator=generator, device=tried.views.device)
        for rows in torch.split(order, _MINIBATCH):
            part = Tried(tried.views[rows], tried.points[rows], tried.legal[rows])
            chances = _logits(weight, bias, policy, part).softmax(dim=1)
            loss = -(chances * part.points).sum(dim=1).mean() / _POINTS
            optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            optimiser.step()
    with torch.no_grad():
        head.weight[_LEARNT], head.bias[_LEARNT] = weight, bias


def _begin_with_what_a_chelem_brings(policy: Policy, tried: Tried) -> None:
    """Set the logit of a chelem to that of PASS and what it brings beyond it, by least squares.

    A player that never met a chelem has chances of one in a million for it, from which no gradient leads back.
    """
    head, chelem, decline = policy.others, CHELEM - CALLS.start, PASS - CALLS.start
    rows = tried.legal[:, chelem].nonzero().squeeze(1)
    if not len(rows):  # rules that know no chelem
        return
    views = torch.cat([tried.views[rows], tried.views.new_ones(len(rows), 1)], dim=1).double()
    gain = (tried.points[rows, chelem] - tried.points[rows, decline]).double() / _POINTS_OF_DOUBT
    ridge = _RIDGE * len(rows) * torch.eye(views.shape[1], dtype=views.dtype, device=views.device)
    found = torch.linalg.solve(views.T @ views + ridge, views.T @ gain).to(head.weight.dtype)
    with torch.no_grad():
        head.weight[CHELEM - EXCUSE] = head.weight[_PASS] + found[:-1]
        head.bias[CHELEM - EXCUSE] = head.bias[_PASS] + found[-1]
