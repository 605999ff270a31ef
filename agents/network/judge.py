"""What positions are worth to each seat, all hands seen: the critic of a training, asked by search in its worlds."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import torch

from agents.network import checkpoint
from agents.network.compute import CPU, Compute
from agents.network.model import Critic, Shape
from agents.training.credit import value_scale
from tarot_env.encoding import encode, encode_hidden
from tarot_env.engine import Engine


class Judge:
    """A critic network.

    Args:
        compute: where it is computed.
    """

    def __init__(self, critic: Critic, compute: Compute = CPU) -> None:
        self.critic = critic.to(compute.device)
        self.compute = compute

    @classmethod
    def from_file(cls, path: Path, compute: Compute = CPU) -> Self:
        """The critic in a checkpoint, or in the best checkpoint of a run's folder.

        Raises:
            CheckpointError: there is no checkpoint, or no critic in it.
        """
        file = checkpoint.file_at(path)
        content = checkpoint.load(file)
        if "critic" not in content:
            raise checkpoint.CheckpointError(f"{file}: holds a policy alone; search needs the critic too")

        def made(shape: Shape) -> Critic:
            settings = content.get("config", {})  # an imitation keeps none: its critic sees all hands
            return Critic(shape, sees_all=settings.get("critic", "all") == "all")

        return cls(checkpoint.network_in(file, content, "critic", made), compute)

    def values(self, engine: Engine) -> npt.NDArray[np.float64]:
        """Points that each seat can expect, absolute seats: float64 (N, 4); the score where a deal is over."""
        values = engine.scores.astype(np.float64)
        going = np.flatnonzero(~engine.done)
        if going.size:
            table = engine.take(going)
            observation = table.observe()
            device, dtype = self.compute.device, self.compute.dtype
            encoded = torch.from_numpy(encode(observation)).to(device, dtype)
            hidden = torch.from_numpy(encode_hidden(table.state)).to(device, dtype)
            with torch.inference_mode(), self.compute.precision():
                units = self.critic(encoded, hidden)
            around = (table.seat[:, None] + np.arange(4)) & 3  # absolute seats in the order that the critic has them
            values[going[:, None], around] = units.cpu().numpy() * value_scale(observation)
        return values
