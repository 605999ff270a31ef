"""Self-play: many deals at once, one call of the network per step for all tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.agent import Agent
from agents.network.compute import CPU, Compute
from agents.network.model import Policy
from agents.training.credit import value_scale
from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS
from tarot_env.encoding import HIDDEN_SIZE, SIZE, encode, encode_hidden
from tarot_env.engine import Engine
from tarot_env.observation import Observation


@dataclass(slots=True)
class Decisions:
    """M decisions to learn from in the order in which they were made, forced ones left out."""

    encoded: Tensor  # (M, SIZE) in the precision of the computation
    hidden: Tensor  # (M, HIDDEN_SIZE)
    mask: Tensor  # bool (M, 87)
    action: Tensor  # int64 (M,)
    logits: Tensor  # float32 (M, 87) of the policy, or of the teacher, that acted
    deal: npt.NDArray[np.int64]  # (M,) which deal
    seat: npt.NDArray[np.int64]  # (M,) who decided, absolute
    phase: npt.NDArray[np.int64]  # (M,) a Phase
    scale: npt.NDArray[np.float32]  # (M, 4) unit of value of each seat, the one that decides first
    starts: list[int]  # where each step's decisions start, and M at the end
    engine: Engine  # the deals, over
    compute: Compute  # where the tensors are
    engine_seconds: float = 0.0  # of the wall's clock; those of opponents too
    network_seconds: float = 0.0  # of whoever acted, a network or a teacher
    all_decisions: int = 0  # forced ones and those of opponents too

    def __len__(self) -> int:
        return len(self.action)


class Buffers:
    """Space for the vectors of a batch, where and as precisely as the networks are computed. It grows by doubling, and
    is used again by the next batch."""

    def __init__(self, compute: Compute = CPU) -> None:
        self.compute = compute
        self.encoded = self._empty(0, SIZE)
        self.hidden = self._empty(0, HIDDEN_SIZE)
        self.used = 0
        self._written = np.empty((0, SIZE + HIDDEN_SIZE), np.float32)

    def _empty(self, rows: int, size: int) -> Tensor:
        return torch.empty((rows, size), dtype=self.compute.dtype, device=self.compute.device)

    def add(self, table: Engine, observation: Observation) -> Tensor:
        """Write what the seats to act see, and what they do not; returns the former, (N, SIZE)."""
        rows = slice(self.used, self.used + len(table))
        self.used = rows.stop
        if self.used > len(self.encoded):
            more = max(self.used, 2 * len(self.encoded), 1 << 14) - rows.start
            self.encoded = torch.cat([self.encoded[: rows.start], self._empty(more, SIZE)])
            self.hidden = torch.cat([self.hidden[: rows.start], self._empty(more, HIDDEN_SIZE)])
        if len(self._written) < len(table):
            self._written = np.empty((len(table), SIZE + HIDDEN_SIZE), np.float32)
        flat = self._written.reshape(-1)
        encoded = flat[: len(table) * SIZE].reshape(-1, SIZE)
        hidden = flat[encoded.size : encoded.size + len(table) * HIDDEN_SIZE].reshape(-1, HIDDEN_SIZE)
        self.encoded[rows].copy_(torch.from_numpy(encode(observation, out=encoded)))
        self.hidden[rows].copy_(torch.from_numpy(encode_hidden(table.state, out=hidden)))
        return self.encoded[rows]


@dataclass(frozen=True, slots=True)
class Asked:
    """Decisions that are to be taken now, n of them, one at each table."""

    tables: npt.NDArray[np.int64]  # (n,) their numbers
    turn: int  # actions taken at each table so far, forced ones too
    observation: Observation  # n views
    encoded: Tensor  # (n, SIZE)
    mask: Tensor  # bool (n, 87)


Actor = Callable[[Asked], Tensor]
"""Who acts: gives float32 (n, 87), the log probability of each action but for a constant; actions are drawn from it,
and it is kept with them."""


def by_policy(policy: Policy, compute: Compute = CPU) -> Actor:
    """A policy that acts for itself."""

    def act(asked: Asked) -> Tensor:
        with torch.inference_mode(), compute.precision():
            logits: Tensor = policy(asked.encoded, asked.mask)
        return logits

    return act


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player who decides at some tables."""

    agent: Agent
    plays: Callable[[Engine], npt.NDArray[np.bool_]]
    """Where it decides, bool (N,), of tables where someone does."""
    shows: Callable[[Engine], npt.NDArray[np.bool_]] | None = None
    """Where among them its decisions are learnt from as if the learner had taken them; None: nowhere."""


