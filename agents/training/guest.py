"""A player of others at the tables of a training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.arena.referee import raised
from agents.registry import load
from agents.training.group import ShareError
from tarot_env import cardsets
from tarot_env.observation import Observation


class Guest:
    """A player whose answers are looked at before they are played and learnt from.

    Args:
        spec: names it, see `agents.load`.

    Raises:
        ValueError: there is no such player. `act` raises `ShareError` if the player fails or answers with anything but
            a legal action for each view; in one line.
    """

    def __init__(self, spec: str) -> None:
        self._player: Agent = load(spec)
        self.name = self._player.name
        self._spec = spec

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`."""
        legal = observation.legal.copy()  # the player may write into its view
        try:
            actions = np.asarray(self._player.act(observation, rng))
        except Exception as error:
            raise ShareError(f"{self._named(len(legal))} {raised(error)}") from error
        if actions.dtype.kind not in "iu" or actions.shape != legal.shape[:1]:
            what = f"{actions.dtype} of the shape {actions.shape}, not as many integers"
            raise ShareError(f"{self._named(len(legal))} returned {what}")
        actions = actions.astype(np.int64)
        if not cardsets.contains(legal, actions).all():
            raise ShareError(f"{self._named(len(legal))} acted illegally; evaluate.py {self._spec} random says how")
        return actions

    def _named(self, decisions: int) -> str:
        return f"{self.name}, asked for {decisions} decisions,"
