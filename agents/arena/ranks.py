"""The processes that torchrun starts, on one machine or many."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from agents.arena.contest import Outcome
from agents.arena.schedule import Task

_PATIENCE: Final = timedelta(days=7)  # whoever is done waits for the others, which may have a slow machine


@dataclass(frozen=True, slots=True)
class Ranks:
    """Which of how many this process is. Alone, nothing is sent anywhere and torch is not needed."""

    rank: int = 0
    world: int = 1

    @classmethod
    def of_environment(cls) -> Self:
        """As torchrun says (RANK, WORLD_SIZE); alone without it. Joins the others."""
        ranks = cls(int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1")))
        if ranks.world > 1:
            import torch.distributed as dist

            dist.init_process_group("gloo", timeout=_PATIENCE)
        return ranks

    def share(self, todo: Sequence[Task]) -> Sequence[Task]:
        """This rank's tasks: every one in so many, so that all ranks work on the same blocks."""
        return todo[self.rank :: self.world]

    def gather(self, outcomes: list[Outcome]) -> list[Outcome]:
        """Everybody's outcomes, in the order of the tasks, on every rank. Alone there is nothing to add."""
        if self.world == 1:
            return outcomes
        import torch.distributed as dist

        everyone: list[list[Outcome]] = [[] for _ in range(self.world)]
        dist.all_gather_object(everyone, outcomes)
        return sorted((outcome for each in everyone for outcome in each), key=lambda outcome: outcome.task.order)

    def leave(self) -> None:
        """Part from the others."""
        if self.world > 1:
            import torch.distributed as dist

            dist.destroy_process_group()
