"""sb3-contrib's MaskablePPO."""

from __future__ import annotations

import gymnasium
import pytest

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install -r examples/requirements-sb3.txt")

import sb3_maskable_ppo
from sb3_contrib import MaskablePPO

SHORT = {"n_steps": 32, "batch_size": 32, "n_epochs": 1, "seed": 0, "device": "cpu"}


def test_it_learns_from_make_and_takes_legal_actions_only() -> None:
    """An illegal one would raise."""
    env = gymnasium.make("tarot_env:tarot_env/Tarot-v0", illegal="raise")
    model = MaskablePPO("MultiInputPolicy", env, **SHORT).learn(128)
    assert model.num_timesteps == 128
    assert model.ep_info_buffer, "Monitor has seen no episode end"


def test_it_learns_from_make_vec_and_takes_legal_actions_only() -> None:
    tables = sb3_maskable_ppo.Tables(8, illegal="raise")
    model = MaskablePPO("MlpPolicy", tables, **SHORT).learn(512)
    assert model.num_timesteps == 512


def test_the_example_trains_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    result = sb3_maskable_ppo.main(steps=512, num_envs=8, deals=2)
    assert result["agents"]["trained"]["fault"] is None
    assert "trained against random play on 2 duplicate deals" in capsys.readouterr().out
