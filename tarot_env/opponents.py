"""Who sits at the other three seats of a learner's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from tarot_env.legal import any_of
from tarot_env.observation import Observation


class Player(Protocol):
    """Anything that acts on observations, in batches."""

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A legal action, int64 (N,), for each of N views by the seat to act."""
        ...


class RandomPlayer:
    """Any legal action, each as likely as the others."""

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Player.act`."""
        return any_of(observation.legal, rng)


Opponents = Player | str | Sequence[Player | str]
BUILT_IN: Final = {"random": RandomPlayer()}


def three_players(opponents: Opponents) -> tuple[Player, Player, Player]:
    """The players at the seats after the learner's: one for all three, or three, the next seat first.

    Raises:
        ValueError: not one player and not three, a name that is not built in, or something that cannot act.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        player = _player(opponents)
        return player, player, player
    if len(opponents) != 3:
        raise ValueError(f"opponents are one player or three, not {len(opponents)}")
    first, second, third = map(_player, opponents)
    return first, second, third


def _player(opponent: Player | str) -> Player:
    if isinstance(opponent, str):
        if opponent not in BUILT_IN:
            names = ", ".join(map(repr, BUILT_IN))
            raise ValueError(
                f"unknown opponent {opponent!r}: {names} is built in, others are objects, as agents.load makes"
            )
        return BUILT_IN[opponent]
    if isinstance(opponent, type):
        raise ValueError(f"an opponent is a player, not its class: {opponent.__name__}(), not {opponent.__name__}")
    if not callable(getattr(opponent, "act", None)):
        raise ValueError(f"an opponent has act(observation, rng), {opponent!r} does not")
    return opponent
