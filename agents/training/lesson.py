"""Which decisions a network learns from: those that teach it most are the likeliest to be taken.

Of the decisions of a batch a few make up most of its gradient. In most of the others the policy is sure of what it
does, or all went as the critic expected; to look at them costs as much and changes next to nothing. A decision that is
taken with the chance p weighs 1/p, so that the gradient is on average that of all decisions (importance sampling as in
Katharopoulos and Fleuret 2018, here by a draw for each decision).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

LEAST: Final = 0.25
"""The smallest chance, as a part of the share that is taken: bounds the weights."""

_HALVINGS: Final = 40
_CERTAIN: Final = 1e6


@dataclass(frozen=True, slots=True)
class Lesson:
    """Decisions to learn from, m of them, and what each weighs in a loss."""

    rows: Tensor  # int64 (m,)
    weight: Tensor  # float32 (m,)

    @classmethod
    def all(cls, number: int, device: torch.device) -> Lesson:
        """Every decision, with the weight 1."""
        return cls(torch.arange(number, device=device), torch.ones(number, device=device))

    @classmethod
    def drawn(cls, worth: Tensor, share: float, generator: torch.Generator) -> Lesson:
        """About this share of the decisions.

        Args:
            worth: float32 (M,), not negative: the length of the gradient of each, but for a factor.
            share: above 0; with 1 or more all are taken.
            generator: on the device of `worth`.
        """
        if share >= 1 or len(worth) == 0:
            return cls.all(len(worth), worth.device)
        chance = chances(worth.nan_to_num(_CERTAIN), share)  # what is no number is to be seen in the loss
        taken = torch.rand(len(worth), generator=generator, device=worth.device) < chance
        return cls(taken.nonzero().squeeze(1), 1 / chance[taken])

    def parts(self, number: int, generator: torch.Generator) -> Iterator[Lesson]:
        """So many parts, in random order, as large as each other."""
        order = torch.randperm(len(self.rows), generator=generator, device=self.rows.device)
        for part in order.tensor_split(number):
            yield Lesson(self.rows[part], self.weight[part])


def chances(worth: Tensor, share: float) -> Tensor:
    """Chances (M,), in proportion to the worth between `LEAST` times the share and 1, whose mean is the share: float32.

    Such chances make the variance of the gradient smallest for so many decisions.
    """
    low, high = worth.new_zeros(()), 1 / worth.clamp_min(1e-6).min()
    for _ in range(_HALVINGS):
        factor = (low + high) / 2
        too_many = (factor * worth).clamp(LEAST * share, 1).mean() > share
        low, high = torch.where(too_many, low, factor), torch.where(too_many, factor, high)
    return (low * worth).clamp(LEAST * share, 1)
