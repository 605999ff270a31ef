"""TorchRL: the PettingZoo environment through its wrapper, the Gymnasium ones through another, and a few updates."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

pytest.importorskip("torchrl", reason="TorchRL is not installed: pip install -r examples/requirements-torchrl.txt")

import torch
import torchrl_ppo
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv, check_env_specs

from tarot_env import tarot_v0
from tarot_env.aec import AGENTS

ONE_GROUP = {"seats": list(AGENTS)}

# It names the one release of PettingZoo that it was tested with.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested:UserWarning")


@pytest.mark.parametrize("options", [{}, {"group_map": ONE_GROUP}, {"return_state": True}], ids=str)
def test_the_specs_of_the_pettingzoo_env(options: dict[str, Any]) -> None:
    check_env_specs(PettingZooWrapper(tarot_v0.env(), use_mask=True, seed=1, **options))


def test_masked_rollouts_of_the_pettingzoo_env() -> None:
    """`raw_env` raises for an illegal action. One seat acts at each step, and each deal's rewards sum to zero."""
    env = PettingZooWrapper(tarot_v0.raw_env(), use_mask=True, group_map=ONE_GROUP, seed=1)
    rollout = env.rollout(300, break_when_any_done=False)
    assert (rollout["seats", "mask"].sum(dim=-1) == 1).all()
    acting = rollout["seats", "mask"]
    legal = rollout["seats", "action_mask"].gather(-1, rollout["seats", "action"][..., None])[..., 0]
    assert legal[acting].all()
    over = rollout["next", "done"][:, 0]
    assert over.sum() >= 3
    rewards = rollout["next", "seats", "reward"][..., 0]
    assert not rewards[~over].any()
    assert rewards.any()
    torch.testing.assert_close(rewards.sum(dim=1), torch.zeros(300))


def test_the_specs_and_masked_rollouts_of_the_single_env() -> None:
    single = gymnasium.make("tarot_env:tarot_env/Tarot-v0", illegal="raise")
    env = TransformedEnv(GymWrapper(single, categorical_action_encoding=True), ActionMask(mask_key="action_mask"))
    check_env_specs(env)
    assert env.rollout(100, break_when_any_done=False)["next", "done"].any()


def test_it_learns_and_takes_legal_actions_only() -> None:
    """An illegal one would raise."""
    tables, actor = torchrl_ppo.make_tables(8, illegal="raise"), torchrl_ppo.make_actor()
    check_env_specs(torchrl_ppo.make_tables(8))
    before = [weights.clone() for weights in actor.parameters()]
    torchrl_ppo.train(tables, actor, steps=2 * 8 * 64)
    assert any((old != new).any() for old, new in zip(before, actor.parameters(), strict=True))
    assert all(weights.isfinite().all() for weights in actor.parameters())


def test_the_example_trains_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    result = torchrl_ppo.main(steps=8 * 64, num_envs=8, deals=2)
    assert result["agents"]["trained"]["fault"] is None
    assert "trained against random play on 2 duplicate deals" in capsys.readouterr().out
