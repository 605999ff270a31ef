"""Play for long: every invariant at every step, and memory that does not grow.

    python tests/faults/soak.py --decisions 20000000 --episodes 10000 --matches 1000 --seed 0

Stops with an AssertionError at the first thing that is not as it should be.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from invariants import assert_conserved, assert_finished
from same import assert_same

from tarot_env import Engine, IllegalAction, Rules, tarot_v0
from tarot_env.actions import NUM_ACTIONS, PASS, Phase
from tarot_env.aec import AGENTS, raw_env

TABLES = 4096
PASSES = 0.6  # share of bids that are passes: at random everyone would play garde contre
ALL_ACTIONS_EVERY = 50  # steps between two positions at which all 87 actions are tried
MAY_GROW = 8.0  # MiB, of noise: a leak of one kilobyte an episode would be ten


def main() -> None:
    """Print what was played, and what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=20_000_000, help="of the engine, half in each set of rules")
    parser.add_argument("--episodes", type=int, default=10_000, help="of the PettingZoo environment")
    parser.add_argument("--matches", type=int, default=1_000, help="to 1,000 points, of the PettingZoo environment")
    parser.add_argument("--seed", type=int, default=0)
    sizes = parser.parse_args()
    for rules in (Rules.official(), Rules.casual()):
        told(f"engine, {rules.name} rules", soak_engine, rules, sizes.decisions // 2, sizes.seed)
    told("AEC episodes", soak_episodes, sizes.episodes, sizes.seed)
    told("AEC matches", soak_matches, sizes.matches, sizes.seed)


def told(what: str, soak: Callable[..., tuple[str, float]], *arguments: object) -> None:
    """Do one part, and print what came out."""
    clock = time.process_time()
    counts, growth = soak(*arguments)
    spent = time.process_time() - clock
    print(f"{what}: {counts}; memory grew by {growth:.1f} MiB; {spent:.0f} CPU-seconds", flush=True)


class Memory:
    """By how much the process grows once it has warmed up."""

    def __init__(self) -> None:
        self.start: float | None = None

    def warm(self) -> None:
        """From here on it is not to grow."""
        if self.start is None:
            self.start = self._now()

    def growth(self) -> float:
        """MiB since then.

        Raises:
            AssertionError: too many.
        """
        assert self.start is not None
        growth = self._now() - self.start
        assert growth < MAY_GROW, f"memory grew by {growth:.1f} MiB"
        return growth

    @staticmethod
    def _now() -> float:
        """Memory of the process: resident, or at its peak where that is not told."""
        gc.collect()
        statm = Path("/proc/self/statm")
        if statm.exists():
            return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)


# The engine


def soak_engine(rules: Rules, decisions: int, seed: int, tables: int = TABLES) -> tuple[str, float]:
    """Random decisions at many tables, each dealt again when it is over."""
    engine, rng, memory = Engine(tables, rules, seed), np.random.default_rng([seed, 1]), Memory()
    steps, deals, refused = max(1, decisions // tables), 0, 0
    for step in range(steps):
        if step >= steps // 10:
            memory.warm()
        actions = any_actions(engine, rng)
        if step % ALL_ACTIONS_EVERY == 0:
            assert_mask_is_what_step_takes(engine.take([rng.integers(tables)]))
        refused += stray(engine, actions, rng)
        engine.step(actions)
        assert_conserved(engine.state)
        assert (engine.scores[~engine.done] == 0).all()
        over = engine.done
        if over.any():
            assert_finished(engine.take(np.flatnonzero(over)))
            deals += int(over.sum())
            engine.reset(over)
    told = f"{steps * tables:,} decisions, {deals:,} deals, {refused:,} illegal actions refused"
    return told, memory.growth()


def any_actions(engine: Engine, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Random legal actions: (N,)."""
    passes = (engine.phase == Phase.AUCTION) & (rng.random(len(engine)) < PASSES)
    return np.where(passes, PASS, engine.sample_legal(rng))


def stray(engine: Engine, actions: npt.NDArray[np.int64], rng: np.random.Generator) -> bool:
    """Any action at one table: taken there if it is legal, else refused with the whole batch as it was."""
    table, action = int(rng.integers(len(engine))), int(rng.integers(NUM_ACTIONS))
    if engine.legal_mask()[table, action]:
        actions[table] = action
        return False
    wrong = actions.copy()
    wrong[table] = action
    before = engine.copy().state
    try:
        engine.step(wrong)
    except IllegalAction as error:
        blamed = error.deal
    else:
        raise AssertionError(f"{action} is not in the mask, and was taken")
    assert blamed == table
    assert_same(engine.state, before)
    return True


def assert_mask_is_what_step_takes(table: Engine) -> None:
    """All 87 actions at one table."""
    mask = table.legal_mask()[0]
    for action in range(NUM_ACTIONS):
        tried = table.copy()
        try:
            tried.step([action])
        except IllegalAction:
            assert not mask[action]
        else:
            assert mask[action]


# The environment


def soak_episodes(episodes: int, seed: int) -> tuple[str, float]:
    """Episodes of one deal, through the wrappers that users get."""
    env, rng, memory, decisions = tarot_v0.env(), np.random.default_rng(seed), Memory(), 0
    env.reset(seed=seed)
    for episode in range(episodes):
        if episode >= episodes // 10:
            memory.warm()
        env.reset()
        decisions += play(env, rng)
    return f"{episodes:,} episodes, {decisions:,} decisions", memory.growth()


def soak_matches(matches: int, seed: int) -> tuple[str, float]:
    """Matches to 1,000 points; random bids make a deal cost some hundreds."""
    env, rng, memory, deals = raw_env(episode="match", target=1000), np.random.default_rng(seed), Memory(), 0
    env.reset(seed=seed)
    for number in range(matches):
        if number >= matches // 10:
            memory.warm()
        env.reset()
        play(env, rng)
        match = env.match
        assert match is not None
        assert match.over
        assert sum(match.totals) == 0
        assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}
        assert max(match.totals) >= 1000
        deals += match.played
    return f"{matches:,} matches, {deals:,} deals", memory.growth()


def play(env: AECEnv[Any, Any, Any], rng: np.random.Generator) -> int:
    """One episode by random actions: the number of decisions."""
    decisions, rewards = 0, dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        assert not truncated
        if terminated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(PASS if legal[0] == PASS and rng.random() < PASSES else int(rng.choice(legal)))
        decisions += 1
    assert sum(rewards.values()) == 0
    assert env.agents == []
    return decisions


if __name__ == "__main__":
    main()
