"""Gradient steps that all processes take together: the same as one process with all their decisions would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from agents.training.group import Group


class NotFinite(ArithmeticError):
    """A loss that is no number: the networks are not to be trusted any more."""


def parts(number: int, size: int, group: Group) -> list[int]:
    """How many of all processes' decisions belong to each gradient step of a pass: about equal, `size` at most.

    Args:
        number: of this process's decisions.

    Raises:
        ValueError: there are none.
    """
    steps = -(-int(group.sum(number)) // size)
    if steps == 0:
        raise ValueError("nobody had anything to decide: take more --deals")
    own = [len(part) for part in torch.arange(number).tensor_split(steps)]
    totals: list[int] = group.sum(own).astype(int).tolist()
    return totals


def step(
    losses: Mapping[str, Tensor],
    networks: Sequence[nn.Module],
    optimiser: torch.optim.Optimizer,
    max_gradient: float,
    group: Group,
) -> None:
    """Change the networks by the gradients of the losses, added up over all processes and clipped by network.

    Raises:
        NotFinite: a loss or a gradient is not a finite number; the step is not taken, in any process.
    """
    loss = torch.stack(list(losses.values())).sum()
    optimiser.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    gradients = [p.grad for network in networks for p in network.parameters() if p.grad is not None]
    total = loss.detach().reshape(1)
    group.add_up([total, *gradients])
    norms = [nn.utils.clip_grad_norm_(network.parameters(), max_gradient).reshape(1) for network in networks]
    if not torch.isfinite(torch.cat([total, *norms])).all():
        raise NotFinite(", ".join(f"{name} {part.item():.3g}" for name, part in losses.items()))
    optimiser.step()
