"""The Gymnasium vector environment: many tables over one engine."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from env_tables import STRONG_DEAL, FailsLater, LowestPlayer, any_actions
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from packaging.version import Version

from tarot_env import IllegalAction
from tarot_env.actions import GARDE, PASS, parse_action
from tarot_env.encoding import encode, part
from tarot_env.single import TarotEnv
from tarot_env.vector import TarotVectorEnv

SK = parse_action("SK")


def test_make_vec_uses_one_engine_and_declares_its_autoreset() -> None:
    env = gymnasium.make_vec("tarot_env/Tarot-v0", num_envs=3, seat=2, reward_scale=10.0)
    assert isinstance(env.unwrapped, TarotVectorEnv)
    assert env.metadata["autoreset_mode"] == env.unwrapped.autoreset_mode == AutoresetMode.SAME_STEP
    own = SyncVectorEnv([TarotEnv], autoreset_mode=AutoresetMode.SAME_STEP)
    assert env.unwrapped.autoreset_mode == own.autoreset_mode == AutoresetMode.SAME_STEP
    observation, _ = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    assert env.single_observation_space == TarotEnv().observation_space
    assert env.action_space.shape == (3,)
    env.close()


def test_it_is_many_single_envs() -> None:
    """Opponents without chance, one deal for all: every table does what a single env does, step by step."""
    options: dict[str, Any] = {"opponents": LowestPlayer(), "seat": 1}
    many, singles = TarotVectorEnv(4, **options), [TarotEnv(**options) for _ in range(4)]
    seen, infos = many.reset(options=STRONG_DEAL)
    alone = [single.reset(options=STRONG_DEAL) for single in singles]
    rng = np.random.default_rng(0)
    playing = [*range(4)]
    while playing:
        for table in playing:
            observation, info = alone[table]
            assert data_equivalence({key: part[table] for key, part in seen.items()}, observation, exact=True)
            assert (infos["action_mask"][table] == info["action_mask"]).all()
        actions = any_actions(many.action_masks(), rng)
        seen, rewards, terminated, truncated, infos = many.step(actions)
        assert not truncated.any()
        for table in [*playing]:
            observation, reward, over, _, info = singles[table].step(int(actions[table]))
            assert (reward, over) == (rewards[table], terminated[table])
            alone[table] = observation, info
            if over:
                assert data_equivalence(infos["final_obs"][table], observation, exact=True)
                playing.remove(table)


@pytest.mark.parametrize("seat", [None, 0])
def test_the_same_seed_gives_the_same_steps(seat: int | None) -> None:
    envs = [TarotVectorEnv(8, seat=seat), TarotVectorEnv(8, seat=seat)]
    assert data_equivalence(envs[0].reset(seed=3), envs[1].reset(seed=3), exact=True)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(50):
        actions = any_actions(envs[0].action_masks(), rng)
        one, other = envs[0].step(actions), envs[1].step(actions)
        assert data_equivalence(one, other, exact=True)
        assert envs[0].observation_space.contains(one[0])
        ended += one[2].sum()
    assert ended > 8


def test_rewards_are_scores_of_the_learners_and_tables_are_dealt_again_at_once() -> None:
    env = TarotVectorEnv(32, reward_scale=2.0)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(60):
        _, rewards, terminated, _, infos = env.step(any_actions(env.action_masks(), rng))
        assert not rewards[~terminated].any()
        assert (rewards * 2 == np.round(rewards * 2)).all()
        assert env.action_masks().any(axis=1).all(), "every table waits for its learner"
        assert (env._tables.engine.seat == env._tables.seat).all()
        assert ("final_obs" in infos) == terminated.any()
        if terminated.any():
            assert [last is not None for last in infos["final_obs"]] == terminated.tolist()


def test_infos_have_the_form_of_gymnasiums_own_vector_env() -> None:
    own = SyncVectorEnv([TarotEnv] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    ours = TarotVectorEnv(3)
    one, other = own.reset(seed=0)[1], ours.reset(seed=0)[1]
    assert _form(one) == _form(other)
    one, other = (env.step(np.full(3, SK))[4] for env in (own, ours))
    assert _form(one) == _form(other)


def _form(infos: dict[str, Any]) -> dict[str, Any]:
    return {key: _form(part) if isinstance(part, dict) else (part.shape, part.dtype) for key, part in infos.items()}


def test_gymnasiums_statistics_count_every_step() -> None:
    env = RecordEpisodeStatistics(TarotVectorEnv(4))
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(60):
        _, rewards, terminated, _, infos = env.step(any_actions(env.unwrapped.action_masks(), rng))
        if terminated.any():
            assert (infos["episode"]["r"][terminated] == rewards[terminated]).all()
    assert env.episode_count >= 4
    missed = 0 if Version(gymnasium.__version__) >= Version("1.4") else 1  # steps, before 1.4 after the first episode
    assert {*env.length_queue} <= {1 - missed, 1, *range(19 - missed, 60)}


def test_an_illegal_action_ends_the_episode_of_its_table_only() -> None:
    env = TarotVectorEnv(3, illegal_reward=-30.0, reward_scale=10.0)
    first, _ = env.reset(seed=0)
    seen, rewards, terminated, _, infos = env.step(np.array([PASS, SK, PASS]))
    hand = part("hand")
    assert (seen["observation"][1, hand] != first["observation"][1, hand]).any(), "the deal that ended goes on"
    assert rewards.tolist() == [0.0, -3.0, 0.0]
    assert terminated.tolist() == [False, True, False]
    assert (infos["final_obs"][1]["observation"] == first["observation"][1]).all()
    assert not infos["final_obs"][1]["action_mask"].any()
    assert env.action_masks().any(axis=1).all()


def test_an_illegal_action_can_raise_and_then_changes_nothing() -> None:
    envs = [TarotVectorEnv(3, illegal="raise"), TarotVectorEnv(3, illegal="raise")]
    for env in envs:
        env.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"deal 1, .*SK is no bid"):
        envs[0].step(np.array([PASS, SK, PASS]))
    legal = np.full(3, PASS)
    assert data_equivalence(envs[0].step(legal), envs[1].step(legal), exact=True)


def test_some_tables_can_be_dealt_again() -> None:
    env = TarotVectorEnv(3)
    first, _ = env.reset(seed=0)
    again, infos = env.reset(options={"reset_mask": np.array([False, True, False])})
    same = (first["observation"] == again["observation"]).all(axis=1)
    assert same.tolist() == [True, False, True]
    assert infos["_action_mask"].tolist() == [False, True, False]


def test_without_autoreset_a_table_that_is_over_waits_for_its_reset() -> None:
    env = gymnasium.make_vec("tarot_env/Tarot-v0", num_envs=3, autoreset_mode=AutoresetMode.DISABLED)
    assert env.metadata["autoreset_mode"] == env.unwrapped.autoreset_mode == AutoresetMode.DISABLED
    first, _ = env.reset(seed=0)
    seen, rewards, terminated, _, infos = env.step(np.array([PASS, SK, PASS]))
    assert (rewards[1], terminated.tolist()) == (-1000.0, [False, True, False])
    assert (seen["observation"][1] == first["observation"][1]).all(), "the last observation, not one of a new deal"
    assert "final_obs" not in infos
    for mask in (seen["action_mask"], infos["action_mask"], env.unwrapped.action_masks()):
        assert mask.any(axis=1).tolist() == [True, False, True]
    with pytest.raises(ValueError, match=r"no episode is in progress at table 1: call reset\(\)"):
        env.step(np.full(3, PASS))
    again, infos = env.reset(options={"reset_mask": terminated})
    assert (again["observation"][[0, 2]] == seen["observation"][[0, 2]]).all()
    assert (again["observation"][1] != seen["observation"][1]).any()
    assert infos["action_mask"].any(axis=1).all()
    env.step(np.array([env.unwrapped.action_masks()[table].argmax() for table in range(3)]))


def test_three_different_opponents_act_at_their_own_seats() -> None:
    """The same as three times the same one, where they do the same."""
    one, three = TarotVectorEnv(6, LowestPlayer()), TarotVectorEnv(6, [LowestPlayer() for _ in range(3)])
    assert data_equivalence(one.reset(seed=1), three.reset(seed=1), exact=True)
    rng = np.random.default_rng(1)
    for _ in range(40):
        actions = any_actions(one.action_masks(), rng)
        assert data_equivalence(one.step(actions), three.step(actions), exact=True)


def test_an_opponent_that_fails_leaves_no_episode() -> None:
    env = TarotVectorEnv(3, FailsLater(decisions=6), seat=0)
    env.reset(seed=0, options={"dealer": 3})
    with pytest.raises(RuntimeError, match="no more"):
        env.step(np.full(3, GARDE))
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step(np.zeros(3, int))


def test_the_views_are_what_the_learners_are_told_at_every_turn() -> None:
    env, lowest, rng = TarotVectorEnv(5), LowestPlayer(), np.random.default_rng(0)
    assert not env.view().legal.any(), "nothing is dealt yet"
    observations, _ = env.reset(seed=1, options={"dealer": 0})
    assert env.seat.dtype == np.int8
    assert (env.seat == -env.view().dealer % 4).all()
    for _ in range(25):
        views = env.view()
        assert (views.turn == 0).all()
        assert (encode(views) == observations["observation"]).all()
        assert (views.legal_mask() == env.action_masks()).all()
        observations, *_ = env.step(lowest.act(views, rng))


def test_nothing_is_legal_in_the_view_of_a_table_that_waits_for_its_reset() -> None:
    env = TarotVectorEnv(3, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    env.step(np.array([PASS, SK, PASS]))
    assert env.view().legal.any(axis=1).tolist() == [True, False, True]


def test_what_a_caller_does_to_seats_and_views_does_not_reach_the_tables() -> None:
    env = TarotVectorEnv(3, seat=2)
    env.reset(seed=0)
    env.seat[:] = 1
    env.view().hand[:] = 0
    assert env.seat.tolist() == [2, 2, 2]
    assert env.view().hand.any()


def test_drawings() -> None:
    env = TarotVectorEnv(2, render_mode="ansi")
    env.reset(seed=0)
    drawn = env.render()
    assert drawn is not None
    assert len(drawn) == 2
    assert all("you to act" in text for text in drawn)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: TarotVectorEnv(0), "num_envs is at least 1, not 0"),
        (lambda: TarotVectorEnv(2.5), "num_envs is a whole number, not 2.5"),  # type: ignore[arg-type]
        (lambda: TarotVectorEnv(2, LowestPlayer), "an opponent is a player, not its class"),  # type: ignore[arg-type]
        (lambda: TarotVectorEnv(2, "best"), "unknown opponent 'best'"),
        (lambda: TarotVectorEnv(2, illegal="no"), "illegal is "),
        (lambda: TarotVectorEnv(2, illegal_reward=float("inf")), "illegal_reward is a number of points, not inf"),
        (lambda: TarotVectorEnv(2, seat=False), "seat is 0..3, .* not False"),
        (lambda: TarotVectorEnv(2).step(np.zeros(2, int)), r"call reset\(\)"),
        (lambda: TarotVectorEnv(2, autoreset_mode="NextStep"), "autoreset_mode is AutoresetMode.SAME_STEP or Auto"),
        (lambda: _reset().step(np.zeros(3, int)), "actions are integers, 2 of them, not int64 of shape"),
        (lambda: _reset().step(np.array([0, 87])), "actions are 0..86, not 87"),
        (lambda: _reset().step(np.array([0.0, 1.0])), "actions are integers, 2 of them, not float64"),
        (lambda: _reset().reset(options={"reset_mask": np.ones(3, bool)}), r"reset_mask is bool \(2,\), not bool"),
        (lambda: TarotVectorEnv(2).reset(options={"reset_mask": np.array([True, False])}), "the first reset is of all"),
        (lambda: _reset().reset(options={"hands": ["S1"] * 4}), "the hand of seat 0 has 1 cards, not 18"),
    ],
)
def test_bad_input_is_refused_in_one_line(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def _reset() -> TarotVectorEnv:
    env = TarotVectorEnv(2)
    env.reset(seed=0)
    return env
