"""Tianshou: the PettingZoo environment through its wrapper, and PPO."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tianshou", reason="Tianshou is not installed: pip install -r examples/requirements-tianshou.txt")

import tianshou_ppo
from tianshou.algorithm.multiagent.marl import MultiAgentPolicy
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv

from tarot_env import tarot_v0


def test_its_random_policies_play_legally_in_the_pettingzoo_env() -> None:
    """`raw_env` raises for an illegal action. The four rewards of a deal sum to zero."""
    envs = DummyVectorEnv([lambda: PettingZooEnv(tarot_v0.raw_env()) for _ in range(2)])
    one = PettingZooEnv(tarot_v0.raw_env())
    policy = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=one.action_space).policy
    everyone = MultiAgentPolicy({agent: policy for agent in one.agents})
    stats = Collector(everyone, envs).collect(n_episode=4, reset_before_collect=True)
    assert stats.n_collected_episodes == 4
    np.testing.assert_allclose(stats.returns.sum(axis=1), 0)
    assert stats.returns.any()


def test_the_example_takes_legal_actions_only_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    """An illegal one would raise."""
    result = tianshou_ppo.main(steps=2 * 8 * 64, num_envs=8, deals=2, illegal="raise")
    assert result["agents"]["trained"]["fault"] is None
    assert "trained against random play on 2 duplicate deals" in capsys.readouterr().out
