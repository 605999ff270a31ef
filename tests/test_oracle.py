"""The oracle against published facts, deals worked out on paper, and what holds in every deal."""

from __future__ import annotations

import random
from typing import Any

import pytest
from known import DEALS
from oracle import Oracle
from random_deals import POLICIES, Deal, play_out, random_deal, strong_deal
from situations import SITUATIONS, Situation, play

# --- published facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", DEALS, ids=lambda fact: fact["source"])
def test_published_deal_replays_to_its_count_and_scores(fact: dict[str, Any]) -> None:
    oracle = Oracle(fact["rules"], fact["dealer"], [hand.split() for hand in fact["hands"]], fact["dog"].split())
    for action in fact["actions"]:
        oracle.step(action)
    result = oracle.result
    assert result is not None
    assert result.scores == fact["scores"]
    note = fact["note"]
    assert (result.points, result.bouts, result.petit_au_bout, result.chelem_by) == (
        note["points"],
        note["bouts"],
        note["petit_au_bout"],
        note["chelem_by"],
    )
    assert oracle.taker is not None
    assert result.scores[oracle.taker] == 3 * note["per_defender"]
    assert result.made == (note["points"] >= (56, 51, 41, 36)[note["bouts"]])


# --- deals worked out on paper ------------------------------------------------------------------------------


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_situation(situation: Situation) -> None:
    oracle, _ = play(situation)
    result = oracle.result
    assert result is not None
    assert oracle.taker is not None
    expected = [-situation.share] * 4
    expected[oracle.taker] = 3 * situation.share
    assert result.scores == expected
    assert (result.points, result.defence_points) == (situation.points, 91 - situation.points)
    assert (result.bouts, result.excuse_owner) == (situation.bouts, situation.excuse_owner)
    assert (result.petit_au_bout, result.chelem_by) == (situation.petit_au_bout, situation.chelem_by)


# --- random deals -------------------------------------------------------------------------------------------


def play_many(rules: str, deals: int, seed: int) -> list[tuple[Deal, Oracle]]:
    """Uniform and strong deals in turn, each policy in turn."""
    rng = random.Random(seed)
    played = []
    for number in range(deals):
        deal = (random_deal, strong_deal, strong_deal)[number % 3](rng)
        oracle = Oracle(rules, *deal)
        play_out(oracle, rng, POLICIES[number % 2])
        played.append((deal, oracle))
    return played


@pytest.mark.parametrize(("rules", "deals"), [("official", 600), ("casual", 200)])
def test_random_deals_keep_the_invariants(rules: str, deals: int) -> None:
    for deal, oracle in play_many(rules, deals, seed=2012):
        result = oracle.result
        assert result is not None
        assert sum(result.scores) == 0
        if oracle.taker is None:
            assert result.scores == [0, 0, 0, 0]
            continue
        assert len(oracle.tricks) == 18
        assert result.points + result.defence_points == 91  # whole numbers: a half point raises in the oracle
        assert 0 <= result.bouts <= 3
        put_aside = oracle.discard or deal.dog
        assert len({card for trick in oracle.tricks for card in trick.cards} | set(put_aside)) == 78
        if result.chelem_by is not None:
            assert result.made == (result.chelem_by == "taker")


def test_a_seed_gives_the_same_deals_and_the_same_play() -> None:
    def run() -> list[tuple[Deal, list[str]]]:
        rng = random.Random(3)
        deals = [random_deal(rng), strong_deal(rng)]
        return [(deal, play_out(Oracle("official", *deal), rng)) for deal in deals]

    assert run() == run()
