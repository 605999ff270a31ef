"""A warm start: learn what a teacher does, and what its deals are worth."""

from __future__ import annotations

import sys

import torch

from agents.agent import Agent
from agents.network.model import Critic, Policy
from agents.training.collect import Buffers, collect
from agents.training.credit import advantages
from tarot_env.engine import Engine

_EPOCHS = 2
_MINIBATCH = 2048
_LEARNING_RATE = 1e-3


def imitate(
    policy: Policy, critic: Critic, teacher: Agent, engine: Engine, generator: torch.Generator, decisions: int
) -> None:
    """Let a teacher play all seats; the policy learns its choices, the critic the scores they lead to.

    Args:
        decisions: of the teacher, forced ones not counted, after which to stop. The learning rate falls to a tenth.
    """
    optimiser = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=_LEARNING_RATE)
    seen, buffers = 0, Buffers()
    while seen < decisions:
        batch = collect(engine, policy, generator, buffers, teacher=teacher)
        seen += len(batch)
        for group in optimiser.param_groups:
            group["lr"] = _LEARNING_RATE * (1 - 0.9 * min(1.0, seen / decisions))
        no_values = torch.zeros(len(batch), 4).numpy()
        _, scores = advantages(no_values, batch.engine.scores, batch.deal, batch.seat, batch.starts, decay=1.0)
        aim = torch.from_numpy(scores / batch.scale)
        agreed, steps = 0.0, 0
        for _ in range(_EPOCHS):
            for rows in torch.split(torch.randperm(len(batch), generator=generator), _MINIBATCH):
                logits = policy(batch.encoded[rows], batch.mask[rows])
                value = critic(batch.encoded[rows], batch.hidden[rows])
                loss = torch.nn.functional.cross_entropy(logits, batch.action[rows])
                loss = loss + torch.nn.functional.smooth_l1_loss(value, aim[rows], beta=2.0)
                optimiser.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
                optimiser.step()
                agreed += float((logits.argmax(dim=1) == batch.action[rows]).float().mean())
                steps += 1
        print(
            f"imitating {teacher.name}: {seen / 1e6:5.2f} of {decisions / 1e6:.2f} M decisions, "
            f"same choice {agreed / steps:.1%}",
            file=sys.stderr,
            flush=True,
        )
