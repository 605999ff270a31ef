"""Whom the learner plays against, besides itself."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt
from torch import Tensor

from agents.agent import Agent
from agents.network.agent import NetworkAgent
from agents.network.compute import CPU, Compute
from agents.network.model import Policy, Shape
from agents.training.collect import Opponent
from agents.training.config import Role
from agents.training.guest import Guest
from tarot_env.actions import Phase
from tarot_env.engine import Engine
from tarot_env.play import NUM_TRICKS

Mask = npt.NDArray[np.bool_]
Seats = npt.NDArray[np.int64]

_KEPT = 20
_CARDS_A_TRICK = 4


class Opposition(Protocol):
    """Who plays some seats of each batch of deals."""

    states: list[dict[str, Tensor]]
    """Policies that it remembers, for a checkpoint."""

    def draw(self, strong: Seats, rng: np.random.Generator) -> Opponent | None:
        """The opponent of one batch of N deals.

        Args:
            strong: the seat that was given a strong hand, NO_SEAT where none was: (N,).
        """
        ...

    def learnt(self, iteration: int, policy: Policy) -> None:
        """Told of the policy after each iteration."""
        ...


class Pool:
    """Earlier selves to play against, so that what once beat them is not forgotten, and a player that does not change.

    That player also begins for strong hands, in 17 deals of 18: it bids, and where it announces a chelem it plays the
    first tricks too, any number of them, and the learner goes on. These cards are learnt from as if the learner had
    played them: what pays better than the critic expects becomes likelier. Self-play does not find what only pays when
    it is kept up to the last trick, as to hold back the Excuse for a chelem does, once its chance is one in a million.

    Args:
        share: of the deals in which they play.
        every: iterations between two that are kept; the last 20 are.
        player: one that plays in half of the batches in which the pool does, in all while nothing else is kept.
        opened: share of the deals of that player's batches in which it decides all up to the chelem for everybody, and
            then plays the taker or the defence: a learner that bids otherwise meets its contracts nowhere else.
    """

    def __init__(
        self,
        shape: Shape,
        share: float,
        every: int,
        player: str | None,
        opened: float = 0.0,
        compute: Compute = CPU,
    ) -> None:
        self.shape, self.compute = shape, compute
        self.share, self.every, self.opened = share, every, opened
        self.player = None if player is None else Guest(player)
        self.states: list[dict[str, Tensor]] = []

    def learnt(self, iteration: int, policy: Policy) -> None:
        """Keep a copy of the policy now and then; the oldest goes when there are too many."""
        if self.share and iteration % self.every == 0:
            self.states = [*self.states, {k: v.detach().clone() for k, v in policy.state_dict().items()}][-_KEPT:]

    def draw(self, strong: Seats, rng: np.random.Generator) -> Opponent | None:
        """One of them, in a share of the deals; nobody while there are none."""
        if not self.share or not (self.states or self.player):
            return None
        seats = self.seats(len(strong), self.share, rng)
        agent = self._agent(rng)
        if agent is not self.player:
            return Opponent(agent, lambda engine: _at(seats, engine.seat))
        begun = _CARDS_A_TRICK * rng.integers(NUM_TRICKS, size=len(strong))  # (N,) cards of the tricks it plays
        opened = rng.random(len(strong)) < self.opened  # (N,)
        learns_taker = rng.random(len(strong)) < 0.5  # (N,)

        def announced(engine: Engine) -> Mask:
            its_own: Mask = (engine.seat == strong) & (engine.state.taker == strong) & engine.state.chelem
            return its_own & (engine.state.ply < begun)

        def plays(engine: Engine) -> Mask:
            calls: Mask = (engine.seat == strong) & (engine.phase <= Phase.CHELEM) & (begun > 0)
            opens = (engine.phase <= Phase.CHELEM) | _opposes(engine, learns_taker)
            mine = np.where(opened, opens, _at(seats, engine.seat))
            return mine | calls | announced(engine)

        return Opponent(agent, plays, announced)

    def _agent(self, rng: np.random.Generator) -> Agent:
        """The player in half of the batches, since all others play much alike; else an earlier self, which draws from
        its policy."""
        if self.player is not None and (not self.states or rng.random() < 0.5):
            return self.player
        k = int(rng.integers(len(self.states)))
        policy = Policy(self.shape).to(self.compute.device)
        policy.load_state_dict(self.states[k])
        return NetworkAgent(f"earlier self {k}", policy, greedy=False, compute=self.compute)

    @staticmethod
    def seats(deals: int, share: float, rng: np.random.Generator) -> Mask:
        """Seats that the pool plays: one, two or three neighbours in a share of the deals, bool (deals, 4)."""
        first = rng.integers(4, size=deals)[:, None]
        number = np.where(rng.random(deals) < share, rng.integers(1, 4, size=deals), 0)[:, None]
        seats: Mask = ((np.arange(4) - first) & 3) < number
        return seats


class Frozen:
    """One player that does not change, whom the learner is to exploit in one role."""

    def __init__(self, agent: Agent, role: Role) -> None:
        self.agent, self.role = agent, role
        self.states: list[dict[str, Tensor]] = []

    def learnt(self, iteration: int, policy: Policy) -> None:
        """It remembers nobody."""

    def draw(self, strong: Seats, rng: np.random.Generator) -> Opponent:
        """Against a learner in one seat of each deal, or in one role once this player has bid for everybody."""
        if self.role == "all":
            seats = np.arange(4) != rng.integers(4, size=len(strong))[:, None]
            return Opponent(self.agent, lambda engine: _at(seats, engine.seat))
        learns_taker = np.full(len(strong), self.role == "taker")
        return Opponent(
            self.agent,
            lambda engine: (engine.phase == Phase.AUCTION) | _opposes(engine, learns_taker),
        )


def _opposes(engine: Engine, learns_taker: Mask) -> Mask:
    """Where the side that does not learn is to act, the taker's or the defence: bool (N,), (N,) -> bool (N,)."""
    opposes: Mask = (engine.seat == engine.state.taker) != learns_taker
    return opposes


def _at(seats: Mask, seat: npt.NDArray[np.int8]) -> Mask:
    """What stands at one seat of each deal: bool (N, 4), (N,) -> bool (N,)."""
    marked: Mask = seats[np.arange(len(seats)), seat]
    return marked
