"""Inference: worlds come up as often as Bayes's rule says, and truth more often than by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from agreeing_deals import Deal, LateView
from oracle_rules import EXCUSE, is_trump

from agents.heuristic import HeuristicAgent
from agents.heuristic.evaluation import chavey
from agents.mc import Inference, replay
from agents.mc.chances import chances
from agents.mc.inference import levelled, resampled
from agents.mc.put_aside import put_aside
from tarot_env import Engine
from tarot_env.actions import GARDE, PASS, Phase
from tarot_env.cards import ID_OF
from tarot_env.cardsets import contains, count, from_ids, to_ids
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

DOUBT = 0.2


def gardes(num_deals: int, seed: int) -> Engine:
    """The heuristic has bid, discarded and announced; only the deals with a garde or prise, at the first card."""
    engine, heuristic, rng = Engine(num_deals, seed=seed), HeuristicAgent(), np.random.default_rng(seed)
    while (talks := engine.phase < Phase.PLAY).any():
        engine.step(heuristic.act(engine.observe(), rng), where=talks)
    return engine.take(np.flatnonzero(~engine.done & (engine.state.contract <= 2)))


def random_plies(engine: Engine, number: int, seed: int) -> Engine:
    rng = np.random.default_rng(seed)
    for _ in range(number):
        engine.step(engine.sample_legal(rng))
    return engine


def takers_cards(view: LateView, deal: Deal) -> frozenset[str]:
    """His 24, in his hand, played, or put aside."""
    return deal[view.taker] | view.played[view.taker] | deal[4]


def heuristic_discards(view: LateView, deals: list[Deal]) -> list[frozenset[str]]:
    """What the heuristic puts aside of the taker's cards, at tables of its own."""
    names = [*ID_OF]
    hands, dog = [], from_ids(ID_OF[card] for card in view.dog)
    for deal in deals:
        taker = takers_cards(view, deal) - view.dog
        rest = [card for card in names if card not in taker | view.dog]
        hands.append([from_ids(ID_OF[c] for c in hand) for hand in (taker, rest[:18], rest[18:36], rest[36:])])
    engine, rng = Engine(len(deals), seed=0), np.random.default_rng(0)
    engine.reset(hands=np.array(hands), dog=np.tile(dog, (len(deals), 1)), dealer=3)
    for bid in (GARDE, PASS, PASS, PASS):
        engine.step([bid] * len(deals))
    while (engine.phase == Phase.DISCARD).any():
        engine.step(HeuristicAgent().act(engine.observe(), rng))
    return [frozenset(names[card] for card in to_ids(discard)) for discard in engine.state.discard]


def exact_chances(view: LateView, deals: list[Deal]) -> npt.NDArray[np.float64]:
    """Bayes's rule: all deals are as likely, a discard is the heuristic's or, in doubt, any."""
    chances = []
    for deal, own in zip(deals, heuristic_discards(view, deals), strict=True):
        ordinary = sum(not is_trump(card) and card != EXCUSE and card[1] != "K" for card in takers_cards(view, deal))
        chances.append((1 - DOUBT) * (deal[4] == own) + DOUBT / comb(ordinary, 6))
    return np.array(chances) / sum(chances)


def late_views() -> Iterator[tuple[Observation, LateView, list[Deal]]]:
    """A defender's views with nine unseen cards, six of them put aside, and the deals that agree."""
    engine = random_plies(gardes(200, seed=1), 68, seed=2)
    views = engine.observe()
    for n in np.flatnonzero((views.taker > 0) & (count(views.discard) == 0)).tolist():
        view = LateView(views.take([n]))
        deals = view.agreeing()
        if 5 <= len(deals) <= 80:
            yield views.take([n]), view, sorted(deals, key=lambda deal: [sorted(cards) for cards in deal])


def test_discards_come_up_as_often_as_bayes_says() -> None:
    """The chance of each card to lie aside, against the sum over all deals that agree with the view."""
    rng = np.random.default_rng(3)
    learnt = 0
    for observation, view, deals in islice(late_views(), 6):
        chances = exact_chances(view, deals)
        learnt += chances.max() > 2 / len(deals)
        pool = worlds(observation, 3_000, rng)
        weights = np.exp(put_aside(pool, HeuristicAgent(), DOUBT, rng))
        for card in view.unseen():
            exact = sum(chance for chance, deal in zip(chances, deals, strict=True) if card in deal[4])
            lies = contains(pool.state.discard, np.full(len(pool), ID_OF[card]))
            assert (weights * lies).sum() / weights.sum() == pytest.approx(exact, abs=0.05)
    assert learnt >= 3  # it is not all chance


def test_what_is_put_aside_leaves_the_view_as_it_was() -> None:
    observation = random_plies(gardes(60, seed=4), 22, seed=5).observe()
    pool = worlds(observation, 8, np.random.default_rng(0))
    put_aside(pool, HeuristicAgent(), DOUBT, np.random.default_rng(0))
    assert same_views(Engine.from_state(pool.state, pool.rules, pool.rng).observe(), observation, 8)


def same_views(views: Observation, given: Observation, times: int) -> bool:
    """Whether each given view comes so many times in a row."""
    expected = given.take(np.repeat(np.arange(len(given)), times))
    names = [field.name for field in fields(views) if field.name != "rules"]
    return all(np.array_equal(getattr(views, name), getattr(expected, name)) for name in names)


def test_worlds_drawn_by_inference_agree_with_the_view_in_every_phase() -> None:
    engine, heuristic, rng = Engine(12, seed=3), HeuristicAgent(), np.random.default_rng(0)
    inference = Inference(heuristic)
    for step in range(40):
        if step % 4 == 0:
            going = engine.take(np.flatnonzero(~engine.done)).observe()
            assert same_views(inference.draw(going, 3, rng).observe(), going, 3)
        engine.step(heuristic.act(engine.observe(), rng))


