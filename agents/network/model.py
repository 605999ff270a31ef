"""The networks: a policy that sees one seat's observation, and a critic that sees all hands, in training only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from tarot_env.actions import NUM_ACTIONS, Phase
from tarot_env.encoding import HIDDEN_SIZE, SIZE, SLICES

NUM_HEADS: Final = 3
"""Heads of the policy: all that is decided before the play and around it, play as taker, play as defender."""

_AT: Final = {entry.name: entry.start for entry in SLICES}
_PLAYS: Final = _AT["phase"] + Phase.PLAY
_IS_TAKER: Final = _AT["side"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Size of both networks."""

    width: int = 256
    blocks: int = 2


class Block(nn.Module):
    """One residual step: ``x + W relu(norm(x))``."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.linear = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        step: Tensor = x + self.linear(torch.relu(self.norm(x)))
        return step


def _trunk(inputs: int, shape: Shape) -> nn.Sequential:
    blocks = [Block(shape.width) for _ in range(shape.blocks)]
    return nn.Sequential(nn.Linear(inputs, shape.width), *blocks, nn.LayerNorm(shape.width), nn.ReLU())


class Policy(nn.Module):
    """Logits of all 87 actions from the encoding of one seat's observation."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.trunk = _trunk(SIZE, shape)
        self.heads = nn.Linear(shape.width, NUM_HEADS * NUM_ACTIONS)
        nn.init.orthogonal_(self.heads.weight, gain=0.01)

    def forward(self, encoded: Tensor, mask: Tensor) -> Tensor:
        """(N, SIZE), bool (N, 87) -> float32 (N, 87), minus infinity where an action is not legal."""
        heads = self.heads(self.trunk(encoded)).view(-1, NUM_HEADS, NUM_ACTIONS)
        plays = encoded[:, _PLAYS].long()
        head = plays * (2 - encoded[:, _IS_TAKER].long())  # 0 around the play, 1 taker, 2 defender
        logits = heads[torch.arange(len(heads)), head]
        masked: Tensor = logits.float().masked_fill(~mask, float("-inf"))
        return masked


class Critic(nn.Module):
    """Expected final score of each seat, the viewer first, from what a seat sees and what it does not.

    In units of the caller's choice, see `agents.training.credit.value_scale`.

    Args:
        sees_all: False hides from it what the seat does not see.
    """

    def __init__(self, shape: Shape, sees_all: bool = True) -> None:
        super().__init__()
        self.sees_all = sees_all
        self.trunk = _trunk(SIZE + HIDDEN_SIZE, shape)
        self.head = nn.Linear(shape.width, 4)
        nn.init.zeros_(self.head.weight)

    def forward(self, encoded: Tensor, hidden: Tensor) -> Tensor:
        """(N, SIZE), (N, HIDDEN_SIZE) -> float32 (N, 4)."""
        seen = hidden if self.sees_all else torch.zeros_like(hidden)
        values: Tensor = self.head(self.trunk(torch.cat([encoded, seen], dim=1)))
        return values.float()
