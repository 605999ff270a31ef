"""Search that a network guides: it sees nothing hidden, repeats itself, and its judge knows the seats and the score."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("torch", reason="networks are computed by PyTorch: pip install 'tarot-env[train]'")

import torch
from endings import ending
from test_agents import play_out
from test_mc import CERTAIN, choice, every_phase

import agents
from agents.mc.guided import FewTricks, GuidedAgent
from agents.network import checkpoint
from agents.network.agent import NetworkAgent
from agents.network.judge import Judge
from agents.network.model import NUM_HEADS, OTHER_ACTIONS, Belief, Critic, Policy, Shape
from tarot_env import Engine, Rules, cardsets
from tarot_env.actions import Phase
from tarot_env.cards import EXCUSE, ID_OF
from tarot_env.cardsets import count as cards_in
from tarot_env.worlds import worlds

SHAPE = Shape(width=16, blocks=1)


def policy_of_chance(seed: int = 0) -> Policy:
    torch.manual_seed(seed)
    return Policy(SHAPE)


def critic_of_chance(seed: int = 0) -> Critic:
    """One with an opinion: as it is made, a critic expects nothing of anything."""
    torch.manual_seed(seed)
    critic = Critic(SHAPE)
    torch.nn.init.normal_(critic.of_table.weight)
    return critic


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of a player that was never trained."""
    path = tmp_path_factory.mktemp("run") / "best.pt"
    networks = {"policy": policy_of_chance(), "critic": critic_of_chance(), "belief": Belief(SHAPE)}
    states = {part: network.state_dict() for part, network in networks.items()}
    checkpoint.save(path, {"shape": {"width": SHAPE.width, "blocks": SHAPE.blocks}, **states})
    return path


def halfway(num_deals: int, cards: int, seed: int) -> Engine:
    """So many cards have been played, those of the deals that were passed out left away."""
    engine, heuristic, rng = Engine(num_deals, seed=seed), agents.load("heuristic"), np.random.default_rng(seed)
    while (early := ~engine.done & (engine.state.ply < cards)).any():
        engine.step(heuristic.act(engine.observe(), rng), where=early)
    return engine.take(np.flatnonzero(engine.phase == Phase.PLAY))


def test_plays_legally_in_every_phase_whatever_the_hidden_cards_are(player: Path) -> None:
    """Where all that is hidden has been dealt anew, the same seed gives the same actions."""
    agent, other_cards = agents.load(f"{player}+mc:worlds=3"), np.random.default_rng(99)
    phases = set()
    for engine in every_phase(seed=6):
        elsewhere = worlds(engine.observe(), 1, other_cards)
        actions, same = [agent.act(deals.observe(), np.random.default_rng(1)) for deals in (engine, elsewhere)]
        phases |= {*engine.phase.tolist()}
        assert np.array_equal(actions, same)
        engine.step(actions)  # refuses what is not legal
    assert phases == {phase for phase in Phase if phase != Phase.DONE}


@pytest.mark.parametrize(
    "rules", [Rules.official(), Rules.casual(), Rules(all_pass="redeal")], ids=["official", "casual", "redeal"]
)
def test_plays_whole_deals_by_all_rules(player: Path, rules: Rules) -> None:
    engine, agent, rng = Engine(3, rules, seed=3), agents.load(f"{player}+mc:worlds=2"), np.random.default_rng(3)
    for _ in range(90):
        engine.step(agent.act(engine.observe(), rng))
    assert rules.all_pass == "redeal" or engine.done.all()


def test_the_shipped_player_looks_ahead() -> None:
    engine, agent = halfway(4, 60, seed=1), agents.load("best+mc:worlds=5")
    assert agent.name == "best+mc:worlds=5"
    play_out(engine, agent, np.random.default_rng(0))


def test_the_same_seed_and_batch_give_the_same_play_and_another_seed_another(player: Path) -> None:
    observation, agent = halfway(60, 20, seed=8).observe(), agents.load(f"{player}+mc:worlds=2")
    actions = [agent.act(observation, np.random.default_rng(seed)).tolist() for seed in (5, 5, 6)]
    assert actions[0] == actions[1]
    assert actions[0] != actions[2]


def test_bids_and_all_that_is_no_card_are_the_policys_own(player: Path) -> None:
    engine = Engine(30, seed=2)
    alone, guided = agents.load(str(player)), agents.load(f"{player}+mc")
    for _ in range(8):
        observation = engine.observe()
        actions = alone.act(observation, np.random.default_rng(0))
        cards = observation.phase == Phase.PLAY
        assert np.array_equal(guided.act(observation, np.random.default_rng(0))[~cards], actions[~cards])
        engine.step(actions)


class KnowsTheLastTrick(Judge):
    """Says what comes of the only card that everybody has left."""

    def __init__(self) -> None:
        pass

    def values(self, engine: Engine) -> npt.NDArray[np.float64]:
        while not engine.done.all():
            assert cards_in(engine.state.legal).max() == 1
            engine.step(cardsets.nth(engine.state.legal, np.zeros(len(engine), np.uint64)))
        return engine.scores.astype(np.float64)


@pytest.mark.parametrize("case", CERTAIN)
def test_what_the_judge_prefers_outweighs_a_policy_that_does_not_care(case: str) -> None:
    """An untrained policy likes all cards about as well."""
    hands, taker, leader, trick, best = CERTAIN[case]
    guided = GuidedAgent(NetworkAgent("chance", policy_of_chance()), KnowsTheLastTrick(), None, 40)
    assert choice(guided, ending(hands, taker=taker, leader=leader, trick=trick.split())) == best