def true_share(drawn: Engine, true: Engine, num_worlds: int) -> float:
    """Share of the hidden hands' cards that lie where they are, mean over the worlds."""
    seats = (true.seat[:, None] + np.arange(1, 4)) % 4
    hands = np.take_along_axis(true.state.hand, seats[..., None].astype(np.int64), axis=1)  # (N, 3, 2)
    there = count(drawn.state.hand[:, 1:].reshape(len(true), num_worlds, 3, 2) & hands[:, None])
    return float(there.sum() / (num_worlds * count(hands).sum(dtype=np.int64)))


def test_what_the_taker_put_aside_and_where_cards_lie_is_guessed_better_than_by_chance() -> None:
    engine, heuristic, rng = gardes(60, seed=7), HeuristicAgent(), np.random.default_rng(1)
    for _ in range(24):
        engine.step(heuristic.act(engine.observe(), rng))
    engine = engine.take(np.flatnonzero(engine.seat != engine.state.taker))
    observation = engine.observe()
    by_chance, inferred = worlds(observation, 20, rng), Inference(heuristic).draw(observation, 20, rng)
    aside = np.repeat(np.arange(len(engine)), 20)
    right = [count(drawn.state.discard & engine.state.discard[aside]).mean() for drawn in (by_chance, inferred)]
    assert right[1] > right[0] + 0.3  # of six cards
    assert true_share(inferred, engine, 20) > true_share(by_chance, engine, 20) + 0.03


def test_bids_speak_for_the_hands_that_would_have_bid_so() -> None:
    """A seat that passed has a weaker hand, one that took a stronger one, than worlds give it by chance."""
    engine, rng = Engine(40, seed=9), np.random.default_rng(2)
    engine.step([PASS] * 40)
    engine.step([GARDE] * 40)
    pool = worlds(engine.observe(), 200, rng)
    weights = np.exp(replay.auction(pool, HeuristicAgent(), DOUBT, rng)).reshape(40, 200)
    points = chavey(pool.state.dealt[:, 1:].reshape(-1, 2)).reshape(40, 200, 3)  # seats 1, passed 2, took 3
    mean, weighted = points.mean(axis=1), (points * weights[..., None]).sum(axis=1) / weights.sum(axis=1)[:, None]
    assert (weighted[:, 1] < mean[:, 1]).all()
    assert (weighted[:, 2] - mean[:, 2]).mean() > 10
    assert (weighted[:, 0] < mean[:, 0] + 1e-9).all()  # has not spoken, but strong cards lie with seat 3


class LikesEachHigherBidHalfAsMuch:
    """A policy that says how likely it is to do what."""

    name = "half"

    def logits(self, observation: Observation) -> npt.NDArray[np.float32]:
        liking = np.log(2) * (PASS - np.arange(87)) * np.ones((len(observation), 1))
        return np.where(observation.legal_mask(), liking, -np.inf).astype(np.float32)

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        actions: npt.NDArray[np.int64] = self.logits(observation).argmax(axis=1)
        return actions


def test_what_a_policy_says_of_its_chances_counts_and_else_only_what_it_does() -> None:
    engine = Engine(5, seed=9)
    views, rng = engine.observe(), np.random.default_rng(0)
    legal = [PASS, *range(PASS + 1, 87)]
    each = np.array([chances(LikesEachHigherBidHalfAsMuch(), views, np.full(5, bid), rng) for bid in legal])
    assert each.sum(axis=0) == pytest.approx(1)
    assert each[1] == pytest.approx(each[0] / 2)
    own = HeuristicAgent().act(views, rng)
    assert chances(HeuristicAgent(), views, own, rng).tolist() == [1] * 5
    assert chances(HeuristicAgent(), views, np.where(own == PASS, GARDE, PASS), rng).tolist() == [0] * 5


def test_the_likelihood_of_an_auction_is_the_product_of_the_chances() -> None:
    engine = Engine(1, seed=9)
    for bid in (PASS, GARDE):
        engine.step([bid])
    pool = worlds(engine.observe(), 3, np.random.default_rng(0))
    weights = replay.auction(pool, LikesEachHigherBidHalfAsMuch(), 0.0, np.random.default_rng(0))
    bids = Engine(1, seed=0).legal_actions()
    chance = 2.0 ** -np.arange(int(count(bids)[0])) / (2 - 2.0 ** (1 - int(count(bids)[0])))
    assert weights == pytest.approx(np.log(chance[0] * chance[GARDE - PASS]))


def test_weights_are_levelled_no_more_than_needed() -> None:
    rng = np.random.default_rng(0)
    log_weights = rng.normal(size=(3, 400)) * [[0.1], [3.0], [50.0]]
    weights = levelled(log_weights, 50)
    effective = 1 / np.square(weights).sum(axis=1)
    plain = np.exp(log_weights[0]) / np.exp(log_weights[0]).sum()
    assert weights[0] == pytest.approx(plain)
    assert (effective >= 50).all()
    assert effective[1:].max() < 60
    assert (np.argsort(weights[1]) == np.argsort(log_weights[1])).all()


def test_resampling_takes_each_world_as_often_as_its_weight_says() -> None:
    weights = np.array([[0.5, 0.25, 0.125, 0.125], [0.0, 0.0, 1.0, 0.0]])
    kept = resampled(weights, 80, np.random.default_rng(4))
    counts = np.array([np.bincount(row, minlength=4) for row in kept])
    assert np.abs(counts - 80 * weights).max() <= 1
