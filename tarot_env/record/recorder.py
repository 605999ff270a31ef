"""Keep what is done at an engine's tables, so that each deal can be written down."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tarot_env.cardsets import Lanes
from tarot_env.engine import Engine
from tarot_env.record.record import Record
from tarot_env.state import NOT_SPOKEN


class Recorder:
    """Steps and resets an engine, remembering the actions of each deal in progress.

    >>> table = Recorder(Engine(1, seed=7))
    >>> while not table.engine.done[0]:
    ...     table.step(table.engine.sample_legal())
    >>> record = table.record(agents=["random"] * 4)
    >>> record.replay().scores == table.engine.scores[0].tolist()
    True

    Where the rules have four passes dealt again, the deal that was passed is forgotten with them.

    Args:
        engine: dealt, and nothing done yet.

    Attributes:
        actions: action ids of each deal so far, N lists.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.actions: list[list[int]] = [[] for _ in range(len(engine))]
        if len(_untouched(engine)) != len(engine):
            raise ValueError("a recorder starts before the first action of every deal")

    def reset(
        self,
        where: npt.NDArray[np.bool_] | None = None,
        *,
        hands: Lanes | None = None,
        dog: Lanes | None = None,
        dealer: npt.ArrayLike | None = None,
    ) -> None:
        """`Engine.reset`: what was done at these tables is forgotten."""
        self.engine.reset(where, hands=hands, dog=dog, dealer=dealer)
        self._forget()

    def step(self, actions: npt.ArrayLike, check: bool = True, where: npt.NDArray[np.bool_] | None = None) -> None:
        """`Engine.step`: remembered where a deal acted and was not over."""
        acted = np.flatnonzero(~self.engine.done if where is None else where & ~self.engine.done)
        self.engine.step(actions, check, where)
        chosen = np.asarray(actions)
        for deal in acted:
            self.actions[deal].append(int(chosen[deal]))
        self._forget()

    def record(self, deal: int = 0, **extra: Any) -> Record:
        """One deal as it stands, with whatever else is to be kept of it by key (agents, seed, source)."""
        return Record.of(self.engine, deal, self.actions[deal], **extra)

    def _forget(self) -> None:
        for deal in _untouched(self.engine):
            self.actions[deal].clear()


def _untouched(engine: Engine) -> npt.NDArray[np.int64]:
    """Deals in which nobody has spoken yet, by number."""
    return np.flatnonzero((engine.state.bids == NOT_SPOKEN).all(axis=1))
