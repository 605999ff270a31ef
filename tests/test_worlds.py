"""Worlds: deals that agree with what the seat to act knows, in the position that it sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from same import assert_same
from table_play import deals_engine, decisions, played_again, true_holdings

from tarot_env.actions import GARDE, GARDE_SANS, PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cards import parse_cards
from tarot_env.cardsets import EXCUSE_BIT, PETIT_BIT, SUIT_MASKS, count, from_ids
from tarot_env.dealing import check_deals, petit_sec
from tarot_env.engine import Engine
from tarot_env.holdings import holdings
from tarot_env.observation import Observation
from tarot_env.rules import Contract, Rules
from tarot_env.scoring import half_points
from tarot_env.worlds import sample_hands, worlds

RULES = {"official": Rules.official(), "casual": Rules.casual()}


# --- every decision of random deals -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_the_seat_sees_the_same_in_its_worlds(rules: str) -> None:
    engine = deals_engine(RULES[rules], 12, 20, seed=1)
    rng = np.random.default_rng(1)
    for rows in decisions(engine):
        observation = engine.observe().take(rng.choice(rows, min(8, len(rows)), replace=False))
        found = worlds(observation, 3, rng)
        assert_same(found.observe(), observation.take(np.repeat(np.arange(len(observation)), 3)))
        assert_same(found.observe(0), found.observe())


@pytest.mark.parametrize("rules", RULES)
def test_a_world_is_the_position_that_its_deal_leads_to(rules: str) -> None:
    """Dealt anew and played again, action by action and legally, a world comes out the same in every array."""
    engine = deals_engine(RULES[rules], 12, 20, seed=2)
    rng = np.random.default_rng(2)
    for rows in decisions(engine):
        world = worlds(engine.observe().take(rng.choice(rows, 1)), 1, rng)
        assert_same(played_again(world).state, world.state)


@pytest.mark.parametrize("rules", RULES)
def test_worlds_play_to_their_end(rules: str) -> None:
    engine = deals_engine(RULES[rules], 12, 20, seed=3)
    rng = np.random.default_rng(3)
    for step, rows in enumerate(decisions(engine)):
        if step % 4:
            continue
        found = worlds(engine.observe().take(rng.choice(rows, min(4, len(rows)), replace=False)), 3, rng)
        check_deals(found.state.dealt, found.state.dog, len(found))
        while not found.done.all():
            found.step(found.sample_legal())
        state = found.state
        aside = np.where((state.contract > Contract.GARDE)[:, None], state.dog, state.discard)
        played = state.contract > 0
        assert (found.scores.sum(axis=1) == 0).all()
        assert (state.points.sum(axis=1) + half_points(aside) == 182)[played].all()


@pytest.mark.parametrize("rules", RULES)
def test_the_truth_is_never_excluded(rules: str) -> None:
    engine = deals_engine(RULES[rules], 40, 80, seed=4)
    met: set[str] = set()
    for rows in decisions(engine):
        playing = engine.take(rows)
        observation = playing.observe()
        held, truth = holdings(observation), true_holdings(playing, observation)
        assert not (truth & ~held.may).any()
        assert np.array_equal(np.bitwise_or.reduce(truth, axis=1), held.cards)
        assert np.array_equal(count(truth), held.size)
        met |= {Phase(phase).name for phase in observation.phase}
        met |= {Contract(contract).name for contract in observation.contract}
        met |= {f"poignee {size}" for size in np.unique(observation.poignee)}
        others = observation.taker != 0
        met |= {"Excuse shown"} if (observation.shown[:, 1:, 1] & EXCUSE_BIT).any() else set()
        met |= {"trumps put aside"} if observation.discard[others, 1].any() else set()
        met |= {"chelem"} if observation.chelem.any() else set()
    expected = {"AUCTION", "DISCARD", "PLAY", "PRISE", "GARDE", "GARDE_SANS", "GARDE_CONTRE", "trumps put aside"}
    if rules == "official":
        expected |= {"CHELEM", "POIGNEE", "poignee 1", "poignee 2", "poignee 3", "Excuse shown", "chelem"}
    assert expected <= met


def test_what_was_shown_holds_in_every_world() -> None:
    """No card of a suit shown out, no trump above a ceiling, every trump of a poignee in the hand that showed it."""
    engine = deals_engine(Rules.official(), 10, 20, seed=5)
    rng = np.random.default_rng(5)
    voids = ceilings = poignees = 0
    for rows in decisions(engine):
        seen = engine.observe().take(rng.choice(rows, min(4, len(rows)), replace=False))
        hands, _ = sample_hands(seen, 10, rng)
        for seat in (1, 2, 3):
            held = hands[:, :, seat]
            for suit in range(4):
                void = seen.void[:, seat] >> suit & 1 == 1
                assert not (held[void, :, 0] & SUIT_MASKS[suit]).any()
                voids += void.sum()
            above = ~np.uint64(0) << (seen.ceiling[:, seat].astype(np.uint64) + np.uint64(1))
            assert not (held[..., 1] & above[:, None]).any()
            ceilings += (seen.ceiling[:, seat] < 21).sum()
            lying = seen.shown[:, seat] & ~(seen.played[:, seat] | seen.discard)
            assert not (lying[:, None] & ~held).any()
            poignees += lying.any(axis=-1).sum()
    assert min(voids, ceilings, poignees) > 50


# --- the petit sec ------------------------------------------------------------------------------------------


def dealt(hands: list[str], dog: str, bids: list[int]) -> Engine:
    """Seat 3 deals; the auction is over, and nothing is announced."""
    engine = Engine(1, Rules.official(), 0)
    cards = np.array([[from_ids(parse_cards(hand)) for hand in hands]])
    engine.reset(hands=cards, dog=from_ids(parse_cards(dog))[None], dealer=3)
    for bid in bids:
        engine.step([bid])
    return engine


def petit_and_excuse() -> Engine:
    """Seat 1 has no trumps but the Petit, and the Excuse: it trumps a spade and is out of trumps two tricks later."""
    hands = [
        "S1 S2 S3 S4 S5 S6 T2 T3 T4 T5 T6 H1 H2 D1 D2 C1 C2 C3",
        "EX T1 H3 H4 H5 H6 H7 H8 D3 D4 D5 D6 D7 C4 C5 C6 C7 C8",
        "S7 S8 S9 S10 SJ SN T7 T8 T9 T10 T11 H9 H10 D8 D9 C9 C10 CJ",
        "SQ SK T12 T13 T14 T15 T16 T17 HJ HN HQ DJ DN DQ DK CN CQ CK",
    ]
    engine = dealt(hands, "T18 T19 T20 T21 HK D10", [PASS, PASS, PASS, GARDE_SANS, PASS])
    for card in parse_cards("S1 T1 S7 SQ H3 H9 HJ H1 T17 T2 H4 T7"):
        engine.step([card])
    return engine


def test_nobody_was_dealt_a_petit_sec() -> None:
    """A seat that has played the Petit and then shows out of trumps must hold the Excuse: else it had a petit sec."""
    engine = petit_and_excuse()
    observation = engine.observe()
    seat = int((1 - engine.seat[0]) % 4)
    assert observation.ceiling[0, seat] == 0
    may_hold = (holdings(observation).may[0, :, 1] & EXCUSE_BIT) != 0
    assert may_hold.tolist() == [False, True, True, True, True], "by the cards played it can be anywhere"
    hands, _ = sample_hands(observation, 200, np.random.default_rng(0))
    assert ((hands[0, :, seat, 1] & EXCUSE_BIT) != 0).all()


@pytest.mark.parametrize("least", [1e-4, 1e-12, 1e-300])
def test_chances_that_leave_no_deal_count_as_all_the_same(least: float) -> None:
    """The only seat that can have the Excuse, or else was dealt a petit sec, is all but excluded from having it."""
    observation = petit_and_excuse().observe()
    seat = int((1 - petit_and_excuse().seat[0]) % 4)
    chances = np.ones((1, 4, 78))
    chances[0, seat - 1] = least
    hands, _ = sample_hands(observation, 400, np.random.default_rng(0), chances)
    assert ((hands[0, :, seat, 1] & EXCUSE_BIT) != 0).all()


def test_a_seed_fixes_the_worlds() -> None:
    observation = Engine(3, seed=9).observe()
    first, second = (worlds(observation, 5, np.random.default_rng(9)) for _ in range(2))
    assert_same(first.state, second.state)


def test_worlds_stand_apart_from_the_observation() -> None:
    observation = Engine(2, seed=10).observe()
    before = observation.take([0, 1])
    found = worlds(observation, 1, np.random.default_rng(10))
    while not found.done.all():
        found.step(found.sample_legal())
    assert_same(observation, before)


def test_the_dog_does_not_save_the_taker_from_a_petit_sec() -> None:
    """Five trumps and the Excuse are unseen: a taker who holds the Petit was dealt another of them, or the Excuse."""
    hands = [
        "S1 S2 S3 S4 S5 S6 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13",
        "EX T1 H3 H4 H5 H6 H7 H8 D3 D4 D5 D6 D7 C4 C5 C6 C7 C8",
        "S7 S8 S9 S10 SJ SN T14 T15 H1 H2 H9 H10 D8 D9 C9 C10 CJ C1",
        "SQ SK T16 T17 D1 D2 C2 C3 HJ HN HQ DJ DN DQ DK CN CQ CK",
    ]
    engine = dealt(hands, "T18 T19 T20 T21 HK D10", [PASS, GARDE, PASS, PASS])
    for action in [*parse_cards("H3 H4 H5 H6 H7 H8"), PASS]:
        engine.step([action])
    state = worlds(engine.observe(), 1000, np.random.default_rng(0)).state
    with_petit = (state.dealt[:, 1, 1] & PETIT_BIT) != 0
    assert 100 < with_petit.sum() < 900
    assert not petit_sec(state.dealt).any()


# --- the poignee --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last_trump", "others_possible"), [("EX", False), ("T10", True)])
def test_the_excuse_in_a_poignee_says_that_there_is_no_other_trump(last_trump: str, others_possible: bool) -> None:
    hands = [
        "S1 S2 S3 S4 S5 S6 H1 " + last_trump + " T1 T2 T3 T4 T5 T6 T7 T8 T9 D1",
        "S7 S8 S9 S10 SJ SN H2 H3 H4 T11 T12 T13 T14 D2 D3 D4 C1 C2",
        "SQ SK H5 H6 H7 H8 H9 H10 T15 T16 T17 D5 D6 D7 D8 C3 C4 C5",
        "T18 T19 T20 T21 HJ HN HQ HK D9 D10 DJ C6 C7 C8 C9 C10 CJ CN",
    ]
    engine = dealt(hands, "DN DQ DK CQ CK " + ("T10" if last_trump == "EX" else "EX"), [GARDE_SANS, PASS, PASS, PASS])
    for action in [PASS, POIGNEE_SIMPLE, *parse_cards("S1")]:
        engine.step([action])
    held, _ = sample_hands(engine.observe(), 200, np.random.default_rng(0))
    shown = engine.observe().shown[0, 3, 1]
    assert ((held[0, :, 3, 1] & shown) == shown).all()
    assert ((held[0, :, 3, 1] & ~shown) != 0).any() == others_possible


# --- what is refused ----------------------------------------------------------------------------------------


def middle_of_a_deal() -> Observation:
    """A defender's view in the sixth trick of a garde."""
    engine = deals_engine(Rules.official(), 1, 0, seed=11)
    for _ in decisions(engine, Contract.GARDE):
        observation = engine.observe()
        if engine.state.ply[0] >= 20 and observation.taker[0] != 0:
            return observation
    raise AssertionError("the taker is not always to act")


