"""Opponents that do the same thing every time, so that a deal laid out beforehand goes as planned."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tarot_env import Observation
from tarot_env.actions import CHELEM, GARDE, PASS, POIGNEE_DOUBLE, POIGNEE_SIMPLE, POIGNEE_TRIPLE, Phase
from tarot_env.cardsets import to_ids


class Quiet:
    """Announces nothing, and plays the lowest card."""

    name = "quiet"
    _likes: ClassVar[dict[Phase, tuple[int, ...]]] = {}

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        return np.array([self._choose(Phase(observation.phase[0]), to_ids(observation.legal[0]))])

    def _choose(self, phase: Phase, legal: list[int]) -> int:
        liked = [action for action in self._likes.get(phase, ()) if action in legal]
        if liked:
            return liked[0]
        return PASS if PASS in legal else legal[0]


class Shows(Quiet):
    """Shows the largest poignée that it can."""

    name = "shows"
    _likes: ClassVar = {Phase.POIGNEE: (POIGNEE_TRIPLE, POIGNEE_DOUBLE, POIGNEE_SIMPLE)}


class Boasts(Shows):
    """Takes, and announces all that can be announced."""

    name = "boasts"
    _likes: ClassVar = Shows._likes | {Phase.AUCTION: (GARDE,), Phase.CHELEM: (CHELEM,)}


class Fails(Quiet):
    """Cannot play a card."""

    name = "fails"

    def _choose(self, phase: Phase, legal: list[int]) -> int:
        if phase == Phase.PLAY:
            raise RuntimeError("broken on purpose")
        return super()._choose(phase, legal)
