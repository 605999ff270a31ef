"""The PettingZoo environment: its checkers, its options, its drawing."""

from __future__ import annotations

import importlib
import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from env_tables import PHASES, STRONG_DEAL, any_action, finish, mask_of, table_in
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test, state_test
from pettingzoo.utils import turn_based_aec_to_parallel

from tarot_env import Engine, IllegalAction, Rules, tarot_v0
from tarot_env.actions import PASS, Phase, parse_action
from tarot_env.aec import AGENTS, raw_env
from tarot_env.encoding import SIZE, SLICES, encode
from tarot_env.full_state import STATE_SIZE, STATE_SLICES

OPTIONS = [{}, {"rules": "casual"}, {"episode": "match", "deals": 2}, {"reward_scale": 100.0}]


# The checkers warn of an observation that is no plain array, though the mask needs the dict.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("make", [tarot_v0.env, tarot_v0.raw_env])
def test_api(make: Any, options: dict[str, Any]) -> None:
    api_test(make(**options), num_cycles=60)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_api_of_the_parallel_form() -> None:
    parallel_api_test(turn_based_aec_to_parallel(tarot_v0.env()), num_cycles=150)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_seeds(options: dict[str, Any]) -> None:
    seed_test(lambda: tarot_v0.env(**options), num_cycles=60)


def test_state() -> None:
    state_test(tarot_v0.env(), turn_based_aec_to_parallel(tarot_v0.env()), num_cycles=30)
    env = raw_env()
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    while env.agents:
        assert env.state_space.contains(env.state())
        env.step(None if any(env.terminations.values()) else any_action(mask_of(env), rng))


