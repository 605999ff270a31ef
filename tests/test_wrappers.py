"""Gymnasium's and PettingZoo's own wrappers around the environments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_tables import any_action, any_actions, finish
from gymnasium import wrappers
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector
from pettingzoo.utils import BaseWrapper
from pettingzoo.utils.wrappers.multi_episode_env import MultiEpisodeEnv

from tarot_env import tarot_v0
from tarot_env.actions import NUM_ACTIONS
from tarot_env.aec import AGENTS
from tarot_env.encoding import SIZE

ID = "tarot_env:tarot_env/Tarot-v0"
PLAIN = Box(0.0, 1.0, (SIZE,), np.float32)

SINGLE: dict[str, Callable[[Any], Any]] = {
    "FlattenObservation": wrappers.FlattenObservation,
    "FilterObservation": lambda env: wrappers.FilterObservation(env, ["observation"]),
    "TransformObservation": lambda env: wrappers.TransformObservation(env, lambda seen: seen["observation"], PLAIN),
    "TransformReward": lambda env: wrappers.TransformReward(env, lambda reward: reward / 100),
    "ClipReward": lambda env: wrappers.ClipReward(env, -50, 50),
    "NormalizeReward": wrappers.NormalizeReward,
    "TimeLimit": lambda env: wrappers.TimeLimit(env, 5),
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "Autoreset": wrappers.Autoreset,
}


@pytest.mark.parametrize("name", SINGLE)
def test_gymnasiums_wrappers_leave_the_masks_within_reach(name: str) -> None:
    """An illegal action would raise."""
    env = SINGLE[name](gymnasium.make(ID, illegal="raise"))
    rng = np.random.default_rng(0)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            masks = env.get_wrapper_attr("action_masks")()
            assert (info["action_mask"] == masks).all()
            observation, _, terminated, truncated, info = env.step(any_action(masks, rng))
            over = terminated or truncated


def test_flattening_puts_the_mask_first() -> None:
    """In the order of the names, as Gymnasium flattens a dict."""
    env = wrappers.FlattenObservation(gymnasium.make(ID))
    observation, info = env.reset(seed=0)
    assert observation.shape == (NUM_ACTIONS + SIZE,)
    assert (observation[:NUM_ACTIONS] == info["action_mask"]).all()


def test_statistics_of_an_episode_are_its_score_and_its_decisions() -> None:
    env = wrappers.RecordEpisodeStatistics(gymnasium.make(ID, seat=1))
    rng = np.random.default_rng(0)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        decisions, over = 0, False
        while not over:
            _, reward, over, _, info = env.step(any_action(info["action_mask"], rng))
            decisions += 1
        assert (info["episode"]["r"], info["episode"]["l"]) == (reward, decisions)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
def test_statistics_of_many_tables(mode: AutoresetMode) -> None:
    env = vector.RecordEpisodeStatistics(gymnasium.make_vec(ID, num_envs=4, autoreset_mode=mode))
    _play_tables(env, mode, lambda rewards, over, infos: (infos["episode"]["r"][over] == rewards[over]).all())
    assert {*env.length_queue} <= {1, *range(19, 60)}


VECTOR: dict[str, Callable[[Any], Any]] = {
    "FlattenObservation": vector.FlattenObservation,
    "FilterObservation": lambda env: vector.FilterObservation(env, ["observation"]),
    "TransformObservation": lambda env: vector.TransformObservation(
        env, lambda seen: seen["observation"], single_observation_space=PLAIN
    ),
}


@pytest.mark.parametrize("name", VECTOR)
def test_gymnasiums_observation_wrappers_of_many_tables_need_resets_by_the_caller(name: str) -> None:
    """Where tables are dealt again in the same step they refuse, for any environment."""
    with pytest.raises(ValueError, match="Expected autoreset_mode to be NEXT_STEP or DISABLED"):
        VECTOR[name](gymnasium.make_vec(ID, num_envs=4))
    env = VECTOR[name](gymnasium.make_vec(ID, num_envs=4, autoreset_mode=AutoresetMode.DISABLED))
    _play_tables(env, AutoresetMode.DISABLED, lambda rewards, over, infos: True)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
def test_a_reward_wrapper_of_many_tables(mode: AutoresetMode) -> None:
    env = vector.ClipReward(gymnasium.make_vec(ID, num_envs=4, autoreset_mode=mode), -1, 1)
    _play_tables(env, mode, lambda rewards, over, infos: (np.abs(rewards) <= 1).all())


def test_gymnasiums_own_vector_of_single_envs() -> None:
    env = SyncVectorEnv([lambda: gymnasium.make(ID, illegal="raise")] * 3)
    _, infos = env.reset(seed=0)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(80):
        # NEXT_STEP: the action after an end counts for nothing, and its mask is empty.
        actions = any_actions(infos["action_mask"].astype(bool), rng)
        _, _, terminated, _, infos = env.step(actions)
        ended += terminated.sum()
    assert ended >= 3


def _play_tables(env: Any, mode: AutoresetMode, holds: Callable[[Any, Any, Any], bool]) -> None:
    """Some episodes at random, with a check at every step that ends one."""
    observation, infos = env.reset(seed=0)
    rng = np.random.default_rng(0)
    ended = 0
    while ended < 8:
        assert env.observation_space.contains(observation)
        observation, rewards, over, _, infos = env.step(any_actions(env.unwrapped.action_masks(), rng))
        if over.any():
            ended += over.sum()
            assert holds(rewards, over, infos)
            if mode == AutoresetMode.DISABLED:
                observation, _ = env.reset(options={"reset_mask": over})


def test_pettingzoos_wrapper_of_several_episodes() -> None:
    env = MultiEpisodeEnv(tarot_v0.raw_env(), num_episodes=3)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    ends = 0
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        ends += over and agent == AGENTS[0]
        env.step(None if over else any_action(observation["action_mask"], rng))
    assert ends == 3


def test_a_wrapper_of_pettingzoo_hands_everything_through() -> None:
    env = BaseWrapper(tarot_v0.env())
    env.reset(seed=2)
    assert env.unwrapped.view(env.agent_selection).turn[0] == 0
    assert env.state_space.contains(env.state())
    assert sum(finish(env, np.random.default_rng(2)).values()) == 0
