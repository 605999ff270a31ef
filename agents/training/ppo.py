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
from tarot_env.actions import Phase


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


class NotFinite(ArithmeticError):
    """A loss that is no number: the networks are not to be trusted any more."""


def expected(critic: Critic, decisions: Decisions, minibatch: int) -> npt.NDArray[np.float32]:
    """What the critic expects for each seat before each decision, in points: float32 (M, 4)."""
    with torch.inference_mode(), decisions.compute.precision():
        parts = [
            critic(decisions.encoded[i : i + minibatch], decisions.hidden[i : i + minibatch])
            for i in range(0, len(decisions), minibatch)
        ]
    return torch.cat(parts).cpu().numpy() * decisions.scale


def update(
    policy: Policy,
    critic: Critic,
    optimiser: torch.optim.Optimizer,
    decisions: Decisions,
    how: Update,
    generator: torch.Generator,
    anchor: Policy | None = None,
    train_policy: bool = True,
) -> dict[str, float]:
    """A few passes over the decisions. Returns means of what was measured on the way.

    Args:
        anchor: a policy that the auction is kept near, by ``how.anchor`` times the Kullback-Leibler divergence.
        train_policy: False trains the critic alone.

    Raises:
        NotFinite: a loss is not a finite number; the step that it belongs to is not taken.
    """
    values = expected(critic, decisions, how.minibatch)
    advantage, target = advantages(
        values, decisions.engine.scores, decisions.deal, decisions.seat, decisions.starts, how.decay
    )
    device = decisions.compute.device
    weight = torch.from_numpy(_by_phase(advantage / decisions.scale[:, 0], decisions.phase)).to(device)
    aim = torch.from_numpy(target / decisions.scale).to(device)
    auction = torch.from_numpy(decisions.phase == Phase.AUCTION).to(device)
    sums: dict[str, float] = {}
    steps = 0
    for _ in range(how.epochs):
        for rows in torch.split(torch.randperm(len(decisions), generator=generator, device=device), how.minibatch):
            encoded, mask = decisions.encoded[rows], decisions.mask[rows]
            with decisions.compute.precision():
                value = critic(encoded, decisions.hidden[rows])
                logits = policy(encoded, mask) if train_policy else torch.empty(0)
            value_loss = torch.nn.functional.smooth_l1_loss(value, aim[rows], beta=2.0)
            losses = {"value_loss": value_loss}
            if train_policy:
                losses |= _policy_losses(logits, decisions, rows, weight[rows], how)
                if anchor is not None and how.anchor > 0:
                    losses["anchor_loss"] = how.anchor * _anchor_loss(anchor, logits, decisions, rows, auction[rows])
            loss = sum((v for k, v in losses.items() if k.endswith("loss")), value_loss.new_zeros(()))
            if not torch.isfinite(loss):
                raise NotFinite(", ".join(f"{name} {part.item():.3g}" for name, part in losses.items()))
            optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            for network in (policy, critic):
                torch.nn.utils.clip_grad_norm_(network.parameters(), how.max_gradient)
            optimiser.step()
            steps += 1
            for name, part in losses.items():
                sums[name] = sums.get(name, 0.0) + part.item()
    measured = {name: total / steps for name, total in sums.items()}
    measured["explained_variance"] = _explained(values / decisions.scale, target / decisions.scale)
    return measured


def _policy_losses(
    logits: Tensor, decisions: Decisions, rows: Tensor, weight: Tensor, how: Update
) -> dict[str, Tensor]:
    """The clipped objective and the entropy bonus; KL divergence and clipped share for the log."""
    action = decisions.action[rows, None]
    new = logits.log_softmax(dim=1)
    before = decisions.logits[rows].log_softmax(dim=1).gather(1, action).squeeze(1)
    change = new.gather(1, action).squeeze(1) - before
    ratio = change.exp()
    objective = torch.minimum(ratio * weight, ratio.clamp(1 - how.clip, 1 + how.clip) * weight)
    entropy = -(new.exp() * new.masked_fill(torch.isinf(new), 0.0)).sum(dim=1)
    with torch.no_grad():
        divergence = (ratio - 1 - change).mean()
        clipped = ((ratio - 1).abs() > how.clip).float().mean()
    return {
        "policy_loss": -objective.mean(),
        "entropy_loss": -how.entropy * entropy.mean(),
        "entropy": entropy.mean().detach(),
        "kl": divergence,
        "clipped": clipped,
    }


def _anchor_loss(anchor: Policy, logits: Tensor, decisions: Decisions, rows: Tensor, auction: Tensor) -> Tensor:
    """KL divergence of the auction's policy from the anchor's, averaged over all decisions."""
    if not auction.any():
        return logits.new_zeros(())
    legal = decisions.mask[rows[auction]]
    with torch.no_grad(), decisions.compute.precision():
        kept = anchor(decisions.encoded[rows[auction]], legal).log_softmax(dim=1)
    new = logits[auction].log_softmax(dim=1)
    difference = torch.where(legal, kept.masked_fill(~legal, 0.0) - new.masked_fill(~legal, 0.0), 0.0)
    mean: Tensor = (kept.exp() * difference).sum() / len(auction)
    return mean


def _by_phase(advantage: npt.NDArray[np.float32], phase: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Advantages of each phase divided by their spread there, so that rare phases are learnt at the same pace."""
    scaled = advantage.copy()
    for kind in np.unique(phase):
        rows = phase == kind
        scaled[rows] /= max(float(np.sqrt(np.mean(np.square(advantage[rows])))), 1e-3)
    return np.clip(scaled, -5.0, 5.0)


def _explained(values: npt.NDArray[np.float32], targets: npt.NDArray[np.float32]) -> float:
    """Share of the targets' variance that the values account for; 1 is perfect, 0 is a constant."""
    return float(1 - np.var(targets - values) / max(float(np.var(targets)), 1e-9))
