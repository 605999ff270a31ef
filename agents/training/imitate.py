"""A warm start: learn what a teacher does, and what its deals are worth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain

import torch
from torch import Tensor

from agents.network.model import Critic, Policy
from agents.training.collect import Decisions
from agents.training.credit import advantages
from agents.training.gradient import parts, step
from agents.training.group import ALONE, Group
from agents.training.lesson import Lesson
from agents.training.ppo import value_loss

_PASSES = 2
_MINIBATCH = 2048
_LEARNING_RATE = 1e-3


def imitate(
    policy: Policy,
    critic: Critic,
    taught: Callable[[], Decisions],
    generator: torch.Generator,
    decisions: int,
    name: str,
    group: Group = ALONE,
) -> None:
    """The policy learns a teacher's choices, the critic the scores they lead to.

    Args:
        taught: another batch of the teacher's decisions, whose logits are the teacher's.
        decisions: of the teacher in all processes, forced ones not counted, after which to stop. The learning rate
            falls towards a tenth from batch to batch.
        name: of the teacher.

    Raises:
        NotFinite: a loss is not a finite number.
    """
    optimiser = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=_LEARNING_RATE)
    seen = 0
    while seen < decisions:
        batch = taught()
        for parameters in optimiser.param_groups:
            parameters["lr"] = _LEARNING_RATE * (1 - 0.9 * seen / decisions)
        seen += int(group.sum(len(batch)))
        no_values = torch.zeros(len(batch), 4).numpy()
        _, scores = advantages(no_values, batch.engine.scores, batch.deal, batch.seat, batch.starts, decay=1.0)
        aim = torch.from_numpy(scores / batch.scale).to(batch.compute.device)
        agreed = torch.zeros((), device=batch.compute.device)
        totals = parts(len(batch), _MINIBATCH, group)
        everything = Lesson.all(len(batch), batch.compute.device)
        lessons = chain.from_iterable(everything.parts(len(totals), generator) for _ in range(_PASSES))
        for lesson, total in zip(lessons, _PASSES * totals, strict=True):
            rows = lesson.rows
            with batch.compute.precision():
                logits = policy(batch.encoded[rows], batch.mask[rows])
                value = critic(batch.encoded[rows], batch.hidden[rows])
            losses = {
                "policy_loss": _difference(logits, batch.logits[rows]) / total,
                "value_loss": value_loss(value, aim[rows], lesson.weight, total),
            }
            step(losses, (policy, critic), optimiser, float("inf"), group)
            agreed += (logits.argmax(dim=1) == batch.logits[rows].argmax(dim=1)).sum()
        share = group.sum([float(agreed), _PASSES * len(batch)])
        if group.first:
            print(
                f"imitating {name}: {seen / 1e6:5.2f} of {decisions / 1e6:.2f} M decisions, "
                f"same choice {share[0] / share[1]:.1%}",
                file=sys.stderr,
                flush=True,
            )


def _difference(logits: Tensor, teacher: Tensor) -> Tensor:
    """Cross entropy of the policy under the teacher's probabilities, added up."""
    chances = teacher.softmax(dim=1)
    difference: Tensor = -(chances * logits.log_softmax(dim=1).clamp_min(-1e4)).sum()
    return difference
