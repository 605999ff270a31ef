"""AgileRL's PPO."""

from __future__ import annotations

import pytest

pytest.importorskip("agilerl", reason="AgileRL is not installed: pip install -r examples/requirements-agilerl.txt")

import agilerl_ppo
from agilerl.algorithms import PPO


def test_it_learns_and_takes_legal_actions_only() -> None:
    """An illegal one would raise."""
    tables = agilerl_ppo.Tables(8, illegal="raise")
    spaces = tables.single_observation_space, tables.single_action_space
    agent = PPO(*spaces, num_envs=8, learn_step=8 * 32, batch_size=64, update_epochs=1)
    before = [weights.clone() for weights in agent.actor.parameters()]
    agilerl_ppo.learn(agent, tables, steps=2 * 8 * 32)
    assert agent.scores, "no episode ended"
    assert any((old != new).any() for old, new in zip(before, agent.actor.parameters(), strict=True))


def test_the_example_trains_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    result = agilerl_ppo.main(steps=8 * 64, num_envs=8, deals=2)
    assert result["agents"]["trained"]["fault"] is None
    assert "trained against random play on 2 duplicate deals" in capsys.readouterr().out
