"""Self-play: many deals at once, one call of the network per step for all tables."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.agent import Agent
from agents.network.model import Policy
from agents.training.credit import value_scale
from tarot_env import cardsets
from tarot_env.encoding import HIDDEN_SIZE, SIZE, encode, encode_hidden
from tarot_env.engine import Engine


@dataclass(slots=True)
class Decisions:
    """M decisions of learning seats in the order in which they were made, forced ones left out."""

    encoded: Tensor  # float32 (M, SIZE)
    hidden: Tensor  # float32 (M, HIDDEN_SIZE)
    mask: Tensor  # bool (M, 87)
    action: Tensor  # int64 (M,)
    logits: Tensor  # float32 (M, 87) of the policy that acted
    deal: npt.NDArray[np.int64]  # (M,) which deal
    seat: npt.NDArray[np.int64]  # (M,) who decided, absolute
    phase: npt.NDArray[np.int64]  # (M,) a Phase
    scale: npt.NDArray[np.float32]  # (M, 4) unit of value of each seat, the one that decides first
    starts: list[int]  # where each step's decisions start, and M at the end
    engine: Engine  # the deals, over
    engine_seconds: float = 0.0
    network_seconds: float = 0.0
    all_decisions: int = 0  # forced ones and those of opponents too

    def __len__(self) -> int:
        return len(self.action)


@dataclass(slots=True)
class Buffers:
    """Space for the vectors of a batch, so that a step writes where its rows will stay. It grows by doubling, and is
    used again by the next batch."""

    encoded: npt.NDArray[np.float32] = field(default_factory=lambda: np.empty((0, SIZE), np.float32))
    hidden: npt.NDArray[np.float32] = field(default_factory=lambda: np.empty((0, HIDDEN_SIZE), np.float32))
    used: int = 0

    def reserve(self, rows: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Room for the next rows of both."""
        start, self.used = self.used, self.used + rows
        if self.used > len(self.encoded):
            size = max(self.used, 2 * len(self.encoded), 1 << 14)
            self.encoded = np.concatenate([self.encoded[:start], np.empty((size - start, SIZE), np.float32)])
            self.hidden = np.concatenate([self.hidden[:start], np.empty((size - start, HIDDEN_SIZE), np.float32)])
        return self.encoded[start : self.used], self.hidden[start : self.used]


class _Step(NamedTuple):
    """What one step adds to `Decisions`, for its rows."""

    mask: Tensor
    action: Tensor
    logits: Tensor
    deal: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    phase: npt.NDArray[np.int8]
    scale: npt.NDArray[np.float32]


def collect(
    engine: Engine,
    policy: Policy,
    generator: torch.Generator,
    buffers: Buffers,
    opponent: Agent | None = None,
    foreign: npt.NDArray[np.bool_] | None = None,
    teacher: Agent | None = None,
) -> Decisions:
    """Deal again and play all deals of the engine to the end.

    Args:
        buffers: where the vectors are kept; the decisions of an earlier call that used them are lost.
        opponent, foreign: who plays the seats marked in bool (N, 4); its decisions are not kept.
        teacher: plays every other seat in the policy's place, its actions are kept to be imitated.
    """
    engine.reset()
    buffers.used = 0
    steps: list[_Step] = []
    starts, total, network_seconds, begun = [0], 0, 0.0, time.perf_counter()
    while not engine.done.all():
        options = cardsets.count(engine.state.legal)
        total += int((options > 0).sum())
        actions = cardsets.nth(engine.state.legal, np.zeros(len(engine), np.uint64))  # the forced ones stay
        free = options > 1
        if opponent is not None and foreign is not None:
            theirs = np.flatnonzero(free & foreign[np.arange(len(engine)), engine.seat])
            if theirs.size:
                actions[theirs] = opponent.act(engine.take(theirs).observe(), engine.rng)
                free[theirs] = False
        rows = np.flatnonzero(free)
        if rows.size:
            table = engine if rows.size == len(engine) else engine.take(rows)
            observation = table.observe()
            encoded, hidden = buffers.reserve(rows.size)
            encode(observation, out=encoded)
            encode_hidden(table.state, out=hidden)
            mask = torch.from_numpy(table.legal_mask())
            if teacher is None:
                clock = time.perf_counter()
                with torch.inference_mode():
                    logits = policy(torch.from_numpy(encoded), mask)
                    action = sample(logits, generator)
                network_seconds += time.perf_counter() - clock
            else:
                logits = torch.zeros(mask.shape)
                action = torch.from_numpy(teacher.act(observation, engine.rng))
            actions[rows] = action.numpy()
            seat, phase = table.seat.copy(), table.phase.copy()  # the engine goes on
            steps.append(_Step(mask, action, logits, rows, seat, phase, value_scale(observation)))
            starts.append(buffers.used)
        engine.step(actions, check=False)
    return Decisions(
        encoded=torch.from_numpy(buffers.encoded[: buffers.used]),
        hidden=torch.from_numpy(buffers.hidden[: buffers.used]),
        mask=torch.cat([step.mask for step in steps]),
        action=torch.cat([step.action for step in steps]),
        logits=torch.cat([step.logits for step in steps]),
        deal=np.concatenate([step.deal for step in steps]),
        seat=np.concatenate([step.seat for step in steps]).astype(np.int64),
        phase=np.concatenate([step.phase for step in steps]).astype(np.int64),
        scale=np.concatenate([step.scale for step in steps]),
        starts=starts,
        engine=engine,
        engine_seconds=time.perf_counter() - begun - network_seconds,
        network_seconds=network_seconds,
        all_decisions=total,
    )


def sample(logits: Tensor, generator: torch.Generator) -> Tensor:
    """Draw actions with the policy's probabilities: float32 (N, 87) -> int64 (N,)."""
    noise = torch.empty_like(logits).exponential_(generator=generator)
    return (logits.softmax(dim=1) / noise).argmax(dim=1)
