"""The table without a server: what is dealt, and what each decision draws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tarot_env import Engine
from tarot_env.actions import PASS
from tarot_env.record import Recorder
from web.setup import Setup
from web.table import Table, ordinal

SETUP = Setup(("random",) * 3, deals=9, seed=5)


def dealing(number: int) -> np.random.Generator:
    """What deals the cards of a deal; games that were saved stay the same as long as it does."""
    return np.random.default_rng((SETUP.seed, number))


def test_the_first_cards_follow_from_the_seed_and_the_number_of_the_deal() -> None:
    dealt = Recorder(Engine(1, seed=dealing(1))).record()
    table = Table(SETUP).record()
    assert (table.hands, table.dog, table.dealer) == (dealt.hands, dealt.dog, dealt.dealer)


def test_no_decision_draws_what_another_one_draws_or_what_dealt_the_cards() -> None:
    table = Table(SETUP)
    streams = []
    for number in (1, 2, 3):
        streams.append(dealing(number))
        while not table.over:
            streams.append(table.rng())
            table.act([PASS])
        table.next_deal()
    drawn = {int(rng.integers(2**63)) for rng in streams}
    assert len(drawn) == len(streams) == 3 * (1 + 4)


def test_what_is_played_at_a_copy_changes_nothing_at_the_table() -> None:
    table = Table(SETUP)
    table.act([PASS])
    before, turns = table.records(), table.turns
    apart = table.copy()
    while not apart.over:
        apart.act([int(apart.engine.sample_legal()[0])])
    apart.next_deal()
    assert (table.records(), table.turns, table.match.played) == (before, turns, 0)
    assert (apart.number, table.number) == (2, 1)


def test_a_deal_that_is_passed_out_leaves_its_number_to_the_next() -> None:
    passed, played = ["PASS"] * 4, ["PASS", "PASS", "GARDE", "PASS", "S1"]
    assert [ordinal([]), ordinal([passed]), ordinal([passed, played, passed])] == [1, 1, 2]


@pytest.mark.parametrize(("seed", "voided"), [(27, True), (5, False)])
def test_a_dealer_who_was_passed_over_tells_of_a_petit_sec(seed: int, voided: bool) -> None:
    table = Table(replace(SETUP, seed=seed))
    first = int(table.engine.state.dealer[0])
    assert not table.voided, "who was to deal first is not known"
    while not table.over:
        table.act([PASS])
    table.next_deal()
    assert (int(table.engine.state.dealer[0]) == (first + 1) % 4, table.voided) == (not voided, voided)
    assert Table(table.setup, table.records()).voided == voided, "after a restart too"
