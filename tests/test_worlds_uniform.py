"""All deals that agree with an observation have the same chance to be drawn as a world, or the chance asked for."""

from __future__ import annotations

from collections import Counter
from math import factorial

import numpy as np
import numpy.typing as npt
import pytest
from agreeing_deals import Deal, LateView, names
from chi_square import Z_LIMIT, uniform_z
from table_play import deals_engine, decisions, true_holdings

from tarot_env.cards import ID_OF
from tarot_env.cardsets import from_ids
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.rules import Contract, Rules
from tarot_env.worlds import sample_hands


def late_views(contract: int, num_random: int, num_strong: int, seed: int) -> list[tuple[Observation, Deal]]:
    """Views near the end that leave 2 to 3000 splits of the unseen cards, one of each deal, and the truth."""
    engine = deals_engine(Rules.official(), num_random, num_strong, seed)
    rng = np.random.default_rng(seed)
    found: dict[int, tuple[Observation, Deal]] = {}
    for rows in decisions(engine, contract):
        observation = engine.observe()
        truth = true_holdings(engine, observation)
        for row in rows[engine.state.ply[rows] >= 57].tolist():
            view = observation.take([row])
            sizes = LateView(view).sizes()
            splits = factorial(sum(sizes)) // np.prod([factorial(size) for size in sizes])
            if row not in found and 2 <= splits <= 3000 and rng.random() < 0.4:
                first, second, third, fourth, pile = (names(cards) for cards in truth[row])
                found[row] = view, (first, second, third, fourth, pile)
    return list(found.values())


def draw(view: Observation, number: int, seed: int, chances: npt.NDArray[np.float64] | None = None) -> list[Deal]:
    """Worlds as sets of names, each built once."""
    hands, pile = sample_hands(view, number, np.random.default_rng(seed), chances)
    deals = np.concatenate([hands[0], pile[0][:, None]], axis=1)  # (W, 5, 2)
    kinds, which = np.unique(deals.reshape(number, 10), axis=0, return_inverse=True)
    named = [tuple(names(cards) for cards in kind.reshape(5, 2)) for kind in kinds]
    return [named[i] for i in which.ravel()]  # NumPy 2.0.0 alone makes a column of it


@pytest.mark.parametrize(
    ("contract", "num_random", "num_strong"),
    [(Contract.GARDE, 14, 0), (Contract.GARDE_CONTRE, 5, 0), (Contract.GARDE, 0, 10), (Contract.GARDE_SANS, 0, 4)],
)
def test_all_deals_that_agree_have_the_same_chance(contract: int, num_random: int, num_strong: int) -> None:
    """Against the deals that agree by the rules, listed one by one; the true one is drawn no more than the others."""
    constrained = 0
    off = []
    for view, truth in late_views(contract, num_random, num_strong, seed=6):
        late = LateView(view)
        expected = late.agreeing()
        assert truth in expected
        constrained += len(expected) < sum(1 for _ in late.candidates())
        drawn = draw(view, 20 * len(expected), seed=7)
        seen = dict.fromkeys(expected, 0)
        for deal in drawn:
            assert deal in expected
            seen[deal] += 1
        assert uniform_z(list(seen.values())) < Z_LIMIT
        if len(expected) > 1:
            off.append((seen[truth] - 20) / np.sqrt(20 * (1 - 1 / len(expected))))
    assert len(off) >= 4
    assert constrained >= 3
    assert abs(sum(off)) / np.sqrt(len(off)) < Z_LIMIT


def test_deals_are_as_likely_as_the_chances_of_their_cards() -> None:
    rng, seen_views = np.random.default_rng(5), 0
    for view, _ in late_views(Contract.GARDE, 14, 6, seed=9):
        chances = rng.uniform(0.1, 1, (1, 4, 78))
        expected = {
            deal: np.prod([chances[0, place, ID_OF[card]] for place in range(4) for card in deal[place + 1]])
            for deal in LateView(view).agreeing()
        }
        drawn = Counter(draw(view, 50 * len(expected), seed=7, chances=chances))
        assert drawn.keys() <= expected.keys()
        assert uniform_z([drawn[deal] for deal in expected], [*expected.values()]) < Z_LIMIT
        seen_views += len(expected) > 1
    assert seen_views >= 4


def test_before_the_first_bid_each_card_is_anywhere() -> None:
    """60 cards, three hands of 18 and the dog: each card is in a hand with chance 0.3 and in the dog with 0.1."""
    engine = Engine(1, seed=8)
    hands, dog = sample_hands(engine.observe(), 4000, np.random.default_rng(8))
    own = engine.observe().hand[0]
    unseen = [card for card in range(78) if not (from_ids([card]) & own).any()]
    for cards, chance in [(hands[0, :, 1], 0.3), (hands[0, :, 2], 0.3), (hands[0, :, 3], 0.3), (dog[0], 0.1)]:
        held = np.array([(cards & from_ids([card])).any(axis=-1).mean() for card in unseen])
        assert (np.abs(held - chance) < 4.5 * np.sqrt(chance * (1 - chance) / 4000)).all()
