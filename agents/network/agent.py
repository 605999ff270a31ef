"""The player around a policy network."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import torch

from agents.network import checkpoint
from agents.network.compute import CPU, Compute
from agents.network.model import Policy
from tarot_env.actions import PASS
from tarot_env.encoding import encode
from tarot_env.observation import Observation


class NetworkAgent:
    """Plays the policy's best action, or draws from the policy.

    Args:
        greedy: False draws each action with its probability.
        compute: where the policy is computed.
    """

    def __init__(self, name: str, policy: Policy, greedy: bool = True, compute: Compute = CPU) -> None:
        self.name = name
        self.policy = policy
        self.greedy = greedy
        self.compute = compute

    @classmethod
    def from_file(cls, path: Path, greedy: bool = True, name: str | None = None) -> Self:
        """The player in a checkpoint, or in the best checkpoint of a run's folder.

        Raises:
            CheckpointError: there is none, or it holds no policy.
        """
        file = checkpoint.file_at(path)
        policy = checkpoint.network_in(file, checkpoint.load(file), "policy", Policy)
        return cls(name or str(path), policy, greedy)

    def logits(self, observation: Observation) -> npt.NDArray[np.float32]:
        """Logits of the policy, float32 (N, 87); minus infinity where an action is not legal."""
        mask = torch.from_numpy(observation.legal_mask()).to(self.compute.device)
        encoded = torch.from_numpy(encode(observation)).to(self.compute.device, self.compute.dtype)
        with torch.inference_mode(), self.compute.precision():
            logits: npt.NDArray[np.float32] = self.policy(encoded, mask).cpu().numpy()
        return logits

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `agents.agent.Agent`."""
        return self.chosen(self.logits(observation), rng)

    def chosen(self, logits: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """What it does where these are its logits, (N, 87): int64 (N,); PASS where nothing is legal."""
        if not self.greedy:
            logits = logits + rng.gumbel(size=logits.shape).astype(np.float32)
        none = np.isneginf(logits).all(axis=1)
        actions: npt.NDArray[np.int64] = np.where(none, PASS, logits.argmax(axis=1))
        return actions
