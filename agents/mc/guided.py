"""Search that trained networks guide: a policy plays on in worlds that a belief has drawn, a critic says the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from agents.mc.compare import best_ways, total_scores
from agents.mc.playout import Lots
from agents.mc.ways import NOTHING, Ways
from agents.network.agent import NetworkAgent
from agents.network.compute import Compute
from agents.network.judge import Judge
from agents.network.reader import Reader
from agents.training.credit import UNIT, value_scale
from tarot_env.actions import Phase
from tarot_env.dealing import DOG_SIZE
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

Actions = npt.NDArray[np.int64]
Logits = npt.NDArray[np.float32]

TRUST: Final = 0.75
"""Points per defender before the multiplier that weigh as much as a factor e of the policy's probability."""

TRICKS: Final = 5
"""How far the policy plays on in each world, this trick counted: what has been played the critic need not guess. Asked
right after a card that the policy would never play, it is wrong too often."""

GLANCE: Final = 4
"""In one of so many worlds every legal card is tried, in the others those that are still near the best."""

NEAR: Final = 6.0
"""Points by which a card may be behind then."""

CARDS_A_TRICK: Final = 4


class FewTricks:
    """A playout that the policy plays to the end of a trick, this one or a later one; the critic tells the rest."""

    repeats = 1

    def __init__(self, policy: NetworkAgent, judge: Judge, tricks: int) -> None:
        self.name = policy.name
        self._policy = policy
        self._judge = judge
        self._tricks = tricks

    def scores(self, engine: Engine, lots: Lots, rng: np.random.Generator) -> npt.NDArray[np.float64]:
        """See `Playout.scores`; expected ones, where the deal is not over."""
        this_trick = -(-engine.state.ply.astype(np.int64) // CARDS_A_TRICK)
        until = CARDS_A_TRICK * (this_trick + self._tricks - 1)  # (N,) cards played then
        while (going := ~engine.done & (engine.state.ply < until)).any():
            rows = np.flatnonzero(going)
            actions = np.zeros(len(engine), np.int64)
            actions[rows] = self._policy.act(engine.take(rows).observe(), rng)
            engine.step(actions, check=False, where=going)
        return self._judge.values(engine)


class GuidedAgent:
    """A network's policy, and in the play of the cards a look ahead in worlds that agree with what is seen.

    Every legal card is tried in common worlds: a policy trained by its own play is nearly sure of most decisions, also
    of those that it gets wrong. The card is taken for which the mean result, in units of `TRUST` points, and the
    policy's logit have the largest sum: the logit alone where results are equal, and the further from it the more is
    gained. Bids and all else are the policy's own.

    The same generator and the same batch of observations give the same actions; in another batch an observation meets
    other draws.

    Args:
        policy, judge: the two networks of one training.
        reader: tells where hidden cards lie when that policy plays; None draws worlds uniformly.
        num_worlds: for each decision.

    Raises:
        ValueError: the number is not positive.
    """

    def __init__(self, policy: NetworkAgent, judge: Judge, reader: Reader | None, num_worlds: int) -> None:
        if num_worlds < 1:
            raise ValueError(f"worlds is at least 1, not {num_worlds}")
        self.name = f"{policy.name}+mc:worlds={num_worlds}"
        self._policy = policy
        self._playout = FewTricks(policy, judge, TRICKS)
        self._draw = reader.draw if reader else worlds
        self._num_worlds = num_worlds

    @classmethod
    def from_file(cls, path: Path, name: str, num_worlds: int) -> Self:
        """The player in a checkpoint, or in the best checkpoint of a run's folder.

        The networks are computed in bfloat16 where the hardware does that, for search asks them hundreds of times: on
        another machine a close decision may fall otherwise.

        Raises:
            CheckpointError: there is none, or it lacks the policy or the critic.
        """
        compute = Compute.named("cpu", None)
        policy = NetworkAgent(name, NetworkAgent.from_file(path).policy, compute=compute)
        return cls(policy, Judge.from_file(path, compute), Reader.from_file(path, name, compute), num_worlds)

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """See `Agent.act`."""
        logits = self._policy.logits(observation)
        actions = self._policy.chosen(logits, rng)
        open_ = np.flatnonzero((observation.phase == Phase.PLAY) & (np.isfinite(logits).sum(axis=1) > 1))
        if open_.size:
            actions[open_] = self._search(observation.take(open_), logits[open_], rng)
        return actions

    def _search(self, observation: Observation, logits: Logits, rng: np.random.Generator) -> Actions:
        decision, card = np.nonzero(np.isfinite(logits))
        prior = logits[decision, card]
        worth = UNIT / value_scale(observation)[decision, 0] / TRUST  # of each point that the seat scores

        glanced = -(-self._num_worlds // GLANCE)
        means = self._means(observation, decision, card, glanced, rng)
        values = means * worth + prior
        highest = np.full(len(observation), -np.inf)
        np.maximum.at(highest, decision, values)
        near = values >= highest[decision] - NEAR / TRUST
        contested = (np.bincount(decision, near) > 1)[decision]

        again, more = near & contested, self._num_worlds - glanced
        if more and again.any():
            numbers, renumbered = np.unique(decision[again], return_inverse=True)
            others = self._means(observation.take(numbers), renumbered, card[again], more, rng)
            means[again] += (others - means[again]) * (more / self._num_worlds)
            values = np.where(near, means * worth + prior, -np.inf)
        return card[best_ways(decision, values, rng)]

    def _means(
        self,
        observation: Observation,
        decision: npt.NDArray[np.int64],
        card: npt.NDArray[np.int64],
        num_worlds: int,
        rng: np.random.Generator,
    ) -> npt.NDArray[np.float64]:
        """What the seat scores on average after each of R cards, in common worlds of their decisions: (R,)."""

        def draw(numbers: npt.NDArray[np.int64], num_worlds: int) -> Engine:
            return self._draw(observation.take(numbers), num_worlds, rng)

        actions = np.full((len(decision), DOG_SIZE), NOTHING, np.int64)
        actions[:, 0] = card
        return total_scores(Ways(decision, actions), num_worlds, draw, self._playout, rng) / num_worlds
