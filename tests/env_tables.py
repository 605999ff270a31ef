"""Tables for the tests of the environments: a deal that passes through every phase, and play at random."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase, parse_action
from tarot_env.aec import AGENTS, raw_env

# Seat 0 has twelve trumps, seat 3 nine and the Excuse: two poignees, one with two trumps to hold back.
STRONG_DEAL: dict[str, Any] = {
    "hands": [
        "T1 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 S1 S2 S3 S4 S5 S6",
        "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK D4 D5 D6 D7",
        "D8 D9 D10 DJ DN DQ DK C4 C5 C6 C7 C8 C9 C10 CJ CN CQ CK",
        "S7 S8 S9 S10 SJ SN SQ SK T2 T3 T4 T5 T6 T7 T8 T9 T10 EX",
    ],
    "dog": "D1 D2 D3 C1 C2 C3",
    "dealer": 3,
}

# How seat 0 gets from the auction to the play there: (phase, action).
STRONG_START: list[tuple[Phase, str]] = [
    *((Phase.AUCTION, call) for call in ("GARDE", "PASS", "PASS", "PASS")),
    *((Phase.DISCARD, card) for card in ("S1", "S2", "S3", "S4", "S5", "S6")),
    (Phase.CHELEM, "PASS"),
    *((Phase.POIGNEE, choice) for choice in ("POIGNEE_SIMPLE", "T12", "T1")),
]
PHASES = (Phase.AUCTION, Phase.DISCARD, Phase.CHELEM, Phase.POIGNEE, Phase.PLAY)


def table_in(phase: Phase, late: bool = False) -> raw_env:
    """A table in its first position of a phase, or late in it: everything decided there but the last thing."""
    env = raw_env()
    env.reset(seed=1, options=STRONG_DEAL)
    script = [name for at, name in STRONG_START if at < phase]
    script += [name for at, name in STRONG_START if at == phase][:-1] if late else []
    for name in script:
        env.step(parse_action(name))
    rng = np.random.default_rng(5)
    for _ in range(60 if late and phase == Phase.PLAY else 0):
        env.step(any_action(mask_of(env), rng))
    assert phase_of(env) == phase
    return env


def phase_of(env: raw_env) -> Phase:
    return Phase(env._engine.phase[0])


def mask_of(env: Any) -> npt.NDArray[np.int8]:
    """Mask of the selected agent."""
    mask: npt.NDArray[np.int8] = env.observe(env.agent_selection)["action_mask"]
    return mask


def any_action(mask: npt.NDArray[Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def any_actions(masks: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """One legal action of each row, (N,)."""
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


def finish(env: Any, rng: np.random.Generator) -> dict[str, float]:
    """Plays an episode out at random; what each agent is told at its own last step."""
    last: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            last[agent] = reward
            env.step(None)
        else:
            env.step(any_action(observation["action_mask"], rng))
    assert set(last) == set(AGENTS)
    return last


class LowestPlayer:
    """Plays the legal action with the lowest id: no chance in it."""

    def act(self, observation: Any, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        return observation.legal_mask().argmax(axis=1)


class FailsLater(LowestPlayer):
    """An opponent that breaks down once it has decided so often."""

    def __init__(self, decisions: int) -> None:
        self.left = decisions

    def act(self, observation: Any, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        self.left -= len(observation)
        if self.left < 0:
            raise RuntimeError("no more")
        return super().act(observation, rng)
