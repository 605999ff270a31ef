"""The order in which networks see the suits: what it depends on, and what renaming the suits does to a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from same import assert_same
from table_play import deals_engine, decisions, mixed_engine

from agents.network.symmetry import (
    Order,
    actions_back,
    actions_there,
    encode_hidden_permuted,
    permuted,
    suit_order,
)
from tarot_env import Engine, Rules
from tarot_env.actions import GARDE_CONTRE, NUM_ACTIONS, PASS, Phase
from tarot_env.cards import NAMES, parse_cards
from tarot_env.cardsets import BITS, Lanes, from_ids, to_bool, to_ids
from tarot_env.encoding import encode, encode_hidden
from tarot_env.observation import Observation

ORDERS = np.array(list(permutations(range(4))))  # (24, 4)
VIEWERS = (None, 0, 1, 2, 3)
NAMING_A_SUIT = {"legal", "hand", "dog", "discard", "shown", "played", "history", "trick", "led", "void"}


def views(seed: int, deals: int = 40) -> Iterator[Observation]:
    """What every seat sees at every step, and at the end."""
    engine = mixed_engine(Rules.official(), seed, deals)
    for _ in decisions(engine):
        yield from map(engine.observe, VIEWERS)
    yield from map(engine.observe, VIEWERS)


def drawn_orders(number: int, rng: np.random.Generator) -> Order:
    return ORDERS[rng.integers(0, len(ORDERS), number)]


def by_name(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(256,): the id of each card after suit ``order[new]`` was renamed to `new`, by the letters of its name."""
    new_letter = {"SHDC"[old]: "SHDC"[new] for new, old in enumerate(order)}
    ids = np.arange(256)
    ids[:56] = [NAMES.index(new_letter[name[0]] + name[1:]) for name in NAMES[:56]]
    return ids


def renamed_sets(sets: Lanes, orders: Order) -> Lanes:
    """Card by card: (N, ..., 2)."""
    done = [
        [from_ids(by_name(order)[to_ids(cards)]) for cards in some.reshape(-1, 2)]
        for some, order in zip(sets, orders, strict=True)
    ]
    return np.array(done).reshape(sets.shape)


def renamed_engine(engine: Engine, orders: Order) -> Engine:
    """The same deals, where none is begun, with other names of the suits."""
    other = engine.copy()
    state = engine.state
    other.reset(hands=renamed_sets(state.hand, orders), dog=renamed_sets(state.dog, orders), dealer=state.dealer)
    return other


def step_both(engine: Engine, other: Engine, orders: Order, rng: np.random.Generator) -> None:
    """Random play, the same in both; bids rise step by step, so that every contract is played."""
    bids = np.where(rng.random(len(engine)) < 0.6, PASS, np.minimum(PASS + 1 + engine.state.contract, GARDE_CONTRE))
    actions = np.where(engine.phase == Phase.AUCTION, bids, engine.sample_legal(rng))
    engine.step(actions)
    other.step(actions_there(orders, actions))


# --- views ----------------------------------------------------------------------------------------------------


def test_a_permuted_view_is_the_view_of_the_renamed_table() -> None:
    rng = np.random.default_rng(1)
    engine = mixed_engine(Rules.official(), seed=1, deals=48)
    orders = np.tile(ORDERS, (2, 1))
    other = renamed_engine(engine, orders)
    phases = set()
    while not engine.done.all():
        for seat in VIEWERS:
            assert_same(permuted(engine.observe(seat), orders), other.observe(seat))
            assert np.array_equal(encode_hidden_permuted(engine.state, orders, seat), encode_hidden(other.state, seat))
        phases |= set(engine.phase.tolist())
        step_both(engine, other, orders, rng)
    assert phases == set(Phase)
    assert_same(permuted(engine.observe(), orders), other.observe())
    assert np.array_equal(engine.scores, other.scores)


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_permuted_and_back_is_the_view_itself(order: npt.NDArray[np.int64]) -> None:
    for view in views(seed=2, deals=3):
        there = np.tile(order, (len(view), 1))
        assert_same(permuted(permuted(view, there), there.argsort(axis=1)), view)


def test_what_names_no_suit_is_shared_and_the_view_given_is_left_as_it_was() -> None:
    rng = np.random.default_rng(3)
    for view in views(seed=3, deals=5):
        before = view.take(np.arange(len(view)))
        other = permuted(view, drawn_orders(len(view), rng))
        assert_same(view, before)
        for name in {field.name for field in fields(view)} - NAMING_A_SUIT:
            assert getattr(other, name) is getattr(view, name), name


def test_a_buffer_that_is_given_is_filled() -> None:
    engine = mixed_engine(Rules.official(), seed=4, deals=6)
    order = suit_order(engine.observe())
    expected = encode_hidden_permuted(engine.state, order)
    out = np.full_like(expected, np.nan)
    assert encode_hidden_permuted(engine.state, order, out=out) is out
    assert np.array_equal(out, expected)


# --- the order ------------------------------------------------------------------------------------------------


