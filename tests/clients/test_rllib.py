"""RLlib: the cards of all four seats through its PettingZoo wrapper, on one machine and on two nodes of a cluster."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="RLlib is not installed: pip install -r examples/requirements-rllib.txt")

import ray
import rllib_self_play
from cards_only import CardsOnly
from ray.cluster_utils import Cluster
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv


@pytest.fixture
def two_nodes() -> Iterator[Cluster]:
    """On this machine, each with one core to give away."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_an_episode_of_the_wrapper_is_the_cards_of_a_deal() -> None:
    """`raw_env` raises for an illegal action. The four rewards sum to zero."""
    env = PettingZooEnv(CardsOnly())
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        total, decisions, over = 0.0, 0, False
        while not over:
            [(agent, observation)] = seen.items()
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            seen, rewards, terminated, _, _ = env.step({agent: action})
            total, decisions, over = total + sum(rewards.values()), decisions + 1, terminated["__all__"]
        assert decisions == 72
        assert total == pytest.approx(0)


def test_it_learns_from_two_nodes(two_nodes: Cluster) -> None:
    """Each process that plays takes a core, so they are on different nodes. An illegal action would raise in them."""
    algorithm = rllib_self_play.build(two_nodes.address, env_runners=2, batch=2 * 16 * 72)
    runners = algorithm.env_runner_group
    nodes = runners.foreach_env_runner(lambda runner: ray.get_runtime_context().get_node_id(), local_env_runner=False)
    assert len({*nodes}) == 2
    before = [weights.clone() for weights in algorithm.get_module("all").actor.parameters()]
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] == 2 * 16 * 72
    after = algorithm.get_module("all").actor.parameters()
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
    algorithm.stop()


def test_the_example_trains_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    result = rllib_self_play.main(rounds=1, deals=2)
    assert result["agents"]["trained"]["fault"] is None
    assert "trained against random play on 2 duplicate deals" in capsys.readouterr().out
    ray.shutdown()
