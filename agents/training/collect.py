"""Self-play: many deals at once, one call of the network per step for all tables."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.agent import Agent
from agents.network.compute import CPU, Compute
from agents.network.model import Policy
from agents.network.symmetry import Order, actions_back, encode_hidden_permuted, logits_there, permuted, suit_order
from agents.training.credit import value_scale
from agents.training.teacher import Teacher
from tarot_env import cardsets
from tarot_env.encoding import HIDDEN_SIZE, SIZE, encode
from tarot_env.engine import Engine
from tarot_env.observation import Observation


@dataclass(slots=True)
class Decisions:
    """M decisions of learning seats in the order in which they were made, forced ones left out.

    All is told with the suits in the order of `agents.network.symmetry`, actions too.
    """

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
    engine_seconds: float = 0.0
    network_seconds: float = 0.0
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

    def add(self, table: Engine, view: Observation, order: Order) -> Tensor:
        """Write what the seats to act see, and what they do not; returns the former, (N, SIZE).

        Args:
            view: what they see, with the suits in `order`.
        """
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
        self.encoded[rows].copy_(torch.from_numpy(encode(view, out=encoded)))
        self.hidden[rows].copy_(torch.from_numpy(encode_hidden_permuted(table.state, order, out=hidden)))
        return self.encoded[rows]


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
    teacher: Teacher | None = None,
) -> Decisions:
    """Deal again and play all deals of the engine to the end.

    Args:
        buffers: where the vectors are kept; the decisions of an earlier call that used them are lost.
        opponent, foreign: who plays the seats marked in bool (N, 4); its decisions are not kept.
        teacher: plays every other seat in the policy's place, and its logits are kept to be imitated.
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
            order = suit_order(observation)
            view = permuted(observation, order)
            encoded = buffers.add(table, view, order)
            mask = torch.from_numpy(view.legal_mask()).to(encoded.device)
            if teacher is None:
                clock = time.perf_counter()
                with torch.inference_mode(), buffers.compute.precision():
                    logits = policy(encoded, mask)
                network_seconds += time.perf_counter() - clock
            else:
                taught = logits_there(order, teacher.logits(observation, engine.rng))
                logits = torch.from_numpy(taught).to(encoded.device)
            action = sample(logits, generator)
            actions[rows] = actions_back(order, action.cpu().numpy())
            seat, phase = table.seat.copy(), table.phase.copy()  # the engine goes on
            steps.append(_Step(mask, action, logits, rows, seat, phase, value_scale(observation)))
            starts.append(buffers.used)
        engine.step(actions, check=False)
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
