"""Deals with a strong hand: how strong, and that all else about them is as in any deal."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import agents
from agents.heuristic.evaluation import chavey
from agents.training.strong_deals import redeal_strong
from tarot_env import Engine, cardsets
from tarot_env.dealing import petit_sec

DEALS = 4000
ALL = np.ones(DEALS, np.bool_)


def test_the_hands_go_from_any_to_those_that_take_a_chelem() -> None:
    engine = Engine(DEALS, seed=1)
    seats = redeal_strong(engine, ALL)
    counts = np.sort(chavey(engine.state.dealt[np.arange(DEALS), seats]))
    usual = np.sort(chavey(Engine(DEALS, seed=2).state.dealt[:, 0]))
    quarter, half = DEALS // 4, DEALS // 2
    assert counts[:quarter].mean() < usual.mean() + 5
    assert counts[half] > np.quantile(usual, 0.95)
    assert counts[-DEALS // 20] > 85, "stronger than the best of 200,000 as they come, which counts 82"


def test_some_of_them_take_all_tricks() -> None:
    """Which hands as they come do not once in thousands of deals."""
    engine, player = Engine(DEALS, seed=1), agents.load("heuristic")
    redeal_strong(engine, ALL)
    while not engine.done.all():
        engine.step(player.act(engine.observe(), engine.rng), check=False)
    assert 0.01 < (engine.state.tricks[:, 0] == 18).mean() < 0.1
    assert 0.01 < engine.state.chelem.mean() < 0.1, "the heuristic announces some"


def test_the_others_hold_what_is_left_as_it_comes() -> None:
    engine = Engine(DEALS, seed=1)
    seats = redeal_strong(engine, ALL)
    others = engine.state.dealt[np.arange(DEALS)[:, None], (seats[:, None] + [1, 2, 3]) & 3]  # (DEALS, 3, 2)
    trumps = np.bitwise_count(others[..., 1] & cardsets.TRUMP_MASK)  # (DEALS, 3)
    dog = np.bitwise_count(engine.state.dog[:, 1] & cardsets.TRUMP_MASK)
    per_card = np.append(trumps.mean(axis=0) / 18, dog.mean() / 6)
    assert np.allclose(per_card, per_card.mean(), rtol=0.05)


def test_no_petit_sec_and_nobody_is_preferred() -> None:
    engine = Engine(DEALS, seed=3)
    seats = redeal_strong(engine, ALL)
    assert not petit_sec(engine.state.dealt).any()
    assert np.bincount(seats).min() > 0.22 * DEALS
    assert np.bincount(engine.state.dealer).min() > 0.22 * DEALS


def test_the_other_deals_stay() -> None:
    engine = Engine(20, seed=4)
    before = engine.state.dealt.copy()
    where = np.arange(20) % 4 == 0
    assert len(redeal_strong(engine, where)) == 5
    changed = (engine.state.dealt != before).any(axis=(1, 2))
    assert (changed == where).all()


def test_the_same_seed_deals_the_same() -> None:
    engines = [Engine(8, seed=5), Engine(8, seed=5)]
    for engine in engines:
        redeal_strong(engine, np.ones(8, np.bool_))
    assert (engines[0].state.dealt == engines[1].state.dealt).all()
