"""The Gymnasium environment with one learner."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from env_tables import STRONG_DEAL, FailsLater, LowestPlayer, any_action
from gymnasium.utils.env_checker import check_env, data_equivalence

from tarot_env import IllegalAction, Observation
from tarot_env.actions import GARDE, PASS, parse_action
from tarot_env.aec import AGENTS, raw_env
from tarot_env.encoding import encode
from tarot_env.single import TarotEnv

SK = parse_action("SK")


class Recorder(LowestPlayer):
    """Remembers the seats it acted for, at a table where seat 3 deals."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        assert (observation.turn == 0).all()
        self.seats |= {*((3 - observation.dealer) & 3).tolist()}
        return super().act(observation, rng)


class Cheat:
    """Bids a king."""

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        return np.full(len(observation), SK)


@pytest.mark.parametrize("options", [{}, {"seat": 1}, {"rules": "casual", "reward_scale": 10.0}], ids=str)
def test_gymnasium_checks_it(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes one environment for each render mode; windows have their own test."""
    monkeypatch.setattr("tarot_env.render.modes.show_in_window", lambda picture, fps: None)
    monkeypatch.setattr("tarot_env.single.close_window", lambda: None)
    env = gymnasium.make("tarot_env/Tarot-v0", **options)
    check_env(env.unwrapped)


def test_make_imports_the_package_by_itself() -> None:
    env = gymnasium.make("tarot_env:tarot_env/Tarot-v0", render_mode="ansi")
    observation, info = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    assert "you to act" in str(env.render())
    assert env.action_space.contains(env.action_space.sample(info["action_mask"]))


@pytest.mark.parametrize("seat", range(4))
def test_it_is_the_four_player_env_with_three_seats_played(seat: int) -> None:
    """Same deal, same opponents: the learner sees, at its turns, what the agent of that seat sees."""
    env, table = TarotEnv(LowestPlayer(), seat=seat), raw_env()
    lowest = LowestPlayer()
    observation, info = env.reset(seed=0, options=STRONG_DEAL)
    table.reset(options=STRONG_DEAL)
    rng = np.random.default_rng(seat)
    over = False
    while True:
        while table.agent_selection != AGENTS[seat] and not table._engine.done[0]:
            table.step(int(lowest.act(table._engine.observe(), rng)[0]))
        assert data_equivalence(observation, table.observe(AGENTS[seat]), exact=True)
        assert (info["action_mask"] == observation["action_mask"]).all()
        assert (env.action_masks() == observation["action_mask"]).all()
        if over:
            break
        action = any_action(observation["action_mask"], rng)
        observation, reward, over, _, info = env.step(action)
        table.step(action)
    assert reward == table.rewards[AGENTS[seat]]
    assert not observation["action_mask"].any()


def test_opponents_sit_in_the_order_given() -> None:
    opponents = [Recorder(), Recorder(), Recorder()]
    env = TarotEnv(opponents, seat=0)
    _, info = env.reset(options=STRONG_DEAL)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        _, _, over, _, info = env.step(any_action(info["action_mask"], rng))
    assert [opponent.seats for opponent in opponents] == [{1}, {2}, {3}]


def test_the_seat_is_drawn_for_every_deal() -> None:
    env = TarotEnv()
    env.reset(seed=0)
    seats = []
    for _ in range(60):
        seats.append(int(env._tables.seat[0]))
        env.reset()
    assert min(seats.count(seat) for seat in range(4)) > 5
    env.reset(seed=0)
    assert env._tables.seat[0] == seats[0]


def test_a_learner_that_masks_never_ends_early() -> None:
    env = TarotEnv()
    _, info = env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(5):
        steps, over = 0, False
        while not over:
            _, reward, over, _, info = env.step(any_action(info["action_mask"], rng))
            steps += 1
        assert steps == 1 or steps >= 19  # all passed, or a call and eighteen cards
        assert reward != env.illegal_reward
        _, info = env.reset()


@pytest.mark.parametrize("seat", range(4))
def test_the_view_is_what_the_learner_is_told_at_every_turn(seat: int) -> None:
    """A player that reads it decides for the learner."""
    env, lowest, rng = TarotEnv(LowestPlayer(), seat=seat), LowestPlayer(), np.random.default_rng(0)
    assert not env.view().legal.any(), "nothing is dealt yet"
    observation, _ = env.reset(seed=seat, options=STRONG_DEAL)
    over = False
    while not over:
        view = env.view()
        assert env.seat == seat == (3 - view.dealer[0]) % 4
        assert view.turn.tolist() == [0]
        assert (encode(view)[0] == observation["observation"]).all()
        assert (view.legal_mask()[0] == env.action_masks()).all()
        observation, _, over, _, _ = env.step(lowest.act(view, rng)[0])
    assert not env.view().legal.any()


def test_nothing_is_legal_in_the_view_after_an_illegal_action() -> None:
    env = TarotEnv()
    env.reset(seed=0)
    env.step(SK)
    assert not env.view().legal.any()


def test_what_a_caller_does_to_a_view_does_not_reach_the_table() -> None:
    env = TarotEnv()
    env.reset(seed=0)
    env.view().hand[:] = 0
    assert env.view().hand.any()


def test_the_seat_drawn_can_be_asked_for() -> None:
    env = TarotEnv()
    seats = set()
    for seed in range(20):
        env.reset(seed=seed, options={"dealer": 0})
        assert type(env.seat) is int
        assert env.seat == -env.view().dealer[0] % 4
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


@pytest.mark.parametrize(("options", "penalty"), [({}, -1000.0), ({"illegal_reward": -50, "reward_scale": 10}, -5.0)])
def test_an_illegal_action_ends_the_episode_with_a_penalty(options: dict[str, Any], penalty: float) -> None:
    env = TarotEnv(**options)
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(SK)
    assert (reward, terminated, truncated) == (penalty, True, False)
    assert env.observation_space.contains(observation)
    assert not observation["action_mask"].any()
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match=r"the episode is over: call reset\(\)"):
        env.step(PASS)
    env.reset()
    assert env.action_masks().any()


def test_an_illegal_action_can_raise_and_then_changes_nothing() -> None:
    env = TarotEnv(illegal="raise")
    env.reset(seed=0)
    twin = copy.deepcopy(env)
    with pytest.raises(IllegalAction, match="AUCTION: SK is no bid"):
        env.step(SK)
    assert data_equivalence(env.step(PASS), twin.step(PASS), exact=True)


def test_an_illegal_action_of_an_opponent_is_no_penalty_for_the_learner() -> None:
    env = TarotEnv(Cheat(), seat=0)
    env.reset(seed=0, options={"dealer": 3})
    with pytest.raises(IllegalAction, match="deal 0, seat 1, AUCTION: SK is no bid"):
        env.step(PASS)


def test_an_opponent_that_fails_leaves_no_episode() -> None:
    """The learner cannot go on in its place."""
    env = TarotEnv(FailsLater(decisions=2), seat=0)
    env.reset(seed=0, options={"dealer": 3})
    with pytest.raises(RuntimeError, match="no more"):
        env.step(GARDE)
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step(PASS)
    with pytest.raises(RuntimeError, match="no more"):
        env.reset(options={"dealer": 0})  # where the opponents speak first
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step(PASS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "best"}, "unknown opponent 'best': 'random' is built in, others are objects"),
        ({"opponents": ["random", "random"]}, "opponents are one player or three, not 2"),
        ({"opponents": [1, 2, 3]}, r"an opponent has act\(observation, rng\), 1 does not"),
        ({"opponents": 7}, r"an opponent has act\(observation, rng\), 7 does not"),
        ({"opponents": LowestPlayer}, r"an opponent is a player, not its class: LowestPlayer\(\), not LowestPlayer"),
        ({"seat": 4}, "seat is 0..3, or None to draw it for every deal, not 4"),
        ({"seat": True}, "seat is 0..3, .* not True"),
        ({"seat": 1.0}, "seat is 0..3, .* not 1.0"),
        ({"illegal_reward": "-50"}, "illegal_reward is a number of points, not '-50'"),
        ({"illegal_reward": float("nan")}, "illegal_reward is a number of points, not nan"),
        ({"illegal_reward": None}, "illegal_reward is a number of points, not None"),
        ({"rules": "casul"}, "unknown rules 'casul'"),
        ({"illegal": "ignore"}, 'illegal is "end" .* or "raise", not \'ignore\''),
        ({"reward_scale": -1}, "reward_scale is a positive number"),
        ({"render_mode": "rgb"}, "render_mode is None or one of 'ansi', 'rgb_array', 'human', not 'rgb'"),
    ],
)
def test_options_that_are_none_are_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        TarotEnv(**options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("action", [-1, 87, 1.5, "PASS", None])
def test_actions_that_are_none_are_refused_in_one_line(action: Any) -> None:
    env = TarotEnv()
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step(PASS)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="actions are ") as error:
        env.step(action)
    assert "\n" not in str(error.value)
    env.step(PASS)
