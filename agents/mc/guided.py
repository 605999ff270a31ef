"""Search that a trained network guides: its policy proposes, its critic says what comes of it."""

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
from agents.training.credit import UNIT, value_scale
from tarot_env.actions import Phase
from tarot_env.dealing import DOG_SIZE
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

Actions = npt.NDArray[np.int64]
Logits = npt.NDArray[np.float32]

TRUST: Final = 2.0
"""Points per defender before the multiplier that weigh as much as a factor e of the policy's probability."""

LEAST: Final = 0.02
"""Cards less likely than this part of the likeliest are not tried."""

TRICKS: Final = 5
"""How far the policy plays on in each world, this trick counted: what has been played the critic need not guess. In
trials five tricks did as well as one, and the difference could not be told from chance."""

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

    Cards that the policy thinks possible are tried in common worlds. The one is taken for which the mean result, in
    units of `TRUST` points, and the policy's logit have the largest sum: the logit alone where results are equal, and
    the further from it the more is gained.

    Bids and all else are the policy's own, and worlds are uniform: in trials neither a search of bids nor worlds
    weighed by how likely the others would have played so, which takes ten times as long, gained anything that could
    be told from chance.

    The same generator and the same batch of observations give the same actions; in another batch an observation meets
    other draws.

    Args:
        policy, judge: the two networks of one training.
        num_worlds: for each decision.

    Raises:
        ValueError: the number is not positive.
    """

    def __init__(self, policy: NetworkAgent, judge: Judge, num_worlds: int) -> None:
        if num_worlds < 1:
            raise ValueError(f"worlds is at least 1, not {num_worlds}")
        self.name = f"{policy.name}+mc:worlds={num_worlds}"
        self._policy = policy
        self._playout = FewTricks(policy, judge, TRICKS)
        self._num_worlds = num_worlds

    @classmethod
    def from_file(cls, path: Path, name: str, num_worlds: int) -> Self:
        """The player in a checkpoint, or in the best checkpoint of a run's folder.

        Both networks are computed in bfloat16 where the hardware does that, for search asks them hundreds of times: on
        another machine a close decision may fall otherwise.

        Raises:
            CheckpointError: there is none, or it lacks one of the networks.
        """
        compute = Compute.named("cpu", None)
        policy = NetworkAgent(name, NetworkAgent.from_file(path).policy, compute=compute)
        return cls(policy, Judge.from_file(path, compute), num_worlds)

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        """See `Agent.act`."""
        logits = self._policy.logits(observation)
        actions = self._policy.act(observation, rng)
        near = logits >= logits.max(axis=1, keepdims=True) + np.log(LEAST)
        open_ = np.flatnonzero((observation.phase == Phase.PLAY) & (near.sum(axis=1) > 1))
        if open_.size:
            actions[open_] = self._search(observation.take(open_), logits[open_], near[open_], rng)
        return actions

    def _search(
        self, observation: Observation, logits: Logits, tried: npt.NDArray[np.bool_], rng: np.random.Generator
    ) -> Actions:
        decision, card = np.nonzero(tried)
        actions = np.full((len(decision), DOG_SIZE), NOTHING, np.int64)
        actions[:, 0] = card
        compared = Ways(decision, actions)

        def draw(numbers: npt.NDArray[np.int64], num_worlds: int) -> Engine:
            return worlds(observation.take(numbers), num_worlds, rng)

        means = total_scores(compared, self._num_worlds, draw, self._playout, rng) / self._num_worlds
        points = means * (UNIT / value_scale(observation)[decision, 0])
        values = points / TRUST + logits[decision, card]
        return card[best_ways(compared, values, rng)]