@pytest.mark.parametrize(("sure", "is_overruled"), [(9, True), (900, False)])
def test_a_policy_that_is_sure_is_overruled_by_points_alone(sure: float, is_overruled: bool) -> None:
    """A factor e of its probability for each `TRUST` points, however small a probability is left."""
    hands, taker, leader, trick, best = CERTAIN["the taker keeps the Petit for the last trick"]
    policy = policy_of_chance()
    with torch.no_grad():
        policy.others.bias.view(NUM_HEADS, OTHER_ACTIONS)[:, ID_OF["T1"] - EXCUSE] += sure
    guided = GuidedAgent(NetworkAgent("sure", policy), KnowsTheLastTrick(), None, 40)
    assert (choice(guided, ending(hands, taker=taker, leader=leader, trick=trick.split())) == best) == is_overruled
    assert best != "T1"


def test_cards_that_fall_far_behind_are_tried_in_a_part_of_the_worlds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, tried = halfway(40, 30, seed=8), []
    judge = Judge(critic_of_chance())
    guided = GuidedAgent(NetworkAgent("chance", policy_of_chance()), judge, None, 16)
    ask = guided._playout.scores

    def scores(engine: Engine, lots: npt.NDArray[np.int64], rng: np.random.Generator) -> npt.NDArray[np.float64]:
        tried.append(len(engine))
        return ask(engine, lots, rng)

    monkeypatch.setattr(guided._playout, "scores", scores)
    guided.act(engine.observe(), np.random.default_rng(0))
    legal = cards_in(engine.state.legal)
    cards = int(legal[legal > 1].sum())
    assert tried[0] == 4 * cards
    assert 0 < sum(tried[1:]) < 12 * cards


def test_the_judge_says_the_score_where_a_deal_is_over() -> None:
    engine, judge = Engine(6, seed=5), Judge(critic_of_chance())
    play_out(engine, agents.load("heuristic"), np.random.default_rng(5))
    assert np.array_equal(judge.values(engine), engine.scores)


def test_what_the_judge_says_goes_round_with_the_seats() -> None:
    """The same deals and play with everybody one chair further: the values have moved as well."""
    one, rng = Engine(8, seed=5), np.random.default_rng(5)
    other = one.copy()
    other.reset(hands=np.roll(one.state.hand, 1, axis=1), dog=one.state.dog, dealer=(one.state.dealer + 1) % 4)
    judge, heuristic = Judge(critic_of_chance()), agents.load("heuristic")
    for _ in range(30):
        values = judge.values(one)
        assert (values.std(axis=1) > 0).tolist() == (~one.done).tolist()
        assert judge.values(other) == pytest.approx(np.roll(values, 1, axis=1), rel=1e-4)
        actions = heuristic.act(one.observe(), rng)
        one.step(actions)
        other.step(actions)


@pytest.mark.parametrize(
    ("played", "tricks", "then"), [(29, 1, 32), (32, 1, 32), (32, 2, 36), (30, 3, 40), (66, 4, 72)]
)
def test_tricks_are_played_to_their_end_before_the_judge_is_asked(
    monkeypatch: pytest.MonkeyPatch, played: int, tricks: int, then: int
) -> None:
    judge, asked = Judge(critic_of_chance()), []
    monkeypatch.setattr(judge, "values", lambda engine: asked.append(engine.state.ply.tolist()))
    engine = halfway(8, played, seed=5)
    playout = FewTricks(NetworkAgent("chance", policy_of_chance()), judge, tricks)
    playout.scores(engine, np.arange(len(engine)), np.random.default_rng(0))
    assert asked == [[then] * len(engine)]


def test_a_critic_that_was_trained_without_the_other_hands_is_asked_without_them(player: Path, tmp_path: Path) -> None:
    content = checkpoint.load(player)
    checkpoint.save(tmp_path / "own.pt", content | {"config": {"critic": "own"}})
    own, engine = Judge.from_file(tmp_path / "own.pt"), halfway(8, 20, seed=5)
    elsewhere = worlds(engine.observe(), 1, np.random.default_rng(5))
    here = engine.seat[:, None]  # there the seat that looks is seat 0
    values = np.take_along_axis(own.values(engine), (here + np.arange(4)) & 3, axis=1)
    assert own.values(elsewhere) == pytest.approx(values)
    assert Judge.from_file(player).values(elsewhere) != pytest.approx(values)


def test_its_name_loads_it_again(player: Path) -> None:
    agent = agents.load(f"{player}+mc:worlds=7")
    assert agent.name == f"{player}+mc:worlds=7"
    assert agents.load(agent.name).name == agent.name
    assert agents.load(f"{player.parent}+mc").name == f"{player.parent}+mc:worlds=32"


def test_mistakes_get_one_clear_line(player: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.pt"
    content = checkpoint.load(player)
    del content["critic"]
    checkpoint.save(alone, content)
    for spec, message in {
        f"{player}+mc:worlds=0": "worlds is at least 1, not 0",
        f"{player}+mc:trust=3": f"{player}+mc has no option 'trust'; options: worlds=32",
        f"{alone}+mc": f"{alone}: holds a policy alone; search needs the critic too",
        f"{tmp_path}/none.pt+mc": f"{tmp_path}/none.pt: no such checkpoint",
        "bets+mc": "unknown player 'bets+mc': did you mean 'best+mc'?",
    }.items():
        with pytest.raises(ValueError, match=r".*") as error:
            agents.load(spec)
        assert str(error.value) == message
