"""Where the cards that a seat does not see may lie: the belief of a training, asked by search for its worlds."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

import numpy as np
import torch

from agents.network import checkpoint
from agents.network.compute import CPU, Compute
from agents.network.model import Belief
from tarot_env.actions import Phase
from tarot_env.encoding import encode
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

LEAST: Final = 1e-4
"""Chance of whatever the rules allow: nobody plays exactly as those did whom the belief was learnt from."""


class Reader:
    """A belief network.

    Args:
        name: of the player whose cards it reads, for the name of who asks.
        compute: where it is computed.
    """

    def __init__(self, name: str, belief: Belief, compute: Compute = CPU) -> None:
        self.option = f"belief={name}"
        self.belief = belief.to(compute.device)
        self.compute = compute

    @classmethod
    def from_file(cls, path: Path, name: str, compute: Compute = CPU) -> Self | None:
        """The belief in a checkpoint, or in the best checkpoint of a run's folder; None if there is none in it.

        Raises:
            CheckpointError: there is no checkpoint, or what stands there for a belief is none.
        """
        file = checkpoint.file_at(path)
        content = checkpoint.load(file)
        if "belief" not in content:
            return None
        return cls(name, checkpoint.network_in(file, content, "belief", Belief), compute)

    def draw(self, observation: Observation, num_worlds: int, rng: np.random.Generator) -> Engine:
        """Like `tarot_env.worlds.worlds`, but as likely as the belief has it, card by card; uniform outside of the play
        of the cards, of which alone it learnt."""
        encoded = torch.from_numpy(encode(observation)).to(self.compute.device, self.compute.dtype)
        with torch.inference_mode(), self.compute.precision():
            logits = self.belief(encoded)
        chances = logits.softmax(dim=1).cpu().numpy().astype(np.float64) + LEAST
        chances[observation.phase != Phase.PLAY] = 1.0
        return worlds(observation, num_worlds, rng, chances)
