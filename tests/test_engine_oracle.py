"""The engine against the oracle, which is written from the rule texts: thousands of whole deals, batch by batch.

At every decision both must name the same phase, the same seat and the same legal actions, and at the end the same
scores and all that they come from. A failure shows the record of the deal.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from random_deals import Deal, random_deal, uniform
from rare_events import count_events
from side_by_side import SideBySide, play_random_deals
from situations import SITUATIONS, Situation, cards
from situations import play as play_situation

SEEDS = st.lists(st.integers(0, 2**32 - 1), min_size=192, max_size=256, unique=True)
"""One for each deal of a batch. Nothing is shrunk: the deal that fails is shown."""


@settings(derandomize=True, max_examples=15, phases=[Phase.explicit, Phase.generate])
@given(seeds=SEEDS)
def test_random_deals_agree(seeds: list[int]) -> None:
    play_random_deals("official", seeds)


@settings(derandomize=True, max_examples=6, phases=[Phase.explicit, Phase.generate])
@given(seeds=SEEDS)
def test_random_casual_deals_agree(seeds: list[int]) -> None:
    play_random_deals("casual", seeds)


@pytest.mark.parametrize(("rules", "deals"), [("official", 2048), ("casual", 1024)])
def test_random_deals_meet_every_rare_rule(rules: str, deals: int) -> None:
    oracles = [
        oracle
        for first in range(0, deals, 256)
        for oracle in play_random_deals(rules, range(first, first + 256)).oracles
    ]
    counts = count_events(oracles)
    unknown = {name for name in counts if rules == "casual" and name.startswith(("poignee", "chelem announced"))}
    assert {name for name, number in counts.items() if number == 0} == unknown, counts


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_situation(situation: Situation) -> None:
    """Each deal that was worked out on paper."""
    _, actions = play_situation(situation)
    deal = Deal(situation.dealer, [cards(hand) for hand in situation.hands], cards(situation.dog))
    both = SideBySide(situation.rules, [deal])
    script = iter(actions)
    both.play(lambda _number, _oracle, _legal: next(script))
    taker = both.oracles[0].taker
    assert both.engine.scores[0].tolist() == [
        3 * situation.share if seat == taker else -situation.share for seat in range(4)
    ]


def test_a_difference_is_found_and_shown_with_its_deal() -> None:
    """The comparison itself: an engine that plays other rules than the oracle is caught."""
    rng = random.Random(8)
    both = SideBySide("casual", [random_deal(rng) for _ in range(3)])
    official = SideBySide("official", both.deals)
    both.engine = official.engine
    with pytest.raises(AssertionError, match=r"(?s)engine .*CHELEM.*oracle .*in \{\"rules\": \"casual\""):
        both.play(lambda _number, oracle, legal: uniform(rng, oracle, legal))
