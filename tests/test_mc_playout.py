"""Random playouts: compiled, they play by the engine's rules, each legal card as likely as the others."""

from __future__ import annotations

import sys

import numpy as np
import pytest

pytest.importorskip("numba", reason="random playouts are compiled: pip install 'tarot-env[search]'")

from chi_square import Z_LIMIT, uniform_z
from endings import ending
from same import assert_same
from table_play import decisions, mixed_engine
from test_mc import CERTAIN, discarding

import agents
from agents.mc.random_cards import play_to_the_last_card
from agents.mc.random_playout import RandomPlayout
from agents.mc.values import action_values
from tarot_env import Engine, Rules
from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.cards import parse_cards
from tarot_env.cardsets import to_ids

RULES = {
    "official": Rules.official(),
    "casual": Rules.casual(),
    "the Excuse lost": Rules(excuse_in_last_trick="winner"),
}


def seeds(number: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(2**63 - 1, size=number)


def deal_at(ply: int, seed: int) -> Engine:
    """A deal of the heuristic after so many cards."""
    engine, rng, heuristic = discarding(1, seed), np.random.default_rng(seed), agents.load("heuristic")
    while engine.state.ply[0] < ply:
        engine.step(heuristic.act(engine.observe(), rng))
    return engine


@pytest.mark.parametrize("rules", RULES)
def test_a_playout_is_what_the_engine_makes_of_its_cards(rules: str) -> None:
    """Every card is legal, and tricks, points, bouts and leaders are the same in every array."""
    engine = mixed_engine(RULES[rules], seed=1, deals=60)
    compared = 0
    for step, rows in enumerate(decisions(engine)):
        playing = rows[(engine.phase[rows] == Phase.PLAY) & (engine.state.ply[rows] >= 3)]
        if step % 5 or not playing.size:
            continue
        again = engine.take(playing)
        played = play_to_the_last_card(engine.take(playing), seeds(len(playing), step))
        while (going := again.state.ply < 71).any():
            ply = np.minimum(again.state.ply, 70)
            card = played.state.history[np.arange(len(playing)), ply].astype(np.int64)
            again.step(card, where=going)  # refuses what is not legal
        assert_same(played.state, again.state, but=("void", "ceiling"))
        compared += len(playing)
    assert compared > 300


def test_each_legal_card_is_as_likely_as_the_others() -> None:
    engine = mixed_engine(Rules.official(), seed=2, deals=20)
    off = []
    for step, rows in enumerate(decisions(engine)):
        for deal in rows[(engine.phase[rows] == Phase.PLAY) & (engine.state.ply[rows] >= 3)][: 2 * (step % 4 == 0)]:
            legal = to_ids(engine.state.legal[deal])
            ply = engine.state.ply[deal]
            if len(legal) == 1 or ply >= 71:
                continue
            played = play_to_the_last_card(engine.take(np.full(50 * len(legal), deal)), seeds(50 * len(legal), step))
            cards = played.state.history[:, ply].tolist()
            assert set(cards) <= set(legal)
            off.append(uniform_z([cards.count(card) for card in legal]))
    assert len(off) > 20
    assert max(off) < Z_LIMIT


def test_the_same_luck_gives_the_same_cards() -> None:
    engine = deal_at(8, seed=3)
    luck = seeds(50)
    played = play_to_the_last_card(engine.repeat(100), np.tile(luck, 2))
    history = played.state.history
    assert np.array_equal(history[:50], history[50:])
    assert len(np.unique(history[:50], axis=0)) == 50


def by_the_engine(engine: Engine) -> np.ndarray:
    """Scores when all cards are drawn by the engine, (N, 4)."""
    while not engine.done.all():
        engine.step(engine.sample_legal())
    return engine.scores


@pytest.mark.parametrize("ply", [4, 21, 46, 58])
def test_scores_are_distributed_as_in_the_engines_random_play(ply: int) -> None:
    """Mean and spread of the first seat's score from one position, within what chance does to 4,000 playouts."""
    engine = deal_at(ply, seed=ply).repeat(4000)
    one = RandomPlayout().scores(engine.copy(), np.arange(4000), np.random.default_rng(ply))[:, 0]
    other = by_the_engine(engine)[:, 0]
    error = np.sqrt((one.var() + other.var()) / 4000)
    assert abs(one.mean() - other.mean()) < 4 * error
    for quantile in (0.1, 0.5, 0.9):
        mark = np.quantile(other, quantile)
        assert abs((one <= mark).mean() - (other <= mark).mean()) < 4 * np.sqrt(0.5 / 4000)


def test_a_card_each_is_scored_as_the_engine_scores_it() -> None:
    for name in CERTAIN:
        hands, taker, leader, trick, _ = CERTAIN[name]
        engine = ending(hands, taker=taker, leader=leader, trick=trick.split())
        while engine.state.ply[0] < 68:
            engine.step(engine.sample_legal())
        expected = by_the_engine(engine.copy())
        assert np.array_equal(RandomPlayout().scores(engine, np.zeros(1, np.int64), np.random.default_rng(0)), expected)


@pytest.mark.parametrize("rules", RULES)
def test_plays_to_the_end_from_every_phase(rules: str) -> None:
    engine = mixed_engine(RULES[rules], seed=5, deals=60)
    phases = set()
    for step, rows in enumerate(decisions(engine)):
        if step % 6 and step > 20:
            continue
        phases |= {*engine.phase[rows].tolist()}
        deals = engine.take(np.concatenate([rows, rows]))
        lots = np.arange(len(deals))
        scores = [RandomPlayout().scores(deals.copy(), lots, np.random.default_rng(seed)) for seed in (1, 1, 2)]
        assert not scores[0].sum(axis=1).any()
        assert np.array_equal(scores[0], scores[1])
        if step < 50:
            assert not np.array_equal(scores[0], scores[2])
    assert phases >= {Phase.AUCTION, Phase.DISCARD, Phase.PLAY}


def test_without_numba_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "agents.mc.random_playout", None)
    for spec in ("mc", "pimc"):
        with pytest.raises(ValueError, match=r"^random playouts are compiled by numba: .* 'tarot-env\[search\]'$"):
            agents.load(spec)
    agents.load("mc:playout=heuristic")


