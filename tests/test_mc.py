"""Search: it takes what is certain, sees nothing that is hidden, keeps its word in the discard, reads its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest
from endings import ending
from test_agents import table_of_rare_deals

import agents
from agents.mc import playout_of
from agents.mc.compare import chunks
from agents.mc.discards import discards
from agents.mc.search import Search
from tarot_env import Engine, Rules
from tarot_env.actions import ACTION_NAMES, GARDE, PASS, Phase
from tarot_env.cards import parse_cards
from tarot_env.cardsets import count as cards_in
from tarot_env.cardsets import from_ids, to_ids
from tarot_env.worlds import worlds

HONEST = ["mc:worlds=2", "mc:worlds=2,playout=heuristic", "mc:worlds=2,inference=heuristic"]

# What is left, seat 0 first; the taker; who leads; the trick so far; the only good card of the seat to act.
CERTAIN = {
    "the taker keeps the Petit for the last trick": (["T1 T21", "S1 S2", "H1 H2", "D1 D2"], 0, 0, "", "T21"),
    "the taker draws the last trump before his king": (["T21 SK", "T5 H3", "S1 H1", "H4 S5"], 0, 0, "", "T21"),
    "the Excuse is played before the last trick": (["EX S1", "S2 H2", "H1 H3", "D1 D2"], 0, 3, "D1", "EX"),
    "a defender gives his king to his partner's trump": (["T21 T20", "T5 T4", "S1 S2", "SK S3"], 0, 2, "S1", "SK"),
    "a defender keeps his queen from a trump": (["T20 C1", "C5 C2", "C3 H1", "SQ S3"], 0, 0, "T20 C5 C3", "S3"),
}


def choice(agent: agents.Agent, engine: Engine, seed: int = 0) -> str:
    return ACTION_NAMES[agent.act(engine.observe(), np.random.default_rng(seed))[0]]


@pytest.mark.parametrize("spec", ["mc:worlds=40", "mc:worlds=10,playout=heuristic", "mc:worlds=40,inference=heuristic"])
@pytest.mark.parametrize("case", CERTAIN)
def test_takes_what_is_certain(case: str, spec: str) -> None:
    hands, taker, leader, trick, best = CERTAIN[case]
    assert choice(agents.load(spec), ending(hands, taker=taker, leader=leader, trick=trick.split())) == best


def bidder(hand: str) -> Engine:
    """The dealer, after three passes, holds this hand."""
    held = parse_cards(hand)
    rest = [card for card in np.random.default_rng(5).permutation(78).tolist() if card not in held]
    hands = [rest[:18], rest[18:36], rest[36:54], held]
    engine = Engine(1, seed=0)
    engine.reset(hands=np.array([[from_ids(cards) for cards in hands]]), dog=np.array([from_ids(rest[54:])]), dealer=3)
    for _ in range(3):
        engine.step([PASS])
    return engine


def test_bids_on_a_hand_that_cannot_lose_and_passes_one_that_cannot_win() -> None:
    mc = agents.load("mc:worlds=30")
    sure = "EX T21 T20 T19 T18 T17 T16 T15 T14 T13 T1 SK SQ SN HK HQ DK CK"
    poor = "T2 T3 T4 S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 C1 C2 C3 C4"
    assert choice(mc, bidder(sure)) in ("GARDE_SANS", "GARDE_CONTRE", "CHELEM")
    assert choice(mc, bidder(poor)) == "PASS"


def every_phase(seed: int) -> Iterator[Engine]:
    """Deals in which there is something to choose, in all phases, and in early and late tricks."""
    engine = table_of_rare_deals(16, seed)
    heuristic, rng = agents.load("heuristic"), np.random.default_rng(seed)
    for step in range(61):
        if step in (0, 3, 4, 6, 10, 11, 12, 14, 30, 60):
            yield engine.take(np.flatnonzero(cards_in(engine.state.legal) > 1))
        engine.step(heuristic.act(engine.observe(), rng))


@pytest.mark.parametrize("spec", HONEST)
def test_plays_legally_in_every_phase_whatever_the_hidden_cards_are(spec: str) -> None:
    """Where all that is hidden has been dealt anew, the same seed gives the same actions."""
    agent, other_cards = agents.load(spec), np.random.default_rng(99)
    phases = set()
    for engine in every_phase(seed=6):
        elsewhere = worlds(engine.observe(), 1, other_cards)
        actions = [agent.act(deals.observe(), np.random.default_rng(1)) for deals in (engine, elsewhere)]
        phases |= {*engine.phase.tolist()}
        assert np.array_equal(*actions)
        engine.step(actions[0])  # refuses what is not legal
    assert phases == {phase for phase in Phase if phase != Phase.DONE}


@pytest.mark.parametrize("rules", [Rules.casual(), Rules(all_pass="redeal")], ids=["casual", "redeal"])
def test_plays_by_other_rules(rules: Rules) -> None:
    engine, agent, rng = Engine(4, rules, seed=3), agents.load("mc:worlds=2"), np.random.default_rng(3)
    for _ in range(15):
        engine.step(agent.act(engine.observe(), rng))


def test_the_cheat_decides_by_cards_that_are_hidden() -> None:
    peek = agents.load("mc:peek,worlds=10")
    assert agents.is_cheat(peek)
    other_cards, differs = np.random.default_rng(99), 0
    for engine in every_phase(seed=6):
        elsewhere = worlds(engine.observe(), 1, other_cards)
        actions = [peek.act_seeing(deals, np.random.default_rng(1)) for deals in (engine, elsewhere)]
        engine.step(actions[0])  # refuses what is not legal
        differs += np.count_nonzero(actions[0] != actions[1])
    assert differs > 20


def test_the_cheat_refuses_to_play_from_observations() -> None:
    with pytest.raises(ValueError, match=r"^mc:peek,worlds=100 is a cheat .* evaluate\.py only$"):
        agents.load("mc:peek").act(Engine(1, seed=0).observe(), np.random.default_rng(0))


@pytest.mark.parametrize("spec", HONEST)
def test_the_same_seed_and_batch_give_the_same_play(spec: str) -> None:
    observation = Engine(20, seed=8).observe()
    agent = agents.load(spec)
    actions = [agent.act(observation, np.random.default_rng(seed)).tolist() for seed in (5, 5, 6)]
    assert actions[0] == actions[1]
    assert actions[0] != actions[2]


def test_a_forced_card_takes_no_draws_and_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    forced = ending(["S1", "S2", "H1", "D1"], taker=0, leader=1, trick=["S2"])
    monkeypatch.setattr("agents.mc.search.ways", None)  # would be called to search
    rng = np.random.default_rng(0)
    before = rng.bit_generator.state
    assert agents.load("mc").act(forced.observe(), rng).tolist() == parse_cards("H1")
    assert rng.bit_generator.state == before


def discarding(num_deals: int, seed: int) -> Engine:
    """The seat after the dealer has taken a garde and holds 24 cards."""
    engine = Engine(num_deals, seed=seed)
    for bid in (GARDE, PASS, PASS, PASS):
        engine.step([bid] * num_deals)
    return engine


def test_six_cards_one_by_one_are_one_of_the_discards_compared() -> None:
    engine, rng, mc = discarding(8, seed=2), np.random.default_rng(0), agents.load("mc:worlds=3")
    compared = discards(engine.observe(), rng)
    searched = np.zeros(8, np.int64)
    while (engine.phase == Phase.DISCARD).any():
        searched += [len(sets) > 1 for sets in discards(engine.observe(), rng)]
        engine.step(mc.act(engine.observe(), rng))
    for n in range(8):
        assert frozenset(to_ids(engine.state.discard[n])) in compared[n]
    assert searched.max() <= 4  # soon nothing is left to choose
    assert searched.mean() < 3


def test_discards_compared_empty_suits_and_can_be_put_aside() -> None:
    observation = discarding(20, seed=3).observe()
    rng = np.random.default_rng(0)
    for n, sets in enumerate(discards(observation, rng)):
        assert 2 <= len(sets) == len(set(sets)) <= 24
        legal = set(to_ids(observation.legal[n]))
        assert all(len(cards) == 6 and cards <= legal for cards in sets)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mc:worlds=0", "worlds is at least 1, not 0"),
        ("mc:worlds=many", "mc:worlds takes a value of type int, not 'many'"),
        ("mc:ms=-3", "ms is more than 0, not -3.0"),
        ("mc:ms=nan", "ms is more than 0, not nan"),
        ("mc:worlds=5,ms=3", "give worlds or ms, not both: ms draws as many worlds as it has time for"),
        ("mc:playout=hueristic", "unknown player 'hueristic': did you mean 'heuristic'?"),
        ("mc:playout=mc:peek", "playout=mc:peek,worlds=100: a cheat cannot play worlds out"),
        ("mc:inference=mc:peek", "inference=mc:peek,worlds=100: a cheat cannot be inferred from"),
        ("mc:peek,inference=heuristic", "mc takes peek or inference, not both: who sees all cards infers nothing"),
        ("mc:peek,belief=best", "mc takes peek or belief, not both: who sees all cards infers nothing"),
        ("mc:belief=best,inference=best", "mc takes inference or belief, not both: each says how likely a world is"),
        ("mc:belief=heuristic", "belief=heuristic: name a trained player, such as best, or a checkpoint"),
        ("mc:belief=best+mc", "belief=best+mc: name a trained player, such as best, or a checkpoint"),
        (
            "mc:depth=3",
            "mc has no option 'depth'; options: worlds=None, ms=None, playout=random, inference=None, belief=None, "
            "peek=False",
        ),
    ],
)
def test_bad_options_get_one_clear_line(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as error:
        agents.load(spec)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("mc", "mc:worlds=100"),
        ("mc:ms=2.5", "mc:ms=2.5"),
        ("mc:worlds=20,playout=heuristic,inference=heuristic", "mc:worlds=20,playout=heuristic,inference=heuristic"),
        ("mc:peek", "mc:peek,worlds=100"),
    ],
)
def test_its_name_loads_it_again(spec: str, name: str) -> None:
    assert agents.load(spec).name == agents.load(name).name == name


def test_a_search_by_the_clock_draws_rounds_as_long_as_another_one_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count(0.0, 0.01)  # each look at the clock is 10 ms later
    monkeypatch.setattr("agents.mc.search.time.perf_counter", lambda: next(seconds))
    observation, rng, rounds = Engine(1, seed=0).observe(), np.random.default_rng(0), []

    def draw(numbers: np.ndarray, num_worlds: int) -> Engine:
        rounds.append(num_worlds)
        return worlds(observation.take(numbers), num_worlds, rng)

    Search(playout_of("random"), ms=50).act(observation, draw, rng)
    assert rounds == [20] * 5


@pytest.mark.parametrize(
    ("sizes", "runs"),
    [([3], [(0, 1)]), ([9], [(0, 1)]), ([2, 2, 1, 4], [(0, 3), (3, 4)]), ([5, 1, 9, 1], [(0, 1), (1, 3), (3, 4)])],
)
def test_batches_cover_all_decisions_in_order(sizes: list[int], runs: list[tuple[int, int]]) -> None:
    assert [(run.start, run.stop) for run in chunks(np.array(sizes), most=5)] == runs
