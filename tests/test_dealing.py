"""Shuffled deals against exact probabilities, a million of them, and the petit sec."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np
import numpy.typing as npt
import pytest

from tarot_env.cardsets import BOUT_MASK, DECK, count, from_ids, to_bool
from tarot_env.dealing import deal_playable, petit_sec, shuffled

DEALS = 1_000_000
BATCH = 50_000
SIGMAS = 4.5  # p = 7e-6 for each figure; the seed is fixed


class Counts:
    """What a million deals held."""

    def __init__(self) -> None:
        rng = np.random.default_rng(78)
        self.petit_sec = 0
        self.dog_bouts = np.zeros(4, np.int64)
        self.trumps = np.zeros(23, np.int64)  # hands by trumps, the Excuse counted
        self.owner = np.zeros((5, 78), np.int64)
        for batch in range(DEALS // BATCH):
            deals = shuffled(BATCH, rng)
            self.petit_sec += int(petit_sec(deals[:, :4]).any(axis=1).sum())
            self.dog_bouts += np.bincount(np.bitwise_count(deals[:, 4, 1] & BOUT_MASK), minlength=4)
            self.trumps += np.bincount(np.bitwise_count(deals[:, :4, 1]).reshape(-1), minlength=23)
            if batch < 2:  # slow to count, and two batches tell
                self.owner += to_bool(deals.reshape(-1, 2), 78).reshape(BATCH, 5, 78).sum(axis=0)


@pytest.fixture(scope="module")
def counts() -> Counts:
    return Counts()


def assert_frequency(happened: int, trials: int, chance: float) -> None:
    assert abs(happened / trials - chance) < SIGMAS * sqrt(chance * (1 - chance) / trials)


def test_petit_sec(counts: Counts) -> None:
    """The Petit, 17 of the 56 suit cards, at any of four seats."""
    chance = 4 * comb(56, 17) / comb(78, 18)
    assert chance == pytest.approx(0.00184408, abs=5e-9)
    assert_frequency(counts.petit_sec, DEALS, chance)


@pytest.mark.parametrize(("bouts", "percent"), [(0, 78.395), (1, 20.159), (2, 1.420), (3, 0.0263)])
def test_bouts_in_the_dog(counts: Counts, bouts: int, percent: float) -> None:
    chance = comb(3, bouts) * comb(75, 6 - bouts) / comb(78, 6)
    assert 100 * chance == pytest.approx(percent, abs=6e-4)
    assert_frequency(int(counts.dog_bouts[bouts]), DEALS, chance)


@pytest.mark.parametrize(("trumps", "percent"), [(10, 0.52), (13, 0.00095)])
def test_hands_that_can_show_a_poignee(counts: Counts, trumps: int, percent: float) -> None:
    """Ten trumps or more, the Excuse counted; thirteen or more."""
    chance = sum(comb(22, k) * comb(56, 18 - k) for k in range(trumps, 19)) / comb(78, 18)
    assert 100 * chance == pytest.approx(percent, rel=0.01)
    assert_frequency(int(counts.trumps[trumps:].sum()), 4 * DEALS, chance)


def test_each_card_is_anywhere_equally_often(counts: Counts) -> None:
    deals = int(counts.owner[:, 0].sum())
    assert (counts.owner.sum(axis=0) == deals).all()
    for place, cards in enumerate((18, 18, 18, 18, 6)):
        chance = cards / 78
        off = np.abs(counts.owner[place] / deals - chance)
        assert off.max() < SIGMAS * sqrt(chance * (1 - chance) / deals), f"place {place}"


def test_a_deal_holds_each_card_once() -> None:
    deals = shuffled(2000, np.random.default_rng(1))
    assert (count(deals) == [18, 18, 18, 18, 6]).all()
    assert (np.bitwise_or.reduce(deals, axis=1) == DECK).all()


# --- the petit sec ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trumps", "void"),
    [
        ("T1", True),
        ("T1 EX", False),  # S0: "Petit avec Excuse n'annule pas"
        ("T1 T2", False),
        ("T2", False),
        ("EX", False),
        ("", False),
    ],
)
def test_what_a_petit_sec_is(trumps: str, void: bool) -> None:
    ids = {"T1": 57, "T2": 58, "EX": 56}
    hand = from_ids([*range(17), *(ids[name] for name in trumps.split())])
    assert petit_sec(hand[None]).tolist() == [void]


def dealt_twice(seed: int, deals: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
    """Which of the first deals were void, which were dealt again, how far the deal moved on."""
    dealers = np.arange(deals, dtype=np.int8) % 4
    first = shuffled(deals, np.random.default_rng(seed))
    played, who = deal_playable(deals, np.random.default_rng(seed), dealers)
    assert not petit_sec(played[:, :4]).any()
    again = (played != first).any(axis=(1, 2))
    return petit_sec(first[:, :4]).any(axis=1), again, (who - dealers) & 3


def test_a_petit_sec_is_dealt_again_by_the_next_dealer() -> None:
    """FFT p.5: "le voisin de droite du donneur procède à une nouvelle distribution"."""
    void, again, moved = dealt_twice(seed=2, deals=20_000)
    assert 10 < void.sum() < 80
    assert np.array_equal(again, void)
    assert (moved[~void] == 0).all()
    assert (moved[void] == 1).mean() > 0.9
    assert set(moved[void]) <= {1, 2}


def test_dealing_again_leaves_the_given_dealers_alone() -> None:
    dealers = np.zeros(20_000, np.int8)
    deal_playable(20_000, np.random.default_rng(3), dealers)
    assert not dealers.any()