# --- values of actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CERTAIN)
def test_what_is_certain_is_worth_most(case: str) -> None:
    hands, taker, leader, trick, best = CERTAIN[case]
    engine = ending(hands, taker=taker, leader=leader, trick=trick.split())
    values = action_values(engine.observe(), 30, np.random.default_rng(0))
    assert ACTION_NAMES[np.nanargmax(values[0])] == best


def test_every_legal_action_has_a_value_and_nothing_else() -> None:
    engine, rng = Engine(30, seed=6), np.random.default_rng(6)
    for rows in decisions(engine):
        observation = engine.observe().take(rows)
        values = action_values(observation, 2, rng)
        legal, discards = observation.legal_mask(), observation.phase == Phase.DISCARD
        assert values.shape == legal.shape
        assert np.array_equal(np.isfinite(values[~discards]), legal[~discards])
        assert not (np.isfinite(values[discards]) & ~legal[discards]).any()
        assert np.isfinite(values[discards]).any(axis=1).all()
        if engine.state.ply.max() > 4:
            break


def test_the_last_card_is_worth_what_it_scores() -> None:
    engine = ending(["T1 T21", "S1 S2", "H1 H2", "D1 D2"], taker=0, leader=0)
    engine.step(parse_cards("T21"))
    for _ in range(3):
        engine.step(engine.sample_legal())
    values = action_values(engine.observe(), 3, np.random.default_rng(0))
    assert np.nanmax(values) == np.nanmin(values) == by_the_engine(engine.copy())[0, 0]
