"""Proximal policy optimisation (Schulman et al. 2017) on decisions of all four seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.network.model import Critic, Policy
from agents.training.collect import Decisions
from agents.training.credit import advantages
from agents.training.gradient import parts, step
from agents.training.group import ALONE, Group
from agents.training.lesson import Lesson
from tarot_env.actions import Phase

Floats = npt.NDArray[np.float32]

BETA: Final = 2.0
"""Units of value up to which an error counts by its square, beyond by itself (Huber)."""

OF_ENTROPY: Final = 0.1
"""What the entropy bonus adds to the worth of a decision, in units of an advantage."""


@dataclass(frozen=True, slots=True)
class Update:
    """How a batch of decisions changes the networks."""

    epochs: int
    minibatch: int
    policy_share: float
    critic_share: float
    clip: float
    entropy: float
    decay: float
    anchor: float
    max_gradient: float


@dataclass(frozen=True, slots=True)
class Credited:
    """What the decisions of a batch brought, and what the critic should have expected."""

    gain: Tensor  # float32 (M,) advantage, in spreads of its phase
    aim: Tensor  # float32 (M, 4) target of each seat's value, in units of value
    error: Tensor  # float32 (M, 4) by which the critic fell short of it


def credit(critic: Critic, decisions: Decisions, minibatch: int, decay: float, group: Group = ALONE) -> Credited:
    """Compare what came of each decision with what the critic, asked about so many at a time, expects."""
    values = expected(critic, decisions, minibatch)
    advantage, target = advantages(
        values, decisions.engine.scores, decisions.deal, decisions.seat, decisions.starts, decay
    )
    gain = _by_phase(advantage / decisions.scale[:, 0], decisions.phase, group)
    arrays = gain, target / decisions.scale, (target - values) / decisions.scale
    return Credited(*(torch.from_numpy(array).to(decisions.compute.device) for array in arrays))


def expected(critic: Critic, decisions: Decisions, minibatch: int) -> Floats:
    """What the critic expects for each seat before each decision, in points: float32 (M, 4)."""
    with torch.inference_mode(), decisions.compute.precision():
        parts = [
            critic(decisions.encoded[i : i + minibatch], decisions.hidden[i : i + minibatch])
            for i in range(0, len(decisions), minibatch)
        ]
    return torch.cat(parts).cpu().numpy() * decisions.scale if parts else decisions.scale


def policy_worth(decisions: Decisions, size: Tensor) -> Tensor:
    """Length of the gradient of each decision's objective by its logits, where its advantage has this size: float32
    (M,), both."""
    before = decisions.logits.softmax(dim=1)
    chosen = before.gather(1, decisions.action[:, None]).squeeze(1)
    length: Tensor = (1 - 2 * chosen + before.square().sum(dim=1)).clamp_min(0).sqrt()
    return size * length


def critic_worth(error: Tensor) -> Tensor:
    """Length of the gradient of each decision's value loss by the values: float32 (M,)."""
    worth: Tensor = error.clamp(-BETA, BETA).norm(dim=1)
    return worth


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
    credited = credit(critic, decisions, how.minibatch, how.decay, group)
    for_policy = Lesson.drawn(policy_worth(decisions, credited.gain.abs() + OF_ENTROPY), how.policy_share, generator)
    for_critic = Lesson.drawn(critic_worth(credited.error), how.critic_share, generator)
    auction = torch.from_numpy(decisions.phase == Phase.AUCTION).to(decisions.compute.device)
    totals = parts(len(decisions), how.minibatch, group)
    sums: dict[str, Tensor] = {}
    for _ in range(how.epochs):
        lessons = (lesson.parts(len(totals), generator) for lesson in (for_critic, for_policy))
        for critics, policys, total in zip(*lessons, totals, strict=True):
            rows = critics.rows
            with decisions.compute.precision():
                value = critic(decisions.encoded[rows], decisions.hidden[rows])
            losses = {"value_loss": value_loss(value, credited.aim[rows], critics.weight, total)}
            seen: dict[str, Tensor] = {}
            if train_policy:
                rows = policys.rows
                with decisions.compute.precision():
                    logits = policy(decisions.encoded[rows], decisions.mask[rows])
                more, seen = _policy_losses(logits, decisions, policys, credited.gain[rows], how, total)
                losses |= more
                if anchor is not None and how.anchor > 0:
                    away = _anchor_loss(anchor, logits, decisions, policys, auction[rows], total)
                    losses["anchor_loss"] = how.anchor * away
            step(losses, (policy, critic) if train_policy else (critic,), optimiser, how.max_gradient, group)
            for name, part in (losses | seen).items():
                sums[name] = sums.get(name, torch.zeros_like(part)) + part.detach()
    steps = how.epochs * len(totals)
    everyone = group.sum([float(part) for part in sums.values()]) / steps
    measured = dict(zip(sums, everyone.tolist(), strict=True))
    measured["explained_variance"] = _explained(credited, group)
    return measured


