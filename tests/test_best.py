"""The shipped player."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="the player is a network: pip install 'tarot-env[train]'")

import agents
from agents.network import WEIGHTS, checkpoint
from agents.network.reader import Reader
from agents.training.panel import Panel
from tarot_env import Engine, Rules
from tarot_env.actions import Phase


def test_it_is_small_and_says_where_it_comes_from() -> None:
    assert (WEIGHTS / "best.pt").stat().st_size <= 8 * 2**20
    content = checkpoint.load(WEIGHTS / "best.pt")
    assert content["config"]["seed"] == 6
    assert content["seconds"] > 0
    assert content["belief_from"]["decisions"] > 0
    assert Reader.from_file(WEIGHTS / "best.pt", "best") is not None
    assert "against heuristic" in content["evaluation"]


def test_it_plays_cards_far_better_than_chance() -> None:
    panel = Panel(agents.load("random-cards"), deals=100, seed=3, rules=Rules.official())
    gain = panel.gain(agents.load("best"))
    assert gain["panel_points"] - gain["panel_interval"] > 30
    assert gain["panel_game"] - gain["panel_game_interval"] > 5


def test_greedy_is_the_same_every_time_and_sampling_is_not() -> None:
    engine, heuristic = Engine(64, seed=1), agents.load("heuristic")
    while (engine.phase < Phase.PLAY).any():
        engine.step(heuristic.act(engine.observe(), engine.rng), where=engine.phase < Phase.PLAY)
    views = engine.take(np.flatnonzero(~engine.done)).observe()
    greedy, sampling = agents.load("best"), agents.load("best:greedy=no")
    choices = [greedy.act(views, np.random.default_rng(seed)) for seed in (0, 1)]
    assert np.array_equal(*choices)
    draws = [sampling.act(views, np.random.default_rng(seed)) for seed in (0, 1, 0)]
    assert np.array_equal(draws[0], draws[2])
    assert not np.array_equal(draws[0], draws[1])


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="best has no option 'sample'; options: greedy=True"):
        agents.load("best:sample")
