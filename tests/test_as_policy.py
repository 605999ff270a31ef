"""A player in a PettingZoo loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import agents
from agents.random_agent import RandomAgent
from tarot_env import Engine, tarot_v0


def scores_of_a_loop(spec: str, seed: int) -> list[float]:
    env = tarot_v0.env()
    env.reset(seed=seed)
    policy = agents.as_policy(agents.load(spec), seed=seed)
    scores = dict.fromkeys(env.possible_agents, 0.0)
    for name in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        scores[name] += reward
        env.step(None if termination or truncation else policy(env, name))
    return list(scores.values())


def test_a_player_plays_whole_deals_through_the_wrapped_environment() -> None:
    for seed in range(3):
        assert sum(scores_of_a_loop("heuristic", seed)) == 0


def test_the_loop_plays_as_the_engine_does() -> None:
    """The heuristic draws nothing by chance: the same deal ends with the same scores."""
    engine = Engine(1, seed=11)
    heuristic, rng = agents.load("heuristic"), np.random.default_rng(0)
    while not engine.done.all():
        engine.step(heuristic.act(engine.observe(), rng))
    assert scores_of_a_loop("heuristic", 11) == engine.scores[0].tolist()


def test_the_same_seed_gives_the_same_game() -> None:
    assert scores_of_a_loop("random", 5) == scores_of_a_loop("random", 5)


def test_a_seat_that_is_not_to_act_has_nothing_to_decide() -> None:
    """Neither while another seat is to act nor at the end."""
    env = tarot_v0.env()
    env.reset(seed=0, options={"dealer": 3})
    policy = agents.as_policy(agents.load("random"), seed=0)
    for name in ("seat_1", "seat_2", "seat_3"):
        with pytest.raises(ValueError, match=f"^{name} has nothing to decide now: it is not to act$"):
            policy(env, name)
    while not env.terminations["seat_0"]:
        env.step(policy(env, env.agent_selection))
    with pytest.raises(ValueError, match=r"^seat_0 has nothing to decide now: it is not to act$"):
        policy(env, "seat_0")


@pytest.mark.parametrize("agent", ["heuristic", RandomAgent, None], ids=["name", "class", "nothing"])
def test_what_is_no_player_is_refused_at_once(agent: Any) -> None:
    with pytest.raises(ValueError, match=r"^as_policy takes a player, as agents\.load\('heuristic'\) makes one, not "):
        agents.as_policy(agent)


def test_a_view_of_no_seat_is_refused() -> None:
    env = tarot_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="agents are seat_0"):
        env.view("player_1")