def test_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn, and the window, have their own tests; drawing it sixty times here would be slow."""
    monkeypatch.setattr("tarot_env.render.modes.pixels", lambda svg: np.zeros((6, 9, 3), np.uint8))
    monkeypatch.setattr("tarot_env.render.modes.show_in_window", lambda picture, fps: None)
    monkeypatch.setattr("tarot_env.aec.close_window", lambda: None)
    render_test(tarot_v0.env)


@pytest.mark.parametrize("make", [tarot_v0.env, tarot_v0.raw_env])
def test_performance_benchmark_runs(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    ticks = itertools.count(step=0.1)  # its five seconds pass in fifty looks at the clock
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks)))
    performance_benchmark(make())


def test_spaces() -> None:
    env = raw_env()
    assert env.possible_agents == list(AGENTS)
    for agent in AGENTS:
        assert env.action_space(agent).n == 87
        space = env.observation_space(agent)
        assert (space["observation"].shape, space["observation"].dtype) == ((SIZE,), np.float32)
        assert (space["action_mask"].shape, space["action_mask"].dtype) == ((87,), np.int8)
        assert env.observation_space(agent) is space
    assert env.state_space.shape == (STATE_SIZE,)


def test_observations_are_the_encoding_of_what_each_seat_knows() -> None:
    for phase in PHASES:
        env = table_in(phase)
        for seat, agent in enumerate(AGENTS):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            known = env._engine.observe(seat)
            assert (seen["observation"] == encode(known)[0]).all()
            assert (seen["action_mask"] == known.legal_mask()[0]).all()


def test_state_holds_all_hands_in_absolute_seats_and_whose_turn_it_is() -> None:
    env = raw_env()
    env.reset(options=STRONG_DEAL | {"dealer": 1})
    state = env.state()
    parts = {part.name: state[part.start : part.start + part.length] for part in STATE_SLICES}
    assert sum(part.length for part in STATE_SLICES) == STATE_SIZE == state.size
    assert [parts[name].sum() for name in ("hand", "hand_next", "hand_opposite", "hand_previous")] == [18] * 4
    assert parts["hand_next"][27] == 1  # the king of hearts is with seat 1
    assert parts["turn"].tolist() == [0, 0, 1, 0]
    assert len(SLICES) < len(STATE_SLICES)


def test_a_match_adds_deals_up_to_the_target() -> None:
    env = raw_env(episode="match", target=300)
    env.reset(seed=2)
    assert env.rules.all_pass == "redeal"
    rng = np.random.default_rng(2)
    totals = np.zeros(4)
    while not any(env.terminations.values()):
        played = env.match.played
        dealer = int(env._engine.state.dealer[0])
        env.step(any_action(mask_of(env), rng))
        totals += list(env.rewards.values())
        assert (env.match.played > played) == any(env.rewards.values())
        assert tuple(totals) == env.match.totals
        if env.match.played > played and not env.match.over:
            assert env._engine.state.dealer[0] == (dealer + 1) % 4
    assert max(totals) >= 300
    assert env.match.over


def test_rewards_of_a_match_reach_every_agent_between_its_turns() -> None:
    env = raw_env(episode="match", deals=3, reward_scale=10.0)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    told = dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        told[agent] += reward
        env.step(None if over else any_action(observation["action_mask"], rng))
    assert list(told.values()) == pytest.approx([total / 10 for total in env.match.totals])


@pytest.mark.parametrize(
    ("options", "all_pass"),
    [
        ({}, "end"),
        ({"rules": "casual"}, "end"),
        ({"rules": Rules(all_pass="redeal")}, "redeal"),
        ({"episode": "match"}, "redeal"),
        ({"episode": "match", "rules": "casual"}, "redeal"),
        ({"episode": "match", "rules": Rules.official()}, "end"),
    ],
)
def test_what_four_passes_do(options: dict[str, Any], all_pass: str) -> None:
    env = raw_env(**options)
    assert env.rules.all_pass == all_pass
    env.reset(seed=0)
    for _ in range(4):
        env.step(PASS)
    assert env._engine.phase[0] == (
        Phase.DONE if options.get("episode") is None and all_pass == "end" else Phase.AUCTION
    )


def test_an_illegal_action_ends_the_episode_of_the_wrapped_env() -> None:
    env = tarot_v0.env(reward_scale=100.0)
    env.reset(seed=0)
    culprit = env.agent_selection
    env.step(parse_action("SK"))
    assert env.terminations == dict.fromkeys(AGENTS, True)
    assert finish(env, np.random.default_rng(0)) == {agent: -10.0 * (agent == culprit) for agent in AGENTS}
    env.reset(seed=0)
    assert sum(finish(env, np.random.default_rng(0)).values()) == pytest.approx(0)


@pytest.mark.parametrize("seed", [-1, "7", 0.5])
def test_a_seed_that_is_none_is_refused_and_the_game_goes_on(seed: Any) -> None:
    env = table_in(Phase.PLAY)
    before = env.state()
    with pytest.raises(ValueError, match=r"^seed is None, a whole number >= 0 or a numpy\.random\.Generator, not "):
        env.reset(seed=seed)
    assert (env.state() == before).all()


def test_a_given_deal() -> None:
    env = raw_env()
    env.reset(options=STRONG_DEAL)
    assert env.agent_selection == "seat_0"
    as_lists = {"hands": [hand.split() for hand in STRONG_DEAL["hands"]], "dealer": np.int64(3)}
    other = raw_env()
    other.reset(options=as_lists)  # the dog is what is left
    assert (env.state() == other.state()).all()
    env.reset(seed=3, options={"dealer": 1})
    assert env.agent_selection == "seat_2"


HANDS = STRONG_DEAL["hands"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": HANDS}, "unknown reset option 'hand'; did you mean 'hands'"),
        ({"hands": HANDS[:3]}, 'reset option "hands" is four hands, seat 0 first, not '),
        ({"hands": "S1 S2"}, 'reset option "hands" is four hands'),
        ({"hands": [HANDS[0], None, None, None]}, 'reset option "hands" is all four hands: they are given together'),
        ({"hands": [*HANDS[:3], 5]}, r"reset option hands\[3\]: card names in a text or a list, not 5"),
        ({"hands": [*HANDS[:3], "X9"]}, r"reset option hands\[3\]: unknown card 'X9'"),
        ({"hands": [*HANDS[:3], "S7 S7"]}, r"reset option hands\[3\]: card S7 is given twice"),
        ({"hands": [*HANDS[:3], "S7"]}, "the hand of seat 3 has 1 cards, not 18"),
        ({"hands": HANDS, "dog": "D1 D2"}, "the dog has 2 cards, not 6"),
        ({"hands": HANDS, "dog": "D1 D2 D3 C1 C2 S1"}, "S1 is in the hand of seat 0 and in the dog"),
        ({"dog": "D1 D2 D3 C1 C2 C3"}, 'reset option "dog" needs "hands"'),
        ({"dealer": 4}, 'reset option "dealer" is a seat 0..3, not 4'),
        ({"dealer": True}, 'reset option "dealer" is a seat 0..3, not True'),
    ],
)
def test_a_deal_that_is_none_is_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    env = table_in(Phase.PLAY)
    before = env.state()
    with pytest.raises(ValueError, match=message) as error:
        env.reset(seed=1, options=options)
    assert "\n" not in str(error.value)
    assert (env.state() == before).all(), "the game in progress is gone"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": "offical"}, "unknown rules 'offical'"),
        ({"episode": "game"}, 'episode is "deal" or "match", not \'game\''),
        ({"deals": 3}, 'deals=3 is for episode="match"'),
        ({"episode": "match", "deals": 0}, "deals is at least 1"),
        ({"episode": "match", "target": 0}, "target is at least 1"),
        ({"reward_scale": 0}, "reward_scale is a positive number"),
        ({"reward_scale": float("nan")}, "reward_scale is a positive number"),
        ({"reward_scale": "100"}, "reward_scale is a positive number .*, not '100'"),
        ({"reward_scale": None}, "reward_scale is a positive number"),
        ({"render_mode": "rgb"}, "render_mode is None or one of 'ansi', 'rgb_array', 'human', not 'rgb'"),
    ],
)
def test_options_that_are_none_are_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    for make in (tarot_v0.env, tarot_v0.raw_env):
        with pytest.raises(ValueError, match=message) as error:
            make(**options)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("make", [tarot_v0.env, tarot_v0.raw_env])
def test_what_only_an_episode_has_is_refused_before_reset(make: Any) -> None:
    env = make()
    for name in ("agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(AttributeError, match=f"^{name} cannot be accessed before reset$"):
            getattr(env, name)
    with pytest.raises(AttributeError, match=r"^agent_selection cannot be accessed before reset$"):
        env.last()
    with pytest.raises(AttributeError, match="has no attribute 'agent_select'"):
        env.agent_select  # noqa: B018
    env.reset(seed=0)
    env.last()


def test_bad_calls_are_refused_in_one_line() -> None:
    env = raw_env()
    with pytest.raises(ValueError, match=r"no episode is in progress: call reset\(\)"):
        env.step(PASS)
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"deal 0, seat [0-3], AUCTION: SK is no bid: say PASS or a contract"):
        env.step(parse_action("SK"))
    for action in (None, "PASS", 1.5):
        with pytest.raises(ValueError, match=r"an action is an integer 0\.\.86, not (None|'PASS'|1\.5)"):
            env.step(action)
    with pytest.raises(ValueError, match="unknown agent 'seat_4': agents are seat_0, seat_1, seat_2, seat_3"):
        env.observe("seat_4")


def test_every_draw_comes_from_the_seed_and_the_seats_in_turn() -> None:
    """The env is the engine: the same deal, the same turns."""
    env, engine = raw_env(), Engine(1)
    env.reset(seed=9)
    engine.rng = np.random.default_rng(9)
    engine.reset()
    rng = np.random.default_rng(9)
    while not engine.done[0]:
        assert env.agent_selection == AGENTS[engine.seat[0]]
        action = any_action(mask_of(env), rng)
        env.step(action)
        engine.step([action])
    assert list(env.rewards.values()) == engine.scores[0].tolist()


def test_drawings_from_the_first_bid_to_the_scores() -> None:
    env = raw_env(render_mode="ansi")
    env.reset(options=STRONG_DEAL)
    drawn = []
    for name in (
        "GARDE",
        "PASS",
        "PASS",
        "PASS",
        "S1",
        "S2",
        "S3",
        "S4",
        "S5",
        "S6",
        "PASS",
        "POIGNEE_SIMPLE",
        "T12",
        "T1",
    ):
        drawn.append(str(env.render()))
        env.step(parse_action(name))
    env.step(parse_action("T21"))
    drawn.append(str(env.render()))
    rng = np.random.default_rng(0)
    while not any(env.terminations.values()):
        env.step(any_action(mask_of(env), rng))
    drawn.append(str(env.render()))
    expected = {
        0: [
            "no bid yet | auction, you to act | dealer: left",
            "legal    PASS PRISE GARDE GARDE_SANS GARDE_CONTRE CHELEM",
        ],
        1: ["garde by left | auction, you to act", "bids     left garde"],
        4: ["garde by you | discard, you to act", "dog      ♦ 3 2 1  ♣ 3 2 1"],
        5: ["discard  ♠ 1"],
        10: ["garde by you | chelem, you to act", "legal    PASS CHELEM"],
        11: ["garde by you | poignee, you to act", "legal    PASS POIGNEE_SIMPLE"],
        14: [
            "garde by left | trick 1 of 18, you to act",
            "left  T21",
            "shown    poignee simple by left: T 21 20 19 18 17 16",
        ],
        15: ["garde by you | over", "tricks   taker", "scores   you "],
    }
    for number, parts in expected.items():
        for part in parts:
            assert part in drawn[number], f"{part!r} is not in drawing {number}:\n{drawn[number]}"


@pytest.mark.parametrize("action", [True, 1.0, "PASS", [78], 10**30])
def test_what_is_no_integer_is_refused(action: object) -> None:
    env = tarot_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"an action is an integer 0\.\.86"):
        env.step(action)


@pytest.mark.parametrize("options", ["hands", 5, [1]])
def test_options_that_are_no_dict_are_refused(options: object) -> None:
    with pytest.raises(ValueError, match="reset options are a dict"):
        tarot_v0.raw_env().reset(seed=0, options=options)
