"""What every player keeps: legal in each phase, the same play from the same seed, found by a short text."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest
from random_deals import strong_deal

import agents
from agents import registry
from tarot_env import Engine, Rules, cardsets
from tarot_env.actions import PASS, Phase
from tarot_env.cards import parse_cards

FAST = ["random", "random-cards", "heuristic"]


def table_of_rare_deals(n: int, seed: int) -> Engine:
    """Deals with 10 to 18 trumps in one hand, where poignées, chelems and discarded trumps come up."""
    rng = random.Random(seed)
    deals = [strong_deal(rng) for _ in range(n)]
    sets = np.array([[cardsets.from_ids(parse_cards(" ".join(h))) for h in (*d.hands, d.dog)] for d in deals])
    engine = Engine(n, seed=seed)
    engine.reset(hands=sets[:, :4], dog=sets[:, 4], dealer=[d.dealer for d in deals])
    return engine


def play_out(engine: Engine, agent: agents.Agent, rng: np.random.Generator) -> dict[Phase, int]:
    """Decisions by phase; `Engine.step` refuses an action that is not legal."""
    decisions = dict.fromkeys(Phase, 0)
    while not engine.done.all():
        for phase in Phase:
            decisions[phase] += int((engine.phase == phase).sum())
        engine.step(agent.act(engine.observe(), rng))
    return decisions


@pytest.mark.parametrize("name", FAST)
def test_plays_legally_in_every_phase(name):
    agent = agents.load(name)
    rng = np.random.default_rng(3)
    play_out(Engine(800, seed=3), agent, rng)
    decisions = play_out(table_of_rare_deals(200, seed=4), agent, rng)
    assert all(decisions[phase] > 0 for phase in Phase if phase != Phase.DONE)


@pytest.mark.parametrize("name", FAST)
def test_plays_legally_by_the_casual_rules(name):
    play_out(Engine(300, Rules.casual(), seed=3), agents.load(name), np.random.default_rng(3))


@pytest.mark.parametrize("name", FAST)
def test_passes_where_nothing_is_to_be_decided(name):
    engine = Engine(3, seed=1)
    for _ in range(4):
        engine.step([PASS] * 3)
    assert agents.load(name).act(engine.observe(), np.random.default_rng(0)).tolist() == [PASS] * 3


@pytest.mark.parametrize("name", FAST)
def test_the_same_seed_gives_the_same_play(name):
    scores = []
    for _ in range(2):
        engine = Engine(40, seed=8)
        play_out(engine, agents.load(name), np.random.default_rng(5))
        scores.append(engine.scores.copy())
    assert np.array_equal(*scores)
    assert scores[0].any()


@pytest.mark.parametrize("name", FAST)
def test_leaves_the_observation_as_it_was(name):
    engine = Engine(200, seed=8)
    agent, rng = agents.load(name), np.random.default_rng(5)
    for _ in range(40):
        views = engine.observe()
        before = views.take(np.arange(len(views)))
        actions = agent.act(views, rng)
        for field in ("hand", "legal", "played", "history", "void", "ceiling", "trick"):
            assert np.array_equal(getattr(views, field), getattr(before, field)), field
        engine.step(actions)


def test_random_chooses_each_legal_action_about_as_often():
    engine = Engine(6_000, seed=2)
    engine = engine.take(np.zeros(6_000, np.int64))
    actions = agents.load("random").act(engine.observe(), np.random.default_rng(1))
    counts = np.bincount(actions, minlength=84)[78:]  # six bids, a thousand times each
    assert counts.sum() == 6_000
    assert counts.min() > 880
    assert counts.max() < 1_120


def test_random_cards_talks_like_the_heuristic():
    engine = Engine(500, seed=2)
    heuristic, mixed, rng = agents.load("heuristic"), agents.load("random-cards"), np.random.default_rng(1)
    while (engine.phase != Phase.PLAY).any() and not engine.done.all():
        views = engine.observe()
        talking = (engine.phase != Phase.PLAY) & ~engine.done
        actions = heuristic.act(views, rng)
        assert np.array_equal(mixed.act(views, rng)[talking], actions[talking])
        engine.step(np.where(talking | engine.done, actions, engine.sample_legal()))


def test_a_split_player_bids_like_one_and_does_the_rest_like_another():
    engine = Engine(300, seed=2)
    split = agents.load("split:bids=heuristic,rest=mc:worlds=1")
    assert split.name == "split:bids=heuristic,rest=mc:worlds=1"
    heuristic, last = agents.load("heuristic"), agents.load("split:bids=random,rest=heuristic")
    rng = np.random.default_rng(1)
    while (engine.phase == Phase.AUCTION).any():
        views, bidding = engine.observe(), engine.phase == Phase.AUCTION
        bids = heuristic.act(views, rng)
        assert np.array_equal(split.act(views.take(np.flatnonzero(bidding)), rng), bids[bidding])
        engine.step(np.where(bidding, bids, 0), where=bidding)
    views = engine.observe()
    assert np.array_equal(last.act(views, rng), heuristic.act(views, rng))
    with pytest.raises(ValueError, match="is a cheat"):
        agents.load("split:bids=heuristic,rest=mc:peek")


def test_the_heuristic_beats_random_in_both_roles():
    """Cards view: the same contracts and discards, taker and defence exchanged."""
    rng = np.random.default_rng(7)
    engine = Engine(600, Rules.casual(), seed=7)
    heuristic, chance = agents.load("heuristic"), agents.load("random")
    while ((engine.phase != Phase.PLAY) & ~engine.done).any():
        talking = engine.phase != Phase.PLAY
        engine.step(np.where(talking, heuristic.act(engine.observe(), rng), engine.sample_legal()))
    engine = engine.take(np.flatnonzero((engine.phase == Phase.PLAY) & (engine.state.ply == 0)))
    assert len(engine) > 300

    def margin(taker: agents.Agent, defence: agents.Agent) -> float:
        """Mean points per defender before the multiplier."""
        table = engine.copy()
        while not table.done.all():
            views = table.observe()
            taking = table.seat == table.state.taker
            table.step(np.where(taking, taker.act(views, rng), defence.act(views, rng)))
        multiplier = np.array((0, *table.rules.multipliers))[table.state.contract]
        defender = (table.state.taker + 1) & 3
        return float((-table.scores[np.arange(len(table)), defender] / multiplier).mean())

    base = margin(chance, chance)
    assert margin(heuristic, chance) > base + 10
    assert margin(chance, heuristic) < base - 10


# The registry


def test_load_finds_players_by_name_and_classes_by_module():
    assert [agents.load(name).name for name in FAST] == FAST
    assert agents.load("agents.heuristic:HeuristicAgent").name == "heuristic"


def test_a_class_of_a_package_beside_the_script_is_no_folder_of_a_run(tmp_path, monkeypatch):
    """Nor is one of a module that has a folder beside it, such as its data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    bot = "from agents.heuristic import HeuristicAgent as Bot\n"
    for file in ("bots_here/__init__.py", "bot_and_data.py"):
        (tmp_path / file.removesuffix("/__init__.py")).with_suffix("").mkdir()
        (tmp_path / file).write_text(bot)
    assert agents.load("bots_here:Bot").name == "heuristic"
    assert agents.load("bot_and_data:Bot").name == "heuristic"
    with pytest.raises(ValueError, match="is a folder that holds no run"):
        agents.load("bots_here")


