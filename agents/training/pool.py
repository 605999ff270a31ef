"""Earlier selves to play against, so that what once beat them is not forgotten."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from torch import Tensor

from agents.agent import Agent
from agents.network.agent import NetworkAgent
from agents.network.compute import CPU, Compute
from agents.network.model import Policy, Shape
from agents.registry import load

_KEPT = 20


class Pool:
    """The last few policies that were put aside."""

    def __init__(self, shape: Shape, compute: Compute = CPU) -> None:
        self.shape = shape
        self.compute = compute
        self.states: list[dict[str, Tensor]] = []

    def add(self, policy: Policy) -> None:
        """Keep a copy of a policy; the oldest goes when there are too many."""
        self.states = [*self.states, {k: v.detach().clone() for k, v in policy.state_dict().items()}][-_KEPT:]

    def draw(self, rng: np.random.Generator, player: str | None) -> Agent:
        """One of them, or the player named, with equal chances; selves draw from their policies."""
        number = len(self.states) + (player is not None)
        k = int(rng.integers(number))
        if k == len(self.states) and player is not None:
            return load(player)
        policy = Policy(self.shape).to(self.compute.device)
        policy.load_state_dict(self.states[k])
        return NetworkAgent(f"earlier self {k}", policy, greedy=False, compute=self.compute)

    @staticmethod
    def seats(deals: int, share: float, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
        """Seats that the pool plays: one, two or three neighbours in a share of the deals, bool (deals, 4)."""
        first = rng.integers(4, size=deals)[:, None]
        number = np.where(rng.random(deals) < share, rng.integers(1, 4, size=deals), 0)[:, None]
        seats: npt.NDArray[np.bool_] = ((np.arange(4) - first) & 3) < number
        return seats
