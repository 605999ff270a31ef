"""A warm start: learn what a teacher does, and what its deals are worth."""

from __future__ import annotations

import sys

import torch
from torch import Tensor

from agents.network.compute import CPU, Compute
from agents.network.model import Critic, Policy
from agents.training.collect import Buffers, collect
from agents.training.credit import advantages
from agents.training.teacher import Teacher
from tarot_env.engine import Engine

_EPOCHS = 2
_MINIBATCH = 2048
_LEARNING_RATE = 1e-3


def imitate(
    policy: Policy,
    critic: Critic,
    teacher: Teacher,
    engine: Engine,
    generator: torch.Generator,
    decisions: int,
    compute: Compute = CPU,
) -> None:
    """Let a teacher play all seats; the policy learns its choices, the critic the scores they lead to.

    Args:
        decisions: of the teacher, forced ones not counted, after which to stop. The learning rate falls to a tenth.
    """
    optimiser = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=_LEARNING_RATE)
    seen, buffers = 0, Buffers(compute)
    while seen < decisions:
        batch = collect(engine, policy, generator, buffers, teacher=teacher)
        seen += len(batch)
        for group in optimiser.param_groups:
            group["lr"] = _LEARNING_RATE * (1 - 0.9 * min(1.0, seen / decisions))
        no_values = torch.zeros(len(batch), 4).numpy()
        _, scores = advantages(no_values, batch.engine.scores, batch.deal, batch.seat, batch.starts, decay=1.0)
        aim = torch.from_numpy(scores / batch.scale).to(compute.device)
        agreed, steps = 0.0, 0
        for _ in range(_EPOCHS):
            order = torch.randperm(len(batch), generator=generator, device=compute.device)
            for rows in torch.split(order, _MINIBATCH):
                with compute.precision():
                    logits = policy(batch.encoded[rows], batch.mask[rows])
                    value = critic(batch.encoded[rows], batch.hidden[rows])
                loss = _difference(logits, batch.logits[rows])
                loss = loss + torch.nn.functional.smooth_l1_loss(value, aim[rows], beta=2.0)
                optimiser.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
                optimiser.step()
                agreed += float((logits.argmax(dim=1) == batch.logits[rows].argmax(dim=1)).float().mean())
                steps += 1
        print(
            f"imitating {teacher.name}: {seen / 1e6:5.2f} of {decisions / 1e6:.2f} M decisions, "
            f"same choice {agreed / steps:.1%}",
            file=sys.stderr,
            flush=True,
        )


def _difference(logits: Tensor, teacher: Tensor) -> Tensor:
    """Cross entropy of the policy under the teacher's probabilities."""
    chances = teacher.softmax(dim=1)
    mean: Tensor = -(chances * logits.log_softmax(dim=1).clamp_min(-1e4)).sum(dim=1).mean()
    return mean