def test_a_network_sees_a_table_and_the_same_with_renamed_suits_alike() -> None:
    """Apart from the order of past play, which no network sees, and from what is hidden where suits look the same."""
    rng = np.random.default_rng(5)
    engine = deals_engine(Rules.official(), 100, 200, seed=5)
    renaming = drawn_orders(len(engine), rng)
    other = renamed_engine(engine, renaming)
    rows = same_suits = 0
    while True:
        for seat in VIEWERS:
            one, two = engine.observe(seat), other.observe(seat)
            order, other_order = suit_order(one), suit_order(two)
            assert_same(permuted(two, other_order), permuted(one, order), but={"history"})
            assert np.array_equal(encode(permuted(two, other_order)), encode(permuted(one, order)))
            same = (np.take_along_axis(renaming, other_order, axis=1) == order).all(axis=1).nonzero()[0]
            assert_same(permuted(two, other_order).take(same), permuted(one, order).take(same))
            hidden = encode_hidden_permuted(engine.state, order, seat)
            assert np.array_equal(encode_hidden_permuted(other.state, other_order, seat)[same], hidden[same])
            rows, same_suits = rows + len(one), same_suits + len(same)
        if engine.done.all():
            break
        step_both(engine, other, renaming, rng)
    assert same_suits > rows / 2, "suits that look the same are the exception"


def test_the_suit_led_comes_first_and_then_the_longest_and_highest_of_the_hand() -> None:
    led = 0
    for view in views(seed=6):
        order = suit_order(view)
        assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(4), (len(view), 1)))
        holding = to_bool(view.hand, 56).reshape(-1, 4, 14)
        for row, suits in enumerate(order.tolist()):
            if view.led[row] < 4:
                assert suits.pop(0) == view.led[row]
                led += 1
            keys = [(holding[row, suit].sum(), holding[row, suit, ::-1].tolist()) for suit in suits]
            assert keys == sorted(keys, reverse=True)
    assert led > 0


def view_of(hand: list[int]) -> Observation:
    """What seat 0 sees of this hand when it is first to bid."""
    rest = [card for card in range(78) if card not in hand]
    engine = Engine(1, seed=0)
    hands = [hand, rest[:18], rest[18:36], rest[36:54]]
    engine.reset(hands=np.array([[from_ids(cards) for cards in hands]]), dog=from_ids(rest[54:])[None], dealer=3)
    return engine.observe(0)


ALL_TRUMPS = list(range(60, 78))


def view_with(what: str, seat: int, suit: int) -> Observation:
    """A hand of trumps that sees one thing of one suit and nothing of the others."""
    view, lowest = view_of(ALL_TRUMPS), 14 * suit
    if what == "void":
        view.void[0, seat] = 1 << suit
    elif what == "trick":
        view.trick[0, seat] = lowest
    elif what == "played":
        view.played[0, seat] = BITS[lowest]
    else:
        getattr(view, what)[0] = BITS[lowest]
    return view


def test_suits_that_look_the_same_keep_their_order() -> None:
    assert suit_order(view_of(ALL_TRUMPS)).tolist() == [[0, 1, 2, 3]]


@pytest.mark.parametrize("what", ["dog", "discard", "played", "trick", "void"])
def test_whatever_is_shown_of_a_suit_gives_it_a_place_of_its_own(what: str) -> None:
    for seat in range(4):
        seen = [view_with(what, seat, suit) for suit in range(4)]
        alike = [permuted(view, suit_order(view)) for view in seen]
        for view in alike[1:]:
            assert_same(view, alike[0])


def test_a_hand_in_an_example() -> None:
    hand = parse_cards("S1 S2 S3 DK DQ D1 CK CQ C2 T1 T2 T3 T4 T5 T6 T7 T8 T9")  # no hearts
    view = view_of(hand)
    order = suit_order(view)
    assert order.tolist() == [[3, 2, 0, 1]], "clubs, diamonds, spades, hearts"
    seen = parse_cards("SK SQ S2 HK HQ H1 D1 D2 D3 T1 T2 T3 T4 T5 T6 T7 T8 T9")
    assert to_ids(permuted(view, order).hand[0]) == sorted(seen)


# --- actions --------------------------------------------------------------------------------------------------


def test_legal_actions_of_the_permuted_view_are_the_legal_ones_renamed() -> None:
    for view in views(seed=7):
        order, legal = suit_order(view), view.legal_mask()
        row, action = permuted(view, order).legal_mask().nonzero()
        back = np.zeros_like(legal)
        back[row, actions_back(order[row], action)] = True
        assert np.array_equal(back, legal)
        assert len(row) == legal.sum()


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_actions_there_and_back(order: npt.NDArray[np.int64]) -> None:
    actions = np.arange(NUM_ACTIONS)
    orders = np.tile(order, (NUM_ACTIONS, 1))
    there = actions_there(orders, actions)
    assert there.dtype == np.int64
    assert np.array_equal(there, by_name(order)[:NUM_ACTIONS])
    assert np.array_equal(actions_back(orders, there), actions)
