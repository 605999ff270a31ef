"""Worlds that are solved: certain endings, all phases by `mc` before, nothing hidden seen."""

from __future__ import annotations

import numpy as np
import pytest
from endings import ending
from test_mc import CERTAIN, choice

import agents
from tarot_env import Engine
from tarot_env.actions import Phase
from tarot_env.worlds import worlds

pytest.importorskip("numba", reason="the solver is compiled: pip install 'tarot-env[search]'")


@pytest.mark.parametrize("case", CERTAIN)
def test_takes_what_is_certain(case: str) -> None:
    hands, taker, leader, trick, best = CERTAIN[case]
    assert choice(agents.load("pimc:worlds=10"), ending(hands, taker=taker, leader=leader, trick=trick.split())) == best


def late(num_deals: int, cards: int, seed: int) -> Engine:
    """The heuristic has played until so many cards are left in each hand."""
    engine, heuristic, rng = Engine(num_deals, seed=seed), agents.load("heuristic"), np.random.default_rng(seed)
    while (early := ~engine.done & (engine.state.ply < 4 * (18 - cards))).any():
        engine.step(heuristic.act(engine.observe(), rng), where=early)
    return engine.take(np.flatnonzero(engine.phase == Phase.PLAY))


def test_the_same_whatever_the_hidden_cards_are_and_legal() -> None:
    engine, pimc = late(6, cards=5, seed=2), agents.load("pimc:worlds=4")
    elsewhere = worlds(engine.observe(), 1, np.random.default_rng(9))
    actions = [pimc.act(deals.observe(), np.random.default_rng(1)) for deals in (engine, elsewhere)]
    assert np.array_equal(*actions)
    engine.step(actions[0])  # refuses what is not legal


def test_larger_hands_are_left_to_mc() -> None:
    observation = late(6, cards=7, seed=2).observe()
    by_mc, by_pimc = (agents.load(spec).act(observation, np.random.default_rng(1)) for spec in ("mc", "pimc:cards=6"))
    assert np.array_equal(by_mc, by_pimc)


def test_larger_hands_are_solved_where_asked_for() -> None:
    observation = late(6, cards=7, seed=2).observe()
    by_mc, by_pimc = (agents.load(spec).act(observation, np.random.default_rng(1)) for spec in ("mc", "pimc:cards=7"))
    assert not np.array_equal(by_mc, by_pimc)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pimc:worlds=0", "worlds is at least 1, not 0"),
        ("pimc:cards=13", "cards is 1 to 12, not 13: larger hands take seconds to solve"),
        ("pimc:ms=5", "pimc has no option 'ms'; options: worlds=20, cards=6"),
    ],
)
def test_bad_options_get_one_clear_line(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as error:
        agents.load(spec)
    assert str(error.value) == message
