"""Chelem and poignees."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tarot_env.actions import PASS
from tarot_env.observation import Observation


def announce_chelem(observation: Observation) -> npt.NDArray[np.int64]:
    return np.full(len(observation), PASS, np.int64)


def show_poignee(observation: Observation) -> npt.NDArray[np.int64]:
    from tarot_env import cardsets

    # silence or hold back the lowest
    held = observation.surplus > 0
    return np.where(held, cardsets.nth(observation.legal, np.zeros(len(observation), np.uint64)), PASS)