def value_loss(value: Tensor, aim: Tensor, weight: Tensor, total: int) -> Tensor:
    """Huber's loss of the critic, float32 (n, 4) both, as this process's part of the mean over `total` decisions, which
    weigh float32 (n,)."""
    loss = torch.nn.functional.smooth_l1_loss(value, aim, beta=BETA, reduction="none")
    return (loss.mean(dim=1) * weight).sum() / total


def _policy_losses(
    logits: Tensor, decisions: Decisions, lesson: Lesson, gain: Tensor, how: Update, total: int
) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The clipped objective and the entropy bonus; entropy, KL divergence and clipped share for the log."""
    action = decisions.action[lesson.rows, None]
    new = logits.log_softmax(dim=1)
    before = decisions.logits[lesson.rows].log_softmax(dim=1).gather(1, action).squeeze(1)
    change = new.gather(1, action).squeeze(1) - before
    ratio = change.exp()
    objective = torch.minimum(ratio * gain, ratio.clamp(1 - how.clip, 1 + how.clip) * gain)
    entropies = -(new.exp() * new.masked_fill(torch.isinf(new), 0.0)).sum(dim=1)

    def mean(of_each: Tensor) -> Tensor:
        return (of_each * lesson.weight).sum() / total

    with torch.no_grad():
        seen = {
            "entropy": mean(entropies),
            "kl": mean(ratio - 1 - change),  # http://joschu.net/blog/kl-approx.html
            "clipped": mean(((ratio - 1).abs() > how.clip).float()),
        }
    return {"policy_loss": -mean(objective), "entropy_loss": -how.entropy * mean(entropies)}, seen


def _anchor_loss(
    anchor: Policy, logits: Tensor, decisions: Decisions, lesson: Lesson, auction: Tensor, total: int
) -> Tensor:
    """KL divergence of the auction's policy from the anchor's, averaged over all decisions."""
    if not auction.any():
        return logits.new_zeros(())
    rows = lesson.rows[auction]
    legal = decisions.mask[rows]
    with torch.no_grad(), decisions.compute.precision():
        kept = anchor(decisions.encoded[rows], legal).log_softmax(dim=1)
    new = logits[auction].log_softmax(dim=1)
    difference = torch.where(legal, kept.masked_fill(~legal, 0.0) - new.masked_fill(~legal, 0.0), 0.0)
    mean: Tensor = ((kept.exp() * difference).sum(dim=1) * lesson.weight[auction]).sum() / total
    return mean


def _by_phase(advantage: Floats, phase: npt.NDArray[np.int64], group: Group) -> Floats:
    """Advantages of each phase divided by their spread there, so that rare phases are learnt at the same pace."""
    squares = np.bincount(phase, np.square(advantage), len(Phase)), np.bincount(phase, minlength=len(Phase))
    total, number = group.sum(squares)
    spread = np.sqrt(total / np.maximum(number, 1)).clip(1e-3).astype(np.float32)
    scaled: Floats = np.clip(advantage / spread[phase], -5.0, 5.0)
    return scaled


def _explained(credited: Credited, group: Group) -> float:
    """Share of the targets' variance that the values account for; 1 is perfect, 0 is a constant."""
    numbers = np.array([credited.error.cpu().numpy(), credited.aim.cpu().numpy()], np.float64).reshape(2, -1)
    count, *sums = group.sum([numbers.shape[1], *numbers.sum(axis=1), *np.square(numbers).sum(axis=1)])
    means, squares = np.array(sums).reshape(2, 2) / count
    missed, varies = squares - np.square(means)
    return float(1 - missed / max(varies, 1e-9))
