"""Learn where hidden cards lie from deals that are played: bids, discards and cards tell of the hands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from agents.network.model import Belief
from agents.network.suits import seen
from agents.training.collect import Decisions
from agents.training.gradient import parts, step
from agents.training.group import ALONE, Group
from tarot_env.actions import Phase
from tarot_env.cards import NUM_CARDS
from tarot_env.encoding import HIDDEN_SLICES, part

SEEN: Final = -1
"""In the place of a holder: the card is not hidden."""

_MINIBATCH: Final = 8192
_LEARNING_RATE: Final = 1e-3
_MAX_GRADIENT: Final = 1.0

_DOG: Final = part("dog")


def learn_belief(
    belief: Belief, played: Callable[[], Decisions], generator: torch.Generator, decisions: int, group: Group = ALONE
) -> int:
    """Fit a belief to where the cards lie, in the play of the cards.

    Args:
        played: another batch of decisions.
        decisions: to learn from in all processes, after which to stop. The learning rate falls towards nearly nothing
            from batch to batch.

    Returns:
        Decisions learnt from: the last batch is taken whole.

    Raises:
        NotFinite: a loss is not a finite number.
    """
    optimiser = torch.optim.Adam(belief.parameters(), lr=_LEARNING_RATE, eps=1e-5)
    learnt = 0
    while learnt < decisions:
        batch = played()
        for parameters in optimiser.param_groups:
            parameters["lr"] = _LEARNING_RATE * (1 - 0.97 * learnt / decisions)
        rows = torch.from_numpy(np.flatnonzero(batch.phase == Phase.PLAY)).to(batch.compute.device)
        rows = rows[torch.randperm(len(rows), generator=generator, device=rows.device)]
        totals = parts(len(rows), _MINIBATCH, group)
        missed = torch.zeros((), device=rows.device)
        for some, total in zip(rows.tensor_split(len(totals)), totals, strict=True):
            encoded = batch.encoded[some]
            with batch.compute.precision():
                logits = belief(encoded)
            loss = surprise(logits, holders(encoded, batch.hidden[some])) / total
            step({"belief_loss": loss}, (belief,), optimiser, _MAX_GRADIENT, group)
            missed += loss.detach()
        learnt += sum(totals)
        mean = float(group.sum(float(missed))) / len(totals)
        if group.first:
            print(
                f"belief: {learnt / 1e6:5.2f} of {decisions / 1e6:.2f} M decisions, cross entropy of a card {mean:.4f}",
                file=sys.stderr,
                flush=True,
            )
    return learnt


def holders(encoded: Tensor, hidden: Tensor) -> Tensor:
    """Who has each card, in the order of `Belief`, or `SEEN`: (N, SIZE), (N, HIDDEN_SIZE) -> int64 (N, 78)."""
    next_, opposite, previous, dog, discard = hidden.view(-1, len(HIDDEN_SLICES), NUM_CARDS).unbind(dim=1)
    dog_lies = (encoded[:, _DOG] == 0).all(dim=1, keepdim=True)  # face down; else it was taken up
    where = torch.stack([next_, opposite, previous, torch.where(dog_lies, dog, discard)], dim=1)
    return where.argmax(dim=1).masked_fill(seen(encoded) > 0, SEEN)


def surprise(logits: Tensor, holder: Tensor) -> Tensor:
    """Cross entropy of the hidden cards, added up over the decisions, of each the mean over its cards: float32."""
    each = cross_entropy(logits, holder, ignore_index=SEEN, reduction="none")  # (N, 78)
    return (each.sum(dim=1) / (holder != SEEN).sum(dim=1).clamp_min(1)).sum()
