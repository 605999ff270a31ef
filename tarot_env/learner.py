"""Tables at which one seat learns and three opponents play: what the Gymnasium environments have in common."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS
from tarot_env.deal_options import GivenDeal, is_seat
from tarot_env.engine import Engine
from tarot_env.observation import Observation, observe
from tarot_env.opponents import Opponents, Player, three_players
from tarot_env.rules import Rules
from tarot_env.state import Int8

Bools = npt.NDArray[np.bool_]
Illegal = Literal["end", "raise"]


class LearnerTables:
    """N tables over one engine. After `answer` each waits for its learner, or its deal is over.

    Args:
        num_tables: N >= 1.
        opponents: who plays the other seats; those that are one object act in one batch.
        seat: of the learner, None to draw it for every deal.
        rules: what is played.

    Attributes:
        engine: its generator deals, draws seats and is given to the opponents.
        seat: int8 (N,), where the learner sits.

    Raises:
        ValueError: no such seat, or opponents that are none.
    """

    def __init__(self, num_tables: int, opponents: Opponents, seat: int | None, rules: Rules) -> None:
        if seat is not None and not is_seat(seat):
            raise ValueError(f"seat is 0..3, or None to draw it for every deal, not {seat!r}")
        around = three_players(opponents)
        distinct = {id(player): player for player in around}
        self._players: list[Player] = list(distinct.values())
        self._player_at = np.array([-1, *(list(distinct).index(id(player)) for player in around)])  # (4,), relative
        self._fixed_seat = seat
        self.engine = Engine(num_tables, rules)
        self.seat: Int8 = np.zeros(num_tables, np.int8)

    def deal(self, where: Bools, given: GivenDeal) -> None:
        """New deals at the tables chosen, for `answer` to play on."""
        number = int(np.count_nonzero(where))
        rng = self.engine.rng
        self.seat[where] = rng.integers(0, 4, number) if self._fixed_seat is None else self._fixed_seat
        hands = None if given.hands is None else np.broadcast_to(given.hands, (number, 4, 2))
        dog = None if given.dog is None else np.broadcast_to(given.dog, (number, 2))
        self.engine.reset(where, hands=hands, dog=dog, dealer=given.dealer)

    def legal(self, actions: npt.NDArray[np.int64]) -> Bools:
        """Which of the learners' actions, (N,), are legal."""
        return cardsets.contains(self.engine.state.legal, actions)

    def act(self, actions: npt.NDArray[np.int64], where: Bools) -> None:
        """The learners act at the tables chosen.

        Raises:
            IllegalAction: an action is not legal; nothing has changed.
        """
        self.engine.step(actions, where=None if where.all() else where)

    def observe(self) -> Observation:
        """What the learners know, N views."""
        return self.engine.observe(self.seat)

    def scores(self) -> npt.NDArray[np.int32]:
        """Points of the learners, (N,); zeros until the deal is over."""
        return self.engine.scores[np.arange(len(self.seat)), self.seat]

    def answer(self, where: Bools) -> None:
        """The opponents at the tables chosen act until it is the learner's turn: a step of the engine for all of them
        whose turn it is, again and again.

        Raises:
            IllegalAction: an opponent's action is not legal; the tables wait for it, not for the learner.
        """
        engine = self.engine
        while True:
            moving = where & (engine.seat != self.seat) & (engine.seat >= 0)
            rows = np.flatnonzero(moving)
            if not rows.size:
                return
            actions = np.zeros(len(engine), np.int64)
            actions[rows] = self._choices(rows)
            engine.step(actions, where=moving if rows.size < len(engine) else None)

    def _choices(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What the opponents to act at these tables do: (n,)."""
        engine = self.engine
        views = observe(engine.state.take(rows), engine.rules)
        if len(self._players) == 1:
            return self._players[0].act(views, engine.rng)
        actions = np.empty(len(rows), np.int64)
        players = self._player_at.take((engine.seat[rows] - self.seat[rows]) & 3)
        for number, player in enumerate(self._players):
            mine = np.flatnonzero(players == number)
            if mine.size:
                actions[mine] = player.act(views.take(mine), engine.rng)
        return actions


def check_actions(actions: npt.ArrayLike, number: int) -> npt.NDArray[np.int64]:
    """The learners' actions as int64 (number,).

    Raises:
        ValueError: not so many integers in 0..86.
    """
    acts = np.asarray(actions)
    if acts.shape != (number,) or acts.dtype.kind not in "iu":
        raise ValueError(f"actions are integers, {number} of them, not {acts.dtype} of shape {acts.shape}")
    outside = (acts < 0) | (acts >= NUM_ACTIONS)
    if outside.any():
        raise ValueError(f"actions are 0..{NUM_ACTIONS - 1}, not {acts[outside.argmax()]}")
    return acts.astype(np.int64, copy=False)


def check_illegal(illegal: str) -> None:
    """Raises ValueError for anything but ``"end"`` and ``"raise"``."""
    if illegal not in ("end", "raise"):
        raise ValueError(f'illegal is "end" (the episode, with a penalty) or "raise", not {illegal!r}')
