"""The processes that train one network together, on one machine or many, as torchrun starts them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch
import torch.distributed as dist
from torch import Tensor

Floats = npt.NDArray[np.float64]

_PATIENCE = timedelta(hours=2)  # the others wait while the first one measures


class ShareError(ValueError):
    """A fault in this process's share of the work, of which no other process knows; in one line."""


@dataclass(frozen=True, slots=True)
class Group:
    """Which of how many this process is. Alone, nothing is sent anywhere.

    All processes call the same methods in the same order; each gets the same answer.
    """

    rank: int = 0
    world: int = 1

    @classmethod
    def join(cls, device: torch.device) -> Self:
        """As torchrun says (RANK, WORLD_SIZE, LOCAL_RANK); alone without it. Each process of a machine takes a GPU."""
        group = cls(int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1")))
        if group.world > 1:
            if device.type == "cuda":
                torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
            backend = "cpu:gloo,cuda:nccl" if device.type == "cuda" else "gloo"
            dist.init_process_group(backend, timeout=_PATIENCE)
        return group

    @property
    def first(self) -> bool:
        """Whether this is the process that measures and writes."""
        return self.rank == 0

    def share(self, number: int) -> int:
        """Of so many things, how many are each process's.

        Raises:
            ValueError: they cannot be shared out evenly.
        """
        if number % self.world:
            raise ValueError(f"--deals {number} cannot be shared out evenly among {self.world} processes")
        return number // self.world

    def sum(self, values: npt.ArrayLike) -> Floats:
        """Numbers of all processes added up, float64 of the same shape."""
        return self._reduced(values, dist.ReduceOp.SUM)

    def largest(self, values: npt.ArrayLike) -> Floats:
        """The largest of each number among the processes, float64 of the same shape."""
        return self._reduced(values, dist.ReduceOp.MAX)

    def add_up(self, tensors: Sequence[Tensor]) -> None:
        """Put the sum over all processes into each float32 tensor, all of them sent at once."""
        if self.world > 1:
            flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
            dist.all_reduce(flat)
            for tensor, total in zip(tensors, torch.split(flat, [t.numel() for t in tensors]), strict=True):
                tensor.copy_(total.view_as(tensor))

    def gather(self, mine: Any) -> list[Any]:
        """What each process has, by rank."""
        if self.world == 1:
            return [mine]
        everyone: list[Any] = [None] * self.world
        dist.all_gather_object(everyone, mine)
        return everyone

    def leave(self) -> None:
        """Part from the others."""
        if self.world > 1:
            dist.destroy_process_group()

    def _reduced(self, values: npt.ArrayLike, how: Any) -> Floats:
        numbers = np.array(values, np.float64)
        if self.world > 1:
            dist.all_reduce(torch.from_numpy(numbers), how)
        return numbers


ALONE = Group()
"""One process."""