def test_an_observation_that_contradicts_itself_is_refused() -> None:
    good = middle_of_a_deal()
    sample_hands(good, 1, np.random.default_rng(0))
    out_of_everything = replace(good, void=np.full((1, 4), 15, np.uint8), ceiling=np.zeros((1, 4), np.uint8))
    hand_too_small = replace(good, hand=good.hand & (good.hand - np.uint64(1)))
    void, ceiling = np.array([[0, 7, 7, 0]], np.uint8), np.array([[21, 0, 0, 21]], np.uint8)
    clubs_only = replace(good, void=void, ceiling=ceiling)
    for bad, why in [
        (out_of_everything, "nobody may hold"),
        (hand_too_small, r"\d+ cards are held, but there is room for \d+"),
        (clubs_only, ".* must be in one place with room for"),
    ]:
        with pytest.raises(ValueError, match=f"^observation 0: no deal agrees with it: {why}"):
            sample_hands(bad, 5, np.random.default_rng(0))


def test_a_certain_petit_sec_is_refused() -> None:
    """The Excuse shown by another seat leaves a petit sec to the one that needs it."""
    observation = petit_and_excuse().observe()
    out_of_trumps = int(np.flatnonzero(observation.ceiling[0] == 0)[0])
    other = out_of_trumps % 3 + 1
    observation.ceiling[0, other] = 21
    observation.shown[0, other, 1] = EXCUSE_BIT
    with pytest.raises(ValueError, match="somebody was dealt a petit sec"):
        sample_hands(observation, 2, np.random.default_rng(0))


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    engine = Engine(2, seed=12)
    with pytest.raises(ValueError, match="observation 0 is by a seat that is not to act"):
        worlds(engine.observe((engine.seat + 1) % 4), 1, np.random.default_rng(0))
    for _ in range(4):
        engine.step([PASS, PASS])
    with pytest.raises(ValueError, match="not to act"):
        worlds(engine.observe(), 1, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("num_worlds", "rng", "why"),
    [
        (0, np.random.default_rng(0), "num_worlds is at least 1, not 0"),
        (2.5, np.random.default_rng(0), "num_worlds is a whole number, not 2.5"),
        ("10", np.random.default_rng(0), "num_worlds is a whole number, not '10'"),
        (10, 7, r"rng is a numpy.random.Generator, such as numpy.random.default_rng\(7\), not 7"),
        (10, None, r"rng is a numpy.random.Generator, such as numpy.random.default_rng\(7\), not None"),
    ],
)
@pytest.mark.parametrize("draw", [worlds, sample_hands])
def test_worlds_are_one_or_more_and_drawn_by_a_generator(draw: Any, num_worlds: Any, rng: Any, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        draw(Engine(1, seed=13).observe(), num_worlds, rng)


@pytest.mark.parametrize("draw", [worlds, sample_hands])
def test_chances_of_another_shape_or_of_nothing_are_refused(draw: Any) -> None:
    observation, rng = Engine(2, seed=13).observe(), np.random.default_rng(0)
    for chances in (np.ones((1, 4, 78)), np.ones((2, 3, 78)), np.zeros((2, 4, 78)), np.full((2, 4, 78), np.inf)):
        with pytest.raises(ValueError, match=r"^chances are finite and more than 0, of shape \(2, 4, 78\)$"):
            draw(observation, 3, rng, chances)
