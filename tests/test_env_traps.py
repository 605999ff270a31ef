"""What card environments got wrong elsewhere, each as a test."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from env_tables import PHASES, STRONG_DEAL, any_action, any_actions, finish, mask_of, phase_of, table_in
from gymnasium.utils.env_checker import data_equivalence
from random_deals import random_deal, strong_deal
from two_worlds import TwoWorlds

from tarot_env import IllegalAction, Rules
from tarot_env.actions import NUM_ACTIONS, PASS, Phase, parse_action
from tarot_env.aec import AGENTS, raw_env
from tarot_env.single import TarotEnv
from tarot_env.tarot_v0 import env as wrapped_env
from tarot_env.vector import TarotVectorEnv


def test_no_seat_sees_a_hidden_card_in_any_phase() -> None:
    """Observation, mask, info and drawing are the same when two cards that the seat has not seen trade places: in other
    hands, in the dog before it is shown, in the discard, in a poignee that is not yet on the table."""
    compared: Counter[tuple[Phase, bool]] = Counter()
    for seed in range(100):
        deal = (strong_deal if seed % 2 else random_deal)(random.Random(seed))
        worlds = TwoWorlds(seed % 4, [[*hand] for hand in deal.hands], [*deal.dog], np.random.default_rng(seed))
        worlds.play(cards=72 if seed % 10 < 2 else 6)
        compared += worlds.compared
    for phase in PHASES:
        assert compared[phase, True] > 10, f"the seat to act was compared too rarely in {phase.name}"
        assert compared[phase, False] > 10, f"a seat that waits was compared too rarely in {phase.name}"


def test_state_is_the_one_door_to_hidden_cards() -> None:
    one, other = raw_env(), raw_env()
    hands = STRONG_DEAL["hands"]
    one.reset(options=STRONG_DEAL)
    traded = [hands[0], hands[1].replace("D4", "D8"), hands[2].replace("D8", "D4"), hands[3]]
    other.reset(options={**STRONG_DEAL, "hands": traded})
    assert (one.observe("seat_0")["observation"] == other.observe("seat_0")["observation"]).all()
    assert (one.state() != other.state()).any()


def test_infos_hold_nothing() -> None:
    env = raw_env()
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        assert env.infos == {agent: {} for agent in AGENTS}
        env.step(any_action(mask_of(env), rng))
    assert env.infos == {agent: {} for agent in AGENTS}


def test_the_drawing_of_a_table_is_what_the_seat_to_act_sees() -> None:
    env = raw_env(render_mode="ansi")
    env.reset(options=STRONG_DEAL)
    drawn = str(env.render())
    assert "T 21 20 19 18 17 16 15 14 13 12 11 1" in drawn
    assert "♥" not in drawn  # all hearts are with seat 1


def _pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, _pickled])
@pytest.mark.parametrize("late", [False, True], ids=["first", "late"])
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.name)
def test_a_copy_in_mid_game_goes_on_alike_and_apart(phase: Phase, late: bool, duplicate: Callable[[Any], Any]) -> None:
    env = table_in(phase, late)
    twin = duplicate(env)
    before = env.state()
    assert (twin.state() == before).all()
    twin_rewards = _history(twin)
    assert (env.state() == before).all(), "the copy shares its table with the original"
    assert _history(env) == twin_rewards


def _history(env: raw_env) -> list[Any]:
    """Everything that is seen while this episode and, from the generator in the env, the next one are played out."""
    seen: list[Any] = []
    rng = np.random.default_rng(8)
    for _ in range(2):
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            assert observation is not None
            seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward))
            env.step(None if over else any_action(observation["action_mask"], rng))
        env.reset()
    return seen


@pytest.mark.parametrize("duplicate", [copy.deepcopy, _pickled])
def test_a_copy_of_the_wrapped_env_goes_on_alike(duplicate: Callable[[Any], Any]) -> None:
    env = wrapped_env()
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(30):
        env.step(any_action(mask_of(env), rng))
    twin = duplicate(env)
    assert finish(env, np.random.default_rng(1)) == finish(twin, np.random.default_rng(1))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, _pickled])
def test_a_copy_of_a_match_keeps_its_totals(duplicate: Callable[[Any], Any]) -> None:
    env = raw_env(episode="match", deals=3)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while env.match is not None and env.match.played < 2:
        env.step(any_action(mask_of(env), rng))
    twin = duplicate(env)
    assert twin.match == env.match
    finish(twin, np.random.default_rng(1))
    assert env.match is not None
    assert (env.match.played, twin.match.played) == (2, 3)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, _pickled])
@pytest.mark.parametrize("make", [TarotEnv, lambda: TarotVectorEnv(3)], ids=["single", "vector"])
def test_a_copy_of_a_learner_env_goes_on_alike(make: Callable[[], Any], duplicate: Callable[[Any], Any]) -> None:
    env = make()
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    for _ in range(6):
        env.step(_any_learner_action(env, rng))
    twin = duplicate(env)
    for _ in range(60):  # several deals, so that the generator counts
        action = _any_learner_action(env, rng)
        one, other = env.step(action), twin.step(action)
        assert data_equivalence(one, other, exact=True)
        if isinstance(env, TarotEnv) and one[2]:
            assert data_equivalence(env.reset(), twin.reset(), exact=True)


def _any_learner_action(env: Any, rng: np.random.Generator) -> Any:
    masks = env.action_masks()
    return any_action(masks, rng) if masks.ndim == 1 else any_actions(masks, rng)


def test_reset_with_a_seed_keeps_the_configuration() -> None:
    rules = Rules.casual()
    table = raw_env(rules, episode="match", deals=2, reward_scale=50.0, render_mode="ansi")
    for seed in (None, 1, 2):
        table.reset(seed=seed)
        assert table.rules == rules
        assert (table.reward_scale, table.render_mode) == (50.0, "ansi")
        assert table.match is not None
        assert table.match.deals == 2
    single = TarotEnv(seat=2, rules="casual", reward_scale=50.0, illegal="raise", illegal_reward=-7.0)
    for seed in (None, 1, 2):
        single.reset(seed=seed)
        assert single._tables.engine.rules == rules
        assert single._tables.seat[0] == 2
        assert (single.reward_scale, single.illegal, single.illegal_reward) == (50.0, "raise", -7.0)


def test_reset_without_a_seed_goes_on_with_the_generator() -> None:
    env, other = raw_env(), raw_env()
    deals = []
    for table in (env, other):
        table.reset(seed=5)
        first = table.state()
        table.reset()
        deals.append((first, table.state()))
    assert (deals[0][0] != deals[0][1]).any(), "the same deal again"
    assert (deals[0][0] == deals[1][0]).all()
    assert (deals[0][1] == deals[1][1]).all()


def test_no_global_generator_is_used_or_touched() -> None:
    def play() -> Any:
        table, single, vector = raw_env(), TarotEnv(), TarotVectorEnv(4)
        table.reset(seed=1)
        single.reset(seed=1)
        vector.reset(seed=1)
        rng = np.random.default_rng(1)
        actions = [_any_learner_action(vector, rng)]
        return finish(table, rng), single.step(any_action(single.action_masks(), rng)), vector.step(actions[0])

    random.seed(1)
    np.random.seed(1)  # noqa: NPY002, it must not matter
    before = random.getstate(), pickle.dumps(np.random.get_state())  # noqa: NPY002
    one = play()
    assert (random.getstate(), pickle.dumps(np.random.get_state())) == before  # noqa: NPY002
    random.seed(2)
    np.random.seed(2)  # noqa: NPY002
    assert data_equivalence(play(), one, exact=True)


@pytest.mark.parametrize("options", [STRONG_DEAL, {}], ids=["every phase", "any deal"])
def test_the_mask_is_what_step_accepts_at_every_step(options: dict[str, Any]) -> None:
    env = raw_env()
    env.reset(seed=0, options=options)
    script = [parse_action(name) for name in ("GARDE", "PASS", "PASS", "PASS")]
    rng = np.random.default_rng(0)
    phases = set()
    while not any(env.terminations.values()):
        mask = mask_of(env)
        phases.add(phase_of(env))
        before = env.state()
        for action in np.flatnonzero(mask == 0).tolist():
            with pytest.raises(IllegalAction):
                env.step(action)
        assert (env.state() == before).all(), "a refused action changed the table"
        for action in np.flatnonzero(mask).tolist():
            copy.deepcopy(env).step(action)
        waiting = [agent for agent in AGENTS if agent != env.agent_selection]
        assert not any(env.observe(agent)["action_mask"].any() for agent in waiting)
        env.step(script.pop(0) if script else any_action(mask, rng))
    assert phases == {*PHASES} or not options


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 10**6])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    env = table_in(Phase.PLAY)
    before = env.state()
    with pytest.raises(IllegalAction, match=r"actions are 0\.\.86"):
        env.step(action)
    assert (env.state() == before).all()


@pytest.mark.parametrize("seed", range(6))
def test_every_seat_gets_its_own_score_as_its_last_reward(seed: int) -> None:
    """Not the seat after it, and none is lost at the terminal step."""
    env = raw_env()
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(any_action(mask_of(env), rng))
    state = env._engine.state
    scores = dict(zip(AGENTS, state.scores[0].astype(float).tolist(), strict=True))
    assert env.rewards == scores
    assert finish(env, rng) == scores
    assert env.agents == []
    taker = state.taker[0]
    assert all((scores[agent] == -scores[AGENTS[taker]] / 3) == (seat != taker) for seat, agent in enumerate(AGENTS))


def test_the_learner_gets_the_score_of_its_own_seat() -> None:
    for seat in range(4):
        env = TarotEnv(seat=seat, reward_scale=2.0)
        env.reset(seed=seat)
        rng = np.random.default_rng(seat)
        reward, over = 0.0, False
        while not over:
            assert reward == 0.0
            _, reward, over, truncated, _ = env.step(any_action(env.action_masks(), rng))
            assert not truncated
        assert reward == env._tables.engine.scores[0, seat] / 2.0


def test_no_two_observations_share_a_buffer() -> None:
    env = table_in(Phase.PLAY)
    kept: list[np.ndarray[Any, Any]] = []

    def keep(*arrays: np.ndarray[Any, Any]) -> None:
        for array in arrays:
            assert not any(np.shares_memory(array, old) for old in kept)
            kept.append(array)

    for agent in (*AGENTS, env.agent_selection):
        keep(*env.observe(agent).values())
    keep(env.state(), env.state())
    env.step(any_action(mask_of(env), np.random.default_rng(0)))
    keep(*env.observe(env.agent_selection).values())

    single, vector = TarotEnv(), TarotVectorEnv(2)
    for learner in (single, vector):
        observation, info = learner.reset(seed=0)
        keep(*observation.values(), info["action_mask"], learner.action_masks())
        action = _any_learner_action(learner, np.random.default_rng(0))
        observation, *_, info = learner.step(action)
        keep(*observation.values(), info["action_mask"], learner.action_masks())


def test_what_a_caller_does_to_an_observation_does_not_reach_the_table() -> None:
    env = table_in(Phase.PLAY)
    before = env.state()
    for part in env.observe(env.agent_selection).values():
        part[:] = 1
    env.state()[:] = 1
    assert (env.state() == before).all()
    assert mask_of(env).sum() < NUM_ACTIONS


def test_an_announcement_does_not_survive_into_the_next_deal() -> None:
    env = raw_env()
    env.reset(options=STRONG_DEAL)
    first = env.observe("seat_0")["observation"]
    played = table_in(Phase.PLAY)
    played.reset(options=STRONG_DEAL)
    assert (played.observe("seat_0")["observation"] == first).all()


def test_four_passes_do_not_hang() -> None:
    one_deal, match = raw_env(), raw_env(episode="match", deals=1)
    for env in (one_deal, match):
        env.reset(seed=0, options={"dealer": 1})
        for _ in range(4):
            env.step(PASS)
    assert one_deal.terminations == dict.fromkeys(AGENTS, True)
    assert one_deal.rewards == dict.fromkeys(AGENTS, 0.0)
    assert not any(match.terminations.values())
    assert phase_of(match) == Phase.AUCTION
    assert match._engine.state.dealer[0] != 1, "the next dealer deals again"
    assert match.match is not None
    assert match.match.played == 0
