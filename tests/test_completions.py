"""Ways to place cards, against all the ways there are, listed one by one."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest
from chi_square import Z_LIMIT, uniform_z

from tarot_env.completions import NOBODY, Completions, Contradiction

CARDS = [0, 13, 20, 41, 56, 57, 77]
WHOLE = sum(1 << card for card in CARDS)


def all_ways(may: list[int], size: list[int]) -> list[tuple[int, ...]]:
    """The holder of each of CARDS."""
    return [
        way
        for way in itertools.product(range(len(size)), repeat=len(CARDS))
        if all(way.count(holder) == size[holder] for holder in range(len(size)))
        and all(may[holder] >> card & 1 for card, holder in zip(CARDS, way, strict=True))
    ]


@cache
def random_puzzle(seed: int) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
    """Cards forbidden to 2 to 5 holders more or less often, their rooms, and all ways."""
    rng = np.random.default_rng(seed)
    holders = int(rng.integers(2, 6))
    size = np.bincount(rng.integers(0, holders, len(CARDS)), minlength=holders).tolist()
    often = rng.choice([0.0, 0.1, 0.3, 0.6])
    may = [sum(1 << card for card in CARDS if rng.random() >= often) for _ in range(holders)]
    return may, size, all_ways(may, size)


@pytest.mark.parametrize("seed", range(40))
def test_every_way_has_the_same_chance(seed: int) -> None:
    may, size, ways = random_puzzle(seed)
    if not ways:
        with pytest.raises(Contradiction):
            Completions(WHOLE, may, size)
        return
    owners = Completions(WHOLE, may, size).sample(20 * len(ways), np.random.default_rng(seed))
    assert owners.shape == (78, 20 * len(ways))
    assert (np.delete(owners, CARDS, axis=0) == NOBODY).all()
    seen, counts = np.unique(owners[CARDS].T, axis=0, return_counts=True)
    assert {tuple(way) for way in seen.tolist()} == set(ways)
    assert uniform_z(counts) < Z_LIMIT


@pytest.mark.parametrize("seed", range(40))
def test_a_way_is_as_likely_as_the_product_of_its_weights(seed: int) -> None:
    may, size, ways = random_puzzle(seed)
    if not ways:
        return
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.2, 1, (78, len(size))) * rng.choice([1e-40, 1, 1e40], (78, 1))  # of a card: proportions
    chances = [np.prod([weight[card, holder] for card, holder in zip(CARDS, way, strict=True)]) for way in ways]
    owners = Completions(WHOLE, may, size, weight).sample(200 * len(ways), rng)
    counts = dict.fromkeys(ways, 0)
    for way in owners[CARDS].T.tolist():
        counts[tuple(way)] += 1
    assert uniform_z(list(counts.values()), chances) < Z_LIMIT


def test_the_puzzles_are_of_all_kinds() -> None:
    numbers = [len(random_puzzle(seed)[2]) for seed in range(40)]
    assert numbers.count(0) >= 3
    assert sum(0 < number < 10 for number in numbers) >= 3
    assert sum(number > 50 for number in numbers) >= 8


def test_a_whole_deck_is_placed_with_the_right_chances() -> None:
    """24 cards that may not be in the pile of 6, and 36 that may, with hands of 18, 20 and 16. By symmetry a card of
    the first kind is in a hand by its share of the 54 places, one of the second is in the pile with chance 6/36."""
    low, high, number = (1 << 24) - 1, (1 << 60) - (1 << 24), 4000
    may = [low | high, low | high, low | high, high]
    owners = Completions(low | high, may, [18, 20, 16, 6]).sample(number, np.random.default_rng(0))
    assert all(((owners == holder).sum(axis=0) == size).all() for holder, size in enumerate([18, 20, 16, 6]))
    for cards, holder, chance in [
        (slice(0, 24), 0, 18 / 54),
        (slice(0, 24), 1, 20 / 54),
        (slice(0, 24), 2, 16 / 54),
        (slice(24, 60), 3, 6 / 36),
    ]:
        share = (owners[cards] == holder).mean(axis=1)
        assert (np.abs(share - chance) < 4.5 * np.sqrt(chance * (1 - chance) / number)).all()


@pytest.mark.parametrize(
    ("may", "size", "why"),
    [
        ([WHOLE, WHOLE], [3, 3], "7 cards are held, but there is room for 6"),
        ([1 << 0, WHOLE & ~(1 << 0 | 1 << 57)], [1, 6], "nobody may hold T1"),
        ([WHOLE, 1 << 77], [5, 2], "S1 SK H7 DK EX T1 must be in one place with room for 5"),
        ([WHOLE, WHOLE, WHOLE & ~(1 << 0 | 1 << 13 | 1 << 20)], [1, 1, 5], "the cards left do not fit the hands"),
    ],
)
def test_what_cannot_be_says_why(may: list[int], size: list[int], why: str) -> None:
    with pytest.raises(Contradiction, match=why):
        Completions(WHOLE, may, size)


def test_a_seed_fixes_the_draws() -> None:
    ways = Completions(WHOLE, [WHOLE, WHOLE & ~1, WHOLE], [2, 2, 3])
    first, second = (ways.sample(50, np.random.default_rng(4)) for _ in range(2))
    assert (first == second).all()