MISTAKES = [
    ("heuristik", "did you mean 'heuristic'?"),
    ("randm", "did you mean 'random'?"),
    ("zzz", "players are random, random-cards, heuristic"),
    ("heuristic:worlds=3", "heuristic has no option 'worlds'; options: it has none"),
    ("no_such_module:Player", "no module 'no_such_module' can be imported; it is looked for beside the script and in"),
    ("heuristik:Player", "did you mean 'heuristic'?"),
    ("my_player.py:LowestCard", "did you mean 'my_player:LowestCard'?"),
    ("my_player.LowestCard", "did you mean 'my_player:LowestCard'?"),
    ("agents.heuristic:Nobody", "module 'agents.heuristic' has no class 'Nobody'"),
    ("odd_players:CannotBeMade", "odd_players:CannotBeMade cannot be made: RuntimeError: no weights"),
    ("odd_players:LacksAnAttribute", "odd_players:LacksAnAttribute cannot be made: AttributeError: "),
    ("odd_module:Player", "module 'odd_module' cannot be imported: ZeroDivisionError: division by zero"),
    ("odd_import:Player", "module 'odd_import' needs 'not_installed_anywhere', which is not installed"),
    ("json:JSONDecoder", "json:JSONDecoder is no player"),
    (3, "a player is named by a text, such as 'heuristic', not by 3"),
]


@pytest.mark.parametrize(("spec", "message"), MISTAKES)
def test_a_mistake_in_the_text_gives_one_clear_line(spec, message):
    with pytest.raises(ValueError, match=r".") as error:
        agents.load(spec)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_options_have_the_types_of_the_players_parameters(monkeypatch):
    given = {}

    def build(worlds: int = 10, ms: float | None = None, playout: str = "random", peek: bool = False) -> agents.Agent:
        given.update(worlds=worlds, ms=ms, playout=playout, peek=peek)
        return agents.load("random")

    monkeypatch.setitem(registry.PLAYERS, "search", build)
    agents.load("search:worlds=20,ms=1.5,peek")
    assert given == {"worlds": 20, "ms": 1.5, "playout": "random", "peek": True}
    for text, message in (
        ("wolds=3", "search has no option 'wolds'; options: worlds=10, ms=None, playout=random, peek=False"),
        ("worlds=many", "search:worlds takes a value of type int, not 'many'"),
        ("peek=perhaps", "search:peek is yes or no, not 'perhaps'"),
        ("ms=1,ms=2", "option 'ms' is given twice"),
    ):
        with pytest.raises(ValueError, match=r".") as error:
            agents.load(f"search:{text}")
        assert message in str(error.value)


def test_as_policy_asks_the_seat_for_its_own_view_and_draws_from_one_seed():
    class Table:
        """The part of a PettingZoo environment that a policy uses."""

        def __init__(self):
            self.unwrapped = self
            self.engine = Engine(1, seed=6)

        def view(self, name):
            return self.engine.observe(int(name[-1]))

    played = []
    for _ in range(2):
        table, policy = Table(), agents.as_policy(agents.load("random"), seed=9)
        actions = []
        while not table.engine.done.all():
            actions.append(policy(table, f"seat_{table.engine.seat[0]}"))
            table.engine.step([actions[-1]])
        played.append(actions)
    assert played[0] == played[1]


def test_loading_fast_players_does_not_import_torch():
    code = "import agents, sys; [agents.load(n) for n in ('random', 'heuristic')]; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