class _Step(NamedTuple):
    """What one step adds to `Decisions`, for its rows."""

    mask: Tensor
    action: Tensor
    logits: Tensor
    deal: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    phase: npt.NDArray[np.int8]
    scale: npt.NDArray[np.float32]

    @classmethod
    def none(cls, device: torch.device) -> _Step:
        """No decision."""
        logits, no = torch.empty(0, NUM_ACTIONS, device=device), np.empty(0, np.int8)
        action = torch.empty(0, dtype=torch.int64, device=device)
        return cls(logits.bool(), action, logits, no.astype(np.int64), no, no, np.empty((0, 4), np.float32))


def collect(
    engine: Engine, actor: Actor, generator: torch.Generator, buffers: Buffers, opponent: Opponent | None = None
) -> Decisions:
    """Play all deals of the engine to the end.

    Args:
        engine: dealt; what it deals next comes from its own generator.
        actor: decides what the opponent does not, and says how likely it would have done what the opponent shows.
        buffers: where the vectors are kept; the decisions of an earlier call that used them are lost.
    """
    buffers.used, turn = 0, 0
    steps = [_Step.none(buffers.compute.device)]
    starts, total, network_seconds, begun = [0], 0, 0.0, time.perf_counter()
    while not engine.done.all():
        options = cardsets.count(engine.state.legal)
        total += int((options > 0).sum())
        actions = cardsets.nth(engine.state.legal, np.zeros(len(engine), np.uint64))  # the forced ones stay
        free, shown = options > 1, np.zeros(len(engine), np.bool_)
        if opponent is not None:
            plays = free & opponent.plays(engine)
            theirs = np.flatnonzero(plays)
            if theirs.size:
                actions[theirs] = opponent.agent.act(engine.take(theirs).observe(), engine.rng)
            if opponent.shows is not None:
                shown = plays & opponent.shows(engine)
            free &= ~plays | shown
        rows = np.flatnonzero(free)
        if rows.size:
            table = engine if rows.size == len(engine) else engine.take(rows)
            observation = table.observe()
            encoded = buffers.add(table, observation)
            mask = torch.from_numpy(observation.legal_mask()).to(encoded.device)
            clock = time.perf_counter()
            logits = actor(Asked(rows, turn, observation, encoded, mask))
            action = sample(logits, generator)
            if shown.any():
                given = np.flatnonzero(shown[rows])
                action[given] = torch.from_numpy(actions[rows[given]]).to(action.device)
            chosen = action.cpu().numpy()  # waits for the device
            network_seconds += time.perf_counter() - clock
            actions[rows] = chosen
            seat, phase = table.seat.copy(), table.phase.copy()  # the engine goes on
            steps.append(_Step(mask, action, logits, rows, seat, phase, value_scale(observation)))
            starts.append(buffers.used)
        engine.step(actions, check=False)
        turn += 1
    return Decisions(
        encoded=buffers.encoded[: buffers.used],
        hidden=buffers.hidden[: buffers.used],
        mask=torch.cat([step.mask for step in steps]),
        action=torch.cat([step.action for step in steps]),
        logits=torch.cat([step.logits for step in steps]),
        deal=np.concatenate([step.deal for step in steps]),
        seat=np.concatenate([step.seat for step in steps]).astype(np.int64),
        phase=np.concatenate([step.phase for step in steps]).astype(np.int64),
        scale=np.concatenate([step.scale for step in steps]),
        starts=starts,
        engine=engine,
        compute=buffers.compute,
        engine_seconds=time.perf_counter() - begun - network_seconds,
        network_seconds=network_seconds,
        all_decisions=total,
    )


def sample(logits: Tensor, generator: torch.Generator) -> Tensor:
    """Draw actions with the policy's probabilities: float32 (N, 87) -> int64 (N,)."""
    noise = torch.empty_like(logits).exponential_(generator=generator)
    return (logits.softmax(dim=1) / noise).argmax(dim=1)
