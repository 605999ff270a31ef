"""Proximal policy optimisation (Schulman et al. 2017) on decisions of all four seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.network.model import Critic, Policy
from agents.training.collect import Decisions
from agents.training.credit import advantages
from agents.training.gradient import minibatches, step
from agents.training.group import ALONE, Group
from tarot_env.actions import Phase

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Update:
    """How a batch of decisions changes the networks."""

    epochs: int
    minibatch: int
    clip: float
    entropy: float
    decay: float
    anchor: float
    max_gradient: float


def expected(critic: Critic, decisions: Decisions, minibatch: int) -> Floats:
    """What the critic expects for each seat before each decision, in points: float32 (M, 4)."""
    with torch.inference_mode(), decisions.compute.precision():
        parts = [
            critic(decisions.encoded[i : i + minibatch], decisions.hidden[i : i + minibatch])
            for i in range(0, len(decisions), minibatch)
        ]
    return torch.cat(parts).cpu().numpy() * decisions.scale if parts else decisions.scale


def update(
    policy: Policy,
    critic: Critic,
    optimiser: torch.optim.Optimizer,
    decisions: Decisions,
    how: Update,
    generator: torch.Generator,
    anchor: Policy | None = None,
    train_policy: bool = True,
    group: Group = ALONE,
) -> dict[str, float]:
    """A few passes over the decisions. Returns means of what was measured on the way.

    Args:
        anchor: a policy that the auction is kept near, by ``how.anchor`` times the Kullback-Leibler divergence.
        train_policy: False trains the critic alone.
        group: processes with decisions of their own, which all take the same steps.

    Raises:
        NotFinite: a loss is not a finite number; the step that it belongs to is not taken.
    """
    values = expected(critic, decisions, how.minibatch)
    advantage, target = advantages(
        values, decisions.engine.scores, decisions.deal, decisions.seat, decisions.starts, how.decay
    )
    device = decisions.compute.device
    weight = torch.from_numpy(_by_phase(advantage / decisions.scale[:, 0], decisions.phase, group)).to(device)
    aim = torch.from_numpy(target / decisions.scale).to(device)
    auction = torch.from_numpy(decisions.phase == Phase.AUCTION).to(device)
    sums: dict[str, Tensor] = {}
    steps = 0
    for rows, total in minibatches(decisions, how.minibatch, how.epochs, generator, group):
        encoded, mask = decisions.encoded[rows], decisions.mask[rows]
        with decisions.compute.precision():
            value = critic(encoded, decisions.hidden[rows])
            logits = policy(encoded, mask) if train_policy else torch.empty(0)
        losses = {"value_loss": value_loss(value, aim[rows], total)}
        seen: dict[str, Tensor] = {}
        if train_policy:
            more, seen = _policy_losses(logits, decisions, rows, weight[rows], how, total)
            losses |= more
            if anchor is not None and how.anchor > 0:
                away = _anchor_loss(anchor, logits, decisions, rows, auction[rows], total)
                losses["anchor_loss"] = how.anchor * away
        step(losses, (policy, critic) if train_policy else (critic,), optimiser, how.max_gradient, group)
        steps += 1
        for name, part in (losses | seen).items():
            sums[name] = sums.get(name, torch.zeros_like(part)) + part.detach()
    everyone = group.sum([float(part) for part in sums.values()]) / steps
    measured = dict(zip(sums, everyone.tolist(), strict=True))
    measured["explained_variance"] = _explained(values / decisions.scale, target / decisions.scale, group)
    return measured


def value_loss(value: Tensor, aim: Tensor, total: int) -> Tensor:
    """Huber's loss of the critic, float32 (n, 4) both, as this process's part of the mean over `total` decisions."""
    return torch.nn.functional.smooth_l1_loss(value, aim, beta=2.0, reduction="sum") / (4 * total)


def _policy_losses(
    logits: Tensor, decisions: Decisions, rows: Tensor, weight: Tensor, how: Update, total: int
) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The clipped objective and the entropy bonus; entropy, KL divergence and clipped share for the log."""
    action = decisions.action[rows, None]
    new = logits.log_softmax(dim=1)
    before = decisions.logits[rows].log_softmax(dim=1).gather(1, action).squeeze(1)
    change = new.gather(1, action).squeeze(1) - before
    ratio = change.exp()
    objective = torch.minimum(ratio * weight, ratio.clamp(1 - how.clip, 1 + how.clip) * weight)
    entropy = -(new.exp() * new.masked_fill(torch.isinf(new), 0.0)).sum() / total
    with torch.no_grad():
        seen = {
            "entropy": entropy.detach(),
            "kl": (ratio - 1 - change).sum() / total,  # http://joschu.net/blog/kl-approx.html
            "clipped": ((ratio - 1).abs() > how.clip).float().sum() / total,
        }
    return {"policy_loss": -objective.sum() / total, "entropy_loss": -how.entropy * entropy}, seen


def _anchor_loss(
    anchor: Policy, logits: Tensor, decisions: Decisions, rows: Tensor, auction: Tensor, total: int
) -> Tensor:
    """KL divergence of the auction's policy from the anchor's, averaged over all decisions."""
    if not auction.any():
        return logits.new_zeros(())
    legal = decisions.mask[rows[auction]]
    with torch.no_grad(), decisions.compute.precision():
        kept = anchor(decisions.encoded[rows[auction]], legal).log_softmax(dim=1)
    new = logits[auction].log_softmax(dim=1)
    difference = torch.where(legal, kept.masked_fill(~legal, 0.0) - new.masked_fill(~legal, 0.0), 0.0)
    mean: Tensor = (kept.exp() * difference).sum() / total
    return mean


def _by_phase(advantage: Floats, phase: npt.NDArray[np.int64], group: Group) -> Floats:
    """Advantages of each phase divided by their spread there, so that rare phases are learnt at the same pace."""
    squares = np.bincount(phase, np.square(advantage), len(Phase)), np.bincount(phase, minlength=len(Phase))
    total, number = group.sum(squares)
    spread = np.sqrt(total / np.maximum(number, 1)).clip(1e-3).astype(np.float32)
    scaled: Floats = np.clip(advantage / spread[phase], -5.0, 5.0)
    return scaled


def _explained(values: Floats, targets: Floats, group: Group) -> float:
    """Share of the targets' variance that the values account for; 1 is perfect, 0 is a constant."""
    numbers = np.array([targets - values, targets], np.float64).reshape(2, -1)
    count, *sums = group.sum([targets.size, *numbers.sum(axis=1), *np.square(numbers).sum(axis=1)])
    means, squares = np.array(sums).reshape(2, 2) / count
    missed, varies = squares - np.square(means)
    return float(1 - missed / max(varies, 1e-9))
