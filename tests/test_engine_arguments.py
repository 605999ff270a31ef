"""What the engine is given, and what it refuses: each in one clear line, with nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from env_tables import STRONG_DEAL
from same import assert_same

from tarot_env import Engine, Rules
from tarot_env.cards import parse_cards
from tarot_env.cardsets import Lanes, from_ids
from tarot_env.dealing import petit_sec


def hands(**changed: str) -> Lanes:
    """The hands of STRONG_DEAL, (1, 4, 2), some of them changed: seat1="H1 ..."."""
    texts = [changed.get(f"seat{seat}", text) for seat, text in enumerate(STRONG_DEAL["hands"])]
    return np.array([[from_ids(parse_cards(text)) for text in texts]])


def dog(text: str = STRONG_DEAL["dog"]) -> Lanes:
    return from_ids(parse_cards(text))[None]


def test_a_given_deal_is_dealt() -> None:
    engine = Engine(1, seed=0)
    engine.reset(hands=hands(), dog=dog(), dealer=2)
    assert np.array_equal(engine.state.hand, hands())
    assert np.array_equal(engine.state.dealt, hands())
    assert np.array_equal(engine.state.dog, dog())
    assert (engine.state.dealer[0], engine.seat[0]) == (2, 3)


def test_dealers_are_given_without_the_cards() -> None:
    engine = Engine(6, seed=0)
    where = np.array([True, False, True, True, False, False])
    engine.reset(where, dealer=[1, 2, 3])
    assert engine.state.dealer[where].tolist() == [1, 2, 3], "no petit sec among them, which passes the deal on"


PETIT_SEC = {
    "seat0": "EX T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 S1 S2 S3 S4 S5 H1",
    "seat1": "T1 S6 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK D4 D5 D6",
    "seat3": "S7 S8 S9 S10 SJ SN SQ SK T2 T3 T4 T5 T6 T7 T8 T9 T10 D7",
}
NOT_A_CARD = from_ids(parse_cards("D1 D2 D3 C1 C2"))[None] | np.array([[0, 1 << 30]], np.uint64)

REFUSED_DEALS: list[tuple[dict[str, Any], str]] = [
    ({"hands": hands()}, "hands and dog are given together, or neither"),
    ({"dog": dog()}, "hands and dog are given together, or neither"),
    (
        {"hands": hands(seat1="H1 H2 H3"), "dog": dog()},
        "deal 0: the hand of seat 1 has 3 cards, not 18",
    ),
    ({"hands": hands(), "dog": dog("D1 D2 D3 C1 C2")}, "deal 0: the dog has 5 cards, not 6"),
    (
        {"hands": hands(), "dog": dog("D1 D2 D3 C1 C2 SK")},
        "deal 0: SK is in the hand of seat 3 and in the dog",
    ),
    ({"hands": hands(), "dog": NOT_A_CARD}, "deal 0: the dog has a bit that is no card"),
    (
        {"hands": hands(**PETIT_SEC), "dog": dog()},
        "deal 0: seat 1 has a petit sec (T1 alone, no Excuse), which voids the deal",
    ),
    (
        {"hands": hands()[0], "dog": dog()},
        "hands: card sets are uint64 (1, 4, 2) here, not uint64 (4, 2)",
    ),
    (
        {"hands": hands().repeat(2, axis=0), "dog": dog().repeat(2, axis=0)},
        "hands: card sets are uint64 (1, 4, 2) here, not uint64 (2, 4, 2)",
    ),
    (
        {"hands": hands(), "dog": dog().astype(np.int64)},
        "dog: card sets are uint64 (1, 2) here, not int64 (1, 2)",
    ),
    ({"hands": hands(), "dog": STRONG_DEAL["dog"]}, "dog: card sets are uint64 (1, 2) here, not str"),
    ({"dealer": 4}, "dealer is a seat 0..3, not 4"),
    ({"dealer": -1}, "dealer is a seat 0..3, not -1"),
    ({"dealer": 256}, "dealer is a seat 0..3, not 256"),
    ({"dealer": 1.0}, "dealer is a seat 0..3, or 1 of them, not float64 of shape ()"),
    ({"dealer": [1, 2]}, "dealer is a seat 0..3, or 1 of them, not int64 of shape (2,)"),
    ({"where": np.array([1])}, "where is 1 bools, not int64 of shape (1,)"),
    ({"where": np.array([True, False])}, "where is 1 bools, not bool of shape (2,)"),
]


@pytest.mark.parametrize(("given", "why"), REFUSED_DEALS, ids=lambda value: value if isinstance(value, str) else "")
def test_reset_refuses(given: dict[str, Any], why: str) -> None:
    engine = Engine(1, seed=0)
    before, draws = engine.copy(), engine.rng.bit_generator.state
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        engine.reset(**given)
    assert str(caught.value) == why
    assert_same(engine.state, before.state)
    assert engine.rng.bit_generator.state == draws


NO_SEED = "seed is None, a whole number >= 0 or a numpy.random.Generator, not"
REFUSED_CALLS: list[tuple[Callable[[Engine], object], str]] = [
    (lambda engine: Engine(0), "num_deals is at least 1, not 0"),
    (lambda engine: Engine(-3), "num_deals is at least 1, not -3"),
    (lambda engine: Engine("4"), "num_deals is a whole number, not '4'"),  # type: ignore[arg-type]
    (lambda engine: Engine(2.5), "num_deals is a whole number, not 2.5"),  # type: ignore[arg-type]
    (lambda engine: Engine(True), "num_deals is a whole number, not True"),
    (lambda engine: Engine(1, 7), 'unknown rules 7: "official" or "casual"'),  # type: ignore[arg-type]
    (lambda engine: Engine(1, None), 'unknown rules None: "official" or "casual"'),  # type: ignore[arg-type]
    (lambda engine: Engine(1, seed=-1), f"{NO_SEED} -1"),
    (lambda engine: Engine(1, seed="7"), f"{NO_SEED} '7'"),  # type: ignore[arg-type]
    (lambda engine: Engine(1, seed=0.5), f"{NO_SEED} 0.5"),  # type: ignore[arg-type]
    (lambda engine: engine.repeat(0), "n is at least 1, not 0"),
    (lambda engine: engine.repeat(-1), "n is at least 1, not -1"),
    (lambda engine: engine.repeat(1.5), "n is a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda engine: engine.take([]), "an engine has at least one deal: no number is given"),
    (lambda engine: engine.step([78]), "actions are 2 integers, not int64 of shape (1,)"),
    (lambda engine: engine.step(78), "actions are 2 integers, not int64 of shape ()"),
    (lambda engine: engine.step([78.0, 78.0]), "actions are 2 integers, not float64 of shape (2,)"),
    (lambda engine: engine.step([True, True]), "actions are 2 integers, not bool of shape (2,)"),
    (
        lambda engine: engine.step([78, 78], where=np.array([True])),
        "where is 2 bools, not bool of shape (1,)",
    ),
    (
        lambda engine: engine.step([78, 78], where=[1, 0]),  # type: ignore[arg-type]
        "where is 2 bools, not int64 of shape (2,)",
    ),
    (
        lambda engine: engine.take([False, True]),
        "deals are taken by number, not by bool; numpy.flatnonzero numbers a mask",
    ),
    (
        lambda engine: engine.observe().take(np.array([0.5])),
        "deals are taken by number, not by float64; numpy.flatnonzero numbers a mask",
    ),
    (lambda engine: engine.observe(4), "seat is a seat 0..3, not 4"),
    (lambda engine: engine.observe(256), "seat is a seat 0..3, not 256"),
    (lambda engine: engine.observe([0, -1]), "seat is a seat 0..3, not [0, -1]"),
    (lambda engine: engine.observe([0, 1, 2]), "seat is a seat 0..3, or 2 of them, not int64 of shape (3,)"),
]


@pytest.mark.parametrize(("call", "why"), REFUSED_CALLS, ids=lambda value: value if isinstance(value, str) else "")
def test_call_is_refused(call: Callable[[Engine], object], why: str) -> None:
    engine = Engine(2, seed=0)
    before = engine.copy()
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        call(engine)
    assert str(caught.value) == why
    assert_same(engine.state, before.state)


# --- seeds --------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_deals_and_the_same_play() -> None:
    first, second = Engine(50, seed=7), Engine(50, seed=7)
    for engine in (first, second):
        while not engine.done.all():
            engine.step(engine.sample_legal())
        engine.reset()
    assert_same(first.state, second.state)
    assert not np.array_equal(first.state.dealt, Engine(50, seed=8).state.dealt)


def test_a_generator_can_be_given_and_is_used_itself() -> None:
    rng = np.random.default_rng(7)
    engine = Engine(50, seed=rng)
    assert engine.rng is rng
    assert_same(engine.state, Engine(50, seed=7).state)


def test_engines_without_a_seed_differ() -> None:
    assert not np.array_equal(Engine(5).state.dealt, Engine(5).state.dealt)


def test_rules_are_the_official_ones_unless_given() -> None:
    assert Engine(1).rules == Rules.official()
    assert Engine(1, Rules.casual()).rules == Rules.casual()


def test_no_petit_sec_is_dealt() -> None:
    engine = Engine(40_000, seed=0)  # 74 of them would have one
    assert not petit_sec(engine.state.dealt).any()
